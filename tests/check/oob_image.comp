#version 450
// check: groups=1
// A texel to the right and one above.
layout(local_size_x = 16) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
layout(set = 0, binding = 2, r32ui) uniform uimage2D img;
void main()
{
    uint l = gl_LocalInvocationIndex;
    uint x = imageLoad(img, ivec2(l + 1u, 3)).x; // @oob
    imageStore(img, ivec2(l, -1), uvec4(x)); // @oob
    imageAtomicAdd(img, ivec2(16, l), 1u); // @oob
    o[l] = x;
}
