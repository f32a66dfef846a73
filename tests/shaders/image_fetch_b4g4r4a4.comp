#version 450
// kiln: groups=2,2,1 tol=ulp:3 t0=sampled,b4g4r4a4,2d,40x24,mips:3 b1=zero not=kiln-hsw
// Fetches texels of format b4g4r4a4.
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 20, local_size_y = 12) in;
layout(set = 0, binding = 0) uniform texture2D img;
layout(set = 0, binding = 1, std430) buffer Out { vec4 o[]; };
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    vec4 v = texelFetch(img, p, 0);
    if (p.x < 10 && p.y < 6)
        v += texelFetch(img, p, 2);
    o[p.y * 40 + p.x] = v;
}
