// Integer dot products (SPV_KHR_integer_dot_product): products and sums at the result's width, the
// accumulator added with saturation. Packed operands are four bytes in a 32-bit integer.
#include "compiler/spv.h"

struct dot {
    bool signs[2]; // of the two vectors' components
    bool accumulate;
};

static struct dot dot_of(uint32_t op)
{
    switch (op) {
    case SpvOpSDotKHR:
        return (struct dot){{true, true}, false};
    case SpvOpSUDotKHR:
        return (struct dot){{true, false}, false};
    case SpvOpSDotAccSatKHR:
        return (struct dot){{true, true}, true};
    case SpvOpSUDotAccSatKHR:
        return (struct dot){{true, false}, true};
    case SpvOpUDotAccSatKHR:
        return (struct dot){{false, false}, true};
    default: // SpvOpUDotKHR
        return (struct dot){{false, false}, false};
    }
}

// The components as they are.
static uint32_t components(struct spv *c, const struct spv_value *v, bool packed, LLVMValueRef out[4])
{
    if (!packed) {
        spv_check(c, v->type->kind == SPV_VECTOR, "an operand is not a vector");
        for (uint32_t n = 0; n < v->type->count; n++)
            out[n] = spv_comp(v, n);
        return v->type->count;
    }
    LLVMValueRef bytes = LLVMBuildBitCast(c->b, v->v, LLVMVectorType(c->i8, 4), "");
    for (uint32_t n = 0; n < 4; n++)
        out[n] = LLVMBuildExtractElement(c->b, bytes, spv_i32(c, n), "");
    return 4;
}

void spv_op_dot_int(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *a = spv_arg(c, i, 3), *b = spv_arg(c, i, 4);
    struct dot d = dot_of((uint32_t)op->arg);
    spv_check(c, t->kind == SPV_INT, "the result is not an integer");
    spv_check(c, spv_component(a->type)->kind == SPV_INT && spv_same_type(a->type, b->type),
              "the operands are not integers of one type");
    bool packed = a->type->kind == SPV_INT;
    uint32_t format = d.accumulate ? 6 : 5;
    if (packed) {
        spv_check(c, a->type->bits == 32, "a packed operand is not of 32 bits");
        spv_check(c, spv_word(c, i, format) == SpvPackedVectorFormatPackedVectorFormat4x8BitKHR,
                  "packed vector format %u", i->words[format]);
    }
    LLVMValueRef x[4], y[4], sum = NULL;
    uint32_t n = components(c, a, packed, x);
    components(c, b, packed, y);
    LLVMTypeRef wide = spv_llvm_scalar(c, t);
    for (uint32_t k = 0; k < n; k++) {
        LLVMValueRef p = LLVMBuildMul(c->b, LLVMBuildIntCast2(c->b, x[k], wide, d.signs[0], ""),
                                      LLVMBuildIntCast2(c->b, y[k], wide, d.signs[1], ""), "");
        sum = sum ? LLVMBuildAdd(c->b, sum, p, "") : p;
    }
    if (d.accumulate) {
        const struct spv_value *acc = spv_arg(c, i, 5);
        spv_check(c, spv_same_type(acc->type, t), "the accumulator is not of the result's type");
        LLVMValueRef args[] = {sum, acc->v};
        sum = spv_intrinsic(c, d.signs[0] ? "llvm.sadd.sat" : "llvm.uadd.sat", args, 2);
    }
    spv_set(c, i, spv_scalar(c, t, sum));
}
