#version 450
// check: groups=1
// Each its own texel, and atomics on one.
layout(local_size_x = 16, local_size_y = 2) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
layout(set = 0, binding = 2, r32ui) uniform uimage2D img;
void main()
{
    imageStore(img, ivec2(gl_LocalInvocationID.xy), uvec4(gl_LocalInvocationIndex));
    imageAtomicAdd(img, ivec2(0, 8), 1u);
}
