#version 450
// Shows the first texel of a texel buffer.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform samplerBuffer tex;
layout(set = 0, binding = 1, std430) buffer Out { vec4 o; };
void main()
{
    o = texelFetch(tex, 0);
}
