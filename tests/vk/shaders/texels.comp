#version 450
#extension GL_EXT_samplerless_texture_functions : require
// Shows the texels of an image's first level as floats.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform texture2D tex;
layout(set = 0, binding = 1, std430) buffer Out { vec4 o[]; };
layout(push_constant) uniform Push { ivec2 size; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(p, size)))
        o[p.y * size.x + p.x] = texelFetch(tex, p, 0);
}
