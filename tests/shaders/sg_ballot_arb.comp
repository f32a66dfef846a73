#version 450
// kiln: groups=4,1,1 b0=uint b1=zero expect=1:1 env=vulkan1.1 alone not=Intel,anv25
// (ANV says that a subgroup has 32 invocations and runs 16: half of what is read here is not there.)
// SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote, against what each invocation says of itself.
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_shader_group_vote : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1) buffer O { uint ok[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, lane = gl_SubGroupInvocationARB, size = gl_SubGroupSizeARB;
    bool odd = (a[i] & 1u) != 0u, any_odd = false, all_odd = true;
    uint64_t b = ballotARB(odd);
    bool good = size == 8u || size == 16u || size == 32u;
    for (uint k = 0u; k < size; k++) {
        uint v = readInvocationARB(a[i], k);
        bool bit = (uint(b) >> k & 1u) != 0u;
        good = good && bit == ((v & 1u) != 0u);
        any_odd = any_odd || bit;
        all_odd = all_odd && bit;
    }
    good = good && readFirstInvocationARB(a[i]) == readInvocationARB(a[i], 0u);
    good = good && anyInvocationARB(odd) == any_odd && allInvocationsARB(odd) == all_odd;
    good = good && uint(gl_SubGroupEqMaskARB) == 1u << lane && uint(gl_SubGroupLtMaskARB) == (1u << lane) - 1u;
    // Every element is written: the buffer is larger than the dispatch.
    for (uint k = i; k < 4096u; k += 256u)
        ok[k] = uint(good);
}
