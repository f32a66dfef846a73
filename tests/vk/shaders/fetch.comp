#version 450
#extension GL_EXT_samplerless_texture_functions : require
// Shows the texels of an image's first level, and writes their complement through a storage image.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform utexture2D tex;
layout(set = 0, binding = 1) uniform writeonly uimage2D img;
layout(set = 0, binding = 2, std430) buffer Out { uvec4 o[]; };
layout(push_constant) uniform Push { ivec2 size; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, size)))
        return;
    o[p.y * size.x + p.x] = texelFetch(tex, p, 0);
    imageStore(img, p, ~uvec4(p.xyxy));
}
