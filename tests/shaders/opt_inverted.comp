#version 450
// kiln: groups=2,1,1 elems=8192 b0=uint b1=zero env=vulkan1.2
// Inverted bits as sources of and, or and exclusive or, of 32, 64 and 16 bits; and stored, shifted and added, where they are values.
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint64_t a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint64_t r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t s = a[i], x = (s << 3) ^ a[i + 640], y = s ^ a[i + 128], z = s ^ a[i + 256];
    uint u = uint(x), v = uint(y), w = uint(z >> 32);
    r[i] = (~x & y) ^ z;
    r[i + 128] = (~x | ~z) + ((x & y) ^ (~x & z));
    r[i + 256] = uint64_t((~u & v) ^ w) | uint64_t((u & v) | (~u & w)) << 32;
    r[i + 384] = ~y;
    uint n = ~v;
    r[i + 512] = uint64_t((n & w) + (n >> 3)) + uint64_t(uint16_t(~uint16_t(u) & uint16_t(w)));
}
