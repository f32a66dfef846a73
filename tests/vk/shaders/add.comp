#version 450
// out[i] = a[i] + b[i]; b is uniform. Bounds are those of the descriptors.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1) uniform B { uvec4 b; };
layout(set = 0, binding = 2) writeonly buffer O { uint o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    o[i] = a[i] + b.x;
}
