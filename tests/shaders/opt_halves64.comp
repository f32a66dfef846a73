#version 450
// kiln: groups=2,1,1 elems=4096 b0=uint b1=zero env=vulkan1.2
// Values of 64 bits that a loop carries, rotated and added: by halves that have no register in common, where the chip has no 64 bits.
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint64_t a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint64_t r[]; };
uint64_t left(uint64_t x, int n) { return (x << n) | (x >> (64 - n)); }
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t s[20];
    for (int k = 0; k < 20; k++)
        s[k] = a[i] * uint64_t(2 * k + 1);
    for (uint n = 0; n < 3 + (uint(a[0]) & 7); n++) {
        uint64_t t[20];
        [[unroll]] for (int k = 0; k < 20; k++)
            t[k] = left(s[(7 * k + 3) % 20], 2 * k + 1) ^ (s[(k + 1) % 20] & ~s[(k + 2) % 20]);
        [[unroll]] for (int k = 0; k < 20; k++)
            s[k] = t[k];
    }
    uint64_t sum = 0;
    for (int k = 0; k < 20; k++)
        sum = sum * 3 + s[k];
    r[i] = sum;
}
