#!/usr/bin/env python3
"""Check the format of all sources, and run clang-tidy on those of the core, the window and the programs.

    python3 packaging/dev/lint.py BUILD_FOLDER        with the build folder's compile_commands.json

A file that clang-tidy passed is not read again until it, a header of the project that it includes, or .clang-tidy
changes: the memory is a folder of empty files in ~/.cache/assay-lint (or below $XDG_CACHE_HOME).
"""
import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INCLUDE = re.compile(rb'^\s*#\s*include\s+"((?:core|ui|app|tests)/[^"]+)"', re.MULTILINE)
TIDIED = re.compile(r"^(core|ui|app)/.*\.cpp$")


def sources(*endings):
    """The project's files with one of these endings, new ones included, as paths from its top folder."""
    listing = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                             cwd=ROOT, check=True, capture_output=True).stdout.decode()
    return sorted(path for path in set(listing.split("\0"))
                  if path.endswith(endings) and os.path.isfile(os.path.join(ROOT, path)))


def run(*command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def check_format():
    files = sources(".h", ".cpp", ".mm")
    code, text = run("clang-format-14", "--dry-run", "--Werror", *files)
    print(f"clang-format: {len(files)} files" + ("" if code == 0 else "\n" + text.rstrip()))
    return code == 0


def check_scripts():
    """Scripts at least parse."""
    good = True
    for path in sources(".py"):
        try:
            with open(os.path.join(ROOT, path), "rb") as file:
                compile(file.read(), path, "exec")
        except SyntaxError as error:
            good = False
            print(f"{path}:{error.lineno}: {error.msg}")
    for path in ["dev", ".ci/run", *sources(".sh")]:
        code, text = run("bash", "-n", path)
        good = good and code == 0
        if code:
            print(text.rstrip())
    return good


class Memory:
    """Which contents clang-tidy has passed before."""

    def __init__(self):
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        self.folder = os.path.join(cache, "assay-lint")
        os.makedirs(self.folder, exist_ok=True)
        with open(os.path.join(ROOT, ".clang-tidy"), "rb") as file:
            self.rules = file.read() + run("clang-tidy-14", "--version")[1].encode()

    def stamp(self, path):
        """The stamp file's place: a hash of the rules, the file, and every header of the project it sees."""
        seen, waiting, digest = set(), [path], hashlib.sha256(self.rules)
        while waiting:
            name = waiting.pop()
            full = os.path.join(ROOT, name)
            if name in seen or not os.path.isfile(full):
                continue
            seen.add(name)
            with open(full, "rb") as file:
                text = file.read()
            digest.update(name.encode() + b"\0" + text)
            waiting += [found.decode() for found in INCLUDE.findall(text)]
        return os.path.join(self.folder, digest.hexdigest())


def tidy(build, memory, path):
    stamp = memory.stamp(path)
    if os.path.exists(stamp):
        return path, None, ""
    # The commands are GCC's, and name warnings that clang does not have.
    command = ["clang-tidy-14", "-p", build, "--quiet", "--extra-arg=-Wno-unknown-warning-option", path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode == 0:
        open(stamp, "w").close()
    return path, done.returncode == 0, done.stdout + (done.stderr if done.returncode and not done.stdout else "")


def check_tidy(build):
    with open(os.path.join(build, "compile_commands.json")) as file:
        compiled = {os.path.relpath(entry["file"], ROOT) for entry in json.load(file)}
    files = sorted(path for path in compiled if TIDIED.match(path))
    memory, good, fresh = Memory(), True, 0
    workers = int(os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or os.cpu_count() or 1)
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for path, passed, text in pool.map(lambda path: tidy(build, memory, path), files):
            fresh += passed is not None
            if passed is False:
                good = False
                print(f"{path}\n{text.rstrip()}", flush=True)
    print(f"clang-tidy: {len(files)} files, {fresh} of them new or changed since they last passed")
    return good and bool(files)


def main():
    build = os.path.abspath(sys.argv[1])
    results = [check_format(), check_scripts(), check_tidy(build)]
    print("lint: " + ("passed" if all(results) else "FAILED"))
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
