// See gen.h.
#include "gen.h"

#include "hw/target.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

// Which forms an opcode takes, written down here a second time, so that the library's table is checked.
enum form {
    NULLARY,
    UNARY,
    BINARY,
    TERNARY,
    MATH,
    JMPI,
    BR_REG,
    BR_BRC,
    BR_CALL,
    BR_RET,
    BR_JIP,
    BR_JIP_UIP,
    WAIT,
    SEND,
    SENDS,
    SYNC,
    SYSTOLIC
};

enum { PRED = 1, CMOD = 2, SAT = 4, MODS = 8, BRCTL = 16 };

static const struct op_form {
    enum eu_op op;
    enum form form;
    unsigned flags;
    enum kiln_isa since, before; // before 0: still there
} forms[] = {
    {EU_OP_MOV, UNARY, PRED | CMOD | SAT | MODS},
    {EU_OP_SEL, BINARY, PRED | CMOD | SAT | MODS},
    {EU_OP_MOVI, UNARY, PRED | SAT | MODS},
    {EU_OP_NOT, UNARY, PRED | CMOD | MODS},
    {EU_OP_AND, BINARY, PRED | CMOD | MODS},
    {EU_OP_OR, BINARY, PRED | CMOD | MODS},
    {EU_OP_XOR, BINARY, PRED | CMOD | MODS},
    {EU_OP_SHR, BINARY, PRED | CMOD | SAT | MODS},
    {EU_OP_SHL, BINARY, PRED | CMOD | SAT | MODS},
    {EU_OP_SMOV, BINARY, PRED, KILN_ISA_GEN8, KILN_ISA_GEN12},
    {EU_OP_ASR, BINARY, PRED | CMOD | SAT | MODS},
    {EU_OP_ROR, BINARY, PRED | CMOD, KILN_ISA_GEN11},
    {EU_OP_ROL, BINARY, PRED | CMOD, KILN_ISA_GEN11},
    {EU_OP_CMP, BINARY, PRED | CMOD | MODS},
    {EU_OP_CMPN, BINARY, PRED | CMOD | MODS},
    {EU_OP_CSEL, TERNARY, CMOD | SAT | MODS, KILN_ISA_GEN8},
    {EU_OP_BFREV, UNARY, PRED},
    {EU_OP_BFE, TERNARY, PRED},
    {EU_OP_BFI1, BINARY, PRED},
    {EU_OP_BFI2, TERNARY, PRED},
    {EU_OP_JMPI, JMPI, PRED},
    {EU_OP_BRD, BR_REG, PRED, KILN_ISA_GEN75, KILN_ISA_XE3},
    {EU_OP_IF, BR_JIP_UIP, PRED, KILN_ISA_GEN75, KILN_ISA_GEN8},
    {EU_OP_IF, BR_JIP_UIP, PRED | BRCTL, KILN_ISA_GEN8},
    {EU_OP_BRC, BR_BRC, PRED, KILN_ISA_GEN8, KILN_ISA_XE3},
    {EU_OP_ELSE, BR_JIP, 0, KILN_ISA_GEN75, KILN_ISA_GEN8},
    {EU_OP_ELSE, BR_JIP_UIP, BRCTL, KILN_ISA_GEN8},
    {EU_OP_ENDIF, BR_JIP, 0},
    {EU_OP_WHILE, BR_JIP, PRED},
    {EU_OP_BREAK, BR_JIP_UIP, PRED},
    {EU_OP_CONT, BR_JIP_UIP, PRED},
    {EU_OP_HALT, BR_JIP_UIP, PRED},
    {EU_OP_CALLA, BR_CALL, PRED},
    {EU_OP_CALL, BR_CALL, PRED},
    {EU_OP_RET, BR_RET, PRED},
    {EU_OP_GOTO, BR_JIP_UIP, PRED | BRCTL, KILN_ISA_GEN8},
    {EU_OP_JOIN, BR_JIP, PRED, KILN_ISA_GEN8},
    {EU_OP_WAIT, WAIT, 0, KILN_ISA_GEN75, KILN_ISA_GEN12},
    {EU_OP_SEND, SEND, PRED, KILN_ISA_GEN75, KILN_ISA_GEN12},
    {EU_OP_SENDC, SEND, PRED, KILN_ISA_GEN75, KILN_ISA_GEN12},
    {EU_OP_SENDS, SENDS, PRED, KILN_ISA_GEN9},
    {EU_OP_SENDSC, SENDS, PRED, KILN_ISA_GEN9},
    {EU_OP_MATH, MATH, PRED | SAT, KILN_ISA_GEN75, KILN_ISA_GEN8},
    {EU_OP_MATH, MATH, PRED | SAT | MODS, KILN_ISA_GEN8},
    {EU_OP_MATH, MATH, PRED | SAT | MODS, KILN_ISA_GEN8},
    {EU_OP_ADD, BINARY, PRED | CMOD | SAT | MODS},
    {EU_OP_MUL, BINARY, PRED | CMOD | SAT | MODS},
    {EU_OP_AVG, BINARY, PRED | CMOD | SAT | MODS},
    {EU_OP_FRC, UNARY, PRED | CMOD | MODS},
    {EU_OP_RNDU, UNARY, PRED | CMOD | SAT | MODS},
    {EU_OP_RNDD, UNARY, PRED | CMOD | SAT | MODS},
    {EU_OP_RNDE, UNARY, PRED | CMOD | SAT | MODS},
    {EU_OP_RNDZ, UNARY, PRED | CMOD | SAT | MODS},
    {EU_OP_MAC, BINARY, PRED | CMOD | SAT | MODS},
    {EU_OP_MACH, BINARY, PRED | SAT | MODS, KILN_ISA_GEN75, KILN_ISA_GEN12},
    {EU_OP_MACH, BINARY, PRED | MODS, KILN_ISA_GEN12},
    {EU_OP_LZD, UNARY, PRED | CMOD | SAT | MODS, KILN_ISA_GEN75, KILN_ISA_XE2},
    {EU_OP_LZD, UNARY, PRED | CMOD, KILN_ISA_XE2},
    {EU_OP_MACL, BINARY, PRED | MODS, KILN_ISA_XE2},
    {EU_OP_SRND, BINARY, 0, KILN_ISA_XE2, KILN_ISA_XE3},
    {EU_OP_SRND, BINARY, SAT, KILN_ISA_XE3},
    {EU_OP_FBH, UNARY, PRED},
    {EU_OP_FBL, UNARY, PRED},
    {EU_OP_CBIT, UNARY, PRED},
    {EU_OP_ADDC, BINARY, PRED | CMOD},
    {EU_OP_SUBB, BINARY, PRED | CMOD | SAT},
    {EU_OP_SAD2, BINARY, PRED | CMOD | SAT | MODS, KILN_ISA_GEN75, KILN_ISA_GEN11},
    {EU_OP_SADA2, BINARY, PRED | CMOD | SAT | MODS, KILN_ISA_GEN75, KILN_ISA_GEN11},
    {EU_OP_DP4, BINARY, PRED | CMOD | SAT | MODS, KILN_ISA_GEN75, KILN_ISA_GEN11},
    {EU_OP_DPH, BINARY, PRED | CMOD | SAT | MODS, KILN_ISA_GEN75, KILN_ISA_GEN11},
    {EU_OP_DP3, BINARY, PRED | CMOD | SAT | MODS, KILN_ISA_GEN75, KILN_ISA_GEN11},
    {EU_OP_DP2, BINARY, PRED | CMOD | SAT | MODS, KILN_ISA_GEN75, KILN_ISA_GEN11},
    {EU_OP_LINE, BINARY, PRED | CMOD | SAT | MODS, KILN_ISA_GEN75, KILN_ISA_GEN11},
    {EU_OP_PLN, BINARY, PRED | CMOD | SAT, KILN_ISA_GEN75, KILN_ISA_GEN11},
    {EU_OP_MAD, TERNARY, PRED | CMOD | SAT | MODS},
    {EU_OP_LRP, TERNARY, PRED | CMOD | SAT | MODS, KILN_ISA_GEN75, KILN_ISA_GEN11},
    {EU_OP_MADM, TERNARY, PRED | CMOD | SAT | MODS, KILN_ISA_GEN8, KILN_ISA_GEN12},
    {EU_OP_MADM, TERNARY, PRED | MODS, KILN_ISA_GEN125},
    {EU_OP_ADD3, TERNARY, PRED | CMOD | SAT | MODS, KILN_ISA_GEN125},
    {EU_OP_BFN, TERNARY, PRED | CMOD, KILN_ISA_GEN125},
    {EU_OP_DPAS, SYSTOLIC, 0, KILN_ISA_GEN125},
    {EU_OP_DPASW, SYSTOLIC, 0, KILN_ISA_GEN125, KILN_ISA_XE2},
    {EU_OP_F32TO16, UNARY, PRED | CMOD | SAT | MODS, KILN_ISA_GEN75, KILN_ISA_GEN8},
    {EU_OP_F16TO32, UNARY, PRED | CMOD | SAT | MODS, KILN_ISA_GEN75, KILN_ISA_GEN8},
    {EU_OP_DP4A, TERNARY, PRED | CMOD | SAT, KILN_ISA_GEN12},
    {EU_OP_SYNC, SYNC, 0, KILN_ISA_GEN12},
    {EU_OP_NOP, NULLARY, 0},
    {EU_OP_ILLEGAL, NULLARY, 0},
};

