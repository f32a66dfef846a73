// Pointers, loads and stores. Memory is reached one scalar at a time, at byte offsets: LLVM's SROA
// promotes private variables, and its load-store-vectorizer makes wide messages of neighbours in buffers.
// What is too large for registers anyway is copied from place to place by loops.
#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "util/kernel_note.h"

#define MAX_LEAVES (1u << 17) // scalars that one load or store may touch
#define ROUND_LEAVES 32       // scalars in a round of such a loop

// A place in memory while we walk down to its scalars.
struct place {
    LLVMValueRef base;
    uint64_t offset; // constant part, modulo the width of the space's addresses
    unsigned as;
    struct spv_pointer layout;
};

// What loads and stores claim: a scalar lies at a multiple of its size.
static void check_stride(struct spv *c, const struct spv_type *t, uint32_t stride)
{
    spv_check(c, stride && stride % t->elem->align == 0, "%%%u has no usable ArrayStride or MatrixStride",
              t->id);
}

// The distance between elements of `t` at `p`, whose layout becomes that of an element.
static uint32_t step_in(struct spv *c, struct place *p, const struct spv_type *t)
{
    uint32_t step = t->elem->size;
    struct spv_pointer *l = &p->layout;
    l->array_stride = 0;
    switch (t->kind) {
    case SPV_VECTOR:
        if (l->comp_stride)
            step = l->comp_stride;
        l->comp_stride = 0;
        return step;
    case SPV_MATRIX:
        l->comp_stride = 0;
        if (l->explicit_layout) {
            check_stride(c, t, l->matrix_stride);
            step = l->row_major ? t->elem->elem->size : l->matrix_stride;
            l->comp_stride = l->row_major ? l->matrix_stride : 0;
        }
        l->matrix_stride = 0; // a column is a vector like others, but for comp_stride
        l->row_major = false;
        return step;
    case SPV_ARRAY:
    case SPV_RUNTIME_ARRAY:
        if (l->explicit_layout) {
            check_stride(c, t, t->stride);
            step = t->stride;
        }
        spv_check(c, step != UINT32_MAX, "an array of elements without a size");
        l->array_stride = step;
        return step;
    default:
        spv_invalid(c, "%%%u has no elements", t->id);
    }
}

static void step_member(struct spv *c, struct place *p, const struct spv_type *t, uint32_t n)
{
    spv_check(c, n < t->count, "member %u does not exist", n);
    const struct spv_member *m = &t->members[n];
    if (p->layout.explicit_layout) {
        spv_check(c, m->has_offset && m->offset % m->type->align == 0,
                  "member %u of %%%u has no usable Offset", n, t->id);
        p->layout.matrix_stride = m->matrix_stride;
        p->layout.row_major = m->row_major;
        p->offset += m->offset;
    } else {
        p->offset += m->natural;
    }
    p->layout.comp_stride = 0;
    p->layout.array_stride = 0;
}

static struct place elem_place(struct spv *c, const struct place *p, const struct spv_type *t, uint32_t n)
{
    struct place e = *p;
    if (t->kind == SPV_STRUCT)
        step_member(c, &e, t, n);
    else
        e.offset += (uint64_t)n * step_in(c, &e, t);
    return e;
}

static LLVMValueRef gep(struct spv *c, LLVMValueRef base, LLVMValueRef offset)
{
    return LLVMBuildGEP2(c->b, c->i8, base, &offset, 1, "");
}

static LLVMValueRef address(struct spv *c, const struct place *p)
{
    LLVMTypeRef t = kiln_has_long_offsets(p->as) ? c->i64 : c->i32;
    uint64_t offset = kiln_has_long_offsets(p->as) ? p->offset : (uint32_t)p->offset;
    return offset ? gep(c, p->base, LLVMConstInt(t, offset, false)) : p->base;
}

static unsigned pointer_space(struct spv *c, const struct spv_value *p)
{
    return p->ptr->is_data ? (unsigned)KILN_AS_SURFACE : spv_pointer_space(c, p);
}

static struct place place_of(struct spv *c, const struct spv_value *p)
{
    spv_check(c, p->type->kind == SPV_POINTER && !p->handle, "a pointer to memory is needed");
    spv_check(c, !p->ptr->table, "a constant table is written");
    if (p->ptr->descriptor_array)
        spv_unsupported(c, "an array of buffers is used as a whole");
    struct place at = {.base = p->v, .as = pointer_space(c, p), .layout = *p->ptr};
    return at;
}

