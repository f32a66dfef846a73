// Vectors: extracting, inserting and shuffling components renames them. With an index that is not constant: a
// chain of selects.
#include "compiler/isel/operand/ctx.h"

static struct isel_flag index_is(struct isel_ctx *x, LLVMValueRef index, unsigned k)
{
    struct mir_operand i = isel_ext(x, index, 0, false);
    struct isel_flag f = {isel_flag_new(x, isel_is_scalar(&i)), false};
    struct mir_inst *cmp = isel_op2(x, EU_OP_CMP, mir_null(EU_TYPE_UD), i, mir_imm_ud(k));
    cmp->cmod = EU_CMOD_Z;
    cmp->flag = f.flag;
    cmp->nomask = isel_is_scalar(&i);
    return f;
}

static struct mir_operand as_bits(struct isel_ctx *x, struct mir_operand o)
{
    o = isel_plain(x, o);
    switch (isel_size(o.type)) {
    case 4:
        return isel_retype(o, EU_TYPE_UD);
    case 8:
        return isel_retype(o, EU_TYPE_UQ);
    default:
        return o;
    }
}

// dst = index == k ? a : b
static void pick(struct isel_ctx *x, struct isel_flag f, struct mir_operand dst, struct mir_operand a,
                 struct mir_operand b)
{
    bool swap = a.kind == MIR_OPK_IMM && b.kind != MIR_OPK_IMM;
    struct mir_inst *i = isel_op2(x, EU_OP_SEL, dst, swap ? b : a, swap ? a : b);
    i->pred = f.flag;
    i->pred_ctrl = EU_PRED_NORMAL;
    i->pred_inv = swap;
}

static void extract_variable(struct isel_ctx *x, struct isel_value *v, LLVMValueRef vec, LLVMValueRef index)
{
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(vec)), each = isel_type_comps(LLVMTypeOf(v->llvm));
    for (unsigned c = 0; c < each; c++) {
        struct mir_operand got = as_bits(x, isel_comp(x, vec, c));
        for (unsigned k = 1; k < n; k++) {
            struct mir_operand o = as_bits(x, isel_comp(x, vec, k * each + c));
            struct isel_flag f = index_is(x, index, k);
            struct mir_operand dst = isel_temp(x, o.type, v->divergent);
            pick(x, f, dst, o, got);
            got = dst;
        }
        enum eu_type t = isel_elem_type(LLVMTypeOf(v->llvm));
        isel_set(x, v, c, isel_size(got.type) == isel_size(t) ? isel_retype(got, t) : got);
    }
}

static void insert_variable(struct isel_ctx *x, struct isel_value *v, LLVMValueRef index)
{
    LLVMValueRef vec = LLVMGetOperand(v->llvm, 0), e = LLVMGetOperand(v->llvm, 1);
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(vec)), each = isel_type_comps(LLVMTypeOf(e));
    enum eu_type t = isel_elem_type(LLVMTypeOf(e));
    for (unsigned k = 0; k < n; k++) {
        struct isel_flag f = index_is(x, index, k);
        for (unsigned c = 0; c < each; c++) {
            struct mir_operand o = as_bits(x, isel_comp(x, e, c)),
                               old = as_bits(x, isel_comp(x, vec, k * each + c));
            struct mir_operand dst = isel_temp(x, o.type, v->divergent);
            pick(x, f, dst, o, old);
            isel_set(x, v, k * each + c, isel_size(dst.type) == isel_size(t) ? isel_retype(dst, t) : dst);
        }
    }
}

static unsigned field_start(LLVMTypeRef t, unsigned field)
{
    unsigned at = 0;
    for (unsigned i = 0; i < field; i++)
        at += isel_type_comps(LLVMStructGetTypeAtIndex(t, i));
    return at;
}

static void shuffle(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef a = LLVMGetOperand(v->llvm, 0), b = LLVMGetOperand(v->llvm, 1);
    int n = (int)LLVMGetVectorSize(LLVMTypeOf(a));
    unsigned out = LLVMGetVectorSize(LLVMTypeOf(v->llvm)), each = isel_type_comps(LLVMTypeOf(v->llvm)) / out;
    for (unsigned k = 0; k < out; k++) {
        int m = LLVMGetMaskValue(v->llvm, k);
        for (unsigned c = 0; c < each; c++) {
            struct mir_operand o = m == LLVMGetUndefMaskElem()
                                       ? mir_imm(isel_elem_type(LLVMTypeOf(v->llvm)), 0)
                                   : m < n ? isel_comp(x, a, (unsigned)m * each + c)
                                           : isel_comp(x, b, (unsigned)(m - n) * each + c);
            isel_set(x, v, k * each + c, o);
        }
    }
}

void isel_vector(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef i = v->llvm, a = LLVMGetOperand(i, 0);
    int64_t at;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMExtractElement: {
        unsigned each = isel_type_comps(LLVMTypeOf(i));
        if (!isel_const_int(LLVMGetOperand(i, 1), &at)) {
            extract_variable(x, v, a, LLVMGetOperand(i, 1));
            return;
        }
        for (unsigned c = 0; c < each; c++)
            isel_set(x, v, c, isel_comp(x, a, (unsigned)at * each + c));
        return;
    }
    case LLVMInsertElement: {
        LLVMValueRef e = LLVMGetOperand(i, 1);
        unsigned n = isel_type_comps(LLVMTypeOf(i)), each = isel_type_comps(LLVMTypeOf(e));
        if (!isel_const_int(LLVMGetOperand(i, 2), &at)) {
            insert_variable(x, v, LLVMGetOperand(i, 2));
            return;
        }
        for (unsigned k = 0; k < n; k++) {
            bool here = k / each == (unsigned)at;
            isel_set(x, v, k, here ? isel_comp(x, e, k % each) : isel_comp(x, a, k));
        }
        return;
    }
    case LLVMShuffleVector:
        shuffle(x, v);
        return;
    case LLVMExtractValue: {
        unsigned start = field_start(LLVMTypeOf(a), LLVMGetIndices(i)[0]);
        for (unsigned k = 0; k < isel_type_comps(LLVMTypeOf(i)); k++)
            isel_set(x, v, k, isel_comp(x, a, start + k));
        return;
    }
    case LLVMInsertValue: {
        LLVMValueRef e = LLVMGetOperand(i, 1);
        unsigned start = field_start(LLVMTypeOf(i), LLVMGetIndices(i)[0]), n = isel_type_comps(LLVMTypeOf(e));
        for (unsigned k = 0; k < isel_type_comps(LLVMTypeOf(i)); k++)
            isel_set(x, v, k, k >= start && k < start + n ? isel_comp(x, e, k - start) : isel_comp(x, a, k));
        return;
    }
    default:
        isel_fail(x, "vector instruction: %s", isel_inst_text(x, i));
    }
}
