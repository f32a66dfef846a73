"""tinygrad by WGSL through Dawn: products of matrices, convolutions, softmax, sorting, halves, and steps of training, against numpy."""
import ctypes
import os
import platform

import numpy as np
import pydawn
from against_numpy import Comparison, softmax

# tinygrad itself takes the first of the libraries that are in the wheel, whatever machine it is for.
os.environ["WEBGPU_PATH"] = os.path.join(os.path.dirname(pydawn.__file__), "lib", f"libwebgpu_dawn_{platform.machine()}.so")
os.environ["DEV"] = "WEBGPU"
os.environ["WEBGPU_BACKEND"] = "WGPUBackendType_Vulkan"
from tinygrad import Tensor, TinyJit  # noqa: E402
from tinygrad.runtime import ops_webgpu  # noqa: E402
from tinygrad.runtime.autogen import webgpu  # noqa: E402

comparison = Comparison("tinygrad", 7)
rng, numbers, check = comparison.rng, comparison.numbers, comparison.check


def adapter_name():
    """Of the adapter that tinygrad gets: noted when it asks."""
    name, ask = [], ops_webgpu.InstanceRequestAdapter

    def noted(*args):
        adapter, info = ask(*args), webgpu.WGPUAdapterInfo()
        webgpu.wgpuAdapterGetInfo(adapter, info)
        name.append(ctypes.string_at(info.device.data, info.device.length).decode())
        return adapter
    ops_webgpu.InstanceRequestAdapter = noted
    Tensor([1.0]).numpy()
    return name[0] if name else "none"


def operations():
    a, b = numbers(70, 130), numbers(130, 45)
    check("product", (Tensor(a) @ Tensor(b)).numpy(), a @ b, 1e-5)
    check("product of halves", (Tensor(a).half() @ Tensor(b).half()).float().numpy(),
          a.astype(np.float16).astype(np.float32) @ b.astype(np.float16).astype(np.float32), 4e-3)
    x, w = numbers(2, 3, 17, 19), numbers(5, 3, 3, 3)
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(2, 3))
    check("convolution", Tensor(x).conv2d(Tensor(w)).numpy(), np.einsum("nchwij,ocij->nohw", windows, w), 1e-5)
    q, k, v = numbers(2, 4, 40, 16), numbers(2, 4, 40, 16), numbers(2, 4, 40, 16)
    check("attention", Tensor(q).scaled_dot_product_attention(Tensor(k), Tensor(v)).numpy(),
          softmax(q @ k.swapaxes(2, 3) / 4) @ v, 1e-5)
    s = numbers(300)
    check("sorting", Tensor(s).sort()[0].numpy(), np.sort(s), 0)
    check("running sums", Tensor(s).cumsum().numpy(), np.cumsum(s, dtype=np.float64), 1e-5)
    i = rng.integers(-2**31, 2**31, 500).astype(np.int32)
    check("integers", ((Tensor(i) ^ 0x5bd1e995) * 31 + (Tensor(i) >> 3)).numpy(),
          ((i ^ 0x5bd1e995).astype(np.int64) * 31 + (i >> 3)).astype(np.int32), 0)
    check("largest place", Tensor(a).argmax(1).numpy(), a.argmax(1), 0)


def training():
    """Twelve steps of a network of two layers, compiled once."""
    x, y = numbers(64, 20), rng.integers(0, 5, 64)
    w = [numbers(20, 32) * 0.2, numbers(32, 5) * 0.2]
    t = [Tensor(k) for k in w]
    inputs, wanted, onehot = Tensor(x), Tensor(y.astype(np.int32)), np.eye(5, dtype=np.float32)[y]

    @TinyJit
    def step():
        loss = ((inputs @ t[0]).relu() @ t[1]).sparse_categorical_crossentropy(wanted)
        for k in t:
            k.grad = None
        loss.backward()
        for k in t:
            k.assign(k.detach() - 0.1 * k.grad)
        return loss.realize(*t)
    for n in range(12):
        got = step().item()
        h = np.maximum(x @ w[0], 0)
        p = softmax(h @ w[1])
        check(f"loss of step {n}", got, -np.log((p * onehot).sum(1)).mean(), 1e-4)
        d = (p - onehot) / 64
        w = [w[0] - 0.1 * x.T @ (d @ w[1].T * (h > 0)), w[1] - 0.1 * h.T @ d]
    check("weights", t[0].numpy(), w[0], 1e-4)


name = adapter_name()
operations()
training()
comparison.finish(name, "operations and twelve steps of training as by numpy")