// Does a debugger look at it? Then nothing may be known of what it holds.
static bool is_seen(const struct spv *c, const struct place *p, const struct spv_type *t)
{
    return c->debug && p->as == KILN_AS_PRIVATE && spv_all_numbers(t);
}

static LLVMValueRef load_leaf(struct spv *c, const struct place *p, const struct spv_type *t)
{
    LLVMTypeRef type = t->kind == SPV_BOOL ? c->i32 : spv_llvm_scalar(c, t);
    LLVMValueRef v = LLVMBuildLoad2(c->b, type, address(c, p), "");
    LLVMSetAlignment(v, t->align);
    spv_tag(c, v, p->as);
    if (p->layout.is_const || p->as == KILN_AS_PUSH)
        spv_mark_invariant(c, v);
    if (is_seen(c, p, t))
        LLVMSetVolatile(v, true);
    else if (p->layout.is_volatile)
        LLVMSetOrdering(v, LLVMAtomicOrderingMonotonic);
    else
        spv_note_access(c, v, p->layout.object);
    if (t->kind == SPV_BOOL)
        v = LLVMBuildICmp(c->b, LLVMIntNE, v, spv_i32(c, 0), "");
    return v;
}

static void store_leaf(struct spv *c, const struct place *p, const struct spv_value *v)
{
    if (v->ptr)
        spv_check_plain_pointer(c, v);
    spv_check(c, v->v, "an image or a sampler is stored");
    LLVMValueRef bits = v->type->kind == SPV_BOOL ? LLVMBuildZExt(c->b, v->v, c->i32, "") : v->v;
    LLVMValueRef s = LLVMBuildStore(c->b, bits, address(c, p));
    LLVMSetAlignment(s, v->type->align);
    spv_tag(c, s, p->as);
    if (is_seen(c, p, v->type))
        LLVMSetVolatile(s, true);
    else if (p->layout.is_volatile)
        LLVMSetOrdering(s, LLVMAtomicOrderingMonotonic);
    else
        spv_note_access(c, s, p->layout.object);
}

void spv_check_plain_pointer(struct spv *c, const struct spv_value *p)
{
    const struct spv_pointer *l = p->ptr;
    if (!p->v || l->descriptor_array || l->comp_stride || l->matrix_stride || l->space)
        spv_unsupported(
            c,
            "a variable pointer to an array of buffers, into a matrix, or to a buffer without a descriptor");
}

static const struct spv_value *load_tree(struct spv *c, const struct place *p, const struct spv_type *t,
                                         uint32_t *leaves)
{
    spv_check(c, t->kind != SPV_RUNTIME_ARRAY, "a run-time array cannot be loaded");
    struct spv_value *v = spv_new_value(c, t);
    if (!spv_is_composite(t)) {
        if ((*leaves)++ >= MAX_LEAVES)
            spv_unsupported(c, "a load or store of more than %u scalars", MAX_LEAVES);
        v->v = load_leaf(c, p, t);
        if (t->kind == SPV_POINTER)
            v->ptr = spv_default_pointer(c, t);
        return v;
    }
    for (uint32_t n = 0; n < t->count; n++) {
        struct place e = elem_place(c, p, t, n);
        v->elems[n] = load_tree(c, &e, spv_elem_type(t, n), leaves);
    }
    return v;
}

static void store_tree(struct spv *c, const struct place *p, const struct spv_type *t,
                       const struct spv_value *v, uint32_t *leaves)
{
    if (!spv_is_composite(t)) {
        if ((*leaves)++ >= MAX_LEAVES)
            spv_unsupported(c, "a load or store of more than %u scalars", MAX_LEAVES);
        store_leaf(c, p, v);
        return;
    }
    for (uint32_t n = 0; n < t->count; n++) {
        struct place e = elem_place(c, p, t, n);
        store_tree(c, &e, spv_elem_type(t, n), v->elems[n], leaves);
    }
}

// ---- indices of an invocation's own arrays, where they are checked ----

static void note_index(struct spv *c, struct spv_pointer *p, LLVMValueRef index, const struct spv_type *t)
{
    const bool counted = t->kind == SPV_ARRAY || t->kind == SPV_MATRIX || t->kind == SPV_VECTOR;
    if (!c->options->keep_unwritten || !counted || t->count > KILN_NOTE_COUNT_MOST)
        return;
    if (LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) < t->count)
        return;
    struct spv_index_told *told = arena_new(c->arena, struct spv_index_told);
    *told = (struct spv_index_told){index, t->count, p->indices};
    p->indices = told;
}

