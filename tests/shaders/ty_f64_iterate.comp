#version 450
// kiln: groups=2,1,1 elems=8192 b0=unit b1=zero not=Intel,anv25
// The last bit counts: quotients and roots are correctly rounded, which ANV's are not always.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { double r[]; };

// Newton's iterations: each step rounds, so that every rounding shows.
void main()
{
    uint i = gl_GlobalInvocationID.x;
    double x = double(a[i]) + 1.0, y = x;
    for (int k = 0; k < 20; k++)
        y = 0.5 * (y + x / y);
    r[i] = y;
    r[i + 128] = sqrt(x) * 4.0;
    precise double z = x * x - y;
    r[i + 256] = z / 4.0;
    r[i + 384] = floor(z * 1e15) + fract(x * 1e3);
}
