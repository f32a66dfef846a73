// Subgroup operations: what lanes learn of each other.
//
// A value's lanes lie side by side in registers, so lanes meet by way of regions: a reduction halves the
// vector log2(simd) times, a scan adds each group's last lane to the group behind it, a shuffle by a pattern
// that is known now is a few MOVs between regions. Only a shuffle by run-time indices goes through address
// registers (align1 indirect, "VxH").
//
// Inactive lanes hold anything. Reductions and scans therefore start from a copy in which those lanes hold
// the operation's identity (filled), and run without mask on vregs that nothing else shares. Shuffles may
// read inactive lanes: their value is undefined then. A vote compares into a flag that was zero before.
//
// Source: PRM SKL vol7 "Register Region", VertStride VxH; identities: SPIR-V, OpGroupNonUniform*.
#include <string.h>

#include "compiler/isel/call/subgroup.h"

// ---- operations ----

enum identity { ID_ZERO, ID_ONES, ID_ONE, ID_SMAX, ID_SMIN, ID_INF, ID_NINF };

struct operation {
    unsigned op;
    enum eu_cmod cmod;     // of SEL
    enum eu_type types[2]; // of 32 and of 64 bits
    enum identity identity;
    bool idempotent; // of equal values: the value
    bool inverse;    // the exclusive scan is the inclusive one less the lane's own value
};

#define OPERATION(id) ((INTRINSIC_REDUCE_##id - INTRINSIC_REDUCE_IADD) / INTRINSIC_SCANS)

static const struct operation operations[] = {
    [OPERATION(IADD)] = {EU_OP_ADD, EU_CMOD_NONE, {EU_TYPE_D, EU_TYPE_Q}, ID_ZERO, false, true},
    [OPERATION(IMUL)] = {EU_OP_MUL, EU_CMOD_NONE, {EU_TYPE_D, EU_TYPE_Q}, ID_ONE, false, false},
    [OPERATION(SMIN)] = {EU_OP_SEL, EU_CMOD_L, {EU_TYPE_D, EU_TYPE_Q}, ID_SMAX, true, false},
    [OPERATION(SMAX)] = {EU_OP_SEL, EU_CMOD_GE, {EU_TYPE_D, EU_TYPE_Q}, ID_SMIN, true, false},
    [OPERATION(UMIN)] = {EU_OP_SEL, EU_CMOD_L, {EU_TYPE_UD, EU_TYPE_UQ}, ID_ONES, true, false},
    [OPERATION(UMAX)] = {EU_OP_SEL, EU_CMOD_GE, {EU_TYPE_UD, EU_TYPE_UQ}, ID_ZERO, true, false},
    [OPERATION(AND)] = {EU_OP_AND, EU_CMOD_NONE, {EU_TYPE_D, EU_TYPE_Q}, ID_ONES, true, false},
    [OPERATION(OR)] = {EU_OP_OR, EU_CMOD_NONE, {EU_TYPE_D, EU_TYPE_Q}, ID_ZERO, true, false},
    [OPERATION(XOR)] = {EU_OP_XOR, EU_CMOD_NONE, {EU_TYPE_D, EU_TYPE_Q}, ID_ZERO, false, true},
    [OPERATION(FADD)] = {EU_OP_ADD, EU_CMOD_NONE, {EU_TYPE_F, EU_TYPE_DF}, ID_ZERO, false, false},
    [OPERATION(FMUL)] = {EU_OP_MUL, EU_CMOD_NONE, {EU_TYPE_F, EU_TYPE_DF}, ID_ONE, false, false},
    [OPERATION(FMIN)] = {EU_OP_SEL, EU_CMOD_L, {EU_TYPE_F, EU_TYPE_DF}, ID_INF, true, false},
    [OPERATION(FMAX)] = {EU_OP_SEL, EU_CMOD_GE, {EU_TYPE_F, EU_TYPE_DF}, ID_NINF, true, false},
};

static struct mir_operand identity_of(const struct operation *op, enum eu_type t)
{
    bool wide = isel_size(t) == 8;
    uint64_t sign = wide ? UINT64_C(1) << 63 : UINT64_C(1) << 31, ones = wide ? UINT64_MAX : UINT32_MAX;
    uint64_t inf = wide ? UINT64_C(0x7ff) << 52 : UINT64_C(0xff) << 23;
    switch (op->identity) {
    case ID_ONES:
        return mir_imm(t, ones);
    case ID_ONE:
        return mir_imm(t, t == EU_TYPE_F    ? UINT64_C(0x3f800000)
                          : t == EU_TYPE_DF ? UINT64_C(0x3ff) << 52
                                            : 1);
    case ID_SMAX:
        return mir_imm(t, sign - 1);
    case ID_SMIN:
        return mir_imm(t, sign);
    case ID_INF:
        return mir_imm(t, inf);
    case ID_NINF:
        return mir_imm(t, inf | sign);
    default:
        return mir_imm(t, 0);
    }
}

