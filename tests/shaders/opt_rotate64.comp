#version 450
// kiln: groups=2,1,1 elems=4096 b0=uint b1=zero env=vulkan1.2
// Rotations of 64 and 16 bits by constants, both ways and by nothing: two shifts and an or.
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint64_t a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint64_t r[]; };
uint64_t left(uint64_t x, int n) { return (x << n) | (x >> (64 - n)); }
uint64_t right(uint64_t x, int n) { return (x >> n) | (x << (64 - n)); }
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t x = a[i], y = left(x, 1) ^ right(x + 1, 14);
    y += left(y, 44) ^ (right(x, 63) * 3ul) ^ left(x, 32);
    uint16_t s = uint16_t(x), t = (s << 5us) | (s >> 11us);
    r[i] = y + uint64_t(t);
}
