// Subgroup operations: OpGroupNonUniform*, and the older OpSubgroup*KHR.
//
// What is left of them for the back end are a vote (kiln.subgroup.ballot), shuffles, reductions and scans of
// 32- and 64-bit numbers (llvm/ir/abi.h; group/arithmetic.c). A subgroup has 32 lanes at most, so its votes
// are one word.
//
// Which lanes are active matters, so the calls are convergent: LLVM neither merges nor moves them.
//
// What lanes exchange within aligned eights (SPV_NEAR) is the same at any width: the kernel does not see how
// large its subgroups are by that, and whoever asked for a size (options->simd_if_seen) gets what runs best.
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"

// ---- calls ----

LLVMValueRef spv_subgroup_call(struct spv *c, enum intrinsic id, LLVMValueRef *args, unsigned count)
{
    c->subgroups_seen = true;
    return spv_call(c, id, args, count);
}

LLVMValueRef spv_ballot(struct spv *c, LLVMValueRef cond)
{
    return spv_subgroup_call(c, INTRINSIC_BALLOT, &cond, 1);
}

static LLVMValueRef lane(struct spv *c)
{
    c->subgroups_seen = true;
    return spv_lane_id(c);
}

static LLVMValueRef all_lanes(struct spv *c) // a bit for each lane of the subgroup
{
    c->subgroups_seen = true;
    if (c->options->simd)
        return spv_i32(c, UINT32_MAX >> (32 - c->options->simd));
    return spv_call(c, INTRINSIC_SUBGROUP_MASK, NULL, 0);
}

static LLVMValueRef not_zero(struct spv *c, LLVMValueRef v)
{
    return LLVMBuildICmp(c->b, LLVMIntNE, v, spv_i32(c, 0), "");
}

static LLVMValueRef is_zero(struct spv *c, LLVMValueRef v)
{
    return LLVMBuildICmp(c->b, LLVMIntEQ, v, spv_i32(c, 0), "");
}

static LLVMValueRef bit_of(struct spv *c, LLVMValueRef word, LLVMValueRef at)
{
    at = LLVMBuildAnd(c->b, at, spv_i32(c, 31), "");
    return LLVMBuildTrunc(c->b, LLVMBuildLShr(c->b, word, at, ""), c->i1, "");
}

static LLVMValueRef count_bits(struct spv *c, LLVMValueRef word)
{
    return spv_intrinsic(c, "llvm.ctpop", &word, 1);
}

// Lanes below this one, and this one.
LLVMValueRef spv_lanes_below(struct spv *c, bool inclusive)
{
    LLVMValueRef one = LLVMBuildShl(c->b, spv_i32(c, inclusive ? 2 : 1), lane(c), "");
    return LLVMBuildSub(c->b, one, spv_i32(c, 1), "");
}

// ---- operands ----

void spv_check_scope(struct spv *c, const struct spv_inst *i)
{
    uint32_t scope = spv_const_u32(c, spv_word(c, i, 3));
    spv_check(c, scope == SpvScopeSubgroup, "the execution scope is not the subgroup");
}

static const struct spv_value *bool_arg(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    const struct spv_value *v = spv_arg(c, i, n);
    spv_check(c, v->type->kind == SPV_BOOL, "the predicate is not a boolean");
    return v;
}

static LLVMValueRef index_arg(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    const struct spv_value *v = spv_arg(c, i, n);
    spv_check(c, v->type->kind == SPV_INT, "not an integer");
    return LLVMBuildIntCast2(c->b, v->v, c->i32, false, "");
}

// The value that an operation maps to the same type.
const struct spv_value *spv_group_value(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    const struct spv_value *v = spv_arg(c, i, n);
    const struct spv_type *e = spv_component(v->type);
    spv_check(c, spv_same_type(v->type, spv_result_type(c, i)), "the value is not of the result's type");
    spv_check(c, (spv_is_scalar(v->type) || v->type->kind == SPV_VECTOR) && spv_is_scalar(e),
              "not a scalar or vector");
    return v;
}

