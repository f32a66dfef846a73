// Function instances. A call emits its callee's blocks in place, so the kernel is one LLVM function: the
// callee's instance begins where the call is, and ends where the caller goes on (spirv/walk.c emits what is
// between).
#include "compiler/spirv/flow/flow.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/module/ops.h"

// The caller goes on behind the only return, or in a block of its own.
static const struct spv_value *emit_returns(struct spv *c, const struct spv_type *t)
{
    if (!c->now.return_bb) {
        LLVMPositionBuilderAtEnd(c->b, c->now.returns->bb);
        return c->now.returns->value;
    }
    LLVMMoveBasicBlockAfter(c->now.return_bb, LLVMGetLastBasicBlock(c->kernel));
    LLVMPositionBuilderAtEnd(c->b, c->now.return_bb);
    if (t->kind == SPV_VOID)
        return NULL;
    if (!c->now.returns) // never returns: what follows cannot be reached
        return spv_undef(c, t);
    if (!c->now.returns->next && t->kind == SPV_POINTER) // keeps its layout
        return c->now.returns->value;
    struct spv_value *v = spv_phi_tree(c, t);
    for (struct spv_return *r = c->now.returns; v->ptr && r; r = r->next)
        spv_take_layout(v, r->value);
    for (struct spv_return *r = c->now.returns; r; r = r->next)
        spv_phi_add(c, v, r->value, r->bb, 1);
    return v;
}

static uint32_t count_returns(struct spv *c, const struct spv_function *f)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < f->block_count; k++) {
        uint32_t op = c->insts[f->blocks[k].end - 1].op;
        n += f->blocks[k].reachable && (op == SpvOpReturn || op == SpvOpReturnValue);
    }
    return n;
}

// Begins an instance of a function; `at` is its call, NULL for the entry point.
void spv_begin_function(struct spv *c, struct spv_function *f, const struct spv_inst *at,
                        const struct spv_value **args)
{
    struct spv_call *call = arena_new(c->arena, struct spv_call);
    *call = (struct spv_call){.outer = c->now, .at = at, .line = c->line};
    c->now = (struct spv_instance){.number = ++c->instance_count, .function = f, .call = call};
    spv_find_convergence(c, f);
    if (count_returns(c, f) != 1)
        c->now.return_bb = LLVMAppendBasicBlockInContext(c->ctx, c->kernel, "");
    for (uint32_t n = 0; n < f->param_count; n++) {
        struct spv_inst p = {.result_id = f->params[n], .op = SpvOpFunctionParameter};
        spv_define(c, &p, SPV_ID_VALUE);
        c->ids[f->params[n]].value = args[n];
    }
    for (uint32_t n = 0; n < f->block_count; n++) {
        f->blocks[n].tail = NULL;
        f->blocks[n].loop = NULL;
        if (f->blocks[n].reachable) // nothing jumps to the first one
            f->blocks[n].head =
                n ? LLVMAppendBasicBlockInContext(c->ctx, c->kernel, "") : LLVMGetInsertBlock(c->b);
    }
    spv_debug_begin(c);
}

void spv_end_function(struct spv *c)
{
    const struct spv_call *call = c->now.call;
    for (struct spv_phi *p = c->now.phis; p; p = p->next)
        spv_fill_phi(c, c->now.function, p);
    const struct spv_value *v = emit_returns(c, c->now.function->type->elem);
    c->now = call->outer;
    c->at = call->at;
    if (!c->at)
        return;
    spv_set_line(c, call->line);
    if (v) {
        spv_set(c, c->at, v);
    } else {
        spv_check(c, spv_result_type(c, c->at)->kind == SPV_VOID, "the function returns nothing");
        spv_define(c, c->at, SPV_ID_OTHER);
    }
}

void spv_op_function_call(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    struct spv_id *d = spv_id(c, spv_word(c, i, 3));
    spv_check(c, d->kind == SPV_ID_FUNCTION, "%%%u is not a function", i->words[3]);
    struct spv_function *f = d->function;
    spv_check(c, i->count - 4 == f->param_count, "%u arguments for %u parameters", i->count - 4,
              f->param_count);
    const struct spv_value **args = arena_array(c->arena, const struct spv_value *, f->param_count + 1);
    for (uint32_t n = 0; n < f->param_count; n++) {
        args[n] = spv_arg(c, i, 4 + n);
        spv_check(c, spv_same_type(args[n]->type, f->type->params[n]), "argument %u has another type", n);
    }
    spv_begin_function(c, f, i, args);
}
