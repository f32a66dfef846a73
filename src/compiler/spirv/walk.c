// The entry point's instructions in order, and in their places those of all functions that it calls: each by
// its row in the table of opcodes.
#include "compiler/spirv/flow/flow.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/translate.h"
#include "compiler/support/guard.h"

#define MAX_EMITTED 4000000 // instructions in one kernel, and parts of composites that they make

// What may be assumed of an instruction's floats and done to it: SPV_KHR_float_controls2 says it by a
// decoration or by a default for the type, in bits of FPFastMathMode. All bits where neither is given.
static uint32_t fast_math(struct spv *c, const struct spv_inst *i)
{
    const struct spv_decoration *d =
        spv_decoration(c, i->result_id, SPV_NO_MEMBER, SpvDecorationFPFastMathMode);
    if (d && d->count)
        return d->literals[0];
    if (!c->fast_math_count || !i->type_id)
        return UINT32_MAX;
    const struct spv_type *t = spv_type(c, i->type_id);
    while (t->kind == SPV_MATRIX || t->kind == SPV_VECTOR)
        t = t->elem;
    for (uint32_t n = 0; n < c->fast_math_count; n++)
        if (spv_same_type(t, spv_type(c, c->fast_math_type[n])))
            return spv_const_u32(c, c->fast_math_mode[n]);
    return UINT32_MAX;
}

static void float_rules(struct spv *c, const struct spv_inst *i)
{
    uint32_t mode = i->result_id ? fast_math(c, i) : UINT32_MAX;
    c->no_contraction =
        i->result_id && (!(mode & SPV_FPFastMathModeAllowContract) ||
                         spv_decoration(c, i->result_id, SPV_NO_MEMBER, SpvDecorationNoContraction));
    c->no_reassociation = c->no_contraction || !(mode & SPV_FPFastMathModeAllowReassoc);
    c->signed_zeros = !(mode & SpvFPFastMathModeNSZMask);
}

static void begin_block(struct spv *c, const struct spv_block *b)
{
    LLVMPositionBuilderAtEnd(c->b, b->head);
    spv_set_line(c, 0); // a line ends with its block
    if (b == c->now.function->blocks)
        spv_prologue_line(c, b);
    c->now.call->in_heart = b->heart;
}

static void emit_instruction(struct spv *c, struct spv_block *b, uint32_t n)
{
    const struct spv_inst *i = &c->insts[n];
    c->at = i;
    guard_check_time();
    spv_follow_line(c, i);
    const struct spv_op *op = spv_find_op(i->op);
    if (!op)
        spv_unsupported(c, "this instruction is not supported");
    spv_check(c, op->cls != SPV_MODULE, "not allowed inside a function");
    if (c->emitted++ > MAX_EMITTED)
        spv_fail(c, KILN_ERROR_LIMIT, "more than %u instructions after inlining", MAX_EMITTED);
    if (c->now.call->in_heart && i->op != SpvOpPhi && i->op != SpvOpLine && i->op != SpvOpNoLine) {
        spv_emit_heart(c);
        c->now.call->in_heart = false;
    }
    if (n == b->end - 1)
        spv_emit_anchors(c, b);
    float_rules(c, i);
    spv_place_variables(c, i);
    struct spv_call *call = c->now.call;
    op->handler(c, i, op);
    if (n == b->end - 1)
        spv_mark_back_edges(c, b, i);
    if (c->now.call == call) // else it has begun another instance
        spv_debug_follow(c, i);
}

// Goes on in the innermost instance: to its end (true), or to a call, which has begun another one.
static bool emit_rest(struct spv *c)
{
    const struct spv_function *f = c->now.function;
    struct spv_call *call = c->now.call;
    for (; call->block < f->block_count; call->block++, call->next = 0) {
        struct spv_block *b = &f->blocks[call->block];
        if (!b->reachable)
            continue;
        if (!call->next) {
            begin_block(c, b);
            call->next = b->first;
        }
        while (call->next < b->end) {
            emit_instruction(c, b, call->next++);
            if (c->now.call != call)
                return false;
        }
        b->tail = LLVMGetInsertBlock(c->b);
    }
    return true;
}

void spv_emit_entry(struct spv *c, struct spv_function *f)
{
    for (spv_begin_function(c, f, NULL, NULL); c->now.call;)
        if (emit_rest(c))
            spv_end_function(c);
}