static void set_bool(struct spv *c, const struct spv_inst *i, LLVMValueRef v)
{
    const struct spv_type *t = spv_result_type(c, i);
    spv_check(c, t->kind == SPV_BOOL, "the result is not a boolean");
    spv_set(c, i, spv_scalar(c, t, v));
}

LLVMValueRef spv_ballot_arg(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    const struct spv_value *v = spv_arg(c, i, n);
    spv_check(c,
              v->type->kind == SPV_VECTOR && v->type->count == 4 && v->type->elem->kind == SPV_INT &&
                  v->type->elem->bits == 32,
              "a ballot is not a vector of four 32-bit integers");
    return spv_comp(v, 0);
}

// ---- votes ----

void spv_op_elect(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    spv_check_scope(c, i);
    set_bool(c, i, spv_subgroup_call(c, INTRINSIC_ELECT, NULL, 0));
}

static LLVMValueRef vote_all(struct spv *c, LLVMValueRef cond)
{
    return is_zero(c, spv_ballot(c, LLVMBuildNot(c->b, cond, "")));
}

static LLVMValueRef vote_any(struct spv *c, LLVMValueRef cond)
{
    return not_zero(c, spv_ballot(c, cond));
}

static LLVMValueRef first(struct spv *c, LLVMValueRef v);

static LLVMValueRef vote_equal(struct spv *c, const struct spv_value *v)
{
    const struct spv_type *e = spv_component(v->type);
    LLVMValueRef same = NULL;
    for (uint32_t k = 0; k < spv_components(v->type); k++) {
        LLVMValueRef x = spv_comp(v, k), y = first(c, x);
        LLVMValueRef eq = e->kind == SPV_FLOAT ? LLVMBuildFCmp(c->b, LLVMRealOEQ, x, y, "")
                                               : LLVMBuildICmp(c->b, LLVMIntEQ, x, y, "");
        same = same ? LLVMBuildAnd(c->b, same, eq, "") : eq;
    }
    return vote_all(c, same);
}

// The KHR forms have no scope: their operand is word 3.
void spv_op_vote(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    uint32_t at = op->cls == SPV_BOOLS ? 3 : 4;
    if (at == 4)
        spv_check_scope(c, i);
    if (op->arg == SpvOpGroupNonUniformAllEqual) {
        const struct spv_value *v = spv_arg(c, i, at);
        const struct spv_type *e = spv_component(v->type);
        spv_check(c, e->kind == SPV_BOOL || e->kind == SPV_INT || e->kind == SPV_FLOAT,
                  "not a scalar or vector");
        set_bool(c, i, vote_equal(c, v));
        return;
    }
    LLVMValueRef cond = bool_arg(c, i, at)->v;
    set_bool(c, i, op->arg == SpvOpGroupNonUniformAll ? vote_all(c, cond) : vote_any(c, cond));
}

// Over the active lanes of this one's quad. No scope: the predicate is word 3.
void spv_op_quad_vote(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    bool seen = c->subgroups_seen;
    LLVMValueRef cond = bool_arg(c, i, 3)->v;
    LLVMValueRef votes = spv_ballot(c, op->arg ? LLVMBuildNot(c->b, cond, "") : cond);
    LLVMValueRef first_lane = LLVMBuildAnd(c->b, lane(c), spv_i32(c, ~3u), "");
    votes = LLVMBuildAnd(c->b, votes, LLVMBuildShl(c->b, spv_i32(c, 15), first_lane, ""), "");
    set_bool(c, i, op->arg ? is_zero(c, votes) : not_zero(c, votes));
    c->subgroups_seen = seen;
}

// ---- ballots ----

void spv_op_ballot(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    spv_check(c, t->kind == SPV_VECTOR && t->count == 4 && t->elem->kind == SPV_INT && t->elem->bits == 32,
              "a ballot is not a vector of four 32-bit integers");
    if (op->cls != SPV_BOOLS)
        spv_check_scope(c, i);
    LLVMValueRef zero = spv_i32(c, 0);
    LLVMValueRef r[4] = {spv_ballot(c, bool_arg(c, i, op->cls == SPV_BOOLS ? 3 : 4)->v), zero, zero, zero};
    spv_set(c, i, spv_from_comps(c, t, r));
}

