// Products of dwords from those of words, where the EU has no others: mir/lower/pair.h.
#include "compiler/mir/lower/pair.h"
#include "compiler/mir/lower/qword.h"

static struct mir_operand word(struct lowering *z, struct mir_operand o, unsigned half)
{
    if (o.kind == MIR_OPK_IMM)
        return mir_imm_uw((uint16_t)(o.imm >> (16 * half)));
    int stride = mir_src_stride(&o, z->i->exec_size);
    uint32_t at = o.offset + 2 * half;
    return stride == 0 ? mir_scalar(o.vreg, at, EU_TYPE_UW)
                       : mir_strided(o.vreg, at, EU_TYPE_UW, 2 * (unsigned)stride);
}

// A factor whose words are regions: a dword of a vreg with a stride of at most two, or a constant.
static struct mir_operand factor(struct lowering *z, unsigned k)
{
    struct mir_operand o = z->i->src[k];
    int stride = mir_src_stride(&o, z->i->exec_size);
    if (o.kind == MIR_OPK_IMM && !o.negate && !o.abs)
        return pair_retype(mir_imm_ud((uint32_t)pair_value_of(&o)),
                           mir_is_signed(o.type) ? EU_TYPE_D : EU_TYPE_UD);
    if (o.kind == MIR_OPK_VREG && eu_type_size(o.type) == 4 && !o.negate && !o.abs && stride >= 0 &&
        stride <= 2)
        return o;
    struct mir_operand t = pair_retype(pair_temp(z), mir_is_signed(o.type) ? EU_TYPE_D : EU_TYPE_UD);
    pair_op1(z, EU_OP_MOV, t, o);
    return t;
}

// What a negative factor makes of the high half of a product of unsigned dwords: minus the other factor.
static struct mir_operand without_sign(struct lowering *z, struct mir_operand high, struct mir_operand a,
                                       struct mir_operand b)
{
    if (a.type != EU_TYPE_D || (a.kind == MIR_OPK_IMM && (int32_t)a.imm >= 0))
        return high;
    if (a.kind == MIR_OPK_IMM)
        return pair_new_op2(z, EU_OP_ADD, high, pair_negated(pair_retype(b, EU_TYPE_UD)));
    struct mir_operand sign = pair_temp(z);
    pair_op2(z, EU_OP_ASR, pair_retype(sign, EU_TYPE_D), a, mir_imm_ud(31));
    struct mir_operand part = pair_new_op2(z, EU_OP_AND, sign, pair_retype(b, EU_TYPE_UD));
    return pair_new_op2(z, EU_OP_ADD, high, pair_negated(part));
}

// ---- by the accumulator

// Whole registers of packed results, as the accumulator's channels lie.
static bool has_accumulator(const struct lowering *z)
{
    return kiln_target_mach_gives_low(z->s->target) && z->i->exec_size >= mir_native_width(z->s);
}

// One half: mir/lower/accumulate.c adds what it takes.
static struct mir_operand half_product(struct lowering *z, struct mir_operand a, struct mir_operand b,
                                       bool high, enum eu_type type)
{
    struct mir_operand t = pair_retype(pair_temp(z), type);
    struct mir_inst *mach = pair_op2(z, EU_OP_MACH, t, pair_retype(a, type), pair_retype(b, type));
    mach->acc_wr = high;
    return pair_retype(t, EU_TYPE_UD);
}

static bool as_signed(struct mir_operand a, bool sign)
{
    return a.type == (sign ? EU_TYPE_D : EU_TYPE_UD) || (a.kind == MIR_OPK_IMM && (int32_t)a.imm >= 0);
}

// ---- by words

// All 64 bits of a product of dwords, from those of words.
bool pair_product(struct lowering *z)
{
    if (mir_is_wide(z->i->src[0].type) || mir_is_wide(z->i->src[1].type))
        return pair_fail(z, "a product of qwords");
    struct mir_operand a = factor(z, 0), b = factor(z, 1);
    if (a.kind == MIR_OPK_IMM) {
        struct mir_operand t = a;
        a = b;
        b = t;
    }
    if (a.kind == MIR_OPK_IMM) {
        struct mir_operand t = pair_retype(pair_temp(z), a.type);
        pair_op1(z, EU_OP_MOV, t, a);
        a = t;
    }
    bool sign = as_signed(a, true) && as_signed(b, true);
    if (has_accumulator(z) && (sign || (as_signed(a, false) && as_signed(b, false)))) {
        enum eu_type type = sign ? EU_TYPE_D : EU_TYPE_UD;
        struct mir_operand high = half_product(z, a, b, true, type);
        return pair_deliver(z, (struct pair){half_product(z, a, b, false, type), high});
    }
    struct mir_operand low = pair_new_op2(z, EU_OP_MUL, word(z, a, 0), word(z, b, 0));
    struct mir_operand cross = pair_new_op2(z, EU_OP_MUL, word(z, a, 0), word(z, b, 1));
    struct mir_operand other = pair_new_op2(z, EU_OP_MUL, word(z, a, 1), word(z, b, 0));
    struct mir_operand high = pair_new_op2(z, EU_OP_MUL, word(z, a, 1), word(z, b, 1));
    // At most 2^32 - 2: (2^16 - 1)^2 and twice 2^16 - 1.
    struct mir_operand middle = pair_new_op2(z, EU_OP_ADD, word(z, low, 1), word(z, cross, 0));
    middle = pair_new_op2(z, EU_OP_ADD, middle, other);
    high = pair_new_op2(z, EU_OP_ADD, high, word(z, cross, 1));
    high = pair_new_op2(z, EU_OP_ADD, high, word(z, middle, 1));
    high = without_sign(z, high, a, b);
    high = without_sign(z, high, b, a);
    middle = pair_new_op2(z, EU_OP_SHL, middle, mir_imm_ud(16));
    low = pair_new_op2(z, EU_OP_ADD, middle, word(z, low, 0));
    return pair_deliver(z, (struct pair){low, high});
}

// A factor that fits a word is one.
static bool shorten_product(struct lowering *z)
{
    struct mir_inst *i = z->i;
    struct mir_operand *b = &i->src[1];
    if (mir_is_imm(&i->src[0]) && !mir_is_imm(b)) {
        struct mir_operand t = i->src[0];
        i->src[0] = *b;
        *b = t;
    }
    if (b->kind != MIR_OPK_IMM || b->negate || b->abs || (b->imm & UINT32_MAX) > UINT16_MAX)
        return false;
    *b = mir_imm_uw((uint16_t)b->imm);
    return true;
}

bool pair_dword_product(struct lowering *z)
{
    struct mir_inst *i = z->i;
    for (unsigned k = 0; k < 2; k++) // words times dwords take no modifiers (Mesa brw_lower_src_modifiers)
        if (i->src[k].negate || i->src[k].abs)
            i->src[k] = factor(z, k);
    if (shorten_product(z))
        return true;
    if (has_accumulator(z) && mir_is_dword(i->dst.type) && !i->saturate && !i->cmod) {
        struct mir_operand a = factor(z, 0), b = factor(z, 1);
        i->src[0] = half_product(z, a, b, false, EU_TYPE_UD);
        i->src[0].type = i->dst.type;
        i->src[1] = (struct mir_operand){.kind = MIR_OPK_NONE};
        i->op = EU_OP_MOV;
        return true;
    }
    if (mir_split_product(z->s, i, 4))
        return true;
    i->src[1] = factor(z, 1);
    return mir_split_product(z->s, i, 4) || pair_fail(z, "a product of dwords");
}
