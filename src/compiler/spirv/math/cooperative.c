// Cooperative matrices (SPV_KHR_cooperative_matrix): matrices that the lanes of a subgroup have together. No
// chip here has a unit for them: products are shuffles and multiply-adds.
//
// A matrix is cut into blocks of eight lanes: block b of a kernel of G = width / 8 blocks has the rows b,
// b + G, b + 2G, ..., and lane l of it the columns l, l + 8, ... of those. So the elements of a lane are
// numbered, with C columns: element e is in row (e / (C / 8)) * G + b, column (e % (C / 8)) * 8 + l. That is
// so for every use of a matrix, and makes of a product:
//
//     result(r, c) += A(r, k) * B(k, c)
//
// A's element is in the same block, in lane k % 8; B's in the same lane of the block k % G. Both are regions
// that the EU reads without a gather (<8;8,0> and <0;8,1>): isel knows them by their constants. With eight
// lanes there is one block: B is there already, A's element a scalar operand, and a product of 8 x 8 x 16 is
// 128 MADs and nothing else; with 16 and 32 lanes each element of A takes a move. Hence
// SPV_COOPERATIVE_WIDTH.
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"

enum { BLOCK = 8 }; // lanes
enum { USE_A, USE_B, USE_ACCUMULATOR };
enum { ROW_MAJOR, COLUMN_MAJOR };                         // of OpCooperativeMatrixLoadKHR
enum { A_SIGNED = 1, B_SIGNED = 2, OPERANDS_KNOWN = 15 }; // of OpCooperativeMatrixMulAddKHR: 4, 8: C, result

static const struct spv_type *matrix_type(struct spv *c, const struct spv_type *t)
{
    spv_check(c, t->cooperative.rows, "%%%u is not a cooperative matrix", t->id);
    return t;
}

static uint32_t blocks(const struct spv *c)
{
    return c->cooperative_width / BLOCK;
}

static LLVMValueRef lane(struct spv *c)
{
    c->subgroups_seen = true;
    return spv_lane_id(c);
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
    LLVMValueRef id = lane(c);
    LLVMValueRef row = LLVMBuildLShr(c->b, id, spv_i32(c, 3), ""),
                 column = LLVMBuildAnd(c->b, id, spv_i32(c, BLOCK - 1), "");
    LLVMValueRef far = l->by_columns ? column : row, near = l->by_columns ? row : column;
    far = LLVMBuildMul(c->b, LLVMBuildZExt(c->b, far, l->offset, ""), l->step, "");
    near = LLVMBuildMul(c->b, LLVMBuildZExt(c->b, near, l->offset, ""),
                        LLVMConstInt(l->offset, t->elem->size, false), "");
    return LLVMBuildAdd(c->b, far, near, "");
}

// And how far element e is from there.
static LLVMValueRef element_place(struct spv *c, const struct layout *l, const struct spv_type *t, uint32_t e)
{
    uint32_t wide = t->cooperative.columns / BLOCK, row = e / wide * blocks(c), column = e % wide * BLOCK;
    LLVMValueRef far = LLVMConstInt(l->offset, l->by_columns ? column : row, false),
                 near =
                     LLVMConstInt(l->offset, (uint64_t)(l->by_columns ? row : column) * t->elem->size, false);
    return LLVMBuildAdd(c->b, LLVMBuildMul(c->b, far, l->step, ""), near, "");
}

static bool is_volatile(const struct spv_inst *i, uint32_t n)
{
    return n < i->count && (i->words[n] & SpvMemoryAccessVolatileMask);
}

void spv_op_cooperative_load(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = matrix_type(c, spv_result_type(c, i));
    struct layout l = memory_layout(c, i, spv_pointing_to(c, spv_arg(c, i, 3), t->elem), 4);
    LLVMValueRef first = first_place(c, &l, t);
    struct spv_value *v = spv_new_value(c, t);
    for (uint32_t e = 0; e < t->count; e++) {
        LLVMValueRef at = LLVMBuildAdd(c->b, first, element_place(c, &l, t, e), "");
        v->elems[e] = spv_load_at(c, l.pointer, at, t->elem, is_volatile(i, 6));
    }
    spv_set(c, i, v);
}

void spv_op_cooperative_store(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *v = spv_arg(c, i, 2);
    const struct spv_type *t = matrix_type(c, v->type);
    struct layout l = memory_layout(c, i, spv_pointing_to(c, spv_arg(c, i, 1), t->elem), 3);
    LLVMValueRef first = first_place(c, &l, t);
    for (uint32_t e = 0; e < t->count; e++)
        spv_store_at(c, l.pointer, LLVMBuildAdd(c->b, first, element_place(c, &l, t, e), ""), v->elems[e],
                     is_volatile(i, 5));
}

// ---- arithmetic ----

