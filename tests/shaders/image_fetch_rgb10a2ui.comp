#version 450
#extension GL_EXT_samplerless_texture_functions : require
// kiln: groups=2,2,1 t0=sampled,rgb10a2ui,2d,40x24,mips:3 b1=zero
// Fetches integer texels of format rgb10a2ui; the level differs between the lanes.
layout(local_size_x = 20, local_size_y = 12) in;
layout(set = 0, binding = 0) uniform utexture2D img;
layout(set = 0, binding = 1, std430) buffer Out { uvec4 o[]; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    int lod = (p.x + p.y) % 3;
    o[p.y * 40 + p.x] = texelFetch(img, p >> lod, lod);
}
