#version 450
// kiln: groups=4,1,1 b0=uint b1=zero not=Intel,anv25
// ANV reports a subgroup size of 32 whatever it executes, so its last invocation is not where this looks for it.
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 96) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
shared uint elected, lanes;

void main()
{
    // Sizes differ between drivers; what holds for all of them does not.
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;
    if (l == 0u)
        elected = lanes = 0u;
    barrier();
    if (subgroupElect())
        atomicAdd(elected, 1u);
    if (gl_SubgroupInvocationID + 1u == gl_SubgroupSize || l == 95u)
        atomicAdd(lanes, gl_SubgroupInvocationID + 1u);
    subgroupBarrier();
    subgroupMemoryBarrierShared();
    barrier();
    r[i] = uint(elected == gl_NumSubgroups) | uint(lanes == 96u) << 1 | uint(gl_SubgroupID < gl_NumSubgroups) << 2;
    r[i + 512] = uint(gl_NumSubgroups == (96u + gl_SubgroupSize - 1u) / gl_SubgroupSize);
    uint old = a[i];
    if ((old & 1u) != 0u)
        r[i + 1024] = subgroupElect() ? 0u : 0u;
    r[i + 1536] = uint(gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID == l);
}
