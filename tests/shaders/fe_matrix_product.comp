#version 450
// kiln: groups=4,1,1 b0=unit b1=unit tol=rel:1e-5
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    mat4 m = mat4(a[i], a[i + 1], a[i + 2], a[i + 3], a[i + 4], a[i + 5], a[i + 6], a[i + 7], a[i + 8], a[i + 9], a[i + 10],
                  a[i + 11], a[i + 12], a[i + 13], a[i + 14], a[i + 15]);
    mat4 k = transpose(m) * m;
    vec4 v = k * vec4(1.0, 2.0, 3.0, 4.0), w = vec4(0.5, 1.5, 2.5, 3.5) * m;
    r[i] = v.x + v.w;
    r[i + 256] = w.y + w.z;
    r[i + 512] = k[1][2] + k[3][0];
    mat2x3 n = mat2x3(m[0].xyz, m[1].xyz) * 2.0;
    mat3x2 t = transpose(n);
    mat2 s = t * n;
    r[i + 768] = s[0][0] + s[1][0] + s[1][1];
    mat3 o = outerProduct(m[0].xyz, m[2].yzw) + mat3(2.0);
    r[i + 1024] = o[0][0] + o[1][2] + o[2][1];
    mat2 c = matrixCompMult(s, mat2(1.0, 2.0, 3.0, 4.0));
    r[i + 1280] = c[0][1] + c[1][0];
}
