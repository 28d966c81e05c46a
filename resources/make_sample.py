#!/usr/bin/env python3
"""Write the sample checkpoint that is built into the app.

    python3 resources/make_sample.py [OUT]        OUT is resources/sample.safetensors when not given

A two-layer llama-like model in BF16 with made-up values: most are bell-shaped like trained weights, two in a hundred are
scaled by a random power of two, and a few are placed by hand, so that a conversion to F16 meets every class that is
possible from BF16: normal, subnormal exact, subnormal rounded, flushed, overflow (and zero). There is no NaN and no Inf.

Needs only Python's standard library. The output is the same everywhere: the values come from additions and
multiplications by powers of two alone, which round the same on every machine, never from a mathematics library.
"""
import array
import json
import os
import random
import struct
import sys

HIDDEN, INTERMEDIATE, VOCABULARY, KEY_VALUE, LAYERS = 128, 256, 512, 64, 2
SEED = 20
PAD_ROW = 0  # the padding token's embedding is all zero, as in many trained models

# (tensor, index, value): what chance alone would not give. 65,280 is the largest BF16 value that F16 can hold,
# 65,536 the first that it cannot; 2^-25 ties to zero; 1.5 x 2^-25 rounds up to the smallest F16 subnormal.
PLACED = [
    ("model.layers.1.mlp.down_proj.weight", 5_003, 65_280.0),
    ("model.layers.1.mlp.down_proj.weight", 12_345, 65_536.0),
    ("model.layers.1.mlp.down_proj.weight", 12_346, -72_192.0),
    ("model.layers.1.mlp.down_proj.weight", 30_000, 262_144.0),
    ("model.layers.0.self_attn.v_proj.weight", 100, 2.0**-25),
    ("model.layers.0.self_attn.v_proj.weight", 101, -(2.0**-30)),
    ("model.layers.0.self_attn.v_proj.weight", 102, 1.5 * 2.0**-25),
    ("model.layers.0.self_attn.v_proj.weight", 103, 2.0**-24),
    ("model.layers.0.self_attn.v_proj.weight", 104, 1.25 * 2.0**-15),
    ("model.layers.0.self_attn.v_proj.weight", 105, 2.0**-14),
]


def layout():
    """Names to shapes, in the order of the names."""
    shapes = {"model.embed_tokens.weight": [VOCABULARY, HIDDEN], "model.norm.weight": [HIDDEN]}
    for layer in range(LAYERS):
        p = f"model.layers.{layer}."
        shapes[p + "input_layernorm.weight"] = [HIDDEN]
        shapes[p + "mlp.down_proj.weight"] = [HIDDEN, INTERMEDIATE]
        shapes[p + "mlp.gate_proj.weight"] = [INTERMEDIATE, HIDDEN]
        shapes[p + "mlp.up_proj.weight"] = [INTERMEDIATE, HIDDEN]
        shapes[p + "post_attention_layernorm.weight"] = [HIDDEN]
        shapes[p + "self_attn.k_proj.weight"] = [KEY_VALUE, HIDDEN]
        shapes[p + "self_attn.o_proj.weight"] = [HIDDEN, HIDDEN]
        shapes[p + "self_attn.q_proj.weight"] = [HIDDEN, HIDDEN]
        shapes[p + "self_attn.v_proj.weight"] = [KEY_VALUE, HIDDEN]
    return dict(sorted(shapes.items()))


def bell(rng):
    """A value of mean 0 and variance 1: the sum of twelve uniform ones, less six."""
    r = rng.random
    return r() + r() + r() + r() + r() + r() + r() + r() + r() + r() + r() + r() - 6.0


def values(rng, name, count):
    """The tensor's values, before they are rounded to BF16."""
    if name.endswith("norm.weight"):
        return [1.0 + 0.125 * bell(rng) for _ in range(count)]
    spread = 2.0**-5 if "embed" in name else 2.0**-6
    out = [spread * bell(rng) for _ in range(count)]
    for i in range(count):
        if rng.random() < 0.02:
            out[i] *= 2.0 ** min(int(7.0 * bell(rng)) - 4, 5)
    if "embed" in name:
        out[PAD_ROW * HIDDEN : (PAD_ROW + 1) * HIDDEN] = [0.0] * HIDDEN
    for where, index, value in PLACED:
        if where == name:
            out[index] = value
    return out


def bfloat16(numbers):
    """Little-endian BF16, rounded once to nearest with ties to even."""
    wide = array.array("I", struct.pack(f"={len(numbers)}f", *numbers))
    narrow = array.array("H", ((u + 0x7FFF + ((u >> 16) & 1)) >> 16 for u in wide))
    if sys.byteorder == "big":
        narrow.byteswap()
    return narrow.tobytes()


def sample():
    """The whole file as bytes."""
    rng = random.Random(SEED)
    header, data = {"__metadata__": {"format": "pt"}}, bytearray()
    for name, shape in layout().items():
        count = shape[0] * (shape[1] if len(shape) > 1 else 1)
        begin = len(data)
        data += bfloat16(values(rng, name, count))
        header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [begin, len(data)]}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + bytes(data)


def main():
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sample.safetensors")
    out = sys.argv[1] if len(sys.argv) > 1 else beside
    with open(out, "wb") as file:
        file.write(sample())


if __name__ == "__main__":
    main()
