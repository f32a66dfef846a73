#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
// kiln: groups=2,1,1 elems=4096 b0=uint b1=uint b2=zero
// A loop within reads the same places in each round of the loops around: once it is unrolled those are read once. Not what the loop
// around writes, nor what may not run.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint8_t a[]; };
layout(set = 0, binding = 1, std430) readonly buffer B { uint b[]; };
layout(set = 0, binding = 2, std430) buffer R { uint r[]; };
uint byte(uint k) { return uint(a[k]); }
void main()
{
    uint i = gl_GlobalInvocationID.x, least = ~0u, n = b[i] & 3u, sum = 0u;
    for (uint y = 0u; y < 5u; y++)
        for (uint x = 0u; x < n + 2u; x++) {
            uint d = 0u;
            for (uint v = 0u; v < 6u; v++)
                for (uint u = 0u; u < 4u; u++)
                    d += uint(abs(int(byte(64u * v + 4u * i + u)) - int(byte(128u * (y + v) + i + x + u))));
            least = min(least, d);
        }
    for (uint s = 0u; s < 9u; s++) {
        for (uint k = 0u; k < 5u; k++)
            sum = sum * 3u + r[16u * i + k] + b[(i + 7u * k) & 4095u];
        r[16u * i + 2u] = sum; // changes what the next round reads
        if (n > 1u)
            for (uint k = 0u; k < 5u; k++)
                sum ^= b[(3u * i + k * n) & 4095u] + s;
    }
    r[16u * i] = least;
    r[16u * i + 1u] = sum;
}
