#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
// kiln: groups=8,1,1 b0=uint b1=zero
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { int8_t r[]; };

int8_t number(uint bits)
{
    return int8_t(bits >> 5);
}

void main()
{
    uint w = gl_WorkGroupID.x, i = gl_GlobalInvocationID.x;
    int8_t x = number(a[w]), y = number(a[w + 8u]), z = x;
    for (uint k = 0u; k < 5u; k++) {
        z = z + number(a[w + k]);
        if (z < y)
            z = z * x;
    }
    i8vec3 p = i8vec3(x, y, z);
    r[i] = p[w % 3u];
    r[i + 256u] = (x < y ? x : z) + int8_t(i & 15u);
    r[i + 512u] = number(a[i]) - z;
    r[i + 768u] = min(x, y) + max(y, z);
}