static const struct {
    enum eu_type type;
    enum kiln_isa since;
} reg_types[] = {
    {EU_TYPE_UD, 0},
    {EU_TYPE_D, 0},
    {EU_TYPE_UW, 0},
    {EU_TYPE_W, 0},
    {EU_TYPE_UB, 0},
    {EU_TYPE_B, 0},
    {EU_TYPE_F, 0},
    {EU_TYPE_DF, 0},
    {EU_TYPE_UQ, KILN_ISA_GEN8},
    {EU_TYPE_Q, KILN_ISA_GEN8},
    {EU_TYPE_HF, KILN_ISA_GEN8},
};
static const enum eu_type imm_types[] = {EU_TYPE_UD, EU_TYPE_D,  EU_TYPE_UW, EU_TYPE_W,
                                         EU_TYPE_F,  EU_TYPE_HF, EU_TYPE_UV, EU_TYPE_V,
                                         EU_TYPE_VF, EU_TYPE_UQ, EU_TYPE_Q,  EU_TYPE_DF};

// Architecture registers with the bytes of each that can be named, and the generations that have them; until
// 0: all later ones.
static const struct {
    uint8_t reg, bytes;
    enum kiln_isa since, until;
} arfs[] = {
    {EU_ARF_NULL, 0},
    {EU_ARF_ADDR, 32},
    {EU_ARF_ACC, 32},
    {EU_ARF_ACC + 1, 32},
    {EU_ARF_ACC + 1, 64, KILN_ISA_XE2},
    {EU_ARF_ACC + 12, 64, KILN_ISA_XE2},
    {EU_ARF_FLAG, 4},
    {EU_ARF_FLAG + 1, 4},
    {EU_ARF_FLAG + 3, 4, KILN_ISA_XE2},
    {EU_ARF_CE, 0},
    {EU_ARF_MSG + 3, 4, KILN_ISA_GEN75, KILN_ISA_GEN125},
    {EU_ARF_MSG, 12, KILN_ISA_XE2},
    {EU_ARF_MSG + 1, 32, KILN_ISA_XE2},
    {EU_ARF_SP, 16, KILN_ISA_GEN75, KILN_ISA_GEN12},
    {EU_ARF_SCALAR, 32, KILN_ISA_XE3},
    {EU_ARF_STATE, 16},
    {EU_ARF_STATE + 1, 16, KILN_ISA_GEN75, KILN_ISA_GEN11},
    {EU_ARF_CONTROL, 12},
    {EU_ARF_NOTIFY, 12},
    {EU_ARF_IP, 0},
    {EU_ARF_TDR, 16},
    {EU_ARF_TM, 16},
    {EU_ARF_FC + 1, 64, KILN_ISA_XE2},
    {EU_ARF_DBG, 8},
};

bool gen_takes_bf(enum eu_op op)
{
    return op == EU_OP_MOV || op == EU_OP_ADD || op == EU_OP_MUL || op == EU_OP_MAC || op == EU_OP_CMP ||
           op == EU_OP_SEL;
}

static enum eu_type gen_reg_type(struct rng *r, enum kiln_isa isa)
{
    unsigned i;
    do {
        i = rng_below(r, COUNT(reg_types));
    } while (reg_types[i].since > isa);
    return reg_types[i].type;
}

