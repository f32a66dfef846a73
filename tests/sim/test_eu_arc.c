// What the EUs of Gen12.5 have that Gen12's have not: three-source logic and sums, bfloat16, products of
// matrices, and messages to the load-store units. Code runs on the EU alone.
#include "arc.h"

#include <math.h>

static uint32_t bits_of(float f)
{
    uint32_t b;
    memcpy(&b, &f, 4);
    return b;
}

// The instruction's eight results, from r10, r11 and r12; it writes r14.
static void check_alu(const char *text, const uint32_t in[3], uint32_t want)
{
    struct rig r;
    char whole[1024];
    arc_setup(&r);
    snprintf(whole, sizeof(whole),
             "mov (8|M0) r10.0<1>:ud 0x%x:ud\nmov (8|M0) r11.0<1>:ud 0x%x:ud\nmov (8|M0) r12.0<1>:ud "
             "0x%x:ud\n%s {A@1}\n"
             "send.ugm (8|M0) null r6 r14:1 0x0 0x04000584 {A@1,$0}\n",
             in[0], in[1], in[2], text);
    if (kt_ok(arc_run(&r, whole), "%s: %s", text, r.fault.text))
        for (unsigned i = 0; i < 8; i++)
            kt_ok(((uint32_t *)rig_data(&r, 0))[i] == want, "%s: 0x%x, not 0x%x", text,
                  ((uint32_t *)rig_data(&r, 0))[i], want);
    rig_finish(&r);
}

// Every truth table, against one that is looked up bit by bit.
KT_TEST(boolean_functions)
{
    const uint32_t in[3] = {0xaaccf00f, 0xcaf0ff35, 0xf0a53cc3};
    for (unsigned f = 0; f < 256; f++) {
        char text[128];
        uint32_t want = 0;
        for (unsigned b = 0; b < 32; b++) {
            unsigned at = (in[0] >> b & 1) | (in[1] >> b & 1) << 1 | (in[2] >> b & 1) << 2;
            want |= (f >> at & 1) << b;
        }
        snprintf(text, sizeof(text), "bfn.0x%X (8|M0) r14.0<1>:ud r10.0<1;0>:ud r11.0<1;0>:ud r12.0<1>:ud",
                 f);
        check_alu(text, in, want);
    }
}

KT_TEST(sums_of_three)
{
    const uint32_t in[3] = {0xfffffff0, 0x7fffffff, 0x00000013},
                   small[3] = {0x0001fff0, 0x00030005, 0x00060007};
    check_alu("add3 (8|M0) r14.0<1>:d r10.0<1;0>:d r11.0<1;0>:d r12.0<1>:d", in, in[0] + in[1] + in[2]);
    check_alu("add3 (8|M0) (sat)r14.0<1>:d r10.0<1;0>:d r11.0<1;0>:d r12.0<1>:d", in, 0x7fffffff);
    check_alu("add3 (8|M0) r14.0<1>:d r10.0<1;0>:d -r11.0<1;0>:d 7:w", in, in[0] - in[1] + 7);
    check_alu("add3 (8|M0) r14.0<1>:d r10.0<0;0>:w r11.0<0;0>:w r12.0<0>:w", small, (uint32_t)(-16 + 5 + 7));
}

// More accumulators than two.
KT_TEST(accumulators)
{
    const uint32_t in[3] = {5, 7, 9};
    check_alu("add (8|M0) acc3.0<1>:d r10.0<1;1,0>:d r11.0<1;1,0>:d {A@1}\nadd (8|M0) r14.0<1>:d "
              "acc3.0<1;1,0>:d r12.0<1;1,0>:d",
              in, 21);
}

KT_TEST(bfloat)
{
    const uint32_t in[3] = {0x3fc03fc0, bits_of(2.25f), 0}; // 1.5
    check_alu("mov (8|M0) r14.0<1>:f r10.0<1;1,0>:bf", in, bits_of(1.5f));
    check_alu("add (8|M0) r14.0<1>:f r10.0<1;1,0>:bf r11.0<1;1,0>:f", in, bits_of(3.75f));
    check_alu("mul (8|M0) r14.0<1>:f r10.0<1;1,0>:bf r11.0<1;1,0>:f", in, bits_of(3.375f));
    // To the nearest even: 0x40100000 is one, 0x40108000 half way from an even one, 0x40118000 from an odd
    // one.
    const struct {
        uint32_t f, bf;
    } t[] = {{0x40100000, 0x4010}, {0x40108000, 0x4010}, {0x40108001, 0x4011}, {0x40118000, 0x4012},
             {0x7f7fffff, 0x7f80}, {0xff800000, 0xff80}, {0x80000000, 0x8000}};
    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        const uint32_t f[3] = {t[i].f, 0, 0};
        check_alu("mov (8|M0) r14.0<1>:ud 0x0:ud {A@1}\nmov (8|M0) r14.0<2>:bf r10.0<1;1,0>:f", f, t[i].bf);
    }
}

