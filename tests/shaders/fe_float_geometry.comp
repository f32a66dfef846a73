#version 450
// kiln: groups=4,1,1 b0=unit b1=unit tol=rel:2e-5 tol=abs:2e-5
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    vec3 x = vec3(a[i], a[i + 1], a[i + 2]) + 0.125, y = vec3(a[i + 256], a[i + 257], a[i + 258]) + 0.25;
    r[i] = length(x);
    r[i + 256] = distance(x, y);
    r[i + 512] = dot(x, y);
    vec3 c = cross(x, y);
    r[i + 768] = c.x + c.y * 2.0 + c.z * 3.0;
    vec3 n = normalize(x);
    r[i + 1024] = n.x + n.y * 2.0 - n.z;
    vec3 q = reflect(y, n);
    r[i + 1280] = q.x + q.y + q.z;
    vec3 f = faceforward(x, y, -n);
    r[i + 1536] = f.x;
    vec3 t = refract(normalize(-y), n, 0.5);
    r[i + 1792] = t.x + t.y + t.z;
    r[i + 2048] = length(vec2(3.0, 4.0) * x.x) + length(-x.y) + distance(x.x, y.y);
}
