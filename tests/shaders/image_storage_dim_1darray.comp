#version 450
// kiln: groups=3,1,1 tol=ulp:3 t0=storage,r32ui,1darray,16,layers:4 t1=storage,rgba8,1darray,16,layers:4 b2=zero
// Loads, stores and the size of a 1darray storage image; the last invocations go beyond its end.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, r32ui) uniform uimage1DArray img;
layout(set = 0, binding = 1, rgba8) uniform image1DArray colors;
layout(set = 0, binding = 2, std430) buffer Out { uvec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= 64u)
        return;
    uint v = imageLoad(img, ivec2(i % 16u, i / 16u % 4u)).x;
    imageStore(img, ivec2(i % 16u, i / 16u % 4u), uvec4(v * 3u + i));
    vec4 c = imageLoad(colors, ivec2(i % 16u, i / 16u % 4u));
    imageStore(colors, ivec2(i % 16u, i / 16u % 4u), c.wxyz);
    o[2u * i] = uvec4(v, floatBitsToUint(c.xyz));
    o[2u * i + 1u] = uvec4(imageSize(img), 0, 0);
}
