#version 450
#extension GL_EXT_shader_image_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
// Atomics of 64 bits, which read where a descriptor says that the memory is.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Sums { uint64_t sums[]; };
layout(set = 0, binding = 1, r64ui) uniform u64image2DArray image;
layout(set = 0, binding = 2, r64ui) uniform u64imageBuffer texels;
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t v = 0x100000001ul * (i + 1);
    atomicAdd(sums[i % 5], v);
    imageAtomicAdd(image, ivec3(i % 7, i / 7 % 3, i / 21 % 2), v);
    imageAtomicMax(texels, int(i % 3), v);
    imageAtomicAdd(texels, 1000000, v); // outside
}
