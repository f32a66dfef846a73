#version 450
// kiln: groups=2,1,1 elems=256 b0=any b1=zero
// More values than there are registers, each read across lanes by an index that is known at run time only, and
// all of them live around a loop: what is indexed must be in registers as a whole, but only where it is read.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) buffer A { uint a[]; };
layout(set = 0, binding = 1) buffer B { uint b[]; };

#define N 48

void main()
{
    uint i = gl_GlobalInvocationID.x, v[N], sum = 0;
    for (uint k = 0; k < N; k++)
        v[k] = (a[i] ^ k * 2654435761u) * (a[(i + k) & 255u] | 1u);
    uint rounds = 2 + (a[0] & 1u);
    for (uint r = 0; r < rounds; r++) {
        for (uint k = 0; k < N; k++) {
            // within eights, so that it does not matter how wide a subgroup is
            uint lane = gl_SubgroupInvocationID & ~7u, to = (gl_SubgroupInvocationID * 3u + v[(k + 7) % N] + r) & 7u;
            sum = sum * 31u + subgroupShuffle(v[k], lane | to);
        }
        for (uint k = 0; k < N; k++)
            v[k] += sum >> (k & 15u);
    }
    for (uint k = 0; k < N; k++)
        sum ^= v[k];
    b[i] = sum;
}
