#version 450
// kiln: groups=8,8,1 b0=unit b1=zero tol=abs:3e-5
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) readonly buffer A { float a[]; };
layout(set = 0, binding = 1) writeonly buffer B { float b[]; };
shared float t[8][8], u[8][8];

float basis(uint k, uint n) { return (k == 0u ? 0.35355339 : 0.5) * cos(3.14159265 / 16.0 * float((2u * n + 1u) * k % 32u)); }

void main()
{
    uvec2 l = gl_LocalInvocationID.xy, g = gl_GlobalInvocationID.xy;
    t[l.y][l.x] = a[g.y * 64u + g.x];
    barrier();
    float s = 0.0;
    for (uint n = 0u; n < 8u; n++)
        s += t[l.y][n] * basis(l.x, n);
    u[l.y][l.x] = s;
    barrier();
    s = 0.0;
    for (uint n = 0u; n < 8u; n++)
        s += u[n][l.x] * basis(l.y, n);
    b[g.y * 64u + g.x] = s;
}
