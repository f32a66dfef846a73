#version 450
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer A { uvec3 v[]; };
layout(set = 0, binding = 1) buffer R { uvec2 p[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uvec3 x = v[i];
    p[i] = x.xy + x.z;
    p[i + 128] = v[i + 1].zx;
    p[i + 256].y = x.x;
    p[i + 384] = uvec2(v[i].x, v[i + 5].y);
}
