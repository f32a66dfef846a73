#version 450
// check: groups=1
// A flag that nobody has put down decides.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
shared uint flag;
shared uint other[4];
void main()
{
    uint l = gl_LocalInvocationIndex;
    if (l < 4u)
        other[l] = l;
    if (a[l] == 9999u)
        flag = 1u;
    barrier();
    if (flag == 1u) // @uninit
        atomicAdd(o[0], other[l & 3u]);
}
