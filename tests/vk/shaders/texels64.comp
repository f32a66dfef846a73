#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_image_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_image_load_formatted : require
// Texel buffers of 64-bit integers: atomics in which many invocations meet, outside of the buffer as well, and loads
// and stores whose format the shader does not name; the same of an image.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, r64ui) uniform u64imageBuffer a;
layout(set = 0, binding = 1, r64i) uniform i64imageBuffer b;
layout(set = 0, binding = 2) uniform u64imageBuffer c;
layout(set = 0, binding = 3) uniform u64image2D d;
layout(set = 0, binding = 4, std430) buffer Out { uint64_t o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    int n = imageSize(a), m = imageSize(b);
    imageAtomicAdd(a, int(i) % n, 0x100000001ul + uint64_t(i));
    imageAtomicMin(b, int(i) % m, -(int64_t(i) << 33));
    uint64_t none = imageAtomicAdd(a, n, 1ul) | imageAtomicExchange(a, -1, 1ul);
    imageStore(a, n, u64vec4(77));
    if (none != 0ul || imageLoad(a, n).x != 0ul)
        o[0] = 1ul;
    if (i < 64u) {
        imageStore(c, int(i), imageLoad(c, int(i)) * 3ul + 1ul);
        ivec2 at = ivec2(int(i) % 8, int(i) / 8);
        imageStore(d, at, u64vec4(imageLoad(d, at).x + (uint64_t(i) << 40)));
    }
    if (i == 0u) {
        o[1] = uint64_t(n);
        o[2] = uint64_t(m);
    }
}
