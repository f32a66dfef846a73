#version 450
// Samples two images at the middle of each texel.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform sampler2D img[2];
layout(set = 0, binding = 1, std430) buffer Out { vec4 texel[]; };
layout(push_constant) uniform Push { ivec2 size; };
void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, size)))
        return;
    int n = at.y * size.x + at.x;
    vec2 c = (vec2(at) + 0.5) / vec2(size);
    texel[n] = textureLod(img[0], c, 0.0);
    texel[size.x * size.y + n] = textureLod(img[1], c, 0.0);
}
