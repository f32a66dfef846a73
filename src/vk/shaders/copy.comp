#version 450
// Copies whole uvec4s between dword-aligned ranges: 4 an invocation, a workgroup's accesses side by side.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0, std430) readonly buffer Src { uvec4 src[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Dst { uvec4 dst[]; };
layout(push_constant) uniform Push { uint count; };
void main()
{
    uint base = gl_WorkGroupID.x * 1024u + gl_LocalInvocationID.x;
    for (uint i = 0u; i < 4u; i++) {
        uint at = base + i * 256u;
        if (at < count)
            dst[at] = src[at];
    }
}
