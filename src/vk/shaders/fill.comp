#version 450
// Fills whole uvec4s: 4 an invocation.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0, std430) writeonly buffer Dst { uvec4 dst[]; };
layout(push_constant) uniform Push { uint count, value; };
void main()
{
    uint base = gl_WorkGroupID.x * 1024u + gl_LocalInvocationID.x;
    for (uint i = 0u; i < 4u; i++) {
        uint at = base + i * 256u;
        if (at < count)
            dst[at] = uvec4(value);
    }
}
