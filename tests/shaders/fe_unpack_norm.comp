#version 450
// kiln: groups=4,1,1 b0=uint b1=unit tol=ulp:3
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    vec4 x = unpackUnorm4x8(a[i]), y = unpackSnorm4x8(a[i]);
    vec2 z = unpackUnorm2x16(a[i]), w = unpackSnorm2x16(a[i]);
    r[i] = x.x;
    r[i + 256] = x.w;
    r[i + 512] = y.y;
    r[i + 768] = y.z;
    r[i + 1024] = z.x;
    r[i + 1280] = z.y;
    r[i + 1536] = w.x;
    r[i + 1792] = w.y;
}
