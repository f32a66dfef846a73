#version 450
// kiln: groups=3,1,1 elems=192 b0=uint b1=zero expect=1:1 alone not=Intel,anv25
// many partitioned reductions and scans of vectors, in branches and loops: what they shuffle must leave the registers
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_NV_shader_subgroup_partitioned : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

i8vec4 value(uint id)
{
    uint x = a[gl_WorkGroupID.x * 64 + id];
    return i8vec4(x, x >> 8, x >> 16, x >> 24);
}

void main()
{
    uint id = gl_SubgroupInvocationID, first = gl_SubgroupID * gl_SubgroupSize;
    bool ok = true;
    i8vec4 all = subgroupXor(value(first + id));
    ok = ok && subgroupPartitionedXorNV(value(first + id), subgroupBallot(true)) == all;
    if ((id & 1u) != 0u) {
        uvec4 odd = subgroupBallot(true);
        ok = ok && subgroupPartitionedXorNV(value(first + id), odd) == subgroupXor(value(first + id));
        ok = ok && subgroupPartitionedInclusiveXorNV(value(first + id), odd) == subgroupInclusiveXor(value(first + id));
    }
    for (uint n = 1; n < 12; n++) {
        uint key = (id * 5u + id / n) % n;
        uvec4 part = subgroupPartitionNV(i8vec4(key, key + 1, 0, n));
        i8vec4 whole = subgroupPartitionedXorNV(value(first + id), part), before = subgroupPartitionedExclusiveXorNV(value(first + id), part);
        for (uint k = 0; k < n; k++)
            if (key == k) {
                ok = ok && whole == subgroupXor(value(first + id));
                ok = ok && before == subgroupExclusiveXor(value(first + id));
            }
    }
    if ((id & 2u) == 0u)
        for (uint n = 1; n < 7; n++) {
            uvec4 part = subgroupPartitionNV(i8vec4(id % n));
            i8vec4 whole = subgroupPartitionedXorNV(value(first + id), part);
            for (uint k = 0; k < n; k++)
                if (id % n == k)
                    ok = ok && whole == subgroupXor(value(first + id));
        }
    r[gl_WorkGroupID.x * 64 + first + id] = uint(ok);
}
