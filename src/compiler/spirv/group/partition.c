// Partitioned subgroup operations: OpGroupNonUniformPartitionEXT, and the arithmetic of the group operations
// PartitionedReduce, PartitionedInclusiveScan and PartitionedExclusiveScan.
//
// A partition is a ballot in each lane: the lanes of its own part. Those of a part are a list, in which each
// lane knows the one before it; a scan adds what that one has, then jumps to the one before that one's, so
// that log2(width) rounds of two shuffles do, whatever the parts are. The last lane of a part has the
// reduction.
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"

#define MOST_LANES 32u

static unsigned width(const struct spv *c)
{
    return c->options->simd ? c->options->simd : MOST_LANES;
}

static LLVMValueRef lane_bit(struct spv *c)
{
    return LLVMBuildShl(c->b, spv_i32(c, 1), spv_lane_id(c), "");
}

static LLVMValueRef highest(struct spv *c, LLVMValueRef mask) // -1 if there is none
{
    LLVMValueRef args[] = {mask, LLVMConstInt(c->i1, 0, false)};
    return LLVMBuildSub(c->b, spv_i32(c, 31), spv_intrinsic(c, "llvm.ctlz", args, 2), "");
}

// ---- the partition ----

static LLVMValueRef same_as_lane(struct spv *c, const struct spv_value *v, unsigned lane)
{
    LLVMValueRef same = NULL;
    for (uint32_t k = 0; k < spv_components(v->type); k++) {
        LLVMValueRef x = spv_comp(v, k), y = spv_shuffle(c, x, spv_i32(c, lane));
        LLVMValueRef eq = spv_component(v->type)->kind == SPV_FLOAT
                              ? LLVMBuildFCmp(c->b, LLVMRealOEQ, x, y, "")
                              : LLVMBuildICmp(c->b, LLVMIntEQ, x, y, "");
        same = same ? LLVMBuildAnd(c->b, same, eq, "") : eq;
    }
    return same;
}

// Each lane's value is compared by all, and the lane keeps the votes. A lane is in its own part, if it holds
// a NaN as well.
void spv_op_partition(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *v = spv_arg(c, i, 3);
    spv_check(
        c, (spv_is_scalar(v->type) || v->type->kind == SPV_VECTOR) && spv_is_scalar(spv_component(v->type)),
        "not a scalar or vector");
    spv_check(c, t->kind == SPV_VECTOR && t->count == 4 && t->elem->kind == SPV_INT && t->elem->bits == 32,
              "a ballot is not a vector of four 32-bit integers");
    LLVMValueRef part = lane_bit(c), zero = spv_i32(c, 0);
    for (unsigned lane = 0; lane < width(c); lane++) {
        LLVMValueRef mine = LLVMBuildICmp(c->b, LLVMIntEQ, spv_lane_id(c), spv_i32(c, lane), "");
        LLVMValueRef votes = spv_ballot(c, same_as_lane(c, v, lane));
        part = LLVMBuildOr(c->b, part, LLVMBuildSelect(c->b, mine, votes, zero, ""), "");
    }
    LLVMValueRef r[4] = {part, zero, zero, zero};
    spv_set(c, i, spv_from_comps(c, t, r));
}

// ---- arithmetic ----

