#version 450
// kiln: groups=4,1,1 elems=8192 b0=uint b1=zero not=Intel,anv25
// Quotients and roots of doubles the short way and the long way, some lanes of a thread each: exponents near and far, zeros, infinities,
// NaNs, divisors whose mantissa is all ones, constants, and several in a row, where lanes part again. Denormals: ty_f64_denormal
// (lavapipe of Mesa 26 flushes those of doubles whatever the module asks for).
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer R { uint r[]; };
double number(uint at, uint kind)
{
    uvec2 w = uvec2(a[at], a[at + 1u]);
    if ((kind & 7u) == 0u) // special
        w = (kind & 8u) != 0u ? uvec2(0u, w.y & 0x80000000u) : uvec2(0u, w.y | 0x7ff00000u) & uvec2(0u, 0xfff00000u);
    else if ((kind & 7u) == 1u) // the smallest exponents
        w.y = (w.y & 0x803fffffu) | 0x00100000u;
    else if ((kind & 7u) == 2u) // just below a power of two
        w = uvec2(0xffffffffu, 0x3fefffffu + (w.y & 0x80000000u));
    else if ((kind & 7u) > 3u) // near
        w.y = (w.y & 0x80ffffffu) | 0x3f000000u;
    if ((w.y & 0x7ff00000u) == 0u && (w.x | w.y << 1) != 0u)
        w.y |= 0x00100000u;
    return packDouble2x32(w);
}
bool is_tiny(double d) { return (unpackDouble2x32(d).y & 0x7ff00000u) == 0u; }
void put(uint at, double d)
{
    uvec2 w = unpackDouble2x32(d);
    bool nan = isnan(d);
    bool tiny = is_tiny(d); // a denormal is rounded twice, or flushed
    r[at] = nan ? 1u : tiny ? 0u : w.x;
    r[at + 1u] = nan ? 0x7ff80000u : tiny ? w.y & 0x80000000u : w.y;
}
void main()
{
    uint i = gl_GlobalInvocationID.x;
    double x = number(4u * i, a[i]), y = number(4u * i + 2u, a[i] >> 4);
    put(8u * i, x / y);
    put(8u * i + 2u, x / 3.0);
    put(8u * i + 4u, sqrt(abs(y)));
    double q = x / y;
    put(8u * i + 6u, (is_tiny(q) ? 0.0LF : q) / (y + 1.0) / 7.0e200);
}
