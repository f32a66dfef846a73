// Casts. Most only rename; conversions are MOVs between types.
#include "compiler/isel/operand/ctx.h"

static bool is_scalar_or_same(LLVMValueRef v)
{
    return isel_type_comps(LLVMTypeOf(v)) == isel_type_comps(LLVMTypeOf(LLVMGetOperand(v, 0)));
}

static void move(struct isel_ctx *x, struct isel_value *v, unsigned k, enum eu_type t, struct mir_operand src)
{
    if (t == EU_TYPE_HF && v->divergent) {
        struct mir_operand spread = isel_spread_half(x);
        isel_mov(x, spread, src);
        isel_set(x, v, k, isel_packed_half(x, spread));
        return;
    }
    isel_mov(x, isel_dst(x, v, k, t), src);
}

static void truncate(struct isel_ctx *x, struct isel_value *v, unsigned k)
{
    struct mir_operand o = isel_int(x, LLVMGetOperand(v->llvm, 0), k);
    unsigned to = isel_elem_bits(LLVMTypeOf(v->llvm));
    if (isel_size(o.type) == 8 && o.kind != MIR_OPK_IMM) { // the low half
        if (to > 32) {
            isel_set(x, v, k, o);
            return;
        }
        struct mir_operand low =
            isel_is_scalar(&o) ? isel_retype(o, EU_TYPE_UD) : mir_strided(o.vreg, o.offset, EU_TYPE_UD, 2);
        if (to == 1) {
            struct mir_operand t = isel_temp(x, EU_TYPE_UD, !isel_is_scalar(&o));
            isel_mov(x, t, low);
            o = t;
        } else {
            move(x, v, k, EU_TYPE_UD, low);
            return;
        }
    }
    if (to == 1) { // 0 or ~0 from the lowest bit
        struct mir_operand t = isel_temp(x, EU_TYPE_D, !isel_is_scalar(&o));
        isel_op2(x, EU_OP_AND, t, isel_size(o.type) == 2 ? o : isel_retype(o, EU_TYPE_D), mir_imm_d(1));
        move(x, v, k, EU_TYPE_D, isel_neg(t));
        return;
    }
    isel_set(x, v, k, isel_size(o.type) == 2 ? o : isel_retype(o, EU_TYPE_D));
}

static void extend(struct isel_ctx *x, struct isel_value *v, unsigned k, bool is_signed)
{
    LLVMValueRef a = LLVMGetOperand(v->llvm, 0);
    unsigned from = isel_elem_bits(LLVMTypeOf(a)), to = isel_elem_bits(LLVMTypeOf(v->llvm));
    if (to > 32) {
        struct mir_operand o =
            from == 1 && !is_signed ? isel_neg(isel_ext(x, a, k, true)) : isel_ext(x, a, k, is_signed);
        move(x, v, k, from == 1 || is_signed ? EU_TYPE_Q : EU_TYPE_UQ, o);
        return;
    }
    if (from == 1) {
        struct mir_operand o = isel_ext(x, a, k, true);
        if (is_signed)
            isel_set(x, v, k, o);
        else
            move(x, v, k, EU_TYPE_D, isel_neg(o));
        return;
    }
    struct mir_operand o = isel_ext(x, a, k, is_signed);
    if (isel_size(o.type) == 4)
        isel_set(x, v, k, isel_retype(o, EU_TYPE_D));
    else
        move(x, v, k, is_signed ? EU_TYPE_D : EU_TYPE_UD, o);
}

static void int_to_float(struct isel_ctx *x, struct isel_value *v, unsigned k, bool is_signed)
{
    LLVMValueRef a = LLVMGetOperand(v->llvm, 0);
    enum eu_type t = isel_elem_type(LLVMTypeOf(v->llvm));
    if (isel_elem_bits(LLVMTypeOf(a)) == 1) {
        struct mir_operand o = isel_ext(x, a, k, true);
        move(x, v, k, t, is_signed ? o : isel_neg(o));
        return;
    }
    struct mir_operand o = isel_ext(x, a, k, is_signed);
    if (o.kind == MIR_OPK_IMM)
        o = isel_pool(x, o.type, o.imm);
    move(x, v, k, t, o);
}

