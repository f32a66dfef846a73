// The JIT against the interpreter: random sequences of instructions, with branches around and in loops, must
// leave the same registers, flags, accumulators and counters.
#include <dirent.h>
#include <unistd.h>

#include "eu_jit.h"
#include "sim/config/config.h"

enum { LENGTH = 24, KERNELS = 50 };

static size_t append(uint8_t *code, size_t at, const char *text)
{
    uint8_t *more;
    size_t size;
    struct eu_error err;
    if (!kt_ok(eu_assemble(kiln_target("skl"), text, &more, &size, &err), "%s: %s", text, err.text))
        return at;
    memcpy(code + at, more, size);
    free(more);
    return at + size;
}

static size_t append_random(uint8_t *code, size_t at, unsigned n)
{
    for (unsigned i = 0; i < n;) {
        struct eu_inst in;
        struct eu_error err;
        if (!random_inst(kiln_target("skl"), &in))
            continue;
        if (below(2))
            in.dst.reg = (uint8_t)(10 + 20 * below(3) + below(8));
        if (!eu_encode(kiln_target("skl"), &in, code + at, &err))
            continue;
        at += 16;
        i++;
    }
    return at;
}

static const char flags[] = "(W) mov (2|M0) f0.0<1>:ud r126.0<2;2,1>:ud\n";
static const char end[] = "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n";

// Code for another processor than the host's takes as long again.
#define ONLY_HOST_UNLESS_ALL()                                                                               \
    do {                                                                                                     \
        if (getenv("KILN_SIM_JIT_CPU") && !getenv("KILN_TEST_ALL"))                                          \
            kt_skip("only with --all");                                                                      \
    } while (0)

static void sequences(uint32_t cr0)
{
    ONLY_HOST_UNLESS_ALL();
    static uint8_t code[(LENGTH + 4) * 16];
    struct bench *b = bench_new();
    b->cr0 = cr0;
    for (unsigned n = 0; n < KERNELS; n++) {
        unsigned simd = 8u << below(3);
        size_t size = append(code, 0, flags);
        size = append_random(code, size, LENGTH);
        size = append(code, size, end);
        random_registers(b);
        b->mask = simd == 32 ? 0xffffffff : (1u << simd) - 1;
        if (below(2))
            b->mask &= rnd();
        char what[64];
        snprintf(what, sizeof(what), "sequence %u, SIMD%u, mask %x", n, simd, b->mask);
        compare(b, code, size, simd, what);
    }
    bench_free(b);
}

KT_TEST(sequences_with_denormals)
{
    sequences(SIM_CR0_F_DENORM | SIM_CR0_DF_DENORM | SIM_CR0_HF_DENORM);
}

KT_TEST(sequences_that_flush)
{
    sequences(0);
}

// ---- halves, doubles, 64-bit integers, conversions, the math unit
//
// Each type has registers of its own, without NaNs at first: the bits of one that passes through an integer
// or a narrower type would depend on which of two NaNs was kept.

static unsigned bank(enum eu_type t)
{
    return t == EU_TYPE_HF ? 10 : t == EU_TYPE_DF ? 30 : t == EU_TYPE_F ? 50 : 62;
}

static uint32_t without_nan(uint32_t v, enum eu_type t)
{
    uint32_t exponent = t == EU_TYPE_F ? 0x7f800000 : t == EU_TYPE_HF ? 0x7c00 : 0x7ff00000;
    if ((v & exponent) == exponent)
        v &= below(2) ? ~exponent : t == EU_TYPE_HF ? 0xfc00 : ~(exponent & 0x40004000);
    if (t != EU_TYPE_HF && is_nan(v))
        v ^= 0x00800000;
    return v;
}

static void typed_registers(struct bench *b)
{
    random_registers(b);
    for (unsigned r = 10; r < 62; r++)
        for (unsigned i = 0; i < 8; i++) {
            uint32_t v;
            memcpy(&v, b->grf + 32 * r + 4 * i, 4);
            if (r < 30)
                v = without_nan(v & 0xffff, EU_TYPE_HF) | without_nan(v >> 16, EU_TYPE_HF) << 16;
            else if (r >= 50)
                v = without_nan(v, EU_TYPE_F);
            else if (i & 1) // the upper half of a double; some of them near 1
                v = without_nan(below(2) ? (v & 0x800fffff) | (1000 + below(50)) << 20 : v, EU_TYPE_DF);
            memcpy(b->grf + 32 * r + 4 * i, &v, 4);
        }
}

