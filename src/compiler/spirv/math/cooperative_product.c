// Products of cooperative matrices: by the matrix unit where there is one, else by shuffles and
// multiply-adds. How the lanes have the matrices: math/cooperative.c.
//
// Without the unit, of
//
//     result(r, c) += A(r, k) * B(k, c)
//
// A's element is in the same block of lanes, in lane k % 8; B's in the same lane of the block k % G. Both are
// regions that the EU reads without a gather (<8;8,0> and <0;8,1>): isel knows them by their constants. With
// eight lanes there is one block: B is there already, A's element a scalar operand, and a product of 8 x 8 x
// 16 is 128 MADs and nothing else; with 16 and 32 lanes each element of A takes a move.
#include "compiler/kernel/kernel.h"
#include "compiler/llvm/ir/abi.h"
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "hw/target.h"

enum { TILE = SPV_COOPERATIVE_TILE };

// Of OpCooperativeMatrixMulAddKHR; 4, 8: C and the result are signed.
enum { A_SIGNED = 1, B_SIGNED = 2, RESULT_SIGNED = 8, SATURATES = 16, OPERANDS_KNOWN = 31 };

struct product {
    const struct spv_value *a, *b;
    const struct spv_type *t; // of the sum and the result
    uint32_t operands;
};

// ---- by the matrix unit ----

static uint32_t kind_of(const struct product *p)
{
    const struct spv_type *e = p->a->type->elem;
    if (e->kind == SPV_INT)
        return KILN_SYSTOLIC_BYTES | (p->operands & A_SIGNED ? KILN_SYSTOLIC_A_SIGNED : 0u) |
               (p->operands & B_SIGNED ? KILN_SYSTOLIC_B_SIGNED : 0u);
    return e->kind == SPV_ENCODED ? KILN_SYSTOLIC_BFLOATS : KILN_SYSTOLIC_HALVES;
}

// A tile of a factor.
static LLVMValueRef factor_tile(struct spv *c, const struct spv_value *m, uint32_t down, uint32_t across)
{
    const struct spv_cut cut = spv_cooperative_cut(c, m->type);
    LLVMValueRef v = LLVMGetUndef(LLVMVectorType(c->i32, cut.dwords)), parts[SPV_COOPERATIVE_PACK];
    for (uint32_t n = 0; n < cut.dwords; n++) {
        for (uint32_t k = 0; k < cut.pack; k++)
            parts[k] = spv_comp(m, spv_cut_element(&cut, down, across, n) + k);
        v = LLVMBuildInsertElement(c->b, v, spv_cooperative_dword(c, parts, cut.pack), spv_i32(c, n), "");
    }
    return v;
}

// The unit sums floats and dwords: sums of halves are widened, and rounded in the end.
static void multiply_systolic(struct spv *c, const struct product *p, LLVMValueRef *sum)
{
    const struct spv_cut cut = spv_cooperative_cut(c, p->t), of_a = spv_cooperative_cut(c, p->a->type);
    const bool floats = p->t->elem->kind == SPV_FLOAT;
    const enum intrinsic unit = cut.columns > of_a.columns ? INTRINSIC_SYSTOLIC_WIDE : INTRINSIC_SYSTOLIC;
    LLVMTypeRef wide = floats ? c->f32 : c->i32, own = spv_llvm_scalar(c, p->t->elem);
    for (uint32_t tile = 0; tile < cut.down * cut.across; tile++) {
        const uint32_t down = tile / cut.across, across = tile % cut.across,
                       first = spv_cut_element(&cut, down, across, 0);
        LLVMValueRef v = LLVMGetUndef(LLVMVectorType(wide, cut.dwords));
        for (uint32_t n = 0; n < cut.dwords; n++) {
            LLVMValueRef e = wide == own ? sum[first + n] : LLVMBuildFPExt(c->b, sum[first + n], wide, "");
            v = LLVMBuildInsertElement(c->b, v, e, spv_i32(c, n), "");
        }
        for (uint32_t k = 0; k < of_a.across; k++) {
            LLVMValueRef args[] = {v, factor_tile(c, p->a, down, k), factor_tile(c, p->b, k, across),
                                   spv_i32(c, kind_of(p))};
            v = spv_call(c, unit, args, 4);
        }
        for (uint32_t n = 0; n < cut.dwords; n++) {
            LLVMValueRef e = LLVMBuildExtractElement(c->b, v, spv_i32(c, n), "");
            sum[first + n] = wide == own ? e : LLVMBuildFPTrunc(c->b, e, own, "");
        }
    }
}

// ---- by multiply-adds ----

// A factor as the sum's type.
static LLVMValueRef widen(struct spv *c, LLVMValueRef v, const struct spv_type *sum, bool sign)
{
    LLVMTypeRef t = spv_llvm_scalar(c, sum);
    if (LLVMTypeOf(v) == t)
        return v;
    return sum->kind == SPV_FLOAT ? LLVMBuildFPExt(c->b, v, t, "") : LLVMBuildIntCast2(c->b, v, t, sign, "");
}

static LLVMValueRef *widen_all(struct spv *c, const struct spv_value *m, const struct spv_type *sum,
                               bool sign)
{
    LLVMValueRef *r = spv_new_comps(c, m->type);
    for (uint32_t e = 0; e < m->type->count; e++)
        r[e] = widen(c, spv_comp(m, e), sum, sign);
    return r;
}

