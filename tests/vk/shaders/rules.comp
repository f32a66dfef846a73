#version 450
// Uniforms, constants, shared memory with barriers, the group count, and an array that does not fit the registers.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std140) uniform U { uvec4 u[64]; };
layout(set = 0, binding = 1, std430) buffer B { uint b[]; };
layout(push_constant) uniform Push { uint spill; };
shared uint tmp[64];
void main()
{
    uint i = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
    uint a[96];
    for (uint k = 0; k < 96; k++)
        a[k] = b[(g + k) & 63u] + u[k & 63u].x;
    tmp[i] = a[(spill + i) % 96u];
    barrier();
    uint sum = gl_NumWorkGroups.x;
    for (uint k = 0; k < 96; k++)
        sum = sum * 31u + a[(k * spill + g) % 96u];
    b[g & 63u] = sum + tmp[63u - i];
}
