// Pointers as values: comparing, converting, selecting them; the length of what a buffer pointer shows.
//
// Variable pointers (to buffers, as fat pointers, and to shared memory) and physical ones are LLVM pointers
// that may go through phis, selects and private memory. What they need to know beyond the address
// (spv_pointer) follows from the type, except inside matrices with an explicit layout: those must agree where
// pointers meet.
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"

static const struct spv_value *pointer_arg(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    const struct spv_value *p = spv_arg(c, i, n);
    spv_check(c, p->type->kind == SPV_POINTER, "operand %u is not a pointer", n);
    spv_check(c, p->v && !p->ptr->descriptor_array, "operand %u has no address", n);
    return p;
}

// A pointer of type `t` at the address `v`.
static const struct spv_value *make(struct spv *c, const struct spv_type *t, LLVMValueRef v)
{
    struct spv_value *p = spv_new_value(c, t);
    p->v = v;
    p->ptr = spv_default_pointer(c, t);
    return p;
}

// ---- comparing ----

static LLVMValueRef bits_of(struct spv *c, const struct spv_value *p)
{
    unsigned as = spv_pointer_space(c, p);
    bool wide = as == KILN_AS_SURFACE || as == KILN_AS_GLOBAL;
    return LLVMBuildPtrToInt(c->b, p->v, wide ? c->i64 : c->i32, "");
}

// What kiln.buffer was told, or the offset.
static LLVMValueRef part_of(struct spv *c, const struct spv_value *p, uint32_t part)
{
    return spv_call(c, INTRINSIC_BUFFER_PART, (LLVMValueRef[]){p->v, spv_i32(c, part)}, 2);
}

static LLVMValueRef same_part(struct spv *c, const struct spv_value *a, const struct spv_value *b,
                              uint32_t part)
{
    return LLVMBuildICmp(c->b, LLVMIntEQ, part_of(c, a, part), part_of(c, b, part), "");
}

void spv_op_ptr_equal(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *a = pointer_arg(c, i, 3), *b = pointer_arg(c, i, 4);
    spv_check(c, t->kind == SPV_BOOL && a->type->storage == b->type->storage,
              "not a comparison of two pointers of one storage class");
    LLVMIntPredicate p = op->arg ? LLVMIntNE : LLVMIntEQ;
    if (spv_pointer_space(c, a) == KILN_AS_BUFFER) {
        LLVMValueRef same = LLVMBuildAnd(c->b, same_part(c, a, b, 0), same_part(c, a, b, 1), "");
        spv_set(c, i, spv_scalar(c, t, op->arg ? LLVMBuildNot(c->b, same, "") : same));
        return;
    }
    spv_set(c, i, spv_scalar(c, t, LLVMBuildICmp(c->b, p, bits_of(c, a), bits_of(c, b), "")));
}

// Elements from the second to the first, which point into one array.
void spv_op_ptr_diff(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *a = pointer_arg(c, i, 3), *b = pointer_arg(c, i, 4);
    spv_check(c, t->kind == SPV_INT && spv_same_type(a->type, b->type),
              "not a difference of two pointers of one type");
    // Without a pointee nothing but the type's own ArrayStride says what is counted, or it is bytes.
    uint32_t step = !a->type->untyped ? spv_pointer_step(c, a) : a->type->stride ? a->type->stride : 1;
    unsigned as = spv_pointer_space(c, a);
    LLVMValueRef bytes = as == KILN_AS_BUFFER ? LLVMBuildSub(c->b, part_of(c, a, 0), part_of(c, b, 0), "")
                                              : LLVMBuildSub(c->b, bits_of(c, a), bits_of(c, b), "");
    if (as == KILN_AS_SURFACE) // the index above cancels out
        bytes = LLVMBuildTrunc(c->b, bytes, c->i32, "");
    LLVMValueRef n = LLVMBuildSDiv(c->b, bytes, LLVMConstInt(LLVMTypeOf(bytes), step, false), "");
    spv_set(c, i, spv_scalar(c, t, LLVMBuildIntCast2(c->b, n, spv_llvm_scalar(c, t), true, "")));
}

