// Reading LLVM values as operands, and the operand and instruction helpers of selection (isel/operand/ctx.h
// tells how components hold their types).
#include <string.h>

#include "compiler/isel/operand/ctx.h"

// ---- operands

// Minus the operand: as a modifier, or computed for an immediate.
struct mir_operand isel_neg(struct mir_operand o)
{
    if (o.kind != MIR_OPK_IMM) {
        o.negate = !o.negate;
        return o;
    }
    switch (o.type) {
    case EU_TYPE_F:
        o.imm ^= UINT32_C(0x80000000);
        break;
    case EU_TYPE_HF:
        o.imm ^= 0x8000;
        break;
    case EU_TYPE_DF:
        o.imm ^= UINT64_C(1) << 63;
        break;
    case EU_TYPE_Q:
    case EU_TYPE_UQ:
        o.imm = -o.imm;
        break;
    default:
        o.imm = (uint32_t)-o.imm;
        break;
    }
    return o;
}

struct mir_operand isel_packed_half(struct isel_ctx *x, struct mir_operand words)
{
    if (words.kind == MIR_OPK_IMM || isel_is_scalar(&words))
        return isel_retype(words, EU_TYPE_HF);
    struct mir_operand h = isel_temp(x, EU_TYPE_HF, true);
    isel_mov(x, isel_retype(h, EU_TYPE_UW), isel_retype(words, EU_TYPE_UW));
    return h;
}

struct mir_operand isel_spread_half(struct isel_ctx *x)
{
    return mir_strided(mir_vreg_new(x->s, MIR_GRF, 4 * x->s->simd, x->s->reg_bytes, false), 0, EU_TYPE_HF, 2);
}

// ---- reading

struct mir_operand isel_comp(struct isel_ctx *x, LLVMValueRef v, unsigned k)
{
    if (!LLVMIsAInstruction(v))
        return isel_constant(x, v, k);
    struct isel_value *val = isel_val(x, v);
    if (val && val->c && k < val->n && val->c[k].kind != MIR_OPK_NONE)
        return val->c[k];
    isel_fail(x, "use of a value that was not selected: %s", isel_inst_text(x, v));
    return mir_imm(isel_elem_type(LLVMTypeOf(v)), 0);
}

struct mir_operand isel_int(struct isel_ctx *x, LLVMValueRef v, unsigned k)
{
    struct mir_operand o = isel_comp(x, v, k);
    if (o.type == EU_TYPE_F || o.type == EU_TYPE_DF)
        return isel_retype(isel_plain(x, o), isel_size(o.type) == 8 ? EU_TYPE_UQ : EU_TYPE_D);
    return isel_plain(x, o);
}

// Of 33 to 63 bits, as LLVM counts rounds when two of their bounds are multiplied.
static struct mir_operand extend_qword(struct isel_ctx *x, struct mir_operand o, unsigned bits,
                                       bool is_signed)
{
    unsigned up = 64 - bits;
    enum eu_type t = is_signed ? EU_TYPE_Q : EU_TYPE_UQ;
    if (o.kind == MIR_OPK_IMM) {
        uint64_t u = o.imm << up;
        return mir_imm(t, is_signed ? (uint64_t)((int64_t)u >> up) : u >> up);
    }
    struct mir_operand r = isel_temp(x, t, !isel_is_scalar(&o));
    isel_op2(x, EU_OP_SHL, r, isel_retype(o, t), mir_imm_ud(up));
    isel_op2(x, is_signed ? EU_OP_ASR : EU_OP_SHR, r, r, mir_imm_ud(up));
    return r;
}

// Is a value of fewer than 32 bits made so that its dword is the same, whatever sign it is read with?
static bool is_dword_too(LLVMValueRef v)
{
    int64_t c;
    if (!LLVMIsAInstruction(v))
        return false;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAnd:
        return isel_const_int(LLVMGetOperand(v, 1), &c) && c >= 0;
    case LLVMLShr:
        return isel_const_int(LLVMGetOperand(v, 1), &c) && c > 0;
    case LLVMZExt:
        return true;
    default:
        return false;
    }
}

