// Instructions that few compilers use: planes, dot products, sums of absolute differences, conditional
// select, branches of the simplest kind, and the floating-point mode that is not IEEE's. Each against its
// formula in the PRM.
#include <float.h>

#include "eu_bench.h"

static void setf(struct bench *b, unsigned reg, unsigned i, float v)
{
    uint32_t u;
    memcpy(&u, &v, 4);
    set32(b, reg, i, u);
}

static float getf(const struct bench *b, unsigned reg, unsigned i)
{
    uint32_t u = get32(b, reg, i);
    float v;
    memcpy(&v, &u, 4);
    return v;
}

#define feq(a, b)                                                                                            \
    do {                                                                                                     \
        float got_ = (a), want_ = (b);                                                                       \
        kt_ok(got_ == want_, "%s is %g, not %g", #a, (double)got_, (double)want_);                           \
    } while (0)

// Small numbers, so that every order of adding gives the same.
static float small(void)
{
    return (float)((int)(rnd() % 64) - 32) / 4;
}

static float start(const struct bench *b, unsigned reg, unsigned i)
{
    float v;
    memcpy(&v, b->grf + reg * 32 + 4 * i, 4);
    return v;
}

static struct bench *floats(void)
{
    struct bench *b = bench_new();
    for (unsigned reg = 10; reg < 20; reg++)
        for (unsigned i = 0; i < 8; i++)
            setf(b, reg, i, small());
    return b;
}

// line: src0.0 * src1 + src0.3, with src0 the plane at its register.
KT_TEST(line)
{
    struct bench *b = floats();
    if (bench_run(b, "line (8|M0) r20.0<1>:f r10.0<0;1,0>:f r12.0<8;8,1>:f\n"
                     "line (8|M0) r21.0<1>:f r10.4<0;1,0>:f r12.0<8;8,1>:f\n"))
        for (unsigned i = 0; i < 8; i++) {
            feq(getf(b, 20, i), start(b, 10, 0) * start(b, 12, i) + start(b, 10, 3));
            feq(getf(b, 21, i), start(b, 10, 4) * start(b, 12, i) + start(b, 10, 7));
        }
    bench_free(b);
}

// pln: src0.0 * u + src0.1 * v + src0.3; eight u, then eight v; SIMD16 has two such pairs.
KT_TEST(pln)
{
    struct bench *b = floats();
    if (bench_run(b, "pln (16|M0) r20.0<1>:f r10.4<0;1,0>:f r12.0<8;8,1>:f\n"))
        for (unsigned i = 0; i < 16; i++) {
            float u = start(b, 12 + i / 8 * 2, i % 8), v = start(b, 13 + i / 8 * 2, i % 8);
            feq(getf(b, 20 + i / 8, i % 8), start(b, 10, 4) * u + start(b, 10, 5) * v + start(b, 10, 7));
        }
    bench_free(b);
}

// Each four channels share one sum; the homogeneous product adds src1's fourth component.
KT_TEST(dot_products)
{
    struct bench *b = floats();
    if (bench_run(b, "dp2 (8|M0) r20.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
                     "dp3 (8|M0) r21.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
                     "dp4 (8|M0) r22.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
                     "dph (8|M0) r23.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"))
        for (unsigned i = 0; i < 8; i++) {
            float p[4];
            for (unsigned k = 0; k < 4; k++)
                p[k] = start(b, 10, (i & 4) + k) * start(b, 11, (i & 4) + k);
            feq(getf(b, 20, i), p[0] + p[1]);
            feq(getf(b, 21, i), p[0] + p[1] + p[2]);
            feq(getf(b, 22, i), p[0] + p[1] + p[2] + p[3]);
            feq(getf(b, 23, i), p[0] + p[1] + p[2] + start(b, 11, (i & 4) + 3));
        }
    bench_free(b);
}

// lrp: src1 * src0 + src2 * (1 - src0)
KT_TEST(lrp)
{
    struct bench *b = floats();
    if (bench_run(b, "lrp (8|M0) r20:f r10:f r11:f r12:f\n"))
        for (unsigned i = 0; i < 8; i++)
            feq(getf(b, 20, i), start(b, 11, i) * start(b, 10, i) + start(b, 12, i) * (1 - start(b, 10, i)));
    bench_free(b);
}

// csel: src0 where src2 compared with zero holds, else src1.
KT_TEST(csel)
{
    struct bench *b = floats();
    setf(b, 12, 3, 0);
    setf(b, 12, 4, -0.0f);
    if (bench_run(b, "csel (8|M0) (gt)f0.0 r20:f r10:f r11:f r12:f\n"
                     "csel (8|M0) (eq)f0.0 r21:f r10:f r11:f r12:f\n"
                     "csel (8|M0) (le)f0.0 r22:f r10:f r11:f r12:f\n"))
        for (unsigned i = 0; i < 8; i++) {
            float v = start(b, 12, i), x = start(b, 10, i), y = start(b, 11, i);
            feq(getf(b, 20, i), v > 0 ? x : y);
            feq(getf(b, 21, i), v == 0 ? x : y);
            feq(getf(b, 22, i), v <= 0 ? x : y);
        }
    bench_free(b);
}

// sad2 adds the absolute differences of a pair of bytes; sada2 also the accumulator.
KT_TEST(sums_of_absolute_differences)
{
    struct bench *b = bench_new();
    for (unsigned reg = 10; reg < 12; reg++)
        for (unsigned i = 0; i < 8; i++)
            set32(b, reg, i, rnd());
    if (bench_run(b, "sad2 (16|M0) r20.0<1>:uw r10.0<16;16,1>:ub r11.0<16;16,1>:ub\n"
                     "mov (16|M0) acc0.0<1>:uw 1000:uw\n"
                     "sada2 (16|M0) r21.0<1>:uw r10.0<16;16,1>:ub r11.0<16;16,1>:ub\n"))
        for (unsigned i = 0; i < 16; i += 2) {
            const uint8_t *p = b->grf + 320 + i, *q = b->grf + 352 + i;
            unsigned want = (unsigned)(abs(p[0] - q[0]) + abs(p[1] - q[1]));
            uint16_t got, acc;
            memcpy(&got, b->t.rf + 640 + 2 * i, 2);
            memcpy(&acc, b->t.rf + 672 + 2 * i, 2);
            kt_eq(got, want);
            kt_eq(acc, want + 1000);
        }
    bench_free(b);
}

// brd: if the predicate holds in any channel, those go to the target and the others wait behind the
// instruction, until somebody comes back.
KT_TEST(brd)
{
    for (unsigned n = 0; n < 20; n++) {
        struct bench *b = bench_new();
        for (unsigned i = 0; i < 16; i++)
            set32(b, 10 + i / 8, i % 8, rnd() % 20);
        b->mask = n ? rnd() & 0xffff : 0xffff;
        if (bench_run(b, "mov (16|M0) r20.0<1>:d 0:d\n"
                         "cmp (16|M0) (lt)f0.0 null<1>:d r10.0<8;8,1>:d 10:d\n"
                         "(f0.0) brd (16|M0) OVER\n"
                         "NEXT:\n"
                         "add (16|M0) r20.0<1>:d r20.0<8;8,1>:d 100:d\n"
                         "(W) jmpi END_\n"
                         "OVER:\n"
                         "add (16|M0) r20.0<1>:d r20.0<8;8,1>:d 1000:d\n"
                         "brd (16|M0) NEXT\n"
                         "END_:\n"
                         "add (16|M0) r20.0<1>:d r20.0<8;8,1>:d 1:d\n"))
            for (unsigned i = 0; i < 16; i++) {
                uint32_t v;
                memcpy(&v, b->grf + 320 + 4 * i, 4);
                kt_eq((int)get32(b, 20 + i / 8, i % 8), b->mask >> i & 1 ? (v < 10 ? 1101 : 101) : 0);
            }
        bench_free(b);
    }
}

// brc: the same with two targets: where the channels that branch wait, and where to go if none is left.
KT_TEST(brc)
{
    for (unsigned n = 0; n < 20; n++) {
        struct bench *b = bench_new();
        uint32_t limit = n % 4 == 0 ? 0 : n % 4 == 1 ? 20 : 10; // none, all, some
        for (unsigned i = 0; i < 16; i++)
            set32(b, 10 + i / 8, i % 8, rnd() % 20);
        b->mask = n ? rnd() & 0xffff : 0xffff;
        set32(b, 9, 0, limit);
        if (bench_run(b, "mov (16|M0) r20.0<1>:d 0:d\n"
                         "cmp (16|M0) (lt)f0.0 null<1>:d r10.0<8;8,1>:d r9.0<0;1,0>:d\n"
                         "(f0.0) brc (16|M0) OVER OVER\n"
                         "add (16|M0) r20.0<1>:d r20.0<8;8,1>:d 100:d\n"
                         "OVER:\n"
                         "join (16|M0) AFTER\n"
                         "AFTER:\n"
                         "add (16|M0) r20.0<1>:d r20.0<8;8,1>:d 1:d\n"))
            for (unsigned i = 0; i < 16; i++) {
                uint32_t v;
                memcpy(&v, b->grf + 320 + 4 * i, 4);
                kt_eq((int)get32(b, 20 + i / 8, i % 8), b->mask >> i & 1 ? (v < limit ? 1 : 101) : 0);
            }
        bench_free(b);
    }
}

// ALT mode: no infinities and NaNs come out; zero times anything is zero; functions take magnitudes.
KT_TEST(alternative_float_mode)
{
    struct bench *b = bench_new();
    static const float in[8] = {0, -0.0f, -4, 4, FLT_MAX, -FLT_MAX, INFINITY, 1};
    for (unsigned i = 0; i < 8; i++) {
        setf(b, 10, i, in[i]);
        setf(b, 11, i, INFINITY);
    }
    b->cr0 |= SIM_CR0_ALT_MODE;
    if (bench_run(b, "mul (8|M0) r20.0<1>:f r10.0<8;8,1>:f r10.0<8;8,1>:f\n"
                     "add (8|M0) r21.0<1>:f r10.0<8;8,1>:f r10.0<8;8,1>:f\n"
                     "mul (8|M0) r22.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
                     "math.inv (8|M0) r23.0<1>:f r10.0<8;8,1>:f\n"
                     "math.sqt (8|M0) r24.0<1>:f r10.0<8;8,1>:f\n"
                     "math.rsqt (8|M0) r25.0<1>:f r10.0<8;8,1>:f\n"
                     "math.log (8|M0) r26.0<1>:f r10.0<8;8,1>:f\n")) {
        feq(getf(b, 20, 4), FLT_MAX);
        feq(getf(b, 20, 2), 16.f);
        feq(getf(b, 21, 5), -FLT_MAX);
        feq(getf(b, 21, 6), FLT_MAX);
        feq(getf(b, 22, 0), 0.f);
        feq(getf(b, 22, 2), -FLT_MAX);
        feq(getf(b, 23, 0), FLT_MAX);
        feq(getf(b, 23, 1), -FLT_MAX);
        feq(getf(b, 23, 3), 0.25f);
        feq(getf(b, 24, 2), 2.f);
        feq(getf(b, 25, 0), FLT_MAX);
        feq(getf(b, 25, 2), 0.5f);
        feq(getf(b, 26, 0), -FLT_MAX);
        feq(getf(b, 26, 2), 2.f);
        for (unsigned reg = 20; reg < 27; reg++)
            for (unsigned i = 0; i < 8; i++)
                kt_ok(isfinite(getf(b, reg, i)), "r%u.%u is %g", reg, i, (double)getf(b, reg, i));
    }
    bench_free(b);
}

KT_MAIN()
