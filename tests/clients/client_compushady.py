"""compushady: kernels in HLSL (its wheel brings DXC), over buffers, typed buffers and textures, against numpy."""
import struct

import compushady
import numpy as np
from compushady import formats
from compushady.shaders import hlsl

rng = np.random.default_rng(19)


def resource(data, stride=0, fmt=0):
    """What a kernel reads or writes, with data in it."""
    upload = compushady.Buffer(data.nbytes, compushady.HEAP_UPLOAD)
    upload.upload(data.tobytes())
    made = compushady.Buffer(data.nbytes, stride=stride, format=fmt)
    upload.copy_to(made)
    return made


def texture(data, fmt):
    upload = compushady.Buffer(data.nbytes, compushady.HEAP_UPLOAD)
    made = compushady.Texture2D(data.shape[1], data.shape[0], fmt)
    assert made.row_pitch * data.shape[0] == data.nbytes, made.row_pitch
    upload.upload(data.tobytes())
    upload.copy_to(made)
    return made


def back(made, dtype, shape):
    read = compushady.Buffer(made.size, compushady.HEAP_READBACK)
    made.copy_to(read)
    return np.frombuffer(read.readback(), dtype)[:np.prod(shape)].reshape(shape)


def run(source, groups, **bound):
    compushady.Compute(hlsl.compile(source), **bound).dispatch(*groups)


