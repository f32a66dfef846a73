"""Halide's Vulkan target: pipelines of every element type, with shared memory, scans and reductions, against the same ones on the host."""
import importlib.metadata

import halide as hl
import numpy as np

HOST = hl.Target("host")
GPU = hl.Target("host-vulkan-vk_v13-vk_int8-vk_int16-vk_int64-vk_float16-vk_float64")
x, y, i, j, block, thread = (hl.Var(n) for n in "x y i j block thread".split())
rng = np.random.default_rng(3)


def blur(data, gpu):
    """Two passes; the first lives in the shared memory of the second's groups."""
    source = hl.BoundaryConditions.repeat_edge(hl.Buffer(data))
    across, down = hl.Func("across"), hl.Func("down")
    across[x, y] = source[x - 1, y] + 2 * source[x, y] + source[x + 1, y]
    down[x, y] = across[x, y - 1] - across[x, y + 1]
    if gpu:
        down.gpu_tile(x, y, i, j, 16, 8)
        across.compute_at(down, x).gpu_threads(x, y)
    return down.realize([data.shape[1], data.shape[0]], GPU if gpu else HOST)


def product(data, gpu):
    """A tile of the product is kept in registers and updated along the inner dimension."""
    size = data.shape[0]
    a, b = hl.Buffer(data), hl.Buffer(np.ascontiguousarray(data.T))
    k = hl.RDom([(0, size)])
    result, out = hl.Func("result"), hl.Func("out")
    result[x, y] = hl.cast(hl.Buffer(data).type(), 0)
    result[x, y] += a[k, y] * b[x, k]
    out[x, y] = result[x, y]
    if gpu:
        out.gpu_tile(x, y, i, j, 8, 8)
        result.compute_at(out, i)
    return out.realize([size, size], GPU if gpu else HOST)


def prefix(data, gpu):
    """A scan of each row, which is serial inside an invocation, and the largest element's place."""
    size = data.shape[1]
    r = hl.RDom([(1, size - 1)])
    scan, best, out = hl.Func("scan"), hl.Func("best"), hl.Func("out")
    source = hl.Buffer(data)
    scan[x, y] = source[x, y]
    scan[r, y] = scan[r - 1, y] + source[r, y]
    all_of_row = hl.RDom([(0, size)])
    place = hl.argmax(source[all_of_row, y])
    best[y] = place[0]
    out[x, y] = scan[x, y] + hl.cast(source.type(), best[y] & 7)
    if gpu:
        scan.compute_root().gpu_tile(y, block, thread, 8)
        scan.update(0).gpu_tile(y, block, thread, 8)
        best.compute_root().gpu_tile(y, block, thread, 8)
        out.gpu_tile(x, y, i, j, 16, 4)
    return out.realize([size, data.shape[0]], GPU if gpu else HOST)


def histogram(data, gpu):
    """An invocation for each counter (Halide has no atomics on Vulkan); bytes that are compared and summed as words."""
    source = hl.Buffer(data)
    counts = hl.Func("counts")
    r = hl.RDom([(0, data.shape[1]), (0, data.shape[0])])
    counts[x] = hl.cast(hl.UInt(16), 0)
    counts[x] += hl.cast(hl.UInt(16), source[r.x, r.y] == x)
    if gpu:
        counts.compute_root().gpu_tile(x, i, 32)
        counts.update(0).gpu_tile(x, i, 32)
    return counts.realize([64], GPU if gpu else HOST)


def run(pipeline, data):
    expected, got = pipeline(data, False), pipeline(data, True)
    got.copy_to_host()
    return np.array(got), np.array(expected)


worst = 0.0
for name in "int8 uint8 int16 uint16 int32 uint32 int64 float16 float32 float64".split():
    kind = np.dtype(name)
    for pipeline, shape in ((blur, (45, 70)), (product, (40, 40)), (prefix, (24, 67))):
        floats = kind.kind == "f"
        values = rng.random(shape) - 0.5 if floats else rng.integers(0, 100, shape)
        got, expected = run(pipeline, values.astype(kind))
        assert got.dtype == kind and got.shape == expected.shape
        if not floats:
            assert np.array_equal(got, expected), (pipeline.__name__, name)
            continue
        error = float(np.max(np.abs(got.astype(np.float64) - expected.astype(np.float64)))) / (float(np.max(np.abs(expected))) + 1)
        assert error <= 64 * float(np.finfo(kind).eps), (pipeline.__name__, name, error)
        worst = max(worst, error / float(np.finfo(kind).eps))
got, expected = run(histogram, rng.integers(0, 64, (48, 64)).astype(np.uint8))
assert np.array_equal(got, expected) and int(got.sum()) == 48 * 64
version = importlib.metadata.version("halide")
print(f"halide {version}: 31 pipelines of ten types; worst error {worst:.1f} times the type's epsilon")
