#version 450
// kiln: groups=4,1,1 b0=zero u1=float
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer B0 { float r[]; };

struct S { vec3 v; float f; mat3 m; };
layout(set = 0, binding = 1, std140) uniform U {
    float x;
    vec2 y;
    vec3 z;
    float arr[5];
    S s[3];
    mat2x4 m;
    layout(row_major) mat4x2 n;
    int k;
};

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint j = i % 5u, q = i % 3u;
    r[i] = x + y.y;
    r[i + 256] = arr[j];
    r[i + 512] = s[q].f;
    r[i + 768] = s[q].m[q][(q + 1u) % 3u];
    r[i + 1024] = m[1].z;
    r[i + 1280] = n[j % 4u].y;
    r[i + 1536] = z.z;
    vec2 c = n[2];
    r[i + 1792] = c.x;
}
