#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

shared uint t[16][17];

void main()
{
    uint l = gl_LocalInvocationIndex, x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y, base = gl_WorkGroupID.x * 256u;
    t[y][x] = a[base + l];
    barrier();
    r[base + l] = t[x][y];
    barrier();
    t[y][15u - x] = l;
    barrier();
    r[base + l] += t[x][y];
}
