#version 450
// Reverses each workgroup's 256 values through shared memory.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1) writeonly buffer B { uint b[]; };
shared uint tmp[256];
void main()
{
    uint i = gl_LocalInvocationID.x;
    tmp[i] = a[gl_GlobalInvocationID.x];
    barrier();
    b[gl_GlobalInvocationID.x] = tmp[255u - i];
}
