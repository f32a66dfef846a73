#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// Arithmetic on 64-bit integers: a generator of random numbers, a hash and comparisons.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1) writeonly buffer B { uint b[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint64_t s = uint64_t(a[i]) + 0x9e3779b97f4a7c15ul, h = 0xcbf29ce484222325ul, m = 0ul;
    for (uint k = 0u; k < 200u; k++) {
        s = s * 6364136223846793005ul + 1442695040888963407ul;
        h = (h ^ (s >> 29)) * 0x100000001b3ul;
        h ^= h << 13;
        m = h > m ? h : m + s;
    }
    m ^= h ^ s;
    b[i] = uint(m) ^ uint(m >> 32);
}
