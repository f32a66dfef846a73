// OpType*: types are made. Each gets, beside what SPIR-V says, its size in our own layout: what private and
// shared variables use. There every scalar takes its own size (booleans are 32-bit words), and nothing is
// padded but for alignment, which is that of the largest scalar in the type (Vulkan's "scalar alignment").
#include "compiler/kernel/kernel.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/id.h"
#include "hw/target.h"

#define MAX_DEPTH 512 // of nested types
#define MAX_NODES 65536
#define HUGE_SIZE (1u << 30) // larger types are only good behind a buffer

static uint32_t literal(struct spv *c, uint32_t id, uint32_t member, uint32_t decoration, uint32_t absent)
{
    const struct spv_decoration *d = spv_decoration(c, id, member, decoration);
    if (!d)
        return absent;
    spv_check(c, d->count >= 1, "decoration %u lacks its operand", decoration);
    return d->literals[0];
}

static void set_size(struct spv_type *t, uint64_t size, uint32_t align)
{
    t->size = size > HUGE_SIZE ? UINT32_MAX : (uint32_t)size;
    t->align = align;
}

static const struct spv_type *data_type(struct spv *c, uint32_t id)
{
    const struct spv_type *t = spv_type(c, id);
    spv_check(c, t->kind != SPV_VOID && t->kind != SPV_FUNCTION, "%%%u cannot be stored in a composite", id);
    return t;
}

static void number_type(struct spv *c, const struct spv_inst *i, struct spv_type *t)
{
    t->bits = spv_word(c, i, 2);
    t->is_signed = t->kind == SPV_INT && spv_word(c, i, 3) == 1;
    if (t->kind == SPV_FLOAT && i->count > 3) { // an encoding
        t->encoding = spv_encoding(i->words[3], t->bits);
        if (!t->encoding)
            spv_unsupported(c, "floats of %u bits in the encoding %u", t->bits, i->words[3]);
        t->kind = SPV_ENCODED;
    }
    bool exists = t->bits == 16 || t->bits == 32 || t->bits == 64 || (t->bits == 8 && t->kind != SPV_FLOAT);
    if (!exists)
        spv_unsupported(c, "%u-bit %s is not supported", t->bits, t->kind == SPV_INT ? "integer" : "float");
    set_size(t, t->bits / 8, t->bits / 8);
}

static void vector_type(struct spv *c, const struct spv_inst *i, struct spv_type *t)
{
    t->elem = data_type(c, spv_word(c, i, 2));
    if (t->kind == SPV_VECTOR)
        spv_check(c, spv_is_scalar(t->elem), "a vector of something that is not a scalar");
    else
        spv_check(c,
                  t->elem->kind == SPV_VECTOR && t->elem->elem->kind == SPV_FLOAT && t->elem->count >= 2 &&
                      t->elem->count <= 4,
                  "a matrix of something that is not a float vector");
    bool by_id = i->op == SPV_OpTypeVectorIdEXT, is_long = t->kind == SPV_VECTOR && c->long_vectors;
    t->count = by_id ? spv_const_u32(c, spv_word(c, i, 3)) : spv_word(c, i, 3);
    spv_check(c, t->count >= (is_long ? 1 : 2) && t->count <= (is_long ? KILN_MAX_VECTOR : 4),
              "%u components", t->count);
    set_size(t, (uint64_t)t->count * t->elem->size, t->elem->align);
}

// ---- cooperative matrices ----

enum { COMPONENT_INT = 0x100, COMPONENT_BFLOAT = 0x200 }; // or bits of a float

static uint32_t component_kind(const struct spv_type *t)
{
    if (t->kind == SPV_ENCODED)
        return t->encoding == spv_encoding(SPV_FPEncodingBFloat16, 16) ? t->bits | COMPONENT_BFLOAT : 0;
    return t->kind == SPV_INT ? t->bits | COMPONENT_INT : t->kind == SPV_FLOAT ? t->bits : 0;
}