void spv_op_ballot_bit(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    spv_check_scope(c, i);
    LLVMValueRef word = spv_ballot_arg(c, i, 4);
    set_bool(c, i,
             bit_of(c, word, op->arg == SpvOpGroupNonUniformInverseBallot ? lane(c) : index_arg(c, i, 5)));
}

static void set_number(struct spv *c, const struct spv_inst *i, LLVMValueRef v)
{
    const struct spv_type *t = spv_result_type(c, i);
    spv_check(c, t->kind == SPV_INT, "the result is not an integer");
    spv_set(c, i, spv_scalar(c, t, LLVMBuildIntCast2(c->b, v, spv_llvm_scalar(c, t), false, "")));
}

void spv_op_ballot_count(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    spv_check_scope(c, i);
    LLVMValueRef word = spv_ballot_arg(c, i, 5);
    switch (spv_word(c, i, 4)) {
    case SpvGroupOperationReduce:
        word = LLVMBuildAnd(c->b, word, all_lanes(c), "");
        break;
    case SpvGroupOperationInclusiveScan:
        word = LLVMBuildAnd(c->b, word, spv_lanes_below(c, true), "");
        break;
    case SpvGroupOperationExclusiveScan:
        word = LLVMBuildAnd(c->b, word, spv_lanes_below(c, false), "");
        break;
    default:
        spv_unsupported(c, "group operation %u", i->words[4]);
    }
    set_number(c, i, count_bits(c, word));
}

void spv_op_ballot_find(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    spv_check_scope(c, i);
    LLVMValueRef args[] = {LLVMBuildAnd(c->b, spv_ballot_arg(c, i, 4), all_lanes(c), ""),
                           LLVMConstInt(c->i1, 0, false)};
    if (op->arg == SpvOpGroupNonUniformBallotFindLSB)
        set_number(c, i, spv_intrinsic(c, "llvm.cttz", args, 2));
    else
        set_number(c, i, LLVMBuildSub(c->b, spv_i32(c, 31), spv_intrinsic(c, "llvm.ctlz", args, 2), ""));
}

// ---- moving values ----

// As what the back end moves: 32 or 64 bits.
static LLVMValueRef widen(struct spv *c, LLVMValueRef v)
{
    if (LLVMTypeOf(v) == c->f16)
        v = LLVMBuildBitCast(c->b, v, c->i16, "");
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(v)) < 32)
        v = LLVMBuildZExt(c->b, v, c->i32, "");
    return v;
}

LLVMValueRef spv_shuffle_narrow(struct spv *c, LLVMValueRef v, LLVMTypeRef t)
{
    if (t == LLVMTypeOf(v))
        return v;
    if (t == c->f16)
        return LLVMBuildBitCast(c->b, LLVMBuildTrunc(c->b, v, c->i16, ""), t, "");
    return LLVMBuildTrunc(c->b, v, t, "");
}

static LLVMValueRef first(struct spv *c, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMValueRef wide = widen(c, v);
    return spv_shuffle_narrow(c, spv_subgroup_call(c, INTRINSIC_BROADCAST_FIRST, &wide, 1), t);
}

LLVMValueRef spv_shuffle(struct spv *c, LLVMValueRef v, LLVMValueRef index)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    if (t == c->i1)
        return bit_of(c, spv_ballot(c, v), index);
    LLVMValueRef args[] = {widen(c, v), index};
    return spv_shuffle_narrow(c, spv_subgroup_call(c, INTRINSIC_SHUFFLE, args, 2), t);
}

static void map_shuffle(struct spv *c, const struct spv_inst *i, const struct spv_value *v,
                        LLVMValueRef index)
{
    LLVMValueRef *r = spv_new_comps(c, v->type);
    for (uint32_t k = 0; k < spv_components(v->type); k++)
        r[k] = spv_shuffle(c, spv_comp(v, k), index);
    spv_set(c, i, spv_from_comps(c, v->type, r));
}

