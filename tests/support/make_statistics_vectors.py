#!/usr/bin/env python3
"""Small tensors of every dtype with the figures that they must have: writes tests/core/data/statistics.json.

    python3 tests/support/make_statistics_vectors.py tests/core/data/statistics.json

All arithmetic is on exact fractions, so that nothing here rounds but the last step to a float64. Needs numpy and
ml_dtypes, which decode the stored codes; the tests need neither.
"""
import json
import sys
from fractions import Fraction
from math import isqrt

import ml_dtypes
import numpy as np

FLOATS = {  # numpy's type, exponent of the smallest normal value
    "F64": (np.float64, -1022), "F32": (np.float32, -126), "F16": (np.float16, -14), "BF16": (ml_dtypes.bfloat16, -126),
    "F8_E4M3": (ml_dtypes.float8_e4m3fn, -6), "F8_E5M2": (ml_dtypes.float8_e5m2, -14),
    "F8_E4M3FNUZ": (ml_dtypes.float8_e4m3fnuz, -7), "F8_E5M2FNUZ": (ml_dtypes.float8_e5m2fnuz, -15),
    "F6_E2M3": (ml_dtypes.float6_e2m3fn, 0), "F6_E3M2": (ml_dtypes.float6_e3m2fn, -2), "F4": (ml_dtypes.float4_e2m1fn, 0)}
OTHERS = {"C64": np.float32, "F8_E8M0": ml_dtypes.float8_e8m0fnu, "BOOL": np.uint8, "I8": np.int8, "U8": np.uint8,
          "I16": np.int16, "U16": np.uint16, "I32": np.int32, "U32": np.uint32, "I64": np.int64, "U64": np.uint64}
TARGETS = {"F16": (10, -14, 65504), "BF16": (7, -126, (2**8 - 1) * 2**120), "F8_E4M3": (3, -6, 448),
           "F8_E5M2": (2, -14, 57344)}  # mantissa bits, exponent of the smallest normal, largest
EDGES = [2.0**-25, 2.0**-25 * (1 + 2**-52), 2.0**-24 * 1.5, 65504.0, 65519.999, 65520.0, 464.0, 464.0001, 57344.0,
         61439.99, 61440.0, 2.0**-14 * (1 - 2**-11), 2.0**-14 * (1 - 2**-12), 2.0**-17, 2.0**-133, 2.0**-134, 1.0, -1.0]


