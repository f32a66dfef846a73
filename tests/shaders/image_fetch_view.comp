#version 450
#extension GL_EXT_samplerless_texture_functions : require
// kiln: groups=1,1,1 t0=sampled,rgba8,as:r32ui,2darray,32x16,mips:4,layers:5,levels:1+2,slice:2+3 b1=zero
// A view with another format, of some levels and layers.
layout(local_size_x = 16, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform utexture2DArray img;
layout(set = 0, binding = 1, std430) buffer Out { uvec4 o[]; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    uint v = 0u;
    for (int k = 0; k < 3; k++)
        v = v * 31u + texelFetch(img, ivec3(p, k), 0).x + texelFetch(img, ivec3(p >> 1, k), 1).x;
    o[gl_LocalInvocationIndex] = uvec4(v, textureSize(img, 0));
}
