#!/usr/bin/env python3
"""Write a checkpoint to measure with.

    python3 make_checkpoint.py many OUT COUNT       COUNT tensors of 64 bytes, all zero
    python3 make_checkpoint.py sharded OUT SHARDS COUNT    a folder of shards with COUNT such tensors in all, and their index
    python3 make_checkpoint.py model OUT [DTYPE]    a model of 135 M parameters, BF16 (269 MB) or F32 (538 MB); needs numpy
    python3 make_checkpoint.py flat OUT COUNT BYTES FILL    COUNT tensors of BYTES each in BF16, with values that are
                                                    all zero, uniformly random bits, or normal; needs numpy

The model has the names and shapes of a small llama: 30 layers, width 576, a vocabulary of 49,152. Its values are
bell-shaped, two in a hundred scaled by a wide log-normal, so that every class of a conversion to F16 occurs.
"""
import json
import os
import struct
import sys

HIDDEN, INTERMEDIATE, VOCABULARY, KEY_VALUE, LAYERS = 576, 1536, 49152, 192, 30
PARTS = ["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj", "mlp.gate_proj",
         "mlp.up_proj", "mlp.down_proj", "input_layernorm", "post_attention_layernorm"]


def write_header(file, header):
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    file.write(struct.pack("<Q", len(text)) + text)
    return 8 + len(text)


def many(out, count):
    """Names as a mixture-of-experts model has them, about 110 bytes of header for each tensor."""
    header, size = {"__metadata__": {"format": "pt"}}, 64
    for i in range(count):
        layer, expert, part = i // 1152, i // 9 % 128, PARTS[i % 9]
        name = f"layers.{layer}.experts.{expert}.{part}.weight"
        header[name] = {"dtype": "BF16", "shape": [4, 8], "data_offsets": [i * size, (i + 1) * size]}
    with open(out, "wb") as file:
        begin = write_header(file, header)
        file.truncate(begin + count * size)


def expert_name(i):
    """As large mixtures of experts are called: about 126 bytes of the index for each tensor."""
    layer, expert, part = i // 1536, i // 6 % 256, ("gate_proj", "up_proj", "down_proj")[i % 3]
    kind = ("weight_packed", "weight_scale")[i // 3 % 2]
    return f"language_model.model.layers.{layer}.block_sparse_moe.experts.{expert:03d}.{part}.{kind}"


def sharded(out, shards, count):
    weight_map, size, i = {}, 64, 0
    os.makedirs(out)
    for shard in range(shards):
        name, header, begin = f"model-{shard + 1:05d}-of-{shards:05d}.safetensors", {"__metadata__": {"format": "pt"}}, i
        while i < count * (shard + 1) // shards:
            offset = (i - begin) * size
            header[expert_name(i)] = {"dtype": "BF16", "shape": [4, 8], "data_offsets": [offset, offset + size]}
            weight_map[expert_name(i)] = name
            i += 1
        with open(os.path.join(out, name), "wb") as file:
            file.truncate(write_header(file, header) + (i - begin) * size)
    with open(os.path.join(out, "model.safetensors.index.json"), "w") as file:
        json.dump({"metadata": {"total_size": count * size}, "weight_map": weight_map}, file, indent=2)


def model_shapes():
    shapes = {"model.embed_tokens.weight": [VOCABULARY, HIDDEN], "model.norm.weight": [HIDDEN]}
    sizes = {"self_attn.q_proj": [HIDDEN, HIDDEN], "self_attn.k_proj": [KEY_VALUE, HIDDEN],
             "self_attn.v_proj": [KEY_VALUE, HIDDEN], "self_attn.o_proj": [HIDDEN, HIDDEN],
             "mlp.gate_proj": [INTERMEDIATE, HIDDEN], "mlp.up_proj": [INTERMEDIATE, HIDDEN],
             "mlp.down_proj": [HIDDEN, INTERMEDIATE], "input_layernorm": [HIDDEN],
             "post_attention_layernorm": [HIDDEN]}
    for layer in range(LAYERS):
        for part, shape in sizes.items():
            shapes[f"model.layers.{layer}.{part}.weight"] = shape
    return dict(sorted(shapes.items()))


def model(out, dtype):
    import numpy as np

    rng, width, end = np.random.default_rng(20), {"BF16": 2, "F32": 4}[dtype], 0
    header, shapes = {"__metadata__": {"format": "pt"}}, model_shapes()
    for name, shape in shapes.items():
        begin, end = end, end + int(np.prod(shape)) * width
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}
    with open(out, "wb") as file:
        write_header(file, header)
        for shape in shapes.values():
            values = rng.standard_normal(int(np.prod(shape)), dtype=np.float32) * np.float32(0.1)
            wide = rng.random(values.size, dtype=np.float32) < 0.02
            values[wide] *= np.exp(3 * rng.standard_normal(int(wide.sum()))).astype(np.float32)
            if dtype == "BF16":
                bits = values.view(np.uint32)
                values = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
            file.write(values.tobytes())


def flat(out, count, size, fill):
    import numpy as np

    rng, header = np.random.default_rng(21), {}
    for i in range(count):
        header[f"t.{i}"] = {"dtype": "BF16", "shape": [size // 2], "data_offsets": [i * size, (i + 1) * size]}
    with open(out, "wb") as file:
        write_header(file, header)
        left = count * size // 2
        while left > 0:
            part = min(left, 1 << 22)
            left -= part
            if fill == "normal":
                bits = (rng.standard_normal(part, dtype=np.float32) * np.float32(0.1)).view(np.uint32) >> 16
                file.write(bits.astype(np.uint16).tobytes())
            else:
                file.write(bytes(2 * part) if fill == "zero" else rng.bytes(2 * part))


def main():
    kind, out = sys.argv[1], sys.argv[2]
    if kind == "many":
        many(out, int(sys.argv[3]))
    elif kind == "sharded":
        sharded(out, int(sys.argv[3]), int(sys.argv[4]))
    elif kind == "flat":
        flat(out, int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
    else:
        model(out, sys.argv[3] if len(sys.argv) > 3 else "BF16")


if __name__ == "__main__":
    main()
