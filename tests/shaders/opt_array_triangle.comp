#version 450
// kiln: groups=2,1,1 elems=8192 b0=uint b1=zero
// Private arrays that loops within loops count through, whose bounds are the counters of those around: the array
// is in registers when all are unrolled.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, m[36], b[6];
    for (int k = 0; k < 36; k++)
        m[k] = a[k * 64 + i] | 1u;
    for (int k = 0; k < 6; k++)
        for (int j = k + 1; j < 6; j++) {
            uint f = m[6 * j + k] ^ m[6 * k + k];
            m[6 * j + k] = f;
            for (int c = k + 1; c < 6; c++)
                m[6 * j + c] -= f * m[6 * k + c];
        }
    for (int j = 0; j < 6; j++) {
        b[j] = m[7 * j];
        for (int c = 0; c < j; c++)
            b[j] += m[6 * j + c] * b[c];
    }
    for (int j = 5; j >= 0; j--)
        for (int c = 5; c > j; c--)
            b[j] -= m[6 * c + j] * b[c];
    for (int k = 0; k < 36; k++)
        r[k * 64 + i] = m[k];
    for (int k = 0; k < 6; k++)
        r[(k + 36) * 64 + i] = b[k];
}
