#version 450
// kiln: groups=4,1,1 elems=4096 b0=float b1=uint b2=zero
// A read that is the same in each round of a loop that may have none, beside writes to another buffer.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { float a[]; };
layout(set = 0, binding = 1, std430) readonly buffer P { uint n; uint scale; };
layout(set = 0, binding = 2, std430) buffer R { float r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x * 4u;
    for (uint k = 0u; k < (floatBitsToUint(a[i]) & 3u); k++)
        r[i + k] = a[i + k] * float(scale & 255u);
}
