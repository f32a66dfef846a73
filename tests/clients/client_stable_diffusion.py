"""stable-diffusion.cpp's ESRGAN on its Vulkan backend (cyllama-vulkan ships it built), with random weights, by products of matrices and by
direct convolutions, against its own way on the CPU. Its diffusion models have sizes that are fixed: hundreds of millions of weights."""
import json
import struct
import tempfile

import numpy as np
from cyllama.sd import stable_diffusion as sd

FEATURES, GROW, BLOCKS = 64, 32, 2
rng = np.random.default_rng(11)


def write_model(path):
    """safetensors: a header in JSON, then the bytes."""
    header, data = {}, b""

    def convolution(name, inputs, outputs, gain=1.0):
        nonlocal data
        scale = gain * (2 / (9 * inputs)) ** 0.5
        for part, shape, scale in (("weight", (outputs, inputs, 3, 3), scale), ("bias", outputs, 0.02)):
            values = (rng.standard_normal(shape) * scale).astype(np.float32)
            header[f"{name}.{part}"] = {"dtype": "F32", "shape": values.shape, "data_offsets": [len(data), len(data) + values.nbytes]}
            data += values.tobytes()

    convolution("conv_first", 3, FEATURES)
    for block in range(BLOCKS):
        for dense in (1, 2, 3):
            for i in range(5):
                convolution(f"body.{block}.rdb{dense}.conv{i + 1}", FEATURES + i * GROW, GROW if i < 4 else FEATURES)
    for name in ("conv_body", "conv_up1", "conv_up2", "conv_hr"):
        convolution(name, FEATURES, FEATURES)
    convolution("conv_last", FEATURES, 3, 1.5)
    text = json.dumps(header).encode()
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + data)


def psnr(made, like):
    return 10 * np.log10(255**2 / ((made - like) ** 2).mean())


sd.ggml_backend_load_all()
y, x = np.mgrid[0:32, 0:32]
picture = np.stack([(np.sin(x / 5) + 1) * 127, (np.cos(y / 7) + 1) * 127, (x + y) * 4], -1).astype(np.uint8)
with tempfile.TemporaryDirectory() as d:
    write_model(f"{d}/esrgan.safetensors")
    cpu, *vulkan = (sd.Upscaler(f"{d}/esrgan.safetensors", n_threads=2, direct=direct, backend=backend).upscale(sd.SDImage.from_numpy(picture))
                    for backend, direct in (("CPU", False), ("Vulkan0", False), ("Vulkan0", True)))
    want = cpu.to_numpy().astype(float)
    close = [psnr(image.to_numpy(), want) for image in vulkan]
assert want.shape == (128, 128, 3) and want.std() > 20 and min(close) > 40, (want.std(), close)
print("stable_diffusion: ESRGAN's picture as on the CPU, %.1f dB by products, %.1f dB by direct convolutions" % tuple(close))
