#version 450
// One phase of several in a command buffer: each group writes its element, from a storage buffer or a uniform buffer.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer From { uint from[]; };
layout(set = 0, binding = 1) buffer To { uint to[]; };
layout(set = 0, binding = 2) uniform Constants { uvec4 constants[4]; };
layout(push_constant) uniform Push { uint uniforms, add, at; };

void main()
{
    uint i = gl_WorkGroupID.x;
    to[at + i] = (uniforms != 0u ? constants[i / 4u][i % 4u] : from[i]) + add;
}
