// Takes loops apart that surely run once: kernels whose shapes are constants are full of them, one in the
// other, and LLVM simplifies the whole body again for each that it unrolls.
//
// A loop is seen where it has one way in and one latch, and where a counter that begins, steps and is
// compared with constants decides on a next round: at the latch, or at the top, in blocks that nothing else
// enters. What is decided at the top happens twice, first to enter and then to leave: the second time is a
// copy of those blocks between the latch and the exit. What they compute may be used behind the exit, and
// breaks that come there too bring the values of the first time: such values go through variables
// (llvm_promote).
#include <limits.h>

#include "compiler/llvm/ir/counter.h"
#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/opt/opt.h"
#include "compiler/llvm/ir/uses.h"

enum { MAX_COPIED = 16 }; // instructions

struct top {                    // a value of the blocks at the top
    LLVMValueRef value, second; // the first time; the second time
    bool phi;
};

struct once {
    struct arena *a;
    const struct llvm_graph *g;
    LLVMValueRef kernel;
    struct llvm_map copies; // of blocks at the top -> the node of the exit: they are in the same loops
    LLVMContextRef ctx;
    LLVMBuilderRef b;
    uint32_t loop, header, latch;
    LLVMBasicBlockRef test, exit; // of a loop that is tested at the top
    struct top *top;
    uint32_t top_count, top_capacity;
    struct llvm_map top_index; // value -> top
    bool variables;
};

static bool ends_in_branch(LLVMBasicBlockRef bb, bool conditional)
{
    LLVMValueRef br = LLVMGetBasicBlockTerminator(bb);
    return LLVMGetInstructionOpcode(br) == LLVMBr && LLVMIsConditional(br) == conditional;
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    return LLVMGetIncomingValue(phi, LLVMGetIncomingBlock(phi, 0) == from ? 0 : 1);
}

static uint32_t node_of(const struct once *o, LLVMBasicBlockRef bb)
{
    const uint32_t n = llvm_map_get(&o->g->index, bb);
    return n == LLVM_NONE ? llvm_map_get(&o->copies, bb) : n;
}

static LLVMBasicBlockRef latch_block(const struct once *o)
{
    return o->g->nodes[o->latch].llvm;
}

static LLVMValueRef first_value(const struct once *o, LLVMValueRef phi)
{
    return LLVMGetIncomingValue(phi, LLVMGetIncomingBlock(phi, 0) == latch_block(o) ? 1 : 0);
}

// What the branch's condition is in a round (0, 1) of the loop; -1: nobody knows.
static int condition(const struct once *o, LLVMBasicBlockRef bb, unsigned round)
{
    LLVMValueRef c = LLVMGetCondition(LLVMGetBasicBlockTerminator(bb)), phi, next;
    int64_t end, begin, step, add = 0;
    if (!LLVMIsAICmpInst(c) || !llvm_constant_i32(LLVMGetOperand(c, 1), &end))
        return -1;
    phi = LLVMGetOperand(c, 0);
    if (LLVMIsABinaryOperator(phi) && LLVMGetInstructionOpcode(phi) == LLVMAdd) {
        if (!llvm_constant_i32(LLVMGetOperand(phi, 1), &add))
            return -1;
        phi = LLVMGetOperand(phi, 0);
    }
    if (!LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != o->g->nodes[o->header].llvm ||
        !llvm_constant_i32(first_value(o, phi), &begin))
        return -1;
    next = incoming(phi, latch_block(o));
    if (!LLVMIsABinaryOperator(next) || LLVMGetInstructionOpcode(next) != LLVMAdd ||
        LLVMGetOperand(next, 0) != phi || !llvm_constant_i32(LLVMGetOperand(next, 1), &step))
        return -1;
    return llvm_icmp_holds(LLVMGetICmpPredicate(c), begin + round * step + add, end);
}

static bool leads_back(const struct once *o, LLVMBasicBlockRef bb)
{
    uint32_t at = node_of(o, bb);
    return at != LLVM_NONE && llvm_loop_contains(o->g, o->loop, at);
}

static void replace_branch(struct once *o, LLVMBasicBlockRef bb, LLVMBasicBlockRef to)
{
    LLVMValueRef br = LLVMGetBasicBlockTerminator(bb);
    LLVMPositionBuilderBefore(o->b, br);
    LLVMBuildBr(o->b, to);
    LLVMInstructionEraseFromParent(br);
}

// Phis of the header are what comes in first.
static void drop_phis(struct once *o)
{
    LLVMBasicBlockRef header = o->g->nodes[o->header].llvm;
    for (LLVMValueRef i; LLVMIsAPHINode(i = LLVMGetFirstInstruction(header));) {
        LLVMReplaceAllUsesWith(i, first_value(o, i));
        LLVMInstructionEraseFromParent(i);
    }
}

