#version 450
// kiln: groups=4,1,1 expect=3:1 alone t0=combined,rgba32f,unit,2d,32x32,mips:6,linear,repeat,miplinear t1=combined,d32f,unit,2d,32x32,mips:6,linear,repeat,miplinear,less b2=unit b3=zero
// Gradients with a least LOD, with an offset and with a comparison as well: what the level has that is the larger of both.
#extension GL_ARB_sparse_texture_clamp : enable
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform sampler2D img;
layout(set = 0, binding = 1) uniform sampler2DShadow shadow;
layout(set = 0, binding = 2, std430) buffer Coords { vec4 c[]; };
layout(set = 0, binding = 3, std430) buffer Out { uint o[]; };
bool differ(vec4 a, vec4 b) { return any(greaterThan(abs(a - b), vec4(0.02))); }
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 x = c[i];
    float want = float(i % 9u) * 0.5, least = float(i / 9u % 4u);
    vec2 dx = vec2(exp2(want - 5.0), 0.0), dy = vec2(0.0, exp2(want - 6.0));
    float level = max(want, least);
    uint bad = 0u;
    if (differ(textureGradClampARB(img, x.xy, dx, dy, least), textureLod(img, x.xy, level))) bad |= 1u;
    if (differ(textureGradOffsetClampARB(img, x.xy, dx, dy, ivec2(1, -2), least), textureLodOffset(img, x.xy, level, ivec2(1, -2)))) bad |= 2u;
    if (abs(textureGradClampARB(shadow, vec3(x.xy, x.z), dx, dy, least) - textureLod(shadow, vec3(x.xy, x.z), level)) > 0.02) bad |= 4u;
    if (abs(textureGradOffsetClampARB(shadow, vec3(x.xy, x.z), dx, dy, ivec2(3, 1), least) - textureLodOffset(shadow, vec3(x.xy, x.z), level, ivec2(3, 1))) > 0.02) bad |= 8u;
    for (uint k = 0u; k < 16u; k++)
        o[i * 16u + k] = bad == 0u ? 1u : bad << 1;
}
