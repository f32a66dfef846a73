#version 450
// kiln: groups=2,2,1 elems=1024 expect=1:1 alone t0=combined,rgba32f,unit,2d,64x64,mips:7,linear,repeat b1=zero
// Where a sampler takes the nearest level, the query's first half is that level and its second half the LOD as it was.
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 16, local_size_y = 16) in;
layout(derivative_group_quadsNV) in;
layout(set = 0, binding = 0) uniform sampler2D img;
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uvec2 p = gl_GlobalInvocationID.xy;
    // Steps of 2^-7 (half a texel) to 2^2 in thirds of an LOD, none of which is half way between levels; the same within a quad.
    float s = exp2(float((p.x / 2u + p.y / 2u) % 28u) / 3.0 - 7.0);
    vec2 uv = vec2(float(p.x & 1u) * s + 0.37, float(p.y & 1u) * s * 0.5 + 0.21);
    float want = log2(s * 64.0);
    vec2 lod = textureQueryLod(img, uv);
    uint bad = 0u;
    if (abs(lod.y - want) > 0.02) bad |= 1u;
    if (lod.x != clamp(floor(want + 0.5), 0.0, 6.0)) bad |= 2u;
    o[p.y * 32u + p.x] = bad == 0u ? 1u : bad << 1;
}
