#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint x = a[i];
    int s = int(x);
    r[i] = bitfieldExtract(x, 4, 9);
    r[i + 256] = uint(bitfieldExtract(s, 7, 11));
    r[i + 512] = bitfieldExtract(x, 0, 32);
    r[i + 768] = bitfieldInsert(x, a[i + 256], 8, 12);
    r[i + 1024] = uint(bitfieldExtract(s, 31, 1));
    r[i + 1280] = bitfieldInsert(x, a[i + 256], 0, 32);
    r[i + 1536] = bitfieldExtract(x, 5, 0) + uint(bitfieldExtract(s, 0, 0));
}