// Is there a product in which a matrix of this shape has this use?
static bool is_offered(const struct kiln_target *target, const struct spv_cooperative_type *m,
                       uint32_t component)
{
    enum {
        FLOAT16 = 16,
        BFLOAT16 = 16 | COMPONENT_BFLOAT,
        FLOAT32 = 32,
        SINT8 = 8 | COMPONENT_INT,
        SINT32 = 32 | COMPONENT_INT,
        UINT8 = SINT8, // signedness is the product's business
        UINT32 = SINT32,
    };
    static const struct {
        uint32_t chips, m, n, k, factor, sum;
    } products[] = {
#define MATRIX(chips, m, n, k, ab, c) {chips, m, n, k, ab, c},
#include "kiln/cooperative.def"
#undef MATRIX
    };
    const uint32_t unit = kiln_target_systolic_columns(target), chip = unit ? unit : 1;
    for (uint32_t p = 0; p < sizeof(products) / sizeof(products[0]); p++) {
        uint32_t rows = m->use == SPV_COOPERATIVE_B ? products[p].k : products[p].m,
                 columns = m->use == SPV_COOPERATIVE_A ? products[p].k : products[p].n;
        if (rows == m->rows && columns == m->columns && products[p].chips & chip &&
            component == (m->use == SPV_COOPERATIVE_SUM ? products[p].sum : products[p].factor))
            return true;
    }
    return false;
}

// What is one lane's of it depends on how many lanes there are: the width is settled here, if it is open.
static void cooperative_type(struct spv *c, const struct spv_inst *i, struct spv_type *t)
{
    const struct kiln_target *target = kernel_target(c->options);
    struct spv_cooperative_type *m = &t->cooperative;
    t->elem = data_type(c, spv_word(c, i, 2));
    spv_check(c, t->elem->kind == SPV_INT || t->elem->kind == SPV_FLOAT || t->elem->kind == SPV_ENCODED,
              "a matrix of something that is not a number");
    if (spv_const_u32(c, spv_word(c, i, 3)) != SpvScopeSubgroup)
        spv_unsupported(c, "cooperative matrices of another scope than the subgroup");
    m->rows = spv_const_u32(c, spv_word(c, i, 4));
    m->columns = spv_const_u32(c, spv_word(c, i, 5));
    const uint32_t use = spv_const_u32(c, spv_word(c, i, 6));
    m->use = use;
    if (use > SPV_COOPERATIVE_SUM || !is_offered(target, m, component_kind(t->elem)))
        spv_unsupported(c, "cooperative matrices of %u x %u %u-bit numbers for the use %u", m->rows,
                        m->columns, t->elem->bits, use);
    m->pack = kiln_target_has_systolic(target) && use != SPV_COOPERATIVE_SUM ? 4 / t->elem->size : 1;
    const unsigned best = kiln_target_has_systolic(target) ? SPV_SYSTOLIC_WIDTH : SPV_COOPERATIVE_WIDTH,
                   least = kiln_target_min_simd(target);
    c->cooperative_width = c->options->simd ? c->options->simd : best < least ? least : best;
    t->count = m->rows * m->columns / c->cooperative_width;
    set_size(t, (uint64_t)t->count * t->elem->size, t->elem->align);
}

// A shape says what the application promises of the tensor's dimensions.
static void tensor_type(struct spv *c, const struct spv_inst *i, struct spv_type *t)
{
    t->elem = data_type(c, spv_word(c, i, 2));
    spv_check(c, spv_is_scalar(t->elem), "a tensor of something that is not a scalar");
    t->count = i->count > 3 ? spv_const_u32(c, i->words[3]) : 0;
    if (!t->count || t->count > KILN_TENSOR_RANK)
        spv_unsupported(c, "tensors of %u dimensions", t->count);
    set_size(t, 4, 4);
}

static void array_type(struct spv *c, const struct spv_inst *i, struct spv_type *t)
{
    t->elem = data_type(c, spv_word(c, i, 2));
    spv_check(c, t->elem->kind != SPV_RUNTIME_ARRAY, "an array of run-time arrays");
    t->stride = literal(c, i->result_id, SPV_NO_MEMBER, SpvDecorationArrayStride, 0);
    if (t->kind == SPV_ARRAY) {
        t->count = spv_const_u32(c, spv_word(c, i, 3));
        spv_check(c, t->count >= 1, "an array of no elements");
        set_size(t, t->elem->size == UINT32_MAX ? UINT64_MAX : (uint64_t)t->count * t->elem->size,
                 t->elem->align);
    } else {
        set_size(t, UINT64_MAX, t->elem->align);
    }
}

