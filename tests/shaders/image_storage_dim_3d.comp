#version 450
// kiln: groups=3,1,1 tol=ulp:3 t0=storage,r32ui,3d,8x4x3 t1=storage,rgba8,3d,8x4x3 b2=zero
// Loads, stores and the size of a 3d storage image; the last invocations go beyond its end.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, r32ui) uniform uimage3D img;
layout(set = 0, binding = 1, rgba8) uniform image3D colors;
layout(set = 0, binding = 2, std430) buffer Out { uvec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= 96u)
        return;
    uint v = imageLoad(img, ivec3(i % 8u, i / 8u % 4u, i / 32u % 3u)).x;
    imageStore(img, ivec3(i % 8u, i / 8u % 4u, i / 32u % 3u), uvec4(v * 3u + i));
    vec4 c = imageLoad(colors, ivec3(i % 8u, i / 8u % 4u, i / 32u % 3u));
    imageStore(colors, ivec3(i % 8u, i / 8u % 4u, i / 32u % 3u), c.wxyz);
    o[2u * i] = uvec4(v, floatBitsToUint(c.xyz));
    o[2u * i + 1u] = uvec4(imageSize(img), 0);
}
