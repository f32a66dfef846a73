// Random instructions for the EU tests: any type and region that the encoding has, values with the corner
// cases.
#ifndef KILN_TESTS_SIM_EU_RANDOM_H
#define KILN_TESTS_SIM_EU_RANDOM_H

#include "eu_bench.h"

static unsigned below(unsigned n)
{
    return rnd() % n;
}

static uint32_t random_float(void)
{
    static const uint32_t special[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
                                       0xff800000, 0x7fc00000, 1,          0x007fffff, 0x00800000,
                                       0x7f7fffff, 0x4f000000, 0xcf000000, 0x4f800000, 0x3effffff};
    unsigned k = below(4);
    if (k == 0)
        return special[below(sizeof(special) / 4)];
    return k == 1 ? rnd() : (rnd() & 0x807fffff) | (110 + below(40)) << 23;
}

static uint32_t random_int(void)
{
    static const uint32_t special[] = {0,          1,          31,     32,     0x7fffffff,
                                       0x80000000, 0xffffffff, 0xffff, 0x8000, 0x7f};
    return below(2) ? special[below(sizeof(special) / 4)] : rnd();
}

static void random_source(struct eu_operand *o, const struct eu_inst *in, enum eu_type type, unsigned base,
                          bool last, bool logic)
{
    *o = (struct eu_operand){.file = EU_FILE_GRF, .type = type, .special_acc = 8};
    unsigned size = eu_type_size(type);
    if (last && below(4) == 0 && size <= 4 && size > 1) {
        o->file = EU_FILE_IMM;
        uint32_t v = type == EU_TYPE_F ? random_float() : random_int();
        if (size == 2)
            v = (v & 0xffff) * 0x10001u;
        o->imm = v;
        return;
    }
    o->reg = (uint8_t)(base + below(8));
    switch (below(4)) {
    case 0: // one element
        o->vstride = 0, o->width = 1, o->hstride = 0;
        o->subreg = (uint8_t)(below(32 / size) * size);
        break;
    case 1: // two rows far apart, or a stride
        if (in->exec_size >= 8 && size <= 2) {
            o->vstride = 16, o->width = 8, o->hstride = 2;
            break;
        } // fallthrough
    default:
        o->width = in->exec_size < 8 ? in->exec_size : 8;
        o->vstride = o->width;
        o->hstride = 1;
        if (o->width == 1)
            o->vstride = 0, o->hstride = 0;
    }
    o->negate = below(5) == 0;
    o->abs = below(7) == 0 && !logic;
}

static enum eu_type random_int_type(void)
{
    static const enum eu_type t[] = {EU_TYPE_D, EU_TYPE_UD, EU_TYPE_D,  EU_TYPE_UD,
                                     EU_TYPE_W, EU_TYPE_UW, EU_TYPE_UB, EU_TYPE_B};
    return t[below(8)];
}

// Whether each operand has at most two registers.
static bool random_fits(const struct kiln_target *target, const struct eu_inst *in)
{
    unsigned most = in->dst.hstride * eu_type_size(in->dst.type);
    for (unsigned k = 0; k < eu_op_num_srcs(in->op); k++) {
        const unsigned size = in->src[k].hstride * eu_type_size(in->src[k].type);
        most = size > most ? size : most;
    }
    return in->exec_size * most <= 2u * target->grf_bytes;
}

