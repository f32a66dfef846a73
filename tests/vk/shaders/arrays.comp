#version 450
// Descriptor arrays with an index that is known at run time only, and a second set.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { uint a[]; } bufs[4];
layout(set = 1, binding = 3) uniform B { uvec4 b; } offsets[2];
layout(push_constant) uniform Push { uint from, to, which; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    bufs[to].a[i] = bufs[from].a[i] + offsets[which].b.y;
}
