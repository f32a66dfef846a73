#version 450
// kiln: groups=3,1,1 tol=ulp:3 t0=storage,r32ui,cube,4x4,layers:6 t1=storage,rgba8,cube,4x4,layers:6 b2=zero
// Loads, stores and the size of a cube storage image; the last invocations go beyond its end.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, r32ui) uniform uimageCube img;
layout(set = 0, binding = 1, rgba8) uniform imageCube colors;
layout(set = 0, binding = 2, std430) buffer Out { uvec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= 96u)
        return;
    uint v = imageLoad(img, ivec3(i % 4u, i / 4u % 4u, i / 16u % 6u)).x;
    imageStore(img, ivec3(i % 4u, i / 4u % 4u, i / 16u % 6u), uvec4(v * 3u + i));
    vec4 c = imageLoad(colors, ivec3(i % 4u, i / 4u % 4u, i / 16u % 6u));
    imageStore(colors, ivec3(i % 4u, i / 4u % 4u, i / 16u % 6u), c.wxyz);
    o[2u * i] = uvec4(v, floatBitsToUint(c.xyz));
    o[2u * i + 1u] = uvec4(imageSize(img), 0, 0);
}
