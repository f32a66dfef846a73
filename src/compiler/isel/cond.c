// Conditions: compares, logic on i1, selects.
//
// An i1 that only branches and selects want never becomes lanes of 0 and ~0: it is compared into a flag where
// it is needed (isel_value.sunk), and flags are short-lived: there are few. `a && b` becomes a compare and a
// second compare predicated by the first. The last two conditions of a block are remembered.
//
// Facts: CMP.l and such are false for NaN, CMP.nz is true (PRM KBL vol2d EU_INSTRUCTION_CMP), so unordered
// forms are the opposite compare with an inverted predicate.
#include <string.h>

#include "compiler/mir/query.h"
#include "compiler/isel/ctx.h"

// ---- what is sunk
// -----------------------------------------------------------------------------------------------

static bool is_i1(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 1;
}

static bool is_const(LLVMValueRef v, bool value)
{
    int64_t c;
    return is_i1(v) && isel_const_int(v, &c) && (c != 0) == value;
}

enum logic { LOGIC_NONE, LOGIC_AND, LOGIC_OR, LOGIC_NOT };

// Logic on two conditions, also in the form of a select: a ? b : false.
static enum logic logic_of(LLVMValueRef v, LLVMValueRef *a, LLVMValueRef *b)
{
    if (!LLVMIsAInstruction(v) || !is_i1(v))
        return LOGIC_NONE;
    *a = LLVMGetOperand(v, 0);
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAnd:
        *b = LLVMGetOperand(v, 1);
        return LOGIC_AND;
    case LLVMOr:
        *b = LLVMGetOperand(v, 1);
        return LOGIC_OR;
    case LLVMXor:
        return is_const(LLVMGetOperand(v, 1), true) ? LOGIC_NOT : LOGIC_NONE;
    case LLVMSelect:
        if (is_const(LLVMGetOperand(v, 2), false)) {
            *b = LLVMGetOperand(v, 1);
            return LOGIC_AND;
        }
        if (is_const(LLVMGetOperand(v, 1), true)) {
            *b = LLVMGetOperand(v, 2);
            return LOGIC_OR;
        }
        return LOGIC_NONE;
    default:
        return LOGIC_NONE;
    }
}

static bool is_vote(LLVMValueRef v)
{
    return intrinsic_of(v) == INTRINSIC_BALLOT;
}

// All uses want a flag, in the same loop (so that operands do not live longer than they would).
static bool only_flag_uses(struct isel_ctx *x, struct isel_value *v, bool once)
{
    unsigned n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(v->llvm); u; u = LLVMGetNextUse(u)) {
        struct isel_value *user = isel_val(x, LLVMGetUser(u));
        if (!user)
            continue;
        LLVMOpcode op = LLVMGetInstructionOpcode(user->llvm);
        bool wants = op == LLVMBr || (user->sunk && !LLVMIsACmpInst(user->llvm)) || is_vote(user->llvm);
        if (op == LLVMSelect && !user->sunk) {
            wants = LLVMGetOperand(user->llvm, 0) == v->llvm && LLVMGetOperand(user->llvm, 1) != v->llvm &&
                    LLVMGetOperand(user->llvm, 2) != v->llvm;
            LLVMValueRef a, b; // logic that is not sunk works on lanes
            wants &= logic_of(user->llvm, &a, &b) == LOGIC_NONE;
        }
        if (!wants || x->cfg.blocks[user->block].loop != x->cfg.blocks[v->block].loop)
            return false;
        n++;
    }
    return !once || n == 1;
}

bool isel_is_call(LLVMValueRef v, const char *name)
{
    size_t n;
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMCall)
        return false;
    const char *called = LLVMGetValueName2(LLVMGetCalledValue(v), &n);
    return !strncmp(called, name, strlen(name));
}

// maxnum(v, 0) under minnum(..., 1), and nothing else: together they are a saturating move, of NaN as well.
static bool is_saturation(struct isel_ctx *x, LLVMValueRef v)
{
    double zero, one;
    LLVMUseRef u = LLVMGetFirstUse(v);
    if (!isel_is_call(v, "llvm.maxnum.f32") || !isel_const_float(LLVMGetOperand(v, 1), &zero) || zero != 0 ||
        LLVMIsAConstant(LLVMGetOperand(v, 0)) || !u || LLVMGetNextUse(u))
        return false;
    LLVMValueRef user = LLVMGetUser(u);
    return isel_val(x, user) && isel_is_call(user, "llvm.minnum.f32") && LLVMGetOperand(user, 0) == v &&
           isel_const_float(LLVMGetOperand(user, 1), &one) && one == 1;
}