static LLVMValueRef apply(struct spv *c, uint32_t op, LLVMValueRef x, LLVMValueRef y)
{
    switch (op) {
    case SpvOpGroupNonUniformIAdd:
        return LLVMBuildAdd(c->b, x, y, "");
    case SpvOpGroupNonUniformFAdd:
        return LLVMBuildFAdd(c->b, x, y, "");
    case SpvOpGroupNonUniformIMul:
        return LLVMBuildMul(c->b, x, y, "");
    case SpvOpGroupNonUniformFMul:
        return LLVMBuildFMul(c->b, x, y, "");
    case SpvOpGroupNonUniformSMin:
        return spv_intrinsic2(c, "llvm.smin", x, y);
    case SpvOpGroupNonUniformUMin:
        return spv_intrinsic2(c, "llvm.umin", x, y);
    case SpvOpGroupNonUniformFMin:
        return spv_intrinsic2(c, "llvm.minnum", x, y);
    case SpvOpGroupNonUniformSMax:
        return spv_intrinsic2(c, "llvm.smax", x, y);
    case SpvOpGroupNonUniformUMax:
        return spv_intrinsic2(c, "llvm.umax", x, y);
    case SpvOpGroupNonUniformFMax:
        return spv_intrinsic2(c, "llvm.maxnum", x, y);
    case SpvOpGroupNonUniformBitwiseAnd:
    case SpvOpGroupNonUniformLogicalAnd:
        return LLVMBuildAnd(c->b, x, y, "");
    case SpvOpGroupNonUniformBitwiseOr:
    case SpvOpGroupNonUniformLogicalOr:
        return LLVMBuildOr(c->b, x, y, "");
    default:
        return LLVMBuildXor(c->b, x, y, "");
    }
}

static LLVMValueRef identity(struct spv *c, uint32_t op, LLVMTypeRef t)
{
    bool is_float = LLVMGetTypeKind(t) != LLVMIntegerTypeKind;
    unsigned bits = is_float ? 0 : LLVMGetIntTypeWidth(t);
    LLVMValueRef all = is_float ? NULL : LLVMConstAllOnes(t);
    switch (op) {
    case SpvOpGroupNonUniformIMul:
        return LLVMConstInt(t, 1, false);
    case SpvOpGroupNonUniformFMul:
        return LLVMConstReal(t, 1);
    case SpvOpGroupNonUniformSMin:
        return LLVMConstInt(t, (1ull << (bits - 1)) - 1, false);
    case SpvOpGroupNonUniformSMax:
        return LLVMConstInt(t, 1ull << (bits - 1), false);
    case SpvOpGroupNonUniformFMin:
        return LLVMConstReal(t, __builtin_inf());
    case SpvOpGroupNonUniformFMax:
        return LLVMConstReal(t, -__builtin_inf());
    case SpvOpGroupNonUniformUMin:
    case SpvOpGroupNonUniformBitwiseAnd:
    case SpvOpGroupNonUniformLogicalAnd:
        return all;
    default:
        return LLVMConstNull(t);
    }
}

// Each lane's value combined with those of all lanes of its part that are below it. `before`: the lane before
// it, or -1.
static LLVMValueRef scan(struct spv *c, uint32_t op, LLVMValueRef before, LLVMValueRef v)
{
    for (unsigned reach = 1; reach < width(c); reach *= 2) {
        LLVMValueRef there = LLVMBuildICmp(c->b, LLVMIntSGE, before, spv_i32(c, 0), "");
        LLVMValueRef both = apply(c, op, spv_shuffle(c, v, before), v);
        LLVMValueRef next = spv_shuffle(c, before, before);
        v = LLVMBuildSelect(c->b, there, both, v, "");
        before = LLVMBuildSelect(c->b, there, next, before, "");
    }
    return v;
}

LLVMValueRef spv_partitioned(struct spv *c, uint32_t op, uint32_t group, LLVMValueRef part, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    if (t == c->f16)
        v = LLVMBuildFPExt(c->b, v, c->f32, "");
    part = LLVMBuildAnd(c->b, part, spv_ballot(c, LLVMConstAllOnes(c->i1)), ""); // lanes that are there
    LLVMValueRef before =
        highest(c, LLVMBuildAnd(c->b, part, LLVMBuildSub(c->b, lane_bit(c), spv_i32(c, 1), ""), ""));
    v = scan(c, op, before, v);
    if (group == SpvGroupOperationPartitionedReduceNV)
        v = spv_shuffle(c, v, highest(c, part));
    if (group == SpvGroupOperationPartitionedExclusiveScanNV) {
        LLVMValueRef there = LLVMBuildICmp(c->b, LLVMIntSGE, before, spv_i32(c, 0), "");
        v = LLVMBuildSelect(c->b, there, spv_shuffle(c, v, before), identity(c, op, LLVMTypeOf(v)), "");
    }
    return t == c->f16 ? LLVMBuildFPTrunc(c->b, v, t, "") : v;
}
