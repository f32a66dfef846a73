#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// kiln: groups=4,1,1 elems=4096 b0=uint b1=zero
// The low half of a constant of 64 bits that came through a shuffle.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer In { uint v[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t a = subgroupShuffleXor(0x7ffffffffffffff5ul, 4u), b = subgroupShuffleXor(0x8000000012345678ul, 4u);
    r[i * 2u] = uint(a) + v[i];
    r[i * 2u + 1u] = (uint(b) ^ v[i]) + uint(b >> 32u);
}
