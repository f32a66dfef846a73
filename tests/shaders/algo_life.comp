#version 450
// kiln: groups=4,4,1 b0=uint b1=zero
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1) writeonly buffer B { uint b[]; };

int cell(ivec2 p)
{
    p &= 63;
    return int(a[p.y * 64 + p.x] & 1u);
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    int n = 0;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            if (x != 0 || y != 0)
                n += cell(p + ivec2(x, y));
    b[p.y * 64 + p.x] = uint(n == 3 || (n == 2 && cell(p) == 1));
}
