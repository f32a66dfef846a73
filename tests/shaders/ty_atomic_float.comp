#version 450
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
// kiln: groups=1,1,1 elems=256 b0=zero b1=zero expect=1:1 alone not=Intel,anv25
// Not on ANV: Mesa has float atomic addition on later generations only, and none on doubles.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer B0 { float sum, low, high, last, each[16]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
shared float s_sum, s_low, s_high, s_last;

// Checks itself: sums of small whole numbers are exact in any order.
void main()
{
    uint l = gl_LocalInvocationIndex;
    if (l == 0u) {
        sum = s_sum = 0.0;
        low = s_low = 1000.0;
        high = s_high = -1000.0;
        last = s_last = -1.0;
    }
    if (l < 16u)
        each[l] = 0.5;
    memoryBarrier();
    barrier();
    float v = float(l) - 20.0;
    float before = atomicAdd(sum, v);
    atomicAdd(s_sum, v * 2.0);
    atomicMin(low, v);
    atomicMax(high, v);
    atomicMin(s_low, v * 2.0);
    atomicMax(s_high, v * 2.0);
    float old = atomicExchange(last, v), s_old = atomicExchange(s_last, v);
    atomicAdd(each[l & 15u], 1.0);
    memoryBarrier();
    barrier();
    bool ok = sum == 736.0 && low == -20.0 && high == 43.0 && last >= -20.0 && last <= 43.0;
    ok = ok && s_sum == 1472.0 && s_low == -40.0 && s_high == 86.0 && fract(s_last) == 0.0;
    ok = ok && fract(before) == 0.0 && old >= -20.0 && s_old <= 43.0 && each[l & 15u] == 4.5;
    for (uint k = 0u; k < 4u; k++)
        r[l + 64u * k] = ok ? 1u : 0u;
}
