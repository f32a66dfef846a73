#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint8_t r[]; };

uint8_t number(uint bits)
{
    return uint8_t(bits >> 5);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint8_t x = number(a[i]), y = number(a[i + 1]), sum = uint8_t(0);
    uint steps = 0u;
    for (uint k = 0u; k < (a[i] & 15u); k++) {
        uint8_t z = number(a[(i + k * 3u) & 1023u]);
        if (z < y)
            sum += uint8_t(1);
        else if (z == x)
            break;
        else
            sum = sum + z;
        if (x > y) {
            uint8_t t = x;
            x = y;
            y = t;
        }
        y = y + z;
        steps++;
    }
    r[i] = sum;
    r[i + 128] = x;
    r[i + 256] = y;
    r[i + 384] = uint8_t(steps);
}