static unsigned grf_count(enum kiln_isa isa)
{
    return isa >= KILN_ISA_GEN125 ? 256 : 128;
}

static unsigned grf_bytes(enum kiln_isa isa)
{
    return isa >= KILN_ISA_XE2 ? 64 : 32;
}

// Where an element lies; `even`: the lowest bit cannot be written from Xe2 on.
static uint8_t gen_subreg(struct rng *r, enum kiln_isa isa, unsigned size, bool even)
{
    unsigned sub = rng_below(r, grf_bytes(isa) / size) * size;
    return (uint8_t)(even && isa >= KILN_ISA_XE2 ? sub & ~1u : sub);
}

static void gen_reg(struct rng *r, enum kiln_isa isa, struct eu_operand *o)
{
    unsigned size = eu_type_size(o->type);
    if (rng_one_in(r, 5)) {
        unsigned i;
        do {
            i = rng_below(r, COUNT(arfs));
        } while (isa < arfs[i].since || (arfs[i].until && isa > arfs[i].until));
        o->file = EU_FILE_ARF;
        o->reg = arfs[i].reg;
        if (arfs[i].bytes > size)
            o->subreg = (uint8_t)(rng_below(r, arfs[i].bytes / size) * size);
    } else {
        o->file = EU_FILE_GRF;
        o->reg = (uint8_t)rng_below(r, grf_count(isa));
        o->subreg = rng_one_in(r, 2) ? 0 : gen_subreg(r, isa, size, false);
    }
}

static void gen_address(struct rng *r, enum kiln_isa isa, struct eu_operand *o, unsigned step)
{
    o->file = EU_FILE_GRF;
    o->indirect = true;
    o->addr_subreg = (uint8_t)rng_below(r, isa < KILN_ISA_GEN8 ? 8 : 16);
    if (!rng_one_in(r, 4))
        o->addr_imm =
            (int16_t)(((int)rng_below(r, 32 * grf_bytes(isa) / step) - (int)(16 * grf_bytes(isa) / step)) *
                      (int)step);
}

static void gen_dst(struct rng *r, enum kiln_isa isa, struct eu_operand *d)
{
    static const uint8_t strides[] = {1, 1, 2, 4};
    d->type = gen_reg_type(r, isa);
    d->hstride = strides[rng_below(r, 4)];
    d->writemask = 0xf;
    if (rng_one_in(r, 10))
        gen_address(r, isa, d, 1);
    else
        gen_reg(r, isa, d);
}

static uint64_t gen_imm_bits(struct rng *r, enum eu_type type)
{
    static const float nice[] = {0, 1, -1, 0.5f, 2, 3.14159f, 1e10f, 1e-10f, 65504, -0.0f, 6e-8f, 1.5e-40f};
    uint64_t bits = rng_next(r);
    if (type == EU_TYPE_F && rng_one_in(r, 2)) {
        union {
            float f;
            uint32_t u;
        } v = {.f = nice[rng_below(r, COUNT(nice))]};
        return v.u;
    }
    if (type == EU_TYPE_DF && rng_one_in(r, 2)) {
        union {
            double d;
            uint64_t u;
        } v = {.d = nice[rng_below(r, COUNT(nice))]};
        return v.u;
    }
    if (rng_one_in(r, 2))
        bits &= 0xff;
    if (rng_one_in(r, 4))
        bits = ~bits;
    unsigned size = eu_type_size(type);
    return size == 8 ? bits : bits & ((1ull << size * 8) - 1);
}

// `grf`: the second source is never an architecture register.
static void gen_src(struct rng *r, enum kiln_isa isa, struct eu_operand *s, bool grf, bool imm_ok,
                    bool imm64_ok, bool mods)
{
    static const uint8_t vstrides[] = {0, 1, 2, 4, 8, 16, 32}, hstrides[] = {0, 1, 2, 4};
    if (imm_ok && rng_one_in(r, 4)) {
        s->file = EU_FILE_IMM;
        do {
            s->type = imm_types[rng_below(r, COUNT(imm_types) - (imm64_ok && isa >= KILN_ISA_GEN8 ? 0 : 3))];
        } while (s->type == EU_TYPE_HF && isa < KILN_ISA_GEN8);
        s->imm = gen_imm_bits(r, s->type);
        return;
    }
    s->type = gen_reg_type(r, isa);
    s->vstride = vstrides[rng_below(r, COUNT(vstrides))];
    s->width = (uint8_t)(1u << rng_below(r, 5));
    s->hstride = hstrides[rng_below(r, COUNT(hstrides))];
    s->swizzle = 0xe4;
    if (rng_one_in(r, 10)) {
        gen_address(r, isa, s, grf && isa >= KILN_ISA_XE2 ? 2 : 1);
        if (rng_one_in(r, 2))
            s->vstride = EU_VSTRIDE_VXH;
    } else {
        do {
            s->subreg = 0;
            gen_reg(r, isa, s);
        } while (grf && s->file != EU_FILE_GRF);
        if (grf && isa >= KILN_ISA_XE2)
            s->subreg &= 0xfe;
    }
    s->negate = mods && rng_one_in(r, 4);
    s->abs = mods && rng_one_in(r, 4);
}

