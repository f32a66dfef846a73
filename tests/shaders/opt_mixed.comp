#version 450
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
// kiln: groups=2,1,1 b0=uint b1=float b2=float not=Intel,anv25
// ANV takes denormal halves for zeros, as it may.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { f16vec2 a[]; };
layout(set = 0, binding = 1) readonly buffer B1 { float s[]; };
layout(set = 0, binding = 2) buffer B2 { float r[]; };

// Halves of any bits (denormal ones, infinities, NaNs) as operands of sums and products of floats: read once or often, from both sides, negated,
// as their own squares, and in sums of products.
void main()
{
    uint i = gl_GlobalInvocationID.x;
    precise float dot2 = 0.0, often = 0.0, other = s[i + 128u];
    for (uint k = 0u; k < 8u; k++) {
        vec2 h = vec2(a[i + 128u * k]);
        dot2 = dot2 + h.x * h.y;
    }
    vec2 h = vec2(a[i + 1024u]), g = vec2(a[i + 1152u]), q = vec2(a[i + 1280u]), w = vec2(a[i + 1408u]), t = vec2(a[i + 1536u]);
    for (uint k = 0u; k < 6u; k++)
        often += q.x + s[i + 128u * k];
    r[i] = dot2;
    r[i + 128u] = h.x + s[i];
    r[i + 256u] = s[i] - h.y;
    r[i + 384u] = g.x * g.y;
    r[i + 512u] = abs(q.y) * -other;
    r[i + 640u] = often;
    r[i + 768u] = other + w.x * w.x;
    r[i + 896u] = (i & 1u) != 0u ? w.y + other : t.x - t.y;
}
