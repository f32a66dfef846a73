#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { int64_t r[]; };

int64_t number(uint bits)
{
    return int64_t(bits) * int64_t(0x9e3779b97f4a7c15ul) ^ int64_t(bits >> 7);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    int64_t x = number(a[i]), y = number(a[i + 1]), sum = int64_t(0);
    uint steps = 0u;
    for (uint k = 0u; k < (a[i] & 15u); k++) {
        int64_t z = number(a[(i + k * 3u) & 1023u]);
        if (z < y)
            sum += int64_t(1);
        else if (z == x)
            break;
        else
            sum = sum + z;
        if (x > y) {
            int64_t t = x;
            x = y;
            y = t;
        }
        y = y + z;
        steps++;
    }
    r[i] = sum;
    r[i + 128] = x;
    r[i + 256] = y;
    r[i + 384] = int64_t(steps);
}
