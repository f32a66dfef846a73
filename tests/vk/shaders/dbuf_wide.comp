#version 450
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_nonuniform_qualifier : require
// 64-bit atomics, which look into descriptors for addresses; and pushed descriptors behind a handle.
layout(local_size_x = 16) in;
layout(set = 0, binding = 0, std430) buffer Sum { uint64_t sum; } sums[2];
layout(set = 1, binding = 0, std430) buffer Pushed { uint v[]; } pushed[20];
void main()
{
    uint i = gl_LocalInvocationIndex;
    atomicAdd(sums[1].sum, uint64_t(i) << 32 | 1ul);
    pushed[nonuniformEXT(i)].v[0] = i + 1;
}