def constants(text, *values):
    data = struct.pack(text, *values)
    made = compushady.Buffer(-(-len(data) // 256) * 256, compushady.HEAP_UPLOAD)
    made.upload(data)
    return made


# A product of matrices in tiles of shared memory
n = 64
a, b = (rng.standard_normal((n, n)).astype(np.float32) for _ in range(2))
c = resource(np.zeros((n, n), np.float32), 4)
run("""
StructuredBuffer<float> a : register(t0); StructuredBuffer<float> b : register(t1); RWStructuredBuffer<float> c : register(u0);
cbuffer C : register(b0) { uint n; float scale; };
groupshared float ta[16][16], tb[16][16];
[numthreads(16, 16, 1)] void main(uint3 g : SV_DispatchThreadID, uint3 l : SV_GroupThreadID) {
    float sum = 0;
    for (uint t = 0; t < n; t += 16) {
        ta[l.y][l.x] = a[g.y * n + t + l.x];
        tb[l.y][l.x] = b[(t + l.y) * n + g.x];
        GroupMemoryBarrierWithGroupSync();
        for (uint k = 0; k < 16; k++) sum = mad(ta[l.y][k], tb[k][l.x], sum);
        GroupMemoryBarrierWithGroupSync();
    }
    c[g.y * n + g.x] = scale * sum;
}""", (n // 16, n // 16, 1), cbv=[constants("If", n, 0.5)], srv=[resource(a, 4), resource(b, 4)], uav=[c])
np.testing.assert_allclose(back(c, np.float32, (n, n)), 0.5 * (a @ b), rtol=1e-4, atol=1e-4)

# A histogram by atomics in shared memory and in bytes addressed by hand
values = rng.integers(0, 256, 20000, dtype=np.uint8)
histogram = resource(np.zeros(256, np.uint32))
run("""
ByteAddressBuffer values : register(t0); RWByteAddressBuffer histogram : register(u0);
groupshared uint count[256];
[numthreads(256, 1, 1)] void main(uint3 g : SV_DispatchThreadID, uint l : SV_GroupIndex) {
    count[l] = 0;
    GroupMemoryBarrierWithGroupSync();
    uint four = g.x < 5000 ? values.Load(4 * g.x) : 0;
    for (uint i = 0; i < 4 && g.x < 5000; i++) InterlockedAdd(count[four >> 8 * i & 255], 1);
    GroupMemoryBarrierWithGroupSync();
    histogram.InterlockedAdd(4 * l, count[l]);
}""", (20, 1, 1), srv=[resource(values)], uav=[histogram])
np.testing.assert_array_equal(back(histogram, np.uint32, 256), np.bincount(values, minlength=256))

# Typed buffers: halves and signed bytes into floats, sums by a tree
halves = rng.standard_normal(4096).astype(np.float16)
signs = rng.integers(-127, 128, 4096, dtype=np.int8)
sums = resource(np.zeros(16, np.float32), fmt=formats.R32_FLOAT)
run("""
Buffer<float> x : register(t0); Buffer<float> y : register(t1); RWBuffer<float> sums : register(u0);
groupshared float part[256];
[numthreads(256, 1, 1)] void main(uint3 g : SV_DispatchThreadID, uint3 group : SV_GroupID, uint l : SV_GroupIndex) {
    part[l] = x[g.x] * y[g.x];
    for (uint half = 128; half > 0; half >>= 1) {
        GroupMemoryBarrierWithGroupSync();
        if (l < half) part[l] += part[l + half];
    }
    if (l == 0) sums[group.x] = part[0];
}""", (16, 1, 1), srv=[resource(halves, fmt=formats.R16_FLOAT), resource(signs, fmt=formats.R8_SNORM)], uav=[sums])
np.testing.assert_allclose(back(sums, np.float32, 16), (halves * (signs / 127)).reshape(16, 256).sum(1), rtol=1e-4, atol=1e-4)

# A picture, sampled between its texels and at its rim, into another format
size = 64
picture = rng.integers(0, 256, (size, size, 4), dtype=np.uint8)
blurred = compushady.Texture2D(size, size, formats.R32G32B32A32_FLOAT)
run("""
Texture2D<float4> picture : register(t0); SamplerState s : register(s0); RWTexture2D<float4> blurred : register(u0);
[numthreads(8, 8, 1)] void main(uint3 g : SV_DispatchThreadID) {
    uint w, h;
    picture.GetDimensions(w, h);
    blurred[g.xy] = picture.SampleLevel(s, float2(g.xy + 1) / float2(w, h), 0);
}""", (size // 8, size // 8, 1), srv=[texture(picture, formats.R8G8B8A8_UNORM)], uav=[blurred],
    samplers=[compushady.Sampler(*[compushady.SAMPLER_ADDRESS_MODE_CLAMP] * 3, *[compushady.SAMPLER_FILTER_LINEAR] * 2)])
p = np.pad(picture / 255, ((0, 1), (0, 1), (0, 0)), "edge")
np.testing.assert_allclose(back(blurred, np.float32, (size, size, 4)), (p[:-1, :-1] + p[1:, :-1] + p[:-1, 1:] + p[1:, 1:]) / 4, atol=1e-3)

# A wave in a box, two textures of three dimensions in turn
box = rng.standard_normal((16, 16, 16)).astype(np.float32)
now, then = (compushady.Texture3D(16, 16, 16, formats.R32_FLOAT) for _ in range(2))
upload = compushady.Buffer(box.nbytes, compushady.HEAP_UPLOAD)
upload.upload(box.tobytes())
upload.copy_to(now)
for step in range(3):
    run("""
    Texture3D<float> now : register(t0); RWTexture3D<float> then : register(u0);
    float at(int3 p) { return now.Load(int4(p & 15, 0)); }
    [numthreads(4, 4, 4)] void main(int3 p : SV_DispatchThreadID) {
        then[p] = (at(p + int3(1, 0, 0)) + at(p - int3(1, 0, 0)) + at(p + int3(0, 1, 0)) + at(p - int3(0, 1, 0)) +
                   at(p + int3(0, 0, 1)) + at(p - int3(0, 0, 1))) / 6;
    }""", (4, 4, 4), srv=[now], uav=[then])
    now, then = then, now
    box = sum(np.roll(box, s, axis) for axis in range(3) for s in (-1, 1)) / 6
np.testing.assert_allclose(back(now, np.float32, (16, 16, 16)), box, atol=1e-5)

print(f"compushady: five kernels in HLSL on {compushady.get_current_device().name}")
