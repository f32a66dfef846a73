// The call graph of the entry point. Calls are inlined as they are met (spirv/walk.c), so before that it must
// be known that none is recursive and that all of them together do not grow beyond measure: a function that
// calls another one twice, which calls another one twice, doubles with each level. Callees are looked at
// before their callers, without recursion of ours: a chain of calls may be as long as the module.
#include "compiler/spirv/flow/flow.h"
#include "compiler/spirv/value/id.h"

#define MAX_SIZE 4000000 // instructions in one kernel
#define CALL_COST 2      // an empty function, in instructions

struct visit { // a function whose callees are being looked at
    struct spv_function *f;
    uint32_t block, inst; // where to go on
};

struct walk {
    struct spv *c;
    struct visit *stack;
    uint32_t depth;
};

static struct spv_function *callee(struct spv *c, const struct spv_inst *i)
{
    if (i->op != SpvOpFunctionCall)
        return NULL;
    struct spv_id *d = spv_id(c, spv_word(c, i, 3));
    spv_check(c, d->kind == SPV_ID_FUNCTION, "%%%u is not a function", i->words[3]);
    return d->function;
}

static void enter(struct walk *w, struct spv_function *f)
{
    f->state = SPV_FUNCTION_OPEN;
    f->size = CALL_COST;
    w->stack[w->depth++] = (struct visit){f, 0, f->blocks[0].first};
}

static void add(struct spv *c, struct spv_function *f, uint32_t size, bool converges)
{
    f->size += size; // both are at most MAX_SIZE
    f->converges |= converges;
    if (f->size > MAX_SIZE)
        spv_fail(c, KILN_ERROR_LIMIT, "function %%%u has more than %u instructions with all that it calls",
                 f->id, MAX_SIZE);
}

// Goes on in the function on top, up to a callee that must be looked at first or to its end.
static void advance(struct walk *w)
{
    struct spv *c = w->c;
    struct visit *v = &w->stack[w->depth - 1];
    struct spv_function *f = v->f;
    for (; v->block < f->block_count; v->block++, v->inst = 0) {
        const struct spv_block *b = &f->blocks[v->block];
        if (!b->reachable)
            continue;
        for (v->inst = v->inst ? v->inst : b->first; v->inst < b->end; v->inst++) {
            c->at = &c->insts[v->inst];
            struct spv_function *to = callee(c, c->at);
            spv_check(c, !to || to->state != SPV_FUNCTION_OPEN, "recursion: %%%u calls itself", to->id);
            if (to && to->state == SPV_FUNCTION_NEW) {
                enter(w, to);
                return;
            }
            add(c, f, to ? to->size : 1, to ? to->converges : spv_is_convergent(c->at->op));
        }
    }
    f->state = SPV_FUNCTION_DONE;
    w->depth--;
}

void spv_follow_calls(struct spv *c, struct spv_function *entry)
{
    struct walk w = {c, arena_array(c->arena, struct visit, c->function_count + 1), 0};
    for (enter(&w, entry); w.depth;)
        advance(&w);
    c->at = NULL;
}
