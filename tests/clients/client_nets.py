"""ncnn's Vulkan backend: networks of the shapes of MobileNet, SqueezeNet and ResNet with random weights, in floats and in halves, against its CPU path."""
import os
import tempfile

import ncnn
import numpy as np


class Net:
    """ncnn's text of a network, and the bytes of its weights."""

    def __init__(self, seed):
        self.rng, self.lines, self.blobs, self.weights = np.random.default_rng(seed), [], 0, b""

    def layer(self, kind, inputs, outputs=1, **numbers):
        names = [f"b{self.blobs + i}" for i in range(outputs)]
        self.blobs += outputs
        text = " ".join(f"{k[1:]}={v}" for k, v in numbers.items())
        self.lines.append(f"{kind} l{len(self.lines)} {len(inputs)} {outputs} {' '.join(inputs + names)} {text}")
        return names if outputs > 1 else names[0]

    def filter(self, count, fan, bias):
        values = self.rng.standard_normal(count) * np.sqrt(2 / fan)
        self.weights += np.zeros(1, np.uint32).tobytes() + values.astype(np.float32).tobytes() + np.zeros(bias, np.float32).tobytes()

    def convolution(self, x, inputs, outputs, kernel, stride=1, relu=True):
        count = inputs * outputs * kernel * kernel
        y = self.layer("Convolution", [x], _0=outputs, _1=kernel, _3=stride, _4=kernel // 2, _5=1, _6=count, _9=int(relu))
        self.filter(count, inputs * kernel * kernel, outputs)
        return y

    def depthwise(self, x, channels, stride=1):
        y = self.layer("ConvolutionDepthWise", [x], _0=channels, _1=3, _3=stride, _4=1, _5=1, _6=channels * 9, _7=channels, _9=1)
        self.filter(channels * 9, 9, channels)
        return y

    def end(self, x, channels, classes):
        x = self.layer("Pooling", [x], _0=1, _4=1)
        x = self.layer("InnerProduct", [x], _0=classes, _1=1, _2=channels * classes)
        self.filter(channels * classes, channels, classes)
        return self.layer("Softmax", [x], _0=0)

    def write(self, folder):
        with open(f"{folder}/net.param", "w") as f:
            f.write("7767517\n%d %d\n%s\n" % (len(self.lines), self.blobs, "\n".join(self.lines)))
        with open(f"{folder}/net.bin", "wb") as f:
            f.write(self.weights)


def mobilenet(n):
    x = n.convolution(n.layer("Input", [], _0=64, _1=64, _2=3), 3, 16, 3, 2)
    for a, b, stride in ((16, 32, 1), (32, 64, 2), (64, 64, 1), (64, 128, 2)):
        x = n.convolution(n.depthwise(x, a, stride), a, b, 1)
    return n.end(x, 128, 20)


def squeezenet(n):
    x = n.convolution(n.layer("Input", [], _0=64, _1=64, _2=3), 3, 32, 3, 2)
    inputs = 32
    for squeeze, expand in ((8, 32), (16, 48)):
        x = n.layer("Pooling", [x], _0=0, _1=3, _2=2)
        a, b = n.layer("Split", [n.convolution(x, inputs, squeeze, 1)], 2)
        x = n.layer("Concat", [n.convolution(a, squeeze, expand, 1), n.convolution(b, squeeze, expand, 3)], _0=0)
        inputs = 2 * expand
    return n.end(x, inputs, 20)


def resnet(n):
    x = n.convolution(n.layer("Input", [], _0=48, _1=48, _2=3), 3, 32, 7, 2)
    for _ in range(3):
        a, b = n.layer("Split", [x], 2)
        a = n.convolution(n.convolution(a, 32, 32, 3), 32, 32, 3, relu=False)
        x = n.layer("ReLU", [n.layer("BinaryOp", [a, b], _0=0)])
    return n.end(x, 32, 20)


def run(folder, out, data, vulkan, halves):
    net = ncnn.Net()
    net.opt.use_vulkan_compute = vulkan
    net.opt.use_fp16_packed = net.opt.use_fp16_storage = net.opt.use_fp16_arithmetic = halves
    net.opt.use_bf16_storage = False
    assert net.load_param(f"{folder}/net.param") == 0 and net.load_model(f"{folder}/net.bin") == 0
    with net.create_extractor() as ex:
        ex.input("b0", ncnn.Mat(data))
        return np.array(ex.extract(out)[1])


assert ncnn.get_gpu_count() > 0, "ncnn sees no Vulkan device"
worst = {}
for seed, make in enumerate((mobilenet, squeezenet, resnet)):
    n = Net(seed)
    out = make(n)
    size = 48 if make is resnet else 64
    data = n.rng.standard_normal((3, size, size)).astype(np.float32)
    with tempfile.TemporaryDirectory() as d:
        n.write(d)
        cpu = run(d, out, data, False, False)
        assert abs(cpu.sum() - 1) < 1e-4 and cpu.std() > 1e-4, cpu
        for halves, tolerance in ((False, 1e-4), (True, 2e-2)):
            error = np.abs(run(d, out, data, True, halves) - cpu).max() / cpu.max()
            worst[halves] = max(worst.get(halves, 0), error)
            assert error < tolerance, (make.__name__, halves, error)
print(f"nets: three networks on {ncnn.get_gpu_info(0).device_name()}: errors {worst[False]:.2g} in floats, {worst[True]:.2g} in halves")
ncnn.destroy_gpu_instance()  # the simulated device writes its counts then
os._exit(0)
