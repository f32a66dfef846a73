#version 450
#extension GL_EXT_samplerless_texture_functions : require
// Shows the depth and the stencil of a level of all layers.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform texture2DArray depth;
layout(set = 0, binding = 1) uniform utexture2DArray stencil;
layout(set = 0, binding = 2, std430) buffer Out { uvec2 o[]; };
layout(push_constant) uniform Size { ivec4 size; }; // width, height, layers, level
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, size.xy)))
        return;
    for (int layer = 0; layer < size.z; layer++)
        o[(layer * size.y + p.y) * size.x + p.x] =
            uvec2(floatBitsToUint(texelFetch(depth, ivec3(p, layer), size.w).x), texelFetch(stencil, ivec3(p, layer), size.w).x);
}
