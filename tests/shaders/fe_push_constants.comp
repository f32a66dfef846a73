#version 450
// kiln: groups=2,1,1 b0=zero push=uint:24
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer B0 { uint r[]; };

layout(push_constant) uniform P { uint x; uvec2 y; layout(offset = 32) uvec4 z; uint arr[12]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    r[i] = x + y.y;
    r[i + 128] = z[i & 3u];
    r[i + 256] = arr[i % 12u];
    uint s = 0u;
    for (uint k = 0u; k < 12u; k++)
        s = s * 3u + arr[k];
    r[i + 384] = s;
    r[i + 512] = arr[gl_WorkGroupID.x];
}
