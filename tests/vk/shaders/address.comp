#version 450
#extension GL_EXT_buffer_reference : require
// Adds to each word behind an address.
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint w[]; };
layout(push_constant) uniform Push { Words words; uint add; };
void main()
{
    words.w[gl_GlobalInvocationID.x] += add;
}
