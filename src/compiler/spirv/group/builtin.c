// Built-in inputs of a compute shader, from what a thread knows: its group, its place in the group, its
// lanes.
#include "compiler/kernel/kernel.h"
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"
#include "hw/target.h"

// A number below `limit`: LLVM then knows the high bits.
static LLVMValueRef ranged(struct spv *c, LLVMValueRef v, uint32_t limit)
{
    LLVMMetadataRef r[] = {LLVMValueAsMetadata(spv_i32(c, 0)), LLVMValueAsMetadata(spv_i32(c, limit))};
    LLVMSetMetadata(v, LLVMGetMDKindIDInContext(c->ctx, "range", 5),
                    LLVMMetadataAsValue(c->ctx, LLVMMDNodeInContext2(c->ctx, r, 2)));
    return v;
}

static LLVMValueRef workgroup(struct spv *c, enum intrinsic id, uint32_t dim)
{
    LLVMValueRef arg = spv_i32(c, dim);
    return spv_call(c, id, &arg, 1);
}

// The width that the kernel has whether it looks at its subgroups or not; 0 if that is open.
static unsigned certain_width(const struct spv *c)
{
    if (c->cooperative_width)
        return c->cooperative_width;
    return c->options->simd_if_seen ? 0 : c->options->simd;
}

static LLVMValueRef width(struct spv *c)
{
    if (certain_width(c))
        return spv_i32(c, certain_width(c));
    return ranged(c, spv_call(c, INTRINSIC_SUBGROUP_SIZE, NULL, 0), 33);
}

// A constant where the width is given: loops over lanes can be unrolled then.
LLVMValueRef spv_subgroup_size(struct spv *c)
{
    c->subgroups_seen = true;
    return c->options->simd ? spv_i32(c, c->options->simd) : width(c);
}

static uint32_t group_total(const struct spv *c)
{
    return c->local_size[0] * c->local_size[1] * c->local_size[2];
}

// Is the group one subgroup, whatever the width will be?
static bool is_one_subgroup(const struct spv *c)
{
    return group_total(c) <= (certain_width(c) ? certain_width(c) : 8);
}

// Lanes behind the group's end never run.
LLVMValueRef spv_lane_id(struct spv *c)
{
    uint32_t lanes = is_one_subgroup(c) ? group_total(c) : certain_width(c) ? certain_width(c) : 32;
    return ranged(c, spv_call(c, INTRINSIC_LANE_ID, NULL, 0), lanes);
}

static LLVMValueRef subgroup_id(struct spv *c)
{
    if (is_one_subgroup(c))
        return spv_i32(c, 0);
    return ranged(c, spv_call(c, INTRINSIC_SUBGROUP_ID, NULL, 0), 128);
}

// Below the group's size.
LLVMValueRef spv_local_index(struct spv *c)
{
    if (!c->local_index) {
        LLVMValueRef base = LLVMBuildNUWMul(c->b, subgroup_id(c), width(c), "");
        c->local_index =
            is_one_subgroup(c) ? spv_lane_id(c) : LLVMBuildNUWAdd(c->b, base, spv_lane_id(c), "local.index");
    }
    return c->local_index;
}

static void replace_calls(struct spv *c, enum intrinsic id, uint32_t value)
{
    LLVMValueRef fn = intrinsic_declared(c->module, id);
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL, next; u; u = next) {
        next = LLVMGetNextUse(u);
        LLVMValueRef call = LLVMGetUser(u);
        LLVMReplaceAllUsesWith(call, spv_i32(c, value));
        LLVMInstructionEraseFromParent(call);
    }
}

// The threads' width where subgroups have `size` invocations, of which a small group only has some: a thread
// that holds them all is the same to the shader, and takes no registers for lanes that never run.
static unsigned width_of_subgroups(const struct spv *c, unsigned size)
{
    unsigned simd = kiln_target_min_simd(kernel_target(c->options));
    while (simd < group_total(c) && simd < size)
        simd *= 2;
    return simd < size ? simd : size;
}

