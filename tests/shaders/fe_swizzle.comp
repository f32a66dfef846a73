#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uvec4 v = uvec4(a[i], a[i + 1], a[i + 2], a[i + 3]);
    v.xz = v.wy;
    r[i] = v.x + v.y * 3u;
    v.yw += v.xx;
    r[i + 256] = v.z ^ v.w;
    uvec3 t = v.zxy;
    t.zyx = t;
    r[i + 512] = t.x - t.z;
    uvec2 p = uvec4(t, 5u).wx;
    r[i + 768] = p.x * p.y;
}
