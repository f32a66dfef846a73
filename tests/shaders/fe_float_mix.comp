#version 450
// kiln: groups=4,1,1 b0=unit b1=unit tol=ulp:8 tol=abs:1e-6
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i], y = a[i + 256], t = a[i + 512];
    r[i] = mix(x, y, t);
    r[i + 256] = step(x, y);
    r[i + 512] = smoothstep(0.25, 0.75, t);
    r[i + 768] = smoothstep(x, x + 0.5, y);
    r[i + 1024] = radians(x * 90.0) + degrees(y);
    vec2 m = mix(vec2(x, y), vec2(y, x), t);
    r[i + 1280] = m.x - m.y;
}
