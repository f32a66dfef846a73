#version 450
#extension GL_EXT_nonuniform_qualifier : require
// Reads from sixteen of as many buffers as there are.
layout(local_size_x = 16) in;
layout(set = 0, binding = 0, std430) writeonly buffer Out { uint r[32]; };
layout(set = 1, binding = 0, std430) readonly buffer In { uint first; uint rest[]; } src[];
layout(push_constant) uniform Push { uint index[16]; };
void main()
{
    uint i = gl_LocalInvocationIndex, k = index[i];
    r[i] = src[nonuniformEXT(k)].first;
    r[16u + i] = uint(src[nonuniformEXT(k)].rest.length());
}