static void gen_ternary(struct rng *r, enum kiln_isa isa, struct eu_inst *inst, bool mods)
{
    static const enum eu_type types[] = {EU_TYPE_F, EU_TYPE_D, EU_TYPE_UD, EU_TYPE_DF, EU_TYPE_HF};
    struct eu_operand *d = &inst->dst;
    bool macro = inst->op == EU_OP_MADM;
    unsigned n = isa < KILN_ISA_GEN8 ? 4 : 5;
    enum eu_type type = types[rng_below(r, n)];
    if (macro)
        type = rng_one_in(r, 2) ? EU_TYPE_F : EU_TYPE_DF;
    d->type = rng_one_in(r, 4) && !macro ? types[rng_below(r, n)] : type;
    unsigned size = eu_type_size(d->type);
    d->file = EU_FILE_GRF;
    d->hstride = 1;
    d->reg = (uint8_t)rng_below(r, grf_count(isa));
    // A scalar takes any element of the register, a vector aligned ones.
    if (!macro)
        d->subreg = (uint8_t)(inst->exec_size == 1 ? rng_below(r, 32 / size) * size : rng_below(r, 2) * 16);
    d->special_acc = (uint8_t)(macro ? rng_below(r, 9) : 0);
    for (unsigned i = 0; i < 3; i++) {
        struct eu_operand *s = &inst->src[i];
        s->type = type;
        if (i && isa >= KILN_ISA_GEN9 && (type == EU_TYPE_F || type == EU_TYPE_HF) && !macro)
            s->type = rng_one_in(r, 2) ? EU_TYPE_F : EU_TYPE_HF;
        size = eu_type_size(s->type);
        s->file = EU_FILE_GRF;
        s->reg = (uint8_t)rng_below(r, grf_count(isa));
        s->negate = mods && rng_one_in(r, 4);
        s->abs = mods && rng_one_in(r, 4);
        s->special_acc = (uint8_t)(macro ? rng_below(r, 9) : 0);
        bool scalar = rng_one_in(r, 3);
        s->vstride = macro || !scalar ? 2 : 0;
        s->width = 1;
        s->hstride = macro || !scalar ? 1 : 0;
        if (!macro)
            s->subreg = (uint8_t)(scalar ? rng_below(r, 32 / size) * size : rng_below(r, 2) * 16);
        if (isa < KILN_ISA_GEN9)
            s->subreg &= 0x1c;
    }
}

// From Gen11: align1, types of one class, immediates in sources 0 and 2, an accumulator in source 1.
static void gen_ternary_align1(struct rng *r, enum kiln_isa isa, struct eu_inst *inst, bool mods)
{
    static const enum eu_type ints[] = {EU_TYPE_UD, EU_TYPE_D, EU_TYPE_UW, EU_TYPE_W,
                                        EU_TYPE_UB, EU_TYPE_B, EU_TYPE_Q,  EU_TYPE_UQ};
    static const enum eu_type floats[] = {EU_TYPE_HF, EU_TYPE_F, EU_TYPE_DF,
                                          EU_TYPE_HF, EU_TYPE_F, EU_TYPE_NF};
    const unsigned n_ints = isa >= KILN_ISA_XE2 && inst->op == EU_OP_MAD ? 8 : 6;
    static const uint8_t vstrides[] = {0, 2, 4, 8}, hstrides[] = {0, 1, 2, 4};
    bool macro = inst->op == EU_OP_MADM, is_float = macro || rng_one_in(r, 2);
    bool later = isa >= KILN_ISA_GEN12;
    const enum eu_type *types = is_float ? floats : ints;
    struct eu_operand *d = &inst->dst;
    d->type = types[rng_below(r, macro ? 3 : !is_float ? n_ints : later ? 2 : 6)];
    d->file = rng_one_in(r, 8) && !macro ? EU_FILE_ARF : EU_FILE_GRF;
    d->reg = (uint8_t)(d->file == EU_FILE_ARF ? EU_ARF_ACC + rng_below(r, 2) : rng_below(r, grf_count(isa)));
    unsigned step = isa >= KILN_ISA_GEN125 ? eu_type_size(d->type) : 8;
    d->subreg = macro ? 0 : gen_subreg(r, isa, step, true);
    d->hstride = (uint8_t)(macro ? 1 : 1 + rng_below(r, 2));
    d->special_acc = (uint8_t)(macro ? rng_below(r, 9) : 0);
    for (unsigned i = 0; i < 3; i++) {
        struct eu_operand *s = &inst->src[i];
        s->type = types[rng_below(r, macro ? 3 : !is_float ? n_ints : later ? 2 : 6)];
        if (i != 1 && !macro && eu_type_size(s->type) == 2 && rng_one_in(r, 3)) {
            s->file = EU_FILE_IMM;
            s->imm = gen_imm_bits(r, s->type);
            continue;
        }
        s->file = i == 1 && !macro && rng_one_in(r, 8) ? EU_FILE_ARF : EU_FILE_GRF;
        s->reg =
            (uint8_t)(s->file == EU_FILE_ARF ? EU_ARF_ACC + rng_below(r, 2) : rng_below(r, grf_count(isa)));
        s->negate = mods && rng_one_in(r, 4);
        s->abs = mods && rng_one_in(r, 4);
        s->vstride = vstrides[rng_below(r, 4)];
        if (later && s->vstride == 2)
            s->vstride = 1;
        s->hstride = hstrides[rng_below(r, 4)];
        s->width = 1;
        if (macro)
            s->vstride = 4, s->hstride = 1, s->special_acc = (uint8_t)rng_below(r, 9);
        else
            s->subreg = gen_subreg(r, isa, eu_type_size(s->type), true);
    }
}

static void gen_math(struct rng *r, enum kiln_isa isa, struct eu_inst *inst)
{
    static const enum eu_math functions[] = {EU_MATH_INV,
                                             EU_MATH_LOG,
                                             EU_MATH_EXP,
                                             EU_MATH_SQRT,
                                             EU_MATH_RSQ,
                                             EU_MATH_SIN,
                                             EU_MATH_COS,
                                             EU_MATH_FDIV,
                                             EU_MATH_POW,
                                             EU_MATH_INT_DIV_QUOTIENT_AND_REMAINDER,
                                             EU_MATH_INT_DIV_QUOTIENT,
                                             EU_MATH_INT_DIV_REMAINDER,
                                             EU_MATH_INVM,
                                             EU_MATH_RSQRTM};
    do {
        inst->math = functions[rng_below(r, COUNT(functions))];
    } while ((isa >= KILN_ISA_GEN12 && (inst->math == EU_MATH_FDIV || inst->math == EU_MATH_POW)) ||
             (isa >= KILN_ISA_GEN125 && inst->math > EU_MATH_POW && inst->math < EU_MATH_INVM) ||
             (isa < KILN_ISA_GEN8 && inst->math >= EU_MATH_INVM));
    bool macro = inst->math == EU_MATH_INVM || inst->math == EU_MATH_RSQRTM;
    unsigned n = inst->math >= EU_MATH_FDIV && inst->math <= EU_MATH_INVM ? 2 : 1;
    if (!macro) {
        do { // directly addressed
            inst->dst = (struct eu_operand){0};
            gen_dst(r, isa, &inst->dst);
        } while (inst->dst.indirect || inst->dst.file != EU_FILE_GRF);
        for (unsigned i = 0; i < n; i++) {
            do {
                inst->src[i] = (struct eu_operand){0};
                gen_src(r, isa, &inst->src[i], true, i == n - 1 && isa >= KILN_ISA_GEN8, false,
                        isa >= KILN_ISA_GEN8);
            } while (inst->src[i].indirect);
        }
        return;
    }
    enum eu_type type = rng_one_in(r, 2) ? EU_TYPE_F : EU_TYPE_DF;
    inst->align16 = isa < KILN_ISA_GEN11;
    bool scalar = !inst->align16 && inst->exec_size == 1;
    if (inst->align16 && inst->pred != EU_PRED_NONE)
        inst->pred = EU_PRED_NORMAL;
    inst->flag_reg = (uint8_t)rng_below(r, isa >= KILN_ISA_XE2 ? 4 : 2);
    inst->flag_subreg = (uint8_t)rng_below(r, 2);
    inst->dst = (struct eu_operand){.file = EU_FILE_GRF,
                                    .type = type,
                                    .reg = (uint8_t)rng_below(r, grf_count(isa)),
                                    .special_acc = (uint8_t)rng_below(r, 9),
                                    .hstride = !inst->align16};
    for (unsigned i = 0; i < n; i++)
        inst->src[i] = (struct eu_operand){.file = EU_FILE_GRF,
                                           .type = type,
                                           .reg = (uint8_t)rng_below(r, grf_count(isa)),
                                           .negate = rng_one_in(r, 4),
                                           .abs = rng_one_in(r, 4),
                                           .vstride = scalar                                 ? 0
                                                      : isa >= KILN_ISA_GEN12                ? 1
                                                      : type == EU_TYPE_DF || !inst->align16 ? 2
                                                                                             : 4,
                                           .width = scalar || isa >= KILN_ISA_GEN12 ? 1 : 2,
                                           .hstride = !inst->align16 && !scalar && isa < KILN_ISA_GEN12,
                                           .special_acc = (uint8_t)rng_below(r, 9)};
}

