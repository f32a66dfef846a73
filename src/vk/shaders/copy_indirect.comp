#version 450
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
// Copies whose addresses and sizes (multiples of 4) lie in memory: column y of groups does copy y, a dword an
// invocation at a time.
layout(local_size_x = 256) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Dwords { uint at[]; };
layout(push_constant) uniform Push {
    uvec2 commands; // address of the first
    uvec2 stride;   // bytes from one to the next
    uint step;      // invocations of a column
};
uvec2 add(uvec2 a, uvec2 b)
{
    uint carry;
    uint low = uaddCarry(a.x, b.x, carry);
    return uvec2(low, a.y + b.y + carry);
}
uvec2 times(uvec2 a, uint n)
{
    uint high, low;
    umulExtended(a.x, n, high, low);
    return uvec2(low, high + a.y * n);
}
void main()
{
    Dwords command = Dwords(add(commands, times(stride, gl_WorkGroupID.y)));
    uvec2 src = uvec2(command.at[0], command.at[1]), dst = uvec2(command.at[2], command.at[3]);
    uvec2 size = uvec2(command.at[4], command.at[5]);
    // 4 GiB and more in pieces of 2^31 bytes: an index has 32 bits.
    while (any(notEqual(size, uvec2(0u)))) {
        uint piece = size.y != 0u || size.x > 0x80000000u ? 0x80000000u : size.x, dwords = piece >> 2;
        Dwords from = Dwords(src), to = Dwords(dst);
        for (uint i = gl_GlobalInvocationID.x; i < dwords; i += step)
            to.at[i] = from.at[i];
        src = add(src, uvec2(piece, 0u));
        dst = add(dst, uvec2(piece, 0u));
        uint borrow;
        size.x = usubBorrow(size.x, piece, borrow);
        size.y -= borrow;
    }
}
