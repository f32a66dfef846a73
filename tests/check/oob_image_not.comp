#version 450
// check: groups=1
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
layout(set = 0, binding = 2, r32ui) uniform uimage2D img;
void main()
{
    ivec2 p = ivec2(gl_LocalInvocationID.xy);
    uint x = imageLoad(img, p).x;
    if (all(lessThan(p + 3, imageSize(img))))
        x += imageLoad(img, p + 3).x;
    o[gl_LocalInvocationIndex] = x;
}