static void gen_branch_reg(struct rng *r, enum kiln_isa isa, struct eu_operand *s, bool pair)
{
    *s = (struct eu_operand){
        .file = EU_FILE_GRF, .type = EU_TYPE_D, .reg = (uint8_t)rng_below(r, grf_count(isa)), .width = 1};
    s->subreg = (uint8_t)(rng_below(r, pair ? 4 : 8) * (pair ? 8 : 4));
    if (pair) {
        s->vstride = s->width = 2;
        s->hstride = 1;
    }
}

static int32_t gen_offset(struct rng *r, unsigned index, unsigned count)
{
    return ((int32_t)rng_below(r, count) - (int32_t)index) * 16;
}

static void gen_branch(struct rng *r, enum kiln_isa isa, struct eu_inst *inst, enum form form, unsigned index,
                       unsigned count)
{
    inst->jip = gen_offset(r, inst->op == EU_OP_CALLA ? 0 : index, count);
    if (form == BR_JIP_UIP || form == BR_BRC)
        inst->uip = gen_offset(r, index, count);
    if (form == JMPI) {
        inst->nomask = true;
        inst->exec_size = 1;
        inst->chan_offset = 0;
    }
    if (form == BR_CALL)
        inst->dst = (struct eu_operand){.file = EU_FILE_GRF,
                                        .type = EU_TYPE_D,
                                        .hstride = 1,
                                        .reg = (uint8_t)rng_below(r, grf_count(isa)),
                                        .subreg = (uint8_t)(rng_below(r, 8) * 4)};
    bool reg = form == BR_RET || (form <= BR_RET && inst->op != EU_OP_CALLA && rng_one_in(r, 3));
    if (reg) {
        inst->jip = inst->uip = 0;
        gen_branch_reg(r, isa, &inst->src[0], form == BR_RET || form == BR_BRC);
        if (isa < KILN_ISA_GEN8 && inst->op == EU_OP_BRD) // iga64 counts its words as dwords
            inst->src[0].type = EU_TYPE_W, inst->src[0].subreg = 0;
    }
}

static void gen_payload(struct rng *r, enum kiln_isa isa, struct eu_operand *o)
{
    if (rng_one_in(r, 8))
        gen_address(r, isa, o, 16);
    *o = (struct eu_operand){.file = EU_FILE_GRF,
                             .type = EU_TYPE_UD,
                             .reg = (uint8_t)rng_below(r, grf_count(isa)),
                             .hstride = 1,
                             .width = 1,
                             .indirect = o->indirect,
                             .addr_imm = o->addr_imm,
                             .addr_subreg = o->addr_subreg};
}

static void gen_whole_register(struct rng *r, enum kiln_isa isa, struct eu_operand *o, bool null_ok)
{
    *o = (struct eu_operand){.file = EU_FILE_GRF,
                             .type = EU_TYPE_UD,
                             .reg = (uint8_t)rng_below(r, grf_count(isa)),
                             .hstride = 1,
                             .width = 1};
    if (null_ok && rng_one_in(r, 4))
        o->file = EU_FILE_ARF, o->reg = 0;
}

static void gen_send12(struct rng *r, enum kiln_isa isa, struct eu_inst *inst)
{
    static const uint8_t sfids[] = {0, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 9, 1, 14, 15};
    bool later = isa >= KILN_ISA_GEN125;
    gen_whole_register(r, isa, &inst->dst, true);
    gen_whole_register(r, isa, &inst->src[0], false);
    gen_whole_register(r, isa, &inst->src[1], true);
    do {
        inst->sfid = sfids[rng_below(r, COUNT(sfids) - (later ? 0 : 3))];
    } while (inst->sfid == 9 && isa >= KILN_ISA_XE2);
    inst->eot = rng_one_in(r, 8);
    inst->serialize = isa < KILN_ISA_XE2 && rng_one_in(r, 8);
    inst->desc_in_reg = rng_one_in(r, 4);
    if (!inst->desc_in_reg)
        inst->desc = (uint32_t)rng_next(r);
    inst->ex_desc_in_reg = rng_one_in(r, 4);
    if (inst->ex_desc_in_reg)
        inst->ex_desc_subreg = (uint8_t)(rng_below(r, 8) * 2);
    else
        inst->ex_desc = (uint32_t)rng_next(r) & 0xffffffc0;
    bool ugm = isa >= KILN_ISA_XE2 && inst->sfid == EU_SFID_UGM;
    inst->ex_bso = later && inst->ex_desc_in_reg && !ugm && rng_one_in(r, 2);
    if (inst->ex_bso)
        inst->ex_desc = (uint32_t)rng_next(r) & 0xfc0;
    if (isa >= KILN_ISA_XE2 && inst->ex_desc_in_reg) // an offset
        inst->ex_desc =
            (uint32_t)rng_next(r) & (0xfff87800 | (ugm ? 0x8000u : 0) | (ugm || inst->ex_bso ? 0x7c0u : 0));
    if (isa >= KILN_ISA_XE3 && rng_one_in(r, 4)) {
        inst->src[0] = (struct eu_operand){.file = EU_FILE_ARF,
                                           .type = EU_TYPE_UD,
                                           .reg = EU_ARF_SCALAR,
                                           .width = 1,
                                           .subreg = (uint8_t)(rng_below(r, 16) * 2)};
        inst->src[1] = (struct eu_operand){0};
        inst->ex_desc &= ~0x7c0u;
        inst->ex_bso = inst->ex_desc_in_reg && !ugm; // the place in s0 is otherwise not there
        return;
    }
    if (later && inst->src[1].file == EU_FILE_ARF) // the length is that of source 1
        inst->ex_desc &= 0xfffff83f;
    else if (later && inst->src[1].reg > 225)
        inst->src[1].reg = 225;
}

