// Phis that may share their registers, so that no copy goes from one to the other.
//
// A switch of n cases in a loop, each of which writes one variable of many, makes two phis of every variable:
// at the loop's header, and where the cases meet, with the first coming in from all cases but few. Copied at
// the end of each case, that is the number of cases times the number of variables, in instructions that
// register allocation would have to take out again. So a phi goes into the web of the phi that comes in on
// most of its edges, if no member of the one web is live where a member of the other is defined. (Of two
// edges the allocator takes care.)
//
// A member is live as long as any value that is only another name of it: what selection moves about, or
// selects at its uses. All members are divergent, so that a channel writes its own lane only.
#include "compiler/isel/operand/ctx.h"

enum { MIN_EDGES = 3, MAX_MEMBERS = 8, STEPS_PER_EDGE = 16 };

struct web {
    uint32_t member[MAX_MEMBERS], count; // values
};

struct weaver {
    struct isel_ctx *x;
    struct web **web;                  // by value, NULL: alone
    uint32_t *seen_value, *seen_block; // walks that have been there
    uint32_t *seen_phi;                // by value: the last of the names whose uses were looked at
    uint32_t *values, *blocks;         // stacks
    uint32_t value_count, block_count; // on them
    uint32_t walk, name, steps, from;  // the current walk, what it may still do, and the block of its value
};

static uint32_t index_of(const struct weaver *w, const struct isel_value *v)
{
    return (uint32_t)(v - w->x->values);
}

static bool may_share(const struct weaver *w, LLVMValueRef v)
{
    struct isel_value *val = LLVMIsAPHINode(v) ? isel_val(w->x, v) : NULL;
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    return val && val->divergent && w->x->cfg.blocks[val->block].pred_count > 1 &&
           ((kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) > 1) || kind == LLVMFloatTypeKind ||
            kind == LLVMHalfTypeKind || kind == LLVMDoubleTypeKind);
}

// ---- where a value is live

static void live_into(struct weaver *w, uint32_t block)
{
    if (block == w->from || w->seen_block[block] == w->walk)
        return;
    w->seen_block[block] = w->walk;
    w->blocks[w->block_count++] = block;
}

// Does an instruction read its operands where it stands, once and for all?
static bool computes(const struct isel_value *v)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(v->llvm);
    return !v->sunk &&
           (op == LLVMAdd || op == LLVMMul || op == LLVMFAdd || op == LLVMFMul || op == LLVMStore);
}

static void use_in_phi(struct weaver *w, LLVMValueRef phi, LLVMValueRef v)
{
    unsigned n = LLVMCountIncoming(phi);
    w->steps -= n < w->steps ? n : w->steps;
    for (unsigned k = 0; k < n; k++)
        if (LLVMGetIncomingValue(phi, k) == v) {
            uint32_t block = llvm_map_get(&w->x->cfg.index, LLVMGetIncomingBlock(phi, k));
            if (block != LLVM_NONE)
                live_into(w, block);
        }
}

static void uses(struct weaver *w, LLVMValueRef v)
{
    w->name++;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && w->steps; u = LLVMGetNextUse(u), w->steps--) {
        LLVMValueRef user = LLVMGetUser(u);
        struct isel_value *val = isel_val(w->x, user);
        if (!val)
            continue;
        uint32_t at = index_of(w, val);
        bool phi = LLVMIsAPHINode(user);
        if (phi && w->x->cfg.blocks[val->block].pred_count > 1) {
            if (w->seen_phi[at] != w->name)
                use_in_phi(w, user, v);
            w->seen_phi[at] = w->name;
            continue;
        }
        if (w->seen_value[at] == w->walk)
            continue;
        w->seen_value[at] = w->walk;
        live_into(w, val->block);
        if (phi || !computes(val))
            w->values[w->value_count++] = at;
    }
}

