#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    u8vec4 b = unpack8(a[i]);
    r[i] = pack32(b.wzyx);
    r[i + 128u] = pack32(b + u8vec4(1, 2, 3, 4));
    r[i + 256u] = uint(pack16(b.xz)) | uint(pack16(b.yw)) << 16;
    r[i + 384u] = uint(unpack8(uint16_t(a[i] >> 3)).y);
    i8vec4 s = unpack8(int(a[i + 1u]));
    r[i + 512u] = uint(pack32(-s));
    r[i + 640u] = uint(int(s.x) + int(s.y) * int(s.z) + int(s.w));
}