// ---- products of matrices

struct product {
    const char *text; // of r10 and r20 (C), r30 (B), r40 (A)
    unsigned rows, ops, bits_b, bits_a;
    bool b_signed, a_signed, adds;
};

static int64_t take(const uint8_t *at, unsigned index, unsigned bits, bool is_signed)
{
    int64_t v = 0;
    for (unsigned i = 0; i < bits; i++)
        v |= (int64_t)(at[(index * bits + i) / 8] >> (index * bits + i) % 8 & 1) << i;
    return is_signed && v >> (bits - 1) & 1 ? v - (INT64_C(1) << bits) : v;
}

// Loads registers from `from` on from data at `offset`, by blocks of 16 dwords.
static int load_registers(char *to, size_t size, unsigned from, unsigned count, unsigned offset)
{
    int n = 0;
    for (unsigned k = 0; k < count; k += 2)
        n += snprintf(
            to + n, size - (size_t)n,
            "(W) mov (1|M0) r3.0<1>:ud 0x%x:ud {A@1}\n(W) mov (1|M0) r3.1<1>:ud 0x0:ud {A@1}\n"
            "(W) send.ugm (1|M0) r%u r3 null:0 0x0 0x0220D580 {A@1,$1}\n(W) sync.nop null {$1.dst}\n",
            0x10200000 + offset + k * 32, from + k);
    return n;
}

static int store_registers(char *to, size_t size, unsigned from, unsigned count, unsigned offset)
{
    int n = 0;
    for (unsigned k = 0; k < count; k += 2)
        n += snprintf(
            to + n, size - (size_t)n,
            "(W) mov (1|M0) r3.0<1>:ud 0x%x:ud {A@1}\n(W) mov (1|M0) r3.1<1>:ud 0x0:ud {A@1}\n"
            "(W) send.ugm (1|M0) null r3 r%u:2 0x0 0x0200D584 {A@1,$1}\n(W) sync.nop null {$1.src}\n",
            0x10200000 + offset + k * 32, from + k);
    return n;
}

static void load_operands(struct rig *r, char *text, size_t size, const char *op)
{
    uint8_t *data = rig_data(r, 0x1000);
    uint64_t x = 88172645463325252u;
    for (unsigned i = 0; i < 40 * 32; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        data[i] = (uint8_t)(x >> 24);
    }
    int n = load_registers(text, size, 20, 8, 0x1000);
    n += load_registers(text + n, size - (size_t)n, 30, 8, 0x1100);
    n += load_registers(text + n, size - (size_t)n, 40, 8, 0x1200);
    n += snprintf(text + n, size - (size_t)n, "%s {@1,$2}\n(W) sync.nop null {$2.dst}\n", op);
    store_registers(text + n, size - (size_t)n, 10, 8, 0x2000);
}