static void typed_source(struct eu_operand *o, const struct eu_inst *in, enum eu_type t, bool last)
{
    unsigned size = eu_type_size(t);
    *o = (struct eu_operand){.file = EU_FILE_GRF, .type = t, .special_acc = 8};
    if (last && below(5) == 0 && (t == EU_TYPE_HF || t == EU_TYPE_DF)) {
        o->file = EU_FILE_IMM;
        uint64_t h = rnd() & 0xbfff;
        o->imm = t == EU_TYPE_HF ? h * 0x10001u
                                 : (uint64_t)((rnd() & 0x800fffff) | (1000 + below(50)) << 20) << 32;
        return;
    }
    o->reg = (uint8_t)(bank(t) + below(6));
    o->negate = below(5) == 0;
    o->abs = below(7) == 0;
    if (below(5) == 0 || in->exec_size == 1) {
        o->vstride = 0, o->width = 1, o->hstride = 0;
        o->subreg = (uint8_t)(below(32 / size) * size);
        return;
    }
    unsigned stride = size == 2 && below(2) ? 2 : 1, row = 32 / size / stride;
    o->width = (uint8_t)(in->exec_size < row ? in->exec_size : row > 8 ? 8 : row);
    o->hstride = (uint8_t)stride;
    o->vstride = (uint8_t)(o->width * stride);
}

static void typed_dst(struct eu_inst *in, enum eu_type t)
{
    unsigned size = eu_type_size(t);
    bool is_float = t == EU_TYPE_F || t == EU_TYPE_HF || t == EU_TYPE_DF;
    in->dst = (struct eu_operand){.file = EU_FILE_GRF,
                                  .type = t,
                                  .reg = (uint8_t)((is_float ? bank(t) : 90) + below(6)),
                                  .hstride = (uint8_t)(size <= 2 && below(2) ? 2 : 1),
                                  .special_acc = 8};
}

static void typed_arithmetic(struct eu_inst *in, enum eu_type t)
{
    static const enum eu_op ops[] = {EU_OP_ADD, EU_OP_MUL,  EU_OP_MOV, EU_OP_CMP,  EU_OP_SEL,
                                     EU_OP_MAD, EU_OP_RNDD, EU_OP_FRC, EU_OP_RNDE, EU_OP_MATH};
    static const enum eu_math math[] = {EU_MATH_INV, EU_MATH_SQRT, EU_MATH_FDIV, EU_MATH_LOG, EU_MATH_EXP,
                                        EU_MATH_SIN, EU_MATH_COS,  EU_MATH_POW,  EU_MATH_RSQ};
    bool is_double = t == EU_TYPE_DF, is_int = t == EU_TYPE_UQ || t == EU_TYPE_Q;
    in->op = t == EU_TYPE_F ? EU_OP_MATH
             : is_int       ? (below(2) ? EU_OP_CMP : EU_OP_SEL)
                            : ops[below(is_double ? 6 : 10)];
    unsigned srcs = eu_op_num_srcs(in->op);
    if (in->op == EU_OP_MATH) {
        in->math = math[below(sizeof(math) / sizeof(*math))];
        srcs = in->math == EU_MATH_FDIV || in->math == EU_MATH_POW ? 2 : 1;
    }
    for (unsigned k = 0; k < srcs; k++)
        typed_source(&in->src[k], in, t, k + 1 == srcs && in->op != EU_OP_MATH && srcs < 3);
    typed_dst(in, t);
    if (in->op == EU_OP_CMP) {
        in->cmod = (enum eu_cmod)(1 + below(6));
        if (below(2))
            in->dst = (struct eu_operand){.file = EU_FILE_ARF, .type = t, .hstride = 1, .special_acc = 8};
        else
            typed_dst(in, t == EU_TYPE_HF ? EU_TYPE_W : EU_TYPE_Q);
    } else if (in->op == EU_OP_SEL) {
        in->pred_inv = below(2);
        if (below(2))
            in->cmod = below(2) ? EU_CMOD_L : EU_CMOD_GE;
        else
            in->pred = EU_PRED_NORMAL;
    } else if (in->op != EU_OP_MATH) {
        in->cmod = below(4) ? EU_CMOD_NONE : (enum eu_cmod)(1 + below(6));
        in->saturate = below(4) == 0;
    }
}

static void typed_integers(struct eu_inst *in)
{
    static const enum eu_type t[] = {EU_TYPE_D, EU_TYPE_UD};
    unsigned how = below(4);
    in->op = how < 2 ? EU_OP_MATH : how == 2 ? EU_OP_MUL : EU_OP_MACH;
    in->math = how == 0 ? EU_MATH_INT_DIV_QUOTIENT : how == 1 ? EU_MATH_INT_DIV_REMAINDER : (enum eu_math)0;
    enum eu_type type = t[below(2)];
    in->exec_size = 8;
    for (unsigned k = 0; k < 2; k++) {
        typed_source(&in->src[k], in, how < 2 ? t[below(2)] : type, false);
        in->src[k].negate = in->src[k].abs = false;
    }
    typed_dst(in, type);
    in->acc_wr = how == 3;
    if (how == 2)
        in->dst = (struct eu_operand){
            .file = EU_FILE_ARF, .reg = EU_ARF_ACC, .type = type, .hstride = 1, .special_acc = 8};
}

