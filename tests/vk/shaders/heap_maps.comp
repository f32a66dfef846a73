#version 450
#extension GL_EXT_nonuniform_qualifier : require
// Every way in which a mapping of VK_EXT_descriptor_heap finds a resource (test_descriptor_heap.c).
layout(local_size_x = 32) in;
layout(push_constant) uniform Push { layout(offset = 112) uint base; };
layout(set = 0, binding = 0) buffer Out { uint result[]; };
layout(set = 0, binding = 1) uniform A { uint a; } at_offset[3];
layout(set = 0, binding = 2) readonly buffer B { uint b; } at_push_index[3];
layout(set = 0, binding = 3) uniform C { uint c; } at_indirect_index[3];
layout(set = 0, binding = 4) readonly buffer D { uint d; } in_list[3];
layout(set = 0, binding = 5) uniform E { uvec4 e[2]; } in_heap;
layout(set = 0, binding = 6) uniform F { uvec4 f; } in_push;
layout(set = 0, binding = 7) uniform G { uvec4 g; } at_address;
layout(set = 0, binding = 8) readonly buffer H { uint h[]; } behind_address;
layout(set = 0, binding = 9) uniform I { uint i; } one_of_list;
layout(set = 50, binding = 300) uniform sampler2D embedded;
layout(set = 50, binding = 301) uniform texture2D image;
layout(set = 50, binding = 302) uniform sampler samplers[2];
layout(set = 50, binding = 303) uniform sampler2D paired[2];
layout(set = 50, binding = 304) uniform sampler2D beside;
layout(set = 50, binding = 305) uniform utextureBuffer texels;
void main()
{
    uint i = gl_LocalInvocationID.x, k = i % 3;
    uint r[16];
    r[0] = base;
    r[1] = at_offset[nonuniformEXT(k)].a;
    r[2] = at_push_index[nonuniformEXT(k)].b;
    r[3] = at_indirect_index[nonuniformEXT(k)].c;
    r[4] = in_list[nonuniformEXT(k)].d;
    r[5] = in_heap.e[i % 2][i % 4];
    r[6] = in_push.f[i % 4];
    r[7] = at_address.g[i % 4];
    r[8] = behind_address.h[i];
    r[9] = one_of_list.i;
    r[10] = uint(textureLod(embedded, vec2(-1.0), 0.0).x * 255.0 + 0.5); // the border
    r[11] = uint(textureLod(sampler2D(image, samplers[0]), vec2(-1.0), 0.0).x * 255.0 + 0.5);
    r[12] = uint(textureLod(sampler2D(image, samplers[1]), vec2(0.5), 0.0).x * 255.0 + 0.5);
    r[13] = uint(textureLod(paired[nonuniformEXT(i % 2)], vec2(-1.0), 0.0).x * 255.0 + 0.5);
    r[14] = uint(textureLod(beside, vec2(-1.0), 0.0).x * 255.0 + 0.5);
    r[15] = texelFetch(texels, int(i)).x;
    for (uint n = 0; n < 16; n++)
        result[i * 16 + n] = r[n];
}