unsigned spv_settle_width(struct spv *c)
{
    if (c->cooperative_width)
        return c->cooperative_width;
    if (!c->options->simd_if_seen || !c->options->simd)
        return c->options->simd;
    if (!c->subgroups_seen)
        return 0;
    replace_calls(c, INTRINSIC_SUBGROUP_SIZE, c->options->simd);
    if (group_total(c) <= c->options->simd)
        replace_calls(c, INTRINSIC_SUBGROUP_ID, 0);
    return width_of_subgroups(c, c->options->simd);
}

// idx / d for idx < 1024 and d <= 1024: the error of the rounded-up reciprocal stays below 2^-20 * 1024 / d.
static LLVMValueRef small_div(struct spv *c, LLVMValueRef idx, uint32_t d)
{
    if (d == 1)
        return idx;
    if ((d & (d - 1)) == 0)
        return LLVMBuildLShr(c->b, idx, spv_i32(c, (uint32_t)__builtin_ctz(d)), "");
    uint32_t m = ((1u << 20) + d - 1) / d;
    return LLVMBuildLShr(c->b, LLVMBuildNUWMul(c->b, idx, spv_i32(c, m), ""), spv_i32(c, 20), "");
}

static LLVMValueRef small_mod(struct spv *c, LLVMValueRef idx, uint32_t d)
{
    if ((d & (d - 1)) == 0)
        return LLVMBuildAnd(c->b, idx, spv_i32(c, d - 1), "");
    return LLVMBuildSub(c->b, idx, LLVMBuildMul(c->b, small_div(c, idx, d), spv_i32(c, d), ""), "");
}

// Four neighbouring lanes are a quad of two by two invocations.
static LLVMValueRef quad_local_id(struct spv *c, uint32_t dim)
{
    uint32_t width = c->local_size[0] / 2, height = c->local_size[1] / 2;
    LLVMValueRef v = spv_local_index(c), quad = LLVMBuildLShr(c->b, v, spv_i32(c, 2), "");
    if (dim == 2)
        return small_div(c, quad, width * height);
    LLVMValueRef corner =
        dim == 0 ? small_mod(c, quad, width) : small_mod(c, small_div(c, quad, width), height);
    LLVMValueRef bit = LLVMBuildAnd(c->b, LLVMBuildLShr(c->b, v, spv_i32(c, dim), ""), spv_i32(c, 1), "");
    return LLVMBuildOr(c->b, LLVMBuildShl(c->b, corner, spv_i32(c, 1), ""), bit, "");
}

static LLVMValueRef quad_local_index(struct spv *c)
{
    LLVMValueRef v = quad_local_id(c, 2);
    for (uint32_t dim = 2; dim--;)
        v = LLVMBuildNUWAdd(c->b, LLVMBuildNUWMul(c->b, v, spv_i32(c, c->local_size[dim]), ""),
                            quad_local_id(c, dim), "");
    return v;
}

static LLVMValueRef local_id(struct spv *c, uint32_t dim)
{
    const uint32_t *size = c->local_size;
    if (size[dim] == 1)
        return spv_i32(c, 0);
    if (c->derivative_quads)
        return quad_local_id(c, dim);
    LLVMValueRef v = spv_local_index(c);
    uint32_t below = dim == 0 ? 1 : dim == 1 ? size[0] : size[0] * size[1];
    v = small_div(c, v, below);
    return below * size[dim] == group_total(c) ? v : small_mod(c, v, size[dim]);
}

static LLVMValueRef component(struct spv *c, uint32_t builtin, uint32_t dim)
{
    switch (builtin) {
    case SpvBuiltInNumWorkgroups:
        return workgroup(c, INTRINSIC_NUM_WORKGROUPS, dim);
    case SpvBuiltInWorkgroupId:
        return workgroup(c, INTRINSIC_WORKGROUP_ID, dim);
    case SpvBuiltInWorkgroupSize:
        return spv_i32(c, c->local_size[dim]);
    case SpvBuiltInLocalInvocationId:
        return local_id(c, dim);
    default: {
        LLVMValueRef base =
            LLVMBuildMul(c->b, workgroup(c, INTRINSIC_WORKGROUP_ID, dim), spv_i32(c, c->local_size[dim]), "");
        return LLVMBuildAdd(c->b, base, local_id(c, dim), "");
    }
    }
}