static void float_to_int(struct isel_ctx *x, struct isel_value *v, unsigned k, bool is_signed)
{
    bool wide = isel_elem_bits(LLVMTypeOf(v->llvm)) > 32;
    enum eu_type t = wide ? (is_signed ? EU_TYPE_Q : EU_TYPE_UQ) : is_signed ? EU_TYPE_D : EU_TYPE_UD;
    struct mir_operand o = isel_float(x, LLVMGetOperand(v->llvm, 0), k);
    if (o.kind == MIR_OPK_IMM)
        o = isel_pool(x, o.type, o.imm);
    move(x, v, k, t, o);
}

// ---- bitcasts between numbers of components

// Part `part` (of `bits` bits) of an operand, as a region.
static struct mir_operand part_of(struct mir_operand o, unsigned whole, unsigned bits, unsigned part)
{
    enum eu_type t = bits == 8 ? EU_TYPE_UB : bits == 16 ? EU_TYPE_UW : EU_TYPE_UD;
    if (o.kind == MIR_OPK_IMM)
        return mir_imm_ud((uint32_t)(o.imm >> (part * bits)) & (bits == 32 ? ~0u : (1u << bits) - 1));
    if (isel_is_scalar(&o))
        return mir_scalar(o.vreg, o.offset + part * bits / 8, t);
    if (o.type == EU_TYPE_HF) // packed
        return mir_strided(o.vreg, o.offset + part * bits / 8, t, 16 / bits);
    unsigned lane = whole < 32 ? 32 : whole;
    return mir_strided(o.vreg, o.offset + part * bits / 8, t, lane / bits);
}

// Cuts components of `from` bits into pieces or joins pieces of `to`.
static void regroup(struct isel_ctx *x, struct isel_value *v, unsigned from, unsigned to)
{
    LLVMValueRef a = LLVMGetOperand(v->llvm, 0);
    enum eu_type t = isel_elem_type(LLVMTypeOf(v->llvm));
    unsigned n = isel_type_comps(LLVMTypeOf(v->llvm));
    if (from > to) {
        for (unsigned k = 0; k < n; k++) {
            struct mir_operand o = isel_int(x, a, k / (from / to));
            if (t == EU_TYPE_HF && o.kind != MIR_OPK_IMM && !isel_is_scalar(&o)) {
                isel_set(x, v, k, isel_packed_half(x, part_of(o, from, to, k % (from / to))));
                continue;
            }
            struct mir_operand dst = isel_temp(x, to == 32 ? EU_TYPE_UD : EU_TYPE_D, v->divergent);
            isel_mov(x, dst, part_of(o, from, to, k % (from / to)));
            if (t == EU_TYPE_HF)
                dst =
                    isel_packed_half(x, isel_is_scalar(&dst) ? dst : mir_strided(dst.vreg, dst.offset, t, 2));
            isel_set(x, v, k, isel_size(t) == 4 ? isel_retype(dst, t) : dst);
        }
        return;
    }
    for (unsigned k = 0; k < n; k++) {
        struct mir_operand dst = isel_temp(x, to == 64 ? EU_TYPE_UQ : EU_TYPE_UD, v->divergent);
        for (unsigned p = 0; p < to / from; p++) {
            struct mir_operand o = isel_int(x, a, k * (to / from) + p);
            struct mir_operand piece = part_of(dst, to, from, p);
            if (o.kind == MIR_OPK_IMM)
                o = from == 32 ? o : mir_imm_uw((uint16_t)o.imm);
            else
                o = part_of(o, from, from, 0);
            isel_mov(x, piece, o);
        }
        if (t == EU_TYPE_HF && v->divergent)
            dst = isel_packed_half(x, mir_strided(dst.vreg, dst.offset, t, 2));
        isel_set(x, v, k, isel_retype(dst, t));
    }
}

