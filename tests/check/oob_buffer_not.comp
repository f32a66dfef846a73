#version 450
// check: groups=2
// The same accesses where the shader looks first, and up to the last element.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer In { uint a[]; };
layout(set = 0, binding = 1, std430) buffer Out { uint o[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, x = a[i + 896u];
    if (i >= 1u)
        x += a[i - 1u];
    if (i + 4000u < 4096u)
        o[i + 4000u] = x;
    o[i] = i < uint(a.length()) ? x : 0u;
    vec4 wide = uintBitsToFloat(uvec4(a[1020], a[1021], a[1022], a[1023]));
    o[512u + i] = floatBitsToUint(wide.x + wide.w);
}
