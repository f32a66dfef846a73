#version 450
#extension GL_ARB_gpu_shader_int64 : require
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
// Products of 64 bits of which a half is known to be zero, or is not asked for: by masks, shifts, remainders, around loops; and those
// that only look so.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uvec2 a[]; };
layout(set = 0, binding = 1, std430) buffer R { uvec2 r[]; };

uint64_t high_product(uint64_t x, uint64_t y)
{
    uint64_t xl = x & 0xfffffffful, xh = x >> 32, yl = y & 0xfffffffful, yh = y >> 32;
    uint64_t ll = xl * yl, lh = xl * yh, hl = xh * yl, hh = xh * yh;
    return hh + (lh >> 32) + (hl >> 32) + (((ll >> 32) + (lh & 0xfffffffful) + (hl & 0xfffffffful)) >> 32);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t x = packUint2x32(a[i]), y = packUint2x32(a[i + 1u]), p = uint64_t(a[i + 2u].x | 1u), one = x, two = 1ul, three = y >> 31, four = y;
    for (int k = 0; k < 9; k++) {
        one = (one % p) * (y & 0xfffffffful);
        two = (two * x + 3ul) & 0xfffffffful;
        three = (three * (x >> 33)) >> 29;
        uint64_t s = (four >> 32) + p;
        s = s >= p ? s - p : s;
        four = s * (two | 0x100000000ul);
    }
    r[i] = unpackUint2x32(high_product(x, y));
    r[256u + i] = unpackUint2x32(one);
    r[512u + i] = unpackUint2x32(two * p);
    r[768u + i] = unpackUint2x32(three);
    r[1024u + i] = unpackUint2x32(four);
    r[1280u + i] = unpackUint2x32(((x * y) & 0xffff00fful) + uint64_t(uint(x * four)));
    r[1536u + i] = unpackUint2x32(uint64_t(a[i].x) * y + x * uint64_t(a[i].y) + uint64_t(int64_t(int(a[i].x)) * int64_t(y >> 32)));
    r[1792u + i] = unpackUint2x32((x >> (a[i].x & 63u)) * (y >> 32));
}
