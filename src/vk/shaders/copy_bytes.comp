#version 450
// Copies any bytes to any bytes: an invocation makes one dword of the destination out of two of the source. The
// dwords at the ends are merged with atomics, since another dispatch may write the bytes beside them.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0, std430) readonly buffer Src { uint src[]; };
layout(set = 0, binding = 1, std430) buffer Dst { uint dst[]; };
layout(push_constant) uniform Push {
    uint src_offset; // 0..3: where the bytes start in src[0]
    uint dst_offset; // 0..3
    uint size;       // bytes
    uint dwords;     // of the destination that are touched
};
uint byte_mask(uint first, uint end) // bytes first..end-1 of a dword
{
    uint low = 0xffffffffu << (first * 8u);
    return end >= 4u ? low : low & ((1u << (end * 8u)) - 1u);
}
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= dwords)
        return;
    int from = int(i * 4u + src_offset) - int(dst_offset);
    int word = from >> 2;
    uint shift = uint(from & 3) * 8u;
    uint value = word >= 0 ? src[word] : 0u;
    if (shift != 0u)
        value = (value >> shift) | (src[word + 1] << (32u - shift));
    uint first = i == 0u ? dst_offset : 0u;
    uint end = min(dst_offset + size - i * 4u, 4u);
    uint mask = byte_mask(first, end);
    if (mask == 0xffffffffu) {
        dst[i] = value;
    } else {
        atomicAnd(dst[i], ~mask);
        atomicOr(dst[i], value & mask);
    }
}