static bool is_live_into_any(struct weaver *w, uint32_t value, const struct web *others, uint32_t steps)
{
    w->walk++;
    w->steps = steps;
    w->from = w->x->values[value].block;
    w->block_count = 0;
    w->values[0] = value;
    w->value_count = 1;
    while (w->value_count && w->steps)
        uses(w, w->x->values[w->values[--w->value_count]].llvm);
    while (w->block_count && w->steps) {
        const struct cfg_block *b = &w->x->cfg.blocks[w->blocks[--w->block_count]];
        w->steps -= b->pred_count < w->steps ? b->pred_count : w->steps;
        for (uint32_t k = 0; k < b->pred_count; k++)
            live_into(w, b->pred[k]);
    }
    bool live = !w->steps; // not known
    for (uint32_t k = 0; k < others->count; k++)
        live |= w->seen_block[w->x->values[others->member[k]].block] == w->walk;
    return live;
}

// ---- webs

static bool interfere(struct weaver *w, const struct web *a, const struct web *b, uint32_t steps)
{
    for (uint32_t k = 0; k < a->count; k++)
        for (uint32_t n = 0; n < b->count; n++)
            if (w->x->values[a->member[k]].block == w->x->values[b->member[n]].block)
                return true;
    for (uint32_t k = 0; k < a->count; k++)
        if (is_live_into_any(w, a->member[k], b, steps))
            return true;
    for (uint32_t k = 0; k < b->count; k++)
        if (is_live_into_any(w, b->member[k], a, steps))
            return true;
    return false;
}

static struct web *web_of(struct weaver *w, uint32_t value)
{
    if (!w->web[value]) {
        w->web[value] = arena_new(w->x->arena, struct web);
        *w->web[value] = (struct web){{value}, 1};
    }
    return w->web[value];
}

// What comes in on most edges, or NULL.
static LLVMValueRef usual_value(LLVMValueRef phi, unsigned n)
{
    LLVMValueRef v = NULL;
    unsigned ahead = 0, count = 0;
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef in = LLVMGetIncomingValue(phi, k);
        if (!ahead)
            v = in;
        ahead = in == v ? ahead + 1 : ahead - 1;
    }
    for (unsigned k = 0; k < n && count < MIN_EDGES; k++)
        count += LLVMGetIncomingValue(phi, k) == v;
    return count == MIN_EDGES ? v : NULL;
}

static void weave(struct weaver *w, LLVMValueRef phi)
{
    unsigned n = LLVMCountIncoming(phi);
    LLVMValueRef other = n >= MIN_EDGES && may_share(w, phi) ? usual_value(phi, n) : NULL;
    if (!other || LLVMTypeOf(other) != LLVMTypeOf(phi) || !may_share(w, other))
        return;
    struct web *a = web_of(w, index_of(w, isel_val(w->x, phi)));
    struct web *b = web_of(w, index_of(w, isel_val(w->x, other)));
    if (a == b || a->count + b->count > MAX_MEMBERS || interfere(w, a, b, STEPS_PER_EDGE * n))
        return;
    for (uint32_t k = 0; k < a->count; k++) {
        b->member[b->count++] = a->member[k];
        w->web[a->member[k]] = b;
    }
}

// Before registers are given to phis: those of one web get the same (isel_value.web).
void isel_share_phi_registers(struct isel_ctx *x)
{
    uint32_t n = x->value_count + 1, blocks = x->cfg.count;
    struct weaver w = {.x = x,
                       .web = arena_array(x->arena, struct web *, n),
                       .seen_value = arena_array(x->arena, uint32_t, n),
                       .seen_phi = arena_array(x->arena, uint32_t, n),
                       .seen_block = arena_array(x->arena, uint32_t, blocks),
                       .values = arena_array(x->arena, uint32_t, n + 1),
                       .blocks = arena_array(x->arena, uint32_t, blocks)};
    for (uint32_t b = 0; b < blocks; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(x->cfg.blocks[b].llvm); i && LLVMIsAPHINode(i);
             i = LLVMGetNextInstruction(i))
            if (x->cfg.blocks[b].pred_count >= MIN_EDGES)
                weave(&w, i);
    for (uint32_t v = 0; v < x->value_count; v++)
        x->values[v].web = w.web[v] ? w.web[v]->member[0] : v;
}
