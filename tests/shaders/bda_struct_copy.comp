#version 450
#extension GL_EXT_buffer_reference : require
// kiln: env=vulkan1.2 address b0=uint b1=zero groups=2,1,1 not=hasvk-chv
// Whole structs through addresses, with arrays of pointers made of the addresses in a struct.
layout(local_size_x = 32) in;
struct S { uvec4 a; uint b[3]; uvec2 c; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer T { S s[]; };
layout(push_constant) uniform P { T src; T dst; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    T p[2] = T[2](src, dst);
    S s = p[0].s[i];
    s.b[i % 3u] ^= 0xffffu;
    s.c.y += s.a.x;
    p[1].s[63u - i] = s;
}
