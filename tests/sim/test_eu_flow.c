// Control flow per channel, predication, flags, accumulators and macros: small programs against a model that
// runs each channel on its own.
#include "eu_bench.h"

// Channel number in r1 (as dwords) for SIMD16; random values in r10/r11.
static struct bench *channels(void)
{
    struct bench *b = bench_new();
    for (unsigned i = 0; i < 32; i++) {
        set32(b, 1 + i / 8, i % 8, i);
        set32(b, 10 + i / 8, i % 8, rnd() % 20);
    }
    return b;
}

// The random value of a channel.
static uint32_t start(const struct bench *b, unsigned i)
{
    uint32_t v;
    memcpy(&v, b->grf + 320 + 4 * i, 4);
    return v;
}

enum { CASES = 50 };

KT_TEST(if_else_endif)
{
    for (unsigned n = 0; n < CASES; n++) {
        struct bench *b = channels();
        b->mask = rnd();
        if (bench_run(b, "mov (16|M0) r20.0<1>:d 0:d\n"
                         "cmp (16|M0) (lt)f0.0 null<1>:d r10.0<8;8,1>:d 10:d\n"
                         "(f0.0) if (16|M0) ELSE_ ENDIF_\n"
                         "  add (16|M0) r20.0<1>:d r10.0<8;8,1>:d 100:d\n"
                         "  cmp (16|M0) (gt)f1.0 null<1>:d r10.0<8;8,1>:d 5:d\n"
                         "  (f1.0) if (16|M0) END2 END2\n"
                         "    add (16|M0) r20.0<1>:d r20.0<8;8,1>:d 1000:d\n"
                         "END2:\n"
                         "  endif (16|M0) BEFORE_ELSE\n"
                         "BEFORE_ELSE:\n"
                         "else (16|M0) ENDIF_ ENDIF_\n"
                         "ELSE_:\n"
                         "  add (16|M0) r20.0<1>:d r10.0<8;8,1>:d 200:d\n"
                         "ENDIF_:\n"
                         "endif (16|M0) AFTER\n"
                         "AFTER:\n"
                         "add (16|M0) r20.0<1>:d r20.0<8;8,1>:d 10000:d\n"))
            for (unsigned i = 0; i < 16; i++) {
                int v = (int)start(b, i);
                int want = 10000 + (v < 10 ? v + 100 + (v > 5 ? 1000 : 0) : v + 200);
                kt_eq((int)get32(b, 20 + i / 8, i % 8), b->mask >> i & 1 ? want : 0);
            }
        bench_free(b);
    }
}

// Break and continue both name the WHILE; those that break must not evaluate it.
KT_TEST(loop_with_divergent_exits)
{
    for (unsigned n = 0; n < CASES; n++) {
        struct bench *b = channels();
        if (bench_run(b, "mov (16|M0) r20.0<1>:d 0:d\n"
                         "mov (16|M0) r22.0<1>:d 0:d\n"
                         "LOOP:\n"
                         "  add (16|M0) r22.0<1>:d r22.0<8;8,1>:d 1:d\n"
                         "  cmp (16|M0) (gt)f0.0 null<1>:d r22.0<8;8,1>:d r10.0<8;8,1>:d\n"
                         "  (f0.0) break (16|M0) WHILE_ WHILE_\n"
                         "  and (16|M0) r24.0<1>:d r22.0<8;8,1>:d 3:d\n"
                         "  cmp (16|M0) (eq)f0.0 null<1>:d r24.0<8;8,1>:d 2:d\n"
                         "  (f0.0) cont (16|M0) WHILE_ WHILE_\n"
                         "  add (16|M0) r20.0<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:d\n"
                         "WHILE_:\n"
                         "  while (16|M0) LOOP\n"
                         "add (16|M0) r20.0<1>:d r20.0<8;8,1>:d 1000:d\n"))
            for (unsigned i = 0; i < 16; i++) {
                int v, sum = 0;
                memcpy(&v, b->grf + 320 + 4 * i, 4);
                for (int k = 0;;) {
                    if (++k > v)
                        break;
                    if ((k & 3) == 2)
                        continue;
                    sum += k;
                }
                kt_eq((int)get32(b, 20 + i / 8, i % 8), sum + 1000);
            }
        bench_free(b);
    }
}

