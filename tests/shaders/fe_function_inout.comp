#version 450
// kiln: groups=4,1,1 b0=int b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { int a[]; };
layout(set = 0, binding = 1) buffer B1 { int r[]; };

void swap(inout int a, inout int b)
{
    int t = a;
    a = b;
    b = t;
}
void minmax(in int a, inout int b, out int c)
{
    c = max(a, b);
    b = min(a, b);
    a = 0;
}
void rotate(inout int v[3])
{
    int t = v[0];
    v[0] = v[1];
    v[1] = v[2];
    v[2] = t;
}
int sum(int v[4])
{
    int s = 0;
    for (int k = 0; k < 4; k++)
        s += v[k] * k;
    return s;
}
int twice(int x)
{
    return x * 2 + 1;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;

    int x = a[i] >> 4, y = a[i + 1] >> 4, z;
    swap(x, y);
    minmax(x, y, z);
    r[i] = x;
    r[i + 256] = y;
    r[i + 512] = z;
    int v[3] = int[3](x, y, z);
    rotate(v);
    rotate(v);
    r[i + 768] = v[0] - v[1] + v[2];
    r[i + 1024] = sum(int[4](x, 2, z, 4)) + twice(twice(y));
}
