"""ncnn's Vulkan backend: one convolution and one inner product, against its CPU path."""
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


def run(vulkan, folder, data):
    net = ncnn.Net()
    net.opt.use_vulkan_compute = vulkan
    net.opt.use_fp16_packed = net.opt.use_fp16_storage = net.opt.use_fp16_arithmetic = False
    assert net.load_param(f"{folder}/net.param") == 0 and net.load_model(f"{folder}/net.bin") == 0
    with net.create_extractor() as ex:
        ex.input("data", ncnn.Mat(data))
        return np.array(ex.extract("out")[1])


assert ncnn.get_gpu_count() > 0, "ncnn sees no Vulkan device"
rng = np.random.default_rng(1)
with tempfile.TemporaryDirectory() as d:
    open(f"{d}/net.param", "w").write(PARAM)
    weights = [np.zeros(1, np.uint32), rng.standard_normal(288).astype(np.float32), rng.standard_normal(8).astype(np.float32),
               np.zeros(1, np.uint32), rng.standard_normal(20480).astype(np.float32), rng.standard_normal(10).astype(np.float32)]
    open(f"{d}/net.bin", "wb").write(b"".join(w.tobytes() for w in weights))
    data = rng.standard_normal((4, 16, 16)).astype(np.float32)
    cpu, gpu = run(False, d, data), run(True, d, data)
err = np.abs(cpu - gpu).max() / np.abs(cpu).max()
print(f"ncnn {ncnn.__version__} on {ncnn.get_gpu_info(0).device_name()}: error {err:.2g}")
assert err < 1e-3, err
ncnn.destroy_gpu_instance()  # the simulated device writes its counts then
os._exit(0)