// Forward goto sends the channels whose predicate is false; joins collect them.
KT_TEST(goto_join)
{
    for (unsigned n = 0; n < CASES; n++) {
        struct bench *b = channels();
        if (bench_run(b, "mov (16|M0) r20.0<1>:d 0:d\n"
                         "cmp (16|M0) (lt)f0.0 null<1>:d r10.0<8;8,1>:d 7:d\n"
                         "(f0.0) goto (16|M0) J1 J2\n" // those not below 7 go to J2
                         "  add (16|M0) r20.0<1>:d r20.0<8;8,1>:d 1:d\n"
                         "  cmp (16|M0) (lt)f0.0 null<1>:d r10.0<8;8,1>:d 3:d\n"
                         "  (f0.0) goto (16|M0) J1 J1\n"
                         "  add (16|M0) r20.0<1>:d r20.0<8;8,1>:d 10:d\n"
                         "J1:\n"
                         "join (16|M0) J2\n"
                         "add (16|M0) r20.0<1>:d r20.0<8;8,1>:d 100:d\n"
                         "J2:\n"
                         "join (16|M0) END\n"
                         "END:\n"
                         "add (16|M0) r20.0<1>:d r20.0<8;8,1>:d 1000:d\n"))
            for (unsigned i = 0; i < 16; i++) {
                int v;
                memcpy(&v, b->grf + 320 + 4 * i, 4);
                int want = 1000 + (v < 7 ? 101 + (v < 3 ? 10 : 0) : 0);
                kt_eq((int)get32(b, 20 + i / 8, i % 8), want);
            }
        bench_free(b);
    }
}

KT_TEST(call_and_return)
{
    struct bench *b = channels();
    b->mask = 0xffff;
    if (bench_run(b, "mov (16|M0) r20.0<1>:d 0:d\n"
                     "(W) call (16|M0) r100.0 FUNC\n"
                     "add (16|M0) r20.0<1>:d r20.0<8;8,1>:d 5:d\n"
                     "(W) call (16|M0) r100.0 FUNC\n"
                     "(W) jmpi OVER\n"
                     "FUNC:\n"
                     "add (16|M0) r20.0<1>:d r20.0<8;8,1>:d r1.0<8;8,1>:d\n"
                     "(W) ret (16|M0) r100.0\n"
                     "OVER:\n"))
        for (unsigned i = 0; i < 16; i++)
            kt_eq(get32(b, 20 + i / 8, i % 8), 2 * i + 5);
    bench_free(b);
}

KT_TEST(predicates_any_and_all)
{
    struct bench *b = channels();
    set32(b, 126, 0, 0x0f31);
    if (bench_run(b, "(W) mov (1|M0) f0.0<1>:ud r126.0<0;1,0>:ud\n"
                     "mov (16|M0) r20.0<1>:d 0:d\n"
                     "mov (16|M0) r22.0<1>:d 0:d\n"
                     "mov (16|M0) r24.0<1>:d 0:d\n"
                     "mov (16|M0) r26.0<1>:d 0:d\n"
                     "(f0.0.any4h) mov (16|M0) r20.0<1>:d 1:d\n"
                     "(f0.0.all4h) mov (16|M0) r22.0<1>:d 1:d\n"
                     "(~f0.0.any8h) mov (16|M0) r24.0<1>:d 1:d\n"
                     "(f0.0.any16h) mov (16|M0) r26.0<1>:d 1:d\n"))
        for (unsigned i = 0; i < 16; i++) {
            unsigned nibble = 0x0f31 >> (i & ~3u) & 15;
            kt_eq(get32(b, 20 + i / 8, i % 8), nibble != 0);
            kt_eq(get32(b, 22 + i / 8, i % 8), nibble == 15);
            kt_eq(get32(b, 24 + i / 8, i % 8), 0);
            kt_eq(get32(b, 26 + i / 8, i % 8), 1);
        }
    bench_free(b);
}