void isel_sink(struct isel_ctx *x)
{
    for (uint32_t i = x->value_count; i-- > 0;) { // users first
        struct isel_value *v = &x->values[i];
        LLVMValueRef a, b;
        if (LLVMIsACmpInst(v->llvm))
            v->sunk = is_i1(v->llvm) && only_flag_uses(x, v, false);
        else if (logic_of(v->llvm, &a, &b) != LOGIC_NONE)
            v->sunk = only_flag_uses(x, v, true);
        else if (isel_is_fused(x, v))
            v->sunk = true;
        else
            v->sunk |= is_saturation(x, v->llvm);
    }
}

// ---- compares
// -----------------------------------------------------------------------------------------------------

struct test {
    enum eu_cmod cmod;
    bool inv;
    struct mir_operand a, b;
};

// Of surface pointers: zero if both the offsets and the surfaces are the same.
static struct mir_operand pointer_difference(struct isel_ctx *x, LLVMValueRef a, LLVMValueRef b)
{
    struct mir_operand part[2];
    for (unsigned k = 0; k < 2; k++) {
        struct mir_operand p = isel_int(x, a, k), q = isel_int(x, b, k);
        if (p.kind == MIR_OPK_IMM)
            p = isel_in_reg(x, p, EU_TYPE_UD);
        part[k] = isel_temp(x, EU_TYPE_UD, !isel_is_scalar(&p) || !isel_is_scalar(&q));
        isel_op2(x, EU_OP_XOR, part[k], isel_retype(p, EU_TYPE_UD), isel_retype(q, EU_TYPE_UD));
    }
    struct mir_operand d = isel_temp(x, EU_TYPE_UD, !isel_is_scalar(&part[0]) || !isel_is_scalar(&part[1]));
    isel_op2(x, EU_OP_OR, d, part[0], part[1]);
    return d;
}

static struct test int_test(struct isel_ctx *x, LLVMValueRef v, unsigned k)
{
    static const struct {
        enum eu_cmod cmod;
        bool is_signed;
    } rows[] = {
        [LLVMIntEQ - LLVMIntEQ] = {EU_CMOD_Z, false},  [LLVMIntNE - LLVMIntEQ] = {EU_CMOD_NZ, false},
        [LLVMIntUGT - LLVMIntEQ] = {EU_CMOD_G, false}, [LLVMIntUGE - LLVMIntEQ] = {EU_CMOD_GE, false},
        [LLVMIntULT - LLVMIntEQ] = {EU_CMOD_L, false}, [LLVMIntULE - LLVMIntEQ] = {EU_CMOD_LE, false},
        [LLVMIntSGT - LLVMIntEQ] = {EU_CMOD_G, true},  [LLVMIntSGE - LLVMIntEQ] = {EU_CMOD_GE, true},
        [LLVMIntSLT - LLVMIntEQ] = {EU_CMOD_L, true},  [LLVMIntSLE - LLVMIntEQ] = {EU_CMOD_LE, true},
    };
    LLVMIntPredicate p = LLVMGetICmpPredicate(v);
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    LLVMTypeRef t = LLVMTypeOf(a);
    struct test r = {.cmod = rows[p - LLVMIntEQ].cmod};
    bool is_signed = rows[p - LLVMIntEQ].is_signed;
    if (isel_elem_bits(t) == 1 && (p == LLVMIntEQ || p == LLVMIntNE))
        is_signed = true; // lanes of 0 and ~0 as they are
    if (isel_type_comps(t) != isel_type_comps(LLVMTypeOf(v)) && (p == LLVMIntEQ || p == LLVMIntNE)) {
        r.a = pointer_difference(x, a, b);
        r.b = mir_imm_ud(0);
        return r;
    } // an order has meaning within one surface only: that of the offsets
    r.a = isel_ext(x, a, k, is_signed);
    r.b = isel_ext(x, b, k, is_signed);
    return r;
}

