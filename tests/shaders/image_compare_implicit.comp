#version 450
// kiln: groups=2,2,1 elems=1024 expect=1:1 alone t0=combined,d32f,unit,2d,64x64,mips:7,repeat,miplinear,less b1=zero
// Comparisons at the LOD that a quad implies, and projected ones: the same as with the quad's gradients.
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 16, local_size_y = 16) in;
layout(derivative_group_quadsNV) in;
layout(set = 0, binding = 0) uniform sampler2DShadow img;
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uvec2 p = gl_GlobalInvocationID.xy;
    float s = exp2(float((p.x / 2u + p.y / 2u) % 9u) * 0.5 - 6.0);
    vec2 uv = vec2(float(p.x & 1u) * s + 0.37 + float(p.x) * 0.015625, float(p.y & 1u) * s * 0.5 + 0.21);
    vec2 dx = dFdxCoarse(uv), dy = dFdyCoarse(uv);
    float ref = float(p.y) / 32.0;
    float want = textureGrad(img, vec3(uv, ref), dx, dy);
    uint bad = 0u;
    if (texture(img, vec3(uv, ref)) != want) bad |= 1u;
    if (texture(img, vec3(uv, ref), 1.0) != textureGrad(img, vec3(uv, ref), dx * 2.0, dy * 2.0)) bad |= 2u;
    if (textureProj(img, vec4(uv * 2.0, ref * 2.0, 2.0)) != want) bad |= 4u;
    if (textureProjGrad(img, vec4(uv * 4.0, ref * 4.0, 4.0), dx, dy) != want) bad |= 8u;
    if (textureProjLod(img, vec4(uv * 2.0, ref * 2.0, 2.0), 1.0) != textureLod(img, vec3(uv, ref), 1.0)) bad |= 16u;
    if (textureProjOffset(img, vec4(uv * 2.0, ref * 2.0, 2.0), ivec2(2, 1)) != textureGradOffset(img, vec3(uv, ref), dx, dy, ivec2(2, 1))) bad |= 32u;
    o[p.y * 32u + p.x] = bad == 0u ? 1u : bad << 1;
}