static void gen_send(struct rng *r, enum kiln_isa isa, struct eu_inst *inst, bool split)
{
    gen_payload(r, isa, &inst->dst);
    gen_payload(r, isa, &inst->src[0]);
    inst->src[0].hstride = 0;
    if (rng_one_in(r, 4) && !inst->dst.indirect)
        inst->dst.file = EU_FILE_ARF, inst->dst.reg = 0;
    // Where iga64 -a reads a type: not after indirect operands of send.
    if (split || !inst->dst.indirect)
        inst->dst.type = gen_reg_type(r, isa);
    if (!split && !inst->src[0].indirect && rng_one_in(r, 4))
        inst->src[0].type = gen_reg_type(r, isa);
    inst->eot = rng_one_in(r, 8);
    inst->sfid = (uint8_t)(rng_below(r, 12) + 2);
    inst->ex_desc = isa < KILN_ISA_GEN9 ? 0 : (uint32_t)rng_next(r) & 0xffff0000;
    inst->desc = (uint32_t)rng_next(r) & (isa < KILN_ISA_GEN9 ? 0x1fffffff : 0x7fffffff);
    inst->desc_in_reg = rng_one_in(r, 4);
    if (inst->desc_in_reg)
        inst->desc = inst->dst.type == EU_TYPE_HF || inst->src[0].type == EU_TYPE_HF ? 1u << 30 : 0;
    if (isa != KILN_ISA_GEN9 && inst->desc_in_reg)
        inst->desc = 0;
    if (split) {
        inst->src[1] = (struct eu_operand){
            .file = EU_FILE_GRF, .type = EU_TYPE_UD, .reg = (uint8_t)rng_below(r, grf_count(isa))};
        if (rng_one_in(r, 4))
            inst->src[1].file = EU_FILE_ARF, inst->src[1].reg = 0;
        inst->ex_desc |= rng_below(r, 16) << 6;
        if (rng_one_in(r, 4)) {
            inst->ex_desc_in_reg = true;
            inst->ex_desc = 0;
            inst->sfid = 0;
            inst->ex_desc_subreg = (uint8_t)(rng_below(r, 8) * 2);
        }
    }
}

static void gen_systolic(struct rng *r, enum kiln_isa isa, struct eu_inst *inst)
{
    static const enum eu_type ints[] = {EU_TYPE_UB, EU_TYPE_B};
    static const enum eu_type accs[] = {EU_TYPE_UD, EU_TYPE_D, EU_TYPE_F, EU_TYPE_HF, EU_TYPE_BF};
    enum eu_type acc = accs[rng_below(r, COUNT(accs))];
    bool is_int = acc <= EU_TYPE_D;
    inst->exec_size = isa >= KILN_ISA_XE2 ? 16 : 8;
    inst->depth = (uint8_t)(1u << rng_below(r, 4));
    inst->count = (uint8_t)(1 + rng_below(r, 8));
    gen_whole_register(r, isa, &inst->dst, false);
    inst->dst.type = acc;
    for (unsigned i = 0; i < 3; i++) {
        struct eu_operand *s = &inst->src[i];
        gen_whole_register(r, isa, s, i == 0);
        s->hstride = 0;
        s->type = i == 0 ? acc : is_int ? ints[rng_below(r, 2)] : acc == EU_TYPE_HF ? EU_TYPE_HF : EU_TYPE_BF;
        if (i && isa >= KILN_ISA_XE2 && acc == EU_TYPE_F && rng_one_in(r, 2))
            s->type = EU_TYPE_TF32;
        if (i && is_int)
            s->pack = (enum eu_pack)rng_below(r, 3);
        if (i && rng_one_in(r, 2))
            s->subreg = (uint8_t)(rng_below(r, 8) * 4);
    }
}

// From Xe2: three forms of a token with a distance, by instruction; a message has no other distance, and sets
// its token.
static void gen_scoreboard_xe2(struct rng *r, enum kiln_isa isa, struct eu_inst *inst)
{
    static const struct eu_swsb alu[] = {{.mode = EU_TOKEN_DST, .pipe = EU_PIPE_OWN},
                                         {.mode = EU_TOKEN_SRC, .pipe = EU_PIPE_OWN},
                                         {.mode = EU_TOKEN_DST, .pipe = EU_PIPE_ALL}};
    static const struct eu_swsb dpas[] = {
        {.mode = EU_TOKEN_SET}, {.mode = EU_TOKEN_SRC}, {.mode = EU_TOKEN_DST}};
    bool send = inst->op == EU_OP_SENDS || inst->op == EU_OP_SENDSC;
    struct eu_swsb *s = &inst->swsb;
    unsigned kind = rng_below(r, 6);
    *s = (struct eu_swsb){.token = (uint8_t)rng_below(r, 32), .distance = (uint8_t)(1 + rng_below(r, 7))};
    if (kind == 0) { // both
        if (send) {
            s->mode = EU_TOKEN_SET;
            s->pipe = (enum eu_pipe)(EU_PIPE_ALL + rng_below(r, 3));
        } else {
            const struct eu_swsb *b = inst->op == EU_OP_DPAS ? &dpas[rng_below(r, 3)] : &alu[rng_below(r, 3)];
            s->mode = b->mode;
            s->pipe = b->pipe;
        }
    } else if (kind == 1) {
        s->distance = 0;
        s->mode = send ? EU_TOKEN_SET : (enum eu_token_mode)(1 + rng_below(r, 3));
    } else if (kind == 2 && !send) {
        s->token = 0;
        s->pipe = (enum eu_pipe)rng_below(r, isa >= KILN_ISA_XE3 ? 7 : 6);
    } else {
        *s = (struct eu_swsb){.no_acc_set = kind == 3 && rng_one_in(r, 4)};
    }
}

