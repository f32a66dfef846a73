#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
// kiln: groups=4,1,1 elems=64 b0=zero b1=zero expect=1:1 alone not=Intel,anv25
// Atomics on halves, two to a dword, in a buffer and in shared memory: sums, extremes and exchanges that any order of the lanes gives.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) coherent buffer B0 { float16_t sum[4], most[4], least[4], token[4]; uint done, ok; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
shared float16_t s_sum[2], s_most[2], s_least[2], s_token[2];
shared uint last;

void main()
{
    uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
    if (l < 2u) {
        s_sum[l] = 0.0hf;
        s_most[l] = 0.0hf;
        s_least[l] = 0.0hf;
        s_token[l] = 0.0hf;
    }
    barrier();
    atomicAdd(s_sum[l % 2u], float16_t(l % 3u));
    atomicMax(s_most[l % 2u], float16_t(l));
    atomicMin(s_least[l % 2u], -float16_t(l));
    atomicAdd(sum[g % 3u], 1.0hf);
    atomicMax(most[1u + g % 2u], float16_t(g));
    atomicMin(least[g % 4u], -float16_t(g));
    // Each takes what another left: the sum of what was taken and of what is left is that of all that was given.
    float16_t took = atomicExchange(s_token[1], float16_t(l));
    atomicAdd(s_token[0], took);
    barrier();
    float16_t want0 = 0.0hf, want1 = 0.0hf;
    for (uint k = 0u; k < 64u; k += 2u) {
        want0 += float16_t(k % 3u);
        want1 += float16_t((k + 1u) % 3u);
    }
    bool good = s_sum[0] == want0 && s_sum[1] == want1;
    good = good && s_most[0] == 62.0hf && s_most[1] == 63.0hf && s_least[0] == -62.0hf && s_least[1] == -63.0hf;
    good = good && s_token[0] + s_token[1] == 2016.0hf;
    if (l == 0u && good)
        atomicAdd(ok, 1u);
    memoryBarrierBuffer();
    barrier();
    if (l == 0u)
        last = atomicAdd(done, 1u);
    memoryBarrierBuffer();
    barrier();
    if (last == 3u) { // the last group looks at what all did
        bool all = atomicAdd(ok, 0u) == 4u;
        all = all && atomicAdd(sum[0], 0.0hf) == 86.0hf && atomicAdd(sum[1], 0.0hf) == 85.0hf && atomicAdd(sum[2], 0.0hf) == 85.0hf;
        all = all && atomicMax(most[1], 0.0hf) == 254.0hf && atomicMax(most[2], 0.0hf) == 255.0hf;
        all = all && atomicMin(least[3], 0.0hf) == -255.0hf && atomicMin(least[0], 0.0hf) == -252.0hf;
        all = all && atomicMax(most[0], 0.0hf) == 0.0hf && atomicMax(most[3], 0.0hf) == 0.0hf && atomicAdd(sum[3], 0.0hf) == 0.0hf;
        r[l] = all ? 1u : 0u;
    }
}
