// Atomics: untyped atomic messages of data port 1. The form without a response when nobody wants the old
// value. 64 bits: by address only. What the hardware does not have (floating-point addition) the front end
// has made a loop of compare-and-write.
//
// Facts: operation numbers and payload (operand, or comparison and new value) from Mesa's brw_eu_defines.h
// and brw_fs_nir.cpp; CMPWR writes the second operand where the old value equals the first.
#include "compiler/isel/memory/send.h"

enum { AOP_CMPWR = 14 };

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

// Qwords as the data of the lanes from `lane` on.
static struct mir_operand wide_data(struct isel_ctx *x, const struct mir_operand *data, unsigned n,
                                    unsigned width, unsigned lane)
{
    struct mir_operand d = isel_block_vreg(x, n * width * 8, EU_TYPE_UQ, false);
    for (unsigned k = 0; k < n; k++) {
        struct mir_operand from = data[k].kind == MIR_OPK_IMM ? data[k] : isel_retype(data[k], EU_TYPE_UQ);
        struct mir_inst *i = isel_mov(x, mir_vec(d.vreg, k * width * 8, EU_TYPE_UQ), isel_lanes(from, lane));
        i->exec_size = (uint8_t)width;
        i->chan_offset = (uint8_t)lane;
    }
    return d;
}

// The old value (kind NONE if not wanted).
static struct mir_operand atomic(struct isel_ctx *x, struct isel_target t, unsigned aop, bool is_float,
                                 bool wide, const struct mir_operand *data, unsigned n, bool wanted)
{
    struct isel_bounds bounds = isel_bounds_begin(x, &t, wide ? 8 : 4, true);
    t = isel_target_ready(x, t, false);
    unsigned width = t.a64 ? 8 : isel_message_width(x);
    struct isel_message m = {.access = MIR_ACCESS_ATOMIC,
                             .op = (uint8_t)aop,
                             .qword = wide,
                             .real = is_float,
                             .width = width,
                             .mem = MIR_MEM_ATOMIC};
    unsigned regs = isel_regs(x, width, wide ? 8 : 4);
    struct mir_operand old = {0};
    if (wanted) {
        old = isel_temp(x, wide ? EU_TYPE_UQ : EU_TYPE_UD, true);
        m.dst_regs = regs;
    }
    for (unsigned lane = 0; lane < x->s->simd; lane += width) {
        m.lane = lane;
        if (wanted)
            m.dst = isel_lanes(old, lane);
        if (n) {
            m.data = wide ? wide_data(x, data, n, width, lane) : isel_data(x, data, n, width, lane);
            m.data_regs = n * regs;
        }
        isel_send(x, &t, &m);
    }
    isel_bounds_end(x, &bounds, &old, wanted);
    x->s->uses_atomics = true;
    return old;
}

// 32 bits anywhere, 64 by address.
static bool is_wide(struct isel_ctx *x, LLVMValueRef inst, LLVMTypeRef t, const struct isel_target *target)
{
    unsigned bits = isel_elem_bits(t);
    if ((bits != 32 && !(bits == 64 && target->a64 && isel_elem_type(t) == EU_TYPE_UQ)) || target->scratch)
        isel_fail(x, "atomic of this type or place: %s", isel_inst_text(x, inst));
    return bits == 64;
}

// On whatever buffer each lane has.
static struct mir_operand atomic_anywhere(struct isel_ctx *x, struct isel_target t, unsigned aop,
                                          bool is_float, bool wide, const struct mir_operand *data,
                                          unsigned n, bool wanted)
{
    struct mir_operand old = {0};
    struct isel_inside in = isel_inside_begin(x, &t, wide ? 8 : 4);
    if (in.open) {
        old = atomic(x, in.target, aop, is_float, wide, data, n, wanted);
        isel_inside_else(x, &in);
    }
    struct isel_loop_over loop = isel_each_index_begin(x, &t);
    struct mir_operand outside = atomic(x, t, aop, is_float, wide, data, n, wanted);
    isel_each_index_end(x, loop);
    if (!in.open)
        return outside;
    isel_inside_end(x, &in, &old, &outside, wanted);
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
    bool fminmax = op == LLVMAtomicRMWBinOpFMax || op == LLVMAtomicRMWBinOpFMin;
    if (fminmax)
        aop = op == LLVMAtomicRMWBinOpFMax ? 1 : 2;
    else if (!integer_op(op, &aop)) {
        isel_fail(x, "atomic operation: %s", isel_inst_text(x, v->llvm));
        return;
    }
    struct mir_operand data = type == EU_TYPE_F ? isel_float(x, value, 0) : isel_int(x, value, 0);
    unsigned n = 1;
    int64_t c;
    if (aop == 7 && !fminmax && isel_const_int(value, &c) && (c == 1 || c == -1)) {
        aop = c == 1 ? 5 : 6; // increment, decrement: no operand
        n = 0;
    }
    struct mir_operand old = atomic_anywhere(x, t, aop, fminmax, wide, &data, n, wanted);
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
    struct mir_operand old = atomic_anywhere(x, t, AOP_CMPWR, false, wide, data, 2, true);
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