static void typed_inst(struct eu_inst *in)
{
    static const enum eu_type all[] = {EU_TYPE_HF, EU_TYPE_HF, EU_TYPE_DF, EU_TYPE_DF,
                                       EU_TYPE_F,  EU_TYPE_UQ, EU_TYPE_Q};
    static const enum eu_type other[] = {EU_TYPE_HF, EU_TYPE_F,  EU_TYPE_DF, EU_TYPE_D, EU_TYPE_UD,
                                         EU_TYPE_W,  EU_TYPE_UW, EU_TYPE_UB, EU_TYPE_B, EU_TYPE_Q};
    memset(in, 0, sizeof(*in));
    in->exec_size = (uint8_t)(1u << below(5));
    in->nomask = below(3) == 0;
    in->flag_reg = (uint8_t)below(2);
    enum eu_type t = all[below(sizeof(all) / sizeof(*all))];
    unsigned how = below(4);
    if (how == 0) {
        enum eu_type to = other[below(10)];
        t = other[below(10)];
        if ((eu_type_size(t) == 8 || eu_type_size(to) == 8) && in->exec_size > 8)
            in->exec_size = 8;
        in->op = EU_OP_MOV;
        typed_source(&in->src[0], in, t, false);
        typed_dst(in, to);
    } else if (how == 1) {
        typed_integers(in);
    } else {
        if (eu_type_size(t) == 8 && in->exec_size > 8)
            in->exec_size = 8;
        typed_arithmetic(in, t);
    }
    if (below(3) == 0 && in->op != EU_OP_SEL) {
        in->pred = EU_PRED_NORMAL;
        in->pred_inv = below(2);
    }
}

static void typed_sequences(uint32_t cr0, unsigned count)
{
    ONLY_HOST_UNLESS_ALL();
    static uint8_t code[(LENGTH + 4) * 16];
    struct bench *b = bench_new();
    b->cr0 = cr0;
    for (unsigned n = 0; n < count; n++) {
        unsigned simd = 8u << below(2);
        size_t size = append(code, 0, flags);
        for (unsigned i = 0; i < LENGTH;) {
            struct eu_inst in;
            struct eu_error err;
            typed_inst(&in);
            if (in.exec_size > simd || !eu_encode(kiln_target("skl"), &in, code + size, &err))
                continue;
            size += 16;
            i++;
        }
        size = append(code, size, end);
        typed_registers(b);
        b->mask = (1u << simd) - 1;
        if (below(2))
            b->mask &= rnd();
        char what[64];
        snprintf(what, sizeof(what), "typed sequence %u, SIMD%u, mask %x", n, simd, b->mask);
        compare(b, code, size, simd, what);
    }
    bench_free(b);
}

KT_TEST(halves_and_doubles)
{
    typed_sequences(SIM_CR0_F_DENORM | SIM_CR0_DF_DENORM | SIM_CR0_HF_DENORM, KERNELS);
}

// Floats flush and doubles do not: the host's mode changes in between.
KT_TEST(halves_and_doubles_with_floats_that_flush)
{
    typed_sequences(SIM_CR0_DF_DENORM | SIM_CR0_HF_DENORM, KERNELS);
}

// What translated code does not do is interpreted.
KT_TEST(halves_and_doubles_that_flush)
{
    typed_sequences(0, KERNELS / 5);
}

// ---- control flow and memory

static void random_lines(struct source *s, unsigned n)
{
    while (n) {
        struct eu_inst in;
        struct eu_error err;
        uint8_t code[16];
        char text[256];
        if (!random_inst(kiln_target("skl"), &in))
            continue;
        if (below(2))
            in.dst.reg = (uint8_t)(10 + 20 * below(3) + below(8));
        // What a sequence of branches turns floats into must not depend on which of two NaNs was kept.
        if (in.dst.type == EU_TYPE_F || in.src[0].type == EU_TYPE_F)
            continue;
        if (!eu_encode(kiln_target("skl"), &in, code, &err))
            continue;
        eu_print(kiln_target("skl"), &in, 0, text, sizeof(text));
        line(s, "%s", text);
        n--;
    }
}

