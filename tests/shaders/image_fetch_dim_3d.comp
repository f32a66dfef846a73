#version 450
#extension GL_EXT_samplerless_texture_functions : require
// kiln: groups=3,1,1 tol=ulp:3 t0=sampled,rgba8,3d,16x8x5,mips:3 b1=zero
// Fetches from a 3d image at all levels.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform texture3D img;
layout(set = 0, binding = 1, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    o[i] = texelFetch(img, ivec3(i % 4u, i / 4u % 2u, i % 5u >> (i / 8u % 3u)), int(i / 8u % 3u));
}
