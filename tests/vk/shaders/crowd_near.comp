#version 450
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_shuffle : require
// As crowd.comp; neighbours exchange values, but eight of them at most, so that they cannot tell how large their subgroup is.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer B { float b[]; };

void main()
{
    uint at = gl_GlobalInvocationID.x;
    float a[40];
    for (int i = 0; i < 40; i++)
        a[i] = b[at * 40u + uint(i)];
    for (int round = 0; round < 20; round++) {
        float first = subgroupShuffleXor(a[0], 5) + subgroupQuadSwapHorizontal(a[1]) + subgroupClusteredAdd(a[2], 8);
        for (int i = 0; i < 39; i++)
            a[i] = a[i] * a[i + 1] + 0.25;
        a[39] = a[39] * first + 0.5;
    }
    for (int i = 0; i < 40; i++)
        b[at * 40u + uint(i)] = a[i];
}