// A factor as the sum's type.
static LLVMValueRef widen(struct spv *c, LLVMValueRef v, const struct spv_type *sum, bool sign)
{
    LLVMTypeRef t = spv_llvm_scalar(c, sum);
    if (LLVMTypeOf(v) == t)
        return v;
    return sum->kind == SPV_FLOAT ? LLVMBuildFPExt(c->b, v, t, "") : LLVMBuildIntCast2(c->b, v, t, sign, "");
}

static LLVMValueRef add_product(struct spv *c, LLVMValueRef x, LLVMValueRef y, LLVMValueRef sum, bool floats)
{
    if (!floats)
        return LLVMBuildAdd(c->b, LLVMBuildMul(c->b, x, y, ""), sum, "");
    LLVMValueRef args[] = {x, y, sum};
    return spv_intrinsic(c, "llvm.fma", args, 3);
}

// A and B widened once, then as the top of this file says.
static void multiply(struct spv *c, const LLVMValueRef *a, const LLVMValueRef *b, const struct spv_type *t,
                     uint32_t inner, LLVMValueRef *sum)
{
    uint32_t g = blocks(c), wide = t->cooperative.columns / BLOCK, deep = inner / BLOCK;
    LLVMValueRef block = LLVMBuildAnd(c->b, lane(c), spv_i32(c, ~(uint32_t)(BLOCK - 1)), ""),
                 column = LLVMBuildAnd(c->b, lane(c), spv_i32(c, BLOCK - 1), "");
    for (uint32_t k = 0; k < inner; k++) {
        LLVMValueRef in_row = LLVMBuildOr(c->b, block, spv_i32(c, k % BLOCK), "");
        LLVMValueRef in_column = LLVMBuildOr(c->b, column, spv_i32(c, k % g * BLOCK), "");
        for (uint32_t n = 0; n < wide; n++) { // blocks of columns, each with all its rows: B's row is one
            LLVMValueRef y = b[k / g * wide + n];
            if (g > 1)
                y = spv_shuffle(c, y, in_column);
            for (uint32_t e = n; e < t->count; e += wide) {
                LLVMValueRef x = spv_shuffle(c, a[e / wide * deep + k / BLOCK], in_row);
                sum[e] = add_product(c, x, y, sum[e], t->elem->kind == SPV_FLOAT);
            }
        }
    }
}

void spv_op_cooperative_mul_add(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = matrix_type(c, spv_result_type(c, i));
    const struct spv_value *a = spv_arg(c, i, 3), *b = spv_arg(c, i, 4), *sum = spv_arg(c, i, 5);
    const struct spv_cooperative_type *x = &matrix_type(c, a->type)->cooperative,
                                      *y = &matrix_type(c, b->type)->cooperative, *z = &t->cooperative;
    spv_check(c,
              x->use == USE_A && y->use == USE_B && z->use == USE_ACCUMULATOR && spv_same_type(sum->type, t),
              "not the matrices A, B and C of a product");
    spv_check(c, x->columns == y->rows && x->rows == z->rows && y->columns == z->columns,
              "the dimensions do not fit");
    spv_check(c, a->type->elem->kind == t->elem->kind && spv_same_type(a->type->elem, b->type->elem),
              "the components do not fit");
    uint32_t operands = i->count > 6 ? i->words[6] : 0;
    if (operands & ~(uint32_t)OPERANDS_KNOWN)
        spv_unsupported(c, "the operands %#x of a product", operands);
    LLVMValueRef *wa = spv_new_comps(c, a->type), *wb = spv_new_comps(c, b->type), *r = spv_new_comps(c, t);
    for (uint32_t e = 0; e < a->type->count; e++)
        wa[e] = widen(c, spv_comp(a, e), t->elem, operands & A_SIGNED);
    for (uint32_t e = 0; e < b->type->count; e++)
        wb[e] = widen(c, spv_comp(b, e), t->elem, operands & B_SIGNED);
    for (uint32_t e = 0; e < t->count; e++)
        r[e] = spv_comp(sum, e);
    multiply(c, wa, wb, t, x->columns, r);
    spv_set(c, i, spv_from_comps(c, t, r));
}

void spv_cooperative_scale(struct spv *c, const struct spv_inst *i)
{
    const struct spv_value *m = spv_arg(c, i, 3), *s = spv_arg(c, i, 4);
    spv_check(c, spv_same_type(m->type->elem, s->type), "the scalar has another type");
    LLVMValueRef *r = spv_new_comps(c, m->type);
    for (uint32_t e = 0; e < m->type->count; e++)
        r[e] = s->type->kind == SPV_FLOAT ? spv_fmul(c, spv_comp(m, e), s->v)
                                          : LLVMBuildMul(c->b, spv_comp(m, e), s->v, "");
    spv_set(c, i, spv_from_comps(c, m->type, r));
}

void spv_op_cooperative_length(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i), *m = matrix_type(c, spv_type(c, spv_word(c, i, 3)));
    spv_check(c, t->kind == SPV_INT && t->bits == 32, "the result is not a 32-bit integer");
    spv_set(c, i, spv_scalar(c, t, spv_i32(c, m->count)));
}