// Blocks of OWords in a surface, in shared local memory, relative to the header's base or at its 64-bit
// address, at what the header (r101) says.
static void random_oword_block(struct source *s)
{
    static const uint8_t bti[] = {0, 0, 254, 255}, regs[] = {1, 1, 1, 2, 4};
    unsigned size = below(below(2) ? 2 : 5), where = below(5), kind = below(3), n = 8u << below(2),
             control = size << 8;
    bool store = kind == 2, a64 = where == 4, hwords = a64 && below(2);
    uint32_t desc = 1 << 25 | 1 << 19 | control;
    if (a64)
        desc |= (store ? 21u : 20u) << 14 | (hwords ? 3u << 11 : store ? 0 : below(2) << 11) | 255;
    else
        desc |= (store ? 8u : kind) << 14 | bti[where];
    size = hwords ? size ? 1u << (size - 1) : 1 : regs[size];
    if (hwords && !(desc >> 8 & 7))
        desc |= 1 << 8;
    const char *mask = below(4) ? "(W) " : "";
    unsigned sfid = a64 ? 0xc : !store && below(3) == 0 ? 9 : 0xa;
    if (store)
        line(s, "%ssends (%u|M0) null:ud r101 r%u 0x%x 0x%x", mask, n, 10 + below(8), sfid | size << 6, desc);
    else
        line(s, "%ssend (%u|M0) r%u r101 0x%x 0x%x", mask, n, 30 + below(8), sfid, desc | size << 20);
}

// Scratch blocks, some beyond the space that the header (r100) grants.
static void random_block(struct source *s)
{
    if (below(2)) {
        random_oword_block(s);
        return;
    }
    unsigned log = below(3), at = below(4) ? below(64) : below(256);
    unsigned desc = 1 << 25 | 1 << 19 | 1 << 18 | 1 << 16 | log << 12 | at;
    if (below(2))
        line(s, "(W) sends (16|M0) null:ud r100 r%u 0x%x 0x%x", 10 + below(8), 0xa | 1u << log << 6,
             desc | 1 << 17);
    else
        line(s, "(W) send (16|M0) r%u r100 0xa 0x%x", 30 + below(8), desc | 1u << log << 20);
}

static void random_message(struct source *s)
{
    if (below(3) == 0) {
        random_block(s);
        return;
    }
    unsigned w = s->width == 8 ? 8 : 16, per = w / 8, dwords = 1 + below(4), mode = w == 16 ? 1 : 2;
    bool slm = below(2), store = below(2);
    unsigned control = mode << 4 | (~((1u << dwords) - 1) & 15), bti = slm ? 254 : 0, a = 102 + 2 * below(4);
    const char *mask = below(4) ? "" : "(W) ";
    // Addresses: lanes in a row, all the same, or anywhere (some out of bounds); r102.. hold them.
    switch (below(4)) {
    case 0: // bytes and words
        control = (w == 16) | below(3) << 2;
        if (store)
            line(s, "%ssends (%u|M0) null:ud r%u r%u 0x%x 0x%x", mask, w, a, 10 + 2 * below(3),
                 0xa | per << 6, per << 25 | 12 << 14 | control << 8 | bti);
        else
            line(s, "%ssend (%u|M0) r%u r%u 0xa 0x%x", mask, w, 70 + 2 * below(2), a,
                 per << 25 | per << 20 | 4 << 14 | control << 8 | bti);
        return;
    case 1: { // atomics
        static const uint8_t ops[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15};
        unsigned op = ops[below(sizeof(ops))], n = op == 5 || op == 6 || op == 15 ? 0 : op == 14 ? 2 : 1;
        control = op | (w == 8 ? 16 : 0) | 32;
        line(s, "%ssends (%u|M0) r%u:ud r%u r%u 0x%x 0x%x", mask, w, 70 + 2 * below(2), a, 30 + 2 * below(2),
             0xc | (n * per) << 6, per << 25 | per << 20 | 2 << 14 | control << 8 | bti);
        return;
    }
    default:
        if (store)
            line(s, "%ssends (%u|M0) null:ud r%u r%u 0x%x 0x%x", mask, w, a, 10 + 2 * below(3),
                 0xc | (dwords * per) << 6, per << 25 | 9 << 14 | control << 8 | bti);
        else
            line(s, "%ssend (%u|M0) r%u r%u 0xc 0x%x", mask, w, 50 + 2 * below(2), a,
                 per << 25 | (dwords * per) << 20 | 1 << 14 | control << 8 | bti);
    }
}

