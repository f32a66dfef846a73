#version 450
// kiln: groups=4,1,1 elems=4096 b0=uint b1=zero
// Two views of one binding: what one writes the other reads.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer In { uint v[]; };
layout(set = 0, binding = 1, std430) buffer Words { uint w[]; };
layout(set = 0, binding = 1, std430) buffer Vectors { uvec4 q[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint sum = 0u;
    for (uint k = 0u; k < 4u; k++) {
        w[i * 4u + k] = v[i + k];
        sum += q[i][k] + q[i][3u - k];
    }
    w[i * 4u + 2u] = sum;
    q[i].w = w[i * 4u + 2u] * 3u + v[i];
}
