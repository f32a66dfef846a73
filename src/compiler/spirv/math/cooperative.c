// Cooperative matrices (SPV_KHR_cooperative_matrix): matrices that the lanes of a subgroup have together. How
// they are cut, and how they are read and written. Products: math/cooperative_product.c.
//
// A matrix is cut into tiles of eight rows of C dwords: of eight, or of as many as the matrix unit has
// columns, but for A, whose rows are the unit's steps. In a kernel of G blocks of C lanes (G = width / C)
// each lane has 8 / G dwords of a tile: dword v of lane C b + l is the one in row v * G + b and column l. So
// a tile is registers in order at any width: eight, or, of A where a register has two of its rows, four. That
// is what the matrix unit wants of all three matrices (KILN_SYSTOLIC_DEPTH), if a dword of A has elements
// that are beside each other, and one of B elements that are below each other: as many as fit
// (spv_cooperative_type.pack). Elsewhere, and of sums, a dword is one element, which isel reads in regions
// without a gather.
//
// The elements of a lane are numbered by tiles, row after row of them, then by dwords, and then within these.
//
// With the unit a product is the same instructions at any width, and loads, stores and arithmetic are half as
// many with 16 lanes as with eight, where messages and instructions have as many: hence SPV_SYSTOLIC_WIDTH.
// Without it eight are best (math/cooperative_product.c): SPV_COOPERATIVE_WIDTH.
#include "compiler/kernel/kernel.h"
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "hw/target.h"

enum { TILE = SPV_COOPERATIVE_TILE };
enum { ROW_MAJOR, COLUMN_MAJOR }; // of OpCooperativeMatrixLoadKHR

const struct spv_type *spv_cooperative_matrix(struct spv *c, const struct spv_type *t)
{
    spv_check(c, t->cooperative.rows, "%%%u is not a cooperative matrix", t->id);
    return t;
}

LLVMValueRef spv_cooperative_lane(struct spv *c)
{
    c->subgroups_seen = true;
    return spv_lane_id(c);
}

struct spv_cut spv_cooperative_cut(const struct spv *c, const struct spv_type *t)
{
    const struct spv_cooperative_type *m = &t->cooperative;
    const uint32_t below = m->use == SPV_COOPERATIVE_B ? m->pack : 1,
                   unit = kiln_target_systolic_columns(kernel_target(c->options));
    struct spv_cut cut = {.below = below, .beside = m->pack / below, .pack = m->pack};
    cut.columns = unit && m->use != SPV_COOPERATIVE_A ? unit : TILE;
    cut.blocks = c->cooperative_width / cut.columns;
    cut.down = m->rows / (TILE * cut.below);
    cut.across = m->columns / (cut.columns * cut.beside);
    cut.dwords = TILE / cut.blocks;
    return cut;
}

uint32_t spv_cut_element(const struct spv_cut *cut, uint32_t down, uint32_t across, uint32_t dword)
{
    return ((down * cut->across + across) * cut->dwords + dword) * cut->pack;
}

// ---- memory ----

// Where a matrix lies: the first row (or column, of column-major ones), and how far it is to the next.
struct layout {
    const struct spv_value *pointer;
    LLVMTypeRef offset;
    LLVMValueRef step; // bytes
    bool by_columns;
};

