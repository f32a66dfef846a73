// Questions about single instructions: results of special operands, bit for bit; and how far the extended
// math functions are off.
//
// A kernel finds its operands in r1 to r4 (8 dwords each), leaves its results in r20 and up, and one thread
// of 8 channels stores them. NaNs are compared as NaNs: their payload is nobody's business.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hw/target.h"
#include "probe/questions.h"

enum { MAX_OUT = 4 };

struct eu_question {
    const char *text;
    uint32_t in[4][8];
    unsigned results; // registers
    uint32_t out[MAX_OUT][8];
    bool floats; // NaNs are equal
    bool ftz;
    enum { ANY_CHIP, DOUBLES, DWORD_PRODUCTS, LRP } needs;
};

static const char *lacking(const struct machine *m, const struct eu_question *e)
{
    const struct kiln_target *t = kiln_target_of(m->info->devinfo);
    switch (e->needs) {
    case DOUBLES:
        return t->has_fp64 ? NULL : "doubles";
    case DWORD_PRODUCTS:
        return t->has_dword_mul ? NULL : "products of dwords by dwords";
    case LRP:
        return kiln_target_has_align16(t) ? NULL : "lrp";
    default:
        return NULL;
    }
}

#define NaN 0x7fc00000u
#define INF 0x7f800000u
#define NEG 0x80000000u
#define ONE 0x3f800000u
#define KEEP_DENORMALS "(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:ud {Switch}\n"

// Untyped writes of r20.. to binding table entry 0, a register each.
static void store_results(char *text, size_t size, unsigned results)
{
    size_t n = (size_t)snprintf(text, size,
                                "(W) mov (8|M0) r100.0<1>:uw 0x76543210:uv\n"
                                "(W) shl (8|M0) r101.0<1>:ud r100.0<8;8,1>:uw 0x2:uw\n");
    for (unsigned i = 0; i < results && n < size; i++)
        n += (size_t)snprintf(text + n, size - n,
                              "(W) sends (8|M0) null:ud r101 r%u 0x4C 0x02026E00\n"
                              "(W) add (8|M0) r101.0<1>:ud r101.0<8;8,1>:ud 0x20:uw\n",
                              20 + i);
}

static bool run_kernel(struct machine *m, struct answer *a, const struct eu_question *e)
{
    char text[4096], tail[1024];
    store_results(tail, sizeof(tail), e->results);
    snprintf(text, sizeof(text), "%s%s", e->text, tail);
    struct dispatch d = {
        .text = text, .constants = e->in[0], .constant_regs = 4, .surfaces = 1, .ftz = e->ftz};
    d.surface[0] = raw_surface(m, 0, 4096);
    emit_setup(m);
    return emit_dispatch(m, &d) && !machine_run(m, a);
}

static void canonical(uint32_t *v, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if ((v[i] & 0x7fffffff) > INF)
            v[i] = NaN;
}

static void ask(struct machine *m, const struct question *q, struct answer *a)
{
    const struct eu_question *e = q->data;
    uint32_t got[MAX_OUT * 8];
    answer_dwords(a->assumed, e->out[0], 8 * e->results);
    if (lacking(m, e)) {
        answer_lacks(a, lacking(m, e));
        return;
    }
    if (!run_kernel(m, a, e))
        return;
    memcpy(got, m->data_map, 32 * e->results);
    if (e->floats)
        canonical(got, 8 * e->results);
    answer_dwords(a->got, got, 8 * e->results);
}

// ---- how far off: against libm in double, in units in the last place of the exact result

struct accuracy {
    const char *function; // of math
    double (*exact)(double);
    float in[8];
    double ulp; // at most
};

static double inverse(double x)
{
    return 1 / x;
}

static double inverse_root(double x)
{
    return 1 / sqrt(x);
}

