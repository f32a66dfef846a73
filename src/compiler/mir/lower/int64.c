// 64-bit integers where the EU computes none (kiln_target.has_int64): instructions on qwords become
// instructions on their halves; and where it multiplies no dwords (has_dword_mul), products of words are put
// together.
//
// A value keeps its place, a qword for each channel, as messages want it: its halves are regions with a
// stride of two. The first pass runs behind instruction selection, so that all others see dwords; it leaves
// moves of qwords, which coalescing may save, to the second. What comes here of 64 bits: MOV, logic, ADD,
// products of dwords, shifts, CMP, SEL. Conversions to and from floats are LLVM IR's (llvm/lower/int.c).
// Carries go through comparisons: the accumulator that ADDC has them in is one register for all.
#include "compiler/mir/lower/int64.h"

#include "compiler/mir/lower/pair.h"
#include "compiler/mir/lower/qword.h"

// ---- instructions

static bool is_raw(const struct mir_inst *i)
{
    const struct mir_operand *o = &i->src[0];
    return mir_is_wide(i->dst.type) && mir_is_wide(o->type) && o->kind != MIR_OPK_IMM && !o->negate &&
           !o->abs;
}

static bool move(struct lowering *z)
{
    struct mir_inst *i = z->i;
    enum eu_type from = i->src[0].type, to = i->dst.type;
    if (from == EU_TYPE_F || from == EU_TYPE_HF || to == EU_TYPE_F || to == EU_TYPE_HF)
        return pair_fail(z, "a conversion of floats");
    struct pair p = pair_source(z, 0);
    if (mir_is_wide(to) || p.lo.kind == MIR_OPK_IMM)
        return pair_deliver(z, p);
    pair_predicate_like(z, pair_op1(z, EU_OP_MOV, i->dst, p.lo));
    return true;
}

static struct mir_operand logic_half(struct lowering *z, unsigned op, struct mir_operand a,
                                     struct mir_operand b, struct mir_operand dst)
{
    bool none = pair_is_imm(b, 0), all = pair_is_imm(b, UINT32_MAX);
    if (op == EU_OP_NOT) {
        pair_op1(z, op, dst, a);
        return dst;
    }
    if ((op == EU_OP_AND && none) || (op == EU_OP_OR && all))
        return b;
    if (((op == EU_OP_AND && all) || (op != EU_OP_AND && none)) && !a.negate)
        return a;
    pair_op2(z, op, dst, a, b);
    return dst;
}

// The source modifier of logic is NOT, which is one of the halves.
static bool logic(struct lowering *z)
{
    struct mir_inst *i = z->i;
    struct pair a = pair_plain_source(z, 0), b = i->op == EU_OP_NOT ? a : pair_plain_source(z, 1),
                d = pair_result(z);
    a.lo.negate = a.hi.negate = i->src[0].negate;
    if (i->op != EU_OP_NOT)
        b.lo.negate = b.hi.negate = i->src[1].negate;
    if (a.lo.kind == MIR_OPK_IMM && i->op != EU_OP_NOT) {
        struct pair t = a;
        a = b;
        b = t;
    }
    struct pair *both[2] = {&a, &b};
    for (unsigned k = 0; k < 2; k++)
        if (both[k]->lo.kind == MIR_OPK_IMM && both[k]->lo.negate)
            *both[k] =
                pair_constant(~((uint64_t)(uint32_t)both[k]->hi.imm << HALF | (uint32_t)both[k]->lo.imm));
    return pair_deliver(
        z, (struct pair){logic_half(z, i->op, a.lo, b.lo, d.lo), logic_half(z, i->op, a.hi, b.hi, d.hi)});
}