static void gen_scoreboard(struct rng *r, enum kiln_isa isa, struct eu_inst *inst)
{
    struct eu_swsb *s = &inst->swsb;
    bool unordered = inst->op == EU_OP_SENDS || inst->op == EU_OP_SENDSC || inst->op == EU_OP_MATH ||
                     inst->op == EU_OP_DPAS || inst->op == EU_OP_DPASW;
    if (rng_one_in(r, 3))
        s->distance = (uint8_t)(1 + rng_below(r, 7));
    if (rng_one_in(r, 3)) {
        s->token = (uint8_t)rng_below(r, 16);
        s->mode = s->distance ? (unordered ? EU_TOKEN_SET : EU_TOKEN_DST)
                              : (enum eu_token_mode)(1 + rng_below(r, 3));
        if (s->distance && isa >= KILN_ISA_GEN125 && (inst->op == EU_OP_SENDS || inst->op == EU_OP_SENDSC))
            s->pipe = EU_PIPE_ALL;
    } else if (s->distance && isa >= KILN_ISA_GEN125) {
        s->pipe = (enum eu_pipe)rng_below(r, 5);
    }
}

static void gen_controls(struct rng *r, enum kiln_isa isa, struct eu_inst *inst, enum form form,
                         unsigned flags)
{
    inst->exec_size = (uint8_t)(1u << rng_below(r, 6));
    inst->chan_offset = (uint8_t)(isa >= KILN_ISA_XE2 ? rng_below(r, 4) * 8 : rng_below(r, 8) * 4);
    inst->nomask = rng_one_in(r, 3);
    inst->debug = rng_one_in(r, 40);
    bool message = form == SEND || form == SENDS;
    if ((isa >= KILN_ISA_GEN9 || !message) && rng_one_in(r, 16))
        inst->thread_ctrl = isa >= KILN_ISA_GEN11 && rng_one_in(r, 3)                ? EU_THREAD_NO_PREEMPT
                            : rng_one_in(r, 2) || (isa >= KILN_ISA_GEN11 && message) ? EU_THREAD_ATOMIC
                                                                                     : EU_THREAD_SWITCH;
    if (!message) {
        inst->no_dd_clr = rng_one_in(r, 16);
        inst->no_dd_chk = rng_one_in(r, 16);
    }
    if (flags & PRED && rng_one_in(r, 3)) {
        bool align16 = form == TERNARY && isa < KILN_ISA_GEN11;
        inst->pred = rng_one_in(r, 2) || align16
                         ? EU_PRED_NORMAL
                         : (enum eu_pred)(EU_PRED_ANYV + rng_below(r, isa >= KILN_ISA_XE2 ? 2 : 12));
        inst->pred_inv = rng_one_in(r, 2);
    }
    if (flags & CMOD && rng_one_in(r, 3)) {
        static const enum eu_cmod cmods[] = {EU_CMOD_Z, EU_CMOD_NZ, EU_CMOD_G, EU_CMOD_GE,
                                             EU_CMOD_L, EU_CMOD_LE, EU_CMOD_O, EU_CMOD_U};
        inst->cmod = cmods[rng_below(r, COUNT(cmods))];
    }
    if (inst->pred || inst->cmod) {
        inst->flag_reg = (uint8_t)rng_below(r, isa >= KILN_ISA_XE2 ? 4 : 2);
        inst->flag_subreg = (uint8_t)rng_below(r, 2);
    }
    inst->saturate = flags & SAT && rng_one_in(r, 5);
    if (inst->op == EU_OP_LZD && isa >= KILN_ISA_GEN12)
        inst->saturate = false; // iga64 2 drops it
    if (isa >= KILN_ISA_GEN12) {
        inst->no_dd_clr = inst->no_dd_chk = false;
        if (inst->thread_ctrl != EU_THREAD_ATOMIC || form != TERNARY)
            inst->thread_ctrl = EU_THREAD_NORMAL;
        if (isa >= KILN_ISA_XE2)
            gen_scoreboard_xe2(r, isa, inst);
        else
            gen_scoreboard(r, isa, inst);
    }
    bool alu = form == UNARY || form == BINARY || form == TERNARY || form == MATH || form == WAIT ||
               form == SYSTOLIC;
    inst->acc_wr = alu && isa < KILN_ISA_XE2 && rng_one_in(r, 16);
    inst->branch_ctrl = flags & BRCTL && rng_one_in(r, 3);
}

// What a sync.bar of Xe2 waits for.
static void gen_barrier(struct rng *r, struct eu_operand *o)
{
    if (rng_one_in(r, 3))
        *o = (struct eu_operand){.file = EU_FILE_IMM, .type = EU_TYPE_UD, .imm = rng_below(r, 65536)};
    else if (rng_one_in(r, 2))
        *o = (struct eu_operand){.file = EU_FILE_ARF,
                                 .type = EU_TYPE_UW,
                                 .width = 1,
                                 .reg = (uint8_t)(EU_ARF_FLAG + rng_below(r, 4)),
                                 .subreg = (uint8_t)(rng_below(r, 2) * 2)};
}

// Makes registers of 16-bit types :bf, now and then.
static void gen_bf(struct rng *r, enum kiln_isa isa, struct eu_inst *inst)
{
    struct eu_operand *o[] = {&inst->dst, &inst->src[0], &inst->src[1]};
    for (unsigned i = 0; i < 3 && isa >= KILN_ISA_GEN125 && gen_takes_bf(inst->op); i++)
        if (o[i]->file != EU_FILE_IMM && o[i]->file != EU_FILE_NONE && eu_type_size(o[i]->type) == 2 &&
            rng_one_in(r, 3))
            o[i]->type = EU_TYPE_BF;
}

