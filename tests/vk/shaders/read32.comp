#version 450
// Reads texels of 32 bits of an image that may have others.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, r32ui) uniform readonly uimage2D img;
layout(set = 0, binding = 1, std430) buffer Out { uvec2 size; uint texel[]; };
void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at == ivec2(0))
        size = uvec2(imageSize(img));
    texel[at.y * 32 + at.x] = imageLoad(img, at).x;
}
