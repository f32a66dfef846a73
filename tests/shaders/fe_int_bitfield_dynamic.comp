#version 450
// kiln: groups=4,1,1 b0=uint b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;

    uint x = a[i];
    int off = int(a[i + 256] % 32u), width = int(a[i + 512] % uint(33 - off));
    r[i] = bitfieldExtract(x, off, width);
    r[i + 256] = uint(bitfieldExtract(int(x), off, width));
    r[i + 512] = bitfieldInsert(x, a[i + 256], off, width);
    r[i + 768] = bitfieldExtract(x, 0, int(a[i + 768] % 33u));
    uvec2 v = bitfieldInsert(uvec2(x, ~x), uvec2(a[i + 256]), off, width);
    r[i + 1024] = v.x ^ v.y * 3u;
}
