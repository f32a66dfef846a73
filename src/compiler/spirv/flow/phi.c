// Phis of value trees. Their operands are filled in when the whole function instance is there.
#include "compiler/spirv/flow/flow.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/module/ops.h"

struct spv_value *spv_phi_tree(struct spv *c, const struct spv_type *t)
{
    struct spv_value *v = spv_new_value(c, t);
    if (!spv_is_composite(t)) {
        v->v = LLVMBuildPhi(c->b, spv_llvm_scalar(c, t), "");
        if (t->kind == SPV_POINTER)
            v->ptr = spv_default_pointer(c, t);
    }
    for (uint32_t n = 0; spv_is_composite(t) && n < t->count; n++)
        v->elems[n] = spv_phi_tree(c, spv_elem_type(t, n));
    return v;
}

void spv_phi_add(struct spv *c, const struct spv_value *phi, const struct spv_value *v, LLVMBasicBlockRef bb,
                 unsigned edges)
{
    spv_check(c, spv_same_type(phi->type, v->type), "an operand has another type than the result");
    if (!spv_is_composite(phi->type)) {
        if (v->ptr && !spv_pointers_mix(phi, v))
            spv_unsupported(c, "a choice between pointers of different layout, to arrays of buffers, or to "
                               "buffers without descriptors");
        LLVMValueRef value = v->v;
        for (unsigned n = 0; n < edges; n++)
            LLVMAddIncoming(phi->v, &value, &bb, 1);
        return;
    }
    for (uint32_t n = 0; n < phi->type->count; n++)
        spv_phi_add(c, phi->elems[n], v->elems[n], bb, edges);
}

void spv_op_phi(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    LLVMValueRef last = LLVMGetLastInstruction(LLVMGetInsertBlock(c->b));
    spv_check(c, !last || LLVMIsAPHINode(last), "OpPhi is not at the start of its block");
    struct spv_phi *p = arena_new(c->arena, struct spv_phi);
    struct spv_value *v = spv_phi_tree(c, spv_result_type(c, i));
    *p = (struct spv_phi){c->now.phis, i, v, LLVMGetInsertBlock(c->b)};
    // One of the operands is there already, and tells the layout of what the others point to.
    for (uint32_t w = 3; v->ptr && w + 1 < i->count; w += 2) {
        const struct spv_id *d = spv_id(c, i->words[w]);
        if (d->kind == SPV_ID_VALUE && (d->instance == 0 || d->instance == c->now.number))
            spv_take_layout(v, d->value);
    }
    c->now.phis = p;
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

void spv_fill_phi(struct spv *c, const struct spv_function *f, const struct spv_phi *p)
{
    c->at = p->inst;
    spv_check(c, p->inst->count % 2 == 1, "an operand without its parent");
    for (uint32_t w = 3; w + 1 < p->inst->count; w += 2) {
        struct spv_block *parent = spv_block_of(c, f, p->inst->words[w + 1]);
        if (!parent->reachable)
            continue;
        unsigned edges = count_edges(parent->tail, p->bb);
        bool known;
        if (!edges && spv_constant_condition(c, &c->insts[parent->end - 1], &known))
            continue;
        spv_check(c, edges, "%%%u is not a predecessor", parent->label);
        // What finds a mapped variable goes to the end of the block that it comes from.
        LLVMBasicBlockRef here = LLVMGetInsertBlock(c->b);
        LLVMPositionBuilderBefore(c->b, LLVMGetBasicBlockTerminator(parent->tail));
        spv_place_variable(c, p->inst->words[w]);
        LLVMPositionBuilderAtEnd(c->b, here);
        spv_phi_add(c, p->value, spv_arg(c, p->inst, w), parent->tail, edges);
    }
    for (const struct spv_anchored *e = c->now.anchored; e; e = e->next)
        if (e->to == p->bb)
            phi_keep(p->value, e->from);
}