static struct test float_test(struct isel_ctx *x, LLVMValueRef v, unsigned k)
{
    static const struct {
        enum eu_cmod cmod;
        bool inv;
    } rows[] = {
        [LLVMRealOEQ] = {EU_CMOD_Z, false},  [LLVMRealOGT] = {EU_CMOD_G, false},
        [LLVMRealOGE] = {EU_CMOD_GE, false}, [LLVMRealOLT] = {EU_CMOD_L, false},
        [LLVMRealOLE] = {EU_CMOD_LE, false}, [LLVMRealUGT] = {EU_CMOD_LE, true},
        [LLVMRealUGE] = {EU_CMOD_L, true},   [LLVMRealULT] = {EU_CMOD_GE, true},
        [LLVMRealULE] = {EU_CMOD_G, true},   [LLVMRealUNE] = {EU_CMOD_NZ, false},
        [LLVMRealONE] = {EU_CMOD_NZ, false}, [LLVMRealUEQ] = {EU_CMOD_Z, false},
        [LLVMRealORD] = {EU_CMOD_Z, false},  [LLVMRealUNO] = {EU_CMOD_NZ, false},
    };
    LLVMRealPredicate p = LLVMGetFCmpPredicate(v);
    if (LLVMGetFastMathFlags(v) & LLVMFastMathNoNaNs) {
        switch (p) {
        case LLVMRealUGT:
            p = LLVMRealOGT;
            break;
        case LLVMRealUGE:
            p = LLVMRealOGE;
            break;
        case LLVMRealULT:
            p = LLVMRealOLT;
            break;
        case LLVMRealULE:
            p = LLVMRealOLE;
            break;
        default:
            break;
        }
    }
    struct test r = {.cmod = rows[p].cmod, .inv = rows[p].inv};
    r.a = isel_float(x, LLVMGetOperand(v, 0), k);
    r.b = isel_float(x, LLVMGetOperand(v, 1), k);
    return r;
}

static struct test test_of(struct isel_ctx *x, LLVMValueRef v, unsigned k)
{
    struct test t = LLVMIsAICmpInst(v) ? int_test(x, v, k) : float_test(x, v, k);
    if (t.a.kind == MIR_OPK_IMM && t.b.kind != MIR_OPK_IMM) {
        struct mir_operand o = t.a;
        t.a = t.b;
        t.b = o;
        t.cmod = mir_cmod_swapped(t.cmod);
    }
    return t;
}

static enum eu_cmod opposite(enum eu_cmod c)
{
    switch (c) {
    case EU_CMOD_Z:
        return EU_CMOD_NZ;
    case EU_CMOD_NZ:
        return EU_CMOD_Z;
    case EU_CMOD_G:
        return EU_CMOD_LE;
    case EU_CMOD_GE:
        return EU_CMOD_L;
    case EU_CMOD_L:
        return EU_CMOD_GE;
    default:
        return EU_CMOD_G;
    }
}

static bool test_is_uniform(const struct test *t)
{
    return isel_is_scalar(&t->a) && isel_is_scalar(&t->b);
}

// Where a compare's lanes go that only sets a flag: not narrower than what it compares.
static struct mir_operand nowhere(enum eu_type t)
{
    return mir_null(isel_size(t) < 4 && t != EU_TYPE_HF ? EU_TYPE_UD : t);
}

static struct mir_inst *emit_test(struct isel_ctx *x, const struct test *t, struct mir_operand dst,
                                  struct mir_operand flag)
{
    if (t->a.type == EU_TYPE_F) // all ones all the same
        dst = isel_retype(dst, EU_TYPE_F);
    struct mir_inst *i = isel_op2(x, EU_OP_CMP, dst, t->a, t->b);
    i->cmod = t->cmod;
    i->flag = flag;
    if (dst.kind == MIR_OPK_ARF)
        i->nomask = test_is_uniform(t);
    return i;
}

// fcmp one, ueq, ord, uno need two compares.
static bool is_double_test(LLVMValueRef v, bool *is_and)
{
    if (!LLVMIsAFCmpInst(v))
        return false;
    bool no_nan = LLVMGetFastMathFlags(v) & LLVMFastMathNoNaNs;
    LLVMValueRef b = LLVMGetOperand(v, 1);
    switch (LLVMGetFCmpPredicate(v)) {
    case LLVMRealONE:
    case LLVMRealUEQ:
        *is_and = false;
        return !no_nan;
    case LLVMRealORD:
    case LLVMRealUNO: {
        double d;
        *is_and = LLVMGetFCmpPredicate(v) == LLVMRealORD;
        return !(isel_const_float(b, &d) && d == d);
    }
    default:
        return false;
    }
}