// Registers at addresses in a0: bounded by a constant in one of several ways, or anywhere; one address for
// all channels, or one each.
static void random_indirect(struct source *s)
{
    unsigned n = s->width == 8 ? 8 : 16, base = 32 * (10 + below(40)), each = below(3) == 0, k = each ? 8 : 1;
    const char *mask = below(3) ? "(W) " : "", *region = each ? "<8;8,1>" : "<0;1,0>";
    unsigned from = 10 + below(60), sub = each ? 0 : below(16), a = each ? 8 * below(2) : below(16);
    if (k == 1)
        mask = "(W) ";
    switch (below(5)) {
    case 0:
        line(s, "%sand (%u|M0) r118.%u<1>:uw r%u.%u%s:uw 0x%x:uw", mask, k, sub, from, sub, region,
             4 * below(256));
        break;
    case 1:
        line(s, "%sand (%u|M0) r118.%u<1>:uw r%u.%u%s:uw 0x%x:uw", mask, k, sub, from, sub, region,
             below(64));
        line(s, "%sshl (%u|M0) r118.%u<1>:uw r118.%u%s:uw 2:uw", mask, k, sub, sub, region);
        break;
    case 2:
        line(s, "%ssel (%u|M0) (lt)f1.1 r118.%u<1>:uw r%u.%u%s:uw 0x%x:uw", mask, k, sub, from, sub, region,
             4 * below(200));
        break;
    case 3:
        line(s, "%smov (%u|M0) r118.%u<1>:uw r%u.%u%s:ub", mask, k, sub, from, sub, region);
        line(s, "%smul (%u|M0) r118.%u<1>:uw r118.%u%s:uw 4:uw", mask, k, sub, sub, region);
        break;
    default: // wherever
        line(s, "%smov (%u|M0) r118.%u<1>:uw r%u.%u%s:uw", mask, k, sub, from, sub, region);
        break;
    }
    line(s, "%sadd (%u|M0) a0.%u<1>:uw r118.%u%s:uw 0x%x:uw", mask, k, a, sub, region, base);
    unsigned dst = 10 + below(60);
    if (each)
        line(s, "%smov (8|M0) r%u.0<1>:ud r[a0.%u]<1,0>:ud", below(2) ? "" : mask, dst, a);
    else if (below(2))
        line(s, "%sadd (%u|M0) r[a0.%u,%d]<1>:d r%u.0<8;8,1>:d 5:d", below(2) ? "" : mask, below(2) ? 8 : n,
             a, 4 * (int)below(8), from);
    else if (below(2))
        line(s, "(W) mov (1|M0) r[a0.%u]<1>:ud r%u.1<0;1,0>:ud", a, from);
    else
        line(s, "%sadd (%u|M0) r%u.0<1>:d r[a0.%u]%s:d r%u.0<8;8,1>:d", below(2) ? "" : mask, 8, dst, a,
             below(2) ? "<0;1,0>" : "<8;8,1>", from);
}

static void body(struct source *s, unsigned depth);

static void branches(struct source *s, unsigned depth)
{
    unsigned l = s->labels++, w = s->width, f = below(2);
    line(s, "cmp (%u|M0) (lt)f%u.0 null<1>:d r%u.0<8;8,1>:d r%u.0<8;8,1>:d", w == 32 ? 16 : w, f,
         10 + below(7), 30 + below(7));
    bool other = below(2);
    line(s, "(f%u.0) if (%u|M0) E%u N%u", f, w, l, l);
    body(s, depth - 1);
    if (other)
        line(s, "else (%u|M0) N%u N%u", w, l, l);
    line(s, "E%u:", l);
    if (other)
        body(s, depth - 1);
    line(s, "N%u:", l);
    line(s, "endif (%u|M0) M%u", w, l);
    line(s, "M%u:", l);
}

// A loop of up to seven turns, different for each channel; the counters are r114.. by depth.
static void loop(struct source *s, unsigned depth)
{
    unsigned l = s->labels++, w = s->width, n = w == 32 ? 16 : w, c = 110 + 4 * depth;
    for (unsigned k = 0; k < w; k += n)
        line(s, "mov (%u|M%u) r%u.0<1>:d r%u.0<8;8,1>:d", n, k, c + k / 8, 122 + k / 8);
    line(s, "T%u:", l);
    body(s, depth - 1);
    if (below(2)) {
        line(s, "cmp (%u|M0) (eq)f1.0 null<1>:d r%u.0<8;8,1>:d %u:d", n, c, below(7));
        line(s, "(f1.0) %s (%u|M0) W%u W%u", below(2) ? "break" : "cont", w, l, l);
        random_lines(s, 2);
    }
    line(s, "W%u:", l);
    for (unsigned k = 0; k < w; k += n) {
        line(s, "add (%u|M%u) r%u.0<1>:d r%u.0<8;8,1>:d -1:d", n, k, c + k / 8, c + k / 8);
        line(s, "cmp (%u|M%u) (gt)f0.0 null<1>:d r%u.0<8;8,1>:d 0:d", n, k, c + k / 8);
    }
    line(s, "(f0.0) while (%u|M0) T%u", w, l);
}

