#version 450
// kiln: groups=4,1,1 elems=8192 t0=storage,rgba32ui,2d,64x64 t1=combined,rgba32f,unit,2d,32x32,repeat b2=uint b3=zero not=kiln-gen8
// Parameters of image messages: twice the same, of one load, from elsewhere, constant; texels copied as they are, in
// loops that lanes leave at different times.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, rgba32ui) uniform uimage2D img;
layout(set = 0, binding = 1) uniform sampler2D tex;
layout(set = 0, binding = 2, std430) readonly buffer In { uvec4 v[]; };
layout(set = 0, binding = 3, std430) buffer Out { uvec4 o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    int x = int(i & 63u), y = int(i >> 6), z = x & 7;
    uvec4 t = imageLoad(img, ivec2(z, z)) ^ imageLoad(img, ivec2(y, z));
    vec2 c = vec2(x, y) / 32.0;
    t += floatBitsToUint(textureLod(tex, c.xx, 0.0)) + floatBitsToUint(textureLod(tex, c.xy, 0.0).wzyx) +
         floatBitsToUint(textureLod(tex, vec2(0.5, c.y), 0.0).x);
    o[i] = t;
    uint n = v[i].x % 7u;
    for (uint k = 0u; k < 5u; k++) {
        if (k == n)
            break;
        uvec4 w = v[(i + k * 64u) & 255u]; // moved whole
        o[256u + k * 256u + i] = w;
        if (w.y % 3u == 0u)
            imageStore(img, ivec2(x, 8 + y + int(k) * 4), w);
    }
    imageStore(img, ivec2(x, 60 + y), imageLoad(img, ivec2(63 - x, y)));
    imageStore(img, ivec2(x, 40 + y), uvec4(i));
}
