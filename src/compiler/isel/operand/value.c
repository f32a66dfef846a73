// Reading LLVM values as operands, and the operand and instruction helpers of selection (isel/operand/ctx.h
// tells how components hold their types).
#include <string.h>

#include "compiler/isel/operand/ctx.h"

// ---- operands

bool isel_is_scalar(const struct mir_operand *o)
{
    return o->kind == MIR_OPK_IMM ? o->type != EU_TYPE_V && o->type != EU_TYPE_UV && o->type != EU_TYPE_VF
                                  : o->vstride == 0 && o->hstride == 0 && o->width == 1;
}

struct mir_operand isel_retype(struct mir_operand o, enum eu_type t)
{
    if (o.kind == MIR_OPK_IMM && isel_size(o.type) == 8 &&
        isel_size(t) == 4) // as of a register: its low half
        o.imm = (uint32_t)o.imm;
    o.type = t;
    return o;
}

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

struct mir_operand isel_block_vreg(struct isel_ctx *x, uint32_t bytes, enum eu_type t, bool uniform)
{
    uint32_t v = mir_vreg_new(x->s, MIR_GRF, bytes, bytes >= x->s->reg_bytes ? x->s->reg_bytes : isel_size(t),
                              uniform);
    return mir_vec(v, 0, t);
}

