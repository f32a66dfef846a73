#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: groups=2,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
shared uint s[64];

// An array that is written as halves and read as their bits, in loops that are unrolled late: by a barrier.
void main()
{
    uint i = gl_GlobalInvocationID.x, n = gl_LocalInvocationID.x;
    float16_t h[4] = float16_t[4](float16_t(0), float16_t(0), float16_t(0), float16_t(0));
    for (uint k = 0u; k < 4u; k++)
        h[k] = float16_t(a[i * 4u + k] & 255u) * float16_t(0.5);
    for (uint k = 0u; k < 4u; k++) {
        s[n] = uint(float16BitsToUint16(h[k]));
        barrier();
        r[i * 4u + k] = s[n ^ (k + 1u)];
        barrier();
    }
}
