#version 450
// kiln: groups=3,1,1 tol=ulp:3 t0=storage,r32ui,1d,64 t1=storage,rgba8,1d,64 b2=zero
// Loads, stores and the size of a 1d storage image; the last invocations go beyond its end.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, r32ui) uniform uimage1D img;
layout(set = 0, binding = 1, rgba8) uniform image1D colors;
layout(set = 0, binding = 2, std430) buffer Out { uvec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= 64u)
        return;
    uint v = imageLoad(img, int(i % 64u)).x;
    imageStore(img, int(i % 64u), uvec4(v * 3u + i));
    vec4 c = imageLoad(colors, int(i % 64u));
    imageStore(colors, int(i % 64u), c.wxyz);
    o[2u * i] = uvec4(v, floatBitsToUint(c.xyz));
    o[2u * i + 1u] = uvec4(imageSize(img), 0, 0, 0);
}
