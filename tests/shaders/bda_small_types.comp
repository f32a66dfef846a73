#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// kiln: env=vulkan1.2 address b0=uint b1=zero groups=4,1,1 not=hasvk-chv
// Bytes, words and qwords behind addresses.
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 1) buffer B { uint8_t v[]; };
layout(buffer_reference, std430, buffer_reference_align = 2) buffer H { uint16_t v[]; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Q { uint64_t v[]; };
layout(push_constant) uniform P { uint64_t src; uint64_t dst; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    B b = B(src + 3ul);
    H h = H(src + uint64_t(i) * 6ul);
    Q q = Q(src);
    uint64_t x = q.v[i] * 3ul + uint64_t(b.v[i * 5u]) + uint64_t(h.v[1]);
    Q(dst).v[i] = x;
    B(dst + 4096ul).v[i * 2u] = uint8_t(x);
    H(dst + 8192ul).v[i * 3u] = uint16_t(x >> 20);
}
