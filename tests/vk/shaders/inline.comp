#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) writeonly buffer Out { uint r[12]; };
layout(set = 0, binding = 1) uniform A { uvec4 a[2]; };
layout(set = 0, binding = 3) uniform B { uint b; uint c; };
void main()
{
    for (uint i = 0u; i < 8u; i++)
        r[i] = a[i / 4u][i % 4u];
    r[8] = b;
    r[9] = c;
}
