#version 450
// kiln: groups=4,1,1 b0=float b1=zero b2=unit b3=uint
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
layout(set = 0, binding = 2) buffer B2 { float f[]; };
layout(set = 0, binding = 3) buffer B3 { uint m[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    f[i] = a[i] * 2.0;
    r[i] = m[i] + 1u;
    m[i + 256] = r[i] ^ m[i];
    f[i + 256] = f[i] + float(i);
}
