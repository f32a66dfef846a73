#version 450
// Each workgroup notes its id and the counts at a place of its own.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Out { uint n; uint pad[3]; uvec4 rows[]; };
void main()
{
    uint at = atomicAdd(n, 1u);
    uvec3 id = gl_WorkGroupID, count = gl_NumWorkGroups;
    rows[at] = uvec4(id.x | id.y << 8 | id.z << 16, count.x, count.y, count.z);
}
