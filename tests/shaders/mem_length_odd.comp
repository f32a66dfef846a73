#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=1,1,1 elems=333 b0=uint b1=uint b2=uint b3=zero more=anv25
// Lengths of arrays of several strides.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint8_t pad[3]; uint8_t a[]; };
layout(set = 0, binding = 1, std430) readonly buffer B { uvec3 p; float16_t b[]; };
layout(set = 0, binding = 2, std430) readonly buffer C { uint q[7]; mat3 c[]; };
layout(set = 0, binding = 3, std430) buffer Out { uint r[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
    r[i * 4u] = a.length();
    r[i * 4u + 1u] = b.length();
    r[i * 4u + 2u] = c.length();
    r[i * 4u + 3u] = r.length() + i;
}
