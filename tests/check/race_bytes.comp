#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
// check: groups=1
// Two invocations write one byte, among many that write others of the same dwords.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
layout(set = 0, binding = 1, std430) buffer Bytes { uint8_t b[]; };
void main()
{
    uint l = gl_LocalInvocationIndex;
    b[l == 40u ? 5u : l] = uint8_t(l); // @race
}
