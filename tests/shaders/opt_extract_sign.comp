#version 450
// kiln: not=Intel groups=4,1,1 b0=uint b1=zero
// A signed byte of a dword, converted as an unsigned number: 4294967169, not -127, which Mesa's ANV gives.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer In { uint v[]; };
layout(set = 0, binding = 1, std430) buffer Out { float r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, x = v[i];
    r[i] = float(uint(int(x << 16) >> 24));
    r[i + 256u] = float(uint(int(x) >> 16));
}