// False: there is no such instruction.
static bool random_inst(const struct kiln_target *target, struct eu_inst *in)
{
    static const enum eu_op ops[] = {EU_OP_MOV,   EU_OP_MOV,  EU_OP_ADD, EU_OP_MUL,  EU_OP_AND,  EU_OP_OR,
                                     EU_OP_XOR,   EU_OP_NOT,  EU_OP_SHL, EU_OP_SHR,  EU_OP_ASR,  EU_OP_CMP,
                                     EU_OP_CMP,   EU_OP_SEL,  EU_OP_SEL, EU_OP_RNDD, EU_OP_RNDE, EU_OP_RNDU,
                                     EU_OP_RNDZ,  EU_OP_FRC,  EU_OP_LZD, EU_OP_FBH,  EU_OP_FBL,  EU_OP_CBIT,
                                     EU_OP_BFREV, EU_OP_MATH, EU_OP_MAD, EU_OP_LRP};
    memset(in, 0, sizeof(*in));
    in->op = ops[below(sizeof(ops) / sizeof(*ops))];
    in->exec_size = (uint8_t)(1u << below(6));
    in->chan_offset = in->exec_size == 8 && below(2) ? 8 : 0;
    in->nomask = below(3) == 0;
    bool logic = in->op == EU_OP_AND || in->op == EU_OP_OR || in->op == EU_OP_XOR || in->op == EU_OP_NOT;
    bool shift = in->op == EU_OP_SHL || in->op == EU_OP_SHR || in->op == EU_OP_ASR;
    bool bits = in->op == EU_OP_LZD || in->op == EU_OP_FBH || in->op == EU_OP_FBL || in->op == EU_OP_CBIT ||
                in->op == EU_OP_BFREV;
    bool rounding = in->op >= EU_OP_FRC && in->op <= EU_OP_RNDZ;
    bool ternary = in->op == EU_OP_MAD || in->op == EU_OP_LRP;
    bool is_float = rounding || ternary || in->op == EU_OP_MATH || (!logic && !shift && !bits && below(2));
    enum eu_type dt = is_float ? EU_TYPE_F : below(4) ? (below(2) ? EU_TYPE_D : EU_TYPE_UD) : EU_TYPE_UW;
    if (in->op == EU_OP_MOV && below(2))
        dt = is_float ? (below(2) ? EU_TYPE_D : EU_TYPE_UD) : EU_TYPE_F;
    if (in->op == EU_OP_MATH)
        in->math = (enum eu_math[]){EU_MATH_INV,  EU_MATH_SQRT, EU_MATH_RSQ,
                                    EU_MATH_FDIV, EU_MATH_SIN,  EU_MATH_EXP}[below(6)];
    unsigned srcs = in->op == EU_OP_MATH ? (in->math == EU_MATH_FDIV ? 2 : 1) : eu_op_num_srcs(in->op);
    for (unsigned k = 0; k < srcs; k++) {
        enum eu_type t = is_float ? EU_TYPE_F
                         : bits   ? (below(2) ? EU_TYPE_D : EU_TYPE_UD)
                                  : random_int_type();
        random_source(&in->src[k], in, t, 10 + 20 * k, k + 1 == srcs && in->op != EU_OP_MATH && !ternary,
                      logic);
        if (bits)
            in->src[k].negate = in->src[k].abs = false;
    }
    in->dst = (struct eu_operand){
        .file = EU_FILE_GRF, .type = dt, .reg = (uint8_t)(70 + below(8)), .hstride = 1, .special_acc = 8};
    if (eu_type_size(dt) == 2 && in->exec_size <= 16)
        in->dst.hstride = 2;
    if (in->exec_size == 1 && eu_type_size(dt) == 4)
        in->dst.subreg = (uint8_t)(below(8) * 4);
    in->flag_reg = (uint8_t)below(2);
    in->flag_subreg = in->exec_size <= 16 ? (uint8_t)below(2) : 0;
    if (below(2) && in->op != EU_OP_SEL) {
        in->pred = below(4) || ternary ? EU_PRED_NORMAL : below(2) ? EU_PRED_ANY4H : EU_PRED_ALL2H;
        in->pred_inv = below(2);
    }
    if (in->op == EU_OP_CMP)
        in->cmod = (enum eu_cmod)(1 + below(6));
    else if (in->op == EU_OP_SEL && below(2))
        in->cmod = below(2) ? EU_CMOD_L : EU_CMOD_GE;
    else if (in->op == EU_OP_SEL)
        in->pred = EU_PRED_NORMAL, in->pred_inv = below(2);
    else if (!bits && in->op != EU_OP_MATH && below(4) == 0)
        in->cmod = (enum eu_cmod)(1 + below(6));
    in->saturate = below(5) == 0 && !logic && !bits && in->op != EU_OP_CMP && in->op != EU_OP_MATH;
    return random_fits(target, in);
}

static void random_registers(struct bench *b)
{
    for (unsigned i = 0; i < sizeof(b->grf) / 4; i++) {
        uint32_t v = below(2) ? random_float() : random_int();
        memcpy(b->grf + 4 * i, &v, 4);
    }
}

#endif
