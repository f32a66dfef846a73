#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
// Private arrays at indices that the way to the access decides: where loops that are unrolled are left early, a
// value goes to its place (and another is taken from there). Nothing stays in memory.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, v[10], w[8];
    for (int k = 0; k < 10; k++)
        v[k] = a[10 * i + k];
    for (int k = 1; k < 10; k++) { // insertion sort
        uint x = v[k];
        int m = k - 1;
        while (m >= 0 && v[m] > x) {
            v[m + 1] = v[m];
            m--;
        }
        v[m + 1] = x;
    }
    for (int k = 0; k < 8; k++)
        w[k] = a[4096u + 8u * i + k];
    uint y = a[i] & 7u, s = 0u;
    for (int round = 0; round < 3; round++) {
        int at = 7;
        for (int k = 0; k < 7; k++)
            if ((w[k] >> (y + round) & 1u) != 0u) {
                at = k;
                break;
            }
        s = s * 5u + w[at];
    }
    for (int k = 0; k < 10; k++)
        r[16 * i + k] = v[k];
    r[16 * i + 10] = s;
}
