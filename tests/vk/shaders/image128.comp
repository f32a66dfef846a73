#version 450
// Texels of 128 bits for storage: 64 places of each of six images, inside and outside; and what an invocation has just written.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, rgba32ui) uniform readonly uimage1DArray rows;
layout(set = 0, binding = 1, rgba32i) uniform readonly iimage2DArray layers;
layout(set = 0, binding = 2, rgba32f) uniform readonly image3D volume;
layout(set = 0, binding = 3, rgba32ui) uniform readonly uimage2D blocks;
layout(set = 0, binding = 4, rgba32ui) uniform uimage2D both;
layout(set = 0, binding = 5, rgba32i) uniform readonly iimageBuffer texels;
layout(set = 0, binding = 6, rgba32ui) uniform readonly uimage2D none;
layout(set = 0, binding = 7, std430) buffer Out { uvec4 o[]; };

void main()
{
    uint n = gl_GlobalInvocationID.x, count = gl_NumWorkGroups.x * 64u;
    int i = int(n);
    o[n] = imageLoad(rows, ivec2(i % 16, i / 16)); // 13 by 3
    o[count + n] = uvec4(imageLoad(layers, ivec3(i % 8, i / 8 % 8, i / 64))); // 5 by 6 by 2
    o[2u * count + n] = floatBitsToUint(imageLoad(volume, ivec3(i % 8, i / 8 % 4, i / 32))); // 6 by 3 by 5
    o[3u * count + n] = imageLoad(blocks, ivec2(i % 8, i / 8)); // 3 by 5
    ivec2 at = ivec2(i % 16, i / 16);
    uvec4 before = imageLoad(both, at);
    imageStore(both, at, before * 3u + uvec4(n, 1u, 2u, 3u));
    memoryBarrierImage();
    o[4u * count + n] = imageLoad(both, at);
    o[5u * count + n] = uvec4(imageLoad(texels, i - 3)); // 60
    o[6u * count + n] = imageLoad(none, at) & uvec4(~0u, ~0u, ~0u, 0u);
}