// ---- unmasked instructions ----

static struct mir_inst *wide(struct isel_ctx *x, unsigned op, unsigned n, struct mir_operand dst,
                             struct mir_operand a, struct mir_operand b)
{
    struct mir_inst *i = mir_inst_new(x->s, op, n);
    i->nomask = true;
    i->dst = dst;
    i->src[0] = a;
    i->src[1] = b;
    mir_append(x->b, i);
    return i;
}

static struct mir_inst *wide_mov(struct isel_ctx *x, unsigned n, struct mir_operand dst, struct mir_operand a)
{
    return wide(x, EU_OP_MOV, n, dst, a, (struct mir_operand){0});
}

// Lanes first, first + stride, ... of a packed vector.
static struct mir_operand lanes(struct mir_operand v, unsigned first, unsigned stride)
{
    return mir_strided(v.vreg, v.offset + first * isel_size(v.type), v.type, stride);
}

static struct mir_operand region(struct mir_operand v, unsigned first, unsigned vstride, unsigned width,
                                 unsigned hstride)
{
    v.offset += first * isel_size(v.type);
    v.vstride = (uint8_t)vstride;
    v.width = (uint8_t)width;
    v.hstride = (uint8_t)hstride;
    return v;
}

// n elements, the same for all lanes.
static struct mir_operand shared_vector(struct isel_ctx *x, unsigned n, enum eu_type t)
{
    unsigned bytes = n * isel_size(t);
    uint32_t v = mir_vreg_new(x->s, MIR_GRF, bytes, bytes < x->s->reg_bytes ? bytes : x->s->reg_bytes, true);
    return n == 1 ? mir_scalar(v, 0, t) : mir_vec(v, 0, t);
}

// One element a lane, written without mask: a vreg of its own, never a hinted place.
static struct mir_operand lane_vector(struct isel_ctx *x, enum eu_type t)
{
    return mir_vec(mir_vreg_new(x->s, MIR_GRF, x->s->simd * isel_size(t), x->s->reg_bytes, false), 0, t);
}

static struct mir_operand packed_copy(struct isel_ctx *x, unsigned n, struct mir_operand a)
{
    struct mir_operand t = shared_vector(x, n, a.type);
    wide_mov(x, n, t, a);
    return t;
}

static struct mir_operand dwords(struct mir_operand q, unsigned high, enum eu_type t)
{
    return mir_strided(q.vreg, q.offset + 4 * high, t, 2);
}

// There is no product of qwords: from those of dwords.
static void multiply_qwords(struct isel_ctx *x, unsigned n, struct mir_operand dst, struct mir_operand a,
                            struct mir_operand b)
{
    a = packed_copy(x, n, a);
    b = packed_copy(x, n, b);
    struct mir_operand low = shared_vector(x, n, EU_TYPE_UQ), cross = shared_vector(x, n, EU_TYPE_D),
                       other = shared_vector(x, n, EU_TYPE_D);
    wide(x, EU_OP_MUL, n, low, dwords(a, 0, EU_TYPE_UD), dwords(b, 0, EU_TYPE_UD));
    wide(x, EU_OP_MUL, n, cross, dwords(a, 0, EU_TYPE_D), dwords(b, 1, EU_TYPE_D));
    wide(x, EU_OP_MUL, n, other, dwords(a, 1, EU_TYPE_D), dwords(b, 0, EU_TYPE_D));
    wide(x, EU_OP_ADD, n, cross, cross, other);
    wide(x, EU_OP_ADD, n, dwords(low, 1, EU_TYPE_D), dwords(low, 1, EU_TYPE_D), cross);
    wide_mov(x, n, dst, isel_retype(low, EU_TYPE_Q));
}

