#!/usr/bin/env python3
"""Run the benchmarks of a build folder and print a table of ratios; everything measured goes to BUILD/results.json.

    python3 tests/bench/run.py --build build/bench [--only NAME]

Each comparison is made in one run on one machine, Assay and its peer by turns, and stands on the median of the runs:
keep the ratios, not the figures. The peers are Python packages, installed into BUILD/venv.
"""
import argparse
import json
import os
import platform
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = ["numpy", "safetensors==0.8.0"]
MIB = 1024 * 1024


class Bench:
    """The build folder, the peers' Python, the files to measure with, and the rows found so far."""

    def __init__(self, build):
        self.build = os.path.abspath(build)
        self.cli = os.path.join(self.build, "app", "assay-cli")
        self.runner = os.path.join(self.build, "tests", "bench", "run_measured")
        self.data = os.path.join(self.build, "data")
        self.rows, self.raw = [], {}
        os.makedirs(self.data, exist_ok=True)

    def python(self):
        """The interpreter that has the peers."""
        folder = os.path.join(self.build, "venv")
        python = os.path.join(folder, "bin", "python")
        have = os.path.join(folder, "has-" + "-".join(PEERS))
        if not os.path.exists(have):
            print(f"bench: installing into {folder}: {' '.join(PEERS)}", file=sys.stderr)
            subprocess.run([sys.executable, "-m", "venv", folder], check=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", *PEERS], check=True)
            open(have, "w").close()
        return python

    def file(self, name, *arguments):
        """A file made by make_checkpoint.py, kept for the next time."""
        path = os.path.join(self.data, name)
        if not os.path.exists(path):
            kind, *rest = arguments
            made = [self.python(), os.path.join(HERE, "make_checkpoint.py"), kind, path + ".part", *rest]
            subprocess.run(made, check=True)
            os.rename(path + ".part", path)
        return path

    def measured(self, runs, *command):
        """Median seconds and largest resident bytes of a program."""
        text = subprocess.run([self.runner, str(runs), *command], check=True, capture_output=True, text=True).stdout
        each = json.loads(text)
        bad = [run["status"] for run in each if run["status"] not in (0, 1)]
        if bad:
            raise RuntimeError(f"{' '.join(command)} ended with {bad[0]}")
        return statistics.median(run["seconds"] for run in each), max(run["max_rss"] for run in each)

    def peer(self, script, path, runs):
        command = [self.python(), os.path.join(HERE, script), path, str(runs)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return statistics.median(json.loads(done.stdout)["seconds"])

    def has_command(self, name):
        """Whether assay-cli has this command; what is not there yet is not measured."""
        text = subprocess.run([self.cli, "--help"], check=True, capture_output=True, text=True).stdout
        return any(line.split()[:1] == [name] for line in text.splitlines())

    def row(self, what, assay, against, ratio, bound=None):
        state = "" if bound is None else ("yes" if ratio <= bound else "NO")
        self.rows.append((what, assay, against, f"{ratio:.3g}", "" if bound is None else f"{bound:g}", state))
        self.raw[what] = {"assay": assay, "against": against, "ratio": ratio, "bound": bound}


def seconds(value):
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.2f} s"


def header_bytes(path):
    with open(path, "rb") as file:
        return 8 + int.from_bytes(file.read(8), "little")


def by_turns(bench, turns, *jobs):
    """Medians of several jobs, run by turns so that a slow moment of the machine falls on all of them."""
    results = [[job() for job in jobs] for _ in range(turns)]
    return [statistics.median(result[i] for result in results) for i in range(len(jobs))]


def bench_inspect(bench):
    """The whole process of inspect against safe_open and keys in process, and its memory against the header."""
    hundred = bench.file("tensors-100000.safetensors", "many", "100000")
    many = bench.file("tensors-850000.safetensors", "many", "850000")
    _, empty = bench.measured(3, bench.cli, "--version")
    for option in ["", "--json"]:
        extra = [option] if option else []
        what = f"inspect {option}".strip()
        ours, theirs, ours_many = by_turns(
            bench, 5, lambda: bench.measured(1, bench.cli, "inspect", hundred, *extra)[0],
            lambda: bench.peer("peer_safetensors.py", hundred, 5),
            lambda: bench.measured(1, bench.cli, "inspect", many, *extra)[0])
        bench.row(f"{what}, 100,000 tensors", seconds(ours), f"safe_open + keys {seconds(theirs)}", ours / theirs, 0.5)
        bench.row(f"{what}, 850,000 tensors", seconds(ours_many), f"100,000 tensors {seconds(ours)}", ours_many / ours,
                  13)
        for path, count in ((hundred, "100,000"), (many, "850,000")):
            _, rss = bench.measured(1, bench.cli, "inspect", path, *extra)
            header = header_bytes(path)
            bench.row(f"{what}, {count} tensors: memory", f"{(rss - empty) / 1e6:.1f} MB",
                      f"header {header / 1e6:.1f} MB", (rss - empty) / header, 4)


def bench_sets(bench):
    """A sharded checkpoint against safe_open and keys on each of its files; a large index against its size."""
    many = bench.file("set-163", "sharded", "163", "92000")
    for option in ["", "--json"]:
        extra = [option] if option else []
        ours, theirs = by_turns(bench, 9, lambda: bench.measured(1, bench.cli, "inspect", many, *extra)[0],
                                lambda: bench.peer("peer_safetensors.py", many, 3))
        bench.row(f"inspect {option}".strip() + ", 163 shards, 92,000 tensors", seconds(ours),
                  f"safe_open + keys of each {seconds(theirs)}", ours / theirs, 0.5)
    large = bench.file("set-500000", "sharded", "100", "500000")
    index = os.path.join(large, "model.safetensors.index.json")
    size = os.path.getsize(index)
    _, empty = bench.measured(3, bench.cli, "--version")
    took, rss = bench.measured(3, bench.cli, "inspect", index)
    bench.row("inspect, index of 500,000 names: memory", f"{(rss - empty) / 1e6:.1f} MB", f"index {size / 1e6:.1f} MB",
              (rss - empty) / size, 4)
    bench.raw["inspect, index of 500,000 names"] = {"seconds": took}


def bench_open(bench):
    """Opening a large file touches none of its data."""
    path = bench.file("model-bf16.safetensors", "model", "BF16")
    _, empty = bench.measured(3, bench.cli, "--version")
    took, rss = bench.measured(5, bench.cli, "inspect", path)
    extra = rss - empty - header_bytes(path)
    bench.row("inspect, 269 MB file: memory beyond its header", f"{extra / MIB:.2f} MiB", "8 MiB", extra / (8 * MIB), 1)
    bench.raw["inspect, 269 MB file"] = {"seconds": took}


def bench_window(bench):
    """A real window, offscreen: from the parsed header to the first paint, and the memory that opening adds."""
    program = os.path.join(os.path.dirname(bench.runner), "window_first_paint")
    names = {bench.file("model-bf16.safetensors", "model", "BF16"): "269 MB file",
             bench.file("tensors-100000.safetensors", "many", "100000"): "100,000 tensors",
             bench.file("tensors-850000.safetensors", "many", "850000"): "850,000 tensors"}
    done = subprocess.run([program, *names], check=True, capture_output=True, text=True, env=offscreen())
    for line in done.stdout.splitlines():
        opened = json.loads(line)
        path, took = opened["file"], opened["first_paint_ms"]
        bench.row(f"window, {names[path]}: first paint after the header", f"{took:.1f} ms", "100 ms", took / 100, 1)
        if path == next(iter(names)):
            extra = opened["resident_after"] - opened["resident_before"] - header_bytes(path)
            bench.row(f"window, {names[path]}: memory beyond its header", f"{extra / MIB:.2f} MiB", "8 MiB",
                      extra / (8 * MIB), 1)


def bench_heartbeat(bench):
    """How long the window's event loop is held while one types, sorts, scrolls and expands 100,000 tensors."""
    program = os.path.join(os.path.dirname(bench.runner), "window_heartbeat")
    path = bench.file("tensors-100000.safetensors", "many", "100000")
    done = subprocess.run([program, path], check=True, capture_output=True, text=True, env=offscreen())
    for line in done.stdout.splitlines():
        if line.startswith("{"):
            beat = json.loads(line)
            for kind, limit in (("max", 50), ("p99", 16)):
                took = beat[f"{kind}_ms"]
                bench.row(f"heartbeat, {beat['action']}: {kind}", f"{took:.1f} ms", f"{limit} ms", took / limit, 1)


def offscreen():
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen"}


def report_seconds(bench, path, *options):
    command = [bench.cli, "report", path, "--to", "F16", "--format", "json", "--quiet", *options]
    return bench.measured(1, *command)[0]


def bench_report(bench):
    """The whole process of report against numpy scripts that compute the same figures."""
    if not bench.has_command("report"):
        return
    path = bench.file("model-bf16.safetensors", "model", "BF16")
    ours, numpy, bincount = by_turns(
        bench, 3, lambda: report_seconds(bench, path), lambda: bench.peer("peer_numpy.py", path, 1),
        lambda: bench.peer("peer_bincount.py", path, 1))
    what = "report --to F16, 269 MB BF16"
    bench.row(f"{what}: numpy", seconds(ours), f"numpy script {seconds(numpy)}", ours / numpy, 1 / 30)
    bench.row(f"{what}: bincount", seconds(ours), f"np.bincount {seconds(bincount)}", ours / bincount, 1 / 5)


def bench_read_limit(bench):
    """The whole process of report against one pass that only adds up the mapped bytes."""
    if not bench.has_command("report"):
        return
    for dtype, size in (("BF16", "269 MB"), ("F32", "538 MB")):
        path = bench.file(f"model-{dtype.lower()}.safetensors", "model", dtype)
        limit = os.path.join(os.path.dirname(bench.runner), "read_limit")
        one, two, only_sums = by_turns(
            bench, 5, lambda: report_seconds(bench, path, "--threads", "1"),
            lambda: report_seconds(bench, path, "--threads", "2"), lambda: bench.measured(1, limit, path)[0])
        what = f"report --to F16, {size} {dtype}"
        bench.row(f"{what}, 1 thread", seconds(one), f"read limit {seconds(only_sums)}", one / only_sums, 5)
        bench.row(f"{what}, 2 threads", seconds(two), f"1 thread {seconds(one)}", two / one, 1 / 1.7)


def bench_shapes_of_data(bench):
    """Report on data that is all zero or random against normal data, and on many small tensors against one."""
    if not bench.has_command("report"):
        return
    size = 400 * MIB
    normal, zero, bits = (bench.file(f"flat-{fill}.safetensors", "flat", "1", str(size), fill)
                          for fill in ("normal", "zero", "random"))
    small = bench.file("flat-small.safetensors", "flat", "100000", "4096", "normal")
    base, zeros, random, many = by_turns(
        bench, 5, *(lambda path=path: report_seconds(bench, path, "--threads", "1")
                    for path in (normal, zero, bits, small)))
    for what, took, bound in (("all zero", zeros, 2.5), ("random bits", random, 2.5), ("100,000 of 4 KiB", many, 2)):
        bench.row(f"report, 410 MB BF16, {what}", seconds(took), f"one normal tensor {seconds(base)}", took / base, bound)


def bench_programs(bench):
    """The benchmark programs of the build, each with its own table."""
    folder = os.path.join(bench.build, "tests", "bench")
    for name in sorted(os.listdir(folder)):
        program = os.path.join(folder, name)
        if not (name.endswith("_bench") and os.access(program, os.X_OK) and os.path.isfile(program)):
            continue
        print(f"\n{name}", flush=True)
        out = os.path.join(bench.build, f"{name}.json")
        subprocess.run([program, f"--benchmark_out={out}", "--benchmark_out_format=json"], check=True)


def print_table(rows):
    head = ("what", "Assay", "against", "ratio", "at most", "holds")
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, *rows]:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    benches = {name[len("bench_"):]: job for name, job in globals().items() if name.startswith("bench_")}
    chosen = {name: job for name, job in benches.items() if options.only in name}
    if not chosen:
        parser.error(f"no benchmark has '{options.only}' in its name; there are {', '.join(benches)}")
    bench, failed = Bench(options.build), []
    for name, job in chosen.items():
        print(f"bench: {name}", file=sys.stderr, flush=True)
        try:
            job(bench)
        except (RuntimeError, OSError, subprocess.CalledProcessError) as error:
            failed.append(f"{name}: {error}")
    if bench.rows:
        print()
        print_table(bench.rows)
    results = os.path.join(bench.build, "results.json")
    with open(results, "w") as file:
        json.dump({"machine": platform.platform(), "cores": os.cpu_count(), "results": bench.raw}, file, indent=1)
    print(f"bench: wrote {results}", file=sys.stderr)
    for failure in failed:
        print(f"bench: could not measure {failure}", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
