// Atomics. They are relaxed in LLVM IR; ordering is explicit: kiln.fence before a release and after an
// acquire. Those of 64 bits on buffers go by address, those on shared memory behind a lock
// (spirv/atomic/emulate.c).
#include "compiler/kernel/kernel.h"
#include "compiler/spirv/atomic/atomic.h"
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "hw/target.h"

static uint32_t scope(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    return spv_const_u32(c, spv_word(c, i, n));
}

struct atomic {
    const struct spv_value *ptr;
    const struct spv_type *type;
    unsigned as; // of the memory: where the access itself goes by address, still the buffer's
    uint32_t semantics;
    struct spv_place at;
    bool locked; // 64 bits of shared memory
    bool image;  // a texel of 64 bits
};

// Operands from word n on: pointer, scope, semantics.
static struct atomic atomic_operands(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    // OpAtomicStore has no result, but a value.
    const struct spv_type *t = i->result_id ? spv_result_type(c, i) : spv_arg(c, i, n + 3)->type;
    struct atomic a = {.ptr = spv_pointing_to(c, spv_arg(c, i, n), t)};
    spv_check(c, a.ptr->type->kind == SPV_POINTER && !a.ptr->ptr->descriptor_array, "not a pointer");
    a.type = a.ptr->type->elem;
    a.image = a.ptr->handle && a.ptr->handle->image;
    a.as = a.image ? (unsigned)KILN_AS_SURFACE : spv_pointer_space(c, a.ptr);
    spv_check(c, a.type->kind == SPV_INT || a.type->kind == SPV_FLOAT, "not a pointer to a number");
    a.locked = a.type->bits == 64 && a.as == KILN_AS_SHARED;
    bool wide = a.locked || (a.type->bits == 64 && a.as != KILN_AS_PRIVATE && a.as != KILN_AS_PUSH);
    bool half = a.type->bits == 16 && a.type->kind == SPV_FLOAT;
    if ((a.type->bits != 32 && !wide && !half) || a.as == KILN_AS_PUSH || a.as == KILN_AS_PRIVATE)
        spv_unsupported(c, "an atomic on %u bits in storage class %u", a.type->bits, a.ptr->type->storage);
    scope(c, i, n + 1);
    a.semantics = scope(c, i, n + 2);
    a.at.address = a.ptr->v;
    if (a.image) { // other accesses to texels go elsewhere, and keep their order by fences
        a.at = spv_texel_address(c, a.ptr->handle);
        a.semantics |= SpvMemorySemanticsAcquireReleaseMask | SpvMemorySemanticsImageMemoryMask |
                       SpvMemorySemanticsUniformMemoryMask;
    } else if (wide && a.as == KILN_AS_SURFACE) {
        a.at = spv_wide_address(c, a.ptr);
    }
    return a;
}

static const struct spv_value *atomic_value(struct spv *c, const struct spv_inst *i, uint32_t n,
                                            const struct atomic *a)
{
    const struct spv_value *v = spv_arg(c, i, n);
    spv_check(c, spv_same_type(v->type, a->type), "the value has another type than the memory");
    return v;
}

static void writable(struct spv *c, const struct atomic *a)
{
    spv_check(c, !a->ptr->ptr->is_const, "an atomic on read-only memory");
}

// Loads, stores and exchanges of floats are of their bits in LLVM IR.
static LLVMValueRef to_bits(struct spv *c, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMBuildBitCast(c->b, v,
                            t == c->f64   ? c->i64
                            : t == c->f32 ? c->i32
                            : t == c->f16 ? c->i16
                                          : t,
                            "");
}

static void set_result(struct spv *c, const struct spv_inst *i, const struct atomic *a, LLVMValueRef bits)
{
    spv_set(c, i, spv_scalar(c, a->type, LLVMBuildBitCast(c->b, bits, spv_llvm_scalar(c, a->type), "")));
}

// Is there no message for such an operation? Of floats load-store units add (LSC_ATOMIC_FADD of
// isa/table/msgs.def), data ports do not.
static bool lacks(const struct spv *c, const struct atomic *a, LLVMAtomicRMWBinOp op)
{
    const struct kiln_target *t = kernel_target(c->options);
    const bool min_max = op == LLVMAtomicRMWBinOpFMin || op == LLVMAtomicRMWBinOpFMax;
    return a->type->bits == 16 ||
           (op == LLVMAtomicRMWBinOpFAdd && (a->type->bits == 64 || kiln_target_has_data_ports(t))) ||
           (min_max && (a->type->bits == 64 || !kiln_target_has_float_atomics(t)));
}

