#version 450
// Writes the group counts of an indirect dispatch: one component an invocation.
layout(local_size_x = 3) in;
layout(set = 0, binding = 0) writeonly buffer Out { uint o[]; };
layout(push_constant) uniform Push { uint n[3]; };
void main()
{
    o[gl_LocalInvocationID.x] = n[gl_LocalInvocationID.x];
}
