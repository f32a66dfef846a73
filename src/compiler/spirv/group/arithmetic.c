// Reductions and scans of subgroups: OpGroupNonUniformIAdd and its like.
//
// Everything on booleans is arithmetic on votes. Narrow integers are computed in 32 bits; halves in single
// precision, and rounded at the end. Partitioned ones: group/partition.c.
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"

struct arithmetic {
    uint32_t group; // SpvGroupOperation
    uint32_t cluster;
    enum intrinsic reduce; // and its scans behind it
    bool is_signed;
};

static LLVMValueRef combine(struct spv *c, const struct arithmetic *a, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    bool integer = LLVMGetTypeKind(t) == LLVMIntegerTypeKind;
    if (t == c->f16)
        v = LLVMBuildFPExt(c->b, v, c->f32, "");
    else if (integer && LLVMGetIntTypeWidth(t) < 32)
        v = LLVMBuildIntCast2(c->b, v, c->i32, a->is_signed, "");
    bool reduce = a->group == SpvGroupOperationReduce || a->group == SpvGroupOperationClusteredReduce;
    LLVMValueRef args[] = {v, spv_i32(c, a->cluster)};
    unsigned scan = reduce ? 0 : a->group == SpvGroupOperationInclusiveScan ? 1 : 2;
    v = spv_subgroup_call(c, a->reduce + scan, args, reduce + 1);
    if (t == c->f16)
        return LLVMBuildFPTrunc(c->b, v, t, "");
    if (a->is_signed && LLVMTypeOf(v) != t) { // the identity of 32 bits in the first lane
        uint32_t top = (1u << (LLVMGetIntTypeWidth(t) - 1)) - 1;
        bool min = a->reduce == INTRINSIC_REDUCE_SMIN;
        LLVMValueRef both[] = {v, spv_i32(c, min ? top : ~top)};
        v = spv_intrinsic(c, min ? "llvm.smin" : "llvm.smax", both, 2);
    }
    return spv_shuffle_narrow(c, v, t);
}

// And, or, exclusive or of booleans: of the votes of the lanes in question.
static LLVMValueRef logical(struct spv *c, const struct arithmetic *a, uint32_t op, LLVMValueRef v)
{
    bool is_and = op == SpvOpGroupNonUniformLogicalAnd;
    LLVMValueRef votes = spv_ballot(c, is_and ? LLVMBuildNot(c->b, v, "") : v);
    if (a->group == SpvGroupOperationInclusiveScan || a->group == SpvGroupOperationExclusiveScan) {
        votes = LLVMBuildAnd(c->b, votes, spv_lanes_below(c, a->group == SpvGroupOperationInclusiveScan), "");
    } else if (a->group == SpvGroupOperationClusteredReduce && a->cluster < 32) {
        LLVMValueRef start = LLVMBuildAnd(c->b, spv_lane_id(c), spv_i32(c, ~(a->cluster - 1)), "");
        LLVMValueRef mask = LLVMBuildShl(c->b, spv_i32(c, (1u << a->cluster) - 1), start, "");
        votes = LLVMBuildAnd(c->b, votes, mask, "");
    }
    if (op == SpvOpGroupNonUniformLogicalXor)
        return LLVMBuildTrunc(c->b, spv_intrinsic(c, "llvm.ctpop", &votes, 1), c->i1, "");
    return LLVMBuildICmp(c->b, is_and ? LLVMIntEQ : LLVMIntNE, votes, spv_i32(c, 0), "");
}

static enum intrinsic reduction(uint32_t op, bool *is_signed)
{
    *is_signed = op == SpvOpGroupNonUniformSMin || op == SpvOpGroupNonUniformSMax;
    switch (op) {
#define ROW(op, name)                                                                                        \
    case SpvOpGroupNonUniform##op:                                                                           \
        return INTRINSIC_REDUCE_##name;
        ROW(IAdd, IADD)
        ROW(FAdd, FADD)
        ROW(IMul, IMUL)
        ROW(FMul, FMUL)
        ROW(SMin, SMIN)
        ROW(UMin, UMIN)
        ROW(FMin, FMIN)
        ROW(SMax, SMAX)
        ROW(UMax, UMAX)
        ROW(FMax, FMAX)
        ROW(BitwiseAnd, AND)
        ROW(BitwiseOr, OR)
        ROW(BitwiseXor, XOR)
#undef ROW
    default:
        return INTRINSIC_NONE;
    }
}

void spv_op_group_arithmetic(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    spv_check_scope(c, i);
    struct arithmetic a = {.group = spv_word(c, i, 4)};
    const struct spv_value *v = spv_group_value(c, i, 5);
    const struct spv_type *e = spv_component(v->type);
    enum spv_kind kind = op->cls == SPV_BOOLS ? SPV_BOOL : op->cls == SPV_FLOATS ? SPV_FLOAT : SPV_INT;
    spv_check(c, e->kind == kind, "the value's type does not fit the operation");
    bool parts = a.group >= SpvGroupOperationPartitionedReduceNV &&
                 a.group <= SpvGroupOperationPartitionedExclusiveScanNV;
    if (a.group > SpvGroupOperationExclusiveScan && a.group != SpvGroupOperationClusteredReduce && !parts)
        spv_unsupported(c, "group operation %u", a.group);
    LLVMValueRef part = parts ? spv_ballot_arg(c, i, 6) : NULL;
    if (a.group == SpvGroupOperationClusteredReduce)
        a.cluster = spv_cluster_size(c, i, 6);
    bool seen = c->subgroups_seen;
    a.reduce = reduction((uint32_t)op->arg, &a.is_signed);
    LLVMValueRef *r = spv_new_comps(c, v->type);
    for (uint32_t k = 0; k < spv_components(v->type); k++)
        r[k] = parts              ? spv_partitioned(c, (uint32_t)op->arg, a.group, part, spv_comp(v, k))
               : kind == SPV_BOOL ? logical(c, &a, (uint32_t)op->arg, spv_comp(v, k))
                                  : combine(c, &a, spv_comp(v, k));
    spv_set(c, i, spv_from_comps(c, v->type, r));
    if (a.cluster && a.cluster <= SPV_NEAR)
        c->subgroups_seen = seen;
}