KT_TEST(products_of_integers)
{
    static const struct product t[] = {
        {"dpas.8x8 (8|M0) r10:d r20:d r30:b r40.0:b", 8, 4, 8, 8, true, true, true},
        {"dpas.8x8 (8|M0) r10:d r20:d r30:ub r40.0:b", 8, 4, 8, 8, false, true, true},
        {"dpas.8x5 (8|M0) r10:d r20:d r30:b r40.0:ub", 5, 4, 8, 8, true, false, true},
        {"dpas.8x8 (8|M0) r10:ud null:ud r30:ub r40.0:ub", 8, 4, 8, 8, false, false, false},
        {"dpas.8x8 (8|M0) r10:d r20:d r30:s4 r40.0:u4", 8, 8, 4, 4, true, false, true},
        {"dpas.8x4 (8|M0) r10:d r20:d r30:s4 r40.0:b", 4, 4, 4, 8, true, true, true},
        {"dpas.8x8 (8|M0) r10:d r20:d r30:b r40.0:s2", 8, 4, 8, 2, true, true, true},
        {"dpas.8x8 (8|M0) r10:d r20:d r30:u2 r40.0:s2", 8, 8, 2, 2, false, true, true},
        {"dpas.8x8 (8|M0) r10:d r20:d r30:u2 r40.0:s4", 8, 8, 2, 4, false, true, true},
    };
    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        struct rig r;
        char text[8192];
        arc_setup(&r);
        load_operands(&r, text, sizeof(text), t[i].text);
        if (!kt_ok(arc_run(&r, text), "%s: %s", t[i].text, r.fault.text))
            continue;
        const uint32_t *c = rig_data(&r, 0x1000), *d = rig_data(&r, 0x2000);
        const uint8_t *b = rig_data(&r, 0x1100), *a = rig_data(&r, 0x1200);
        const unsigned k_size = 8 * t[i].ops, per_dword = 32 / t[i].bits_b;
        for (unsigned m = 0; m < t[i].rows; m++)
            for (unsigned n = 0; n < 8; n++) {
                int64_t sum = t[i].adds ? c[8 * m + n] : 0;
                for (unsigned k = 0; k < k_size; k++) // a column of B fills a column of dwords
                    sum += take(a, m * k_size + k, t[i].bits_a, t[i].a_signed) *
                           take(b + (k / per_dword * 8 + n) * 4, k % per_dword, t[i].bits_b, t[i].b_signed);
                kt_ok(d[8 * m + n] == (uint32_t)sum, "%s: row %u, column %u: 0x%x, not 0x%x", t[i].text, m, n,
                      d[8 * m + n], (uint32_t)sum);
            }
        rig_finish(&r);
    }
}

static double half_value(uint16_t h)
{
    int e = h >> 10 & 31, m = h & 1023;
    double v = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp(1024 + m, e - 25) : ldexp(m, -24);
    return h >> 15 ? -v : v;
}

static float float_of(uint32_t b)
{
    float f;
    memcpy(&f, &b, 4);
    return f;
}

// A step rounds once.
static float step_of(float sum, const double product[2])
{
    long double s = (long double)sum + (long double)product[0] + (long double)product[1];
    return (float)s; // 64 bits are enough for the numbers of the test
}

KT_TEST(products_of_floats)
{
    for (unsigned bf = 0; bf < 2; bf++) {
        struct rig r;
        char text[8192];
        arc_setup(&r);
        load_operands(&r, text, sizeof(text),
                      bf ? "dpas.8x8 (8|M0) r10:f r20:f r30:bf r40.0:bf"
                         : "dpas.8x8 (8|M0) r10:f r20:f r30:hf r40.0:hf");
        uint32_t *c = rig_data(&r, 0x1000), *d = rig_data(&r, 0x2000);
        uint16_t *b = rig_data(&r, 0x1100), *a = rig_data(&r, 0x1200);
        for (unsigned i = 0; i < 128; i++) { // of a range in which a sum of three has at most 64 bits
            a[i] = (uint16_t)(bf ? (a[i] & 0x81ff) | 0x3e00 : (a[i] & 0x8fff) | 0x3000);
            b[i] = (uint16_t)(bf ? (b[i] & 0x81ff) | 0x3e00 : (b[i] & 0x8fff) | 0x3000);
        }
        for (unsigned i = 0; i < 64; i++)
            c[i] = (c[i] & 0x83ffffff) | 0x3c000000;
        if (!kt_ok(arc_run(&r, text), "%s", r.fault.text))
            continue;
        for (unsigned m = 0; m < 8; m++)
            for (unsigned n = 0; n < 8; n++) {
                float sum = float_of(c[8 * m + n]);
                for (unsigned step = 0; step < 8; step++) {
                    double p[2];
                    for (unsigned k = 0; k < 2; k++) {
                        uint16_t x = a[m * 16 + step * 2 + k], y = b[(step * 8 + n) * 2 + k];
                        p[k] = bf ? (double)float_of((uint32_t)x << 16) * (double)float_of((uint32_t)y << 16)
                                  : half_value(x) * half_value(y);
                    }
                    sum = step_of(sum, p);
                }
                kt_ok(d[8 * m + n] == bits_of(sum), "%s: row %u, column %u: 0x%x, not 0x%x", bf ? "bf" : "hf",
                      m, n, d[8 * m + n], bits_of(sum));
            }
        rig_finish(&r);
    }
}

