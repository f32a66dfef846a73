#version 450
// kiln: groups=4,1,1 b0=float b1=unit
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i] * exp2(float(int(i % 60u) - 30));
    int e;
    float m = frexp(x, e);
    r[i] = m;
    r[i + 256] = float(e);
    r[i + 512] = ldexp(m, e);
    r[i + 768] = ldexp(a[i], int(i % 40u) - 20);
    float w, f = modf(a[i], w);
    r[i + 1024] = f;
    r[i + 1280] = w;
    ivec2 ev;
    vec2 mv = frexp(vec2(a[i], 0.0), ev);
    r[i + 1536] = mv.x * 4.0 + mv.y + float(ev.x) + float(ev.y);
}