// ---- converting ----

static bool is_physical(const struct spv_type *t)
{
    return t->kind == SPV_POINTER && t->storage == SpvStorageClassPhysicalStorageBuffer;
}

static LLVMValueRef join(struct spv *c, const struct spv_value *pair)
{
    LLVMValueRef low = LLVMBuildZExt(c->b, spv_comp(pair, 0), c->i64, "");
    LLVMValueRef high = LLVMBuildZExt(c->b, spv_comp(pair, 1), c->i64, "");
    return LLVMBuildOr(c->b, low, LLVMBuildShl(c->b, high, LLVMConstInt(c->i64, 32, false), ""), "");
}

static bool is_pair(const struct spv_type *t)
{
    return t->kind == SPV_VECTOR && t->count == 2 && t->elem->kind == SPV_INT && t->elem->bits == 32;
}

static LLVMValueRef address_bits(struct spv *c, const struct spv_value *v)
{
    if (is_pair(v->type))
        return join(c, v);
    if (v->type->kind == SPV_INT)
        return LLVMBuildIntCast2(c->b, v->v, c->i64, false, "");
    spv_check(c, is_physical(v->type), "neither a physical pointer nor an integer");
    return LLVMBuildPtrToInt(c->b, v->v, c->i64, "");
}

void spv_op_convert_pointer(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    LLVMValueRef bits = address_bits(c, spv_arg(c, i, 3));
    if (is_physical(t)) {
        LLVMTypeRef p = LLVMPointerTypeInContext(c->ctx, KILN_AS_GLOBAL);
        spv_set(c, i, make(c, t, LLVMBuildIntToPtr(c->b, bits, p, "")));
    } else if (is_pair(t)) {
        LLVMValueRef high = LLVMBuildLShr(c->b, bits, LLVMConstInt(c->i64, 32, false), "");
        LLVMValueRef r[] = {LLVMBuildTrunc(c->b, bits, c->i32, ""), LLVMBuildTrunc(c->b, high, c->i32, "")};
        spv_set(c, i, spv_from_comps(c, t, r));
    } else {
        spv_check(c, t->kind == SPV_INT, "the result is neither a physical pointer nor an integer");
        spv_set(c, i, spv_scalar(c, t, LLVMBuildIntCast2(c->b, bits, spv_llvm_scalar(c, t), false, "")));
    }
}

bool spv_is_pointer_bitcast(struct spv *c, const struct spv_inst *i)
{
    return spv_result_type(c, i)->kind == SPV_POINTER || spv_arg(c, i, 3)->type->kind == SPV_POINTER;
}

// ---- selecting ----

static bool is_null(const struct spv_value *p)
{
    return p->v && (spv_is_null(p) || LLVMIsUndef(p->v));
}

bool spv_pointers_mix(const struct spv_value *p, const struct spv_value *q)
{
    const struct spv_pointer *a = p->ptr, *b = q->ptr;
    if (!p->v || !q->v || a->descriptor_array || b->descriptor_array)
        return false;
    if (a->space != b->space)
        return false;
    return is_null(p) || is_null(q) ||
           (a->explicit_layout == b->explicit_layout && a->matrix_stride == b->matrix_stride &&
            a->row_major == b->row_major && a->comp_stride == b->comp_stride);
}

void spv_take_layout(struct spv_value *p, const struct spv_value *like)
{
    struct spv_pointer *l = p->ptr;
    if (!like->ptr || !like->v || is_null(like) || like->ptr->descriptor_array)
        return;
    l->explicit_layout = like->ptr->explicit_layout;
    l->matrix_stride = like->ptr->matrix_stride;
    l->row_major = like->ptr->row_major;
    l->comp_stride = like->ptr->comp_stride;
}

