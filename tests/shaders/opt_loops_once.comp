#version 450
// Loops that run once: nested, with breaks and continues that values leave through, tested at the top and at the end.
// kiln: groups=2,1,1 b0=float b1=zero
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer A { float a[]; };
layout(set = 0, binding = 1) buffer B { float b[]; };
void main()
{
    uint g = gl_GlobalInvocationID.x;
    float s = a[g], t = 0, before = 0;
    int i, j, last = 7, seen = 3;
    for (i = 3, j = 9; i < 4; i++, j = last) {
        before = s; // behind the loop: of the first time where it breaks
        if (a[g] < 0.25)
            break;
        s += a[(g + uint(i)) % 128];
        for (int k = 5; k > 4; k--) {
            if (s < 0.5)
                continue;
            seen += k + i;
            int m = 0;
            do {
                t += s * a[(g + uint(m + 1)) % 128];
                if (t > 1.0)
                    break;
                last = i + k + m;
            } while (++m < 1);
            s += float(m);
            if (t < 0.3)
                break;
        }
        float w = s;
        for (int x = 0, y = 1; x != 1; x += 1) { // two phis that change places
            int z = x;
            s += float(x + 2 * y);
            x = z;
            y = z + 5;
            last += y;
        }
        t += w;
    }
    int y = 0, kept = 4;
    for (int x = 0; (y = x + 1) < 2; x++) { // the test computes a value, which is kept from the first time
        if (a[g] > 0.9) {
            kept = 50;
            break;
        }
        kept = y;
    }
    for (int q = 0; q < 5; q++) // more than once: stays
        for (int r = q; r <= q; r++)
            t += a[(g + uint(q * r)) % 128];
    for (int n = 4; n < 4; n++) // never
        t = 100;
    b[g] = s + 4 * t + 0.5 * float(i) + 8 * float(j) + 0.25 * float(last) + before + float(seen) + 16 * float(y) + 32 * float(kept);
}