static bool sum(struct lowering *z)
{
    struct mir_inst *i = z->i;
    bool minus = i->src[1].negate && i->src[1].kind != MIR_OPK_IMM;
    unsigned first = !minus && i->src[0].negate && !i->src[1].abs && i->src[0].kind != MIR_OPK_IMM;
    struct pair a, b;
    if (first) { // -a + b is b - a
        minus = true;
        a = pair_source(z, 1);
    } else {
        a = pair_source(z, 0);
    }
    unsigned other = !first;
    if (minus) {
        b = pair_plain_source(z, other);
        if (i->src[other].abs)
            b = pair_absolute(z, b);
    } else {
        b = pair_source(z, other);
    }
    struct pair d = pair_result(z);
    if (!minus && a.lo.kind == MIR_OPK_IMM) {
        struct pair t = a;
        a = b;
        b = t;
    }
    if (a.lo.kind == MIR_OPK_IMM && b.lo.kind != MIR_OPK_IMM) { // a constant minus something
        pair_op2(z, EU_OP_ADD, d.lo, a.lo, pair_negated(b.lo));
    } else if (!minus && pair_is_imm(b.lo, 0)) { // nothing to carry
        pair_op1(z, EU_OP_MOV, d.lo, a.lo);
        pair_op2(z, EU_OP_ADD, d.hi, a.hi, b.hi);
        return pair_deliver(z, d);
    } else {
        pair_op2(z, EU_OP_ADD, d.lo, a.lo, minus ? pair_negated(b.lo) : b.lo);
    }
    struct mir_operand carry =
        minus ? pair_mask(z, EU_CMOD_L, a.lo, b.lo) : pair_mask(z, EU_CMOD_L, d.lo, a.lo);
    carry = minus ? carry : pair_negated(carry);
    if (pair_is_imm(b.hi, 0) || pair_is_imm(a.hi, 0)) {
        struct mir_operand rest = pair_is_imm(b.hi, 0) ? a.hi : minus ? pair_negated(b.hi) : b.hi;
        pair_op2(z, EU_OP_ADD, d.hi, rest, carry);
    } else {
        struct mir_operand high = pair_new_op2(z, EU_OP_ADD, a.hi, minus ? pair_negated(b.hi) : b.hi);
        pair_op2(z, EU_OP_ADD, d.hi, high, carry);
    }
    return pair_deliver(z, d);
}

// ---- shifts

static bool shift_by_constant(struct lowering *z, struct pair a, unsigned n)
{
    unsigned op = z->i->op;
    bool left = op == EU_OP_SHL, sign = op == EU_OP_ASR;
    enum eu_type t = sign ? EU_TYPE_D : EU_TYPE_UD;
    struct pair d = pair_result(z);
    struct mir_operand from = left ? a.lo : a.hi; // what comes from the half that is left first
    struct mir_operand *far = left ? &d.hi : &d.lo, *near = left ? &d.lo : &d.hi;
    if (n == 0)
        return pair_deliver(z, a);
    if (n >= HALF) {
        pair_op2(z, op, pair_retype(*far, t), pair_retype(from, t), mir_imm_ud(n - HALF));
        if (sign)
            pair_op2(z, EU_OP_ASR, pair_retype(*near, t), pair_retype(a.hi, t), mir_imm_ud(31));
        else
            pair_op1(z, EU_OP_MOV, *near, mir_imm_ud(0));
        return pair_deliver(z, d);
    }
    struct mir_operand in = pair_new_op2(z, left ? EU_OP_SHR : EU_OP_SHL, from, mir_imm_ud(HALF - n));
    struct mir_operand rest =
        pair_new_op2(z, left ? EU_OP_SHL : EU_OP_SHR, left ? a.hi : a.lo, mir_imm_ud(n));
    pair_op2(z, EU_OP_OR, *far, rest, in);
    pair_op2(z, op, pair_retype(*near, t), pair_retype(from, t), mir_imm_ud(n));
    return pair_deliver(z, d);
}

static struct mir_operand dword_of_count(struct lowering *z)
{
    struct mir_operand n = z->i->src[1];
    if (mir_is_wide(n.type))
        return pair_plain_source(z, 1).lo;
    if (eu_type_size(n.type) == 4)
        return pair_retype(n, EU_TYPE_UD);
    struct mir_operand t = pair_temp(z);
    pair_op1(z, EU_OP_MOV, t, n);
    return t;
}

