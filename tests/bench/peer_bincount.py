#!/usr/bin/env python3
"""A census of every 16-bit pattern with np.bincount, tensor by tensor, in process: the shortest route in numpy.

    python peer_bincount.py FILE RUNS       prints {"seconds": [...], "patterns": N}
"""
import json
import sys
import time

import numpy as np

from peer_numpy import open_tensors


def main():
    seconds, total = [], None
    for _ in range(int(sys.argv[2])):
        total = np.zeros(65536, np.int64)
        begin = time.perf_counter()
        for _, _, raw in open_tensors(sys.argv[1]):
            total += np.bincount(raw.view(np.uint16), minlength=65536)
        seconds.append(time.perf_counter() - begin)
    print(json.dumps({"seconds": seconds, "patterns": int((total > 0).sum())}))


if __name__ == "__main__":
    main()
