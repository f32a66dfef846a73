#version 450
// kiln: groups=3,1,1 elems=288 b0=uint b1=zero expect=1:1 alone
// The clock goes forward, and all lanes of a subgroup read the same.
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_ARB_shader_clock : require
layout(local_size_x = 96) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
bool before(uvec2 x, uvec2 y) { return x.y < y.y || (x.y == y.y && x.x < y.x); }
void main()
{
    uint i = gl_GlobalInvocationID.x, x = a[i];
    uvec2 t = clock2x32ARB();
    bool ok = true;
    for (uint k = 0u; k < 4u; k++) {
        x = x * 1664525u + a[x % 288u];
        uvec2 u = clock2x32ARB();
        ok = ok && before(t, u) && subgroupAllEqual(u);
        t = u;
    }
    if (x == 0x12345678u)
        ok = ok && before(t, clock2x32ARB());
    r[i] = uint(ok);
}