// Operands from word n on: the pointer's layout, and perhaps the stride, in bytes if the pointer has no type.
static struct layout memory_layout(struct spv *c, const struct spv_inst *i, const struct spv_value *p,
                                   uint32_t n)
{
    uint32_t order = spv_const_u32(c, spv_word(c, i, n));
    if (order > COLUMN_MAJOR)
        spv_unsupported(c, "cooperative matrices in the layout %u", order);
    spv_check(
        c, p->type->kind == SPV_POINTER && !p->handle && p->ptr && p->type->elem->kind != SPV_RUNTIME_ARRAY,
        "not a pointer to numbers");
    const struct spv_type *e = spv_component(p->type->elem);
    spv_check(c, e->kind == SPV_INT || e->kind == SPV_FLOAT || e->kind == SPV_ENCODED,
              "not a pointer to numbers");
    const struct spv_value *stride = spv_arg(c, i, n + 1);
    spv_check(c, stride->type->kind == SPV_INT, "the stride is not an integer");
    uint32_t unit = p->type->untyped ? 1 : p->ptr->array_stride ? p->ptr->array_stride : p->type->elem->size;
    struct layout l = {.pointer = p, .offset = spv_offset_type(c, p), .by_columns = order == COLUMN_MAJOR};
    LLVMValueRef count = LLVMBuildIntCast2(c->b, stride->v, l.offset, stride->type->is_signed, "");
    l.step = LLVMBuildMul(c->b, count, LLVMConstInt(l.offset, unit, false), "");
    return l;
}

// The place of this lane's element 0, in bytes.
static LLVMValueRef first_place(struct spv *c, const struct layout *l, const struct spv_type *t)
{
    const struct spv_cut cut = spv_cooperative_cut(c, t);
    LLVMValueRef id = spv_cooperative_lane(c), row = LLVMBuildUDiv(c->b, id, spv_i32(c, cut.columns), ""),
                 column = LLVMBuildAnd(c->b, id, spv_i32(c, cut.columns - 1), "");
    row = LLVMBuildMul(c->b, row, spv_i32(c, cut.below), "");
    column = LLVMBuildMul(c->b, column, spv_i32(c, cut.beside), "");
    LLVMValueRef far = l->by_columns ? column : row, near = l->by_columns ? row : column;
    far = LLVMBuildMul(c->b, LLVMBuildZExt(c->b, far, l->offset, ""), l->step, "");
    near = LLVMBuildMul(c->b, LLVMBuildZExt(c->b, near, l->offset, ""),
                        LLVMConstInt(l->offset, t->elem->size, false), "");
    return LLVMBuildAdd(c->b, far, near, "");
}

// How far an element is from there: in steps, and in elements along one.
struct away {
    uint32_t far, near;
};

static struct away element_away(const struct spv *c, const struct layout *l, const struct spv_type *t,
                                uint32_t e)
{
    const struct spv_cut cut = spv_cooperative_cut(c, t);
    const uint32_t part = e % cut.pack, dword = e / cut.pack % cut.dwords, tile = e / cut.pack / cut.dwords;
    const uint32_t row = (tile / cut.across * TILE + dword * cut.blocks) * cut.below + part % cut.below,
                   column = tile % cut.across * cut.columns * cut.beside + part % cut.beside;
    return l->by_columns ? (struct away){column, row} : (struct away){row, column};
}

static LLVMValueRef place_of(struct spv *c, const struct layout *l, const struct spv_type *t,
                             LLVMValueRef first, struct away a)
{
    LLVMValueRef near = LLVMConstInt(l->offset, (uint64_t)a.near * t->elem->size, false);
    near =
        LLVMBuildAdd(c->b, LLVMBuildMul(c->b, LLVMConstInt(l->offset, a.far, false), l->step, ""), near, "");
    return LLVMBuildAdd(c->b, first, near, "");
}

// Which elements lie in the dword that element e begins, one after the other: as many as fit, or one if they
// do not follow. Rows (or columns) are aligned to 16 bytes, or to their length if that is less
// (VUID-RuntimeSpirv-OpCooperativeMatrixLoadKHR-08986).
struct run {
    uint32_t count, element[SPV_COOPERATIVE_PACK];
};

static struct run run_of(const struct spv *c, const struct layout *l, const struct spv_type *t, uint32_t e)
{
    const uint32_t most = 4 / t->elem->size;
    const struct away a = element_away(c, l, t, e);
    struct run r = {.count = 1, .element = {e}};
    if (a.near % most)
        return r;
    for (uint32_t n = e + 1; n < t->count && r.count < most; n++) {
        const struct away b = element_away(c, l, t, n);
        if (b.far == a.far && b.near == a.near + r.count)
            r.element[r.count++] = n;
    }
    r.count = r.count == most ? most : 1;
    return r;
}

