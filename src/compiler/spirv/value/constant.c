// Constants, and their specialization by the application.
#include <string.h>

#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"

static LLVMValueRef from_bits(struct spv *c, const struct spv_type *t, uint64_t bits)
{
    if (t->kind == SPV_BOOL)
        return LLVMConstInt(c->i1, bits != 0, false);
    LLVMTypeRef int_type = t->bits == 8 ? c->i8 : t->bits == 16 ? c->i16 : t->bits == 32 ? c->i32 : c->i64;
    LLVMValueRef n = LLVMConstInt(int_type, bits, false);
    return t->kind != SPV_FLOAT ? n : LLVMConstBitCast(n, spv_llvm_scalar(c, t));
}

// The value that the application gave for the constant's SpecId, if it gave one.
static bool specialized(struct spv *c, const struct spv_inst *i, uint64_t *bits)
{
    const struct spv_decoration *d = spv_decoration(c, i->result_id, SPV_NO_MEMBER, SpvDecorationSpecId);
    if (!d)
        return false;
    spv_check(c, d->count >= 1, "SpecId lacks its operand");
    for (unsigned n = 0; n < c->options->spec_constant_count; n++) {
        const struct kiln_spec_constant *s = &c->options->spec_constants[n];
        if (s->id != d->literals[0])
            continue;
        spv_check(c, s->data && (s->size == 1 || s->size == 2 || s->size == 4 || s->size == 8),
                  "specialization constant %u has %u bytes", s->id, s->size);
        *bits = 0;
        memcpy(bits, s->data, s->size);
        return true;
    }
    return false;
}

void spv_op_constant(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    uint64_t bits = 0;
    switch (i->op) {
    case SpvOpConstantNull:
        spv_set(c, i, spv_zero(c, t));
        return;
    case SpvOpConstantTrue:
    case SpvOpSpecConstantTrue:
        bits = 1;
        // fall through
    case SpvOpConstantFalse:
    case SpvOpSpecConstantFalse:
        spv_check(c, t->kind == SPV_BOOL, "the type is not bool");
        break;
    default:
        spv_check(c, t->kind == SPV_INT || t->kind == SPV_FLOAT || t->kind == SPV_ENCODED,
                  "the type is not a number");
        bits = spv_word(c, i, 3);
        if (t->bits > 32)
            bits |= (uint64_t)spv_word(c, i, 4) << 32;
    }
    if (i->op == SpvOpSpecConstantTrue || i->op == SpvOpSpecConstantFalse || i->op == SpvOpSpecConstant)
        specialized(c, i, &bits);
    spv_set(c, i, spv_scalar(c, t, from_bits(c, t, bits)));
}

void spv_op_undef(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    bool data = spv_is_scalar(t) || spv_is_composite(t) || t->kind == SPV_POINTER;
    if (data)
        spv_set(c, i, spv_undef(c, t));
    else // an image, a run-time array, ...: nothing can be done with it
        spv_define(c, i, SPV_ID_OTHER);
}
