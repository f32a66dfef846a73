#version 450
// kiln: groups=4,1,1 b0=unit b1=unit tol=rel:0.001 tol=abs:0.001
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    mat4 m = mat4(4.0 + a[i], a[i + 1], a[i + 2], a[i + 3], a[i + 4], 5.0 + a[i + 5], a[i + 6], a[i + 7], a[i + 8], a[i + 9],
                  6.0 + a[i + 10], a[i + 11], a[i + 12], a[i + 13], a[i + 14], 7.0 + a[i + 15]);
    r[i] = determinant(m);
    mat4 k = inverse(m);
    r[i + 256] = k[0][0] + k[1][2];
    r[i + 512] = k[3][1] + k[2][3];
    mat3 m3 = mat3(m);
    r[i + 768] = determinant(m3);
    r[i + 1024] = inverse(m3)[2][0] + inverse(m3)[1][1];
    mat2 m2 = mat2(m);
    r[i + 1280] = determinant(m2) + inverse(m2)[0][1];
    mat4 e = m * k;
    r[i + 1536] = e[2][2] + e[1][3];
}
