#version 450
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=3,2,2 elems=4096 b0=uint b1=uint b2=zero b3=zero
// Groups whose rows are as long as a thread of some width: there the row is the same in all lanes, and what is read by it is read
// once, also behind branches that a row's lanes take one by one; halves that lie together become floats together.
layout(local_size_x = 16, local_size_y = 4, local_size_z = 2) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) readonly buffer H { f16vec4 h[]; };
layout(set = 0, binding = 2, std430) writeonly buffer R { uint r[]; };
layout(set = 0, binding = 3, std430) writeonly buffer F { uint f[]; };
void main()
{
    uvec3 l = gl_LocalInvocationID, g = gl_GlobalInvocationID;
    uint i = (g.z * 8u + g.y) * 48u + g.x, row = l.y + 4u * l.z, sum = 0u;
    vec4 x = vec4(h[row * 4u]) + vec4(h[row * 4u + 2u]), y = vec4(h[row * 4u + 1u]) - vec4(h[row * 4u + 3u]);
    bvec4 less = lessThan(x * float(l.x), y.wzyx + x.yxwz);
    f[i] = uint(less.x) | uint(less.y) << 1 | uint(less.z) << 2 | uint(less.w) << 3;
    if (((a[i] >> l.x) & 3u) == 0u) { // not in each lane, and seldom in the first
        sum = a[row * 8u + gl_WorkGroupID.x];
        for (uint k = 0u; k < row; k++)
            sum = sum * 3u + a[(gl_LocalInvocationIndex >> 4) + k * 16u];
        if ((gl_LocalInvocationIndex & 32u) != 0u)
            sum ^= a[gl_LocalInvocationIndex & 0x70u];
    }
    r[i] = sum + (gl_LocalInvocationIndex >> 3) + (gl_LocalInvocationIndex & 7u);
}