static LLVMValueRef add_product(struct spv *c, LLVMValueRef x, LLVMValueRef y, LLVMValueRef sum, bool floats)
{
    if (!floats)
        return LLVMBuildAdd(c->b, LLVMBuildMul(c->b, x, y, ""), sum, "");
    LLVMValueRef args[] = {x, y, sum};
    return spv_intrinsic(c, "llvm.fma", args, 3);
}

// The products of a row of B, and of the column of A.
static void multiply_row(struct spv *c, const struct product *p, const LLVMValueRef *a, const LLVMValueRef *b,
                         uint32_t k, LLVMValueRef *sum)
{
    const struct spv_cut cut = spv_cooperative_cut(c, p->t), of_a = spv_cooperative_cut(c, p->a->type),
                         of_b = spv_cooperative_cut(c, p->b->type);
    const uint32_t g = cut.blocks;
    LLVMValueRef id = spv_cooperative_lane(c);
    LLVMValueRef block = LLVMBuildAnd(c->b, id, spv_i32(c, ~(uint32_t)(TILE - 1)), ""),
                 column = LLVMBuildAnd(c->b, id, spv_i32(c, TILE - 1), "");
    LLVMValueRef in_row = LLVMBuildOr(c->b, block, spv_i32(c, k % TILE), ""),
                 in_column = LLVMBuildOr(c->b, column, spv_i32(c, k % g * TILE), "");
    for (uint32_t across = 0; across < cut.across; across++) {
        LLVMValueRef y = b[spv_cut_element(&of_b, k / TILE, across, k % TILE / g)];
        if (g > 1)
            y = spv_shuffle(c, y, in_column);
        for (uint32_t n = 0; n < cut.down * cut.dwords; n++) {
            const uint32_t down = n / cut.dwords, v = n % cut.dwords,
                           e = spv_cut_element(&cut, down, across, v);
            LLVMValueRef x = spv_shuffle(c, a[spv_cut_element(&of_a, down, k / TILE, v)], in_row);
            sum[e] = add_product(c, x, y, sum[e], p->t->elem->kind == SPV_FLOAT);
        }
    }
}

static void multiply_by_parts(struct spv *c, const struct product *p, LLVMValueRef *sum)
{
    const LLVMValueRef *a = widen_all(c, p->a, p->t->elem, p->operands & A_SIGNED),
                       *b = widen_all(c, p->b, p->t->elem, p->operands & B_SIGNED);
    for (uint32_t k = 0; k < p->a->type->cooperative.columns; k++)
        multiply_row(c, p, a, b, k, sum);
}

// ---- instructions ----

static void check_product(struct spv *c, const struct product *p, const struct spv_value *sum)
{
    const struct spv_type *a = spv_cooperative_matrix(c, p->a->type),
                          *b = spv_cooperative_matrix(c, p->b->type);
    const struct spv_cooperative_type *x = &a->cooperative, *y = &b->cooperative, *z = &p->t->cooperative;
    spv_check(c,
              x->use == SPV_COOPERATIVE_A && y->use == SPV_COOPERATIVE_B && z->use == SPV_COOPERATIVE_SUM &&
                  spv_same_type(sum->type, p->t),
              "not the matrices A, B and C of a product");
    spv_check(c, x->columns == y->rows && x->rows == z->rows && y->columns == z->columns,
              "the dimensions do not fit");
    spv_check(c,
              (a->elem->kind == SPV_INT) == (p->t->elem->kind == SPV_INT) && spv_same_type(a->elem, b->elem),
              "the components do not fit");
    if (p->operands & ~(uint32_t)OPERANDS_KNOWN)
        spv_unsupported(c, "the operands %#x of a product", p->operands);
    if (p->operands & SATURATES && p->t->elem->kind != SPV_INT)
        spv_unsupported(c, "sums of floats that saturate");
}

// A product has too few terms to pass 32 bits: with saturation it is made alone, and the sum is added.
void spv_op_cooperative_mul_add(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *sum = spv_arg(c, i, 5);
    const struct product p = {.a = spv_arg(c, i, 3),
                              .b = spv_arg(c, i, 4),
                              .t = spv_cooperative_matrix(c, spv_result_type(c, i)),
                              .operands = i->count > 6 ? i->words[6] : 0};
    check_product(c, &p, sum);
    const bool saturates = p.operands & SATURATES;
    const char *add = p.operands & RESULT_SIGNED ? "llvm.sadd.sat" : "llvm.uadd.sat";
    LLVMValueRef *r = spv_new_comps(c, p.t);
    for (uint32_t e = 0; e < p.t->count; e++)
        r[e] = saturates ? spv_i32(c, 0) : spv_comp(sum, e);
    if (kiln_target_has_systolic(kernel_target(c->options)))
        multiply_systolic(c, &p, r);
    else
        multiply_by_parts(c, &p, r);
    for (uint32_t e = 0; e < p.t->count && saturates; e++)
        r[e] = spv_intrinsic2(c, add, spv_comp(sum, e), r[e]);
    spv_set(c, i, spv_from_comps(c, p.t, r));
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
