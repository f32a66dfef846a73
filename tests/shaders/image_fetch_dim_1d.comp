#version 450
#extension GL_EXT_samplerless_texture_functions : require
// kiln: groups=3,1,1 tol=ulp:3 t0=sampled,rgba8,1d,64,mips:3 b1=zero
// Fetches from a 1d image at all levels.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform texture1D img;
layout(set = 0, binding = 1, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    o[i] = texelFetch(img, int(i) % 16, int(i % 3u));
}
