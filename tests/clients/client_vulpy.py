"""VulPy: its arrays, expressions fused into one kernel, reductions (of pairs of floats too), differences, and kernels in Python, against numpy."""
import numpy as np
import vulpy as vp

from against_numpy import Comparison

context = vp.get_default_context()
c = Comparison("vulpy", 4)
a, b, long = c.numbers(37, 111), c.numbers(37, 111), c.numbers(100_003)
positive, unit = np.abs(a) + np.float32(0.1), np.tanh(a)


def check(what, got, want, tolerance=1e-5):
    c.check(what, got.numpy() if hasattr(got, "numpy") else got, want, tolerance)


for name in "negative abs sign square sin cos tanh exp exp2 expm1 floor ceil trunc cbrt".split():
    check(name, getattr(vp, name)(a), getattr(np, name)(a))
for name in "log log2 log1p sqrt reciprocal".split():
    check(name, getattr(vp, name)(positive), getattr(np, name)(positive))
for name, other in (("asin", "arcsin"), ("acos", "arccos"), ("atan", "arctan"), ("sinh", "sinh"), ("cosh", "cosh")):
    check(name, getattr(vp, name)(unit), getattr(np, other)(unit), 3e-4)
for name in "add subtract multiply maximum minimum".split():
    check(name, getattr(vp, name)(a, b), getattr(np, name)(a, b))
check("divide", vp.divide(a, positive), a / positive)
check("power", vp.power(positive, unit), positive**unit)
check("a row to each", vp.add(a, b[:1]), a + b[:1])
check("a column to each", vp.multiply(a, b[:, :1]), a * b[:, :1])


@vp.jit
def mixture(x, y):
    return vp.where(vp.greater(x, 0.25), vp.sin(x) * y + 2.0, vp.exp(-x * x) - y / 3.0)


check("fused", mixture(a, b), np.where(a > 0.25, np.sin(a) * b + 2, np.exp(-a * a) - b / 3))

check("sum", vp.sum(long), long.sum(dtype=np.float64), 1e-4)
check("mean", vp.mean(long), long.mean(dtype=np.float64), 1e-6)
check("max", vp.reduce_max(long), long.max())
check("min", vp.reduce_min(long), long.min())
check("product", vp.prod(1 + long[:500] / 100), np.prod(1 + long[:500].astype(np.float64) / 100), 1e-4)
# (Two floats for a double: no step of it may be contracted.)
wide = long * np.float32(2.0) ** c.rng.integers(-20, 20, len(long)).astype(np.float32)
check("sum of pairs", vp.sum64(wide), wide.sum(dtype=np.float64), 1e-11)

grid = vp.asarray(a)
check("roll", vp.roll(grid, 5, 1), np.roll(a, 5, 1))
check("diff", vp.diff(grid, axis=0), np.diff(a, axis=0))
check("gradient", vp.gradient(grid, axis=1), np.gradient(a, axis=1, edge_order=2))


@vp.kernel(local_size_x=64)
def steps(position: vp.Buffer[vp.vec4], velocity: vp.Buffer[vp.vec4], n: vp.uint32, rounds: vp.uint32, dt: vp.float32):
    i = vp.global_id()
    x = vp.var(position[i].xyz)
    v = vp.var(velocity[i].xyz)
    for step in vp.range(rounds):
        v[:] = v - x * dt
        x[:] = x + v * dt
    position[i] = vp.vec4(x, vp.length(v))


x, v = c.numbers(1000, 4), c.numbers(1000, 4)
px, pv = context.buffer_from_numpy(x), context.buffer_from_numpy(v)
steps(px, pv, dispatch=1000, n=1000, rounds=50, dt=0.01)
wx, wv = x[:, :3].astype(np.float64), v[:, :3].astype(np.float64)
for _ in range(50):
    wv = wv - wx * np.float32(0.01)
    wx = wx + wv * np.float32(0.01)
check("a kernel", px.download(np.float32, (1000, 4)), np.c_[wx, np.linalg.norm(wv, axis=1)])
c.finish(context.device_name, f"{vp.__version__}: what it computes as by numpy")