static void body(struct source *s, unsigned depth)
{
    for (unsigned n = 1 + below(3); n; n--) {
        random_lines(s, 1 + below(4));
        if (below(2))
            random_message(s);
        if (s->indirect && below(2))
            random_indirect(s);
        if (depth && below(3))
            (below(2) ? branches : loop)(s, depth);
    }
}

static void random_addresses(struct bench *b)
{
    for (unsigned r = 102; r < 110; r += 2) {
        unsigned how = below(5), base = below(MEMORY / 4) * 4;
        for (unsigned i = 0; i < 16; i++)
            set32(b, r + i / 8, i % 8,
                  how == 0   ? base + 4 * i
                  : how == 1 ? base
                  : how == 2 ? below(MEMORY)
                  : how == 3 ? base + 16 * i
                             : below(MEMORY + 4096));
    }
    for (unsigned i = 0; i < 32; i++)
        set32(b, 122 + i / 8, i % 8, below(7));
    set32(b, 101, 0, (uint32_t)RIG_BASE + RIG_DATA + below(MEMORY));
    set32(b, 101, 1, (uint32_t)((uint64_t)RIG_BASE >> 32));
    set32(b, 101, 2, below(4) ? below(MEMORY / 16) : MEMORY / 16 - below(8));
    set32(b, 101, 5, RIG_DATA + (below(2) ? 0 : 0x3c00));
    set32(b, 100, 3, 2 + below(3));
    set32(b, 100, 5, RIG_DATA + (below(2) ? 0 : 0x3c00));
}

static void programs(unsigned count, unsigned depth, bool indirect)
{
    ONLY_HOST_UNLESS_ALL();
    struct source s = {.text = malloc(TEXT), .indirect = indirect};
    struct bench *b = memory_bench();
    unsigned endless = 0;
    for (unsigned n = 0; n < count; n++) {
        s.used = s.labels = 0;
        s.width = 8u << below(3);
        line(&s, "(W) mov (2|M0) f0.0<1>:ud r126.0<2;2,1>:ud");
        body(&s, depth);
        store_results(&s);
        line(&s, "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}");
        random_registers(b);
        random_addresses(b);
        b->mask = random_mask(s.width);
        endless += !run_program(b, s.text, s.width, n);
    }
    kt_ok(endless * 4 < count, "%u of %u programs end", count - endless, count);
    bench_free(b);
    free(s.text);
}

KT_TEST(messages)
{
    programs(getenv("KILN_TEST_ALL") ? 120 : 40, 0, false);
}

KT_TEST(branches_and_loops)
{
    programs(25, 2, false);
}

KT_TEST(registers_at_addresses)
{
    programs(getenv("KILN_TEST_ALL") ? 90 : 30, 0, true);
    programs(getenv("KILN_TEST_ALL") ? 30 : 10, 1, true);
}