KT_TEST(flags_of_upper_channels)
{
    struct bench *b = channels();
    if (bench_run(b, "(W) mov (2|M0) f0.0<1>:ud 0:ud\n"
                     "cmp (16|M16) (ge)f0.0 null<1>:d r3.0<8;8,1>:d 20:d\n"
                     "cmp (8|M8) (lt)f1.0 null<1>:d r2.0<8;8,1>:d 11:d\n"
                     "cmp (8|M0) (eq)f1.1 null<1>:d r1.0<8;8,1>:d 3:d\n")) {
        kt_eq(flag(b, 0), 0xfff00000);
        kt_eq(flag(b, 1), 0x00080700);
    }
    bench_free(b);
}

// ---- accumulators

KT_TEST(mul_mach_high_halves)
{
    for (unsigned n = 0; n < CASES; n++) {
        struct bench *b = bench_new();
        for (unsigned i = 0; i < 8; i++) {
            set32(b, 10, i, n ? rnd() : 0x80000000u + i);
            set32(b, 11, i, n & 1 ? rnd() : 0xffffffffu - i);
        }
        if (bench_run(b, "(W) mul (8|M0) acc0.0<1>:ud r10.0<8;8,1>:ud r11.0<16;8,2>:uw\n"
                         "mach (8|M0) r20.0<1>:ud r10.0<8;8,1>:ud r11.0<8;8,1>:ud {AccWrEn}\n"
                         "mov (8|M0) r21.0<1>:ud acc0.0<8;8,1>:ud\n"
                         "(W) mul (8|M0) acc0.0<1>:d r10.0<8;8,1>:d r11.0<16;8,2>:uw\n"
                         "mach (8|M8) r22.0<1>:d r10.0<8;8,1>:d r11.0<8;8,1>:d {AccWrEn}\n"))
            for (unsigned i = 0; i < 8; i++) {
                uint32_t x, y;
                memcpy(&x, b->grf + 320 + 4 * i, 4);
                memcpy(&y, b->grf + 352 + 4 * i, 4);
                uint64_t p = (uint64_t)x * y;
                kt_eq(get32(b, 20, i), (uint32_t)(p >> 32));
                kt_eq(get32(b, 21, i), (uint32_t)p);
                kt_eq(get32(b, 22, i), (uint32_t)(((int64_t)(int32_t)x * (int32_t)y) >> 32));
            }
        bench_free(b);
    }
}

KT_TEST(carry_and_borrow)
{
    struct bench *b = bench_new();
    static const uint32_t x[8] = {0, 1, 0xffffffff, 0xffffffff, 0x80000000, 5, 4, 0};
    static const uint32_t y[8] = {0, 0xffffffff, 1, 0xffffffff, 0x80000000, 4, 5, 1};
    for (unsigned i = 0; i < 8; i++) {
        set32(b, 10, i, x[i]);
        set32(b, 11, i, y[i]);
    }
    if (bench_run(b, "addc (8|M0) r20.0<1>:ud r10.0<8;8,1>:ud r11.0<8;8,1>:ud {AccWrEn}\n"
                     "mov (8|M0) r21.0<1>:ud acc0.0<8;8,1>:ud\n"
                     "subb (8|M0) r22.0<1>:ud r10.0<8;8,1>:ud r11.0<8;8,1>:ud {AccWrEn}\n"
                     "mov (8|M0) r23.0<1>:ud acc0.0<8;8,1>:ud\n"))
        for (unsigned i = 0; i < 8; i++) {
            kt_eq(get32(b, 20, i), x[i] + y[i]);
            kt_eq(get32(b, 21, i), x[i] + (uint64_t)y[i] > 0xffffffff);
            kt_eq(get32(b, 22, i), x[i] - y[i]);
            kt_eq(get32(b, 23, i), x[i] < y[i]);
        }
    bench_free(b);
}

KT_TEST(mac_uses_the_accumulator)
{
    struct bench *b = bench_new();
    for (unsigned i = 0; i < 8; i++) {
        float f = (float)i + 0.5f;
        memcpy(b->grf + 320 + 4 * i, &f, 4);
    }
    if (bench_run(b, "mul (8|M0) acc0.0<1>:f r10.0<8;8,1>:f r10.0<8;8,1>:f\n"
                     "mac (8|M0) r20.0<1>:f r10.0<8;8,1>:f 2.0:f\n"))
        for (unsigned i = 0; i < 8; i++) {
            float x = (float)i + 0.5f, got;
            memcpy(&got, b->t.rf + 640 + 4 * i, 4);
            kt_ok(got == x * x + 2 * x, "%g is not %g", got, x * x + 2 * x);
        }
    bench_free(b);
}

