#version 450
// kiln: groups=4,1,1 elems=4096 b0=float b1=float b2=float
// Neighbours that are read and written by turns, from buffers that nothing says are one.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer A { float a[]; };
layout(set = 0, binding = 1, std430) buffer B { float b[]; };
layout(set = 0, binding = 2, std430) buffer C { float c[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x * 4u;
    c[i] = a[i] + b[i];
    c[i + 1u] = a[i + 1u] * b[i + 1u];
    c[i + 2u] = a[i + 2u] - b[i + 2u];
    c[i + 3u] = a[i + 3u] + b[i + 3u];
}
