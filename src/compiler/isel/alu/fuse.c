// Additions that take their multiplications along: MAD, and LRP of x * (1 - a) + y * a.
//
// What may be contracted and is wanted by such additions only is not selected for itself (isel_value.sunk).
//
// Facts: MAD: dst = src1 * src2 + src0, rounded once. LRP: dst = src1 * src0 + src2 * (1 - src0), single
// precision only (PRM KBL vol2a "lrp - Linear Interpolation"). Both take registers only. The manual does not
// say what LRP rounds on the way. So it stands for the very operations of its formula, whose own roundings
// bound its error whatever it does, and not for x + (y - x) * a: that is exact where x and y are the same,
// and as good as x where they are close, which LRP is not if it rounds 1 - a.
#include "compiler/isel/operand/ctx.h"
#include "isa/table/tables.h"

static bool contracts(LLVMValueRef v)
{
    return LLVMGetFastMathFlags(v) & LLVMFastMathAllowContract;
}

// ---- MAD

// Types that have a MAD (that of doubles is no faster).
static bool has_mad(LLVMValueRef v)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    return kind == LLVMFloatTypeKind || kind == LLVMHalfTypeKind;
}

static bool is_fadd(LLVMValueRef v)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    return (op == LLVMFAdd || op == LLVMFSub) && contracts(v) && has_mad(v);
}

// A MAD of halves takes packed lanes only, and no scalars.
static bool is_lanes(struct isel_ctx *x, LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMHalfTypeKind ||
           (LLVMIsAInstruction(v) && isel_divergent(x, v));
}

static bool is_mad_mul(struct isel_ctx *x, LLVMValueRef v)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMFMul && contracts(v) &&
           isel_divergent(x, v) && is_lanes(x, LLVMGetOperand(v, 0)) && is_lanes(x, LLVMGetOperand(v, 1));
}

// A multiplication that ends in divergent additions only is part of their MADs. Of two candidates, the one
// with fewer other uses.
static LLVMValueRef mad_choice(struct isel_ctx *x, LLVMValueRef add)
{
    LLVMValueRef a = LLVMGetOperand(add, 0), b = LLVMGetOperand(add, 1);
    if (a == b)
        return NULL;
    bool ma = is_mad_mul(x, a) && is_lanes(x, b), mb = is_mad_mul(x, b) && is_lanes(x, a);
    if (ma && mb) {
        LLVMUseRef u = LLVMGetFirstUse(a);
        return LLVMGetNextUse(u) ? b : a;
    }
    return ma ? a : mb ? b : NULL;
}

static bool only_mad_uses(struct isel_ctx *x, struct isel_value *v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v->llvm); u; u = LLVMGetNextUse(u)) {
        struct isel_value *user = isel_val(x, LLVMGetUser(u));
        if (!user || !is_fadd(user->llvm) || mad_choice(x, user->llvm) != v->llvm ||
            x->cfg.blocks[user->block].loop != x->cfg.blocks[v->block].loop)
            return false;
    }
    return true;
}

// a sunk multiplication under v, if there is one: operand `at`
static struct isel_value *sunk_factor(struct isel_ctx *x, LLVMValueRef v, unsigned at)
{
    struct isel_value *m = isel_val(x, LLVMGetOperand(v, at));
    return m && m->sunk && LLVMGetInstructionOpcode(m->llvm) == LLVMFMul ? m : NULL;
}

static bool add_as_mad(struct isel_ctx *x, struct isel_value *v)
{
    bool sub = LLVMGetInstructionOpcode(v->llvm) == LLVMFSub;
    for (unsigned at = 0; at < 2; at++) {
        struct isel_value *m = sunk_factor(x, v->llvm, at);
        if (!m)
            continue;
        struct mir_operand add = isel_float(x, LLVMGetOperand(v->llvm, !at), 0);
        struct mir_operand a = isel_float(x, LLVMGetOperand(m->llvm, 0), 0);
        struct mir_operand b = isel_float(x, LLVMGetOperand(m->llvm, 1), 0);
        if (sub && at == 0)
            add = isel_neg(add);
        if (sub && at == 1)
            a = isel_neg(a);
        isel_op3(x, EU_OP_MAD, isel_dst(x, v, 0, isel_elem_type(LLVMTypeOf(v->llvm))), add, a, b);
        return true;
    }
    return false;
}

// ---- LRP

