#version 450
#extension GL_EXT_buffer_reference : require
// kiln: env=vulkan1.2 address b0=uint b1=zero groups=4,1,1 not=hasvk-chv
// Addresses that are the same for all lanes, with wide and unaligned vectors.
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer V { uvec4 v[64]; uvec2 w[32]; uint s[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer U { uint v[]; };
layout(push_constant) uniform P { V a; U r; };
void main()
{
    uint i = gl_GlobalInvocationID.x, g = gl_WorkGroupID.x;
    uvec4 x = a.v[g] ^ a.v[g + 1u];
    uvec2 y = a.w[g * 3u];
    uint z = a.s[g] + a.s[g + 1u] + a.s[g + 7u];
    r.v[i] = x.x + x.y * 3u + x.z * 5u + x.w * 7u + y.x + y.y + z + i;
}