// ceil(group / subgroup size); the size is a power of two that is known later.
static LLVMValueRef num_subgroups(struct spv *c)
{
    LLVMValueRef size = spv_subgroup_size(c), args[] = {size, LLVMConstInt(c->i1, 1, false)};
    LLVMValueRef sum = LLVMBuildAdd(c->b, size, spv_i32(c, group_total(c) - 1), "");
    return LLVMBuildLShr(c->b, sum, spv_intrinsic(c, "llvm.cttz", args, 2), "");
}

static LLVMValueRef scalar(struct spv *c, uint32_t builtin)
{
    switch (builtin) {
    case SpvBuiltInLocalInvocationIndex:
        return c->derivative_quads ? quad_local_index(c) : spv_local_index(c);
    case SpvBuiltInSubgroupSize:
        return spv_subgroup_size(c);
    case SpvBuiltInSubgroupLocalInvocationId:
        c->subgroups_seen = true;
        return spv_lane_id(c);
    case SpvBuiltInSubgroupId:
        c->subgroups_seen = true;
        return subgroup_id(c);
    case SpvBuiltInNumSubgroups:
        return num_subgroups(c);
    case SpvBuiltInDeviceIndex:
        return spv_i32(c, 0);
    default:
        return NULL;
    }
}

// Lane masks: 32 lanes at most, so the first word of four.
static LLVMValueRef lane_mask(struct spv *c, uint32_t builtin)
{
    LLVMValueRef all = spv_i32(c, UINT32_MAX), one = LLVMBuildShl(c->b, spv_i32(c, 1), spv_lane_id(c), "");
    LLVMValueRef lt = LLVMBuildSub(c->b, one, spv_i32(c, 1), ""), le = LLVMBuildOr(c->b, lt, one, "");
    LLVMValueRef inside =
        LLVMBuildLShr(c->b, all, LLVMBuildSub(c->b, spv_i32(c, 32), spv_subgroup_size(c), ""), "");
    switch (builtin) {
    case SpvBuiltInSubgroupEqMask:
        return one;
    case SpvBuiltInSubgroupLtMask:
        return lt;
    case SpvBuiltInSubgroupLeMask:
        return le;
    case SpvBuiltInSubgroupGtMask:
        return LLVMBuildAnd(c->b, LLVMBuildNot(c->b, le, ""), inside, "");
    case SpvBuiltInSubgroupGeMask:
        return LLVMBuildAnd(c->b, LLVMBuildNot(c->b, lt, ""), inside, "");
    default:
        return NULL;
    }
}

const struct spv_value *spv_builtin(struct spv *c, const struct spv_type *t, uint32_t builtin)
{
    const struct spv_type *e = spv_component(t);
    spv_check(c, e->kind == SPV_INT && e->bits == 32, "the built-in %u is not of 32-bit integers", builtin);
    LLVMValueRef r[4];
    switch (builtin) {
    case SpvBuiltInNumWorkgroups:
    case SpvBuiltInWorkgroupId:
    case SpvBuiltInWorkgroupSize:
    case SpvBuiltInLocalInvocationId:
    case SpvBuiltInGlobalInvocationId:
        spv_check(c, t->kind == SPV_VECTOR && t->count == 3, "the built-in %u is not a vector of three",
                  builtin);
        for (uint32_t n = 0; n < 3; n++)
            r[n] = component(c, builtin, n);
        return spv_from_comps(c, t, r);
    case SpvBuiltInSubgroupEqMask:
    case SpvBuiltInSubgroupLtMask:
    case SpvBuiltInSubgroupLeMask:
    case SpvBuiltInSubgroupGtMask:
    case SpvBuiltInSubgroupGeMask:
        spv_check(c, t->kind == SPV_VECTOR && t->count == 4, "the built-in %u is not a vector of four",
                  builtin);
        r[0] = lane_mask(c, builtin);
        r[1] = r[2] = r[3] = spv_i32(c, 0);
        return spv_from_comps(c, t, r);
    default:
        r[0] = scalar(c, builtin);
        if (!r[0])
            spv_unsupported(c, "the built-in %u is not supported", builtin);
        spv_check(c, t->kind == SPV_INT, "the built-in %u is not a scalar", builtin);
        return spv_from_comps(c, t, r);
    }
}