static void bitcast(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef a = LLVMGetOperand(v->llvm, 0);
    LLVMTypeRef to = LLVMTypeOf(v->llvm), from = LLVMTypeOf(a);
    if (isel_elem_bits(from) != isel_elem_bits(to)) {
        if (isel_elem_bits(from) < 8 || isel_elem_bits(to) < 8)
            isel_fail(x, "bitcast: %s", isel_inst_text(x, v->llvm));
        else
            regroup(x, v, isel_elem_bits(from), isel_elem_bits(to));
        return;
    }
    enum eu_type t = isel_elem_type(to);
    for (unsigned k = 0; k < isel_type_comps(to); k++) {
        struct mir_operand o = isel_comp(x, a, k);
        if (o.type == t) {
            isel_set(x, v, k, o);
            continue;
        }
        o = isel_plain(x, o);
        if (isel_elem_bits(to) == 32 && isel_size(o.type) < 4) // the lane index as a float's bits
            o = isel_in_reg(x, o, EU_TYPE_UD);
        if (isel_elem_bits(to) == 16 && o.kind == MIR_OPK_VREG && !isel_is_scalar(&o)) {
            struct mir_operand words = o;
            if (isel_size(o.type) == 4) // the low words of dword lanes
                words = mir_strided(o.vreg, o.offset, EU_TYPE_UW, 2);
            if (t == EU_TYPE_HF) {
                o = isel_packed_half(x, words);
            } else {
                o = isel_temp(x, EU_TYPE_D, true);
                isel_mov(x, o, isel_retype(words, EU_TYPE_UW));
            }
        } else if (isel_elem_bits(to) == 16 && o.kind == MIR_OPK_VREG && o.offset % 4) {
            // a scalar half in the upper part of a dword
            struct mir_operand low = isel_temp(x, EU_TYPE_D, false);
            isel_mov(x, low, isel_retype(o, EU_TYPE_UW));
            o = low;
        } else {
            o = isel_retype(o, isel_elem_bits(to) == 16 && t != EU_TYPE_HF ? EU_TYPE_D : t);
        }
        isel_set(x, v, k, o);
    }
}

// Between surface pointers and 64-bit integers.
static void pack_pointer(struct isel_ctx *x, struct isel_value *v, bool to_int)
{
    LLVMValueRef a = LLVMGetOperand(v->llvm, 0);
    unsigned n = isel_type_comps(LLVMTypeOf(v->llvm));
    if (to_int) {
        for (unsigned k = 0; k < n; k++) {
            struct mir_operand dst = isel_temp(x, EU_TYPE_UQ, v->divergent);
            isel_mov(x, part_of(dst, 64, 32, 0), isel_int(x, a, 2 * k));
            isel_mov(x, part_of(dst, 64, 32, 1), isel_int(x, a, 2 * k + 1));
            isel_set(x, v, k, dst);
        }
    } else {
        for (unsigned k = 0; k < n; k++) {
            struct mir_operand dst = isel_temp(x, EU_TYPE_UD, v->divergent);
            isel_mov(x, dst, part_of(isel_int(x, a, k / 2), 64, 32, k & 1));
            isel_set(x, v, k, dst);
        }
    }
}

// Of other sizes: what is behind the first bits is dropped, or zero.
static void rename_pointer(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef a = LLVMGetOperand(v->llvm, 0);
    unsigned from = isel_elem_bits(LLVMTypeOf(a)), to = isel_elem_bits(LLVMTypeOf(v->llvm));
    bool to_int = LLVMGetInstructionOpcode(v->llvm) == LLVMPtrToInt;
    if (to_int && !is_scalar_or_same(v->llvm) && to == 32) { // the offset of a fat pointer
        for (unsigned k = 0; k < isel_type_comps(LLVMTypeOf(v->llvm)); k++)
            isel_set(x, v, k, isel_int(x, a, 2 * k));
        return;
    }
    if (!is_scalar_or_same(v->llvm)) {
        if ((to_int ? to : from) == 64)
            pack_pointer(x, v, to_int);
        else
            isel_fail(x, "pointer cast: %s", isel_inst_text(x, v->llvm));
        return;
    }
    for (unsigned k = 0; k < isel_type_comps(LLVMTypeOf(v->llvm)); k++)
        if (from > to)
            truncate(x, v, k);
        else if (from < to)
            extend(x, v, k, false);
        else
            isel_set(x, v, k, isel_comp(x, a, k));
}

