#version 450
// kiln: groups=2,1,1 elems=64 b0=zero u1=uint u2=uint
// Uniform loads that lie together with holes between them, the first of which is not the lowest: the block begins
// below it, at a negative offset from where the first load is.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B0 { uint result[]; };
layout(std140, binding = 1) uniform U1 { uint a, b, c, d; uvec2 e; uint f; };
layout(std140, binding = 2) uniform U2 { uint p, q, r, s; uvec4 t, u, v; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uvec2 x = e * i;
    uint y = x.x * f + x.y;
    y = y * a + v.y;
    y = y * u.x + t.x;
    result[i] = y * q + p;
}