static void struct_type(struct spv *c, const struct spv_inst *i, struct spv_type *t)
{
    t->count = i->count - 2;
    t->members = arena_array(c->arena, struct spv_member, t->count + 1);
    t->block = spv_decoration(c, i->result_id, SPV_NO_MEMBER, SpvDecorationBlock);
    t->buffer_block = spv_decoration(c, i->result_id, SPV_NO_MEMBER, SpvDecorationBufferBlock);
    uint64_t offset = 0;
    uint32_t align = 1;
    for (uint32_t n = 0; n < t->count; n++) {
        struct spv_member *m = &t->members[n];
        m->type = data_type(c, i->words[2 + n]);
        spv_check(c, m->type->kind != SPV_RUNTIME_ARRAY || n + 1 == t->count,
                  "a run-time array that is not the last member");
        m->has_offset = spv_decoration(c, i->result_id, n, SpvDecorationOffset);
        m->offset = literal(c, i->result_id, n, SpvDecorationOffset, 0);
        m->matrix_stride = literal(c, i->result_id, n, SpvDecorationMatrixStride, 0);
        m->row_major = spv_decoration(c, i->result_id, n, SpvDecorationRowMajor);
        m->non_writable = spv_decoration(c, i->result_id, n, SpvDecorationNonWritable);
        if (offset < HUGE_SIZE)
            offset = (offset + m->type->align - 1) & ~(uint64_t)(m->type->align - 1);
        m->natural = (uint32_t)offset;
        offset = m->type->size == UINT32_MAX ? UINT32_MAX : offset + m->type->size;
        if (offset > HUGE_SIZE)
            offset = HUGE_SIZE + 1;
        align = m->type->align > align ? m->type->align : align;
    }
    set_size(t, offset > HUGE_SIZE ? offset : (offset + align - 1) & ~(uint64_t)(align - 1), align);
}

// Addresses and fat pointers to surfaces have 64 bits, those to buffers of any size 256, the others 32.
static void size_pointer(const struct spv *c, struct spv_type *t)
{
    bool wide = t->storage == SpvStorageClassPhysicalStorageBuffer ||
                t->storage == SpvStorageClassStorageBuffer || t->storage == SpvStorageClassUniform;
    const bool any_size = t->storage == SpvStorageClassStorageBuffer && c->wide_buffers;
    set_size(t, any_size ? 32 : wide ? 8 : 4, wide ? 8 : 4);
}

// An id that a forward declaration has made already keeps its type.
static struct spv_type *new_type(struct spv *c, const struct spv_inst *i, enum spv_kind kind)
{
    struct spv_id *d = spv_id(c, i->result_id);
    if (kind == SPV_POINTER && d->kind == SPV_ID_TYPE && d->type->kind == SPV_POINTER && !d->type->elem) {
        spv_check(c, spv_word(c, i, 2) == d->type->storage,
                  "the forward declaration has another storage class");
        return (struct spv_type *)d->type;
    }
    struct spv_type *t = arena_new(c->arena, struct spv_type);
    t->kind = kind;
    t->id = i->result_id;
    return t;
}

static void pointer_type(struct spv *c, const struct spv_inst *i, struct spv_type *t)
{
    t->storage = spv_word(c, i, 2);
    spv_check(c, !t->elem, "%%%u is defined twice", t->id);
    if (i->op == SPV_OpTypeUntypedPointerKHR) {
        static const struct spv_type nothing = {.kind = SPV_VOID};
        t->untyped = true;
        t->elem = &nothing;
        t->stride = literal(c, i->result_id, SPV_NO_MEMBER, SpvDecorationArrayStride, 0);
        size_pointer(c, t);
        return;
    }
    t->elem = spv_type(c, spv_word(c, i, 3));
    spv_check(c, t->elem->kind != SPV_VOID && t->elem->kind != SPV_FUNCTION, "a pointer to no data");
    t->stride = literal(c, i->result_id, SPV_NO_MEMBER, SpvDecorationArrayStride, 0);
    size_pointer(c, t);
}

void spv_op_forward_pointer(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    struct spv_inst named = *i;
    struct spv_type *t = arena_new(c->arena, struct spv_type);
    named.result_id = t->id = spv_word(c, i, 1);
    t->kind = SPV_POINTER;
    t->storage = spv_word(c, i, 2);
    spv_check(c, t->storage == SpvStorageClassPhysicalStorageBuffer, "not a physical pointer");
    size_pointer(c, t);
    t->depth = t->nodes = t->leaves = 1;
    spv_define(c, &named, SPV_ID_TYPE);
    c->ids[t->id].type = t;
}

static void function_type(struct spv *c, const struct spv_inst *i, struct spv_type *t)
{
    t->elem = spv_type(c, spv_word(c, i, 2));
    t->count = i->count - 3;
    t->params = arena_array(c->arena, const struct spv_type *, t->count + 1);
    for (uint32_t n = 0; n < t->count; n++)
        t->params[n] = data_type(c, i->words[3 + n]);
}