// IEEE division as IGC writes it, on values whose quotient leaves the normal range.
KT_TEST(division_macro)
{
    static const float x[8] = {1, 10, 1e38f, 1e-38f, -7, 0, INFINITY, 3e-39f};
    static const float y[8] = {3, 7, 1e-30f, 1e30f, 0.3f, 0, 2, 1.5f};
    struct bench *b = bench_new();
    memcpy(b->grf + 320, x, 32);
    memcpy(b->grf + 352, y, 32);
    if (bench_run(b, "(W) mov (8|M0) r30.0<1>:f 0.0:f\n"
                     "(W) mov (8|M0) r31.0<1>:f 1.0:f\n"
                     "math.invm (8|M0) (eo)f0.0 r20.mme0:f r10.nomme:f r11.nomme:f\n"
                     "(~f0.0) if (8|M0) END END\n"
                     "madm (8|M0) r21.mme1:f r30.nomme:f r10.nomme:f r20.mme0:f\n"
                     "madm (8|M0) r22.mme2:f r31.nomme:f -r11.nomme:f r20.mme0:f\n"
                     "madm (8|M0) r23.mme3:f r20.mme0:f r22.mme2:f r20.mme0:f\n"
                     "madm (8|M0) r24.mme4:f r10.nomme:f -r11.nomme:f r21.mme1:f\n"
                     "madm (8|M0) r21.mme5:f r21.mme1:f r24.mme4:f r23.mme3:f\n"
                     "madm (8|M0) r25.mme6:f r10.nomme:f -r11.nomme:f r21.mme5:f\n"
                     "madm (8|M0) r20.nomme:f r21.mme5:f r25.mme6:f r23.mme3:f\n"
                     "END:\n"
                     "endif (8|M0) OUT\n"
                     "OUT:\n"))
        for (unsigned i = 0; i < 8; i++) {
            float got, want = x[i] / y[i];
            memcpy(&got, b->t.rf + 640 + 4 * i, 4);
            kt_ok(got == want || (isnan(got) && isnan(want)), "%g / %g is %g, not %g", x[i], y[i], got, want);
        }
    bench_free(b);
}

// ---- modes and special registers

KT_TEST(rounding_modes)
{
    struct bench *b = bench_new();
    float one = 1, tiny = 0x1p-30f;
    for (unsigned i = 0; i < 8; i++) {
        memcpy(b->grf + 320 + 4 * i, &one, 4);
        memcpy(b->grf + 352 + 4 * i, &tiny, 4);
    }
    if (bench_run(b, "add (8|M0) r20.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
                     "(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x10:ud {Switch}\n"
                     "add (8|M0) r21.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
                     "(W) xor (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:ud {Switch}\n"
                     "add (8|M0) r22.0<1>:f r10.0<8;8,1>:f -r11.0<8;8,1>:f\n"))
        for (unsigned i = 0; i < 8; i++) {
            kt_eq(get32(b, 20, i), 0x3f800000);
            kt_eq(get32(b, 21, i), 0x3f800001);
            kt_eq(get32(b, 22, i), 0x3f7fffff);
        }
    bench_free(b);
}

KT_TEST(denormal_modes)
{
    struct bench *b = bench_new();
    for (unsigned i = 0; i < 8; i++)
        set32(b, 10, i, 0x00400000 + i);
    static const char *const text = "add (8|M0) r20.0<1>:f r10.0<8;8,1>:f r10.0<8;8,1>:f\n"
                                    "mov (8|M0) r21.0<1>:f r10.0<8;8,1>:f\n"
                                    "mul (8|M0) r22.0<1>:f r10.0<8;8,1>:f 2.0:f\n";
    if (bench_run(b, text)) {
        kt_eq(get32(b, 20, 1), 0x00800002);
        kt_eq(get32(b, 22, 1), 0x00800002);
    }
    b->cr0 = 0;
    if (bench_run(b, text)) {
        kt_eq(get32(b, 20, 1), 0);
        kt_eq(get32(b, 21, 1), 0x00400001); // a plain move copies bits
        kt_eq(get32(b, 22, 1), 0);
    }
    bench_free(b);
}