// The EU takes the low five bits of a count. Of 32 and more, one half is the other, shifted by the rest.
static bool shift(struct lowering *z)
{
    unsigned op = z->i->op;
    bool left = op == EU_OP_SHL, sign = op == EU_OP_ASR;
    enum eu_type t = sign ? EU_TYPE_D : EU_TYPE_UD;
    struct pair a = pair_source(z, 0);
    if (z->i->src[1].kind == MIR_OPK_IMM)
        return shift_by_constant(z, a, (unsigned)z->i->src[1].imm & 63);
    if (a.lo.kind == MIR_OPK_IMM) { // a shift's first source is no immediate
        struct pair r = {pair_temp(z), pair_temp(z)};
        pair_op1(z, EU_OP_MOV, r.lo, a.lo);
        pair_op1(z, EU_OP_MOV, r.hi, a.hi);
        a = r;
    }
    struct mir_operand n = dword_of_count(z), back = pair_temp(z), flag = pair_flag(z, false);
    struct mir_operand from = left ? a.lo : a.hi, rest = left ? a.hi : a.lo;
    pair_op1(z, EU_OP_NOT, back, n); // 31 - n
    struct mir_operand in = pair_new_op2(z, left ? EU_OP_SHR : EU_OP_SHL, from, mir_imm_ud(1));
    in = pair_new_op2(z, left ? EU_OP_SHR : EU_OP_SHL, in, back);
    struct mir_operand far = pair_new_op2(z, left ? EU_OP_SHL : EU_OP_SHR, rest, n), near = pair_temp(z);
    far = pair_new_op2(z, EU_OP_OR, far, in);
    pair_op2(z, op, pair_retype(near, t), pair_retype(from, t), n);
    struct mir_operand all = mir_imm_ud(0);
    if (sign) {
        all = pair_temp(z);
        pair_op2(z, EU_OP_ASR, pair_retype(all, t), pair_retype(a.hi, t), mir_imm_ud(31));
    }
    struct mir_operand much = pair_new_op2(z, EU_OP_AND, n, mir_imm_ud(HALF));
    pair_compare(z, EU_CMOD_NZ, flag, mir_null(EU_TYPE_UD), much, mir_imm_ud(0));
    struct pair d = pair_result(z);
    pair_predicate(pair_op2(z, EU_OP_SEL, left ? d.hi : d.lo, near, far), flag, false);
    pair_predicate(pair_op2(z, EU_OP_SEL, left ? d.lo : d.hi, near, all), flag, true);
    return pair_deliver(z, d);
}

// ---- comparisons

static enum eu_cmod strict(enum eu_cmod c)
{
    return c == EU_CMOD_GE ? EU_CMOD_G : c == EU_CMOD_LE ? EU_CMOD_L : c;
}

// a c b in a flag: of the low halves where the high ones are equal, else of those.
static void compare_into(struct lowering *z, enum eu_cmod c, bool sign, struct pair a, struct pair b,
                         struct mir_operand flag)
{
    enum eu_type t = sign ? EU_TYPE_D : EU_TYPE_UD;
    struct mir_operand none = mir_null(EU_TYPE_UD);
    bool equality = c == EU_CMOD_Z || c == EU_CMOD_NZ;
    if (equality) {
        pair_compare(z, c, flag, none, a.hi, b.hi);
        pair_predicate(pair_compare(z, c, flag, none, a.lo, b.lo), flag, c == EU_CMOD_NZ);
        return;
    }
    pair_compare(z, EU_CMOD_Z, flag, none, a.hi, b.hi);
    pair_predicate(pair_compare(z, c, flag, none, a.lo, b.lo), flag, false);
    pair_predicate(pair_compare(z, strict(c), flag, mir_null(t), pair_retype(a.hi, t), pair_retype(b.hi, t)),
                   flag, true);
}

static bool compares_signed(const struct mir_inst *i)
{
    for (unsigned k = 0; k < 2; k++)
        if (mir_is_wide(i->src[k].type))
            return i->src[k].type == EU_TYPE_Q;
    return false;
}

static bool comparison(struct lowering *z)
{
    struct mir_inst *i = z->i;
    struct pair a = pair_in_registers(z, pair_source(z, 0)), b = pair_source(z, 1);
    bool plain = i->pred.kind == MIR_OPK_NONE;
    struct mir_operand flag =
        plain && i->flag.kind != MIR_OPK_NONE
            ? i->flag
            : pair_flag(z, i->flag.kind == MIR_OPK_VREG && z->s->vregs[i->flag.vreg].uniform);
    compare_into(z, i->cmod, compares_signed(i), a, b, flag);
    if (plain && i->dst.kind != MIR_OPK_VREG)
        return true;
    struct mir_operand all = pair_temp(z);
    pair_op1(z, EU_OP_MOV, all, mir_imm_ud(0));
    pair_predicate(pair_op1(z, EU_OP_MOV, all, mir_imm_ud(UINT32_MAX)), flag, false);
    if (!plain && i->flag.kind != MIR_OPK_NONE) {
        struct mir_inst *n = pair_compare(z, EU_CMOD_NZ, i->flag, mir_null(EU_TYPE_UD), all, mir_imm_ud(0));
        pair_predicate_like(z, n);
    }
    return i->dst.kind != MIR_OPK_VREG || pair_deliver(z, (struct pair){all, all});
}

