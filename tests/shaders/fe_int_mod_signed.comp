#version 450
// kiln: groups=4,1,1 b0=int b1=zero expect=1:0
// OpSMod takes the sign of the divisor. Checked against the definition, not against lavapipe, whose result has the wrong
// sign here.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { int a[]; };
layout(set = 0, binding = 1) buffer B1 { int r[]; };

int mod_by_definition(int x, int y)
{
    int m = x - (x / y) * y;
    return m != 0 && (m ^ y) < 0 ? m + y : m;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    int x = a[i] >> 3, y = (a[i + 256] >> (i & 15)) | 1;
    r[i] = (x % y) - mod_by_definition(x, y);
    r[i + 256] = (x % 7) - mod_by_definition(x, 7);
    r[i + 512] = (x % -7) - mod_by_definition(x, -7);
    r[i + 768] = (x % 16) - mod_by_definition(x, 16);
    r[i + 1024] = (x % -16) - mod_by_definition(x, -16);
}