static void tell_indices(struct spv *c, const struct spv_value *ptr)
{
    for (const struct spv_index_told *t = ptr->ptr ? ptr->ptr->indices : NULL; t; t = t->next)
        spv_call(c, INTRINSIC_INDEX, (LLVMValueRef[]){t->index, spv_i32(c, t->count)}, 2);
}

const struct spv_value *spv_load(struct spv *c, const struct spv_value *ptr, bool is_volatile)
{
    tell_indices(c, ptr);
    if (ptr->ptr && ptr->ptr->table)
        return ptr->ptr->table;
    if (ptr->handle && ptr->handle->heap && !spv_is_handle(ptr->type->elem))
        ptr = spv_heap_memory(c, ptr, ptr->type->elem);
    else if (ptr->handle)
        return spv_image_load(c, ptr);
    struct place p = place_of(c, ptr);
    p.layout.is_volatile |= is_volatile;
    uint32_t leaves = 0;
    return load_tree(c, &p, ptr->type->elem, &leaves);
}

void spv_store(struct spv *c, const struct spv_value *ptr, const struct spv_value *v, bool is_volatile)
{
    tell_indices(c, ptr);
    if (ptr->ptr && (ptr->ptr->table || ptr->ptr->is_data)) // the one store that a table has
        return;
    struct place p = place_of(c, ptr);
    spv_check(c, !p.layout.is_const && p.as != KILN_AS_PUSH, "a store to read-only memory");
    spv_check(c, spv_same_type(ptr->type->elem, v->type), "the object has another type than the pointer's");
    p.layout.is_volatile |= is_volatile;
    uint32_t leaves = 0;
    store_tree(c, &p, ptr->type->elem, v, &leaves);
}

LLVMTypeRef spv_offset_type(struct spv *c, const struct spv_value *p)
{
    return kiln_has_long_offsets(pointer_space(c, p)) ? c->i64 : c->i32;
}

static struct place place_at(struct spv *c, const struct spv_value *ptr, LLVMValueRef bytes, bool is_volatile)
{
    struct place p = place_of(c, ptr);
    p.base = gep(c, p.base, bytes);
    p.layout.is_volatile |= is_volatile;
    return p;
}

const struct spv_value *spv_load_at(struct spv *c, const struct spv_value *ptr, LLVMValueRef bytes,
                                    const struct spv_type *t, bool is_volatile)
{
    struct place p = place_at(c, ptr, bytes, is_volatile);
    uint32_t leaves = 0;
    return load_tree(c, &p, t, &leaves);
}

void spv_store_at(struct spv *c, const struct spv_value *ptr, LLVMValueRef bytes, const struct spv_value *v,
                  bool is_volatile)
{
    struct place p = place_at(c, ptr, bytes, is_volatile);
    spv_check(c, !p.layout.is_const && p.as != KILN_AS_PUSH, "a store to read-only memory");
    store_leaf(c, &p, v);
}

static void step_dynamic(struct spv *c, struct place *p, LLVMValueRef index, uint32_t step)
{
    LLVMTypeRef t = LLVMTypeOf(index);
    if (LLVMIsAConstantInt(index)) {
        p->offset += (uint64_t)LLVMConstIntGetSExtValue(index) * step;
        return;
    }
    // The constant part goes in last, so that neighbours share the variable part.
    p->base = gep(c, p->base, LLVMBuildMul(c->b, index, LLVMConstInt(t, step, false), ""));
}

// ---- copies ----

static void copy_tree(struct spv *c, const struct place *from, const struct place *to,
                      const struct spv_type *t);

// So many elements from `first` on.
static void copy_elements(struct spv *c, const struct place *from, const struct place *to,
                          const struct spv_type *t, uint32_t first, uint32_t count)
{
    for (uint32_t n = first; n < first + count; n++) {
        struct place f = elem_place(c, from, t, n), o = elem_place(c, to, t, n);
        copy_tree(c, &f, &o, spv_elem_type(t, n));
    }
}

// The place `index` elements further.
static struct place moved_place(struct spv *c, const struct place *p, const struct spv_type *t,
                                LLVMValueRef index)
{
    struct place elem = *p, moved = *p;
    LLVMTypeRef type = kiln_has_long_offsets(p->as) ? c->i64 : c->i32;
    step_dynamic(c, &moved, LLVMBuildIntCast2(c->b, index, type, false, ""), step_in(c, &elem, t));
    return moved;
}