static bool selection(struct lowering *z)
{
    struct mir_inst *i = z->i;
    struct pair a = pair_in_registers(z, pair_source(z, 0)), b = pair_source(z, 1), d = pair_destination(z);
    struct mir_operand flag = i->pred;
    bool inv = i->pred_inv;
    if (i->pred.kind == MIR_OPK_NONE) {
        if (i->cmod != EU_CMOD_L && i->cmod != EU_CMOD_GE)
            return pair_fail(z, "neither the smaller nor the larger");
        flag = pair_flag(z, false);
        inv = false;
        compare_into(z, i->cmod, compares_signed(i), a, b, flag);
    }
    if (pair_dst_is_read(i) || d.hi.kind == MIR_OPK_NONE || d.lo.hstride > 4)
        d = (struct pair){pair_temp(z), pair_temp(z)};
    struct mir_inst *n[2] = {pair_op2(z, EU_OP_SEL, d.lo, a.lo, b.lo),
                             pair_op2(z, EU_OP_SEL, d.hi, a.hi, b.hi)};
    for (unsigned k = 0; k < 2; k++) {
        pair_predicate(n[k], flag, inv);
        if (i->pred.kind != MIR_OPK_NONE)
            n[k]->pred_ctrl = i->pred_ctrl;
    }
    i->pred.kind = MIR_OPK_NONE; // it has chosen, and holds nothing back
    return pair_deliver(z, d);
}

// ---- the passes

static bool has_wide_operand(const struct mir_inst *i)
{
    bool wide = i->dst.kind != MIR_OPK_NONE && mir_is_wide(i->dst.type);
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        wide |= i->src[k].kind != MIR_OPK_NONE && mir_is_wide(i->src[k].type);
    return wide;
}

static bool lower(struct lowering *z)
{
    struct mir_inst *i = z->i;
    if (i->saturate || (i->cmod && i->op != EU_OP_CMP && i->op != EU_OP_SEL))
        return pair_fail(z, "with a condition or saturated");
    switch (i->op) {
    case EU_OP_MOV:
        return move(z);
    case EU_OP_NOT:
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
        return logic(z);
    case EU_OP_ADD:
        return sum(z);
    case EU_OP_SHL:
    case EU_OP_SHR:
    case EU_OP_ASR:
        return shift(z);
    case EU_OP_MUL:
        return pair_product(z);
    case EU_OP_CMP:
        return comparison(z);
    case EU_OP_SEL:
        return selection(z);
    default:
        return pair_fail(z, "not an instruction that is known here");
    }
}

// What a message moves has no type.
static void retype_send(struct mir_inst *i)
{
    struct mir_operand *moved[] = {&i->dst, &i->src[0], &i->src[1]};
    for (unsigned k = 0; k < 3; k++)
        if (moved[k]->kind != MIR_OPK_NONE && mir_is_wide(moved[k]->type))
            moved[k]->type = EU_TYPE_UD;
}

bool mir_int64(struct mir_shader *s, const char **error)
{
    struct lowering z = {.s = s};
    for (uint32_t b = 0; b < s->block_count && !z.error; b++)
        mir_foreach_inst_safe(i, s->blocks[b])
        {
            z.i = i;
            if (mir_op_is_send(i->op)) {
                retype_send(i);
            } else if (i->op < EU_OP_COUNT && has_wide_operand(i)) {
                if (i->op == EU_OP_MOV && is_raw(i))
                    continue;
                if (lower(&z))
                    mir_remove(i);
            } else if (!s->target->has_dword_mul && mir_is_product(i)) {
                pair_dword_product(&z);
            }
        }
    *error = z.error;
    return !z.error;
}

bool mir_qword_moves(struct mir_shader *s, const char **error)
{
    struct lowering z = {.s = s};
    for (uint32_t b = 0; b < s->block_count && !z.error; b++)
        mir_foreach_inst_safe(i, s->blocks[b])
        {
            z.i = i;
            if (i->op < EU_OP_COUNT && !mir_op_is_send(i->op) && has_wide_operand(i) && !mir_split_move(s, i))
                pair_fail(&z, "no move");
        }
    *error = z.error;
    return !z.error;
}
