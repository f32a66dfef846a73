#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
layout(set = 0, binding = 1) buffer B2 { uint64_t w[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t p = pack64(uvec2(a[i], a[i + 1u]));
    w[i] = p * 3ul + 1ul;
    uvec2 u = unpack32(p ^ (p << 7));
    r[i + 512u] = u.x + u.y;
    double d = packDouble2x32(uvec2(a[i + 2u], (a[i + 3u] & 0x7fffffu) | 0x3f000000u));
    uvec2 e = unpackDouble2x32(d * 2.0);
    r[i + 640u] = e.x;
    r[i + 768u] = e.y;
    w[i + 512u] = uint64_t(doubleBitsToInt64(d));
    r[i + 896u] = uint(int64BitsToDouble(int64_t(p >> 2) | 0x3000000000000000l) > d);
}
