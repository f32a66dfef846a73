#version 450
// kiln: groups=4,1,1 b0=float b1=unit
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    vec4 x = vec4(a[i], a[i + 1], a[i + 2], a[i + 3]), y = x.yzwx;
    bvec4 p = lessThan(x, y);
    vec4 m = mix(x, y, p);
    r[i] = m.x + m.y * 2.0;
    r[i + 256] = x.x > 0.0 ? x.y : y.w;
    r[i + 512] = m.z;
    r[i + 768] = p.x && p.y || p.w ? m.w : -1.0;
    struct { float f; int n; } s;
    s.f = p.x ? 1.5 : 2.5;
    r[i + 1024] = s.f;
}
