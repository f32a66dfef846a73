#version 450
#extension GL_EXT_shader_image_load_formatted : require
#extension GL_EXT_samplerless_texture_functions : require
// Adds to the texels of one view those of another one, as many bits of each as fit.
layout(local_size_x = 8, local_size_y = 4) in;
layout(set = 0, binding = 0) uniform uimage2DArray dst;
layout(set = 0, binding = 1) uniform utexture2DArray src;
layout(push_constant) uniform Push { uvec4 mask; uvec3 size; uint k; };
void main()
{
    uvec3 i = gl_GlobalInvocationID;
    ivec3 p = ivec3(i.xyz);
    if (all(lessThan(i, size)))
        imageStore(dst, p, (imageLoad(dst, p) + texelFetch(src, p, 0) + k) & mask);
}