// The comparison that is SEL's own takes 32 bits. Packed, so that no piece sets less than four bits of the
// flag.
static void select_qwords(struct isel_ctx *x, const struct operation *op, unsigned n, struct mir_operand dst,
                          struct mir_operand a, struct mir_operand b)
{
    struct mir_operand flag = isel_flag_new(x, false), r = shared_vector(x, n, dst.type);
    a = packed_copy(x, n, a);
    b = packed_copy(x, n, b);
    struct mir_inst *cmp = wide(x, EU_OP_CMP, n, mir_null(a.type), a, b);
    cmp->cmod = op->cmod;
    cmp->flag = flag;
    struct mir_inst *sel = wide(x, EU_OP_SEL, n, r, a, b);
    sel->pred = flag;
    sel->pred_ctrl = EU_PRED_NORMAL;
    wide_mov(x, n, dst, r);
}

// dst = a op b on n elements.
static void combine(struct isel_ctx *x, const struct operation *op, unsigned n, struct mir_operand dst,
                    struct mir_operand a, struct mir_operand b)
{
    bool qwords = dst.type == EU_TYPE_Q || dst.type == EU_TYPE_UQ;
    if (op->op == EU_OP_MUL && qwords) {
        multiply_qwords(x, n, dst, a, b);
    } else if (op->op == EU_OP_SEL && qwords) {
        select_qwords(x, op, n, dst, a, b);
    } else {
        wide(x, op->op, n, dst, a, b)->cmod = op->cmod;
    }
}

// What was written without mask, as the active lanes' own: lanes that have left a loop keep theirs while
// others go on.
static struct mir_operand own_lanes(struct isel_ctx *x, struct mir_operand v)
{
    if (isel_is_scalar(&v))
        return v;
    struct mir_operand t = isel_temp(x, v.type, true);
    isel_mov(x, t, v);
    return t;
}

// ---- reductions and scans ----

// The lanes' values, the identity where a lane is inactive.
static struct mir_operand filled(struct isel_ctx *x, struct mir_operand v, struct mir_operand identity)
{
    struct mir_operand t = lane_vector(x, identity.type);
    wide_mov(x, x->s->simd, t, identity);
    isel_mov(x, t, v);
    return t;
}

static struct mir_operand reduce_all(struct isel_ctx *x, const struct operation *op, struct mir_operand v)
{
    for (unsigned n = x->s->simd / 2; n; n /= 2) {
        struct mir_operand half = shared_vector(x, n, v.type);
        combine(x, op, n, half, lanes(v, 0, 1), lanes(v, n, 1));
        v = half;
    }
    return v;
}

// Neighbours meet until one element is left of each cluster, which then spreads over it.
static struct mir_operand reduce_clusters(struct isel_ctx *x, const struct operation *op,
                                          struct mir_operand v, unsigned cluster)
{
    unsigned n = x->s->simd;
    for (unsigned c = 1; c < cluster; c *= 2) {
        n /= 2;
        struct mir_operand half = shared_vector(x, n, v.type);
        combine(x, op, n, half, lanes(v, 0, 2), lanes(v, 1, 2));
        v = half;
    }
    struct mir_operand all = lane_vector(x, v.type);
    wide_mov(x, x->s->simd, all, cluster == 1 ? v : region(v, 0, 1, cluster, 0));
    return all;
}

// In place: pairs, then fours, then each group's last lane meets all lanes of the group behind it.
static void scan(struct isel_ctx *x, const struct operation *op, struct mir_operand v)
{
    unsigned simd = x->s->simd;
    combine(x, op, simd / 2, lanes(v, 1, 2), lanes(v, 0, 2), lanes(v, 1, 2));
    combine(x, op, simd / 4, lanes(v, 2, 4), lanes(v, 1, 4), lanes(v, 2, 4));
    combine(x, op, simd / 4, lanes(v, 3, 4), lanes(v, 1, 4), lanes(v, 3, 4));
    for (unsigned n = 4; n < simd; n *= 2)
        for (unsigned at = n; at < simd; at += 2 * n)
            combine(x, op, n, lanes(v, at, 1), region(v, at - 1, 0, 1, 0), lanes(v, at, 1));
}

enum kind { REDUCE, INCLUSIVE, EXCLUSIVE };

static struct mir_operand exclusive(struct isel_ctx *x, const struct operation *op, struct mir_operand sums,
                                    struct mir_operand own, struct mir_operand identity)
{
    if (op->inverse) {
        struct mir_operand t = isel_temp(x, sums.type, true);
        isel_op2(x, op->op, t, sums, op->op == EU_OP_ADD ? isel_neg(own) : own);
        return t;
    }
    int from[32];
    for (unsigned k = 0; k < x->s->simd; k++)
        from[k] = (int)k - 1;
    struct mir_operand t = lane_vector(x, sums.type);
    isel_permute(x, t, sums, from);
    wide_mov(x, 1, mir_scalar(t.vreg, 0, t.type), identity);
    return t;
}

