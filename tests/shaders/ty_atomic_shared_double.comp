#version 450
// kiln: groups=2,1,1 elems=256 b0=small b1=zero expect=1:1 alone env=vulkan1.2 not=Intel,anv25,kiln-gen8
// sums of doubles in shared memory (small integers: in any order)
#extension GL_EXT_shader_atomic_float : require
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) buffer A { uint x[]; };
layout(set = 0, binding = 1) buffer B { uint ok[]; };
shared double sums[5];
void main() {
    uint i = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
    if (i < 5) sums[i] = 0.25;
    barrier();
    double was = atomicAdd(sums[x[g] % 5], double(x[g]) * 4294967296.0lf);
    barrier();
    double sum = 0.25;
    for (uint k = 0; k < 128; k++) {
        uint y = x[gl_WorkGroupID.x * 128 + k];
        if (y % 5 == i % 5)
            sum += double(y) * 4294967296.0lf;
    }
    bool good = sums[i % 5] == sum && was >= 0.25 && was <= sums[x[g] % 5];
    ok[g] = good ? 1 : 0;
}