KT_TEST(channel_enables_are_readable)
{
    struct bench *b = channels();
    b->mask = 0x00ff0ff0;
    if (bench_run(b, "(W) mov (1|M0) r20.0<1>:ud ce.0<0;1,0>:ud\n"
                     "(W) mov (1|M0) r20.1<1>:ud sr0.2<0;1,0>:ud\n"
                     "cmp (16|M0) (lt)f0.0 null<1>:d r1.0<8;8,1>:d 6:d\n"
                     "(f0.0) if (16|M0) END END\n"
                     "(W) mov (1|M0) r20.2<1>:ud ce.0<0;1,0>:ud\n"
                     "END:\n"
                     "endif (16|M0) OUT\n"
                     "OUT:\n"
                     "(W) mov (1|M0) r20.3<1>:ud ce.0<0;1,0>:ud\n")) {
        kt_eq(get32(b, 20, 0), 0x00ff0ff0);
        kt_eq(get32(b, 20, 1), 0x00ff0ff0);
        kt_eq(get32(b, 20, 2), 0x00ff0030);
        kt_eq(get32(b, 20, 3), 0x00ff0ff0);
    }
    bench_free(b);
}

KT_TEST(vector_immediates)
{
    struct bench *b = bench_new();
    if (bench_run(b, "mov (8|M0) r20.0<1>:w 0x76543210:v\n"
                     "mov (8|M0) r21.0<1>:uw 0xFEDCBA98:uv\n"
                     "mov (8|M0) r22.0<1>:w 0xFEDCBA98:v\n"
                     "mov (4|M0) r23.0<1>:f 0x30A0C8E0:vf\n"))
        for (unsigned i = 0; i < 8; i++) {
            int16_t w[3];
            for (unsigned k = 0; k < 3; k++)
                memcpy(&w[k], b->t.rf + (20 + k) * 32 + 2 * i, 2);
            kt_eq(w[0], i);
            kt_eq((uint16_t)w[1], 8 + i);
            kt_eq(w[2], (int)i - 8);
        }
    static const float vf[4] = {-8.0f, -3.0f, -0.5f,
                                1.0f}; // e0: 1 110 0000, c8: 1 100 1000, a0: 1 010 0000, 30
    for (unsigned i = 0; i < 4; i++) {
        float got;
        memcpy(&got, b->t.rf + 23 * 32 + 4 * i, 4);
        kt_ok(got == vf[i], "%g is not %g", got, vf[i]);
    }
    bench_free(b);
}

// A channel takes what lies where its destination does: Intel's OpenCL compiler writes the offsets 0 and 4 of
// a uniform double so. Checked besides on whole programs: CLBlast's sums of doubles.
KT_TEST(vector_immediates_interleaved)
{
    struct bench *b = bench_new();
    if (bench_run(b, "(W) mov (2|M0) r20.0<1>:ud 0x400:uv\n"
                     "(W) mov (4|M0) r21.0<1>:d 0xF0302010:v\n"
                     "(W) mov (8|M0) r22.0<2>:uw 0x70503010:uv\n"
                     "(W) mov (2|M0) r24.0<1>:q 0xDEF0ABC5:v\n")) {
        kt_eq(get32(b, 20, 0), 0);
        kt_eq(get32(b, 20, 1), 4);
        for (unsigned i = 0; i < 4; i++)
            kt_eq(get32(b, 21, i), 0);
        for (unsigned i = 0; i < 8; i++)
            kt_eq(get32(b, 22, i) & 0xffff, 0);
        int64_t q[2];
        memcpy(q, b->t.rf + 24 * 32, 16);
        kt_eq(q[0], 5);
        kt_eq(q[1], 0);
    }
    if (bench_run(b, "(W) mov (4|M0) r21.0<1>:d 0x0D030201:v\n"
                     "(W) mov (8|M0) r22.0<2>:uw 0x07050301:uv\n")) {
        static const int want[4] = {1, 2, 3, -3};
        for (unsigned i = 0; i < 4; i++)
            kt_eq((int)get32(b, 21, i), want[i]);
        for (unsigned i = 0; i < 8; i++)
            kt_eq(get32(b, 22, i) & 0xffff, 2 * (i % 4) + 1);
    }
    bench_free(b);
}

KT_MAIN()
