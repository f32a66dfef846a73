#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_atomic_float : require
// kiln: groups=1,1,1 elems=256 b0=zero b1=zero expect=1:1 alone not=Intel,anv25,kiln-gen8
// Not on ANV: Mesa has float atomic addition on later generations only, and none on doubles.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer B0 { double sum, last, each[16]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint l = gl_LocalInvocationIndex;
    if (l == 0u)
        sum = last = 0.0LF;
    if (l < 16u)
        each[l] = 0.5LF;
    memoryBarrier();
    barrier();
    double v = double(l) * 1e9LF - 2e10LF;
    double before = atomicAdd(sum, v), old = atomicExchange(last, v);
    atomicAdd(each[l & 15u], 1e12LF);
    memoryBarrier();
    barrier();
    bool ok = sum == 736e9LF && fract(before / 1e9LF) == 0.0LF && each[l & 15u] == 4e12LF + 0.5LF;
    ok = ok && old <= 43e9LF && last <= 43e9LF;
    for (uint k = 0u; k < 4u; k++)
        r[l + 64u * k] = ok ? 1u : 0u;
}