static struct isel_flag double_test(struct isel_ctx *x, LLVMValueRef v, unsigned k, bool uniform)
{
    struct isel_flag f = {isel_flag_new(x, uniform), false};
    struct mir_operand a = isel_float(x, LLVMGetOperand(v, 0), k), b = isel_float(x, LLVMGetOperand(v, 1), k);
    LLVMRealPredicate p = LLVMGetFCmpPredicate(v);
    struct test first, second;
    if (p == LLVMRealORD || p == LLVMRealUNO) {
        enum eu_cmod c = p == LLVMRealORD ? EU_CMOD_Z : EU_CMOD_NZ;
        if (a.kind == MIR_OPK_IMM)
            a = isel_pool(x, a.type, a.imm);
        if (b.kind == MIR_OPK_IMM)
            b = isel_pool(x, b.type, b.imm);
        first = (struct test){.cmod = c, .a = a, .b = a};
        second = (struct test){.cmod = c, .a = b, .b = b};
    } else { // one: a < b or a > b; ueq is its opposite
        first = (struct test){.cmod = EU_CMOD_L, .a = a, .b = b};
        second = (struct test){.cmod = EU_CMOD_G, .a = a, .b = b};
        f.inv = p == LLVMRealUEQ;
    }
    struct mir_operand none = nowhere(a.type);
    emit_test(x, &first, none, f.flag)->nomask = uniform;
    struct mir_inst *i = emit_test(x, &second, none, f.flag);
    i->nomask = uniform;
    i->pred = f.flag;
    i->pred_ctrl = EU_PRED_NORMAL;
    i->pred_inv = p != LLVMRealORD; // ord: and; the others: or
    return f;
}

static struct isel_flag compare_to_flag(struct isel_ctx *x, LLVMValueRef v, unsigned k)
{
    bool is_and;
    if (is_double_test(v, &is_and))
        return double_test(x, v, k, !isel_divergent(x, v));
    struct test t = test_of(x, v, k);
    if (LLVMIsAFCmpInst(v)) { // against a number: ordered means equal to itself
        LLVMRealPredicate p = LLVMGetFCmpPredicate(v);
        if (p == LLVMRealORD || p == LLVMRealUNO)
            t.b = t.a;
    }
    if (t.inv && LLVMIsAICmpInst(v)) {
        t.cmod = opposite(t.cmod);
        t.inv = false;
    }
    struct isel_flag f = {isel_flag_new(x, test_is_uniform(&t)), t.inv};
    emit_test(x, &t, nowhere(t.a.type), f.flag);
    return f;
}

static void flag_to_lanes(struct isel_ctx *x, struct isel_flag f, struct mir_operand dst)
{
    isel_mov(x, dst, mir_imm_d(f.inv ? -1 : 0));
    struct mir_inst *i = isel_mov(x, dst, mir_imm_d(f.inv ? 0 : -1));
    i->pred = f.flag;
    i->pred_ctrl = EU_PRED_NORMAL;
}

void isel_compare(struct isel_ctx *x, struct isel_value *v)
{
    unsigned n = isel_type_comps(LLVMTypeOf(v->llvm));
    for (unsigned k = 0; k < n && !x->failed; k++) {
        bool is_and;
        LLVMRealPredicate p =
            LLVMIsAFCmpInst(v->llvm) ? LLVMGetFCmpPredicate(v->llvm) : LLVMRealPredicateFalse;
        bool wide = isel_elem_bits(LLVMTypeOf(LLVMGetOperand(v->llvm, 0))) == 64 ||
                    isel_elem_type(LLVMTypeOf(LLVMGetOperand(v->llvm, 0))) == EU_TYPE_HF;
        // Narrow and wide sources would make a narrow or wide result: through a flag.
        if (wide || p == LLVMRealORD || p == LLVMRealUNO || is_double_test(v->llvm, &is_and)) {
            struct isel_flag f = compare_to_flag(x, v->llvm, k);
            flag_to_lanes(x, f, isel_dst(x, v, k, EU_TYPE_D));
            continue;
        }
        struct test t = test_of(x, v->llvm, k);
        struct mir_operand dst = isel_dst(x, v, k, EU_TYPE_D);
        if (isel_size(t.a.type) != 4 || isel_size(t.b.type) != 4) {
            struct isel_flag f = {isel_flag_new(x, test_is_uniform(&t)), t.inv};
            emit_test(x, &t, nowhere(t.a.type), f.flag);
            flag_to_lanes(x, f, dst);
            continue;
        }
        emit_test(x, &t, dst, isel_flag_new(x, false));
        if (t.inv)
            isel_op1(x, EU_OP_NOT, dst, dst);
    }
}

// ---- flags
// --------------------------------------------------------------------------------------------------------

