#version 450
#extension GL_KHR_shader_subgroup_basic : require
// What each invocation knows of its subgroup; one of each is elected.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) writeonly buffer O { uvec4 o[]; };
shared uint s[1024];
void main()
{
    uint i = gl_LocalInvocationID.x;
    s[i] = gl_SubgroupInvocationID;
    subgroupBarrier();
    uint elected = subgroupElect() ? 1u : 0u;
    o[i] = uvec4(gl_SubgroupSize, gl_SubgroupID, s[i], gl_NumSubgroups | elected << 16);
}
