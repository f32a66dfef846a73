// Tensors (SPV_ARM_tensors): arrays of up to KILN_TENSOR_RANK dimensions with a descriptor. The descriptor
// shows where the elements are (struct kiln_tensor_map); they are reached by address. Elements outside are
// neither read nor written.
#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/image/image.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"

enum { // Tensor Operands
    NONTEMPORAL = 1,
    OUT_OF_BOUNDS_VALUE = 2,
    MAKE_ELEMENT_AVAILABLE = 4,
    MAKE_ELEMENT_VISIBLE = 8,
    NON_PRIVATE_ELEMENT = 16,
};

// Consecutive elements, of which the first is at `address`; `left` of them are inside.
struct elements {
    const struct spv_type *type; // of one
    uint32_t count;
    LLVMValueRef address, left;
};

// In memory: a boolean is a byte.
static uint32_t bytes_of(const struct spv_type *t)
{
    return t->kind == SPV_BOOL ? 1 : t->size;
}

static LLVMValueRef map_dimension(struct spv *c, LLVMValueRef map, uint32_t n)
{
    return spv_map_word(c, map, offsetof(struct kiln_tensor_map, size) + 4 * n, c->i32);
}

static LLVMValueRef map_stride(struct spv *c, LLVMValueRef map, uint32_t n)
{
    return spv_map_word(c, map, offsetof(struct kiln_tensor_map, stride) + 4 * n, c->i32);
}

static const struct spv_value *tensor_arg(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    const struct spv_value *v = spv_arg(c, i, n);
    spv_check(c, v->type->kind == SPV_TENSOR && v->handle, "operand %u is not a tensor", n);
    return v;
}

// A coordinate as it is compared with a dimension: what is negative, or more than 32 bits, is UINT32_MAX.
static LLVMValueRef coordinate(struct spv *c, const struct spv_value *v)
{
    if (v->type->bits <= 32)
        return LLVMBuildIntCast2(c->b, v->v, c->i32, v->type->is_signed, "");
    LLVMValueRef args[] = {v->v, LLVMConstInt(c->i64, UINT32_MAX, false)};
    return LLVMBuildTrunc(c->b, spv_intrinsic(c, "llvm.umin", args, 2), c->i32, "");
}

// No tensor has 4 GiB: what is inside has offsets of 32 bits.
static struct elements find(struct spv *c, const struct spv_value *tensor,
                            const struct spv_value *coordinates, const struct spv_type *object)
{
    const struct spv_type *t = tensor->type;
    const bool is_array = object->kind == SPV_ARRAY;
    struct elements e = {.type = is_array ? object->elem : object, .count = is_array ? object->count : 1};
    spv_check(c, spv_same_type(e.type, t->elem),
              "what is read or written is not made of the tensor's elements");
    spv_check(c,
              coordinates->type->kind == SPV_ARRAY && coordinates->type->elem->kind == SPV_INT &&
                  coordinates->type->count == t->count,
              "the coordinates of a tensor of %u dimensions", t->count);
    LLVMValueRef map = spv_surface(c, tensor->handle->surface), inside = LLVMConstInt(c->i1, 1, false),
                 offset = spv_i32(c, 0);
    for (uint32_t n = 0; n < t->count; n++) {
        LLVMValueRef x = coordinate(c, coordinates->elems[n]), size = map_dimension(c, map, n);
        const bool last = n + 1 == t->count;
        LLVMValueRef step = last ? spv_i32(c, bytes_of(e.type)) : map_stride(c, map, n);
        offset = LLVMBuildAdd(c->b, offset, LLVMBuildMul(c->b, x, step, ""), "");
        inside = LLVMBuildAnd(c->b, inside, LLVMBuildICmp(c->b, LLVMIntULT, x, size, ""), "");
        if (last)
            e.left = LLVMBuildSelect(c->b, inside, LLVMBuildSub(c->b, size, x, ""), spv_i32(c, 0), "");
    }
    LLVMValueRef base = spv_map_word(c, map, offsetof(struct kiln_tensor_map, address), c->i64);
    e.address = LLVMBuildAdd(c->b, base, LLVMBuildZExt(c->b, offset, c->i64, ""), "");
    return e;
}

// ---- one element ----