const struct spv_value *spv_select_pointer(struct spv *c, LLVMValueRef cond, const struct spv_value *a,
                                           const struct spv_value *b)
{
    if (!spv_pointers_mix(a, b))
        spv_unsupported(c, "a choice between pointers of different layout, to arrays of buffers, or to "
                           "buffers without descriptors");
    struct spv_value *v = spv_new_value(c, a->type);
    v->v = LLVMBuildSelect(c->b, cond, a->v, b->v, "");
    v->ptr = arena_new(c->arena, struct spv_pointer);
    *v->ptr = is_null(a) ? *b->ptr : *a->ptr;
    v->ptr->index = NULL;
    v->ptr->is_const &= b->ptr->is_const;
    v->ptr->is_volatile |= b->ptr->is_volatile;
    v->ptr->object = a->ptr->object == b->ptr->object ? a->ptr->object : 0;
    return v;
}

// ---- OpArrayLength ----

static LLVMValueRef surface_of(struct spv *c, const struct spv_value *p)
{
    if (p->ptr->index)
        return p->ptr->index;
    // A variable pointer: its index is in the address.
    LLVMValueRef high = LLVMBuildLShr(c->b, bits_of(c, p), LLVMConstInt(c->i64, 32, false), "");
    return LLVMBuildTrunc(c->b, high, c->i32, "");
}

// A surface is whole dwords; the bytes that this adds to the buffer are added once more, so that they are
// known (kiln_surface_buffer).
static LLVMValueRef buffer_size(struct spv *c, LLVMValueRef index)
{
    LLVMValueRef size = spv_call(c, INTRINSIC_SURFACE_SIZE, &index, 1), low = spv_i32(c, 3);
    LLVMValueRef whole = LLVMBuildAnd(c->b, size, spv_i32(c, ~3u), "");
    return LLVMBuildSub(c->b, whole, LLVMBuildAnd(c->b, size, low, ""), "");
}

void spv_op_array_length(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    // The untyped form names the structure first.
    const uint32_t at = op->arg ? 4 : 3;
    const struct spv_value *p = spv_arg(c, i, at);
    if (op->arg)
        p = spv_pointing_to(c, p, spv_type(c, spv_word(c, i, 3)));
    spv_check(c,
              p->type->kind == SPV_POINTER && p->type->elem->kind == SPV_STRUCT && p->ptr &&
                  !p->ptr->descriptor_array,
              "not a pointer to a buffer block");
    const unsigned as = spv_pointer_space(c, p);
    spv_check(c, as == KILN_AS_SURFACE || as == KILN_AS_BUFFER, "not a pointer to a buffer block");
    const struct spv_type *t = p->type->elem;
    uint32_t n = spv_word(c, i, at + 1);
    spv_check(c, n < t->count && t->members[n].type->kind == SPV_RUNTIME_ARRAY,
              "member %u is not a run-time array", n);
    const struct spv_type *result = spv_result_type(c, i);
    spv_check(c, result->kind == SPV_INT && (result->bits == 32 || (result->bits == 64 && c->wide_buffers)),
              "the result is not a 32-bit integer");
    uint32_t stride = t->members[n].type->stride;
    spv_check(c, stride, "%%%u has no usable ArrayStride", t->members[n].type->id);
    LLVMValueRef bytes = as == KILN_AS_BUFFER ? part_of(c, p, 3) : buffer_size(c, surface_of(c, p)),
                 offset = LLVMConstInt(LLVMTypeOf(bytes), t->members[n].offset, false),
                 step = LLVMConstInt(LLVMTypeOf(bytes), stride, false);
    // A buffer may end before the array begins.
    bytes = spv_intrinsic(c, "llvm.umax", (LLVMValueRef[]){bytes, offset}, 2);
    LLVMValueRef count = LLVMBuildUDiv(c->b, LLVMBuildSub(c->b, bytes, offset, ""), step, "");
    spv_set(c, i,
            spv_scalar(c, result, LLVMBuildIntCast2(c->b, count, spv_llvm_scalar(c, result), false, "")));
}
