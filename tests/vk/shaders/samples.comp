#version 450
#extension GL_EXT_samplerless_texture_functions : require
// Shows all samples of a multisampled image of two layers, and the number of samples.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform utexture2DMSArray tex;
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    int n = textureSamples(tex);
    for (int layer = 0; layer < textureSize(tex).z; layer++)
        for (int s = 0; s < n; s++)
            o[((layer * n + s) * 8 + p.y) * 8 + p.x] = texelFetch(tex, ivec3(p, layer), s).x;
    if (p == ivec2(0))
        o[2 * n * 64] = uint(n);
}
