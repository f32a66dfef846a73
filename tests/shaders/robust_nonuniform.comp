#version 450
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: check=oob env=vulkan1.1 groups=32,1,1 elems=2048 b0=uint b1=uint b2=zero array=0:32 same=1:0 alone expect=2:1 not=Intel
// Each lane its own buffer, some of them beyond its end: of neighbours that became one message the parts inside are
// read; what lies outside is zero. Indices that wrap are outside. (ANV takes or leaves a message whole.)
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer In { uint v[]; } src[32];
layout(set = 0, binding = 0, std430) readonly buffer Bytes { uint8_t b[]; } bytes[32];
layout(set = 0, binding = 0, std430) readonly buffer Words { uint16_t h[]; } words[32];
layout(set = 0, binding = 1, std430) readonly buffer All { uint all[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
bool same(uint k, uint at, uint got) { return got == (at < 64u ? all[k * 64u + at] : 0u); }
void main()
{
    uint i = gl_LocalInvocationID.x, g = gl_WorkGroupID.x, k = (i * 5u + g) & 31u;
    bool ok = same(k, i + 32u, src[nonuniformEXT(k)].v[i + 32u]);
    uint b = (i & 15u) + 54u;
    uint a0 = src[nonuniformEXT(k)].v[b], a1 = src[nonuniformEXT(k)].v[b + 1u];
    uint a2 = src[nonuniformEXT(k)].v[b + 2u], a3 = src[nonuniformEXT(k)].v[b + 3u];
    ok = ok && same(k, b, a0) && same(k, b + 1u, a1) && same(k, b + 2u, a2) && same(k, b + 3u, a3);
    uint w = 0x3ffffffeu + (i & 3u); // wraps to the start within the vector
    uint w0 = src[nonuniformEXT(k)].v[w], w1 = src[nonuniformEXT(k)].v[w + 1u];
    ok = ok && ((i & 3u) >= 2u || (w0 == 0u && (w1 == 0u || (i & 3u) == 1u)));
    uint at = 250u + (i & 7u);
    uint byte = uint(bytes[nonuniformEXT(k)].b[at]), word = uint(words[nonuniformEXT(k)].h[at - 124u]);
    ok = ok && byte == (at < 256u ? all[k * 64u + at / 4u] >> (at & 3u) * 8u & 0xffu : 0u);
    ok = ok && word == (at - 124u < 128u ? all[k * 64u + (at - 124u) / 2u] >> (at & 1u) * 16u & 0xffffu : 0u);
    ok = ok && src[nonuniformEXT(k)].v.length() == 64;
    r[g * 64u + i] = ok ? 1u : 2u;
}
