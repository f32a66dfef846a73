"""taichi's Vulkan backend: a Julia-set kernel and a reduction, against numpy.

It asks for the index of a graphics queue family without looking whether there is one, and crashes: KILN_GRAPHICS=claim.
"""
import numpy as np
import taichi as ti

ti.init(arch=ti.vulkan, offline_cache=False, enable_fallback=False)

N = 128
pixels = ti.field(ti.i32, shape=(N, N))
total = ti.field(ti.i32, shape=())


@ti.kernel
def julia():
    for i, j in pixels:
        x, y, n = i / N * 3.0 - 1.5, j / N * 3.0 - 1.5, 0
        while x * x + y * y < 4.0 and n < 50:
            x, y = x * x - y * y - 0.8, 2.0 * x * y + 0.156
            n += 1
        pixels[i, j] = n
        total[None] += n


julia()
got = pixels.to_numpy()
x, y = np.meshgrid(np.arange(N) / N * 3.0 - 1.5, np.arange(N) / N * 3.0 - 1.5, indexing="ij")
x, y, want = x.astype(np.float32), y.astype(np.float32), np.zeros((N, N), int)
for _ in range(50):
    live = x * x + y * y < 4.0
    x, y = np.where(live, x * x - y * y - np.float32(0.8), x), np.where(live, np.float32(2) * x * y + np.float32(0.156), y)
    want += live
assert total[None] == got.sum(), (total[None], got.sum())
differ = (got != want).mean()  # rounding of a fused multiply-add moves a few pixels at the set's edge
assert differ < 0.02, differ
print(f"taichi {'.'.join(map(str, ti.__version__))}: {N}x{N} Julia set, {100 * differ:.2f} % of pixels differ from numpy")
