#version 450
// As phase.comp, from a texel buffer, which is read through the sampler's cache.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform usamplerBuffer from;
layout(set = 0, binding = 1) buffer To { uint to[]; };
layout(push_constant) uniform Push { uint unused, add, at; };

void main()
{
    uint i = gl_WorkGroupID.x;
    to[at + i] = texelFetch(from, int(i)).x + add;
}