static LLVMValueRef pointer_to(struct spv *c, const struct elements *e, uint32_t n)
{
    LLVMValueRef at =
        LLVMBuildAdd(c->b, e->address, LLVMConstInt(c->i64, (uint64_t)n * bytes_of(e->type), false), "");
    return LLVMBuildIntToPtr(c->b, at, LLVMPointerTypeInContext(c->ctx, KILN_AS_GLOBAL), "");
}

static LLVMValueRef load(struct spv *c, const struct elements *e, uint32_t n)
{
    const bool truth = e->type->kind == SPV_BOOL; // a byte that is not zero
    LLVMValueRef v =
        LLVMBuildLoad2(c->b, truth ? c->i8 : spv_llvm_scalar(c, e->type), pointer_to(c, e, n), "");
    LLVMSetAlignment(v, bytes_of(e->type));
    spv_tag(c, v, KILN_AS_GLOBAL);
    return truth ? LLVMBuildICmp(c->b, LLVMIntNE, v, LLVMConstInt(c->i8, 0, false), "") : v;
}

static void store(struct spv *c, const struct elements *e, uint32_t n, LLVMValueRef v)
{
    const bool truth = e->type->kind == SPV_BOOL;
    LLVMValueRef s = LLVMBuildStore(c->b, truth ? LLVMBuildZExt(c->b, v, c->i8, "") : v, pointer_to(c, e, n));
    LLVMSetAlignment(s, bytes_of(e->type));
    spv_tag(c, s, KILN_AS_GLOBAL);
}

// ---- as many as are inside ----

static LLVMValueRef more_than(struct spv *c, const struct elements *e, uint32_t n)
{
    return LLVMBuildICmp(c->b, LLVMIntUGT, e->left, spv_i32(c, n), "");
}

// From here on, code that runs only where the condition holds; what follows is in `after`.
static LLVMBasicBlockRef begin(struct spv *c, LLVMValueRef condition, LLVMBasicBlockRef after)
{
    LLVMBasicBlockRef inside = spv_new_block(c), before = LLVMGetInsertBlock(c->b);
    LLVMBuildCondBr(c->b, condition, inside, after);
    LLVMPositionBuilderAtEnd(c->b, inside);
    return before;
}

static void end(struct spv *c, LLVMBasicBlockRef after)
{
    LLVMBuildBr(c->b, after);
    LLVMPositionBuilderAtEnd(c->b, after);
}

// The end of what `before` began: each value is the one that it got there, or what it was.
static void end_with(struct spv *c, LLVMBasicBlockRef before, LLVMBasicBlockRef after, uint32_t count,
                     const LLVMValueRef *got, LLVMValueRef *v)
{
    LLVMBasicBlockRef inside = LLVMGetInsertBlock(c->b);
    end(c, after);
    for (uint32_t n = 0; n < count; n++) {
        LLVMValueRef phi = LLVMBuildPhi(c->b, LLVMTypeOf(v[n]), "");
        LLVMAddIncoming(phi, (LLVMValueRef[]){got[n], v[n]}, (LLVMBasicBlockRef[]){inside, before}, 2);
        v[n] = phi;
    }
}

// Elements [first, first + count), all or none of them; `v` is what they are if they are outside.
static void load_some(struct spv *c, const struct elements *e, uint32_t first, uint32_t count,
                      LLVMValueRef *v)
{
    LLVMBasicBlockRef after = spv_new_block(c), before = begin(c, more_than(c, e, first + count - 1), after);
    LLVMValueRef got[KILN_TENSOR_ACCESS];
    for (uint32_t n = 0; n < count; n++)
        got[n] = load(c, e, first + n);
    end_with(c, before, after, count, got, v);
}

static void store_some(struct spv *c, const struct elements *e, uint32_t first, uint32_t count,
                       const LLVMValueRef *v)
{
    LLVMBasicBlockRef after = spv_new_block(c);
    begin(c, more_than(c, e, first + count - 1), after);
    for (uint32_t n = 0; n < count; n++)
        store(c, e, first + n, v[n]);
    end(c, after);
}

