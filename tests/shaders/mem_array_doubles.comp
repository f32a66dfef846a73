#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero
// Private arrays of doubles and of vectors of two in registers, at places that differ between lanes and that are the same for all.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x, n = 2u + (a[0] & 7u); // the same for all
    double d[10], sum = 0.0;
    dvec2 v[4];
    for (uint k = 0u; k < 10u; k++)
        d[k] = double(a[10u * i + k] & 0xffffu) * 0.5;
    for (uint k = 0u; k < 4u; k++)
        v[k] = dvec2(double(k), double(a[i + k] & 0xffffu));
    for (uint k = 0u; k < 16u + n; k++) {
        uint p = a[20u * i + k];
        d[p % 10u] = d[(p >> 8) % 10u] * 0.25 + 3.0;
        d[(n + k) % 10u] += 1.0;
        v[p >> 12 & 3u] = v[p >> 16 & 3u] * 0.5 + dvec2(d[k % 10u], 2.0);
        if ((p & 0x300000u) == 0u)
            v[p >> 24 & 3u].y = 7.0;
    }
    for (uint k = 0u; k < 10u; k++)
        sum = sum * 0.5 + d[k];
    for (uint k = 0u; k < 4u; k++)
        sum += v[k].x * 0.125 + v[k].y;
    r[2u * i] = unpackDouble2x32(sum).x;
    r[2u * i + 1u] = unpackDouble2x32(sum).y;
}
