#version 450
// kiln: groups=1,1,1 elems=64 t0=combined,a8,unit,2d,16x16,border,black b1=zero expect=1:1 alone not=Intel
// What has alpha alone: the border's colour keeps to that (VkSamplerCreateInfo, "Texel Replacement").
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform sampler2D img;
layout(set = 0, binding = 1, std430) buffer Out { uint right[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
    vec4 outside = textureLod(img, vec2(2 + i, -1), 0.0);
    vec4 inside = textureLod(img, vec2(i / 64.0, 0.5), 0.0);
    right[i] = outside == vec4(0, 0, 0, 1) && inside.rgb == vec3(0) ? 1 : floatBitsToUint(outside.a);
}
