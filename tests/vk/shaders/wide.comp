#version 450
#extension GL_EXT_nonuniform_qualifier : require
// 320 buffers in arrays of sixteen: more than a binding table has places for.
layout(local_size_x = 16) in;
layout(set = 0, binding = 0, std430) buffer B0 { uint v; } b0[16];
layout(set = 0, binding = 1, std430) buffer B1 { uint v; } b1[16];
layout(set = 0, binding = 2, std430) buffer B2 { uint v; } b2[16];
layout(set = 0, binding = 3, std430) buffer B3 { uint v; } b3[16];
layout(set = 0, binding = 4, std430) buffer B4 { uint v; } b4[16];
layout(set = 0, binding = 5, std430) buffer B5 { uint v; } b5[16];
layout(set = 0, binding = 6, std430) buffer B6 { uint v; } b6[16];
layout(set = 0, binding = 7, std430) buffer B7 { uint v; } b7[16];
layout(set = 0, binding = 8, std430) buffer B8 { uint v; } b8[16];
layout(set = 0, binding = 9, std430) buffer B9 { uint v; } b9[16];
layout(set = 0, binding = 10, std430) buffer B10 { uint v; } b10[16];
layout(set = 0, binding = 11, std430) buffer B11 { uint v; } b11[16];
layout(set = 0, binding = 12, std430) buffer B12 { uint v; } b12[16];
layout(set = 0, binding = 13, std430) buffer B13 { uint v; } b13[16];
layout(set = 0, binding = 14, std430) buffer B14 { uint v; } b14[16];
layout(set = 0, binding = 15, std430) buffer B15 { uint v; } b15[16];
layout(set = 0, binding = 16, std430) buffer B16 { uint v; } b16[16];
layout(set = 0, binding = 17, std430) buffer B17 { uint v; } b17[16];
layout(set = 0, binding = 18, std430) buffer B18 { uint v; } b18[16];
layout(set = 0, binding = 19, std430) buffer B19 { uint v; } b19[16];
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i == 0u)
        b0[3].v += 0u;
    else if (i > 3u)
        b0[nonuniformEXT(i)].v = i * 100u + 0u;
    if (i == 0u)
        b1[3].v += 1u;
    else if (i > 3u)
        b1[nonuniformEXT(i)].v = i * 100u + 1u;
    if (i == 0u)
        b2[3].v += 2u;
    else if (i > 3u)
        b2[nonuniformEXT(i)].v = i * 100u + 2u;
    if (i == 0u)
        b3[3].v += 3u;
    else if (i > 3u)
        b3[nonuniformEXT(i)].v = i * 100u + 3u;
    if (i == 0u)
        b4[3].v += 4u;
    else if (i > 3u)
        b4[nonuniformEXT(i)].v = i * 100u + 4u;
    if (i == 0u)
        b5[3].v += 5u;
    else if (i > 3u)
        b5[nonuniformEXT(i)].v = i * 100u + 5u;
    if (i == 0u)
        b6[3].v += 6u;
    else if (i > 3u)
        b6[nonuniformEXT(i)].v = i * 100u + 6u;
    if (i == 0u)
        b7[3].v += 7u;
    else if (i > 3u)
        b7[nonuniformEXT(i)].v = i * 100u + 7u;
    if (i == 0u)
        b8[3].v += 8u;
    else if (i > 3u)
        b8[nonuniformEXT(i)].v = i * 100u + 8u;
    if (i == 0u)
        b9[3].v += 9u;
    else if (i > 3u)
        b9[nonuniformEXT(i)].v = i * 100u + 9u;
    if (i == 0u)
        b10[3].v += 10u;
    else if (i > 3u)
        b10[nonuniformEXT(i)].v = i * 100u + 10u;
    if (i == 0u)
        b11[3].v += 11u;
    else if (i > 3u)
        b11[nonuniformEXT(i)].v = i * 100u + 11u;
    if (i == 0u)
        b12[3].v += 12u;
    else if (i > 3u)
        b12[nonuniformEXT(i)].v = i * 100u + 12u;
    if (i == 0u)
        b13[3].v += 13u;
    else if (i > 3u)
        b13[nonuniformEXT(i)].v = i * 100u + 13u;
    if (i == 0u)
        b14[3].v += 14u;
    else if (i > 3u)
        b14[nonuniformEXT(i)].v = i * 100u + 14u;
    if (i == 0u)
        b15[3].v += 15u;
    else if (i > 3u)
        b15[nonuniformEXT(i)].v = i * 100u + 15u;
    if (i == 0u)
        b16[3].v += 16u;
    else if (i > 3u)
        b16[nonuniformEXT(i)].v = i * 100u + 16u;
    if (i == 0u)
        b17[3].v += 17u;
    else if (i > 3u)
        b17[nonuniformEXT(i)].v = i * 100u + 17u;
    if (i == 0u)
        b18[3].v += 18u;
    else if (i > 3u)
        b18[nonuniformEXT(i)].v = i * 100u + 18u;
    if (i == 0u)
        b19[3].v += 19u;
    else if (i > 3u)
        b19[nonuniformEXT(i)].v = i * 100u + 19u;
}
