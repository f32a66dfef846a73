#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uvec4 a[]; };
layout(set = 0, binding = 1) buffer B1 { uvec4 r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uvec4 x = a[i], y = a[i + 256];
    r[i] = x * y + x.wzyx;
    r[i + 256] = uvec4(lessThan(x, y)) + (x / (y | 1u)) * 2u;
    r[i + 512] = uvec4(x.xy - y.zw, x.w ^ y.x, 7u);
    uvec3 t = x.xyz << (y.xyz & 31u);
    r[i + 768] = uvec4(t, t.x + t.y + t.z);
}
