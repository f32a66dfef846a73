#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 elems=16384 b0=uint b1=zero
// 64-bit values beside smaller ones: copied as they are, swapped, kept over iterations, changed in one half only.
layout(local_size_x = 64) in;
struct S { uint64_t a; uint b; float c; double d; i64vec2 e; };
layout(set = 0, binding = 0, std430) readonly buffer B0 { S s[]; };
layout(set = 0, binding = 1, std430) buffer B1 { S r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    r[i] = s[i];
    S t = s[i + 1u];
    t.e = t.e.yx;
    uint64_t last = t.a;
    for (uint k = 0u; k < (t.b & 7u); k++) {
        uint64_t next = s[i + k].a;
        r[128u + i].a = last; // of the iteration before
        r[128u + i].e[k & 1u] = int64_t(next);
        if ((next & 16ul) != 0ul)
            break;
        last = next;
    }
    r[i].e.x = int64_t((last & 0xffffffff00000000ul) | uint64_t(i));
    r[128u + i].d = t.d;
    r[128u + i].b = uint(last >> 32) + uint(last);
}
