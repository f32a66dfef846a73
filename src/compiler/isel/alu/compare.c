// Compares: into lanes of 0 and ~0, or into a flag.
//
// Facts: CMP.l and such are false for NaN, CMP.nz is true (PRM KBL vol2d EU_INSTRUCTION_CMP), so unordered
// forms are the opposite compare with an inverted predicate.
#include "compiler/mir/ir/query.h"
#include "compiler/isel/alu/cond.h"

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

static struct isel_test int_test(struct isel_ctx *x, LLVMValueRef v, unsigned k)
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
    struct isel_test r = {.cmod = rows[p - LLVMIntEQ].cmod};
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

static struct isel_test float_test(struct isel_ctx *x, LLVMValueRef v, unsigned k)
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
    struct isel_test r = {.cmod = rows[p].cmod, .inv = rows[p].inv};
    r.a = isel_float(x, LLVMGetOperand(v, 0), k);
    r.b = isel_float(x, LLVMGetOperand(v, 1), k);
    return r;
}

struct isel_test isel_test_of(struct isel_ctx *x, LLVMValueRef v, unsigned k)
{
    struct isel_test t = LLVMIsAICmpInst(v) ? int_test(x, v, k) : float_test(x, v, k);
    if (t.a.kind == MIR_OPK_IMM && t.b.kind != MIR_OPK_IMM) {
        struct mir_operand o = t.a;
        t.a = t.b;
        t.b = o;
        t.cmod = mir_cmod_swapped(t.cmod);
    }
    return t;
}

enum eu_cmod isel_opposite_test(enum eu_cmod c)
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

static bool test_is_uniform(const struct isel_test *t)
{
    return isel_is_scalar(&t->a) && isel_is_scalar(&t->b);
}

// Where a compare's lanes go that only sets a flag: not narrower than what it compares.
struct mir_operand isel_no_lanes(enum eu_type t)
{
    return mir_null(isel_size(t) < 4 && t != EU_TYPE_HF ? EU_TYPE_UD : t);
}

struct mir_inst *isel_emit_test(struct isel_ctx *x, const struct isel_test *t, struct mir_operand dst,
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
bool isel_is_double_test(LLVMValueRef v, bool *is_and)
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
    struct isel_test first, second;
    if (p == LLVMRealORD || p == LLVMRealUNO) {
        enum eu_cmod c = p == LLVMRealORD ? EU_CMOD_Z : EU_CMOD_NZ;
        if (a.kind == MIR_OPK_IMM)
            a = isel_pool(x, a.type, a.imm);
        if (b.kind == MIR_OPK_IMM)
            b = isel_pool(x, b.type, b.imm);
        first = (struct isel_test){.cmod = c, .a = a, .b = a};
        second = (struct isel_test){.cmod = c, .a = b, .b = b};
    } else { // one: a < b or a > b; ueq is its opposite
        first = (struct isel_test){.cmod = EU_CMOD_L, .a = a, .b = b};
        second = (struct isel_test){.cmod = EU_CMOD_G, .a = a, .b = b};
        f.inv = p == LLVMRealUEQ;
    }
    struct mir_operand none = isel_no_lanes(a.type);
    isel_emit_test(x, &first, none, f.flag)->nomask = uniform;
    struct mir_inst *i = isel_emit_test(x, &second, none, f.flag);
    i->nomask = uniform;
    i->pred = f.flag;
    i->pred_ctrl = EU_PRED_NORMAL;
    i->pred_inv = p != LLVMRealORD; // ord: and; the others: or
    return f;
}

struct isel_flag isel_compare_to_flag(struct isel_ctx *x, LLVMValueRef v, unsigned k)
{
    bool is_and;
    if (isel_is_double_test(v, &is_and))
        return double_test(x, v, k, !isel_divergent(x, v));
    struct isel_test t = isel_test_of(x, v, k);
    if (LLVMIsAFCmpInst(v)) { // against a number: ordered means equal to itself
        LLVMRealPredicate p = LLVMGetFCmpPredicate(v);
        if (p == LLVMRealORD || p == LLVMRealUNO)
            t.b = t.a;
    }
    if (t.inv && LLVMIsAICmpInst(v)) {
        t.cmod = isel_opposite_test(t.cmod);
        t.inv = false;
    }
    struct isel_flag f = {isel_flag_new(x, test_is_uniform(&t)), t.inv};
    isel_emit_test(x, &t, isel_no_lanes(t.a.type), f.flag);
    return f;
}

void isel_flag_to_lanes(struct isel_ctx *x, struct isel_flag f, struct mir_operand dst)
{
    struct mir_inst *i = isel_op2(x, EU_OP_SEL, dst, isel_pool(x, EU_TYPE_D, 0), mir_imm_d(-1));
    i->pred = f.flag;
    i->pred_ctrl = EU_PRED_NORMAL;
    i->pred_inv = !f.inv;
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
        if (wide || p == LLVMRealORD || p == LLVMRealUNO || isel_is_double_test(v->llvm, &is_and)) {
            struct isel_flag f = isel_compare_to_flag(x, v->llvm, k);
            isel_flag_to_lanes(x, f, isel_dst(x, v, k, EU_TYPE_D));
            continue;
        }
        struct isel_test t = isel_test_of(x, v->llvm, k);
        struct mir_operand dst = isel_dst(x, v, k, EU_TYPE_D);
        if (isel_size(t.a.type) != 4 || isel_size(t.b.type) != 4) {
            struct isel_flag f = {isel_flag_new(x, test_is_uniform(&t)), t.inv};
            isel_emit_test(x, &t, isel_no_lanes(t.a.type), f.flag);
            isel_flag_to_lanes(x, f, dst);
            continue;
        }
        isel_emit_test(x, &t, dst, isel_flag_new(x, false));
        if (t.inv)
            isel_op1(x, EU_OP_NOT, dst, dst);
    }
}
