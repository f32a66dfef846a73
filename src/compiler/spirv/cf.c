// Functions, blocks, branches and phis. A call emits its callee's blocks in place, so the kernel is one LLVM
// function. Blocks that cannot be reached are left out: SPIR-V lets them use ids that nothing defines.
#include <string.h>

#include "compiler/spirv/spv.h"

#define MAX_EMITTED 4000000 // instructions in one kernel, and parts of composites that they make

// A function instance that is being emitted. Instances are not emitted by recursion: calls may be nested as
// deep as the module is long.
struct spv_call {
    struct spv_instance outer;
    const struct spv_inst *at; // the call; NULL for the entry point
    uint32_t line;             // its line
    uint32_t block, next;      // where to go on; next is 0 at the start of a block
    bool in_heart;             // the block's heart is still to be emitted
};

struct spv_return {
    struct spv_return *next;
    LLVMBasicBlockRef bb;
    const struct spv_value *value; // NULL: void
};

// ---- finding functions and blocks ----

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
static bool constant_condition(struct spv *c, const struct spv_inst *i, bool *value)
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
        if (constant_condition(c, i, &known)) {
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

static struct spv_block *target(struct spv *c, const struct spv_function *f, uint32_t label)
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
    struct spv_block *b = target(c, r->f, label);
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

// ---- phis of value trees ----

static struct spv_value *phi_tree(struct spv *c, const struct spv_type *t)
{
    struct spv_value *v = spv_new_value(c, t);
    if (!spv_is_composite(t)) {
        v->v = LLVMBuildPhi(c->b, spv_llvm_scalar(c, t), "");
        if (t->kind == SPV_POINTER)
            v->ptr = spv_default_pointer(c, t);
    }
    for (uint32_t n = 0; spv_is_composite(t) && n < t->count; n++)
        v->elems[n] = phi_tree(c, spv_elem_type(t, n));
    return v;
}

static void phi_add(struct spv *c, const struct spv_value *phi, const struct spv_value *v,
                    LLVMBasicBlockRef bb, unsigned edges)
{
    spv_check(c, spv_same_type(phi->type, v->type), "an operand has another type than the result");
    if (!spv_is_composite(phi->type)) {
        if (v->ptr && !spv_pointers_mix(phi, v))
            spv_unsupported(c, "a choice between pointers of different layout, or to arrays of buffers");
        LLVMValueRef value = v->v;
        for (unsigned n = 0; n < edges; n++)
            LLVMAddIncoming(phi->v, &value, &bb, 1);
        return;
    }
    for (uint32_t n = 0; n < phi->type->count; n++)
        phi_add(c, phi->elems[n], v->elems[n], bb, edges);
}

void spv_op_phi(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    LLVMValueRef last = LLVMGetLastInstruction(LLVMGetInsertBlock(c->b));
    spv_check(c, !last || LLVMIsAPHINode(last), "OpPhi is not at the start of its block");
    struct spv_phi *p = arena_new(c->arena, struct spv_phi);
    struct spv_value *v = phi_tree(c, spv_result_type(c, i));
    *p = (struct spv_phi){c->phis, i, v, LLVMGetInsertBlock(c->b)};
    // One of the operands is there already, and tells the layout of what the others point to.
    for (uint32_t w = 3; v->ptr && w + 1 < i->count; w += 2) {
        const struct spv_id *d = spv_id(c, i->words[w]);
        if (d->kind == SPV_ID_VALUE && (d->instance == 0 || d->instance == c->instance))
            spv_take_layout(v, d->value);
    }
    c->phis = p;
    spv_set(c, i, p->value);
}

static unsigned count_edges(LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    LLVMValueRef t = LLVMGetBasicBlockTerminator(from);
    unsigned n = 0;
    for (unsigned k = 0; t && k < LLVMGetNumSuccessors(t); k++)
        n += LLVMGetSuccessor(t, k) == to;
    return n;
}

// Along an edge that is never taken the phi keeps its value. (Undefined values would let LLVM drop the edge.)
static void phi_keep(const struct spv_value *phi, LLVMBasicBlockRef bb)
{
    if (!spv_is_composite(phi->type)) {
        LLVMValueRef self = phi->v;
        LLVMAddIncoming(phi->v, &self, &bb, 1);
        return;
    }
    for (uint32_t n = 0; n < phi->type->count; n++)
        phi_keep(phi->elems[n], bb);
}

static void fill_phi(struct spv *c, const struct spv_function *f, const struct spv_phi *p)
{
    c->at = p->inst;
    spv_check(c, p->inst->count % 2 == 1, "an operand without its parent");
    for (uint32_t w = 3; w + 1 < p->inst->count; w += 2) {
        struct spv_block *parent = target(c, f, p->inst->words[w + 1]);
        if (!parent->reachable)
            continue;
        unsigned edges = count_edges(parent->tail, p->bb);
        bool known;
        if (!edges && constant_condition(c, &c->insts[parent->end - 1], &known))
            continue;
        spv_check(c, edges, "%%%u is not a predecessor", parent->label);
        phi_add(c, p->value, spv_arg(c, p->inst, w), parent->tail, edges);
    }
    for (const struct spv_anchored *e = c->anchored; e; e = e->next)
        if (e->to == p->bb)
            phi_keep(p->value, e->from);
}

// ---- terminators ----

static LLVMBasicBlockRef branch_target(struct spv *c, uint32_t label)
{
    return target(c, c->function, label)->head;
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
    if (constant_condition(c, i, &known)) {
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
              v ? spv_same_type(v->type, c->function->type->elem) : c->function->type->elem->kind == SPV_VOID,
              "the value is not of the function's return type");
    struct spv_return *r = arena_new(c->arena, struct spv_return);
    *r = (struct spv_return){c->returns, LLVMGetInsertBlock(c->b), v};
    c->returns = r;
    if (c->return_bb)
        LLVMBuildBr(c->b, c->return_bb);
}

void spv_op_unreachable(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    LLVMBuildUnreachable(c->b);
}

// ---- emitting a function ----

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
    c->signed_zeros = !(mode & SpvFPFastMathModeNSZMask);
}

