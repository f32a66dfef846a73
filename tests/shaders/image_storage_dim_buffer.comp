#version 450
// kiln: groups=3,1,1 tol=ulp:3 t0=storagetexels,r32ui,96 t1=storagetexels,rgba8,96 b2=zero
// Loads, stores and the size of a buffer storage image; the last invocations go beyond its end.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, r32ui) uniform uimageBuffer img;
layout(set = 0, binding = 1, rgba8) uniform imageBuffer colors;
layout(set = 0, binding = 2, std430) buffer Out { uvec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= 96u)
        return;
    uint v = imageLoad(img, int(i % 96u)).x;
    imageStore(img, int(i % 96u), uvec4(v * 3u + i));
    vec4 c = imageLoad(colors, int(i % 96u));
    imageStore(colors, int(i % 96u), c.wxyz);
    o[2u * i] = uvec4(v, floatBitsToUint(c.xyz));
    o[2u * i + 1u] = uvec4(imageSize(img), 0, 0, 0);
}