// Where all are inside, neighbours come by one message; at the tensor's edge each comes by itself. The edge
// is that of an array that begins inside and ends outside.
static LLVMBasicBlockRef begin_edge(struct spv *c, const struct elements *e, LLVMBasicBlockRef after)
{
    LLVMValueRef some = more_than(c, e, 0), all = more_than(c, e, e->count - 1);
    return begin(c, LLVMBuildAnd(c->b, some, LLVMBuildNot(c->b, all, ""), ""), after);
}

static void load_array(struct spv *c, const struct elements *e, LLVMValueRef *v)
{
    LLVMValueRef edge[KILN_TENSOR_ACCESS] = {NULL};
    load_some(c, e, 0, e->count, v);
    if (e->count == 1)
        return;
    LLVMBasicBlockRef after = spv_new_block(c), before = begin_edge(c, e, after);
    for (uint32_t n = 0; n < e->count; n++) {
        edge[n] = v[n]; // what lies outside: nothing was read
        load_some(c, e, n, 1, &edge[n]);
    }
    end_with(c, before, after, e->count, edge, v);
}

// ---- instructions ----

static void check_length(struct spv *c, const struct elements *e)
{
    if (e->count > KILN_TENSOR_ACCESS)
        spv_fail(c, KILN_ERROR_LIMIT, "%u elements of a tensor at once; %u may be", e->count,
                 KILN_TENSOR_ACCESS);
}

void spv_op_tensor_read(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const uint32_t operands = i->count > 5 ? i->words[5] : 0;
    struct elements e = find(c, tensor_arg(c, i, 3), spv_arg(c, i, 4), t);
    LLVMValueRef v[KILN_TENSOR_ACCESS] = {NULL};
    check_length(c, &e);
    if (operands & ~(NONTEMPORAL | OUT_OF_BOUNDS_VALUE | MAKE_ELEMENT_VISIBLE | NON_PRIVATE_ELEMENT))
        spv_unsupported(c, "tensor operands 0x%x of a read", operands);
    const struct spv_value *outside = spv_zero(c, e.type);
    if (operands & OUT_OF_BOUNDS_VALUE) {
        outside = spv_arg(c, i, 6);
        spv_check(c, spv_same_type(outside->type, e.type), "the value outside is no element of the tensor");
    }
    for (uint32_t n = 0; n < e.count; n++)
        v[n] = outside->v;
    load_array(c, &e, v);
    if (t->kind != SPV_ARRAY) {
        spv_set(c, i, spv_scalar(c, t, v[0]));
        return;
    }
    struct spv_value *r = spv_new_value(c, t);
    for (uint32_t n = 0; n < e.count; n++)
        r->elems[n] = spv_scalar(c, e.type, v[n]);
    spv_set(c, i, r);
}

void spv_op_tensor_write(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *object = spv_arg(c, i, 3);
    const uint32_t operands = i->count > 4 ? i->words[4] : 0;
    struct elements e = find(c, tensor_arg(c, i, 1), spv_arg(c, i, 2), object->type);
    LLVMValueRef v[KILN_TENSOR_ACCESS] = {NULL};
    check_length(c, &e);
    if (operands & ~(NONTEMPORAL | MAKE_ELEMENT_AVAILABLE | NON_PRIVATE_ELEMENT))
        spv_unsupported(c, "tensor operands 0x%x of a write", operands);
    for (uint32_t n = 0; n < e.count; n++)
        v[n] = object->type->kind == SPV_ARRAY ? object->elems[n]->v : object->v;
    store_some(c, &e, 0, e.count, v);
    if (e.count == 1)
        return;
    LLVMBasicBlockRef after = spv_new_block(c);
    begin_edge(c, &e, after);
    for (uint32_t n = 0; n < e.count; n++)
        store_some(c, &e, n, 1, &v[n]);
    end(c, after);
}

void spv_op_tensor_query(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *tensor = tensor_arg(c, i, 3);
    const uint32_t dimension = spv_const_u32(c, spv_word(c, i, 4));
    spv_check(c, t->kind == SPV_INT, "a size is not an integer");
    spv_check(c, dimension < tensor->type->count, "dimension %u of %u", dimension, tensor->type->count);
    LLVMValueRef v = map_dimension(c, spv_surface(c, tensor->handle->surface), dimension);
    spv_set(c, i, spv_scalar(c, t, LLVMBuildIntCast2(c->b, v, spv_llvm_scalar(c, t), false, "")));
}