// An exclusive scan as ANV 25 has it: channels are shifted by one through a0, also those that are off, of a
// register that nothing else reads.
KT_TEST(shifted_channels)
{
    struct source s = {.text = malloc(TEXT)};
    struct bench *b = memory_bench();
    line(&s, "(W) mov (8|M0) r24.0<1>:uw 0x76543210:v");
    line(&s, "(W) add (8|M0) r24.8<1>:uw r24.0<8;8,1>:uw 0x8:uw");
    line(&s, "(W) mov (16|M0) r51.0<1>:ud 0x0:ud");
    line(&s, "mov (16|M0) r51.0<1>:ud r10.0<8;8,1>:ud");
    line(&s, "(W) mov (16|M0) r41.0<1>:ud 0x0:ud");
    line(&s, "mov (16|M0) r41.0<1>:ud r10.0<8;8,1>:ud");
    line(&s, "(W) mov (16|M0) r83.0<1>:ud 0x0:ud");
    line(&s, "mov (16|M0) r83.0<1>:ud r10.0<8;8,1>:ud");
    line(&s, "(W) add (16|M0) (sat)r55.0<1>:uw r24.0<16;16,1>:uw -1:w");
    line(&s, "(W) xor (8|M0) r51.1<2>:ud r51.0<8;4,2>:ud r51.1<8;4,2>:ud");
    line(&s, "(W) xor (8|M0) r41.1<2>:ud r41.0<8;4,2>:ud r41.1<8;4,2>:ud");
    line(&s, "(W) mov (16|M0) a0.0<1>:uw 0xa60:uw {NoDDClr}");
    line(&s, "(W) shl (16|M0) a0.0<1>:uw r55.0<8;8,1>:uw 0x2:uw {NoDDChk}");
    line(&s, "(W) add (16|M0) a0.0<1>:uw a0.0<8;8,1>:uw 0xa60:uw");
    line(&s, "(W) mov (16|M0) r46.0<1>:ud r[a0.0]<1,0>:ud");
    line(&s, "(W) xor (4|M0) r51.2<4>:ud r51.1<8;2,4>:ud r51.2<8;2,4>:ud");
    line(&s, "(W) xor (4|M0) r41.2<4>:ud r41.1<8;2,4>:ud r41.2<8;2,4>:ud");
    line(&s, "(W) mov (1|M0) r46.0<1>:ud 0x0:ud");
    line(&s, "(W) xor (4|M0) r51.3<4>:ud r51.1<8;2,4>:ud r51.3<8;2,4>:ud");
    line(&s, "(W) xor (4|M0) r41.3<4>:ud r41.1<8;2,4>:ud r41.3<8;2,4>:ud");
    line(&s, "(W) xor (8|M0) r46.1<2>:ud r46.0<8;4,2>:ud r46.1<8;4,2>:ud");
    line(&s, "(W) xor (4|M0) r51.4<1>:ud r51.3<0;1,0>:ud r51.4<4;4,1>:ud");
    line(&s, "(W) xor (4|M0) r52.4<1>:ud r52.3<0;1,0>:ud r52.4<4;4,1>:ud");
    line(&s, "(W) xor (4|M0) r41.4<1>:ud r41.3<0;1,0>:ud r41.4<4;4,1>:ud");
    line(&s, "(W) xor (4|M0) r42.4<1>:ud r42.3<0;1,0>:ud r42.4<4;4,1>:ud");
    line(&s, "(W) xor (4|M0) r46.2<4>:ud r46.1<8;2,4>:ud r46.2<8;2,4>:ud");
    line(&s, "(W) xor (8|M0) r52.0<1>:ud r51.7<0;1,0>:ud r52.0<8;8,1>:ud");
    line(&s, "(W) xor (8|M0) r42.0<1>:ud r41.7<0;1,0>:ud r42.0<8;8,1>:ud");
    line(&s, "(W) xor (4|M0) r46.3<4>:ud r46.1<8;2,4>:ud r46.3<8;2,4>:ud");
    line(&s, "(W) xor (4|M0) r46.4<1>:ud r46.3<0;1,0>:ud r46.4<4;4,1>:ud");
    line(&s, "(W) xor (4|M0) r47.4<1>:ud r47.3<0;1,0>:ud r47.4<4;4,1>:ud");
    line(&s, "(W) xor (8|M0) r47.0<1>:ud r46.7<0;1,0>:ud r47.0<8;8,1>:ud");
    store_results(&s);
    line(&s, "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}");
    random_registers(b);
    random_addresses(b);
    b->mask = 0x5a95;
    kt_true(run_program(b, s.text, 16, 0));
    bench_free(b);
    free(s.text);
}

// ---- when it pays

// Whether the kernel is translated when so many threads of it are dispatched, after as many have run before.
static bool is_translated(struct sim_program *p, struct sim_jit *jit, const uint8_t *code, uint64_t threads)
{
    sim_jit_attach(jit, p, code, 16, false, threads, NULL, NULL);
    return sim_jit_code_of(p);
}

KT_TEST(what_a_dispatch_has_ahead_decides)
{
    static const char text[] = "mul (16|M0) r12.0<1>:d r10.0<8;8,1>:d r20.0<8;8,1>:d\n"
                               "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n";
    uint8_t *code;
    size_t size;
    struct eu_error err;
    if (!kt_ok(eu_assemble(kiln_target("skl"), text, &code, &size, &err), "%s", err.text))
        return;
    setenv("KILN_CACHE", "off", 1); // or an earlier run's is found
    struct sim_config config = sim_config_read();
    config.jit.mode = SIM_JIT_WHEN_WORTH;
    struct sim_jit *jit = sim_jit_create(&config.jit);
    struct sim_program *p = sim_program_create(kiln_target("skl"), code, (uint32_t)size, RIG_BASE);
    kt_ok(!is_translated(p, jit, code, 1000), "1000 threads of two instructions are interpreted");
    kt_ok(!is_translated(p, jit, code, 1000), "and others: none has executed anything");
    kt_ok(is_translated(p, jit, code, 1000000), "a million are worth it, and wait for it");
    sim_program_destroy(p);
    sim_jit_destroy(jit);
    free(code);
}

// ---- translations on disk

static char cache_dir[] = "/tmp/kiln-jit-XXXXXX";

// The only file below the directory, and how many there are.
static unsigned find_entry(char *path, size_t size)
{
    unsigned count = 0;
    DIR *d = opendir(cache_dir);
    for (struct dirent *e; d && (e = readdir(d));) {
        char sub[300];
        snprintf(sub, sizeof(sub), "%s/%.200s", cache_dir, e->d_name);
        DIR *in = e->d_name[0] == '.' ? NULL : opendir(sub);
        for (struct dirent *f; in && (f = readdir(in));)
            if (f->d_name[0] != '.') {
                count++;
                snprintf(path, size, "%s/%.200s", sub, f->d_name);
            }
        if (in)
            closedir(in);
    }
    if (d)
        closedir(d);
    return count;
}

