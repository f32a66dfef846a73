"""numba-vulkan: Python functions through Numba and LLVM's SPIR-V backend, the mathematics of libclc linked in, against numpy and the host."""
import math
import warnings

import numba_vulkan as nv
import numpy as np
from numba import guvectorize, njit, vectorize

warnings.simplefilter("ignore")  # it warns of doubles, which are slow on most devices
rng = np.random.default_rng(0)


@nv.jit
def block_sums(x, out):
    partial = nv.shared.array(256, np.float32)
    t, i = nv.local_id(0), nv.global_id(0)
    partial[t] = x[i] if i < x.shape[0] else np.float32(0)
    nv.barrier()
    step = 128
    while step > 0:
        if t < step:
            partial[t] += partial[t + step]
        nv.barrier()
        step //= 2
    if t == 0:
        nv.atomic.add(out, 0, partial[0])


x, total = rng.standard_normal(5000).astype(np.float32), np.zeros(1, np.float32)
block_sums[20, 256](x, total)
assert abs(total[0] - x.sum()) < 1e-2, (total, x.sum())


def mandelbrot(x, y, w, h, limit):
    c = complex(-2.0 + 3.0 * x / w, -1.2 + 2.4 * y / h)
    z = 0j
    n = 0
    while n < limit and z.real * z.real + z.imag * z.imag <= 4.0:
        z = z * z + c
        n += 1
    return n


escape = njit(mandelbrot)


@nv.jit
def picture(w, h, limit, out):
    x, y = nv.global_id(0), nv.global_id(1)
    if x < w and y < h:
        out[y, x] = escape(x, y, w, h, limit)


out = np.zeros((48, 64), np.int32)
picture.forall((64, 48))(64, 48, 50, out)
want = np.array([[mandelbrot(x, y, 64, 48, 50) for x in range(64)] for y in range(48)])
assert (out != want).mean() < 0.002 and want.std() > 10  # doubles, of which the compiler may contract some

FUNCTIONS = {
    "sin": lambda a: math.sin(a), "cos": lambda a: math.cos(a), "exp": lambda a: math.exp(a), "log": lambda a: math.log(a),
    "sqrt": lambda a: math.sqrt(a), "tanh": lambda a: math.tanh(a), "erf": lambda a: math.erf(a), "lgamma": lambda a: math.lgamma(a),
    "atan": lambda a: math.atan(a), "pow": lambda a: math.pow(a, 1.7),
}
worst = {}
for name, function in FUNCTIONS.items():
    one = njit(function)

    @nv.jit
    def apply(x, y):
        i = nv.global_id(0)
        if i < x.shape[0]:
            y[i] = one(x[i])

    for kind in (np.float32, np.float64):
        x = (np.abs(rng.standard_normal(1000)) * 3 + 0.01).astype(kind)
        y = np.zeros_like(x)
        apply.forall(x.size)(x, y)
        w = np.array([function(float(v)) for v in x])
        error = np.abs((y - w) / np.maximum(np.abs(w), 1)).max() / np.finfo(kind).eps
        assert error < 16, (name, kind, error)
        worst[kind] = max(worst.get(kind, 0), error)


@vectorize(["float32(float32, float32)"], target="vulkan")
def hypotenuse(a, b):
    return math.sqrt(a * a + b * b)


@guvectorize(["void(float32[:], float32[:], float32[:])"], "(n),(n)->()", target="vulkan")
def dot(a, b, out):
    s = np.float32(0)
    for i in range(a.shape[0]):
        s += a[i] * b[i]
    out[0] = s


a, b = rng.standard_normal((30, 40)).astype(np.float32), rng.standard_normal(40).astype(np.float32)
np.testing.assert_allclose(hypotenuse(a, b), np.hypot(a, b), rtol=1e-5)
np.testing.assert_allclose(dot(a, b), a @ b, rtol=1e-4, atol=1e-4)
print(f"numba_vulkan: sums of blocks, a Mandelbrot set, ufuncs, {len(FUNCTIONS)} functions within {worst[np.float32]:.1f} (float32) and "
      f"{worst[np.float64]:.1f} (float64) times the type's epsilon")
