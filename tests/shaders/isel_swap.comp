#version 450
// Values that change places from one iteration to the next: cycles of copies, in lanes and in scalars, with modifiers.
// kiln: groups=2,1,1 b0=float b1=zero push=small:4
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };
layout(push_constant) uniform P { uint p[4]; };

void main()
{
    uint i = gl_GlobalInvocationID.x, n = p[0] + 5u, m = (floatBitsToUint(a[i]) >> 3 & 15u) + 1u;
    float x = a[i], y = a[i + 128], z = a[i + 256];
    for (uint k = 0u; k < m; k++) { // a cycle of three, one of them negated
        float t = x;
        x = y;
        y = -z;
        z = abs(t);
    }
    r[i] = x;
    r[i + 128] = y;
    r[i + 256] = z;
    uint u = p[1], w = p[2], d = p[3];
    for (uint k = 0u; k < n; k++) { // and of scalars
        uint t = u;
        u = w;
        w = d;
        d = t;
        if ((k & 3u) == 2u) {
            t = u;
            u = d;
            d = t;
        }
    }
    r[i + 384] = float(u) + 256.0 * float(w) + 65536.0 * float(d);
}