// Runs the kernel as another process would: with a pool of its own. Whether its translation was on disk.
static bool attach_and_run(struct bench *b, const uint8_t *code, size_t size, struct outcome *o)
{
    const struct sim_config config = sim_config_read();
    struct sim_jit *jit = sim_jit_create(&config.jit);
    struct sim_program *p = sim_program_create(kiln_target("skl"), code, (uint32_t)size, RIG_BASE);
    sim_jit_attach(jit, p, code, 16, false, 1, NULL, NULL);
    const struct sim_jit_code *c = sim_jit_code_of(p);
    kt_ok(c && run(b, p, o, false), "a kernel that is wanted at once is translated");
    bool found = c && c->from_disk;
    sim_program_destroy(p);
    sim_jit_destroy(jit);
    return found;
}

static void damage(const char *path, long at, bool cut)
{
    FILE *f = fopen(path, "r+");
    if (!f)
        return;
    if (cut) {
        kt_ok(!ftruncate(fileno(f), at), "a file is cut short");
    } else {
        fseek(f, at, SEEK_SET);
        int c = fgetc(f);
        fseek(f, at, SEEK_SET);
        fputc(c ^ 0x55, f);
    }
    fclose(f);
}

KT_TEST(translations_on_disk)
{
    static const char text[] = "(W) mov (8|M0) r111.0<1>:d 64:d\n"
                               "mul (16|M0) r12.0<1>:d r10.0<8;8,1>:d r20.0<8;8,1>:d\n"
                               "math.sin (8|M0) r14.0<1>:f r12.0<8;8,1>:f\n"
                               "(W) sends (8|M0) null:ud r111 r14 0x4c 0x2026e01\n"
                               "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n";
    static struct outcome first, again;
    struct bench *b = bench_new();
    uint8_t *code;
    size_t size;
    struct eu_error err;
    char path[600] = "";
    if (!mkdtemp(cache_dir) ||
        !kt_ok(eu_assemble(kiln_target("skl"), text, &code, &size, &err), "%s", err.text))
        return;
    setenv("KILN_CACHE", "on", 1);
    setenv("KILN_CACHE_DIR", cache_dir, 1);
    setenv("KILN_SIM_JIT", "2", 1);
    rig_surface(&b->rig, 1, MEMORY);
    random_registers(b);
    b->mask = 0xffff;
    kt_ok(!attach_and_run(b, code, size, &first), "nothing is found in an empty directory");
    kt_ok(find_entry(path, sizeof(path)) == 1, "one translation is stored");
    kt_ok(attach_and_run(b, code, size, &again), "it is found again");
    kt_ok(!memcmp(first.rf, again.rf, SIM_RF_GRF_END) && first.instructions == again.instructions,
          "and computes the same");
    code[16] ^= 1; // another destination
    kt_ok(!attach_and_run(b, code, size, &again), "not for another kernel");
    code[16] ^= 1;
    const char *cpu = getenv("KILN_SIM_JIT_CPU");
    setenv("KILN_SIM_JIT_CPU", "x86-64-v2", 1);
    kt_ok(!attach_and_run(b, code, size, &again), "nor for another processor");
    if (cpu)
        setenv("KILN_SIM_JIT_CPU", cpu, 1);
    else
        unsetenv("KILN_SIM_JIT_CPU");
    // Damaged files are not used, and replaced.
    static const long places[] = {3, 30, 200, 1000, 3000};
    for (unsigned i = 0; i < 2 * sizeof(places) / sizeof(places[0]); i++) {
        char remove[700];
        snprintf(remove, sizeof(remove), "rm -rf %s/*", cache_dir);
        kt_ok(!system(remove) && !attach_and_run(b, code, size, &again) &&
                  find_entry(path, sizeof(path)) == 1,
              "stored anew");
        damage(path, places[i / 2], i & 1);
        kt_ok(!attach_and_run(b, code, size, &again), "a damaged file (%ld) is not used", places[i / 2]);
        kt_ok(attach_and_run(b, code, size, &again), "but replaced");
    }
    setenv("KILN_CACHE", "off", 1);
    kt_ok(!attach_and_run(b, code, size, &again), "KILN_CACHE=off looks for nothing");
    char remove[100];
    snprintf(remove, sizeof(remove), "rm -rf %s", cache_dir);
    kt_ok(!system(remove), "cleaned up");
    unsetenv("KILN_SIM_JIT");
    free(code);
    bench_free(b);
}

KT_MAIN()