static void ask_accuracy(struct machine *m, const struct question *q, struct answer *a)
{
    const struct accuracy *f = q->data;
    char text[128];
    struct eu_question e = {.text = text, .results = 1};
    snprintf(text, sizeof(text), "math.%s (8|M0) r20.0<1>:f r1.0<8;8,1>:f\n", f->function);
    memcpy(e.in[0], f->in, sizeof(f->in));
    if (!run_kernel(m, a, &e))
        return;
    double worst = 0;
    for (unsigned i = 0; i < 8; i++) {
        float got;
        memcpy(&got, m->data_map + 4 * i, 4);
        double want = f->exact((double)f->in[i]);
        double ulp = ldexp(1, ilogb(want) - 23), off = fabs((double)got - want) / ulp;
        if (!(off <= worst)) // NaN too
            worst = off;
    }
    answer_print(a->assumed, "off by at most %g ulp", f->ulp);
    if (worst <= f->ulp)
        answer_print(a->got, "%s", a->assumed);
    else
        answer_print(a->got, "off by %g ulp", worst);
}

// ---- the table

#define EU(...)                                                                                              \
    &(const struct eu_question)                                                                              \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }
#define PRM "PRM KBL vol2d EU_INSTRUCTION_*"
#define IEEE "IEEE 754; PRM KBL vol2d"
#define OWN "one source: what Kiln's simulator does"

