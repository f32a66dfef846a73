#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
// Bytes and words of dwords, signed and not, multiplied, added, compared and converted; and what only looks like one.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer In { uint v[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint r[]; };
uint at;
void put(uint x)
{
    r[at] = x;
    at += 256u;
}
void main()
{
    uint i = gl_GlobalInvocationID.x, x = v[i], y = v[(i + 77u) & 255u], u = v[gl_WorkGroupID.x];
    at = i;
    int s = 0;
    for (int k = 0; k < 32; k += 8)
        s += bitfieldExtract(int(x), k, 8) * bitfieldExtract(int(y), k, 8);
    put(uint(s));
    put((x & 255u) * (y >> 24) + (x >> 24) * (y & 255u)); // products up to 255 * 255
    put((x & 0xffffu) * (y >> 16));                       // up to 0xffff * 0xffff
    put(uint((int(x) >> 16) * (int(y << 16) >> 16)));
    put(uint((int(x) >> 16) * int(y >> 16))); // of two kinds
    put((x >> 8 & 255u) * y);
    put(floatBitsToUint(float(int(x << 8) >> 24)));
    put(floatBitsToUint(float(x >> 16 & 255u)));
    put(uint((x & 255u) < (y & 255u)) + 2u * uint((int(x) >> 24) < (int(y << 24) >> 24)) +
        4u * uint(uint(int(x) >> 24) < uint(int(y) >> 24)));
    put((x >> 24 & 0xffffu) + (x << 8 >> 16 & 255u) * 3u);
    put((u >> 8 & 255u) * (x >> 8 & 255u) + (u & 0xffffu) * (u >> 16));
    put(uint(bitfieldExtract(int(u), 8, 8) + bitfieldExtract(int(x), 0, 8) - bitfieldExtract(int(y), 16, 8)));
    uint w = x;
    for (uint k = 0u; k < (i & 3u); k++) {
        uint low = w & 255u; // of a dword that changes
        w = w * 5u + 1u;
        w += low * (w >> 24);
    }
    put(w);
}
