#version 450
// Bit fields of values that are the same for the whole group: BFE and BFI2 have no form for one channel.
// kiln: groups=2,1,1 b0=zero push=uint:4
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer B0 { uint r[]; };
layout(push_constant) uniform P { uint a, b, c, d; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    int offset = int(c & 15u), bits = int(d & 15u);
    r[i] = bitfieldExtract(a, offset, bits);
    r[i + 128] = uint(bitfieldExtract(int(b), offset, bits));
    r[i + 256] = bitfieldInsert(a, b, offset, bits);
    if (bitfieldInsert(b, a, bits, offset) > a)
        r[i + 384] = bitfieldInsert(b, i, offset, bits);
}
