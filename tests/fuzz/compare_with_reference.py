#!/usr/bin/env python3
"""Compares assay-cli's verdict of the reference reader with that reader itself, on judged files broken at random.

    python compare_with_reference.py ASSAY_CLI COUNT [SEED]       needs the Python package safetensors 0.8.0

Prints each file on which they differ. Tensors with the same data range may differ rightly: the reference sorts them in the
random order of its hash table, so which of several faults it names changes from run to run.
"""
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

import safetensors

CATALOGUE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "core", "data", "reference_verdicts.tsv")
PREFIXES = [
    ("header too small", "HeaderTooSmall"), ("header too large", "HeaderTooLarge"),
    ("invalid header length", "InvalidHeaderLength"), ("invalid UTF-8 in header: ", "InvalidHeader"),
    ("invalid JSON in header: ", "InvalidHeaderDeserialization"), ("invalid offset for tensor", "InvalidOffset"),
    ("overflow computing", "ValidationOverflow"), ("The slice is slicing", "MisalignedSlice"),
    ("invalid shape, data type", "TensorInvalidInfo"), ("incomplete metadata", "MetadataIncompleteBuffer"),
]
PIECES = [
    b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\\u0041", b"\\ud83d\\ude00", b"\\ud800", b"null", b"true", b"0",
    b"-0", b"-1", b"1e5", b"1e999", b"0.5", b"01", b"18446744073709551615", b"18446744073709551616", b" ", b"\n", b"\0",
    b"\xff", b"\xe2\x82", b"\xc3\xa9", b'"dtype"', b'"shape"', b'"data_offsets"', b'"F32"', b'"F4"', b'{"F32":null}',
    b"[0,4]", b"[0,0]", b"[]", b'"__metadata__":{"a":"b"},', b'"x":{"dtype":"U8","shape":[0],"data_offsets":[4,4]},',
]


def originals():
    files = []
    with open(CATALOGUE, encoding="ascii") as lines:
        for line in lines:
            text = line.rstrip("\n").split("\t")[-1]
            if line.startswith("#") or "\\{" in text:
                continue
            plain = re.sub(r"\\x([0-9a-f]{2})|\\\\", lambda m: chr(int(m[1], 16)) if m[1] else "\\", text)
            files.append(plain.encode("latin-1"))
    return [file for file in files if len(file) > 16]


def broken(file, rng):
    length = min(struct.unpack("<Q", file[:8])[0], len(file) - 8)
    header, data = bytearray(file[8:8 + length]), file[8 + length:]
    for _ in range(rng.choice([1, 1, 1, 2, 3, 5])):
        at = rng.randint(0, len(header))
        end = min(len(header), at + rng.randint(0, 6))
        header[at:end] = rng.choice(PIECES) if rng.random() < 0.7 else b""
    return struct.pack("<Q", len(header)) + bytes(header) + data


def reference(file):
    try:
        safetensors.deserialize(file)
    except safetensors.SafetensorError as error:
        text = str(error).removeprefix("Error while deserializing: ")
        for prefix, name in PREFIXES:
            if text.startswith(prefix):
                return name
        return text
    return None


def main():
    program, count = sys.argv[1], int(sys.argv[2])
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    files, differences = originals(), 0
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        path = os.path.join(folder, "file")
        for _ in range(count):
            file = broken(rng.choice(files), rng)
            with open(path, "wb") as out:
                out.write(file)
            run = subprocess.run([program, "inspect", "--json", "--quiet", path], capture_output=True, check=False)
            ours = json.loads(run.stdout)["shards"][0]["reference"]["error"]
            theirs = reference(file)
            if ours != theirs:
                differences += 1
                print(f"{file!r}\n  assay-cli: {ours}\n  reference: {theirs}")
    print(f"{count} files, {differences} verdicts differ")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
