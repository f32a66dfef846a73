#version 450
// kiln: groups=1,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1) buffer R { uint head[3]; uvec2 r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    r[i].x = uint(a.length());
    r[i].y = uint(r.length()) + a[i];
    if (i < uint(r.length()) - 100u && i + 2000u > uint(r.length()))
        head[0] = 3u;
}