def codes_of(dtype, raw):
    """Stored bytes to one numpy value a stored value."""
    if dtype == "F4":
        raw = np.stack([raw & 15, raw >> 4], axis=1).reshape(-1)
    elif dtype.startswith("F6_"):
        stream = int.from_bytes(raw.tobytes(), "little")
        raw = np.array([stream >> (6 * i) & 63 for i in range(len(raw) * 8 // 6)], dtype=np.uint8)
    return np.frombuffer(raw.tobytes(), FLOATS[dtype][0] if dtype in FLOATS else OTHERS[dtype])


def exponent(size):
    """floor(log2(size)) of a fraction above 0."""
    power = size.numerator.bit_length() - size.denominator.bit_length()
    return power if size >= Fraction(2) ** power else power - 1


def root(square):
    """The square root as the nearest float64, or close to it."""
    if square == 0:
        return 0.0
    shift = 2 * (140 - exponent(square) // 2)
    scaled = square * Fraction(2) ** shift
    return float(Fraction(isqrt(scaled.numerator // scaled.denominator)) / Fraction(2) ** (shift // 2))


def rounded(size, mantissa, lowest):
    step = Fraction(2) ** (max(exponent(size), lowest) - mantissa)
    return round(size / step) * step  # round() of a fraction takes the even one of two


def stored_text(number):
    return number.hex() if isinstance(number, float) else str(number)


def loss_of(values, target):
    mantissa, lowest, largest = TARGETS[target]
    counts, rows, errors = [0] * 6, {}, []
    for index, value in values:
        size = abs(value)
        if size == 0:
            errors.append((index, size, Fraction(0), Fraction(0)))
            continue
        to = rounded(size, mantissa, lowest)
        if to > largest:
            kind = 5
        elif to == 0:
            kind = 0
        else:
            kind = (1 if to < Fraction(2) ** lowest else 3) + (to != size)
        counts[kind] += 1
        rows.setdefault(exponent(size), [0] * 6)[kind] += 1
        errors.append((index, size, None if kind == 5 else abs(size - to), abs(size - min(to, largest))))
    out = {"counts": counts, "rows": [rows.get(e, [0] * 6) for e in range(min(rows), max(rows) + 1)] if rows else []}
    for name, which in (("plain", 2), ("saturated", 3)):
        kept = [(error[0], error[1], error[which]) for error in errors if error[which] is not None]
        worst = max((error for _, _, error in kept), default=Fraction(0))
        noise, signal = sum(e * e for _, _, e in kept), sum(s * s for _, s, _ in kept)
        out[name] = {"max": float(worst).hex(),
                     "at": next(i for i, _, e in kept if e == worst) if worst else None,
                     "rmse": root(noise / len(kept)).hex() if kept else "0x0.0p+0",
                     "noise_to_signal": root(noise / signal).hex() if noise and signal else None,
                     "lossless": noise == 0 and signal > 0 and counts[5] == 0}
    return out


def figures(dtype, raw):
    numbers = [number.item() if number.dtype.kind in "iuf" else float(number) for number in codes_of(dtype, raw)]
    special = [i for i, x in enumerate(numbers) if x != x or abs(x) == float("inf")]
    finite = [(i, x) for i, x in enumerate(numbers) if i not in set(special)]
    out = {"count": len(numbers), "nan": sum(x != x for x in numbers), "pos_inf": numbers.count(float("inf")),
           "neg_inf": numbers.count(float("-inf")), "zero": sum(x == 0 for x in numbers),
           "first_nonfinite": special[0] if special else None}
    exact = [(i, Fraction(x)) for i, x in finite]
    if finite:
        ordered = sorted(x for _, x in finite)
        n = len(ordered)
        mean = sum(x for _, x in exact) / n
        square = sum(x * x for _, x in exact) / n
        out |= {"min": stored_text(ordered[0]), "max": stored_text(ordered[-1]), "mean": float(mean).hex(),
                "std": root(square - mean * mean).hex(), "rms": root(square).hex(),
                "abs_max": stored_text(max(abs(ordered[0]), abs(ordered[-1]))),
                "quantiles": [stored_text(ordered[max(-(-k * n // 1000), 1) - 1])
                              for k in (1, 10, 50, 250, 500, 750, 950, 990, 999)]}
        sizes = [abs(x) for _, x in finite if x != 0]
        powers = [exponent(abs(x)) for _, x in exact if x != 0]
        if sizes:
            out |= {"abs_min_nonzero": stored_text(min(sizes)), "lowest_exponent": min(powers),
                    "magnitude": [powers.count(e) for e in range(min(powers), max(powers) + 1)]}
        normal = -126 if dtype == "C64" else FLOATS[dtype][1] if dtype in FLOATS else None
        if normal is not None:
            out["subnormal"] = sum(e < normal for e in powers)
    if dtype in FLOATS:
        out["loss"] = {target: loss_of(exact, target) for target in TARGETS}
    return out


def stored(dtype, values):
    kind = FLOATS[dtype][0] if dtype in FLOATS else OTHERS[dtype]
    with np.errstate(all="ignore"):
        codes = np.asarray(values).astype(kind)
        codes = codes.view(np.uint8) if codes.itemsize == 1 else codes
    if dtype == "F4":
        return (codes[0::2] & 15 | codes[1::2] << 4).astype(np.uint8)
    if dtype.startswith("F6_"):
        stream = sum(int(code & 63) << (6 * i) for i, code in enumerate(codes))
        return np.frombuffer(stream.to_bytes(len(codes) * 6 // 8, "little"), np.uint8)
    return np.frombuffer(codes.tobytes(), np.uint8)


def contents(dtype, random):
    """Name and bytes of each tensor of a dtype."""
    # bits of an element
    width = {"F4": 4, "F6_E2M3": 6, "F6_E3M2": 6}.get(dtype) or 8 * (
        8 if dtype == "C64" else np.dtype((FLOATS.get(dtype) or [OTHERS.get(dtype)])[0]).itemsize)
    yield "bits", random.integers(0, 256, 40 * width // 8, dtype=np.uint8)
    yield "zero", np.zeros(width, np.uint8)
    yield "empty", np.zeros(0, np.uint8)
    yield "ones", np.full(width, 255, np.uint8)
    if dtype in FLOATS:
        yield "weights", stored(dtype, random.standard_normal(48) * 0.1)
        yield "edges", stored(dtype, random.choice(EDGES, 64))
        yield "wide", stored(dtype, random.standard_normal(48) * np.exp(random.standard_normal(48) * 9))
        yield "far", stored(dtype, 1000 + random.standard_normal(48) / 1024)
    if dtype in ("F64", "F32"):
        yield "tiny", stored(dtype, random.standard_normal(32) * (1e-310 if dtype == "F64" else 1e-41))
        yield "huge", stored(dtype, random.uniform(-1, 1, 32) * (1.7e308 if dtype == "F64" else 3e38))
    if dtype[0] in "IU":
        yield "small", stored(dtype, random.integers(0, 100, 48))


def main():
    random, out = np.random.default_rng(22), []
    for dtype in [*FLOATS, *OTHERS]:
        for name, raw in contents(dtype, random):
            out.append({"name": f"{dtype} {name}", "dtype": dtype, "data": raw.tobytes().hex(), **figures(dtype, raw)})
    with open(sys.argv[1], "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(each, separators=(",", ":")) for each in out) + "\n]\n")


if __name__ == "__main__":
    main()
