// Conditions: logic on i1, flags, selects.
//
// An i1 that only branches and selects want never becomes lanes of 0 and ~0: it is compared into a flag where
// it is needed (isel/alu/sink.c), and flags are short-lived: there are few. `a && b` becomes a compare and a
// second compare predicated by the first. The last two conditions of a block are remembered.
#include "compiler/isel/alu/cond.h"

bool isel_is_i1(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 1;
}

static bool is_const(LLVMValueRef v, bool value)
{
    int64_t c;
    return isel_is_i1(v) && isel_const_int(v, &c) && (c != 0) == value;
}

// Logic on two conditions, also in the form of a select: a ? b : false.
enum isel_logic isel_logic_of(LLVMValueRef v, LLVMValueRef *a, LLVMValueRef *b)
{
    if (!LLVMIsAInstruction(v) || !isel_is_i1(v))
        return ISEL_LOGIC_NONE;
    *a = LLVMGetOperand(v, 0);
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAnd:
        *b = LLVMGetOperand(v, 1);
        return ISEL_LOGIC_AND;
    case LLVMOr:
        *b = LLVMGetOperand(v, 1);
        return ISEL_LOGIC_OR;
    case LLVMXor:
        return is_const(LLVMGetOperand(v, 1), true) ? ISEL_LOGIC_NOT : ISEL_LOGIC_NONE;
    case LLVMSelect:
        if (is_const(LLVMGetOperand(v, 2), false)) {
            *b = LLVMGetOperand(v, 1);
            return ISEL_LOGIC_AND;
        }
        if (is_const(LLVMGetOperand(v, 1), true)) {
            *b = LLVMGetOperand(v, 2);
            return ISEL_LOGIC_OR;
        }
        return ISEL_LOGIC_NONE;
    default:
        return ISEL_LOGIC_NONE;
    }
}

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
    if (!LLVMIsACmpInst(v) || isel_is_double_test(v, &is_and))
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
    struct isel_test t = isel_test_of(x, v, 0);
    if (t.inv != inv)
        t.cmod = isel_opposite_test(t.cmod);
    return isel_emit_test(x, &t, isel_no_lanes(t.a.type), flag);
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
    isel_flag_to_lanes(x, g, t);
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
        switch (isel_logic_of(cond, &a, &b)) {
        case ISEL_LOGIC_AND:
            return chain(x, a, b, true, !v->divergent);
        case ISEL_LOGIC_OR:
            return chain(x, a, b, false, !v->divergent);
        case ISEL_LOGIC_NOT: {
            struct isel_flag f = fresh(x, a);
            f.inv = !f.inv;
            return f;
        }
        case ISEL_LOGIC_NONE:
            return isel_compare_to_flag(x, cond, 0);
        }
    }
    struct mir_operand o = isel_comp(x, cond, 0);
    struct isel_flag f = {isel_flag_new(x, isel_is_scalar(&o)), false};
    lanes_to_flag(x, cond, f.flag);
    return f;
}

struct isel_flag isel_cond(struct isel_ctx *x, LLVMValueRef cond)
{
    const struct isel_key key = {ISEL_CONDITION, .of = cond};
    const struct isel_known *k = isel_known(x, key);
    if (k)
        return (struct isel_flag){k->o[0], k->inv};
    struct isel_flag f = fresh(x, cond);
    struct isel_known *n = isel_learn(x, key);
    n->o[0] = f.flag;
    n->inv = f.inv;
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
