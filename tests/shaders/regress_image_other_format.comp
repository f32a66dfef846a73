#version 450
// kiln: groups=1,1,1 elems=64 b0=zero b1=zero t2=storage,rgba8,2d,8x8,uint expect=1:1 alone
// A storage image whose view has another format than the shader says reads as something, and nothing breaks.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint zero[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
layout(set = 0, binding = 2, rgba16f) uniform readonly image2D img;

void main()
{
    uint i = gl_LocalInvocationIndex;
    vec4 texel = imageLoad(img, ivec2(i & 7, i >> 3));
    r[i] = floatBitsToUint(texel.x) & zero[i] | 1;
}
