"""grilly: some of its shaders for neural networks, against numpy. Sizes are whole tiles of 16: in others some invocations of its
products never come to the barrier. Its attention scores and Fourier transforms are left out: they are wrong on lavapipe, too."""
import numpy as np
from against_numpy import Comparison, softmax
from grilly.backend.compute import VulkanCompute

comparison = Comparison("grilly", 11)
numbers, check = comparison.numbers, comparison.check


def layers(b):
    x, w, bias = numbers(9, 70), numbers(33, 70), numbers(33)
    check("linear", b.fnn.linear(x, w, bias), x @ w.T + bias)
    check("relu", b.fnn.activation_relu(x), np.maximum(x, 0))
    check("silu", b.fnn.activation_silu(x), x / (1 + np.exp(-x)))
    check("gelu", b.fnn.activation_gelu(x), x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))), 1e-3)
    check("softmax", b.fnn.activation_softmax(x), softmax(x))
    scale, shift = numbers(70), numbers(70)
    normal = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
    check("layernorm", b.fnn.layernorm(x, scale, shift), normal * scale + shift, 1e-3)


def images(b):
    x, w, bias = numbers(2, 3, 16, 16), numbers(16, 3, 3, 3), numbers(16)
    wide = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(wide, (3, 3), axis=(2, 3))
    check("convolution", b.conv.conv2d(x, w, bias, padding=(1, 1)), np.einsum("nchwij,ocij->nohw", windows, w) + bias[None, :, None, None])
    blocks = x.reshape(2, 3, 8, 2, 8, 2)
    most = b.pooling.maxpool2d(x, 2)
    check("maximum", most[0] if isinstance(most, tuple) else most, blocks.max((3, 5)))
    check("mean", b.pooling.avgpool2d(x, 2), blocks.mean((3, 5)))


def spectra(b):
    real, imaginary = numbers(256), numbers(256)
    check("power", b.fft.fft_power_spectrum(real, imaginary).reshape(-1), real**2 + imaginary**2)
    check("magnitude", b.fft.fft_magnitude(real, imaginary).reshape(-1), np.hypot(real, imaginary))


b = VulkanCompute()
for group in (layers, images, spectra):
    group(b)
name = b.core.device_properties.deviceName
comparison.finish(name if isinstance(name, str) else name.decode(), "layers, convolutions, pooling and spectra as by numpy")
