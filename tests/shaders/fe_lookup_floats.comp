#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
// Constant tables of dwords that are no small integers: in registers, where they are more than a few.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

const float steps[16] = float[16](0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, -0.0, -0.5, -1.0, -1.5, -2.0, -3.0, -4.0, -6.0);
const int signed_steps[7] = int[7](-127, -83, -10, 1, 25, 89, 113);
const vec2 corner[5] = vec2[5](vec2(0.0, 1.0), vec2(1.0, 2.5), vec2(-1.0, 0.25), vec2(8.0, -3.0), vec2(0.5, 0.5));

void main()
{
    uint i = gl_GlobalInvocationID.x;
    float s = 0.0;
    for (uint k = 0u; k < 8u; k++)
        s = s * 2.0 + steps[a[i] >> (4u * k) & 15u];
    r[i] = s + steps[gl_WorkGroupID.x];
    r[i + 256] = float(signed_steps[a[i] % 7u]);
    r[i + 512] = corner[a[i] % 5u].x - corner[a[i] / 5u % 5u].y;
}
