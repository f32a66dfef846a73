#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
// kiln: check=oob groups=16,1,1 elems=1024 b0=uint b1=uint b2=zero array=0:16 same=1:0 alone expect=2:1
// Bytes, words and qwords beyond a range.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint8_t b[]; } src8[16];
layout(set = 0, binding = 0, std430) readonly buffer B { uint16_t h[]; } src16[16];
layout(set = 0, binding = 0, std430) readonly buffer C { uvec2 q[]; } src64[16];
layout(set = 0, binding = 1, std430) readonly buffer All { uint all[]; };
layout(set = 0, binding = 2, std430) buffer Out { uint r[]; };
uint word(uint g, uint k) { return k < 64u ? all[g * 64u + k] : 0u; }
void main()
{
    uint i = gl_LocalInvocationID.x, g = gl_WorkGroupID.x, k = 224u + i, m = 96u + i;
    bool ok = uint(src8[g].b[k]) == (word(g, k / 4u) >> (k & 3u) * 8u & 0xffu);
    ok = ok && uint(src16[g].h[m]) == (word(g, m / 2u) >> (m & 1u) * 16u & 0xffffu);
    ok = ok && src64[g].q[i] == uvec2(word(g, i * 2u), word(g, i * 2u + 1u));
    r[g * 64u + i] = ok ? 1u : 2u;
}