static void arithmetic(struct isel_ctx *x, struct isel_value *v, const struct operation *op, enum kind kind)
{
    LLVMValueRef arg = LLVMGetOperand(v->llvm, 0);
    enum eu_type t = op->types[isel_elem_bits(LLVMTypeOf(arg)) == 64];
    bool is_float = t == EU_TYPE_F || t == EU_TYPE_DF;
    struct mir_operand own = is_float ? isel_float(x, arg, 0) : isel_ext(x, arg, 0, t == EU_TYPE_D);
    if (isel_size(own.type) == isel_size(t))
        own = isel_retype(own, t);
    if (own.kind == MIR_OPK_IMM && kind == EXCLUSIVE)
        own = isel_pool(x, t, own.imm);
    if (op->idempotent && kind != EXCLUSIVE && isel_is_scalar(&own) && !v->divergent) {
        isel_set(x, v, 0, own);
        return;
    }
    uint32_t cluster = kind == REDUCE ? isel_immediate(x, v->llvm, 1) : 0;
    struct mir_operand identity = identity_of(op, t), r = filled(x, own, identity);
    if (kind == REDUCE) {
        r = cluster > 0 && cluster < x->s->simd ? reduce_clusters(x, op, r, cluster) : reduce_all(x, op, r);
    } else {
        scan(x, op, r);
        if (kind == EXCLUSIVE)
            r = exclusive(x, op, r, own, identity);
    }
    isel_set(x, v, 0, isel_retype(own_lanes(x, r), isel_elem_type(LLVMTypeOf(v->llvm))));
}

// ---- votes ----

static void ballot(struct isel_ctx *x, struct isel_value *v)
{
    struct mir_operand flag = isel_flag_new(x, false), r = isel_temp(x, EU_TYPE_UD, false);
    isel_mov(x, flag, mir_imm(flag.type, 0))->nomask = true;
    isel_cond_into(x, LLVMGetOperand(v->llvm, 0), flag);
    isel_mov(x, r, flag);
    isel_set(x, v, 0, isel_retype(r, EU_TYPE_D));
}

static void elect(struct isel_ctx *x, struct isel_value *v)
{
    struct mir_operand lane = isel_in_reg(x, isel_lane_index(x), EU_TYPE_UD),
                       dst = isel_temp(x, EU_TYPE_D, true);
    struct mir_inst *cmp = isel_op2(x, EU_OP_CMP, isel_retype(dst, EU_TYPE_UD), lane, isel_first_lane(x));
    cmp->cmod = EU_CMOD_Z;
    cmp->flag = isel_flag_new(x, false);
    isel_set(x, v, 0, dst);
}

static void subgroup_mask(struct isel_ctx *x, struct isel_value *v)
{
    isel_set(x, v, 0, mir_imm_d((int32_t)(UINT32_MAX >> (32 - x->s->simd))));
}

// ---- moving values between lanes ----

// The vector to read lanes of, as dwords or qwords; or the value itself, if all lanes share it.
static struct mir_operand readable(struct isel_ctx *x, struct isel_value *v, unsigned k)
{
    struct mir_operand o = isel_plain(x, isel_comp(x, LLVMGetOperand(v->llvm, 0), k));
    if (isel_is_scalar(&o))
        return o;
    return isel_payload_vector(x, o, isel_size(o.type) == 8 ? EU_TYPE_UQ : EU_TYPE_UD);
}

static void broadcast_first(struct isel_ctx *x, struct isel_value *v)
{
    enum eu_type t = isel_elem_type(LLVMTypeOf(v->llvm));
    struct mir_operand first = {0};
    for (unsigned k = 0; k < isel_type_comps(LLVMTypeOf(v->llvm)); k++) {
        struct mir_operand o = readable(x, v, k);
        if (isel_is_scalar(&o)) {
            isel_set(x, v, k, o);
            continue;
        }
        if (first.kind == MIR_OPK_NONE)
            first = isel_first_lane(x);
        isel_set(x, v, k, isel_retype(isel_read_lane(x, o, first), t));
    }
}

