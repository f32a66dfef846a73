#version 450
// kiln: groups=3,1,1 tol=ulp:3 t0=storage,r32ui,cubearray,4x4,layers:12 t1=storage,rgba8,cubearray,4x4,layers:12 b2=zero
// Loads, stores and the size of a cubearray storage image; the last invocations go beyond its end.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, r32ui) uniform uimageCubeArray img;
layout(set = 0, binding = 1, rgba8) uniform imageCubeArray colors;
layout(set = 0, binding = 2, std430) buffer Out { uvec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= 192u)
        return;
    uint v = imageLoad(img, ivec3(i % 4u, i / 4u % 4u, i / 16u % 12u)).x;
    imageStore(img, ivec3(i % 4u, i / 4u % 4u, i / 16u % 12u), uvec4(v * 3u + i));
    vec4 c = imageLoad(colors, ivec3(i % 4u, i / 4u % 4u, i / 16u % 12u));
    imageStore(colors, ivec3(i % 4u, i / 4u % 4u, i / 16u % 12u), c.wxyz);
    o[2u * i] = uvec4(v, floatBitsToUint(c.xyz));
    o[2u * i + 1u] = uvec4(imageSize(img), 0);
}
