#version 450
// What a dispatch of generated commands was given. PICK: constants are indexed by what is known at run time only, so that the
// kernel reads them through a surface. DEEP: an array in scratch memory.
layout(local_size_x = 8) in;
layout(constant_id = 0) const uint FACTOR = 1;
layout(constant_id = 1) const bool PICK = false;
layout(constant_id = 2) const uint DEEP = 1;
layout(set = 0, binding = 0, std430) buffer Out { uint o[]; };
layout(push_constant) uniform Push { uint where, value, sequence, kept, table[4]; };
void main()
{
    if (gl_LocalInvocationIndex != 0)
        return;
    uint at = where * 8;
    atomicAdd(o[at], 1);
    o[at + 1] = value * FACTOR;
    o[at + 2] = sequence;
    o[at + 3] = gl_NumWorkGroups.x | gl_NumWorkGroups.y << 8 | gl_NumWorkGroups.z << 16;
    o[at + 4] = PICK ? table[value & 3] : table[2];
    o[at + 5] = kept;
    uint deep[DEEP];
    for (uint i = 0; i < DEEP; i++)
        deep[i] = i * value;
    for (uint i = 0; i < kept; i++)
        deep[(value + i) % DEEP] += i;
    o[at + 6] = deep[value % DEEP];
}
