#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { float16_t r[]; };

// A multiple of 1/16 below 64: sums and products of a few stay exact.
float16_t number(uint bits)
{
    return float16_t(float(int(bits & 2047u) - 1024) / 16.0);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    float16_t x = number(a[i]), y = number(a[i + 1]), sum = float16_t(0);
    uint steps = 0u;
    for (uint k = 0u; k < (a[i] & 15u); k++) {
        float16_t z = number(a[(i + k * 3u) & 1023u]);
        if (z < y)
            sum += float16_t(1);
        else if (z == x)
            break;
        else
            sum = max(sum, z);
        if (x > y) {
            float16_t t = x;
            x = y;
            y = t;
        }
        y = min(y, z);
        steps++;
    }
    r[i] = sum;
    r[i + 128] = x;
    r[i + 256] = y;
    r[i + 384] = float16_t(steps);
}