static struct isel_flag fresh(struct isel_ctx *x, LLVMValueRef cond);

static struct mir_inst *lanes_to_flag(struct isel_ctx *x, LLVMValueRef v, struct mir_operand flag)
{
    struct mir_operand o = isel_int(x, v, 0);
    struct mir_inst *i = isel_mov(x, mir_null(EU_TYPE_D), o);
    i->cmod = EU_CMOD_NZ;
    i->flag = flag;
    i->nomask = isel_is_scalar(&o);
    return i;
}

// Whether one instruction can set a flag's bits to the condition (inv: to its opposite).
static bool leaf_can(struct isel_ctx *x, LLVMValueRef v, bool inv)
{
    struct isel_value *val = isel_val(x, v);
    bool is_and;
    if (!val || !val->sunk)
        return true; // lanes
    if (!LLVMIsACmpInst(v) || is_double_test(v, &is_and))
        return false;
    if (LLVMIsAICmpInst(v))
        return true;
    bool no_nan = LLVMGetFastMathFlags(v) & LLVMFastMathNoNaNs;
    switch (LLVMGetFCmpPredicate(v)) {
    case LLVMRealOEQ:
    case LLVMRealUNE:
        return true;
    case LLVMRealORD:
    case LLVMRealUNO:
        return false;
    case LLVMRealUGT:
    case LLVMRealUGE:
    case LLVMRealULT:
    case LLVMRealULE:
        return inv != no_nan;
    default:
        return !inv;
    }
}

static struct mir_inst *emit_leaf(struct isel_ctx *x, LLVMValueRef v, struct mir_operand flag, bool inv)
{
    struct isel_value *val = isel_val(x, v);
    if (!val || !val->sunk) {
        struct mir_inst *i = lanes_to_flag(x, v, flag);
        i->cmod = inv ? EU_CMOD_Z : EU_CMOD_NZ;
        return i;
    }
    struct test t = test_of(x, v, 0);
    if (t.inv != inv)
        t.cmod = opposite(t.cmod);
    return emit_test(x, &t, nowhere(t.a.type), flag);
}

static bool is_leaf(struct isel_ctx *x, LLVMValueRef v)
{
    return leaf_can(x, v, false) || leaf_can(x, v, true);
}

// Any condition into a flag with the wished sense, through lanes.
static struct mir_inst *through_lanes(struct isel_ctx *x, LLVMValueRef v, struct mir_operand flag, bool inv)
{
    struct isel_flag g = fresh(x, v);
    struct mir_operand t = isel_temp(x, EU_TYPE_D, isel_divergent(x, v));
    flag_to_lanes(x, g, t);
    struct mir_inst *i = isel_mov(x, mir_null(EU_TYPE_D), t);
    i->cmod = inv ? EU_CMOD_Z : EU_CMOD_NZ;
    i->flag = flag;
    return i;
}

// a && b, a || b: the second condition changes the flag only where it still matters. Both have to be in the
// same sense.
static struct isel_flag chain(struct isel_ctx *x, LLVMValueRef a, LLVMValueRef b, bool is_and, bool uniform)
{
    if (is_leaf(x, a) && !is_leaf(x, b)) {
        LLVMValueRef t = a;
        a = b;
        b = t;
    }
    struct isel_flag f = {.inv = false};
    if (is_leaf(x, a)) {
        f.inv = !(leaf_can(x, a, false) && leaf_can(x, b, false));
        f.flag = isel_flag_new(x, uniform);
        if (leaf_can(x, a, f.inv))
            emit_leaf(x, a, f.flag, f.inv)->nomask = !isel_divergent(x, a);
        else
            through_lanes(x, a, f.flag, f.inv)->nomask = !isel_divergent(x, a);
    } else {
        f = fresh(x, a);
        x->s->vregs[f.flag.vreg].uniform = uniform;
    }
    struct mir_inst *i =
        leaf_can(x, b, f.inv) ? emit_leaf(x, b, f.flag, f.inv) : through_lanes(x, b, f.flag, f.inv);
    i->nomask = uniform;
    i->pred = f.flag;
    i->pred_ctrl = EU_PRED_NORMAL;
    i->pred_inv = is_and == f.inv; // evaluated where a holds (and) or does not (or)
    return f;
}

