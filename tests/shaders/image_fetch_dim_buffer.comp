#version 450
#extension GL_EXT_samplerless_texture_functions : require
// kiln: groups=3,1,1 tol=ulp:3 t0=texels,rgba8,200 b1=zero
// Fetches from a buffer image at all levels, and beyond its end.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform textureBuffer img;
layout(set = 0, binding = 1, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    o[i] = texelFetch(img, int(i));
}
