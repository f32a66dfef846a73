#version 450
// kiln: groups=2,1,1 b0=float b1=float
layout(local_size_x = 64) in;
struct T { float f; vec3 v; vec2 p[2]; float g; };
layout(set = 0, binding = 0, std430) readonly buffer A { vec4 head; T t[]; };
layout(set = 0, binding = 1, std430) buffer R { T o[70]; float tail[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint k = i % 60u, j = i & 1u;
    T s = t[k];
    s.v = s.v.zyx;
    s.p[1] = head.xy;
    if (i < 60u)
        o[i] = s;
    tail[i] = t[k].p[j].y;
    tail[i + 128] = t[k].v[i % 3u];
    tail[i + 256] = s.g;
}
