// Loops that start at an item's place in its group and step over an array: for (i = index; i < 512; i +=
// 256). Where all items surely take as many rounds, the loop counts these from a constant on: it is uniform
// then, and may be unrolled. What it stepped by is computed from the count.
//
// That all take as many is known where the start lies between constants and both of these take as many: the
// more it starts at, the fewer rounds are left, never more.
#include <string.h>

#include "compiler/llvm/ir/counter.h"
#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/ir/lane_index.h"
#include "compiler/llvm/opt/opt.h"

enum {
    DEPTH = 6,         // of what computes the start
    MAX_ROUNDS = 4096, // that are counted out
};

#define MAX_VALUE (INT64_C(1) << 30) // no counter comes near the end of its type

struct range {
    int64_t lo, hi;
};

struct even {
    LLVMBasicBlockRef header, latch;
    LLVMValueRef phi, begin;
    unsigned latch_index; // of the phi's incoming values
    int64_t step, rounds;
    bool stays_if; // the condition holds
};

static int64_t group_size(const struct llvm_shader *s)
{
    return (int64_t)s->local_size[0] * s->local_size[1] * s->local_size[2];
}

static bool range_of(const struct llvm_shader *s, LLVMValueRef v, unsigned depth, struct range *r);

static bool range_of_step(const struct llvm_shader *s, LLVMValueRef v, unsigned depth, struct range *r)
{
    int64_t c;
    if (!llvm_constant_i32(LLVMGetOperand(v, 1), &c) || c < 0 || !range_of(s, LLVMGetOperand(v, 0), depth, r))
        return false;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
        *r = (struct range){r->lo + c, r->hi + c};
        return true;
    case LLVMOr:
        *r = (struct range){r->lo + c, r->hi + c};
        return LLVMGetIsDisjoint(v);
    case LLVMShl:
        *r = (struct range){r->lo << (c & 31), r->hi << (c & 31)};
        return true;
    case LLVMMul:
        *r = (struct range){r->lo * c, r->hi * c};
        return true;
    case LLVMLShr:
        *r = (struct range){r->lo >> (c & 31), r->hi >> (c & 31)};
        return true;
    case LLVMAnd:
        *r = (struct range){0, c < r->hi ? c : r->hi};
        return true;
    case LLVMURem:
        *r = (struct range){0, c - 1 < r->hi ? c - 1 : r->hi};
        return c > 0;
    case LLVMUDiv:
        if (!c)
            return false;
        *r = (struct range){r->lo / c, r->hi / c};
        return true;
    default:
        return false;
    }
}

// Of an i32 that is made of the place in the group.
static bool range_of(const struct llvm_shader *s, LLVMValueRef v, unsigned depth, struct range *r)
{
    bool lane = LLVMIsACallInst(v) && intrinsic_of(v) == INTRINSIC_LANE_ID;
    if (lane || llvm_first_index(v)) {
        *r = (struct range){0, group_size(s) - 1};
        return true;
    }
    if (!depth || !LLVMIsABinaryOperator(v) || LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(LLVMTypeOf(v)) != 32 || !range_of_step(s, v, depth - 1, r))
        return false;
    return r->hi < MAX_VALUE;
}

// Rounds from `i` on; MAX_ROUNDS: more, or nobody knows.
static int64_t rounds_from(const struct even *e, LLVMIntPredicate p, int64_t i, int64_t end)
{
    int64_t n = 0;
    for (; n < MAX_ROUNDS && i < MAX_VALUE && llvm_icmp_holds(p, i, end) == e->stays_if; i += e->step)
        n++;
    return i < MAX_VALUE ? n : MAX_ROUNDS;
}

static bool find_counter(struct even *e, LLVMValueRef phi)
{
    if (!llvm_is_counter(phi, e->header, &e->latch_index, &e->step))
        return false;
    e->phi = phi;
    e->latch = LLVMGetIncomingBlock(phi, e->latch_index);
    e->begin = LLVMGetIncomingValue(phi, !e->latch_index);
    return e->step > 0;
}

static bool is_even(const struct llvm_shader *s, const struct llvm_graph *g, uint32_t loop, struct even *e)
{
    e->header = g->nodes[g->loops[loop].header].llvm;
    LLVMValueRef br = LLVMGetBasicBlockTerminator(e->header);
    if (LLVMGetInstructionOpcode(br) != LLVMBr || !LLVMIsConditional(br) ||
        !LLVMIsAICmpInst(LLVMGetCondition(br)))
        return false;
    LLVMValueRef c = LLVMGetCondition(br);
    struct range r;
    int64_t end, n;
    if (!find_counter(e, LLVMGetOperand(c, 0)) || !llvm_constant_i32(LLVMGetOperand(c, 1), &end) ||
        LLVMIsAConstant(e->begin) || !range_of(s, e->begin, DEPTH, &r))
        return false;
    bool stays[2];
    for (unsigned k = 0; k < 2; k++)
        stays[k] = llvm_loop_contains(g, loop, llvm_map_get(&g->index, LLVMGetSuccessor(br, k)));
    if (stays[0] == stays[1])
        return false;
    e->stays_if = stays[0];
    LLVMIntPredicate p = LLVMGetICmpPredicate(c);
    e->rounds = rounds_from(e, p, r.lo, end);
    n = rounds_from(e, p, r.hi, end);
    bool up = p != LLVMIntEQ && p != LLVMIntNE; // more is never further from the end
    return up && n == e->rounds && n > 0 && n < MAX_ROUNDS;
}

static void count_rounds(LLVMBuilderRef b, const struct even *e)
{
    LLVMTypeRef i32 = LLVMTypeOf(e->phi);
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(e->phi, !e->latch_index);
    LLVMValueRef br = LLVMGetBasicBlockTerminator(e->header), zero = LLVMConstInt(i32, 0, false);
    LLVMPositionBuilderBefore(b, e->phi);
    LLVMValueRef round = LLVMBuildPhi(b, i32, "");
    LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(e->latch));
    LLVMValueRef next = LLVMBuildNUWAdd(b, round, LLVMConstInt(i32, 1, false), "");
    LLVMAddIncoming(round, &zero, &from, 1);
    LLVMAddIncoming(round, &next, (LLVMBasicBlockRef[]){e->latch}, 1);
    LLVMValueRef first = LLVMGetFirstInstruction(e->header);
    while (LLVMIsAPHINode(first))
        first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(b, first);
    LLVMValueRef far = LLVMBuildNUWMul(b, round, LLVMConstInt(i32, (uint64_t)e->step, false), "");
    LLVMValueRef place = LLVMBuildNUWAdd(b, e->begin, far, "");
    LLVMPositionBuilderBefore(b, br);
    LLVMValueRef goes_on = LLVMBuildICmp(b, e->stays_if ? LLVMIntULT : LLVMIntUGE, round,
                                         LLVMConstInt(i32, (uint64_t)e->rounds, false), "");
    LLVMSetCondition(br, goes_on);
    LLVMReplaceAllUsesWith(e->phi, place);
    LLVMInstructionEraseFromParent(e->phi);
}

bool llvm_count_even_loops(struct llvm_facts *f, const struct llvm_shader *s)
{
    const struct llvm_graph *g = llvm_facts_graph(f);
    bool any = false;
    if (!g->reducible)
        return false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(s->module));
    for (uint32_t k = 0; k < g->loop_count; k++) {
        struct even e;
        if (is_even(s, g, k, &e)) {
            count_rounds(b, &e);
            any = true;
        }
    }
    LLVMDisposeBuilder(b);
    return any;
}