// What is not waited for, with several pipes: by the register; NULL: nothing is reported.
KT_TEST(scoreboard)
{
#define F10 "mov (8|M0) r10.0<1>:f 1.0:f\n"
#define DPAS "dpas.8x1 (8|M0) r10:f r20:f r30:hf r40.0:hf {@1,$2}\n"
    static const struct {
        const char *text, *says;
    } t[] = {
        {F10 "mov (8|M0) r11.0<1>:f r10.0<1;1,0>:f {F@1}\n", NULL},
        {F10 "mov (8|M0) r11.0<1>:f r10.0<1;1,0>:f {@1}\n", NULL},
        {F10 "mov (8|M0) r11.0<1>:f r10.0<1;1,0>:f\n", "reads what is not there yet (r10)"},
        {F10 "mov (8|M0) r11.0<1>:f r10.0<1;1,0>:f {I@1}\n", "(r10)"},
        {F10 "mov (8|M0) r11.0<1>:d r10.0<1;1,0>:d {F@1}\n", NULL},
        {F10 "mov (8|M0) r11.0<1>:d r10.0<1;1,0>:d {A@1}\n", NULL},
        {F10 "mov (8|M0) r11.0<1>:d r10.0<1;1,0>:d {@1}\n", "(r10)"}, // its own pipe
        // A distance counts in its pipe.
        {F10
         "mov (8|M0) r12.0<1>:d 1:d\nmov (8|M0) r13.0<1>:d 1:d\nmov (8|M0) r11.0<1>:f r10.0<1;1,0>:f {F@1}\n",
         NULL},
        {F10 "mov (8|M0) r12.0<1>:f 1.0:f\nmov (8|M0) r11.0<1>:f r10.0<1;1,0>:f {F@2}\n", NULL},
        {F10 "mov (8|M0) r12.0<1>:f 1.0:f\nmov (8|M0) r11.0<1>:f r12.0<1;1,0>:f {F@2}\n", "(r12)"},
        {F10 "mov (8|M0) r12.0<1>:f 1.0:f\nmov (8|M0) r11.0<1>:d r10.0<1;1,0>:d {A@2}\n", NULL},
        // One pipe is in order, two are not.
        {F10 "mov (8|M0) r10.0<1>:f 2.0:f\n", NULL},
        {F10 "mov (8|M0) r10.0<1>:d 2:d\n", "overwrites what is not written yet (r10)"},
        {F10 "mov (8|M0) r10.0<1>:d 2:d {F@1}\n", NULL},
        {"mov (8|M0) r12.0<1>:f r10.0<1;1,0>:f\nmov (8|M0) r10.0<1>:d 2:d\n",
         "overwrites what is still read (r10)"},
        {"mov (8|M0) r12.0<1>:f r10.0<1;1,0>:f\nmov (8|M0) r10.0<1>:d 2:d {F@1}\n", NULL},
        {"mov (8|M0) r12.0<1>:f r10.0<1;1,0>:f\nmov (8|M0) r10.0<1>:f 2.0:f\n", NULL},
        // Messages wait for all pipes by one distance.
        {F10 "mov (8|M0) r12.0<1>:d 1:d\nsend.ugm (8|M0) null r6 r10:1 0x0 0x04000584 {A@1,$3}\n", NULL},
        {F10 "mov (8|M0) r12.0<1>:d 1:d\nsend.ugm (8|M0) null r6 r10:1 0x0 0x04000584 {I@1}\n", "(r10)"},
        // Products of matrices: what they write, and all that they read.
        {DPAS "mov (8|M0) r12.0<1>:f r10.0<1;1,0>:f {$2.dst}\n", NULL},
        {DPAS "mov (8|M0) r12.0<1>:f r10.0<1;1,0>:f {A@1}\n", "reads what is not there yet (r10)"},
        {DPAS "mov (8|M0) r37.0<1>:d 1:d\n", "overwrites what is still read (r37)"},
        {DPAS "mov (8|M0) r20.0<1>:d 1:d\n", "overwrites what is still read (r20)"},
        {DPAS "mov (8|M0) r40.0<1>:d 1:d {$2.src}\n", NULL},
        {DPAS "mov (8|M0) r41.0<1>:d 1:d\nmov (8|M0) r11.0<1>:d 1:d\nmov (8|M0) r38.0<1>:d 1:d\n", NULL},
    };
    for (unsigned i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        struct rig r;
        char text[1024];
        arc_setup(&r);
        snprintf(text, sizeof(text), "sync.nop null {A@1}\n%s", t[i].text);
        bool ok = arc_run(&r, text);
        if (!t[i].says)
            kt_ok(ok, "%u: %s", i, r.fault.text);
        else
            kt_ok(!ok && strstr(r.fault.text, "rule software-scoreboard") && strstr(r.fault.text, t[i].says),
                  "%u: %s", i, r.fault.text);
        rig_finish(&r);
    }
}

