#!/usr/bin/env bash
# Run every fuzz program for a while: bash tests/fuzz/run.sh BUILD_FOLDER [SECONDS]
# What they learn stays in BUILD_FOLDER/corpus, what makes them fail in BUILD_FOLDER/findings.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
build="$1"
seconds="${2:-60}"
case "$seconds" in '' | *[!0-9]*) echo "fuzz: '$seconds' is not a number of seconds" >&2; exit 2 ;; esac

programs="$(find "$build/tests/fuzz" -maxdepth 1 -type f -name '*_fuzz' -perm -u+x | sort)"
[ -n "$programs" ] || { echo "fuzz: no fuzz program was built in $build/tests/fuzz" >&2; exit 2; }

# The scratch files of the programs are written thousands of times a second: in memory where there is such a place.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm

failed=0
for program in $programs; do
  name="$(basename "$program")"
  corpus="$build/corpus/$name"
  findings="$build/findings/$name"
  mkdir -p "$corpus" "$findings"
  seeds=""
  [ ! -d "$here/seeds/$name" ] || seeds="$here/seeds/$name"
  dictionary=""
  [ ! -f "$here/$name.dict" ] || dictionary="-dict=$here/$name.dict"
  echo "fuzz: $name for $seconds s"
  # A limit on each run's time and memory: a reader that hangs or allocates without bound is a finding too.
  if ! "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=512 -max_len=65536 \
    -print_final_stats=1 $dictionary -artifact_prefix="$findings/" "$corpus" $seeds >"$findings/log.txt" 2>&1; then
    failed=1
    echo "fuzz: $name FAILED"
    tail -n 60 "$findings/log.txt"
  fi
  awk '/stat::(number_of_executed_units|average_exec_per_sec|peak_rss_mb)/ { print "  " $0 }' "$findings/log.txt"
  grep -E '^#[0-9]+.*(DONE|cov:)' "$findings/log.txt" | tail -n 1 || true
done
[ "$failed" = 0 ] && echo "fuzz: nothing found" || echo "fuzz: see $build/findings"
exit "$failed"
