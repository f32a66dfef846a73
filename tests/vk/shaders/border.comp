#version 450
// Shows the border colours of two samplers: outside of the image nothing else is there.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform texture2D tex;
layout(set = 0, binding = 1) uniform sampler samplers[2];
layout(set = 0, binding = 2) uniform sampler2D combined;
layout(set = 0, binding = 3, std430) buffer Out { vec4 o[]; };
void main()
{
    o[0] = textureLod(sampler2D(tex, samplers[0]), vec2(-3.0), 0.0);
    o[1] = textureLod(sampler2D(tex, samplers[1]), vec2(5.0), 0.0);
    o[2] = textureLod(combined, vec2(-1.0, 7.0), 0.0);
    o[3] = textureLod(sampler2D(tex, samplers[0]), vec2(0.5), 0.0);
}