static void copy_loop(struct spv *c, const struct place *from, const struct place *to,
                      const struct spv_type *t, uint32_t count, uint32_t round)
{
    LLVMBasicBlockRef before = LLVMGetInsertBlock(c->b), body = spv_new_block(c), after = spv_new_block(c);
    LLVMBuildBr(c->b, body);
    LLVMPositionBuilderAtEnd(c->b, body);
    LLVMValueRef i = LLVMBuildPhi(c->b, c->i32, "");
    struct place f = moved_place(c, from, t, i), o = moved_place(c, to, t, i);
    copy_elements(c, &f, &o, t, 0, round);
    LLVMValueRef next = LLVMBuildAdd(c->b, i, spv_i32(c, round), "");
    LLVMBasicBlockRef end = LLVMGetInsertBlock(c->b);
    LLVMBuildCondBr(c->b, LLVMBuildICmp(c->b, LLVMIntULT, next, spv_i32(c, count), ""), body, after);
    LLVMAddIncoming(i, (LLVMValueRef[]){spv_i32(c, 0), next}, (LLVMBasicBlockRef[]){before, end}, 2);
    LLVMPositionBuilderAtEnd(c->b, after);
}

static void copy_tree(struct spv *c, const struct place *from, const struct place *to,
                      const struct spv_type *t)
{
    if (!spv_is_composite(t)) {
        struct spv_value v = {.type = t, .v = load_leaf(c, from, t)};
        v.ptr = t->kind == SPV_POINTER ? spv_default_pointer(c, t) : NULL;
        store_leaf(c, to, &v);
        return;
    }
    uint32_t rest = t->count;
    if (t->kind == SPV_ARRAY && t->leaves > 2 * ROUND_LEAVES) {
        uint32_t round = t->elem->leaves < ROUND_LEAVES ? ROUND_LEAVES / t->elem->leaves : 1;
        rest = t->count % round;
        if (rest < t->count)
            copy_loop(c, from, to, t, t->count - rest, round);
    }
    copy_elements(c, from, to, t, t->count - rest, rest);
}

bool spv_is_memory(const struct spv_value *pointer)
{
    return pointer->type->kind == SPV_POINTER && !pointer->handle && pointer->v && !pointer->ptr->table;
}

// Is the value large enough, and are the places apart or the same? Those of physical addresses may overlap.
static bool may_copy(struct spv *c, const struct spv_value *to, const struct spv_value *from)
{
    if (!spv_is_memory(to) || !spv_is_memory(from) || to->ptr->is_data || to->ptr->is_const ||
        to->ptr->is_volatile || from->ptr->is_volatile || from->type->elem->leaves <= SPV_COPY_LEAVES ||
        !spv_same_type(to->type->elem, from->type->elem))
        return false;
    return pointer_space(c, to) != KILN_AS_GLOBAL || pointer_space(c, from) != KILN_AS_GLOBAL;
}

void spv_copy(struct spv *c, const struct spv_value *to, const struct spv_value *from, bool is_volatile)
{
    if (is_volatile || !may_copy(c, to, from)) {
        spv_store(c, to, spv_load(c, from, is_volatile), is_volatile);
        return;
    }
    struct place f = place_of(c, from), t = place_of(c, to);
    tell_indices(c, from);
    tell_indices(c, to);
    copy_tree(c, &f, &t, from->type->elem);
}

// An index as wide as the address space's offsets. SPIR-V's indices are signed.
static LLVMValueRef index_value(struct spv *c, const struct spv_value *v, unsigned as)
{
    spv_check(c, v->type->kind == SPV_INT, "an index is not an integer");
    return LLVMBuildIntCast2(c->b, v->v, kiln_has_long_offsets(as) ? c->i64 : c->i32, true, "");
}

static void table_chain(struct spv *c, const struct spv_inst *i, const struct spv_value *base)
{
    const struct spv_value *t = base->ptr->table;
    struct spv_pointer told = {.indices = base->ptr->indices};
    for (uint32_t w = 4; w < i->count; w++) {
        LLVMValueRef index = index_value(c, spv_arg(c, i, w), KILN_AS_PRIVATE);
        note_index(c, &told, index, t->type);
        t = spv_table_element(c, t, index);
    }
    const struct spv_type *result = spv_result_type(c, i);
    spv_check(c, spv_same_type(t->type, result->elem), "the result points to another type");
    struct spv_value *v = spv_new_value(c, result);
    v->ptr = arena_new(c->arena, struct spv_pointer);
    v->ptr->table = t;
    v->ptr->indices = told.indices;
    spv_set(c, i, v);
}

