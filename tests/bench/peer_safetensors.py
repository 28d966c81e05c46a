#!/usr/bin/env python3
"""What the Python package safetensors needs to open a file and list its names, in process, imports not counted.

    python peer_safetensors.py FILE RUNS        prints {"seconds": [...], "tensors": N}

FILE may be a folder: then each safetensors file in it, one after another.
"""
import glob
import json
import os
import sys
import time

from safetensors import safe_open


def main():
    path, seconds, count = sys.argv[1], [], 0
    for _ in range(int(sys.argv[2])):
        begin, count = time.perf_counter(), 0
        for one in sorted(glob.glob(os.path.join(path, "*.safetensors"))) if os.path.isdir(path) else [path]:
            with safe_open(one, framework="np") as file:
                count += len(list(file.keys()))
        seconds.append(time.perf_counter() - begin)
    print(json.dumps({"seconds": seconds, "tensors": count}))


if __name__ == "__main__":
    main()
