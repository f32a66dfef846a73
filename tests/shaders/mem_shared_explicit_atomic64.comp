#version 450
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// kiln: env=spirv1.4 groups=16,1,1 b0=uint b1=zero elems=1024 alone expect=1:1 not=Intel,anv25,kiln-gen8
// 64-bit atomics on blocks of shared memory, which another, larger block shows too: it is used first behind the atomics
layout(local_size_x = 64) in;
shared A { uint64_t a[64]; uint64_t total; };
shared B { uvec2 b[65]; uint behind[67]; };
layout(set = 0, binding = 0, std430) readonly buffer In { uint v[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint r[]; };
uint64_t value(uint i)
{
    uint g = gl_WorkGroupID.x * 7u + i;
    return packUint2x32(uvec2(v[(g * 2u) & 1023u], v[(g * 2u + 1u) & 1023u]));
}
void main()
{
    uint i = gl_LocalInvocationID.x;
    a[i] = value(i);
    if (i == 0u)
        total = 0ul;
    barrier();
    uint64_t before = atomicAdd(a[63u - i], value(i) << 1);
    atomicAdd(total, value(i));
    behind[i] = i * 0x01010101u;
    barrier();
    uint64_t sum = 0ul;
    for (uint k = 0u; k < 64u; k++)
        sum += value(k);
    bool ok = before == value(63u - i) && packUint2x32(b[i]) == value(i) + (value(63u - i) << 1);
    ok = ok && packUint2x32(b[64]) == sum && behind[63u - i] == (63u - i) * 0x01010101u;
    r[gl_WorkGroupID.x * 64u + i] = ok ? 1u : 2u;
}
