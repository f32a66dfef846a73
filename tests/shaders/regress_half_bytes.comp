#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=4,1,1 elems=1024 b0=uint b1=zero
// Bytes of halves, and halves of bytes: of all lanes, and the same in all. No half is NaN, infinite or denormal, which a
// driver may flush.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

uint parts(float16_t h)
{
    u8vec2 b = unpack8(float16BitsToUint16(h));
    return uint(b.x) * 7u + uint(b.y) * 1031u;
}

float16_t half_of(uint x, uint y)
{
    return uint16BitsToFloat16(pack16(u8vec2(x, (y & 0xbfu) | 4u)));
}

void main()
{
    uint i = gl_GlobalInvocationID.x, x = a[i], u = a[gl_WorkGroupID.x];
    float16_t h = uint16BitsToFloat16(uint16_t((x & 0xbfffu) | 0x400u)), s = uint16BitsToFloat16(uint16_t((u & 0xbfffu) | 0x400u));
    r[i] = parts(h) + parts(-s);
    r[i + 256u] = parts(abs(h)) ^ parts(max(s, h));
    r[i + 512u] = uint(half_of(x, x >> 8) > half_of(u, u >> 8)) + 2u * uint(half_of(x, u) == half_of(u, x));
    r[i + 768u] = uint(float16BitsToUint16(-half_of(x >> 16, x >> 24))) + uint(float16BitsToUint16(abs(half_of(u >> 16, u >> 24))));
}