static bool is_volatile(const struct spv_inst *i, uint32_t n)
{
    return n < i->count && (i->words[n] & SpvMemoryAccessVolatileMask);
}

static const struct spv_type dword_type = {.kind = SPV_INT, .bits = 32, .size = 4, .align = 4};

static void load_run(struct spv *c, const struct spv_type *t, const struct run *r, LLVMValueRef dword,
                     struct spv_value *v)
{
    LLVMTypeRef elem = spv_llvm_scalar(c, t->elem);
    LLVMValueRef parts = LLVMBuildBitCast(c->b, dword, LLVMVectorType(elem, r->count), "");
    for (uint32_t n = 0; n < r->count; n++)
        v->elems[r->element[n]] =
            spv_scalar(c, t->elem, LLVMBuildExtractElement(c->b, parts, spv_i32(c, n), ""));
}

void spv_op_cooperative_load(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_cooperative_matrix(c, spv_result_type(c, i));
    struct layout l = memory_layout(c, i, spv_pointing_to(c, spv_arg(c, i, 3), t->elem), 4);
    LLVMValueRef first = first_place(c, &l, t);
    struct spv_value *v = spv_new_value(c, t);
    for (uint32_t e = 0; e < t->count; e++) {
        if (v->elems[e])
            continue;
        const struct run r = run_of(c, &l, t, e);
        LLVMValueRef at = place_of(c, &l, t, first, element_away(c, &l, t, e));
        const struct spv_type *type = r.count > 1 ? &dword_type : t->elem;
        const struct spv_value *got = spv_load_at(c, l.pointer, at, type, is_volatile(i, 6));
        if (r.count > 1)
            load_run(c, t, &r, got->v, v);
        else
            v->elems[e] = got;
    }
    spv_set(c, i, v);
}

void spv_op_cooperative_store(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *v = spv_arg(c, i, 2);
    const struct spv_type *t = spv_cooperative_matrix(c, v->type);
    struct layout l = memory_layout(c, i, spv_pointing_to(c, spv_arg(c, i, 1), t->elem), 3);
    LLVMValueRef first = first_place(c, &l, t);
    bool *done = arena_array(c->arena, bool, t->count);
    for (uint32_t e = 0; e < t->count; e++) {
        if (done[e])
            continue;
        const struct run r = run_of(c, &l, t, e);
        LLVMValueRef at = place_of(c, &l, t, first, element_away(c, &l, t, e)), parts[SPV_COOPERATIVE_PACK];
        for (uint32_t n = 0; n < r.count; n++) {
            parts[n] = spv_comp(v, r.element[n]);
            done[r.element[n]] = true;
        }
        const struct spv_value *dword =
            r.count > 1 ? spv_scalar(c, &dword_type, spv_cooperative_dword(c, parts, r.count)) : v->elems[e];
        spv_store_at(c, l.pointer, at, dword, is_volatile(i, 5));
    }
}

LLVMValueRef spv_cooperative_dword(struct spv *c, const LLVMValueRef *parts, uint32_t count)
{
    LLVMValueRef v = LLVMGetUndef(LLVMVectorType(LLVMTypeOf(parts[0]), count));
    if (count == 1)
        return LLVMBuildBitCast(c->b, parts[0], c->i32, "");
    for (uint32_t n = 0; n < count; n++)
        v = LLVMBuildInsertElement(c->b, v, parts[n], spv_i32(c, n), "");
    return LLVMBuildBitCast(c->b, v, c->i32, "");
}

void spv_op_cooperative_length(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i),
                          *m = spv_cooperative_matrix(c, spv_type(c, spv_word(c, i, 3)));
    spv_check(c, t->kind == SPV_INT && t->bits == 32, "the result is not a 32-bit integer");
    spv_set(c, i, spv_scalar(c, t, spv_i32(c, m->count)));
}
