// Atomics: untyped atomic messages of data port 1. The form without a response when nobody wants the old
// value. 64 bits: by address only. What the chip has no message for (floating-point addition before Gen12.5)
// the front end has made a loop of compare-and-write.
//
// Facts: operation numbers and payload (operand, or comparison and new value) from Mesa's brw_eu_defines.h
// and brw_fs_nir.cpp; CMPWR writes the second operand where the old value equals the first.
#include "compiler/isel/memory/send.h"

enum { AOP_CMPWR = 14 };

static bool float_op(LLVMAtomicRMWBinOp op, unsigned *out)
{
    switch (op) {
    case LLVMAtomicRMWBinOpFMax:
        *out = 1;
        return true;
    case LLVMAtomicRMWBinOpFMin:
        *out = 2;
        return true;
    case LLVMAtomicRMWBinOpFAdd:
        *out = 4;
        return true;
    default:
        return false;
    }
}

static bool integer_op(LLVMAtomicRMWBinOp op, unsigned *out)
{
    switch (op) {
    case LLVMAtomicRMWBinOpAnd:
        *out = 1;
        return true;
    case LLVMAtomicRMWBinOpOr:
        *out = 2;
        return true;
    case LLVMAtomicRMWBinOpXor:
        *out = 3;
        return true;
    case LLVMAtomicRMWBinOpXchg:
        *out = 4;
        return true;
    case LLVMAtomicRMWBinOpAdd:
        *out = 7;
        return true;
    case LLVMAtomicRMWBinOpSub:
        *out = 8;
        return true;
    case LLVMAtomicRMWBinOpMax:
        *out = 10;
        return true;
    case LLVMAtomicRMWBinOpMin:
        *out = 11;
        return true;
    case LLVMAtomicRMWBinOpUMax:
        *out = 12;
        return true;
    case LLVMAtomicRMWBinOpUMin:
        *out = 13;
        return true;
    default:
        return false;
    }
}

// 32 bits anywhere, 64 by address.
static bool is_wide(struct isel_ctx *x, LLVMValueRef inst, LLVMTypeRef t, const struct isel_target *target)
{
    unsigned bits = isel_elem_bits(t);
    if ((bits != 32 && !(bits == 64 && target->a64 && isel_elem_type(t) == EU_TYPE_UQ)) || target->scratch)
        isel_fail(x, "atomic of this type or place: %s", isel_inst_text(x, inst));
    return bits == 64;
}

// The old value (kind NONE if not wanted).
static struct mir_operand atomic(struct isel_ctx *x, const struct isel_target *t, unsigned aop, bool is_float,
                                 bool wide, const struct mir_operand *data, unsigned n, bool wanted)
{
    struct mir_inst *i = isel_access(x, t, MIR_ACCESS_ATOMIC, false, n, wanted, MIR_MEM_ATOMIC);
    struct mir_operand old = {0};
    i->send.op = (uint8_t)aop;
    i->send.qword = wide;
    i->send.real = is_float;
    for (unsigned k = 0; k < n; k++)
        *mir_data(i, k) = data[k];
    if (wanted)
        old = isel_result(x, i, 0, wide ? EU_TYPE_UQ : EU_TYPE_UD);
    isel_emit_access(x, i);
    x->s->uses_atomics = true;
    return old;
}

void isel_atomicrmw(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef pointer = LLVMGetOperand(v->llvm, 0), value = LLVMGetOperand(v->llvm, 1);
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(v->llvm);
    enum eu_type type = isel_elem_type(LLVMTypeOf(v->llvm));
    struct isel_target t = isel_target_of(x, pointer, 0);
    bool wanted = LLVMGetFirstUse(v->llvm) != NULL;
    unsigned aop = 0;
    bool wide = is_wide(x, v->llvm, LLVMTypeOf(v->llvm), &t);
    if (x->failed)
        return;
    const bool real = float_op(op, &aop);
    if (!real && !integer_op(op, &aop)) {
        isel_fail(x, "atomic operation: %s", isel_inst_text(x, v->llvm));
        return;
    }
    struct mir_operand data = type == EU_TYPE_F ? isel_float(x, value, 0) : isel_int(x, value, 0);
    unsigned n = 1;
    int64_t c;
    if (aop == 7 && !real && isel_const_int(value, &c) && (c == 1 || c == -1)) {
        aop = c == 1 ? 5 : 6; // increment, decrement: no operand
        n = 0;
    }
    struct mir_operand old = atomic(x, &t, aop, real, wide, &data, n, wanted);
    if (wanted)
        isel_set(x, v, 0, isel_retype(old, type));
}

void isel_cmpxchg(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef expected = LLVMGetOperand(v->llvm, 1), value = LLVMGetOperand(v->llvm, 2);
    struct isel_target t = isel_target_of(x, LLVMGetOperand(v->llvm, 0), 0);
    bool wide = is_wide(x, v->llvm, LLVMTypeOf(value), &t);
    if (x->failed)
        return;
    struct mir_operand data[2] = {isel_int(x, expected, 0), isel_int(x, value, 0)};
    struct mir_operand old = atomic(x, &t, AOP_CMPWR, false, wide, data, 2, true);
    enum eu_type type = wide ? EU_TYPE_UQ : EU_TYPE_D;
    isel_set(x, v, 0, isel_retype(old, type));
    struct mir_operand want = isel_retype(isel_in_reg(x, isel_int(x, expected, 0), type), type);
    struct mir_operand same = isel_temp(x, EU_TYPE_D, true);
    if (wide)
        isel_mov(x, same, mir_imm_d(0));
    struct mir_inst *cmp = isel_op2(x, EU_OP_CMP, wide ? mir_null(type) : same, isel_retype(old, type), want);
    cmp->cmod = EU_CMOD_Z;
    cmp->flag = isel_flag_new(x, false);
    isel_set(x, v, 1, same);
    if (!wide)
        return;
    struct mir_inst *yes = isel_mov(x, same, mir_imm_d(-1));
    yes->pred = cmp->flag;
    yes->pred_ctrl = EU_PRED_NORMAL;
}