// Doubles that go with math have a token, and no pipe.
KT_TEST(scoreboard_of_doubles)
{
    static const struct {
        const char *text;
        bool waits;
    } t[] = {
        {"mov (4|M0) r10.0<1>:df r12.0<1;1,0>:df {$3}\nmov (8|M0) r14.0<1>:d r10.0<1;1,0>:d {$3.dst}\n",
         true},
        {"mov (4|M0) r10.0<1>:df r12.0<1;1,0>:df {$3}\nmov (8|M0) r14.0<1>:d r10.0<1;1,0>:d {A@1}\n", false},
        // to doubles as well as from them, whose type is not what they execute in
        {"mov (4|M0) r10.0<1>:df r12.0<2;1,0>:f {$3}\nmov (8|M0) r14.0<1>:d r10.0<1;1,0>:d {$3.dst}\n", true},
        {"mov (4|M0) r10.0<1>:df r12.0<2;1,0>:f {$3}\nmov (8|M0) r14.0<1>:d r10.0<1;1,0>:d {A@1}\n", false},
        {"mov (4|M0) r10.0<2>:f r12.0<1;1,0>:df {$3}\nmov (8|M0) r14.0<1>:d r10.0<1;1,0>:d {$3.dst}\n", true},
        // Beside a distance the token is set, though its text is that of a wait.
        {"mov (8|M0) r12.0<1>:d 1:d\nmov (4|M0) r10.0<1>:df r12.0<2;1,0>:d {@1,$3.dst}\nmov (8|M0) "
         "r14.0<1>:d "
         "r10.0<1;1,0>:d {$3.dst}\n",
         true},
        {"mov (8|M0) r12.0<1>:d 1:d\nmov (4|M0) r10.0<1>:df r12.0<2;1,0>:d {@1,$3.dst}\nmov (8|M0) "
         "r14.0<1>:d "
         "r10.0<1;1,0>:d {A@1}\n",
         false},
    };
    for (unsigned i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        struct rig r;
        rig_device = "mtl";
        rig_init(&r);
        rig_shape(&r, 8, 1, 0, 1);
        bool ok = arc_run(&r, t[i].text);
        kt_ok(ok == t[i].waits, "%u: %s", i, r.fault.text);
        rig_finish(&r);
    }
}

// A kernel's first instruction: for channels that the thread has not, for some that it has, for none of its
// own.
KT_TEST(first_instruction)
{
    static const struct {
        const char *text;
        bool keeps;
    } t[] = {{"mov (8|M8) r10.0<1>:d 1:d\n", false},
             {"mov (8|M0) r10.0<1>:d 1:d\n", true},
             {"mov (16|M0) r10.0<1>:d 1:d\n", true},
             {"(W) mov (1|M8) r10.0<1>:d 1:d\n", true}};
    for (unsigned i = 0; i < sizeof(t) / sizeof(t[0]); i++)
        for (unsigned asked = 0; asked < 2; asked++) {
            struct rig r;
            char text[256];
            arc_setup(&r);
            r.w.seed = 1;
            r.w.rules = asked ? UINT64_C(1) << KILN_RULE_FIRST_CHANNELS : 0;
            snprintf(text, sizeof(text), "%s" ARC_EOT, t[i].text);
            const bool ok = rig_load(&r, text) && rig_dispatch(&r);
            kt_ok(ok == (t[i].keeps || !asked) && (ok || strstr(r.fault.text, "rule first-channels")), "%s%s",
                  t[i].text, r.fault.text);
            rig_finish(&r);
        }
}