// Halves are packed: MADs want them so, and they take half of the registers.
struct mir_operand isel_temp(struct isel_ctx *x, enum eu_type t, bool divergent)
{
    unsigned size = isel_size(t) < 4 ? 4 : isel_size(t);
    if (!divergent)
        return mir_scalar(mir_vreg_new(x->s, MIR_GRF, size, size, true), 0, t);
    if (t == EU_TYPE_HF)
        return mir_vec(mir_vreg_new(x->s, MIR_GRF, 2 * x->s->simd, x->s->reg_bytes, false), 0, t);
    uint32_t v = mir_vreg_new(x->s, MIR_GRF, size * x->s->simd, x->s->reg_bytes, false);
    return isel_size(t) == 2 ? mir_strided(v, 0, t, 2) : mir_vec(v, 0, t);
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

struct mir_operand isel_lanes(struct mir_operand o, unsigned lane)
{
    if (o.kind == MIR_OPK_VREG && !isel_is_scalar(&o))
        o.offset += lane * (o.hstride ? o.hstride : 1) * isel_size(o.type);
    return o;
}

static bool same_kind(enum eu_type a, enum eu_type b)
{
    bool fa = a == EU_TYPE_F || a == EU_TYPE_HF || a == EU_TYPE_DF,
         fb = b == EU_TYPE_F || b == EU_TYPE_HF || b == EU_TYPE_DF;
    return fa == fb;
}

struct mir_operand isel_plain(struct isel_ctx *x, struct mir_operand o)
{
    if (o.kind == MIR_OPK_IMM || (!o.negate && !o.abs))
        return o;
    struct mir_operand t = isel_temp(x, o.type, !isel_is_scalar(&o));
    isel_mov(x, t, o);
    return t;
}

struct mir_operand isel_in_reg(struct isel_ctx *x, struct mir_operand o, enum eu_type t)
{
    if (o.kind == MIR_OPK_IMM)
        return isel_pool(x, t, o.imm);
    bool narrow = isel_size(o.type) < isel_size(t);
    if (!o.negate && !o.abs && !narrow)
        return isel_retype(o, t);
    struct mir_operand r = isel_temp(x, same_kind(o.type, t) ? t : o.type, !isel_is_scalar(&o));
    isel_mov(x, r, o);
    return isel_retype(r, t);
}

struct isel_const {
    struct isel_const *next;
    enum eu_type type;
    uint64_t bits;
    struct mir_operand at;
};

struct mir_operand isel_pool(struct isel_ctx *x, enum eu_type t, uint64_t bits)
{
    if (isel_size(t) < 8)
        bits = (uint32_t)bits;
    struct isel_const **pool = &x->pool[(bits ^ bits >> 10 ^ bits >> 20 ^ bits >> 40) % ISEL_POOLS];
    for (struct isel_const *c = *pool; c; c = c->next)
        if (c->bits == bits && isel_size(c->type) == isel_size(t))
            return isel_retype(c->at, t);
    struct isel_const *c = arena_new(x->arena, struct isel_const);
    *c = (struct isel_const){*pool, t, bits, isel_temp(x, t, false)};
    *pool = c;
    isel_at_start(x, EU_OP_MOV, 1, c->at, mir_imm(t, bits));
    return c->at;
}

struct mir_inst *isel_at_start(struct isel_ctx *x, unsigned op, unsigned exec_size, struct mir_operand dst,
                               struct mir_operand a)
{
    struct mir_inst *i = mir_inst_new(x->s, op, exec_size);
    i->nomask = true;
    i->line = x->p->frame_bytes ? 0 : i->line; // no debugger stops there
    i->dst = dst;
    i->src[0] = a;
    struct mir_block *entry = x->s->blocks[0];
    if (x->pool_last)
        mir_insert_after(x->pool_last, i);
    else if (entry->first)
        mir_insert_before(entry->first, i);
    else
        mir_append(entry, i);
    x->pool_last = i;
    return i;
}

bool isel_start_header(struct isel_ctx *x, enum isel_fact fact, struct mir_operand *header)
{
    const struct isel_key key = {fact};
    const struct isel_known *k = isel_known(x, key);
    if (k) {
        *header = k->o[0];
        return false;
    }
    uint32_t v = mir_vreg_new(x->s, MIR_GRF, x->s->reg_bytes, x->s->reg_bytes, true);
    *header = mir_vec(v, 0, EU_TYPE_UD);
    isel_at_start(x, EU_OP_MOV, 8, *header, mir_imm_ud(0));
    isel_learn(x, key)->o[0] = *header;
    return true;
}

void isel_start_dword(struct isel_ctx *x, const struct mir_operand *header, unsigned byte, uint32_t value)
{
    isel_at_start(x, EU_OP_MOV, 1, mir_scalar(header->vreg, byte, EU_TYPE_UD), mir_imm_ud(value));
}

void isel_start_r0(struct isel_ctx *x, const struct mir_operand *header, unsigned byte, uint32_t bits)
{
    struct mir_operand to = mir_scalar(header->vreg, byte, EU_TYPE_UD);
    isel_at_start(x, EU_OP_AND, 1, to, mir_scalar(x->s->r0, byte, EU_TYPE_UD))->src[1] = mir_imm_ud(bits);
}

// 0, 1, 2, ... as words: from a packed immediate of eight, then by adding.
struct mir_operand isel_lane_index(struct isel_ctx *x)
{
    const struct isel_key key = {ISEL_LANE_INDEX};
    const struct isel_known *k = isel_known(x, key);
    if (k)
        return k->o[0];
    uint32_t v = mir_vreg_new(x->s, MIR_GRF, x->s->simd * 2,
                              x->s->simd * 2 >= x->s->reg_bytes ? x->s->reg_bytes : 16, false);
    struct mir_operand lane = mir_vec(v, 0, EU_TYPE_UW);
    isel_at_start(x, EU_OP_MOV, 8, lane, mir_imm(EU_TYPE_UV, 0x76543210));
    for (unsigned n = 8; n < x->s->simd; n *= 2)
        isel_at_start(x, EU_OP_ADD, n, mir_vec(v, n * 2, EU_TYPE_UW), lane)->src[1] = mir_imm_uw((uint16_t)n);
    isel_learn(x, key)->o[0] = lane;
    return lane;
}

struct mir_operand isel_lane_dwords(struct isel_ctx *x)
{
    const struct isel_key key = {ISEL_LANE_DWORDS};
    const struct isel_known *k = isel_known(x, key);
    if (k)
        return k->o[0];
    struct mir_operand at = isel_block_vreg(x, 8 * 4, EU_TYPE_UD, true);
    isel_at_start(x, EU_OP_SHL, 8, at, isel_lane_index(x))->src[1] = mir_imm_ud(2);
    isel_learn(x, key)->o[0] = at;
    return at;
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

static struct mir_inst *emit(struct isel_ctx *x, unsigned op, struct mir_operand dst)
{
    bool scalar = dst.kind == MIR_OPK_VREG && isel_is_scalar(&dst);
    struct mir_inst *i = mir_inst_new(x->s, op, scalar ? 1 : x->s->simd);
    i->nomask = scalar;
    i->dst = dst;
    mir_append(x->b, i);
    return i;
}

struct mir_inst *isel_op1(struct isel_ctx *x, unsigned op, struct mir_operand dst, struct mir_operand a)
{
    struct mir_inst *i = emit(x, op, dst);
    i->src[0] = a;
    return i;
}

struct mir_inst *isel_mov(struct isel_ctx *x, struct mir_operand dst, struct mir_operand a)
{
    return isel_op1(x, EU_OP_MOV, dst, a);
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

static bool commutes(unsigned op)
{
    return op == EU_OP_ADD || op == EU_OP_MUL || op == EU_OP_AND || op == EU_OP_OR || op == EU_OP_XOR;
}

struct mir_inst *isel_op2(struct isel_ctx *x, unsigned op, struct mir_operand dst, struct mir_operand a,
                          struct mir_operand b)
{
    if (a.kind == MIR_OPK_IMM && b.kind != MIR_OPK_IMM && commutes(op)) {
        struct mir_operand t = a;
        a = b;
        b = t;
    }
    if (a.kind == MIR_OPK_IMM)
        a = isel_pool(x, a.type, a.imm);
    struct mir_inst *i = emit(x, op, dst);
    i->src[0] = a;
    i->src[1] = b;
    return i;
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
    struct mir_inst *i = emit(x, op, dst);
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
    struct mir_inst *i = emit(x, EU_OP_MATH, dst);
    i->math = fn;
    i->src[0] = a;
    i->src[1] = b;
    return i;
}

struct mir_operand isel_flag_new(struct isel_ctx *x, bool uniform)
{
    unsigned size = x->s->simd == 32 ? 4 : 2;
    uint32_t v = mir_vreg_new(x->s, MIR_FLAG, size, size, uniform);
    return mir_scalar(v, 0, size == 4 ? EU_TYPE_UD : EU_TYPE_UW);
}

struct mir_block *isel_next_block(struct isel_ctx *x)
{
    x->b = mir_block_new(x->s);
    return x->b;
}