static LLVMValueRef access(struct spv *c, struct atomic *a, LLVMAtomicRMWBinOp op, LLVMValueRef value)
{
    if (a->locked)
        return spv_locked_access(c, a->at.address, op, value, NULL);
    spv_place_begin(c, &a->at);
    if (lacks(c, a, op))
        return spv_place_end(c, &a->at, spv_update_loop(c, a->at.address, a->as, op, value));
    LLVMValueRef v = LLVMBuildAtomicRMW(c->b, op, a->at.address, value, LLVMAtomicOrderingMonotonic, false);
    LLVMSetAlignment(v, a->type->bits / 8);
    spv_tag(c, v, a->as);
    return spv_place_end(c, &a->at, v);
}

static void rmw(struct spv *c, const struct spv_inst *i, struct atomic *a, LLVMAtomicRMWBinOp op,
                LLVMValueRef value)
{
    if (op != LLVMAtomicRMWBinOpOr || !LLVMIsNull(value)) // else a load
        writable(c, a);
    spv_fence(c, a->semantics, SPV_RELEASE);
    LLVMValueRef v = access(c, a, op, value);
    spv_fence(c, a->semantics, SPV_ACQUIRE);
    set_result(c, i, a, v);
}

void spv_op_atomic_load(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    if (spv_image_atomic(c, i))
        return;
    struct atomic a = atomic_operands(c, i, 3);
    if (a.type->bits == 64) { // a message with two dwords is not one access
        rmw(c, i, &a, LLVMAtomicRMWBinOpOr, LLVMConstInt(c->i64, 0, false));
        return;
    }
    LLVMValueRef v = LLVMBuildLoad2(c->b, a.type->bits == 16 ? c->i16 : c->i32, a.ptr->v, "");
    LLVMSetAlignment(v, a.type->bits / 8);
    LLVMSetOrdering(v, LLVMAtomicOrderingMonotonic);
    spv_tag(c, v, a.as);
    spv_fence(c, a.semantics, SPV_ACQUIRE);
    set_result(c, i, &a, v);
}

void spv_op_atomic_store(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    if (spv_image_atomic(c, i))
        return;
    struct atomic a = atomic_operands(c, i, 1);
    const struct spv_value *v = atomic_value(c, i, 4, &a);
    writable(c, &a);
    spv_fence(c, a.semantics, SPV_RELEASE);
    if (a.type->bits == 64) {
        access(c, &a, LLVMAtomicRMWBinOpXchg, to_bits(c, v->v));
        if (a.image)
            spv_fence(c, a.semantics, SPV_ACQUIRE);
        return;
    }
    LLVMValueRef s = LLVMBuildStore(c->b, to_bits(c, v->v), a.ptr->v);
    LLVMSetAlignment(s, a.type->bits / 8);
    LLVMSetOrdering(s, LLVMAtomicOrderingMonotonic);
    spv_tag(c, s, a.as);
}

void spv_op_atomic_rmw(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    if (spv_image_atomic(c, i))
        return;
    struct atomic a = atomic_operands(c, i, 3);
    spv_check(c, a.type->kind == SPV_INT || op->arg == LLVMAtomicRMWBinOpXchg, "not a pointer to an integer");
    rmw(c, i, &a, (LLVMAtomicRMWBinOp)op->arg, to_bits(c, atomic_value(c, i, 6, &a)->v));
}

void spv_op_atomic_rmw1(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    if (spv_image_atomic(c, i))
        return;
    struct atomic a = atomic_operands(c, i, 3);
    spv_check(c, a.type->kind == SPV_INT, "not a pointer to an integer");
    LLVMValueRef one = LLVMConstInt(spv_llvm_scalar(c, a.type), 1, false);
    rmw(c, i, &a, (LLVMAtomicRMWBinOp)op->arg, one);
}

void spv_op_atomic_cmpxchg(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    if (spv_image_atomic(c, i))
        return;
    struct atomic a = atomic_operands(c, i, 3);
    spv_check(c, a.type->kind == SPV_INT, "not a pointer to an integer");
    const struct spv_value *value = atomic_value(c, i, 7, &a), *expected = atomic_value(c, i, 8, &a);
    writable(c, &a);
    spv_fence(c, a.semantics, SPV_RELEASE);
    LLVMValueRef v;
    if (a.locked) {
        v = spv_locked_access(c, a.at.address, LLVMAtomicRMWBinOpXchg, value->v, expected->v);
    } else {
        spv_place_begin(c, &a.at);
        v = LLVMBuildExtractValue(c->b, spv_compare_exchange(c, a.at.address, a.as, expected->v, value->v), 0,
                                  "");
        v = spv_place_end(c, &a.at, v);
    }
    spv_fence(c, a.semantics, SPV_ACQUIRE);
    set_result(c, i, &a, v);
}

void spv_op_atomic_float(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    if (spv_image_atomic(c, i))
        return;
    struct atomic a = atomic_operands(c, i, 3);
    spv_check(c, a.type->kind == SPV_FLOAT, "not a pointer to a float");
    rmw(c, i, &a, (LLVMAtomicRMWBinOp)op->arg, atomic_value(c, i, 6, &a)->v);
}
