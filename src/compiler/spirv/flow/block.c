// Functions and their blocks are found, and which blocks can be reached. Blocks that cannot are left out:
// SPIR-V lets them use ids that nothing defines.
#include "compiler/spirv/flow/flow.h"
#include "compiler/spirv/value/id.h"

static bool is_terminator(uint32_t op)
{
    switch (op) {
    case SpvOpBranch:
    case SpvOpBranchConditional:
    case SpvOpSwitch:
    case SpvOpReturn:
    case SpvOpReturnValue:
    case SpvOpKill:
    case SpvOpUnreachable:
    case SpvOpTerminateInvocation:
        return true;
    default:
        return false;
    }
}

// A branch on a constant of the module, most often a specialization constant, goes one way.
bool spv_constant_condition(struct spv *c, const struct spv_inst *i, bool *value)
{
    if (i->op != SpvOpBranchConditional)
        return false;
    const struct spv_id *d = spv_id(c, spv_word(c, i, 1));
    if (d->kind != SPV_ID_VALUE || d->instance || d->value->type->kind != SPV_BOOL ||
        !LLVMIsAConstantInt(d->value->v))
        return false;
    *value = LLVMConstIntGetZExtValue(d->value->v) != 0;
    return true;
}

// Where a terminator goes.
void spv_for_targets(struct spv *c, const struct spv_inst *i,
                     void (*visit)(struct spv *, void *, uint32_t label), void *data)
{
    bool known;
    switch (i->op) {
    case SpvOpBranch:
        visit(c, data, spv_word(c, i, 1));
        break;
    case SpvOpBranchConditional:
        if (spv_constant_condition(c, i, &known)) {
            visit(c, data, spv_word(c, i, known ? 2 : 3));
            break;
        }
        visit(c, data, spv_word(c, i, 2));
        visit(c, data, spv_word(c, i, 3));
        break;
    case SpvOpSwitch:
        visit(c, data, spv_word(c, i, 2));
        for (uint32_t w = 3; w + i->literal_words < i->count; w += i->literal_words + 1)
            visit(c, data, i->words[w + i->literal_words]);
        break;
    }
}

struct spv_block *spv_block_of(struct spv *c, const struct spv_function *f, uint32_t label)
{
    struct spv_id *d = spv_id(c, label);
    spv_check(c, d->kind == SPV_ID_BLOCK && d->function == f, "%%%u is not a block of this function", label);
    return d->block;
}

struct reach {
    const struct spv_function *f;
    struct spv_block **stack;
    uint32_t count;
};

static void reach_block(struct spv *c, void *data, uint32_t label)
{
    struct reach *r = data;
    struct spv_block *b = spv_block_of(c, r->f, label);
    spv_check(c, b != r->f->blocks || !b->reachable, "a branch to the first block of a function");
    if (!b->reachable) {
        b->reachable = true;
        r->stack[r->count++] = b;
    }
}

static void find_reachable(struct spv *c, const struct spv_function *f)
{
    struct reach r = {f, arena_array(c->arena, struct spv_block *, f->block_count), 0};
    reach_block(c, &r, f->blocks[0].label);
    while (r.count) {
        c->at = &c->insts[r.stack[--r.count]->end - 1];
        spv_for_targets(c, c->at, reach_block, &r);
    }
}

// One block, from its OpLabel at n; returns the index behind it.
static uint32_t scan_block(struct spv *c, struct spv_function *f, struct spv_block *b, uint32_t n)
{
    spv_check(c, c->insts[n].op == SpvOpLabel, "a block does not start with OpLabel");
    b->label = c->insts[n].result_id;
    spv_define(c, &c->insts[n], SPV_ID_BLOCK);
    c->ids[b->label].block = b;
    c->ids[b->label].function = f;
    b->first = ++n;
    for (;; n++) {
        spv_check(c, n < c->inst_count, "a block without an end");
        c->at = &c->insts[n];
        uint32_t op = c->at->op;
        spv_check(c, op != SpvOpLabel && op != SpvOpFunctionEnd && op != SpvOpFunction,
                  "a block has no terminator");
        if (is_terminator(op))
            break;
    }
    b->end = n + 1;
    return n + 1;
}

static bool is_debug_line(const struct spv_inst *i)
{
    return i->op == SpvOpLine || i->op == SpvOpNoLine || (i->op == SpvOpExtInst && i->ext_ignored);
}

static uint32_t scan_function(struct spv *c, struct spv_function *f, uint32_t n)
{
    const struct spv_inst *i = &c->insts[n++];
    c->at = i;
    f->id = i->result_id;
    f->type = spv_type(c, spv_word(c, i, 4));
    spv_check(c, f->type->kind == SPV_FUNCTION && spv_result_type(c, i) == f->type->elem,
              "the function's type does not match");
    spv_define(c, i, SPV_ID_FUNCTION);
    c->ids[f->id].function = f;

    f->params = arena_array(c->arena, uint32_t, f->type->count + 1);
    uint32_t end = n, labels = 0;
    while (end < c->inst_count && c->insts[end].op != SpvOpFunctionEnd)
        labels += c->insts[end++].op == SpvOpLabel;
    spv_check(c, end < c->inst_count, "a function without an end");
    if (!labels)
        spv_unsupported(c, "a function without a body");
    for (; n < end && (c->insts[n].op == SpvOpFunctionParameter || is_debug_line(&c->insts[n])); n++) {
        c->at = &c->insts[n];
        if (c->at->op != SpvOpFunctionParameter)
            continue;
        spv_check(c,
                  f->param_count < f->type->count &&
                      spv_result_type(c, c->at) == f->type->params[f->param_count],
                  "a parameter that is not in the function's type");
        f->params[f->param_count++] = c->at->result_id;
        spv_id(c, c->at->result_id);
    }
    spv_check(c, f->param_count == f->type->count, "parameters are missing");
    f->blocks = arena_array(c->arena, struct spv_block, labels);
    while (n < end) {
        if (is_debug_line(&c->insts[n])) {
            n++;
            continue;
        }
        c->at = &c->insts[n];
        n = scan_block(c, f, &f->blocks[f->block_count++], n);
    }
    find_reachable(c, f);
    return end + 1;
}

void spv_scan_functions(struct spv *c)
{
    uint32_t count = 0;
    for (uint32_t n = 0; n < c->inst_count; n++)
        count += c->insts[n].op == SpvOpFunction;
    c->functions = arena_array(c->arena, struct spv_function, count + 1);
    for (uint32_t n = 0; n < c->inst_count;)
        if (c->insts[n].op == SpvOpFunction)
            n = scan_function(c, &c->functions[c->function_count++], n);
        else
            n++;
    c->at = NULL;
}
