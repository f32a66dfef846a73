#version 450
#extension GL_EXT_samplerless_texture_functions : require
// kiln: groups=3,1,1 tol=ulp:3 t0=sampled,rgba8,1darray,16,layers:4,mips:2 b1=zero
// Fetches from a 1darray image at all levels.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform texture1DArray img;
layout(set = 0, binding = 1, std430) buffer Out { vec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    o[i] = texelFetch(img, ivec2(i % 8u, i % 4u), int(i % 2u));
}
