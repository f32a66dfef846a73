#version 450
// Forty values a lane that are all needed in each round: more than the registers of SIMD32, fewer than those of SIMD16.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer B { float b[]; };

void main()
{
    uint at = gl_GlobalInvocationID.x;
    float a[40];
    for (int i = 0; i < 40; i++)
        a[i] = b[at * 40u + uint(i)];
    for (int round = 0; round < 20; round++) {
        float first = a[0];
        for (int i = 0; i < 39; i++)
            a[i] = a[i] * a[i + 1] + 0.25;
        a[39] = a[39] * first + 0.5;
    }
    for (int i = 0; i < 40; i++)
        b[at * 40u + uint(i)] = a[i];
}