void spv_op_broadcast_first(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    if (op->cls != SPV_BOOLS)
        spv_check_scope(c, i);
    const struct spv_value *v = spv_group_value(c, i, op->cls == SPV_BOOLS ? 3 : 4);
    LLVMValueRef *r = spv_new_comps(c, v->type);
    for (uint32_t k = 0; k < spv_components(v->type); k++)
        r[k] = first(c, spv_comp(v, k));
    spv_set(c, i, spv_from_comps(c, v->type, r));
}

// Lanes of a cluster: the part of the index that stays.
static LLVMValueRef within(struct spv *c, LLVMValueRef index, LLVMValueRef size)
{
    LLVMValueRef low = LLVMBuildSub(c->b, size, spv_i32(c, 1), "");
    return LLVMBuildOr(c->b, LLVMBuildAnd(c->b, lane(c), LLVMBuildNot(c->b, low, ""), ""),
                       LLVMBuildAnd(c->b, index, low, ""), "");
}

uint32_t spv_cluster_size(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    uint32_t size = spv_const_u32(c, spv_word(c, i, n));
    spv_check(c, size && !(size & (size - 1)), "the cluster size %u is not a power of two", size);
    return size;
}

static LLVMValueRef quad_index(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    if (op == SpvOpGroupNonUniformQuadBroadcast)
        return within(c, index_arg(c, i, 5), spv_i32(c, 4));
    uint32_t direction = spv_const_u32(c, spv_word(c, i, 5)); // 0: horizontal, 1: vertical, 2: diagonal
    spv_check(c, direction < 3, "the direction %u is none", direction);
    return LLVMBuildXor(c->b, lane(c), spv_i32(c, direction + 1), "");
}

static LLVMValueRef rotate_index(struct spv *c, const struct spv_inst *i)
{
    LLVMValueRef index = LLVMBuildAdd(c->b, spv_lane_id(c), index_arg(c, i, 5), "");
    uint32_t size = i->count > 6 ? spv_cluster_size(c, i, 6) : 32;
    if (size < 32)
        return within(c, index, spv_i32(c, size));
    return LLVMBuildAnd(c->b, index, LLVMBuildSub(c->b, spv_subgroup_size(c), spv_i32(c, 1), ""), "");
}

// Does a shuffle stay within the eights?
static bool is_near_shuffle(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    switch (op) {
    case SpvOpGroupNonUniformShuffleXor: {
        LLVMValueRef mask = index_arg(c, i, 5);
        return LLVMIsAConstantInt(mask) && LLVMConstIntGetZExtValue(mask) < SPV_NEAR;
    }
    case SpvOpGroupNonUniformQuadBroadcast:
    case SpvOpGroupNonUniformQuadSwap:
        return true;
    case SpvOpGroupNonUniformRotateKHR:
        return i->count > 6 && spv_cluster_size(c, i, 6) <= SPV_NEAR;
    default:
        return false;
    }
}

void spv_op_shuffle(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    if (op->cls == SPV_BOOLS) { // OpSubgroupReadInvocationKHR
        map_shuffle(c, i, spv_group_value(c, i, 3), index_arg(c, i, 4));
        return;
    }
    spv_check_scope(c, i);
    bool seen = c->subgroups_seen;
    const struct spv_value *v = spv_group_value(c, i, 4);
    LLVMValueRef index;
    switch (op->arg) {
    case SpvOpGroupNonUniformShuffleXor:
        index = LLVMBuildXor(c->b, lane(c), index_arg(c, i, 5), "");
        break;
    case SpvOpGroupNonUniformShuffleUp:
        index = LLVMBuildSub(c->b, lane(c), index_arg(c, i, 5), "");
        break;
    case SpvOpGroupNonUniformShuffleDown:
        index = LLVMBuildAdd(c->b, lane(c), index_arg(c, i, 5), "");
        break;
    case SpvOpGroupNonUniformQuadBroadcast:
    case SpvOpGroupNonUniformQuadSwap:
        index = quad_index(c, i, (uint32_t)op->arg);
        break;
    case SpvOpGroupNonUniformRotateKHR:
        index = rotate_index(c, i);
        break;
    default:
        index = index_arg(c, i, 5);
        break;
    }
    map_shuffle(c, i, v, index);
    if (is_near_shuffle(c, i, (uint32_t)op->arg))
        c->subgroups_seen = seen;
}

