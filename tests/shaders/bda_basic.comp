#version 450
#extension GL_EXT_buffer_reference : require
// kiln: env=vulkan1.2 address b0=uint b1=uint groups=4,1,1 not=hasvk-chv
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer U { uint v[]; };
layout(push_constant) uniform P { U src; U dst; };
layout(set = 0, binding = 0) buffer B0 { uint x0[]; };
layout(set = 0, binding = 1) buffer B1 { uint x1[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    dst.v[i] = src.v[i * 3u] + src.v[i ^ 1u] * 5u;
    dst.v[1024u + i] = src.v[gl_WorkGroupID.x];
    if ((i & 3u) == 0u)
        dst.v[2048u + i] = i;
}
