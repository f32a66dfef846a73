#version 450
// kiln: groups=2,1,1 elems=4096 b0=uint b1=zero env=vulkan1.2
// 63 rounds over bytes that lie behind each other: no multiple of the 16 that a message takes, but 21 at a time take few.
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint8_t a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, run = 1, best = 1, n = 0, last = uint(a[64 * i]) & 1;
    for (uint k = 1; k < 64; k++) {
        uint c = uint(a[64 * i + k]) & 1;
        if (c == last) {
            run++;
        } else {
            n++;
            best = run > best ? run : best;
            run = 1;
        }
        last = c;
    }
    r[i] = best << 16 | n;
}
