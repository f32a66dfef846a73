#version 450
// kiln: groups=3,1,1 elems=288 b0=uint b1=zero expect=1:1 alone
// The clock as one number.
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_ARB_shader_clock : require
layout(local_size_x = 96) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t t = clockARB();
    uint x = a[i] / (a[i ^ 1u] | 1u);
    r[i] = uint(clockARB() > t) | (x & 0u);
}