// Rules of Arc's threads (src/hw/rules.def): each broken, kept, and of no interest where the job need not
// keep it.
KT_TEST(rules_of_threads)
{
#define INCREMENT "send.ugm (8|M0) null r6 null:0 0x0 0x04000588 {A@1,$0}\n" // without a response
#define FENCE(unit, desc)                                                                                    \
    "(W) send." unit " (1|M0) r20 r0 null:0 0x0 " desc " {$1}\n(W) sync.nop null {$1.dst}\n"
#define SHARED_FENCE FENCE("slm", "0x0210011F")
#define PRODUCT "dpas.8x1 (8|M0) r10:f null:f r30:hf r40.0:hf {@1,$2}\n(W) sync.nop null {$2.dst}\n"
    static const struct {
        enum kiln_rule rule;
        const char *breaks, *keeps;
    } t[] = {
        {KILN_RULE_END_FENCE, INCREMENT, INCREMENT FENCE("ugm", "0x0210651F")},
        {KILN_RULE_SHARED_FENCE_SYNC, SHARED_FENCE, "(W) sync.allwr null\n" SHARED_FENCE},
        {KILN_RULE_SYSTOLIC_MODE, PRODUCT, NULL},
    };
    for (unsigned i = 0; i < sizeof(t) / sizeof(t[0]); i++)
        for (unsigned how = 0; how < 3; how++) {
            struct rig r;
            arc_setup(&r);
            r.w.rules = how < 2 ? UINT64_C(1) << t[i].rule : 0;
            r.w.systolic = how == 1;
            const bool ok = arc_run(&r, how == 1 && t[i].keeps ? t[i].keeps : t[i].breaks);
            const char *name = kiln_rule_info(t[i].rule)->name;
            kt_ok(ok == (how != 0) && (ok || strstr(r.fault.text, name)), "%s, %u: %s", name, how,
                  r.fault.text);
            rig_finish(&r);
        }
}

// r128 and above are there in the mode that has them, and hold what they got; else an instruction or a
// message that names them is none, and a thread has to end from its last registers.
KT_TEST(large_register_files)
{
#define LOAD(r) "send.ugm (8|M0) r" r " r6 null:0 0x0 0x04100580 {A@1,$1}\nsync.nop null {$1.dst}\n"
#define STORE(r) "send.ugm (8|M0) null r6 r" r ":1 0x0 0x04000584 {A@1,$2}\nsync.nop null {$2.src}\n"
    static const char *const t[] = {
        LOAD("200") "add (8|M0) r255.0<1>:d r200.0<1;1,0>:d 5:d\n" STORE("255"),
        LOAD("20") "add (8|M0) r128.0<1>:d r20.0<1;1,0>:d 5:d\nmov (8|M0) r20.0<1>:d r128.0<1;1,0>:d "
                   "{A@1}\n" STORE("20"),
        LOAD("20") "(W) mov (1|M0) a0.0<1>:uw 0x1900:uw\nadd (8|M0) r200.0<1>:d r20.0<1;1,0>:d 5:d {A@1}\n"
                   "mov (8|M0) r20.0<1>:d r[a0.0,0]<1;1,0>:d {A@1}\n" STORE("20"),
    };
    for (unsigned i = 0; i < 2 * sizeof(t) / sizeof(t[0]); i++) {
        struct rig r;
        rig_large = i % 2;
        arc_setup(&r);
        uint32_t *data = rig_data(&r, 0);
        for (unsigned k = 0; k < 8; k++)
            data[k] = 100 + k;
        const bool ok = arc_run(&r, t[i / 2]);
        kt_ok(ok == rig_large && (ok || strstr(r.fault.text, "illegal") || strstr(r.fault.text, "register")),
              "%u: %s", i, r.fault.text);
        for (unsigned k = 0; k < 8; k++)
            kt_ok(data[k] == 100 + k + (ok ? 5 : 0), "%u: %u: %u", i, k, data[k]);
        rig_finish(&r);
    }
    rig_large = false;
}

// An EU has half as many threads, and so has a group at most.
KT_TEST(threads_with_large_register_files)
{
    for (unsigned i = 0; i < 4; i++) {
        struct rig r;
        rig_device = i / 2 ? "bmg" : "dg2";
        rig_large = i % 2;
        rig_init(&r);
        rig_shape(&r, 16, 33, 0, 1);
        const bool fits = i != 3;
        const char *end = i / 2 ? "(W) mov (16|M0) r127.0<1>:ud r0.0<1;1,0>:ud\n(W) send.gtwy (16|M0) null "
                                  "r127 null:0 0x0 0x02000010 {EOT,A@1}\n"
                                : ARC_EOT;
        const bool ok = rig_load(&r, end) && rig_dispatch(&r);
        kt_ok(ok == fits &&
                  (ok || strstr(r.fault.text, "more threads in a thread group than a subslice has")),
              "%u: %s", i, r.fault.text);
        rig_finish(&r);
    }
    rig_large = false;
}

KT_MAIN()
