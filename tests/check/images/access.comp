#version 450
#extension GL_EXT_samplerless_texture_functions : require
// One access to each texel of 32 x 32, by the way that the constant says; those that read do so at another place
// than the invocation's own.
layout(local_size_x = 8, local_size_y = 8) in;
layout(constant_id = 0) const int fixed_way = 0;
layout(push_constant) uniform Push { int pushed_way; };
layout(set = 0, binding = 0) uniform writeonly image2D store_image;
layout(set = 0, binding = 1, r32f) uniform readonly image2D load_image;
layout(set = 0, binding = 2) uniform texture2D fetch_image;
layout(set = 0, binding = 3) uniform sampler2D sample_image;
layout(set = 0, binding = 4) uniform writeonly imageBuffer store_texels;
layout(set = 0, binding = 5, r32f) uniform readonly imageBuffer load_texels;
layout(set = 0, binding = 6) uniform textureBuffer fetch_texels;
layout(set = 0, binding = 7) writeonly buffer Out { vec4 o[]; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), q = p.yx;
    int i = p.x + 32 * p.y, k = q.x + 32 * q.y;
    switch (fixed_way >= 0 ? fixed_way : pushed_way) {
    case 0: imageStore(store_image, p, vec4(0.5)); break;
    case 1: o[i] = imageLoad(load_image, q); break;
    case 2: o[i] = texelFetch(fetch_image, q, 0); break;
    case 3: o[i] = textureLod(sample_image, (vec2(q) + 0.75) / 32.0, 0.0); break;
    case 4: imageStore(store_texels, i, vec4(0.5)); break;
    case 5: o[i] = imageLoad(load_texels, k); break;
    case 6: o[i] = texelFetch(fetch_texels, k); break;
    }
}
