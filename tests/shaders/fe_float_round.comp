#version 450
// kiln: groups=4,1,1 b0=float b1=unit
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    float x = a[i], h = floor(x) + 0.5;
    r[i] = floor(x);
    r[i + 256] = ceil(x);
    r[i + 512] = trunc(x);
    r[i + 768] = roundEven(x);
    r[i + 1024] = roundEven(h);
    r[i + 1280] = fract(x);
    r[i + 1536] = sign(x);
    r[i + 1792] = round(x + 0.1);
}
