#version 450
// kiln: groups=4,1,1 b0=wide b1=unit tol=rel:0.0005 tol=abs:1e-6
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i], y = a[i + 256];
    r[i] = atan(x);
    r[i + 256] = atan(clamp(y, -10.0, 10.0));
    float s = clamp(x, -1e10, 1e10), t = clamp(y, -1e10, 1e10);
    s = abs(s) < 1e-10 ? 1.0 : s;
    t = abs(t) < 1e-10 ? -1.0 : t;
    r[i + 512] = atan(s, t);
    r[i + 768] = atan(s, s);
    r[i + 1024] = atan(-s, abs(t));
}
