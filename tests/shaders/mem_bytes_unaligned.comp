#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: groups=8,1,1 elems=8192 b0=uint b1=zero
// Neighbouring bytes and words that begin at any byte, over lines and pages: structures of 34 bytes, as quantized matrices have them, of 9
// and of 7, whose last ends at no dword; the same in shared memory, and where all lanes read the same.
layout(local_size_x = 64) in;
struct Q { uint16_t scale; uint8_t q[32]; };
struct R { uint8_t tag, q[8]; };
struct S { uint8_t q[7]; };
layout(set = 0, binding = 0) readonly buffer B0 { Q a[963]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
shared R t[64];
shared S u[64];

void main()
{
    uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;
    uint s = uint(a[i].scale), x = 0u;
    for (int k = 0; k < 32; k++)
        s = s * 3u + uint(a[i].q[k]) * uint(k + 1);
    for (int k = 0; k < 8; k++)
        t[l].q[k] = a[i + 1u].q[k + 5];
    t[l].tag = a[i].q[3];
    for (int k = 0; k < 7; k++)
        u[l].q[k] = a[i].q[k * 2 + 1];
    barrier();
    for (int k = 0; k < 8; k++)
        x = x * 5u + uint(t[63u - l].q[k]);
    for (int k = 1; k < 7; k++)
        x = x * 7u + uint(u[(l * 5u) & 63u].q[k]);
    x += uint(t[l].tag);
    for (int k = 0; k < 4; k++) // one place for all lanes, and only the last bytes of the buffer
        x ^= uint(a[962].q[28 + k]) << (8 * k);
    for (int k = 0; k < 3; k++)
        x += uint(a[gl_WorkGroupID.x * 100u].q[2 * k + 1]);
    r[i] = s;
    r[i + 512u] = x;
}
