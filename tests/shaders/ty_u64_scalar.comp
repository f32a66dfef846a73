#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=8,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint64_t r[]; };

uint64_t number(uint bits)
{
    return uint64_t(bits) * uint64_t(0x9e3779b97f4a7c15ul) ^ uint64_t(bits >> 7);
}

void main()
{
    uint w = gl_WorkGroupID.x, i = gl_GlobalInvocationID.x;
    uint64_t x = number(a[w]), y = number(a[w + 8u]), z = x;
    for (uint k = 0u; k < 5u; k++) {
        z = z + number(a[w + k]);
        if (z < y)
            z = z * x;
    }
    u64vec3 p = u64vec3(x, y, z);
    r[i] = p[w % 3u];
    r[i + 256u] = (x < y ? x : z) + uint64_t(i & 15u);
    r[i + 512u] = number(a[i]) - z;
    r[i + 768u] = min(x, y) + max(y, z);
}
