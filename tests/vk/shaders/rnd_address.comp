#version 450
#extension GL_EXT_buffer_reference : require
// By addresses alone.
layout(local_size_x = 32) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint v[]; };
layout(push_constant) uniform Push { Words dst, src; uint n, k; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i < n)
        dst.v[i] = (src.v[i] ^ k) + dst.v[i];
}
