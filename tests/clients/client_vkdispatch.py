"""vkdispatch (kernels written in Python, made into GLSL at run time): its own FFT and VkFFT's, against numpy."""
import importlib.metadata

import numpy as np
import vkdispatch as vd

rng = np.random.default_rng(3)
worst = 0.0
for shape in [(4, 64), (3, 210), (2, 1024), (5, 13)]:
    data = (rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(np.complex64)
    want = np.fft.fft(data)
    for transform in (vd.fft.fft, vd.vkfft.fft):
        buffer = vd.Buffer(shape, vd.complex64)
        buffer.write(data)
        transform(buffer)
        got = np.asarray(buffer.read(0)).reshape(shape)
        error = float(np.abs(got - want).max() / np.abs(want).max())
        assert error < 1e-5, (shape, transform, error)
        worst = max(worst, error)
version = importlib.metadata.version("vkdispatch")
print(f"vkdispatch {version}: four sizes by its own FFT and by VkFFT, worst relative error {worst:.1e}")
