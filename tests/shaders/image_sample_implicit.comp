#version 450
// kiln: groups=2,2,1 elems=1024 expect=1:1 alone t0=combined,rgba32f,unit,2d,64x64,mips:7,linear,repeat,miplinear b1=zero
// The LOD that a quad implies: the same as with the quad's gradients, a bias and a least LOD put on top; what it is by query.
#extension GL_NV_compute_shader_derivatives : require
#extension GL_ARB_sparse_texture_clamp : enable
layout(local_size_x = 16, local_size_y = 16) in;
layout(derivative_group_quadsNV) in;
layout(set = 0, binding = 0) uniform sampler2D img;
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uvec2 p = gl_GlobalInvocationID.xy;
    // Steps of 2^-6 (a texel) to 2^-2, the same within a quad; LODs 0 to 4 and some between.
    float s = exp2(float((p.x / 2u + p.y / 2u) % 9u) * 0.5 - 6.0);
    vec2 uv = vec2(float(p.x & 1u) * s + 0.37, float(p.y & 1u) * s * 0.5 + float(p.y) * 0.01 * 0.0 + 0.21);
    vec2 dx = dFdxCoarse(uv), dy = dFdyCoarse(uv);
    uint bad = 0u;
    if (texture(img, uv) != textureGrad(img, uv, dx, dy)) bad |= 1u;
    if (texture(img, uv, 1.0) != textureGrad(img, uv, dx * 2.0, dy * 2.0)) bad |= 2u;
    if (textureOffset(img, uv, ivec2(3, -2)) != textureGradOffset(img, uv, dx, dy, ivec2(3, -2))) bad |= 4u;
    if (textureProj(img, vec3(uv * 2.0, 2.0)) != textureGrad(img, uv, dx, dy)) bad |= 8u;
    float want = log2(length(dx) * 64.0);
    vec2 lod = textureQueryLod(img, uv);
    if (abs(lod.y - want) > 0.02) bad |= 16u;
    if (abs(lod.x - clamp(want, 0.0, 6.0)) > 0.02) bad |= 32u;
    o[p.y * 32u + p.x] = bad == 0u ? 1u : bad << 1;
}
