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
    u16vec2 h = unpack16(a[i]);
    r[i] = pack32(h.yx);
    r[i + 128u] = pack32(h * h + u16vec2(1us, 2us));
    w[i + 128u] = pack64(u16vec4(h, unpack16(a[i + 1u])).wxzy);
    u16vec4 q = unpack16(uint64_t(a[i]) << 20 | uint64_t(a[i + 1u]));
    r[i + 512u] = pack32(q.xw) ^ pack32(q.zy);
    i16vec2 s = unpack16(int(a[i + 2u]));
    r[i + 640u] = uint(int(s.x) * int(s.y));
    r[i + 768u] = uint(pack32(abs(s)));
}
