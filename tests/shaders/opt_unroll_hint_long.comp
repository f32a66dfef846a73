#version 450
#extension GL_EXT_control_flow_attributes : require
// kiln: groups=4,1,1 elems=256 b0=uint slow=Intel,hasvk,anv25
// A loop of 1,100 rounds that asks to be unrolled.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer R { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x, x = 0u;
    [[unroll]] for (int k = 7700; k > 0; k -= 7) // no read inside: lavapipe of Mesa 26 takes 4 GB for 1,100 of them
        x = x * 3u + uint(k) + l;
    r[i] ^= x;
}
