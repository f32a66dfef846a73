#version 450
// kiln: groups=2,1,1 elems=8192 b0=unit b1=zero tol=rel:1e-3
// Jacobi's rotations of a private matrix, by pairs of an outer and an inner counter that begins behind it: only when the outer
// loop is unrolled, which is too long for itself, are all places in the array known.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { float a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { float r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    float m[4][4];
    for (int j = 0; j < 4; j++)
        for (int k = 0; k < 4; k++)
            m[j][k] = a[(4 * max(j, k) + min(j, k)) * 64 + i] + (j == k ? 2.0 * float(j + 1) : 0.0);
    for (int sweep = 0; sweep < 3; sweep++)
        for (int p = 0; p < 3; p++)
            for (int q = p + 1; q < 4; q++) {
                float h = m[p][q];
                if (abs(h) > 1e-3) {
                    float d = (m[q][q] - m[p][p]) / (2.0 * h);
                    float t = 1.0 / (abs(d) + sqrt(d * d + 1.0));
                    if (d < 0.0)
                        t = -t;
                    float c = inversesqrt(t * t + 1.0), s = t * c;
                    for (int k = 0; k < 4; k++) {
                        float x = m[k][p], y = m[k][q];
                        m[k][p] = c * x - s * y;
                        m[k][q] = s * x + c * y;
                    }
                    for (int k = 0; k < 4; k++) {
                        float x = m[p][k], y = m[q][k];
                        m[p][k] = c * x - s * y;
                        m[q][k] = s * x + c * y;
                    }
                }
            }
    for (int k = 0; k < 4; k++)
        r[k * 64 + i] = m[k][k];
}
