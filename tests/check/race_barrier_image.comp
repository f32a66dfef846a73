#version 450
// check: groups=1 not=Intel
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
layout(set = 0, binding = 2, r32ui) uniform coherent uimage2D img;
void main()
{
    int l = int(gl_LocalInvocationIndex);
    imageStore(img, ivec2(l & 7, l >> 3), uvec4(l)); // @race
    barrier();
    o[l] = imageLoad(img, ivec2(l >> 3, l & 7)).x; // @race
}
