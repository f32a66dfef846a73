#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// Remainders of 64 bits that are only compared, and shifts by counts of 32.
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

#define UNSIGNED(d, c) \
    { uint64_t y = x / 16ul / (d) * (d) + x % 4ul; s = s << 3 | uint(x % (d) == (c)) | uint(y % (d) == (c)) << 1 | uint((0ul - y) % (d) != (c)) << 2; }
#define SIGNED(d) \
    { int64_t y = int64_t(x) / 16l / (d) * (d) + int64_t(x % 4ul) - 1l; s = s << 2 | uint(y % (d) == 0l) | uint(-y % (d) != 0l) << 1; }

void main()
{
    uint i = gl_GlobalInvocationID.x, s = 0u, n = a[i + 512] & 63u;
    uint64_t x = uint64_t(a[i]) << 32 | a[i + 256];
    UNSIGNED(3ul, 0ul) UNSIGNED(7ul, 2ul) UNSIGNED(10ul, 0ul) UNSIGNED(12ul, 3ul) UNSIGNED(4294967297ul, 1ul)
    r[i] = s;
    s = 0u;
    SIGNED(3l) SIGNED(10l) SIGNED(-7l) SIGNED(1000000000000l)
    r[i + 256] = s;
    uint64_t left = x << n, right = x >> n;
    int64_t down = int64_t(x) >> n;
    r[i + 512] = uint(left) ^ uint(left >> 32) * 3u;
    r[i + 768] = uint(right) ^ uint(right >> 32) * 3u;
    r[i + 1024] = uint(down) ^ uint(down >> 32) * 3u;
    uint64_t hash = uint64_t(a[i]) * 0xd2511f53ul; // whose halves are read where they lie
    r[i + 1280] = (uint(hash >> 32) ^ n) + uint(hash);
    r[i + 1536] = max(uint(hash >> 32), uint(hash));
}
