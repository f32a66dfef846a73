#version 450
#extension GL_EXT_buffer_reference : require
// kiln: env=vulkan1.2 address b0=uint b1=uint b2=zero groups=4,1,1 not=hasvk-chv
// Each lane picks one of two addresses; pointers through branches, functions and selects.
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer U { uint v[]; };
layout(push_constant) uniform P { U a; U b; U r; };
uint sum(U p, uint n) { uint s = 0u; for (uint k = 0u; k < n; k++) s += p.v[k * 5u]; return s; }
void main()
{
    uint i = gl_GlobalInvocationID.x;
    U p;
    if ((i & 1u) != 0u) p = a; else p = b;
    uint x = p.v[i];
    U q = x > 0x80000000u ? p : a;
    r.v[i] = q.v[i + 1u] + sum(q, i & 7u);
    U local[2] = U[2](a, b);
    r.v[1024u + i] = local[i >> 1 & 1u].v[i * 2u];
}
