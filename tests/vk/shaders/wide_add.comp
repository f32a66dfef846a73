#version 450
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// Its buffer is reached by a handle, as those of all 64-bit atomics. It has a loop, so that the driver cuts dispatches
// of a few thousand groups.
layout(local_size_x = 16) in;
layout(set = 0, binding = 0, std430) buffer Sum { uint64_t sum; uint more; };
void main()
{
    uint n = 0;
    do
        atomicAdd(sum, uint64_t(gl_LocalInvocationIndex) << 32 | 1ul);
    while (n++ < more);
}