// From one lane, to all: the index is uniform.
static struct mir_operand from_lane(struct isel_ctx *x, struct mir_operand o, struct mir_operand lane)
{
    unsigned last = x->s->simd - 1;
    if (lane.kind == MIR_OPK_IMM)
        return mir_scalar(o.vreg, o.offset + ((unsigned)lane.imm & last) * isel_size(o.type), o.type);
    struct mir_operand bounded = isel_temp(x, EU_TYPE_UD, false);
    isel_op2(x, EU_OP_AND, bounded, isel_retype(lane, EU_TYPE_UD), mir_imm_ud(last));
    return isel_read_lane(x, o, bounded);
}

// What is written piece by piece from here on, perhaps not all of it.
static void begin_pieces(struct isel_ctx *x, struct mir_operand dst)
{
    struct mir_inst *i = mir_inst_new(x->s, MIR_OP_UNDEF, x->s->simd);
    i->dst = dst;
    mir_append(x->b, i);
}

static bool skips_lanes(const struct isel_ctx *x, const int from[32])
{
    for (unsigned lane = 0; lane < x->s->simd; lane++)
        if (from[lane] < 0)
            return true;
    return false;
}

// Each lane from the lane that it names, through address registers: eight at a time, a dword at a time.
static struct mir_operand gather(struct isel_ctx *x, struct mir_operand o, struct mir_operand index)
{
    unsigned size = isel_size(o.type);
    struct mir_operand at = isel_temp(x, EU_TYPE_UD, true), dst = isel_temp(x, o.type, true);
    isel_op2(x, EU_OP_AND, at, index, mir_imm_ud(x->s->simd - 1));
    isel_op2(x, EU_OP_SHL, at, at, mir_imm_ud(size == 8 ? 3 : 2));
    if (size == 8)
        begin_pieces(x, dst);
    for (unsigned part = 0; part < size / 4; part++)
        for (unsigned lane = 0; lane < x->s->simd; lane += isel_address_lanes(x)) {
            uint32_t a = isel_lane_addresses(x);
            isel_write_addresses(x, a, at, lane, isel_address_of(o.vreg, o.offset + 4 * part));
            isel_gather(x, mir_strided(dst.vreg, lane * size + 4 * part, EU_TYPE_UD, size / 4),
                        isel_through(o.vreg, a), lane);
        }
    return dst;
}

static void shuffle(struct isel_ctx *x, struct isel_value *v)
{
    enum eu_type t = isel_elem_type(LLVMTypeOf(v->llvm));
    LLVMValueRef index = LLVMGetOperand(v->llvm, 1);
    struct mir_operand o = readable(x, v, 0);
    if (isel_is_scalar(&o)) {
        isel_set(x, v, 0, o);
        return;
    }
    int from[32];
    struct mir_operand r;
    if (!isel_divergent(x, index)) {
        bool known = isel_lane_pattern(x, index, from) && from[0] >= 0;
        r = from_lane(x, o, known ? mir_imm_ud((uint32_t)from[0]) : isel_int(x, index, 0));
    } else if (isel_lane_pattern(x, index, from) && isel_permute_cost(x, o, from) <= x->s->simd / 4 + 2) {
        r = lane_vector(x, o.type);
        if (skips_lanes(x, from))
            begin_pieces(x, r);
        isel_permute(x, r, o, from);
        r = own_lanes(x, r);
    } else {
        r = gather(x, o, isel_in_reg(x, isel_ext(x, index, 0, false), EU_TYPE_UD));
    }
    isel_set(x, v, 0, isel_retype(r, t));
}

// ---- the table ----

static void (*const rows[INTRINSIC_COUNT])(struct isel_ctx *x, struct isel_value *v) = {
    [INTRINSIC_ELECT] = elect,
    [INTRINSIC_BALLOT] = ballot,
    [INTRINSIC_BROADCAST_FIRST] = broadcast_first,
    [INTRINSIC_SHUFFLE] = shuffle,
    [INTRINSIC_SUBGROUP_MASK] = subgroup_mask,
};

bool isel_call_subgroup(struct isel_ctx *x, struct isel_value *v, enum intrinsic id)
{
    if (rows[id])
        rows[id](x, v);
    else if (id >= INTRINSIC_REDUCE_IADD && id <= INTRINSIC_EXCLUSIVE_FMAX)
        arithmetic(x, v, &operations[(id - INTRINSIC_REDUCE_IADD) / INTRINSIC_SCANS],
                   (enum kind)((id - INTRINSIC_REDUCE_IADD) % INTRINSIC_SCANS));
    else
        return false;
    return true;
}
