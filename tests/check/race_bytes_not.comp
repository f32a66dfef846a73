#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
// check: groups=1
// Neighbouring bytes of one dword are different places.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
layout(set = 0, binding = 1, std430) buffer Bytes { uint8_t b[]; };
void main()
{
    b[gl_LocalInvocationIndex] = uint8_t(a[gl_LocalInvocationIndex]);
}