struct mir_operand isel_ext(struct isel_ctx *x, LLVMValueRef v, unsigned k, bool is_signed)
{
    struct mir_operand o = isel_int(x, v, k);
    unsigned bits = isel_elem_bits(LLVMTypeOf(v));
    if (isel_size(o.type) == 2 && bits >= 8) // the lane index: positive, and whole
        return o;
    if (bits > 32 && bits < 64)
        return extend_qword(x, o, bits, is_signed);
    if (bits >= 64 || isel_size(o.type) == 8)
        return isel_retype(o, is_signed ? EU_TYPE_Q : EU_TYPE_UQ);
    enum eu_type full = is_signed ? EU_TYPE_D : EU_TYPE_UD;
    if (bits == 32 || (o.kind == MIR_OPK_VREG && isel_size(o.type) == 4 && bits >= 8 && is_dword_too(v)))
        return isel_retype(o, full);
    if (o.kind == MIR_OPK_IMM) {
        uint32_t up = 32 - bits, u = (uint32_t)o.imm << up;
        return mir_imm(full, is_signed ? (uint32_t)((int32_t)u >> up) : u >> up);
    }
    if (bits == 1) { // 0 or ~0 already
        if (is_signed)
            return isel_retype(o, full);
        struct mir_operand t = isel_temp(x, full, !isel_is_scalar(&o));
        isel_op2(x, EU_OP_AND, t, isel_retype(o, full), mir_imm_ud(1));
        return t;
    }
    if (bits == 8 || bits == 16) {
        unsigned step = 32 / bits;
        enum eu_type t =
            bits == 8 ? (is_signed ? EU_TYPE_B : EU_TYPE_UB) : (is_signed ? EU_TYPE_W : EU_TYPE_UW);
        if (isel_is_scalar(&o))
            return isel_retype(o, t);
        return mir_strided(o.vreg, o.offset, t, step);
    }
    // What LLVM makes of remainders and switches, until it makes an AND of them.
    struct mir_operand t = isel_temp(x, full, !isel_is_scalar(&o));
    struct mir_operand from = isel_size(o.type) == 2 ? o : isel_retype(o, full);
    if (is_signed) {
        isel_op2(x, EU_OP_SHL, t, from, mir_imm_ud(32 - bits));
        isel_op2(x, EU_OP_ASR, t, t, mir_imm_ud(32 - bits));
    } else {
        isel_op2(x, EU_OP_AND, t, from, mir_imm_ud((UINT32_C(1) << bits) - 1));
    }
    return t;
}

struct mir_operand isel_float(struct isel_ctx *x, LLVMValueRef v, unsigned k)
{
    struct mir_operand o = isel_comp(x, v, k);
    enum eu_type t = isel_elem_type(LLVMTypeOf(v));
    return o.type == t ? o : isel_retype(isel_plain(x, o), t);
}

// ---- emitting

void isel_set(struct isel_ctx *x, struct isel_value *v, unsigned k, struct mir_operand o)
{
    if (!v->c) {
        v->n = (uint16_t)isel_type_comps(LLVMTypeOf(v->llvm));
        v->c = arena_array(x->arena, struct mir_operand, v->n ? v->n : 1);
    }
    if (k < v->n)
        v->c[k] = o;
}

struct mir_operand isel_dst(struct isel_ctx *x, struct isel_value *v, unsigned k, enum eu_type t)
{
    struct mir_operand d;
    if (v->hint != LLVM_NONE && v->divergent && k == 0 && isel_size(t) == 4)
        d = mir_vec(v->hint, v->hint_offset, t);
    else
        d = isel_temp(x, t, v->divergent);
    isel_set(x, v, k, d);
    return d;
}

void isel_copy(struct isel_ctx *x, struct mir_operand dst, struct mir_operand src)
{
    if (!src.negate && !src.abs && isel_size(src.type) == isel_size(dst.type) && isel_size(dst.type) != 2) {
        enum eu_type t = isel_size(dst.type) == 8 ? EU_TYPE_UQ : EU_TYPE_UD; // bits as they are
        src = isel_retype(src, t);
        dst = isel_retype(dst, t);
    }
    isel_mov(x, dst, src);
}

struct mir_operand isel_bits(struct isel_ctx *x, struct mir_operand o, enum eu_type t)
{
    if (o.type != t && (o.negate || o.abs))
        o = isel_plain(x, o);
    return isel_size(o.type) == isel_size(t) ? isel_retype(o, t) : o;
}

// Three-source instructions take registers only.
struct mir_inst *isel_op3(struct isel_ctx *x, unsigned op, struct mir_operand dst, struct mir_operand a,
                          struct mir_operand b, struct mir_operand c)
{
    struct mir_operand s[3] = {a, b, c};
    for (unsigned k = 0; k < 3; k++)
        if (s[k].kind == MIR_OPK_IMM)
            s[k] = isel_pool(x, s[k].type, s[k].imm);
        else if (isel_size(s[k].type) != isel_size(dst.type))
            s[k] = isel_in_reg(x, s[k], dst.type);
    struct mir_inst *i = isel_op1(x, op, dst, (struct mir_operand){0});
    memcpy(i->src, s, sizeof(s));
    return i;
}

struct mir_inst *isel_math(struct isel_ctx *x, enum eu_math fn, struct mir_operand dst, struct mir_operand a,
                           struct mir_operand b)
{
    if (a.kind == MIR_OPK_IMM)
        a = isel_pool(x, a.type, a.imm);
    if (b.kind == MIR_OPK_IMM)
        b = isel_pool(x, b.type, b.imm);
    struct mir_inst *i = isel_op1(x, EU_OP_MATH, dst, a);
    i->math = fn;
    i->src[1] = b;
    return i;
}

struct mir_block *isel_next_block(struct isel_ctx *x)
{
    x->b = mir_block_new(x->s);
    return x->b;
}