struct lerp {
    LLVMValueRef a, from, to; // from * (1 - a) + to * a
    LLVMValueRef rest;        // 1 - a
    bool subtracts[2];        // the first, the second product
};

static bool is_one_minus(LLVMValueRef v, LLVMValueRef *a)
{
    double one;
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMFSub || !contracts(v) ||
        !isel_const_float(LLVMGetOperand(v, 0), &one) || one != 1)
        return false;
    *a = LLVMGetOperand(v, 1);
    return true;
}

// A product that only `sum` wants, and that is computed as often.
static bool is_own_product(struct isel_ctx *x, LLVMValueRef sum, LLVMValueRef v)
{
    LLVMUseRef u = LLVMGetFirstUse(v);
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMFMul && contracts(v) && u &&
           !LLVMGetNextUse(u) &&
           x->cfg.blocks[isel_val(x, v)->block].loop == x->cfg.blocks[isel_val(x, sum)->block].loop;
}

static bool is_lerp_of(LLVMValueRef p, LLVMValueRef q, struct lerp *l)
{
    for (unsigned k = 0; k < 2; k++)
        for (unsigned n = 0; n < 2; n++) {
            l->rest = LLVMGetOperand(p, k);
            if (is_one_minus(l->rest, &l->a) && LLVMGetOperand(q, n) == l->a) {
                l->from = LLVMGetOperand(p, !k);
                l->to = LLVMGetOperand(q, !n);
                return true;
            }
        }
    return false;
}

static bool match_lerp(struct isel_ctx *x, LLVMValueRef sum, struct lerp *l)
{
    if (!eu_op_exists(x->s->target->isa, EU_OP_LRP) || !LLVMIsAInstruction(sum) || !isel_val(x, sum) ||
        !is_fadd(sum) || LLVMGetTypeKind(LLVMTypeOf(sum)) != LLVMFloatTypeKind || !isel_divergent(x, sum))
        return false;
    LLVMValueRef p = LLVMGetOperand(sum, 0), q = LLVMGetOperand(sum, 1);
    if (!is_own_product(x, sum, p) || !is_own_product(x, sum, q))
        return false;
    bool sub = LLVMGetInstructionOpcode(sum) == LLVMFSub;
    for (unsigned k = 0; k < 2; k++)
        if (k ? is_lerp_of(q, p, l) : is_lerp_of(p, q, l)) {
            l->subtracts[0] = sub && k;
            l->subtracts[1] = sub && !k;
            return true;
        }
    return false;
}

static bool is_lerp_factor(struct isel_ctx *x, LLVMValueRef product, LLVMValueRef rest)
{
    struct lerp l;
    LLVMUseRef u = LLVMGetFirstUse(product);
    return u && match_lerp(x, LLVMGetUser(u), &l) && (!rest || l.rest == rest);
}

// 1 - a of LRPs and nothing else.
static bool only_lerp_uses(struct isel_ctx *x, LLVMValueRef rest)
{
    for (LLVMUseRef u = LLVMGetFirstUse(rest); u; u = LLVMGetNextUse(u))
        if (LLVMGetInstructionOpcode(LLVMGetUser(u)) != LLVMFMul || !is_lerp_factor(x, LLVMGetUser(u), rest))
            return false;
    return true;
}

static bool add_as_lrp(struct isel_ctx *x, struct isel_value *v)
{
    struct lerp l;
    if (!match_lerp(x, v->llvm, &l))
        return false;
    struct mir_operand a = isel_float(x, l.a, 0);
    struct mir_operand from = isel_float(x, l.from, 0), to = isel_float(x, l.to, 0);
    if (l.subtracts[0])
        from = isel_neg(from);
    if (l.subtracts[1])
        to = isel_neg(to);
    isel_op3(x, EU_OP_LRP, isel_dst(x, v, 0, EU_TYPE_F), a, to, from);
    return true;
}

// ---- both

bool isel_is_fused(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef a;
    if (is_one_minus(v->llvm, &a))
        return only_lerp_uses(x, v->llvm);
    if (LLVMGetInstructionOpcode(v->llvm) != LLVMFMul)
        return false;
    return is_lerp_factor(x, v->llvm, NULL) ||
           (is_mad_mul(x, v->llvm) && has_mad(v->llvm) && only_mad_uses(x, v));
}

bool isel_fused_add(struct isel_ctx *x, struct isel_value *v)
{
    return add_as_lrp(x, v) || add_as_mad(x, v);
}