// ---- tested at the latch

static bool ends_at_latch(const struct once *o)
{
    if (!ends_in_branch(latch_block(o), true))
        return false;
    LLVMBasicBlockRef header = o->g->nodes[o->header].llvm;
    unsigned back = llvm_successor(latch_block(o), 1) == header;
    int c = condition(o, latch_block(o), 0);
    return llvm_successor(latch_block(o), !back) != header && c >= 0 && (c ? 0u : 1u) != back;
}

static void cut_at_latch(struct once *o)
{
    unsigned back = llvm_successor(latch_block(o), 1) == o->g->nodes[o->header].llvm;
    replace_branch(o, latch_block(o), llvm_successor(latch_block(o), !back));
    drop_phis(o);
}

// ---- tested at the top

static bool may_copy(LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMCall:
    case LLVMStore:
    case LLVMAlloca:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
        return false;
    default:
        return true;
    }
}

static void add_top(struct once *o, LLVMValueRef v, bool phi)
{
    if (o->top_count == o->top_capacity) {
        uint32_t n = o->top_capacity ? 2 * o->top_capacity : 32;
        o->top = arena_grow(o->a, o->top, o->top_count * sizeof(*o->top), n * sizeof(*o->top));
        o->top_capacity = n;
    }
    llvm_map_set(&o->top_index, v, o->top_count);
    o->top[o->top_count++] = (struct top){.value = v, .phi = phi};
}

// The blocks from the header to the test; false if something in them should not be copied.
static bool find_top(struct once *o)
{
    LLVMBasicBlockRef bb = o->g->nodes[o->header].llvm;
    unsigned copied = 0;
    o->top_count = 0;
    llvm_map_init(&o->top_index, o->a, 0);
    for (;;) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); !LLVMIsATerminatorInst(i);
             i = LLVMGetNextInstruction(i)) {
            bool phi = LLVMIsAPHINode(i) != NULL;
            copied += !phi;
            if (copied > MAX_COPIED || !may_copy(i))
                return false;
            add_top(o, i, phi);
        }
        if (!ends_in_branch(bb, false))
            break;
        bb = llvm_successor(bb, 0);
        uint32_t at = node_of(o, bb);
        if (at == LLVM_NONE || at == o->header || o->g->nodes[at].pred_count != 1 ||
            LLVMIsAPHINode(LLVMGetFirstInstruction(bb)))
            return false;
    }
    o->test = bb;
    return ends_in_branch(bb, true);
}

static bool ends_at_top(struct once *o)
{
    if (!find_top(o))
        return false;
    unsigned out = leads_back(o, llvm_successor(o->test, 0));
    if (leads_back(o, llvm_successor(o->test, out)) || !leads_back(o, llvm_successor(o->test, !out)))
        return false;
    o->exit = llvm_successor(o->test, out);
    if (node_of(o, o->exit) <= node_of(o, o->test))
        return false; // it is the latch of a loop around
    int first = condition(o, o->test, 0), second = condition(o, o->test, 1);
    return first >= 0 && (first ? 0u : 1u) != out && (second ? 0u : 1u) == out;
}

// What a value is the second time.
static LLVMValueRef second(const struct once *o, LLVMValueRef v)
{
    uint32_t at = llvm_map_get(&o->top_index, v);
    return at == LLVM_NONE ? v : o->top[at].second;
}

// Of a value that the latch brings to the header's phis: a phi among them still is what came in first.
static LLVMValueRef as_first(const struct once *o, LLVMValueRef v)
{
    uint32_t at = llvm_map_get(&o->top_index, v);
    return at != LLVM_NONE && o->top[at].phi ? first_value(o, v) : v;
}

static LLVMBasicBlockRef copy_top(struct once *o)
{
    LLVMBasicBlockRef copy = LLVMInsertBasicBlockInContext(o->ctx, o->exit, "");
    LLVMPositionBuilderAtEnd(o->b, copy);
    for (unsigned k = 0; k < o->top_count; k++)
        if (o->top[k].phi)
            o->top[k].second = as_first(o, incoming(o->top[k].value, latch_block(o)));
    for (unsigned k = 0; k < o->top_count; k++) {
        struct top *t = &o->top[k];
        if (t->phi)
            continue;
        t->second = LLVMInstructionClone(t->value);
        for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(t->second); n++)
            LLVMSetOperand(t->second, n, second(o, LLVMGetOperand(t->second, n)));
        LLVMInsertIntoBuilder(o->b, t->second);
    }
    LLVMBuildBr(o->b, o->exit);
    return copy;
}