const struct question probe_eu_questions[] = {
    {"mad-fused", "Is mad rounded once?", "Mesa brw_fs_nir.cpp (ffma is MAD); lavapipe's fma agrees with ANV",
     ask,
     EU(.text = "mad (8|M0) r20:f r1:f r2:f r3:f\n",
        .in = {{0xbf801000, 0xbf800002, ONE, ONE, ONE, ONE, ONE, ONE},
               {0x3f800800, 0x3f800001, ONE, ONE, ONE, ONE, ONE, ONE},
               {0x3f800800, 0x3f800001, ONE, ONE, ONE, ONE, ONE, ONE}},
        .results = 1,
        .out = {{0x33800000, 0x28800000, 0x40000000, 0x40000000, 0x40000000, 0x40000000, 0x40000000,
                 0x40000000}})},
    {"mad-double-fused", "Is mad of doubles rounded once?", "Mesa brw_fs_nir.cpp", ask,
     EU(.needs = DOUBLES, .text = "mad (4|M0) r20:df r1:df r2:df r3:df\n",
        .in = {{0, 0xbff00000 | 0x0, 0, 0xbff00000, 0, 0xbff00000, 0, 0xbff00000},
               {0x00400000, 0x3ff00000, 0, 0x3ff00000, 0, 0x3ff00000, 0, 0x3ff00000},
               {0x00400000, 0x3ff00000, 0, 0x3ff00000, 0, 0x3ff00000, 0, 0x3ff00000}},
        .results = 1, .out = {{0x00200000, 0x3e200000, 0, 0, 0, 0, 0, 0}})},
    {"denormal-flush",
     "Are F denormals flushed, with their sign, as operands and results, while cr0 does not keep them?", IEEE,
     ask,
     EU(.text = "mul (8|M0) r20.0<1>:f r1.0<8;8,1>:f r2.0<8;8,1>:f\n",
        .in = {{0x00400000, 0x80400000, 0x00800000, 0x80800000, 0x00000001, ONE, ONE, ONE},
               {ONE, ONE, 0x3f000000, 0x3f000000, 0x7f000000, ONE, ONE, ONE}},
        .results = 1, .ftz = true, .out = {{0, NEG, 0, NEG, 0, ONE, ONE, ONE}})},
    {"denormal-keep", "Does cr0 bit 7 keep F denormals?",
     "PRM KBL \"Control Register\"; Mesa brw_float_controls_mode", ask,
     EU(.text = KEEP_DENORMALS "mul (8|M0) r20.0<1>:f r1.0<8;8,1>:f r2.0<8;8,1>:f\n",
        .in = {{0x00400000, 0x80400000, 0x00800000, 0x80800000, 0x00000001, ONE, ONE, ONE},
               {ONE, ONE, 0x3f000000, 0x3f000000, 0x4b000000, ONE, ONE, ONE}},
        .results = 1, .out = {{0x00400000, 0x80400000, 0x00400000, 0x80400000, 0x00800000, ONE, ONE, ONE}})},
    {"half-rounding", "Is F to HF rounded to nearest even, with denormals kept by cr0 bit 10?", IEEE, ask,
     EU(.text = KEEP_DENORMALS "mov (8|M0) r20.0<1>:ud 0x0:ud\nmov (8|M0) r20.0<2>:hf r1.0<8;8,1>:f\n",
        .in = {{0x3f801000, 0x3f803000, 0x477fefff, 0x477ff000, 0x33000000, 0x33000001, 0x38000000, INF}},
        .results = 1, .out = {{0x3c00, 0x3c02, 0x7bff, 0x7c00, 0, 1, 0x0200, 0x7c00}})},
    {"float-to-int", "F to D out of range and of NaN", PRM " (mov: saturates)", ask,
     EU(.text = "mov (8|M0) r20.0<1>:d r1.0<8;8,1>:f\n",
        .in = {{0x4f32d05e, 0xcf32d05e, NaN, INF, 0xff800000, 0x3ff33333, 0xbff33333, 0x3f000000}},
        .results = 1, .out = {{0x7fffffff, NEG, 0, 0x7fffffff, NEG, 1, 0xffffffff, 0}})},
    {"float-to-unsigned", "F to UD out of range and of NaN", PRM " (mov: saturates)", ask,
     EU(.text = "mov (8|M0) r20.0<1>:ud r1.0<8;8,1>:f\n",
        .in = {{0xbf800000, 0x4f9502f9, NaN, INF, 0xff800000, 0x4f000000, 0x3ff33333, 0xbf000000}},
        .results = 1, .out = {{0, 0xffffffff, 0, 0xffffffff, 0, NEG, 1, 0}})},
    {"shift-count", "Do dword shifts use the low five bits of their count?", PRM " (shl, shr, asr)", ask,
     EU(.text = "shl (8|M0) r20.0<1>:ud r2.0<8;8,1>:ud r1.0<8;8,1>:ud\nshr (8|M0) r21.0<1>:ud r3.0<8;8,1>:ud "
                "r1.0<8;8,1>:ud\n"
                "asr (8|M0) r22.0<1>:d r3.0<8;8,1>:d r1.0<8;8,1>:ud\n",
        .in = {{0, 1, 31, 32, 33, 63, 64, 255},
               {1, 1, 1, 1, 1, 1, 1, 1},
               {NEG, NEG, NEG, NEG, NEG, NEG, NEG, NEG}},
        .results = 3,
        .out = {{1, 2, NEG, 1, 2, NEG, 1, NEG},
                {NEG, 0x40000000, 1, NEG, 0x40000000, 1, NEG, 1},
                {NEG, 0xc0000000, 0xffffffff, NEG, 0xc0000000, 0xffffffff, NEG, 0xffffffff}})},
    {"minimum", "sel.lt (minimum) of NaNs, infinities and zeros of both signs",
     PRM " (sel: IEEE minNum); signs of zero: " OWN, ask,
     EU(.text = "sel (8|M0) (lt)f0.0 r20.0<1>:f r1.0<8;8,1>:f r2.0<8;8,1>:f\n",
        .in = {{NaN, ONE, NaN, NEG, 0, INF, 0xff800000, 0x40000000}, {ONE, NaN, NaN, 0, NEG, ONE, ONE, ONE}},
        .results = 1, .floats = true, .out = {{ONE, ONE, NaN, 0, NEG, ONE, 0xff800000, ONE}})},
    {"compare-nan", "Comparisons with NaN: only ne holds", IEEE, ask,
     EU(.text = "cmp (8|M0) (eq)f0.0 r20.0<1>:f r1.0<8;8,1>:f r2.0<8;8,1>:f\ncmp (8|M0) (ne)f0.0 r21.0<1>:f "
                "r1.0<8;8,1>:f r2.0<8;8,1>:f\n"
                "cmp (8|M0) (lt)f0.0 r22.0<1>:f r1.0<8;8,1>:f r2.0<8;8,1>:f\ncmp (8|M0) (ge)f0.0 r23.0<1>:f "
                "r1.0<8;8,1>:f r2.0<8;8,1>:f\n",
        .in = {{NaN, ONE, NaN, ONE, 0, NEG, ONE, INF}, {ONE, NaN, NaN, ONE, NEG, 0, 0x40000000, INF}},
        .results = 4,
        .out = {{0, 0, 0, ~0u, ~0u, ~0u, 0, ~0u},
                {~0u, ~0u, ~0u, 0, 0, 0, ~0u, 0},
                {0, 0, 0, 0, 0, 0, ~0u, 0},
                {0, 0, 0, ~0u, ~0u, ~0u, 0, ~0u}})},
    {"rounding", "rnde, rndz, rndd, rndu of halves and zeros", PRM, ask,
     EU(.text = "rnde (8|M0) r20.0<1>:f r1.0<8;8,1>:f\nrndz (8|M0) r21.0<1>:f r1.0<8;8,1>:f\n"
                "rndd (8|M0) r22.0<1>:f r1.0<8;8,1>:f\nrndu (8|M0) r23.0<1>:f r1.0<8;8,1>:f\n",
        .in = {{0xbf000000, 0x3f000000, 0x3fc00000, 0x40200000, 0xbfc00000, NEG, 0x501502f9, NaN}},
        .results = 4, .floats = true,
        .out = {{NEG, 0, 0x40000000, 0x40000000, 0xc0000000, NEG, 0x501502f9, NaN},
                {NEG, 0, ONE, 0x40000000, 0xbf800000, NEG, 0x501502f9, NaN},
                {0xbf800000, 0, ONE, 0x40000000, 0xc0000000, NEG, 0x501502f9, NaN},
                {NEG, ONE, 0x40000000, 0x40400000, 0xbf800000, NEG, 0x501502f9, NaN}})},
    {"fraction", "frc of negative numbers, of integers, and of what is just below zero",
     PRM " (frc); of what is just below zero: " OWN, ask,
     EU(.text = "frc (8|M0) r20.0<1>:f r1.0<8;8,1>:f\n",
        .in = {{0xbe800000, ONE, 0x3fe00000, 0xb089705f, 0, 0x4b800000, 0xc0200000, 0x3f7fffff}},
        .results = 1, .out = {{0x3f400000, 0, 0x3f400000, 0x3f800000, 0, 0, 0x3f000000, 0x3f7fffff}})},
    {"inverse-special", "math.inv of zeros, infinities, NaN, a flushed denormal", PRM " (math)", ask,
     EU(.text = "math.inv (8|M0) r20.0<1>:f r1.0<8;8,1>:f\n",
        .in = {{0, NEG, INF, 0xff800000, NaN, 0x40000000, 0xc0800000, 0x00400000}}, .results = 1,
        .floats = true, .ftz = true, .out = {{INF, 0xff800000, 0, NEG, NaN, 0x3f000000, 0xbe800000, INF}})},
    {"root-special", "math.sqt and math.rsqt of zeros, infinities, negative numbers", PRM " (math)", ask,
     EU(.text = "math.sqt (8|M0) r20.0<1>:f r1.0<8;8,1>:f\nmath.rsqt (8|M0) r21.0<1>:f r1.0<8;8,1>:f\n",
        .in = {{0, NEG, INF, 0xbf800000, 0x40800000, 0x3e800000, ONE, NaN}}, .results = 2, .floats = true,
        .out = {{0, NEG, INF, NaN, 0x40000000, 0x3f000000, ONE, NaN},
                {INF, 0xff800000, 0, NaN, 0x3f000000, 0x40000000, ONE, NaN}})},
    {"log-special", "math.log of zeros, powers of two, negative numbers", PRM " (math)", ask,
     EU(.text = "math.log (8|M0) r20.0<1>:f r1.0<8;8,1>:f\n",
        .in = {{0, ONE, 0x40000000, INF, 0xbf800000, 0x3f000000, 0x41000000, NEG}}, .results = 1,
        .floats = true, .out = {{0xff800000, 0, ONE, INF, NaN, 0xbf800000, 0x40400000, 0xff800000}})},
    {"exp-special", "math.exp of integers, of what overflows and underflows", PRM " (math)", ask,
     EU(.text = "math.exp (8|M0) r20.0<1>:f r1.0<8;8,1>:f\n",
        .in = {{0, ONE, 0xbf800000, 0x43000000, 0xc3160000, INF, 0xff800000, 0x41200000}}, .results = 1,
        .ftz = true, .out = {{ONE, 0x40000000, 0x3f000000, INF, 0, INF, 0, 0x44800000}})},
    {"divide-integers", "math.iqot and math.irem: signs", PRM " (math: truncating)", ask,
     EU(.text = "math.iqot (8|M0) r20.0<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\nmath.irem (8|M0) r21.0<1>:d "
                "r1.0<8;8,1>:d r2.0<8;8,1>:d\n",
        .in = {{7, (uint32_t)-7, 7, (uint32_t)-7, 0, 1, 0x7fffffff, 100},
               {2, 2, (uint32_t)-2, (uint32_t)-2, 5, 1, 3, 7}},
        .results = 2,
        .out = {{3, (uint32_t)-3, (uint32_t)-3, 3, 0, 1, 0x2aaaaaaa, 14},
                {1, (uint32_t)-1, 1, (uint32_t)-1, 0, 0, 1, 2}})},
    {"find-bits", "fbh, fbl, lzd, cbit of zero and of single bits", PRM, ask,
     EU(.text = "fbh (8|M0) r20.0<1>:ud r1.0<8;8,1>:ud\nfbl (8|M0) r21.0<1>:ud r1.0<8;8,1>:ud\n"
                "lzd (8|M0) r22.0<1>:ud r1.0<8;8,1>:ud\ncbit (8|M0) r23.0<1>:ud r1.0<8;8,1>:ud\n",
        .in = {{0, 1, NEG, 8, 0xf0f0, ~0u, 0x10000, 3}}, .results = 4,
        .out = {{~0u, 31, 0, 28, 16, 0, 15, 30},
                {~0u, 0, 31, 3, 4, 0, 16, 0},
                {32, 31, 0, 28, 16, 0, 15, 30},
                {0, 1, 1, 1, 8, 32, 1, 2}})},
    {"find-sign-bits", "fbh of D: the first bit that differs from the sign", PRM " (fbh)", ask,
     EU(.text = "fbh (8|M0) r20.0<1>:d r1.0<8;8,1>:d\n",
        .in = {{0, ~0u, 1, 0xfffffffe, NEG, 0x40000000, 0xfff00000, 0x7fffffff}}, .results = 1,
        .out = {{~0u, ~0u, 31, 31, 1, 1, 12, 1}})},
    {"reverse-extract", "bfrev; bfe with width zero, and of a field that sticks out", PRM " (bfrev, bfe)",
     ask,
     EU(.text = "bfrev (8|M0) r20.0<1>:ud r3.0<8;8,1>:ud\nbfe (8|M0) r21:ud r1:ud r2:ud r3:ud\nbfe (8|M0) "
                "r22:d r1:d r2:d r3:d\n",
        .in = {{0, 8, 8, 4, 1, 31, 16, 8},
               {0, 0, 28, 4, 31, 0, 16, 4},
               {1, 0x80, 0xf0000000, 0xf0, NEG, ~0u, 0x12345678, 0xabc0}},
        .results = 3,
        .out = {{NEG, 0x01000000, 0x0000000f, 0x0f000000, 1, ~0u, 0x1e6a2c48, 0x03d50000},
                {0, 0x80, 0xf, 0xf, 1, 0x7fffffff, 0x1234, 0xbc},
                {0, 0xffffff80, ~0u, ~0u, ~0u, ~0u, 0x1234, 0xffffffbc}})},
    {"carry", "addc and subb: carry and borrow in the accumulator", PRM " (addc, subb)", ask,
     EU(.text = "addc (8|M0) r20.0<1>:ud r1.0<8;8,1>:ud r2.0<8;8,1>:ud {AccWrEn}\nmov (8|M0) r21.0<1>:ud "
                "acc0.0<8;8,1>:ud\n"
                "subb (8|M0) r22.0<1>:ud r1.0<8;8,1>:ud r2.0<8;8,1>:ud {AccWrEn}\nmov (8|M0) r23.0<1>:ud "
                "acc0.0<8;8,1>:ud\n",
        .in = {{0, ~0u, NEG, 1, 5, ~0u, 0, 7}, {0, 1, NEG, 2, 5, ~0u, 1, 3}}, .results = 4,
        .out = {{0, 0, 0, 3, 10, 0xfffffffe, 1, 10},
                {0, 1, 1, 0, 0, 1, 0, 0},
                {0, 0xfffffffe, 0, ~0u, 0, 0, ~0u, 4},
                {0, 0, 0, 1, 0, 0, 1, 0}})},
    {"multiply-high", "mul of a dword by words into the accumulator, then mach: the high dword",
     PRM " (mach); Mesa brw_fs.cpp", ask,
     EU(.text = "mul (8|M0) acc0.0<1>:ud r1.0<8;8,1>:ud r2.0<16;8,2>:uw\n"
                "mach (8|M0) r20.0<1>:ud r1.0<8;8,1>:ud r2.0<8;8,1>:ud {AccWrEn}\n"
                "mov (8|M0) r21.0<1>:ud acc0.0<8;8,1>:ud\n",
        .in = {{~0u, 0x10000, NEG, 3, 0x12345678, 0, 1, ~0u}, {~0u, 0x10000, 2, 5, 0x9abcdef0, 9, ~0u, 2}},
        .results = 2,
        .out = {{0xfffffffe, 1, 1, 0, 0x0b00ea4e, 0, 0, 1}, {1, 0, 0, 15, 0x242d2080, 0, ~0u, 0xfffffffe}})},
    {"multiply-low", "mul of dwords: the low dword", PRM " (mul); Mesa (SKL has D x D)", ask,
     // A qword apart, as Broxton wants them.
     EU(.needs = DWORD_PRODUCTS,
        .text = "mov (8|M0) r10.0<2>:d r1.0<8;8,1>:d\nmov (8|M0) r12.0<2>:d r2.0<8;8,1>:d\n"
                "mul (8|M0) r14.0<2>:d r10.0<8;4,2>:d r12.0<8;4,2>:d\n"
                "mov (8|M0) r20.0<1>:d r14.0<8;4,2>:d\n",
        .in = {{~0u, 0x10000, NEG, 3, 0x12345678, 0, 1, ~0u}, {~0u, 0x10000, 2, 5, 0x9abcdef0, 9, ~0u, 2}},
        .results = 1, .out = {{1, 0, 0, 15, 0x242d2080, 0, ~0u, 0xfffffffe}})},
    {"average", "avg rounds up", PRM " (avg)", ask,
     EU(.text = "avg (8|M0) r20.0<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\n",
        .in = {{1, 2, ~0u, 0x7fffffff, NEG, 0, 5, 10}, {2, 2, (uint32_t)-2, 0x7fffffff, NEG, 1, ~0u, ~0u}},
        .results = 1, .out = {{2, 2, ~0u, 0x7fffffff, NEG, 1, 2, 5}})},
    {"saturate", "(sat) of F with NaN, of D at the limits", PRM " (saturation)", ask,
     EU(.text = "add (8|M0) (sat)r20.0<1>:f r1.0<8;8,1>:f r2.0<8;8,1>:f\nadd (8|M0) (sat)r21.0<1>:d "
                "r3.0<8;8,1>:d r4.0<8;8,1>:d\n",
        .in = {{NaN, 0x40000000, 0xbf800000, 0x3f000000, INF, 0xff800000, ONE, 0},
               {0, 0, 0, 0, 0, 0, ONE, 0},
               {0x7fffffff, NEG, 5, ~0u, 0x40000000, 0, 1, 2},
               {1, ~0u, 6, 1, 0x40000000, 0, 1, 2}},
        .results = 2,
        .out = {{0, ONE, 0, 0x3f000000, ONE, 0, ONE, 0}, {0x7fffffff, NEG, 11, 0, 0x7fffffff, 0, 2, 4}})},
    {"narrow", "D to B without and with (sat)", PRM " (mov)", ask,
     EU(.text = "mov (8|M0) r20.0<1>:ud 0x0:ud\nmov (8|M0) r21.0<1>:ud 0x0:ud\nmov (8|M0) r20.0<4>:b "
                "r1.0<8;8,1>:d\n"
                "mov (8|M0) (sat)r21.0<4>:b r1.0<8;8,1>:d\n",
        .in = {{0x1ff, 0x80, 0x7f, 0xffffff00, 5, 0xffffff80, 0xffffff7f, 0x12345678}}, .results = 2,
        .out = {{0xff, 0x80, 0x7f, 0, 5, 0x80, 0x7f, 0x78}, {0x7f, 0x7f, 0x7f, 0x80, 5, 0x80, 0x80, 0x7f}})},
    {"interpolate", "lrp: is x*a + y*(1-a) rounded once?", OWN " (the manual has the formula)", ask,
     EU(.needs = LRP, .text = "lrp (8|M0) r20:f r1:f r2:f r3:f\n",
        .in = {{0x3dcccccd, 0x3eaaaaab, 0x33000000, 0x3f7fffff, 0, ONE, 0x3f000000, 0x3e99999a},
               {0x3fb33333, 0x40490fdb, ONE, 0xbf99999a, 0x40000000, 0x40000000, ONE, 0x4b7fffff},
               {0x3fb33333, 0x402df854, 0x3f7fffff, 0x40133333, 0x40400000, 0x40400000, 0x3f800001,
                0x4b7ffffd}},
        .results = 1,
        .out = {{0x3fb33333, 0x4037002c, 0x3f7fffff, 0xbf999998, 0x40400000, 0x40000000, 0x3f800000,
                 0x4b7ffffe}})},
    {"inverse-accuracy", "How far is math.inv off?", PRM " (math: 1 ulp)", ask_accuracy,
     &(const struct accuracy){"inv", inverse, {3, 0.7f, 1.1f, 1e10f, 3e-10f, 1.9999f, 5.5f, 123456}, 1}},
    {"root-accuracy", "How far is math.sqt off?", PRM " (math: 1 ulp)", ask_accuracy,
     &(const struct accuracy){"sqt", sqrt, {3, 0.7f, 1.1f, 1e10f, 3e-10f, 1.9999f, 5.5f, 123456}, 1}},
    {"inverse-root-accuracy", "How far is math.rsqt off?", PRM " (math: 1 ulp)", ask_accuracy,
     &(const struct accuracy){
         "rsqt", inverse_root, {3, 0.7f, 1.1f, 1e10f, 3e-10f, 1.9999f, 5.5f, 123456}, 1}},
    {"log-accuracy", "How far is math.log off, away from 1?",
     PRM " (math: 2^-22 absolute in [0.5, 2], else 3 ulp)", ask_accuracy,
     &(const struct accuracy){"log", log2, {3, 0.3f, 11, 1e10f, 3e-10f, 5.5f, 123456, 2.5f}, 3}},
    {"exp-accuracy", "How far is math.exp off?", PRM " (math: 4 ulp)", ask_accuracy,
     &(const struct accuracy){"exp", exp2, {0.3f, -0.7f, 1.1f, 10.3f, -20.6f, 100.9f, 5.5f, -3.14159f}, 4}},
    {0},
};
