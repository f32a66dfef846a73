#version 450
// What works in place: `a` and `d` are one buffer, and neither says so. Each item reads what it needs of its own part
// before it writes there.
layout(local_size_x = 64) in;
layout(binding = 0, std430) readonly buffer A { float a[]; };
layout(binding = 1, std430) writeonly buffer D { float d[]; };
layout(push_constant) uniform P { uint kind, n; };
shared float part[64];
void main()
{
    uint g = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x, row = gl_WorkGroupID.x * n;
    if (kind == 0u) { // a rotary embedding: pairs that lie apart
        uint i = (g / 32u) * 64u + g % 32u;
        float x = a[i], y = a[i + 32u];
        d[i] = x * 0.5 - y * 0.25;
        d[i + 32u] = x * 0.25 + y * 0.5;
    } else if (kind == 1u) { // a norm: all of the row, then element by element
        float s = 0.0;
        for (uint i = l; i < n; i += 64u)
            s += a[row + i];
        part[l] = s;
        barrier();
        s = 0.0;
        for (uint i = 0u; i < 64u; i++)
            s += part[i];
        barrier();
        for (uint i = l; i < n; i += 64u)
            d[row + i] = a[row + i] - s / float(n);
    } else if (kind == 2u) { // four neighbours, in an order that merging would change
        uint i = g * 4u;
        float x = a[i + 3u];
        d[i + 3u] = a[i] + 1.0;
        d[i] = x;
        float y = a[i + 2u];
        d[i + 2u] = a[i + 1u] * 2.0;
        d[i + 1u] = y;
    } else { // a row by one item, from its end
        uint i = g * 16u;
        float last = a[i + 15u];
        for (uint k = 15u; k > 0u; k--)
            d[i + k] = a[i + k - 1u];
        d[i] = last;
    }
}
