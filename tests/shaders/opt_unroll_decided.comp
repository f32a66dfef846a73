#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
// Four rounds whose counter decides what they do: unrolled, each has one side only, and its bytes are read together.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
uint byte_at(uint base, uint k) { return (a[base + (k >> 2)] >> (8u * (k & 3u))) & 255u; }
void main()
{
    uint i = gl_GlobalInvocationID.x, s = 0u;
    for (uint j = 0u; j < 4u; j++) {
        uint p = 2u * j, q = p + 1u, d, m, e, n;
        if (j < 2u) {
            d = byte_at(3u * i, p) & 63u;
            m = byte_at(3u * i, p + 4u) & 63u;
            e = byte_at(3u * i, q) & 63u;
            n = byte_at(3u * i, q + 4u) & 63u;
        } else {
            d = (byte_at(3u * i, p + 4u) & 15u) | ((byte_at(3u * i, p - 4u) >> 6) << 4);
            m = (byte_at(3u * i, p + 4u) >> 4) | ((byte_at(3u * i, p) >> 6) << 4);
            e = (byte_at(3u * i, q + 4u) & 15u) | ((byte_at(3u * i, q - 4u) >> 6) << 4);
            n = (byte_at(3u * i, q + 4u) >> 4) | ((byte_at(3u * i, q) >> 6) << 4);
        }
        uint x = a[2048u + 4u * j + i], y = x ^ (x >> 3), z = (y << 7) - x, w = (z >> 9) + y * z;
        w = (w ^ (w << 3)) + (x & y) - (y | z);
        w = (w ^ (w >> 5)) * (x - y) + (z & w);
        w = (w ^ (w << 11)) + (x ^ z) * (y + w);
        s = s * 5u + w + a[4096u + 8u * j + i] * d - m + a[4104u + 8u * j + i] * e - n;
    }
    r[i] = s;
}
