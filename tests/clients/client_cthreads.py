"""cthreads: functions of Python that it compiles to GLSL, against the same functions run by Python."""
from cthreads import gpu as device
from cthreads.gpu import GlobalIdx, Gpu, gpu

from against_numpy import Comparison

c = Comparison("cthreads", 15)
# (As many invocations as the n of a function says.)


@Gpu
def mandelbrot(n: int, width: int, rounds: list[int]) -> None:
    i: int = GlobalIdx.x
    if i >= n:
        return
    x0: float = (i % width) * 3.0 / width - 2.1
    y0: float = (i // width) * 2.0 / width - 0.7
    x: float = 0.0
    y: float = 0.0
    k: int = 0
    while k < 80 and x * x + y * y < 4.0:
        t: float = x * x - y * y + x0
        y = 2.0 * x * y + y0
        x = t
        k = k + 1
    rounds[i] = k


@Gpu
def product(n: int, width: int, inner: int, a: list[float], b: list[float], sums: list[float]) -> None:
    i: int = GlobalIdx.x
    if i >= n:
        return
    s: float = 0.0
    for k in range(inner):
        s = s + a[(i // width) * inner + k] * b[k * width + i % width]
    sums[i] = s


@Gpu
def hashes(n: int, rounds: int, x: list[int]) -> None:
    i: int = GlobalIdx.x
    if i >= n:
        return
    v: int = x[i]
    for k in range(rounds):
        if v % 2 == 0:
            v = v // 2
        else:
            v = (3 * v + 1) % 1000003
    x[i] = v


class At:
    x = 0


def by_python(kernel, count, *arguments):
    """The same function, with its own place for each invocation."""
    function = type(kernel)(kernel.__code__, dict(kernel.__globals__, GlobalIdx=At))
    for i in range(count):
        At.x = i
        function(*arguments)


def both(kernel, count, *arguments):
    """What is in the last list after a run on the device, and after one by Python."""
    got, want = list(arguments[-1]), list(arguments[-1])
    gpu(kernel, *arguments[:-1], got).join()
    by_python(kernel, count, *arguments[:-1], want)
    return got, want


got, want = both(mandelbrot, 96 * 64, 96 * 64, 96, [0] * (96 * 64))
# (Python has doubles: at the edge a round more or less.)
c.check("mandelbrot", sum(g != w for g, w in zip(got, want)) < 60 and max(want) == 80, True)
c.check("product", *both(product, 400, 400, 20, 37, c.numbers(20 * 37).tolist(), c.numbers(37 * 20).tolist(), [0.0] * 400), 1e-5)
c.check("hashes", *both(hashes, 1000, 1000, 200, c.rng.integers(0, 1 << 20, 1000).tolist()), 0)
c.finish(device.device_name(), "functions as by Python")