// The exit's phis take from the copy what they took from the test.
static void move_exit_phis(struct once *o, LLVMBasicBlockRef copy)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(o->exit), next; LLVMIsAPHINode(i); i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMPositionBuilderBefore(o->b, i);
        LLVMValueRef phi = LLVMBuildPhi(o->b, LLVMTypeOf(i), "");
        for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
            LLVMValueRef v = LLVMGetIncomingValue(i, k);
            LLVMBasicBlockRef from = LLVMGetIncomingBlock(i, k);
            if (from == o->test) {
                v = second(o, v);
                from = copy;
            }
            LLVMAddIncoming(phi, &v, &from, 1);
        }
        LLVMReplaceAllUsesWith(i, phi);
        LLVMInstructionEraseFromParent(i);
    }
}

static LLVMBasicBlockRef use_block(LLVMValueRef user, unsigned operand)
{
    return LLVMIsAPHINode(user) ? LLVMGetIncomingBlock(user, operand) : LLVMGetInstructionParent(user);
}

static void store_before_end(struct once *o, LLVMBasicBlockRef bb, LLVMValueRef v, LLVMValueRef variable)
{
    LLVMPositionBuilderBefore(o->b, LLVMGetBasicBlockTerminator(bb));
    LLVMBuildStore(o->b, v, variable);
}

static LLVMValueRef make_variable(struct once *o, const struct top *t, LLVMBasicBlockRef copy)
{
    LLVMPositionBuilderBefore(o->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(o->kernel)));
    LLVMValueRef variable = LLVMBuildAlloca(o->b, LLVMTypeOf(t->value), "");
    store_before_end(o, o->test, t->phi ? first_value(o, t->value) : t->value, variable);
    store_before_end(o, copy, t->second, variable);
    o->variables = true;
    return variable;
}

// Uses behind the loop read a variable, which holds the value of the first time or of the second.
static void carry_out(struct once *o, const struct top *t, LLVMBasicBlockRef copy)
{
    LLVMValueRef variable = NULL, *users;
    users = arena_array(o->a, LLVMValueRef, 1 + llvm_count_uses(t->value, UINT_MAX));
    LLVMTypeRef type = LLVMTypeOf(t->value);
    unsigned count = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(t->value); u; u = LLVMGetNextUse(u))
        users[count++] = LLVMGetUser(u);
    for (unsigned k = 0; k < count; k++)
        for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(users[k]); n++) {
            LLVMBasicBlockRef bb = use_block(users[k], n);
            if (LLVMGetOperand(users[k], n) != t->value || bb == copy || leads_back(o, bb))
                continue;
            if (!variable)
                variable = make_variable(o, t, copy);
            LLVMPositionBuilderBefore(o->b,
                                      LLVMIsAPHINode(users[k]) ? LLVMGetBasicBlockTerminator(bb) : users[k]);
            LLVMSetOperand(users[k], n, LLVMBuildLoad2(o->b, type, variable, ""));
        }
}

static void cut_at_top(struct once *o)
{
    LLVMBasicBlockRef header = o->g->nodes[o->header].llvm, copy = copy_top(o);
    unsigned stay = llvm_successor(o->test, 0) == o->exit;
    llvm_map_set(&o->copies, copy, node_of(o, o->exit));
    move_exit_phis(o, copy);
    for (unsigned k = 0; k < o->top_count; k++)
        carry_out(o, &o->top[k], copy);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(latch_block(o));
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
        if (LLVMGetSuccessor(end, k) == header)
            LLVMSetSuccessor(end, k, copy);
    replace_branch(o, o->test, llvm_successor(o->test, stay));
    drop_phis(o);
}

// ---- the whole

static bool find_latch(struct once *o)
{
    const struct llvm_node *header = &o->g->nodes[o->header];
    if (header->pred_count != 2)
        return false;
    bool first = header->pred[0] >= o->header;
    o->latch = header->pred[first ? 0 : 1];
    return first != (header->pred[1] >= o->header);
}

void llvm_flatten_single_trip(struct llvm_facts *f)
{
    struct once o = {.a = f->arena,
                     .g = llvm_facts_graph(f),
                     .kernel = f->kernel,
                     .ctx = LLVMGetModuleContext(LLVMGetGlobalParent(f->kernel))};
    if (!o.g->reducible || !o.g->loop_count)
        return;
    llvm_map_init(&o.copies, f->arena, 1);
    o.b = LLVMCreateBuilderInContext(o.ctx);
    for (o.loop = 0; o.loop < o.g->loop_count; o.loop++) {
        o.header = o.g->loops[o.loop].header;
        if (!find_latch(&o))
            continue;
        if (ends_at_latch(&o))
            cut_at_latch(&o);
        else if (ends_at_top(&o))
            cut_at_top(&o);
    }
    LLVMDisposeBuilder(o.b);
    llvm_facts_doubt(f);
    if (o.variables)
        llvm_promote(f);
}
