// 168 dwords are read, and then what the others of the workgroup have written is waited for: as many are live at once as threads
// of 128 registers have no room for.
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint a[]; };
layout(std430, binding = 1) buffer Out { uint b[]; };
layout(push_constant) uniform Push { uint first; };
shared uint turn[16];
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23)
#define READ(k) uvec4 v##k = uvec4(a[at + 7 * k], a[at + 7 * k + 1], a[at + 7 * k + 2], a[at + 7 * k + 3]); \
                uvec3 w##k = uvec3(a[at + 7 * k + 4], a[at + 7 * k + 5], a[at + 7 * k + 6]);
#define SUM(k) sum = sum * 3 + ((v##k.x ^ other) | (v##k.y ^ other)) + ((v##k.z ^ other) & (v##k.w ^ other)); \
               sum += (w##k.x ^ other) * (w##k.y ^ other) + ((w##k.z ^ other) >> 3);
void main()
{
    const uint i = gl_LocalInvocationID.x, at = i * 168;
    EACH(READ)
    turn[i] = b[first + i];
    a[at] = first;
    memoryBarrierBuffer();
    barrier();
    const uint other = turn[15 - i];
    uint sum = 0;
    EACH(SUM)
    b[first + 16 + i] = sum;
}
