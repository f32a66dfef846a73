// Atomics: untyped atomic messages of data port 1. The form without a response when nobody wants the old
// value. What the hardware does not have (floating-point addition) is a loop of compare-and-write.
//
// Facts: operation numbers and payload (operand, or comparison and new value) from Mesa's brw_eu_defines.h
// and brw_fs_nir.cpp; CMPWR writes the second operand where the old value equals the first.
#include "compiler/isel_send.h"

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

// The old value (kind NONE if not wanted).
static struct mir_operand atomic(struct isel_ctx *x, struct isel_target t, unsigned aop, bool is_float,
                                 const struct mir_operand *data, unsigned n, bool wanted)
{
    t = isel_target_ready(x, t, false);
    unsigned width = t.a64 ? 8 : isel_message_width(x);
    struct isel_message m = {.sfid = EU_SFID_DC1, .width = width, .mem = MIR_MEM_ATOMIC};
    m.type = t.a64 ? (is_float ? ISEL_DC1_A64_UNTYPED_ATOMIC_FLOAT : ISEL_DC1_A64_UNTYPED_ATOMIC)
                   : (is_float ? ISEL_DC1_UNTYPED_ATOMIC_FLOAT : ISEL_DC1_UNTYPED_ATOMIC);
    m.control = aop | (t.a64 || width == 16 ? 0u : 1u << 4) | (wanted ? 1u << 5 : 0);
    struct mir_operand old = {0};
    if (wanted) {
        old = isel_temp(x, EU_TYPE_UD, true);
        m.dst_regs = width / 8;
    }
    for (unsigned lane = 0; lane < x->s->simd; lane += width) {
        m.lane = lane;
        if (wanted)
            m.dst = isel_lanes(old, lane);
        if (n) {
            m.data = isel_data(x, data, n, width, lane);
            m.data_regs = n * width / 8;
        }
        isel_send(x, &t, &m);
    }
    x->s->uses_atomics = true;
    return old;
}

// old = memory; do new = old + value; while memory changed meanwhile.
static struct mir_operand add_by_loop(struct isel_ctx *x, struct isel_target t, struct mir_operand value)
{
    struct mir_operand zero = mir_imm_ud(0), old = isel_temp(x, EU_TYPE_UD, true);
    t = isel_target_ready(x, t, false);
    isel_mov(x, old, atomic(x, t, 2, false, &zero, 1, true)); // or with 0 reads it coherently
    value = isel_in_reg(x, value, EU_TYPE_F);

    struct mir_block *before = x->b, *loop = isel_next_block(x);
    mir_block_link(x->s, before, loop);
    uint32_t v = mir_vreg_new(x->s, MIR_GRF, x->s->simd * 8, 32, false);
    struct mir_operand data[2] = {mir_vec(v, 0, EU_TYPE_UD), mir_vec(v, x->s->simd * 4, EU_TYPE_UD)};
    isel_mov(x, data[0], old);
    isel_op2(x, EU_OP_ADD, isel_retype(data[1], EU_TYPE_F), isel_retype(old, EU_TYPE_F), value);
    struct mir_operand got = atomic(x, t, AOP_CMPWR, false, data, 2, true);
    struct mir_inst *cmp = isel_op2(x, EU_OP_CMP, mir_null(EU_TYPE_UD), got, old);
    cmp->cmod = EU_CMOD_Z;
    cmp->flag = isel_flag_new(x, false);
    isel_mov(x, old, got);

    struct mir_inst *br = mir_inst_new(x->s, MIR_OP_BR, x->s->simd);
    br->pred = cmp->flag;
    br->pred_ctrl = EU_PRED_NORMAL;
    mir_append(x->b, br);
    loop->divergent_branch = true;
    loop->loop_header = loop->index;
    loop->loop_depth = 1;
    loop->loop_end = loop->index + 1;
    struct mir_block *after = isel_next_block(x);
    mir_block_link(x->s, loop, after);
    mir_block_link(x->s, loop, loop);
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
    if (isel_elem_bits(LLVMTypeOf(v->llvm)) != 32 || t.scratch) {
        isel_fail(x, "atomic of this type or place: %s", isel_inst_text(x, v->llvm));
        return;
    }
    bool fadd = op == LLVMAtomicRMWBinOpFAdd || op == LLVMAtomicRMWBinOpFSub;
    bool fminmax = op == LLVMAtomicRMWBinOpFMax || op == LLVMAtomicRMWBinOpFMin;
    if (fminmax)
        aop = op == LLVMAtomicRMWBinOpFMax ? 1 : 2;
    else if (!fadd && !integer_op(op, &aop)) {
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
    struct isel_loop_over loop = isel_each_index_begin(x, &t);
    if (loop.open && fadd) {
        isel_fail(x, "atomic addition of floats in a divergent buffer: %s", isel_inst_text(x, v->llvm));
        return;
    }
    struct mir_operand old = fadd ? add_by_loop(x, t, op == LLVMAtomicRMWBinOpFSub ? isel_neg(data) : data)
                                  : atomic(x, t, aop, fminmax, &data, n, wanted);
    isel_each_index_end(x, loop);
    if (wanted)
        isel_set(x, v, 0, isel_retype(old, type));
}

void isel_cmpxchg(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef expected = LLVMGetOperand(v->llvm, 1), value = LLVMGetOperand(v->llvm, 2);
    struct isel_target t = isel_target_of(x, LLVMGetOperand(v->llvm, 0), 0);
    if (isel_elem_bits(LLVMTypeOf(value)) != 32 || t.scratch) {
        isel_fail(x, "atomic of this type or place: %s", isel_inst_text(x, v->llvm));
        return;
    }
    struct mir_operand data[2] = {isel_int(x, expected, 0), isel_int(x, value, 0)};
    struct isel_loop_over loop = isel_each_index_begin(x, &t);
    struct mir_operand old = atomic(x, t, AOP_CMPWR, false, data, 2, true);
    isel_each_index_end(x, loop);
    isel_set(x, v, 0, isel_retype(old, EU_TYPE_D));
    struct mir_operand same = isel_temp(x, EU_TYPE_D, true);
    struct mir_inst *cmp =
        isel_op2(x, EU_OP_CMP, same, isel_retype(old, EU_TYPE_D), isel_int(x, expected, 0));
    cmp->cmod = EU_CMOD_Z;
    cmp->flag = isel_flag_new(x, false);
    isel_set(x, v, 1, same);
}