// Halves of a uniform vector that lie together in a register, as a block message brings them: several become
// floats by one instruction, which takes no longer than one of them.
static bool extend_together(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef e = LLVMGetOperand(v->llvm, 0);
    int64_t at;
    if (v->divergent || !LLVMIsAExtractElementInst(e) ||
        LLVMGetTypeKind(LLVMTypeOf(v->llvm)) != LLVMFloatTypeKind ||
        !isel_const_int(LLVMGetOperand(e, 1), &at))
        return false;
    LLVMValueRef vector = LLVMGetOperand(e, 0);
    unsigned n = isel_type_comps(LLVMTypeOf(vector)), size = n >= 8 ? 8 : 4,
             first = (unsigned)at / size * size;
    if (!LLVMIsAInstruction(vector) || isel_divergent(x, vector) || at < 0 || first + size > n)
        return false;
    struct mir_operand from = isel_comp(x, vector, first);
    for (unsigned k = 0; k < size; k++) {
        struct mir_operand o = isel_comp(x, vector, first + k);
        if (o.kind != MIR_OPK_VREG || o.type != EU_TYPE_HF || !isel_is_scalar(&o) || o.negate || o.abs ||
            o.vreg != from.vreg || o.offset != from.offset + 2 * k)
            return false;
    }
    struct isel_key key = {ISEL_FLOATS, .of = vector, .number = first};
    const struct isel_known *known = isel_known(x, key);
    struct mir_operand floats;
    if (known) {
        floats = known->o[0];
    } else {
        floats = isel_block_vreg(x, size * 4, EU_TYPE_F, true);
        struct mir_inst *i = isel_mov(x, floats, mir_vec(from.vreg, from.offset, EU_TYPE_HF));
        i->exec_size = (uint8_t)size;
        i->nomask = true;
        isel_learn(x, key)->o[0] = floats;
    }
    isel_set(x, v, 0, mir_scalar(floats.vreg, (unsigned)at % size * 4, EU_TYPE_F));
    return true;
}

void isel_cast(struct isel_ctx *x, struct isel_value *v)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(v->llvm);
    unsigned n = isel_type_comps(LLVMTypeOf(v->llvm));
    switch (op) {
    case LLVMBitCast:
        bitcast(x, v);
        return;
    case LLVMPtrToInt:
    case LLVMIntToPtr:
        rename_pointer(x, v);
        return;
    case LLVMTrunc:
        if (isel_high_half(x, v))
            return;
        break;
    case LLVMFPExt:
        if (extend_together(x, v))
            return;
        break;
    default:
        break;
    }
    for (unsigned k = 0; k < n && !x->failed; k++)
        switch (op) {
        case LLVMTrunc:
            truncate(x, v, k);
            break;
        case LLVMZExt:
            extend(x, v, k, false);
            break;
        case LLVMSExt:
            extend(x, v, k, true);
            break;
        case LLVMUIToFP:
            int_to_float(x, v, k, false);
            break;
        case LLVMSIToFP:
            int_to_float(x, v, k, true);
            break;
        case LLVMFPToUI:
            float_to_int(x, v, k, false);
            break;
        case LLVMFPToSI:
            float_to_int(x, v, k, true);
            break;
        case LLVMFPTrunc:
        case LLVMFPExt:
            move(x, v, k, isel_elem_type(LLVMTypeOf(v->llvm)), isel_float(x, LLVMGetOperand(v->llvm, 0), k));
            break;
        case LLVMFreeze:
            isel_set(x, v, k, isel_comp(x, LLVMGetOperand(v->llvm, 0), k));
            break;
        default:
            isel_fail(x, "cast: %s", isel_inst_text(x, v->llvm));
            return;
        }
}