static struct isel_flag fresh(struct isel_ctx *x, LLVMValueRef cond)
{
    struct isel_value *v = isel_val(x, cond);
    if (v && v->sunk) {
        LLVMValueRef a, b;
        switch (logic_of(cond, &a, &b)) {
        case LOGIC_AND:
            return chain(x, a, b, true, !v->divergent);
        case LOGIC_OR:
            return chain(x, a, b, false, !v->divergent);
        case LOGIC_NOT: {
            struct isel_flag f = fresh(x, a);
            f.inv = !f.inv;
            return f;
        }
        case LOGIC_NONE:
            return compare_to_flag(x, cond, 0);
        }
    }
    struct mir_operand o = isel_comp(x, cond, 0);
    struct isel_flag f = {isel_flag_new(x, isel_is_scalar(&o)), false};
    lanes_to_flag(x, cond, f.flag);
    return f;
}

struct isel_flag isel_cond(struct isel_ctx *x, LLVMValueRef cond)
{
    for (unsigned k = 0; k < 2; k++)
        if (x->flags[k].cond == cond && x->flags[k].b == x->b)
            return x->flags[k].f;
    struct isel_flag f = fresh(x, cond);
    x->flags[x->next_flag].cond = cond;
    x->flags[x->next_flag].f = f;
    x->flags[x->next_flag].b = x->b;
    x->next_flag ^= 1;
    return f;
}

// For a vote: into a flag whose other bits stay as they are, for the active lanes.
void isel_cond_into(struct isel_ctx *x, LLVMValueRef cond, struct mir_operand flag)
{
    struct mir_inst *i;
    if (LLVMIsConstant(cond)) {
        struct mir_operand one = isel_pool(x, EU_TYPE_UD, 1);
        i = isel_op2(x, EU_OP_CMP, mir_null(EU_TYPE_UD), one, mir_imm_ud(is_const(cond, true)));
        i->cmod = EU_CMOD_Z;
        i->flag = flag;
    } else {
        i = leaf_can(x, cond, false) ? emit_leaf(x, cond, flag, false) : through_lanes(x, cond, flag, false);
    }
    i->nomask = false;
}

// ---- select
// -------------------------------------------------------------------------------------------------------

static void select_one(struct isel_ctx *x, struct isel_value *v, unsigned k, struct isel_flag f,
                       LLVMValueRef a, LLVMValueRef b)
{
    enum eu_type t = isel_elem_type(LLVMTypeOf(v->llvm));
    bool is_float = t == EU_TYPE_F || t == EU_TYPE_HF || t == EU_TYPE_DF;
    struct mir_operand p = is_float ? isel_float(x, a, k) : isel_int(x, a, k);
    struct mir_operand q = is_float ? isel_float(x, b, k) : isel_int(x, b, k);
    if (!is_float) {
        p = isel_size(p.type) == 2 ? p : isel_retype(p, t);
        q = isel_size(q.type) == 2 ? q : isel_retype(q, t);
    }
    if (p.kind == MIR_OPK_IMM && q.kind == MIR_OPK_IMM && p.imm == q.imm && !is_float) {
        isel_set(x, v, k, p);
        return;
    }
    // Of two constants the first comes from a register: better zero, which others share.
    if (p.kind == MIR_OPK_IMM && (q.kind != MIR_OPK_IMM || (q.imm == 0 && p.imm != 0))) {
        struct mir_operand o = p;
        p = q;
        q = o;
        f.inv = !f.inv;
    }
    struct mir_inst *i = isel_op2(x, EU_OP_SEL, isel_dst(x, v, k, t), p, q);
    i->pred = f.flag;
    i->pred_ctrl = EU_PRED_NORMAL;
    i->pred_inv = f.inv;
}

void isel_select(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef c = LLVMGetOperand(v->llvm, 0), a = LLVMGetOperand(v->llvm, 1),
                 b = LLVMGetOperand(v->llvm, 2);
    unsigned n = isel_type_comps(LLVMTypeOf(v->llvm));
    bool by_element = LLVMGetTypeKind(LLVMTypeOf(c)) == LLVMVectorTypeKind;
    for (unsigned k = 0; k < n && !x->failed; k++) {
        struct isel_flag f;
        if (by_element) {
            struct mir_operand o = isel_int(x, c, k);
            f = (struct isel_flag){isel_flag_new(x, isel_is_scalar(&o)), false};
            struct mir_inst *i = isel_mov(x, mir_null(EU_TYPE_D), o);
            i->cmod = EU_CMOD_NZ;
            i->flag = f.flag;
            i->nomask = isel_is_scalar(&o);
        } else {
            f = isel_cond(x, c);
        }
        select_one(x, v, k, f, a, b);
    }
}
