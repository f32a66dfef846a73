"""cellcast (burn on CubeCL and wgpu): its StarDist network, with random weights, segments a picture on the device and on burn's CPU backend."""
import struct
import sys
import tempfile

import numpy as np
from cellcast import models

rng = np.random.default_rng(12)


def cbor(value):
    """As much of CBOR as the table of a burnpack file takes."""
    def head(kind, n):
        size = 0 if n < 24 else 1 if n < 256 else 2 if n < 65536 else 4 if n < 1 << 32 else 8
        return bytes([kind << 5 | (n if not size else 23 + size.bit_length())]) + (n.to_bytes(size, "big") if size else b"")
    if isinstance(value, int):
        return head(0, value)
    if isinstance(value, str):
        return head(3, len(value)) + value.encode()
    if isinstance(value, dict):
        return head(5, len(value)) + b"".join(cbor(k) + cbor(v) for k, v in value.items())
    return head(4, len(value)) + b"".join(map(cbor, value))


def burnpack(tensors):
    table, data = {}, b""
    for name, value in sorted(tensors.items()):
        value = np.asarray(value, "<f4")
        data += bytes(-len(data) % 256)
        table[name] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [len(data), len(data) + value.nbytes]}
        data += value.tobytes()
    table = cbor({"tensors": table})
    start = struct.pack("<IHI", 0x4255524E, 1, len(table)) + table
    return start + bytes(-len(start) % 256) + data


def weights():
    """A U-Net of 3 by 3 convolutions: 32 distances at each place, and whether there is something."""
    ways = [(1, 32), (32, 32), (32, 32), (32, 32), (32, 64), (64, 64), (64, 128), (128, 128), (128, 256), (256, 128), (256, 128), (128, 64), (128, 64),
            (64, 32), (64, 32), (32, 32), (32, 128)]
    tensors = {}
    for i, (a, b) in enumerate(ways):
        tensors[f"conv2d{i + 1}.weight"] = rng.standard_normal((b, a, 3, 3)) * (2 / (9 * a)) ** 0.5
        tensors[f"conv2d{i + 1}.bias"] = rng.standard_normal(b) * 0.05
    tensors["conv2d18.weight"] = rng.standard_normal((32, 128, 1, 1)) * 0.05
    tensors["conv2d18.bias"] = 4 + rng.uniform(0, 1, 32)
    tensors["conv2d19.weight"] = rng.standard_normal((1, 128, 1, 1)) * 0.3
    tensors["conv2d19.bias"] = np.zeros(1)
    return tensors


y, x = np.mgrid[:64, :80]
picture = sum(np.exp(-((x - a) ** 2 + (y - b) ** 2) / 18) for a, b in rng.uniform(8, 60, (9, 2))) + rng.uniform(0, 0.1, (64, 80))
with tempfile.NamedTemporaryFile(suffix=".bpk") as file:
    file.write(burnpack(weights()))
    file.flush()
    cpu, gpu = (models.StarDist2D.init_fluo(weights_path=file.name, gpu=on) for on in (False, True))
# (Of those that overlap nearly nothing is left out: which of them stay depends on the host's threads.)
total, wrong = 0, 0
for threshold in (0.45, 0.4, 0.35, 0.3):
    want, got = (np.asarray(m.predict_fluo(picture.astype(np.float32), prob_threshold=threshold, nms_threshold=0.9999)) for m in (cpu, gpu))
    total, wrong = total + int(want.max()), wrong + int((want != got).sum())
print(f"cellcast: {total} outlines of a StarDist network on burn, {wrong} points of the pictures other than with burn's CPU backend")
sys.exit(wrong > 0 or total < 100)