uint32_t spv_pointer_step(struct spv *c, const struct spv_value *p)
{
    const struct spv_type *t = p->type;
    if (p->ptr->explicit_layout) {
        uint32_t stride = t->stride ? t->stride : p->ptr->array_stride;
        if (!stride) // no array in sight: whole pointees, one behind the other
            stride = t->elem->kind == SPV_RUNTIME_ARRAY ? 0 : spv_explicit_size(c, t->elem, p->ptr);
        spv_check(c, stride && t->elem->align && stride % t->elem->align == 0,
                  "the pointer's type %%%u has no usable ArrayStride", t->id);
        return stride;
    }
    spv_check(c, t->elem->size != UINT32_MAX && t->elem->size, "the pointee has no size");
    return t->elem->size;
}

// From word w on: whole pointees, if `steps`, and indices.
static void access_chain(struct spv *c, const struct spv_inst *i, const struct spv_value *base, uint32_t w,
                         bool steps)
{
    const struct spv_type *result = spv_result_type(c, i);
    spv_check(c,
              base->type->kind == SPV_POINTER && result->kind == SPV_POINTER &&
                  base->type->storage == result->storage,
              "the base and the result are not pointers of one storage class");
    if (base->ptr->table) {
        table_chain(c, i, base);
        return;
    }
    if (base->handle) {
        spv_image_chain(c, i, base, base->type->elem, w);
        return;
    }
    const struct spv_type *t = base->type->elem;
    struct place p = {.base = base->v, .as = pointer_space(c, base), .layout = *base->ptr};
    if (steps) { // OpPtrAccessChain steps over whole pointees first
        if (p.layout.descriptor_array)
            spv_unsupported(c, "pointer arithmetic on an array of buffers");
        uint32_t stride = spv_pointer_step(c, base);
        step_dynamic(c, &p, index_value(c, spv_arg(c, i, w++), p.as), stride);
    }
    if (p.layout.descriptor_array && w < i->count) {
        spv_check(c, t->elem && t->kind != SPV_POINTER, "an array of buffers is taken for something else");
        LLVMValueRef index = index_value(c, spv_arg(c, i, w++), KILN_AS_SURFACE);
        p.layout.index = spv_element_index(c, &p.layout, index);
        p.layout.descriptor_array = false;
        p.base = spv_buffer(c, p.as, p.layout.index);
        t = t->elem;
    }
    for (; w < i->count; w++) {
        if (t->kind == SPV_STRUCT) {
            uint32_t n = spv_const_u32(c, i->words[w]);
            step_member(c, &p, t, n);
            t = t->members[n].type;
        } else {
            spv_check(c, t->elem && t->kind != SPV_POINTER, "too many indices");
            LLVMValueRef index = index_value(c, spv_arg(c, i, w), p.as);
            if (p.as == KILN_AS_PRIVATE)
                note_index(c, &p.layout, index, t);
            step_dynamic(c, &p, index, step_in(c, &p, t));
            t = t->elem;
        }
    }
    spv_check(c, result->untyped || spv_same_type(t, result->elem), "the result points to another type");
    struct spv_value *v = spv_new_value(c, result);
    v->v = p.layout.descriptor_array ? NULL : address(c, &p);
    v->ptr = arena_new(c->arena, struct spv_pointer);
    *v->ptr = p.layout;
    spv_set(c, i, v);
}

void spv_op_access_chain(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    access_chain(c, i, spv_arg(c, i, 3), 4, op->arg);
}

// The base is taken for a pointer to the type in word 3, which need not be the type that a typed one points
// to. Where a type that is matrices has its layout it says itself.
void spv_op_untyped_access_chain(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *base = spv_arg(c, i, 4);
    const struct spv_type *t = spv_type(c, spv_word(c, i, 3));
    spv_check(c, base->type->kind == SPV_POINTER && (!base->handle || !op->arg), "the base is not a pointer");
    if (base->handle && base->handle->heap) {
        spv_image_chain(c, i, base, t, 5);
        return;
    }
    if (!base->type->untyped && !spv_same_type(base->type->elem, t)) {
        spv_check(c, (spv_is_memory(base) || base->ptr->descriptor_array) && base->ptr->explicit_layout,
                  "the base points to another type, and its own has no layout");
        base = spv_retyped(c, base, t);
    }
    access_chain(c, i, spv_pointing_to(c, base, t), 5, op->arg);
}
