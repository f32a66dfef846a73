// The series of eu/transcend.h, once for the interpreter's vectors of C (eu/transcend.inc.h) and once for
// what the JIT makes of them (jit/ir/math.c). The including file defines
//
// SERIES(name, ...)        a function of that name, with these arguments
// REAL, BITS               doubles, and integers of 64 bits, in lanes
// K(c), KI(c)              constants of them (lanes as `x` has them)
// ADD, SUB, MUL, DIV       of reals: none contracted, in the order written
// BITS_OF, REAL_OF         the same bits
// IADD, ISUB, IAND, IXOR   of integers; SHL and SHR by a constant
// OR_IF_NAN(r, v, w)       w in the lanes in which r is NaN, v in others
//
// The polynomials are minimax ones (Remez's algorithm, in relative error) with the first coefficient as
// Taylor's, so that powers of two are exact. Range reduction by Cody and Waite ("Software Manual for the
// Elementary Functions", 1980).

#define MAGIC 0x1.8p52 // x + MAGIC has the nearest integer in its low bits, of magnitude below 2^51

// c0 + c1 x, and so on by Estrin's scheme
#define P2(x1, c0, c1) ADD(K(c0), MUL(K(c1), x1))
#define P4(x1, x2, c0, c1, c2, c3) ADD(P2(x1, c0, c1), MUL(P2(x1, c2, c3), x2))

// |x| < 1000; within 2^-39.7
SERIES(exp2, REAL x)
{
    const REAL t = ADD(x, K(MAGIC)), f = SUB(x, SUB(t, K(MAGIC)));
    const REAL f2 = MUL(f, f), f4 = MUL(f2, f2);
    const REAL low = P4(f, f2, 1.0, 0x1.62e42fef7a784p-1, 0x1.ebfbdff7c5990p-3, 0x1.c6b08defc3d13p-5);
    const REAL high =
        P4(f, f2, 0x1.3b2ab7f3cf228p-7, 0x1.5d8729742707ap-10, 0x1.4306c0e39bd2fp-13, 0x1.00ee080e7e682p-16);
    const REAL p = ADD(ADD(low, MUL(high, f4)), MUL(K(0x1.6634bc82541c4p-20), MUL(f4, f4)));
    return REAL_OF(IADD(BITS_OF(p), SHL(BITS_OF(t), 52)));
}

// x positive, normal, finite; within 2^-45. The mantissa m is in [sqrt 1/2, sqrt 2): log m = 2 artanh s.
SERIES(log2, REAL x)
{
    const BITS one = KI(UINT64_C(1) << 52), biased = IADD(BITS_OF(x), SHL(one, 10));
    const BITS e = ISUB(biased, KI(0x3fe6a09e667f3bcd)); // (the exponent + 1024) and more
    const REAL m = REAL_OF(ISUB(biased, IAND(e, KI(UINT64_C(0xfff) << 52))));
    const REAL k = SUB(REAL_OF(IADD(SHR(e, 52), KI(0x4330000000000000))), K(0x1p52 + 1024));
    const REAL s = DIV(SUB(m, K(1.0)), ADD(m, K(1.0)));
    const REAL z = MUL(s, s), z2 = MUL(z, z);
    const REAL low =
        P4(z, z2, 0x1.71547652b8251p+1, 0x1.ec709dc53c319p-1, 0x1.2776c2938085dp-1, 0x1.a61a2e91e62c6p-2);
    const REAL p = ADD(low, MUL(P2(z, 0x1.47955fb9cde4bp-2, 0x1.21b05af090339p-2), MUL(z2, z2)));
    return ADD(k, MUL(s, p));
}

#define PI_HIGH 0x1.921fb544p+1 // times an integer below 2^20 is exact
#define PI_LOW 0x1.0b4611a626331p-33

// The sine of r in [-pi/2, pi/2], within 2^-43; its sign changed if the last bit of t is set
SERIES(sine, REAL x, REAL r, REAL t)
{
    const REAL z = MUL(r, r), z2 = MUL(z, z);
    const REAL low = P4(z, z2, 1.0, -0x1.5555555547142p-3, 0x1.1111110a55a0bp-7, -0x1.a019fd5957fcep-13);
    const REAL high =
        ADD(P2(z, 0x1.71dcf84d7e551p-19, -0x1.ae03f895de622p-26), MUL(K(0x1.52dbf285d44b2p-33), z2));
    const REAL y = MUL(r, ADD(low, MUL(high, MUL(z2, z2))));
    return REAL_OF(IXOR(BITS_OF(y), SHL(BITS_OF(t), 63)));
}

// |x| <= SIM_LARGE_ANGLE
SERIES(sin, REAL x)
{
    const REAL t = ADD(MUL(x, K(0x1.45f306dc9c883p-2)), K(MAGIC)), k = SUB(t, K(MAGIC));
    const REAL r = SUB(SUB(x, MUL(k, K(PI_HIGH))), MUL(k, K(PI_LOW)));
    return SERIES_OF(sine, x, r, t);
}

SERIES(cos, REAL x)
{
    const REAL t = ADD(SUB(MUL(x, K(0x1.45f306dc9c883p-2)), K(0.5)), K(MAGIC));
    const REAL k = ADD(SUB(t, K(MAGIC)), K(0.5));
    const REAL r = ADD(SUB(MUL(k, K(PI_HIGH)), x), MUL(k, K(PI_LOW)));
    return SERIES_OF(sine, x, r, t);
}

// 1 / sqrt(x), of y = 1 / sqrt(x) rounded to float (0, infinity or NaN if x is infinite, 0 or less): a step
// of Newton's, within 2^-45, and exact where y is.
SERIES(rsq, REAL x, REAL y)
{
    const REAL e = SUB(K(1.0), MUL(MUL(x, y), y));
    return OR_IF_NAN(e, ADD(y, MUL(MUL(y, K(0.5)), e)), y);
}