static void image_type(struct spv *c, const struct spv_inst *i, struct spv_type *t)
{
    t->elem = spv_type(c, spv_word(c, i, 2));
    t->image = (struct spv_image_type){.dim = (SpvDim)spv_word(c, i, 3),
                                       .depth = spv_word(c, i, 4) == 1,
                                       .arrayed = spv_word(c, i, 5) != 0,
                                       .ms = spv_word(c, i, 6) != 0,
                                       .storage = spv_word(c, i, 7) == 2,
                                       .format = (SpvImageFormat)spv_word(c, i, 8)};
    spv_check(c, t->elem->kind == SPV_INT || t->elem->kind == SPV_FLOAT, "the sampled type is not a number");
    if (t->elem->bits != 32 && !(spv_image_is_wide(t) && t->image.storage))
        spv_unsupported(c, "images of %u-bit texels", t->elem->bits);
    switch (t->image.dim) {
    case SpvDim1D:
    case SpvDim2D:
    case SpvDim3D:
    case SpvDimCube:
    case SpvDimBuffer:
        break;
    default:
        spv_unsupported(c, "images of dimensionality %u", t->image.dim);
    }
    if (t->image.ms && t->image.storage)
        spv_unsupported(c, "multisampled storage images");
    set_size(t, 4, 4);
}

static void add_part(struct spv_type *t, const struct spv_type *part, uint32_t times)
{
    uint64_t leaves = t->leaves + (uint64_t)part->leaves * times, nodes = (uint64_t)t->nodes + part->nodes;
    t->leaves = leaves > UINT32_MAX ? UINT32_MAX : (uint32_t)leaves;
    t->nodes = nodes > UINT32_MAX ? UINT32_MAX : (uint32_t)nodes;
    t->depth = part->depth + 1 > t->depth ? part->depth + 1 : t->depth;
}

// Types are walked recursively, and compared member by member: not without end, whatever the module says.
static void measure(struct spv *c, struct spv_type *t)
{
    bool parts = spv_is_composite(t) || t->kind == SPV_RUNTIME_ARRAY;
    t->nodes = t->depth = 1;
    t->leaves = parts ? 0 : 1;
    for (uint32_t n = 0; t->kind == SPV_STRUCT && n < t->count; n++)
        add_part(t, t->members[n].type, 1);
    if (parts && t->kind != SPV_STRUCT)
        add_part(t, t->elem, t->kind == SPV_RUNTIME_ARRAY ? 1 : t->count);
    if (t->depth > MAX_DEPTH || t->nodes > MAX_NODES)
        spv_unsupported(c, "a type nested %u deep, of %u parts", t->depth, t->nodes);
}

void spv_op_type(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    struct spv_type *t = new_type(c, i, (enum spv_kind)op->arg);
    switch (t->kind) {
    case SPV_VOID:
        break;
    case SPV_BOOL:
        set_size(t, 4, 4);
        break;
    case SPV_INT:
    case SPV_FLOAT:
    case SPV_ENCODED:
        number_type(c, i, t);
        break;
    case SPV_VECTOR:
    case SPV_MATRIX:
        if (i->op == SPV_OpTypeCooperativeMatrixKHR)
            cooperative_type(c, i, t);
        else
            vector_type(c, i, t);
        break;
    case SPV_ARRAY:
    case SPV_RUNTIME_ARRAY:
        array_type(c, i, t);
        break;
    case SPV_STRUCT:
        struct_type(c, i, t);
        break;
    case SPV_POINTER:
        pointer_type(c, i, t);
        break;
    case SPV_FUNCTION:
        function_type(c, i, t);
        break;
    case SPV_IMAGE:
        image_type(c, i, t);
        break;
    case SPV_TENSOR:
        tensor_type(c, i, t);
        break;
    case SPV_SAMPLER:
        set_size(t, 4, 4);
        break;
    case SPV_BUFFER:
        t->storage = spv_word(c, i, 2);
        set_size(t, 4, 4);
        break;
    case SPV_SAMPLED_IMAGE:
        t->elem = spv_type(c, spv_word(c, i, 2));
        spv_check(c, t->elem->kind == SPV_IMAGE, "%%%u is not an image type", t->elem->id);
        set_size(t, 4, 4);
        break;
    }
    measure(c, t);
    if (c->ids[t->id].type == t) // declared forward
        return;
    spv_define(c, i, SPV_ID_TYPE); // not before: a type cannot contain itself
    c->ids[t->id].type = t;
}
