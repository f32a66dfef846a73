#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 elems=8192 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { double r[]; };

// A multiple of 1/16 below 64: sums and products of a few stay exact.
double number(uint bits)
{
    return double(float(int(bits & 2047u) - 1024) / 16.0);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    double x = number(a[i]), y = number(a[i + 1]), sum = double(0);
    uint steps = 0u;
    for (uint k = 0u; k < (a[i] & 15u); k++) {
        double z = number(a[(i + k * 3u) & 1023u]);
        if (z < y)
            sum += double(1);
        else if (z == x)
            break;
        else
            sum = max(sum, z);
        if (x > y) {
            double t = x;
            x = y;
            y = t;
        }
        y = min(y, z);
        steps++;
    }
    r[i] = sum;
    r[i + 128] = x;
    r[i + 256] = y;
    r[i + 384] = double(steps);
}