// ---- derivatives ----

// The quad's lanes are 0 1 / 2 3. Fine: within the own row or column; else those of the first lane.
static LLVMValueRef difference(struct spv *c, LLVMValueRef v, unsigned step, bool fine)
{
    bool seen = c->subgroups_seen;
    LLVMValueRef from = LLVMBuildAnd(c->b, spv_lane_id(c), spv_i32(c, fine ? ~step : ~3u), "");
    LLVMValueRef to = LLVMBuildOr(c->b, from, spv_i32(c, step), "");
    LLVMValueRef d = LLVMBuildFSub(c->b, spv_shuffle(c, v, to), spv_shuffle(c, v, from), "");
    c->subgroups_seen = seen;
    return d;
}

static LLVMValueRef width(struct spv *c, LLVMValueRef v, bool fine)
{
    LLVMValueRef x = difference(c, v, 1, fine), y = difference(c, v, 2, fine);
    return LLVMBuildFAdd(c->b, spv_intrinsic(c, "llvm.fabs", &x, 1), spv_intrinsic(c, "llvm.fabs", &y, 1),
                         "");
}

bool spv_has_quads(const struct spv *c)
{
    return c->derivative_quads || c->derivative_linear;
}

LLVMValueRef spv_derivative(struct spv *c, LLVMValueRef v, bool y)
{
    return spv_has_quads(c) ? difference(c, v, y ? 2 : 1, false) : LLVMConstNull(LLVMTypeOf(v));
}

void spv_op_derivative(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *v = spv_arg(c, i, 3);
    const struct spv_type *e = spv_component(v->type);
    spv_check(c,
              spv_same_type(v->type, spv_result_type(c, i)) && e->kind == SPV_FLOAT &&
                  (spv_is_scalar(v->type) || v->type->kind == SPV_VECTOR),
              "not a scalar or vector of floats");
    bool quads = spv_has_quads(c);
    uint32_t which = (uint32_t)op->arg;
    bool fine = which >= SpvOpDPdxFine && which <= SpvOpFwidthFine;
    unsigned kind = (which - SpvOpDPdx) % 3;
    LLVMValueRef *r = spv_new_comps(c, v->type);
    for (uint32_t k = 0; k < spv_components(v->type); k++)
        r[k] = !quads      ? LLVMConstNull(LLVMTypeOf(spv_comp(v, k)))
               : kind == 2 ? width(c, spv_comp(v, k), fine)
                           : difference(c, spv_comp(v, k), kind + 1, fine);
    spv_set(c, i, spv_from_comps(c, v->type, r));
}

// ---- the clock ----

// The EU's own timestamp counts for one EU: nothing to compare across the device with.
void spv_op_read_clock(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    uint32_t scope = spv_const_u32(c, spv_word(c, i, 3));
    if (scope != SpvScopeSubgroup)
        spv_unsupported(c, "a clock of scope %u", scope);
    bool pair = t->kind == SPV_VECTOR && t->count == 2 && t->elem->kind == SPV_INT && t->elem->bits == 32;
    spv_check(c, pair || (t->kind == SPV_INT && t->bits == 64), "the result is not of 64 bits");
    LLVMValueRef v = spv_call(c, INTRINSIC_CLOCK, NULL, 0);
    LLVMValueRef high = LLVMBuildLShr(c->b, v, LLVMConstInt(c->i64, 32, false), "");
    LLVMValueRef r[] = {pair ? LLVMBuildTrunc(c->b, v, c->i32, "") : v,
                        LLVMBuildTrunc(c->b, high, c->i32, "")};
    spv_set(c, i, spv_from_comps(c, t, r));
}
