#version 450
// dst[i] = 3 dst[i] + u * src[i] + k, for the n elements from this base of groups on.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) buffer Dst { uint dst[]; };
layout(set = 0, binding = 1) readonly buffer Src { uint src[]; };
layout(set = 0, binding = 2) uniform Scale { uvec4 u; };
layout(push_constant) uniform Push { uvec3 groups; uint n, k; };
void main()
{
    uvec3 g = gl_WorkGroupID;
    uint i = ((g.z * groups.y + g.y) * groups.x + g.x) * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (i < n)
        dst[i] = dst[i] * 3u + src[i] * u.y + k;
}
