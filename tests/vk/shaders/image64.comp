#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_image_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
// Atomics on texels of 64 bits, of which many invocations meet in each, and outside of the images.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, r64ui) uniform u64image2DArray a;
layout(set = 0, binding = 1, r64i) uniform i64image3D b;
layout(set = 0, binding = 2, r64ui) uniform u64image1D c;
layout(set = 0, binding = 3, std430) buffer Out { uint64_t o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    ivec3 n = imageSize(a), m = imageSize(b);
    ivec3 p = ivec3(int(i) % n.x, int(i) / n.x % n.y, int(i) / (n.x * n.y) % n.z);
    imageAtomicAdd(a, p, 0x100000001ul + uint64_t(i));
    ivec3 q = ivec3(int(i) % m.x, int(i) / m.x % m.y, int(i) / (m.x * m.y) % m.z);
    int64_t v = int64_t(int(i * 2654435761u)) * 0x10001l;
    imageAtomicMax(b, q, v);
    int at = int(i % 8u);
    imageAtomicXor(c, at, uint64_t(i) << 30);
    imageAtomicOr(c, 8 + at, 1ul << (i % 64u));
    imageAtomicAnd(c, 16 + at, ~(1ul << (i % 64u)));
    imageAtomicMin(c, 24 + at, 0xffffffff00000000ul - uint64_t(i) * 0x12345678ul);
    // One of all gets to write each: the others see its number.
    if (imageAtomicCompSwap(c, 32 + at, 0ul, uint64_t(i) + 0x500000000ul) == 0ul)
        o[8 + at] = uint64_t(i) + 0x500000000ul;
    imageAtomicExchange(c, 40 + at, 0x700000000ul + uint64_t(at));
    // Outside: nothing is written, and zero is read.
    uint64_t none = imageAtomicAdd(a, ivec3(n.x, 0, 0), 1ul) | imageAtomicAdd(a, ivec3(0, n.y, 0), 1ul) |
                    imageAtomicAdd(a, ivec3(0, 0, n.z), 1ul) | imageAtomicAdd(a, ivec3(-1, 0, 0), 1ul);
    if (none != 0ul)
        o[0] = none;
    barrier();
    if (i == 0u) { // plain accesses, too
        imageStore(c, 48, u64vec4(0x123456789abcdef0ul));
        o[1] = imageLoad(c, 48).x + imageAtomicAdd(c, 48, 5ul);
        o[2] = imageLoad(c, 48).x;
        o[3] = imageLoad(c, 48).w;
    }
}
