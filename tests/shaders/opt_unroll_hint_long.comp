#version 450
#extension GL_EXT_control_flow_attributes : require
// kiln: groups=4,1,1 elems=256 b0=uint slow=Intel,hasvk
// A loop of 1,100 rounds that asks to be unrolled.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer R { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, x = 0u;
    [[unroll]] for (int k = 7700; k > 0; k -= 7)
        x = x * 3u + uint(k) + r[i];
    r[i] = x;
}
