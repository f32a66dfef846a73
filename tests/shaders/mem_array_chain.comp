#version 450
// kiln: groups=4,1,1 elems=4096 b0=uint b1=zero array=0:16
// What is read of one buffer chooses the next one, 40 times: more values than are looked at to find what kind of surface an
// index is.
layout(local_size_x = 16) in;
layout(set = 0, binding = 0, std430) readonly buffer In { uint v[]; } b[16];
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
#define STEP(k) at += uint((b[at].v[k] & 7u) == 0u);
#define STEPS(k) STEP(k) STEP(k + 1) STEP(k + 2) STEP(k + 3) STEP(k + 4) STEP(k + 5) STEP(k + 6) STEP(k + 7)
void main()
{
    uint at = 0u;
    STEPS(0) STEPS(8) STEPS(16) STEPS(24) STEPS(32)
    o[gl_GlobalInvocationID.x] = at * 1000u + b[at].v[gl_GlobalInvocationID.x & 63u] % 1000u;
}
