#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

const uint table[16] = uint[16](3u, 1u, 4u, 1u, 5u, 9u, 2u, 6u, 5u, 3u, 5u, 8u, 9u, 7u, 9u, 3u);
const uint squares[8] = uint[8](0u, 1u, 4u, 9u, 16u, 25u, 36u, 49u);
const vec2 corner[3] = vec2[3](vec2(0.0, 1.0), vec2(1.0, 2.5), vec2(-1.0, 0.25));

void main()
{
    uint i = gl_GlobalInvocationID.x;

    r[i] = table[a[i] & 15u] + squares[a[i] >> 4 & 7u];
    uint s = 0u;
    for (uint k = 0u; k < 8u; k++)
        s += table[a[i] >> (4u * k) & 15u];
    r[i + 256] = s;
    r[i + 512] = uint(corner[a[i] % 3u].y * 4.0);
}