// The types of macl, which the assembler holds it to.
static void gen_macl(struct rng *r, struct eu_inst *inst)
{
    struct eu_operand *o[] = {&inst->dst, &inst->src[0], &inst->src[1]};
    for (unsigned i = 0; i < 3 && inst->op == EU_OP_MACL; i++) {
        o[i]->type = rng_one_in(r, 2) ? EU_TYPE_D : EU_TYPE_UD;
        o[i]->subreg = (uint8_t)(o[i]->subreg / 4 * 4);
        if (o[i]->file == EU_FILE_IMM)
            o[i]->imm &= 0xffffffff;
    }
}

// Xe2's small floats, of which mov and srnd alone know; the assembler takes only such pairs.
static void gen_small_floats(struct rng *r, enum kiln_isa isa, struct eu_inst *inst)
{
    static const enum eu_type moves[][2] = {{EU_TYPE_TF32, EU_TYPE_F},
                                            {EU_TYPE_BF8, EU_TYPE_HF},
                                            {EU_TYPE_HF, EU_TYPE_BF8},
                                            {EU_TYPE_HF8, EU_TYPE_HF},
                                            {EU_TYPE_HF, EU_TYPE_HF8}};
    static const enum eu_type rounds[][2] = {{EU_TYPE_HF, EU_TYPE_F}, {EU_TYPE_BF8, EU_TYPE_HF}};
    struct eu_operand *d = &inst->dst, *s = inst->src;
    bool mov = inst->op == EU_OP_MOV && rng_one_in(r, 4);
    if (isa < KILN_ISA_XE2 || (!mov && inst->op != EU_OP_SRND) || s[0].file == EU_FILE_IMM)
        return;
    const enum eu_type *pair =
        mov ? moves[rng_below(r, isa >= KILN_ISA_XE3 ? 5 : 3)] : rounds[rng_below(r, 2)];
    d->type = pair[0];
    s[0].type = pair[1];
    if (!mov && s[1].file != EU_FILE_IMM)
        s[1].type = pair[1];
    for (unsigned i = 0; i < 3; i++) {
        struct eu_operand *o = i == 2 ? d : &s[i];
        if (o->file == EU_FILE_GRF && !o->indirect)
            o->subreg = (uint8_t)(o->subreg / 4 * 4);
        else if (o->file == EU_FILE_ARF)
            o->subreg = 0;
    }
}

void gen_inst(struct rng *r, const struct kiln_target *target, unsigned index, unsigned count,
              struct eu_inst *inst)
{
    enum kiln_isa isa = target->isa;
    const struct op_form *f;
    do {
        f = &forms[rng_below(r, COUNT(forms))];
    } while (isa < f->since || (f->before && isa >= f->before));
    bool mods = f->flags & MODS;
    *inst = (struct eu_inst){.op = f->op, .exec_size = 1};
    if (f->form == NULLARY)
        return;
    gen_controls(r, isa, inst, f->form, f->flags);
    switch (f->form) {
    case UNARY:
        gen_dst(r, isa, &inst->dst);
        gen_src(r, isa, &inst->src[0], false, f->op != EU_OP_MOVI, f->op == EU_OP_MOV, mods);
        if (isa >= KILN_ISA_GEN12 && inst->src[0].file == EU_FILE_IMM && eu_type_size(inst->src[0].type) == 8)
            inst->cmod = EU_CMOD_NONE, inst->flag_reg *= inst->pred != 0,
            inst->flag_subreg *= inst->pred != 0; // no room for both
        if (f->op == EU_OP_MOVI && isa >= KILN_ISA_GEN11)
            inst->src[1] = (struct eu_operand){
                .file = EU_FILE_IMM, .type = EU_TYPE_UW, .imm = gen_imm_bits(r, EU_TYPE_UW)};
        break;
    case BINARY:
        gen_dst(r, isa, &inst->dst);
        gen_src(r, isa, &inst->src[0], false, false, false, mods);
        gen_src(r, isa, &inst->src[1], true, true, false, mods);
        break;
    case TERNARY:
        if (f->op == EU_OP_BFN) {
            static const enum eu_cmod known[] = {EU_CMOD_Z, EU_CMOD_G, EU_CMOD_L};
            inst->bfn = (uint8_t)rng_next(r);
            inst->cmod = inst->cmod ? known[rng_below(r, 3)] : EU_CMOD_NONE;
        }
        if (isa >= KILN_ISA_GEN11)
            gen_ternary_align1(r, isa, inst, mods);
        else
            gen_ternary(r, isa, inst, mods);
        break;
    case MATH:
        gen_math(r, isa, inst);
        break;
    case WAIT:
        inst->exec_size = 1;
        inst->chan_offset = 0;
        inst->src[0] = (struct eu_operand){.file = EU_FILE_ARF,
                                           .type = EU_TYPE_UD,
                                           .reg = EU_ARF_NOTIFY,
                                           .width = 1,
                                           .subreg = (uint8_t)(rng_below(r, 3) * 4)};
        break;
    case SEND:
        gen_send(r, isa, inst, false);
        break;
    case SYSTOLIC:
        gen_systolic(r, isa, inst);
        break;
    case SYNC: {
        static const enum eu_sync functions[] = {EU_SYNC_NOP,  EU_SYNC_ALLRD, EU_SYNC_ALLWR, EU_SYNC_BAR,
                                                 EU_SYNC_HOST, EU_SYNC_FLUSH, EU_SYNC_FENCE};
        inst->exec_size = 1;
        inst->chan_offset = 0;
        inst->sync = functions[rng_below(r, isa >= KILN_ISA_XE2 ? 7 : 5)];
        if ((inst->sync == EU_SYNC_ALLRD || inst->sync == EU_SYNC_ALLWR) && rng_one_in(r, 2))
            inst->src[0] =
                (struct eu_operand){.file = EU_FILE_IMM, .type = EU_TYPE_UD, .imm = 1 + rng_below(r, 65535)};
        if (isa >= KILN_ISA_XE2 && inst->sync == EU_SYNC_BAR)
            gen_barrier(r, &inst->src[0]);
        break;
    }
    case SENDS:
        if (isa >= KILN_ISA_GEN12) {
            gen_send12(r, isa, inst);
            break;
        }
        gen_send(r, isa, inst, true);
        break;
    default:
        gen_branch(r, isa, inst, f->form, index, count);
        break;
    }
    gen_bf(r, isa, inst);
    gen_macl(r, inst);
    gen_small_floats(r, isa, inst);
}