static void begin_block(struct spv *c, const struct spv_block *b)
{
    LLVMPositionBuilderAtEnd(c->b, b->head);
    spv_set_line(c, 0); // a line ends with its block
    c->call->in_heart = b->heart;
}

static void emit_instruction(struct spv *c, const struct spv_block *b, uint32_t n)
{
    const struct spv_inst *i = &c->insts[n];
    c->at = i;
    spv_follow_line(c, i);
    const struct spv_op *op = spv_find_op(i->op);
    if (!op)
        spv_unsupported(c, "this instruction is not supported");
    spv_check(c, op->cls != SPV_MODULE, "not allowed inside a function");
    if (c->emitted++ > MAX_EMITTED)
        spv_fail(c, KILN_ERROR_LIMIT, "more than %u instructions after inlining", MAX_EMITTED);
    if (c->call->in_heart && i->op != SpvOpPhi && i->op != SpvOpLine && i->op != SpvOpNoLine) {
        spv_emit_heart(c);
        c->call->in_heart = false;
    }
    if (n == b->end - 1)
        spv_emit_anchors(c, b);
    float_rules(c, i);
    op->handler(c, i, op);
}

// The caller goes on behind the only return, or in a block of its own.
static const struct spv_value *emit_returns(struct spv *c, const struct spv_type *t)
{
    if (!c->return_bb) {
        LLVMPositionBuilderAtEnd(c->b, c->returns->bb);
        return c->returns->value;
    }
    LLVMMoveBasicBlockAfter(c->return_bb, LLVMGetLastBasicBlock(c->kernel));
    LLVMPositionBuilderAtEnd(c->b, c->return_bb);
    if (t->kind == SPV_VOID)
        return NULL;
    if (!c->returns) // never returns: what follows cannot be reached
        return spv_undef(c, t);
    if (!c->returns->next && t->kind == SPV_POINTER) // keeps its layout
        return c->returns->value;
    struct spv_value *v = phi_tree(c, t);
    for (struct spv_return *r = c->returns; v->ptr && r; r = r->next)
        spv_take_layout(v, r->value);
    for (struct spv_return *r = c->returns; r; r = r->next)
        phi_add(c, v, r->value, r->bb, 1);
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
static void begin_function(struct spv *c, struct spv_function *f, const struct spv_inst *at,
                           const struct spv_value **args)
{
    struct spv_call *call = arena_new(c->arena, struct spv_call);
    *call = (struct spv_call){.outer = c->inst_state, .at = at, .line = c->line};
    c->inst_state = (struct spv_instance){.instance = ++c->instance_count, .function = f, .call = call};
    spv_find_convergence(c, f);
    if (count_returns(c, f) != 1)
        c->return_bb = LLVMAppendBasicBlockInContext(c->ctx, c->kernel, "");
    for (uint32_t n = 0; n < f->param_count; n++) {
        struct spv_inst p = {.result_id = f->params[n], .op = SpvOpFunctionParameter};
        spv_define(c, &p, SPV_ID_VALUE);
        c->ids[f->params[n]].value = args[n];
    }
    for (uint32_t n = 0; n < f->block_count; n++) {
        f->blocks[n].tail = NULL;
        if (f->blocks[n].reachable) // nothing jumps to the first one
            f->blocks[n].head =
                n ? LLVMAppendBasicBlockInContext(c->ctx, c->kernel, "") : LLVMGetInsertBlock(c->b);
    }
}

// Goes on in the innermost instance: to its end (true), or to a call, which has begun another one.
static bool emit_rest(struct spv *c)
{
    const struct spv_function *f = c->function;
    struct spv_call *call = c->call;
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
            if (c->call != call)
                return false;
        }
        b->tail = LLVMGetInsertBlock(c->b);
    }
    return true;
}

static void end_function(struct spv *c)
{
    const struct spv_call *call = c->call;
    for (struct spv_phi *p = c->phis; p; p = p->next)
        fill_phi(c, c->function, p);
    const struct spv_value *v = emit_returns(c, c->function->type->elem);
    c->inst_state = call->outer;
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

void spv_emit_entry(struct spv *c, struct spv_function *f)
{
    for (begin_function(c, f, NULL, NULL); c->call;)
        if (emit_rest(c))
            end_function(c);
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
    begin_function(c, f, i, args);
}
