"""ncnn's Vulkan backend: one convolution and one inner product, in floats; and, in halves, two that are wide enough for cooperative matrices.
Both against its CPU path in floats."""
import os
import tempfile

import ncnn
import numpy as np

PARAM = """7767517
4 4
Input data 0 1 data 0=16 1=16 2=4
Convolution conv 1 1 data conv 0=8 1=3 4=1 5=1 6=288
ReLU relu 1 1 conv relu
InnerProduct fc 1 1 relu out 0=10 1=1 2=20480
"""
WIDE = """7767517
3 3
Input data 0 1 data 0=28 1=28 2=64
Convolution conv 1 1 data conv 0=64 1=3 4=1 5=1 6=36864
Convolution conv1 1 1 conv out 0=128 1=1 5=1 6=8192
"""


def run(vulkan, folder, data, halves=False):
    net = ncnn.Net()
    net.opt.use_vulkan_compute = vulkan
    net.opt.use_fp16_packed = net.opt.use_fp16_storage = halves
    net.opt.use_fp16_arithmetic = False
    assert net.load_param(f"{folder}/net.param") == 0 and net.load_model(f"{folder}/net.bin") == 0
    with net.create_extractor() as ex:
        ex.input("data", ncnn.Mat(data))
        return np.array(ex.extract("out")[1])


def compare(param, weights, shape, halves):
    """The largest error; weights: sizes, each with a scale, a layer's matrix before its biases."""
    rng = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as d:
        open(f"{d}/net.param", "w").write(param)
        with open(f"{d}/net.bin", "wb") as f:
            for i, (size, scale) in enumerate(weights):
                f.write((b"" if i % 2 else bytes(4)) + (rng.standard_normal(size) * scale).astype(np.float32).tobytes())
        data = rng.standard_normal(shape).astype(np.float32)
        cpu, gpu = run(False, d, data), run(True, d, data, halves)
    return np.abs(cpu - gpu).max() / np.abs(cpu).max()


assert ncnn.get_gpu_count() > 0, "ncnn sees no Vulkan device"
err = compare(PARAM, [(288, 1), (8, 1), (20480, 1), (10, 1)], (4, 16, 16), False)
half = compare(WIDE, [(36864, 1 / 24), (64, 0.1), (8192, 1 / 8), (128, 0.1)], (64, 28, 28), True)
print(f"ncnn {ncnn.__version__} on {ncnn.get_gpu_info(0).device_name()}: errors {err:.2g}, {half:.2g} in halves")
assert err < 1e-3 and half < 1e-2, (err, half)
ncnn.destroy_gpu_instance()  # the simulated device writes its counts then
os._exit(0)
