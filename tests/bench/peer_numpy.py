#!/usr/bin/env python3
"""The figures of `assay-cli report --to F16` as a short numpy script would compute them, in process.

    python peer_numpy.py FILE RUNS      prints {"seconds": [...], "flushed": N, "overflow": N, ...}

For each tensor: min, max, mean, standard deviation, 256 bins between min and max, and how many values a conversion to
F16 flushes, makes subnormal, rounds or overflows. Each tensor is read, widened and measured with whole-array calls.
"""
import json
import struct
import sys
import time

import numpy as np


def open_tensors(path):
    with open(path, "rb") as file:
        length = struct.unpack("<Q", file.read(8))[0]
        header = json.loads(file.read(length))
    data = np.memmap(path, dtype=np.uint8, mode="r", offset=8 + length)
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            yield name, entry["dtype"], data[begin:end]


def widened(raw, dtype):
    if dtype == "BF16":
        return (raw.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    return raw.view({"F32": np.float32, "F16": np.float16}[dtype])


def measure(x, totals):
    finite = x[np.isfinite(x)]
    wide = finite.astype(np.float64)
    bounds = (float(wide.min()), float(wide.max()))
    wide.mean(), wide.std()
    np.histogram(wide, bins=256, range=bounds)
    with np.errstate(over="ignore"):
        half = finite.astype(np.float16)
    back = half.astype(np.float32)
    live, smallest = finite != 0, np.float32(2.0**-14)
    totals["overflow"] += int(np.isinf(back).sum())
    totals["flushed"] += int((live & (back == 0)).sum())
    totals["subnormal"] += int(((back != 0) & (np.abs(back) < smallest)).sum())
    totals["rounded"] += int((np.isfinite(back) & (back != finite)).sum())


def main():
    seconds = []
    for _ in range(int(sys.argv[2])):
        totals = {"overflow": 0, "flushed": 0, "subnormal": 0, "rounded": 0}
        begin = time.perf_counter()
        for _, dtype, raw in open_tensors(sys.argv[1]):
            measure(widened(raw, dtype), totals)
        seconds.append(time.perf_counter() - begin)
    print(json.dumps({"seconds": seconds, **totals}))


if __name__ == "__main__":
    main()
