// Terminators.
#include "compiler/spirv/flow/flow.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/id.h"

static LLVMBasicBlockRef branch_target(struct spv *c, uint32_t label)
{
    return spv_block_of(c, c->now.function, label)->head;
}

void spv_op_branch(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    LLVMBuildBr(c->b, branch_target(c, spv_word(c, i, 1)));
}

void spv_op_branch_conditional(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *cond = spv_arg(c, i, 1);
    spv_check(c, cond->type->kind == SPV_BOOL, "the condition is not a boolean");
    bool known;
    if (spv_constant_condition(c, i, &known)) {
        LLVMBuildBr(c->b, branch_target(c, spv_word(c, i, known ? 2 : 3)));
        return;
    }
    LLVMBasicBlockRef yes = branch_target(c, spv_word(c, i, 2)), no = branch_target(c, spv_word(c, i, 3));
    if (yes == no)
        LLVMBuildBr(c->b, yes);
    else
        LLVMBuildCondBr(c->b, cond->v, yes, no);
}

void spv_op_switch(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *v = spv_arg(c, i, 1);
    spv_check(c, v->type->kind == SPV_INT && (v->type->bits > 32 ? 2 : 1) == i->literal_words,
              "the selector is not an integer of the literals' width");
    uint32_t step = i->literal_words + 1u;
    spv_check(c, (i->count - 3) % step == 0, "a case without its label");
    LLVMValueRef s = LLVMBuildSwitch(c->b, v->v, branch_target(c, spv_word(c, i, 2)), (i->count - 3) / step);
    for (uint32_t w = 3; w < i->count; w += step) {
        uint64_t bits = i->words[w];
        if (step == 3)
            bits |= (uint64_t)i->words[w + 1] << 32;
        LLVMAddCase(s, LLVMConstInt(LLVMTypeOf(v->v), bits, false), branch_target(c, i->words[w + step - 1]));
    }
}

void spv_op_return(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *v = op->arg ? spv_arg(c, i, 1) : NULL;
    spv_check(c,
              v ? spv_same_type(v->type, c->now.function->type->elem)
                : c->now.function->type->elem->kind == SPV_VOID,
              "the value is not of the function's return type");
    struct spv_return *r = arena_new(c->arena, struct spv_return);
    *r = (struct spv_return){c->now.returns, LLVMGetInsertBlock(c->b), v};
    c->now.returns = r;
    if (c->now.return_bb)
        LLVMBuildBr(c->b, c->now.return_bb);
}

void spv_op_unreachable(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    LLVMBuildUnreachable(c->b);
}
