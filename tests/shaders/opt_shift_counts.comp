#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

uint fold(uint64_t v)
{
    return uint(v) ^ uint(v >> 32);
}

// The EU looks at five bits of a count, or six where it shifts 64: masks that leave those are no instructions, also where some bits are
// known to be zero. Others are.
void main()
{
    uint i = gl_GlobalInvocationID.x, x = a[i], n = a[i + 128], u = a[gl_WorkGroupID.x];
    int s = int(x);
    uint64_t w = uint64_t(x) << 32 | n;
    r[i] = x << (n & 31u);
    r[i + 128] = x >> ((n * 8u) & 31u);
    r[i + 256] = uint(s >> (n & 63u & 0xffffffdfu));
    r[i + 384] = x << ((n << 2) & 28u);
    r[i + 512] = x >> (n & 15u);
    r[i + 640] = x << ((n & 3u) * 8u);
    r[i + 768] = (x >> (u & 31u)) ^ (u << (n & 31u));
    r[i + 896] = fold(w << (n & 63u));
    r[i + 1024] = fold(w >> (n & 31u));
    r[i + 1152] = fold(uint64_t(int64_t(w) >> ((n * 4u) & 63u)));
    r[i + 1280] = (x << (n & 31u)) + (n & 31u);
    r[i + 1408] = x >> (n >> 8 & 255u & 31u);
}
