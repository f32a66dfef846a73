#version 450
// kiln: groups=4,1,1 elems=4096 b0=uint b1=zero
// Counters that are multiplied to 64 bits, as in divisions by a multiplication: the optimizer counts in 64 bits then.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer In { uint v[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint r[]; };
uint divided(uint n, uint magic, uint shift)
{
    uint high, low;
    umulExtended(n, magic, high, low);
    return (high + n) >> shift;
}
void main()
{
    uint g = gl_GlobalInvocationID.x, magic = v[3], shift = v[5] & 31u, limit = v[7], base = (v[g] & 0xffffffu) * 4u;
    for (uint a = 0u; a < 2u; a++)
        for (uint t = 0u; t < 4u; t++) {
            uint n = base + t;
            if (n < limit && (n ^ a) < v[9 + t])
                r[(a * 4u + t) * 256u + g] = divided(n, magic, shift) ^ n;
        }
}
