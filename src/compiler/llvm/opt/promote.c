// Private variables to values, for kernels with many variables and blocks. LLVM's sroa does the same, but
// copies a vector of all variables for each edge of the control flow.
//
// As Cytron et al. (1991): phis at the iterated dominance frontiers of the stores, found as Cooper, Harvey
// and Kennedy do, of variables that some block reads before it writes them; then one walk down the dominator
// tree. A variable is a range of bytes of an alloca that is read and written only as a whole, at constant
// offsets. An alloca with any other use stays as it is.
//
// In SSA form n variables that live where n jumps meet are n^2 values that come in: a loop with n breaks, and
// n variables that are used behind it. So where the phis of blocks with many predecessors would have too many
// values altogether, those variables with the most for each access stay variables, with volatile accesses,
// which LLVM leaves alone: the first load and the last store of each block. They become registers
// (isel/memory/variable.c).
#include <stdlib.h>

#include <llvm-c/Target.h>

#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/opt/opt.h"

enum {
    MANY_JUMPS = 16,      // to one block
    MAX_INCOMING = 20000, // values of phis of blocks with as many
    MAX_LIVE = 4000000,   // blocks that are looked at to see where variables are live
};

struct list {
    uint32_t n;
    struct list *next;
};

struct phi {
    LLVMValueRef value;
    uint32_t slot;
    struct phi *next;
};

struct block {
    uint32_t child, sibling; // of the dominator tree; LLVM_NONE: no more
    struct list *frontier;
    uint32_t access, access_end;
    struct phi *phis;
    uint32_t mark; // slot + 1 that has a phi here
    struct undo *undo;
};

struct access {
    LLVMValueRef inst;
    uint32_t slot;
    bool store;
};

struct place { // what a pointer points to
    uint32_t alloca, offset;
    LLVMValueRef pointer;
};

struct slot {
    uint32_t alloca, offset, size;
    LLVMTypeRef type;
    bool global;         // some block reads it before it writes it
    uint32_t written_in; // block + 1 seen last
    struct list *defs;   // blocks that write it
    struct list *reads;  // blocks that read it before they write it
    struct list *phis;   // blocks
    uint32_t accesses;
    uint32_t incoming;  // values of phis of blocks with many predecessors
    LLVMValueRef value; // in the walk: the current one, or NULL
    // Of one that stays a variable; in the walk: block + 1 that was seen last, and the newest store there.
    LLVMValueRef variable;
    uint32_t seen_in;
    LLVMValueRef store;
};

struct undo {
    uint32_t slot;
    LLVMValueRef value;
    struct undo *next;
};

struct promoter {
    struct arena *a;
    LLVMValueRef kernel;
    LLVMBuilderRef b;
    LLVMTargetDataRef layout;
    const struct llvm_graph *graph;
    struct block *blocks; // by node of the graph
    struct place *places;
    uint32_t place_count;
    struct llvm_map place_of; // pointer -> place
    bool *refused;            // per alloca
    uint32_t alloca_count;
    struct slot *slots;
    uint32_t slot_count;
    struct access *accesses;
    uint32_t access_count;
    struct undo *log;
};

static void push(struct arena *a, struct list **l, uint32_t n)
{
    struct list *e = arena_new(a, struct list);
    *e = (struct list){n, *l};
    *l = e;
}

// ---- control flow

static void link_children(struct promoter *p)
{
    for (uint32_t i = 0; i < p->graph->count; i++)
        p->blocks[i].child = p->blocks[i].sibling = LLVM_NONE;
    for (uint32_t i = p->graph->count; --i;) {
        struct block *up = &p->blocks[p->graph->nodes[i].idom];
        p->blocks[i].sibling = up->child;
        up->child = i;
    }
}

static void find_frontiers(struct promoter *p)
{
    const struct llvm_node *nodes = p->graph->nodes;
    for (uint32_t i = 0; i < p->graph->count; i++)
        for (uint32_t k = nodes[i].pred_count; k-- && nodes[i].pred_count > 1;)
            for (uint32_t at = nodes[i].pred[k]; at != nodes[i].idom; at = nodes[at].idom) {
                if (p->blocks[at].frontier && p->blocks[at].frontier->n == i)
                    break; // and so have those above it
                push(p->a, &p->blocks[at].frontier, i);
            }
}

// ---- variables

static void add_place(struct promoter *p, LLVMValueRef pointer, uint32_t alloca, uint64_t offset)
{
    llvm_map_set(&p->place_of, pointer, p->place_count);
    p->places[p->place_count++] = (struct place){alloca, (uint32_t)offset, pointer};
}

// Where the pointer leads, if it is an alloca or at a constant distance from one.
static void find_place(struct promoter *p, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if (op == LLVMAlloca)
        add_place(p, i, p->alloca_count++, 0);
    if (op != LLVMGetElementPtr)
        return;
    uint32_t from = llvm_map_get(&p->place_of, LLVMGetOperand(i, 0));
    LLVMTypeRef t = LLVMGetGEPSourceElementType(i);
    if (from == LLVM_NONE || LLVMGetNumOperands(i) != 2 || !LLVMIsAConstantInt(LLVMGetOperand(i, 1)))
        return; // its use of the alloca is refused
    int64_t at = (int64_t)p->places[from].offset +
                 LLVMConstIntGetSExtValue(LLVMGetOperand(i, 1)) * (int64_t)LLVMABISizeOfType(p->layout, t);
    if (at >= 0 && at <= INT32_MAX)
        add_place(p, i, p->places[from].alloca, (uint64_t)at);
}

static bool is_plain_access(LLVMValueRef i, LLVMValueRef pointer)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    bool store = op == LLVMStore && LLVMGetOperand(i, 1) == pointer && LLVMGetOperand(i, 0) != pointer;
    return (op == LLVMLoad || store) && !LLVMGetVolatile(i) &&
           LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
}

static void refuse_other_uses(struct promoter *p)
{
    for (uint32_t k = 0; k < p->place_count; k++)
        for (LLVMUseRef u = LLVMGetFirstUse(p->places[k].pointer); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef i = LLVMGetUser(u);
            if (llvm_map_get(&p->place_of, i) == LLVM_NONE && !is_plain_access(i, p->places[k].pointer))
                p->refused[p->places[k].alloca] = true;
        }
}

// A number for an alloca and an offset in it, as a key.
static const void *slot_key(const struct place *at)
{
    return (const void *)((((uintptr_t)at->alloca + 1) << 32) + at->offset);
}

static bool same_kind(struct promoter *p, LLVMTypeRef a, LLVMTypeRef b)
{
    bool pointer = LLVMGetTypeKind(a) == LLVMPointerTypeKind || LLVMGetTypeKind(b) == LLVMPointerTypeKind;
    return a == b || (!pointer && LLVMSizeOfTypeInBits(p->layout, a) == LLVMSizeOfTypeInBits(p->layout, b));
}

static void note_access(struct promoter *p, struct llvm_map *slots, uint32_t block, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if (op != LLVMLoad && op != LLVMStore)
        return;
    uint32_t place = llvm_map_get(&p->place_of, LLVMGetOperand(i, op == LLVMStore ? 1 : 0));
    if (place == LLVM_NONE || p->refused[p->places[place].alloca])
        return;
    const struct place *at = &p->places[place];
    LLVMTypeRef t = LLVMTypeOf(op == LLVMStore ? LLVMGetOperand(i, 0) : i);
    uint32_t slot = llvm_map_get(slots, slot_key(at));
    if (slot == LLVM_NONE) {
        slot = p->slot_count++;
        llvm_map_set(slots, slot_key(at), slot);
        p->slots[slot] = (struct slot){.alloca = at->alloca,
                                       .offset = at->offset,
                                       .size = (uint32_t)LLVMStoreSizeOfType(p->layout, t),
                                       .type = t};
    }
    struct slot *s = &p->slots[slot];
    s->accesses++;
    if (!same_kind(p, s->type, t))
        p->refused[at->alloca] = true;
    if (op == LLVMLoad && s->written_in != block + 1 && (!s->reads || s->reads->n != block)) {
        s->global = true;
        push(p->a, &s->reads, block);
    }
    if (op == LLVMStore && s->written_in != block + 1) {
        s->written_in = block + 1;
        push(p->a, &s->defs, block);
    }
    p->accesses[p->access_count++] = (struct access){i, slot, op == LLVMStore};
}

static int by_place(const void *x, const void *y)
{
    const struct slot *a = *(struct slot *const *)x, *b = *(struct slot *const *)y;
    if (a->alloca != b->alloca)
        return a->alloca < b->alloca ? -1 : 1;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

static void refuse_overlaps(struct promoter *p)
{
    struct slot **order = arena_array(p->a, struct slot *, p->slot_count + 1);
    for (uint32_t k = 0; k < p->slot_count; k++)
        order[k] = &p->slots[k];
    qsort(order, p->slot_count, sizeof(struct slot *), by_place);
    for (uint32_t k = 1; k < p->slot_count; k++)
        if (order[k]->alloca == order[k - 1]->alloca &&
            order[k]->offset < order[k - 1]->offset + order[k - 1]->size)
            p->refused[order[k]->alloca] = true;
}

static void find_variables(struct promoter *p)
{
    uint32_t pointers = 0, accesses = 0;
    for (uint32_t k = 0; k < p->graph->count; k++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(p->graph->nodes[k].llvm); i;
             i = LLVMGetNextInstruction(i)) {
            LLVMOpcode op = LLVMGetInstructionOpcode(i);
            pointers += op == LLVMAlloca || op == LLVMGetElementPtr;
            accesses += op == LLVMLoad || op == LLVMStore;
        }
    p->places = arena_array(p->a, struct place, pointers + 1);
    p->refused = arena_array(p->a, bool, pointers + 1);
    p->slots = arena_array(p->a, struct slot, accesses + 1);
    p->accesses = arena_array(p->a, struct access, accesses + 1);
    llvm_map_init(&p->place_of, p->a, pointers);
    for (uint32_t k = 0; k < p->graph->count; k++) // a pointer is defined before it is used
        for (LLVMValueRef i = LLVMGetFirstInstruction(p->graph->nodes[k].llvm); i;
             i = LLVMGetNextInstruction(i))
            find_place(p, i);
    refuse_other_uses(p);
    struct llvm_map slots;
    llvm_map_init(&slots, p->a, accesses);
    for (uint32_t k = 0; k < p->graph->count; k++) {
        p->blocks[k].access = p->access_count;
        for (LLVMValueRef i = LLVMGetFirstInstruction(p->graph->nodes[k].llvm); i;
             i = LLVMGetNextInstruction(i))
            note_access(p, &slots, k, i);
        p->blocks[k].access_end = p->access_count;
    }
    refuse_overlaps(p);
}

// ---- phis

static void add_phi(struct promoter *p, uint32_t block, uint32_t slot)
{
    struct block *b = &p->blocks[block];
    struct phi *phi = arena_new(p->a, struct phi);
    LLVMPositionBuilderBefore(p->b, LLVMGetFirstInstruction(p->graph->nodes[block].llvm));
    LLVMSetCurrentDebugLocation2(p->b, NULL);
    *phi = (struct phi){LLVMBuildPhi(p->b, p->slots[slot].type, ""), slot, b->phis};
    b->phis = phi;
}

struct live { // per block: slot + 1 that is written there, or live into it
    uint32_t *written, *in, *stack;
    uint32_t budget; // blocks that are still looked at, for all variables
};

// Where the variable is read before it is written: elsewhere a phi would be dead, and in loops n deep, each
// with its counter, there would be n^2. False where that takes too long to find.
static bool find_live(const struct promoter *p, struct live *live, uint32_t slot)
{
    uint32_t n = 0;
    for (struct list *d = p->slots[slot].defs; d; d = d->next)
        live->written[d->n] = slot + 1;
    for (struct list *r = p->slots[slot].reads; r; r = r->next)
        live->in[live->stack[n++] = r->n] = slot + 1;
    for (; n && live->budget; live->budget--) {
        const struct llvm_node *at = &p->graph->nodes[live->stack[--n]];
        for (uint32_t k = 0; k < at->pred_count; k++) {
            const uint32_t from = at->pred[k];
            if (live->written[from] != slot + 1 && live->in[from] != slot + 1)
                live->in[live->stack[n++] = from] = slot + 1;
        }
    }
    return n == 0;
}

static void need_phi(struct promoter *p, uint32_t block, uint32_t slot)
{
    uint32_t jumps = p->graph->nodes[block].pred_count;
    p->blocks[block].mark = slot + 1;
    p->slots[slot].incoming += jumps >= MANY_JUMPS ? jumps : 0;
    push(p->a, &p->slots[slot].phis, block);
}

static void find_phis(struct promoter *p)
{
    const uint32_t blocks = p->graph->count;
    struct live live = {.written = arena_array(p->a, uint32_t, blocks),
                        .in = arena_array(p->a, uint32_t, blocks),
                        .stack = arena_array(p->a, uint32_t, blocks),
                        .budget = MAX_LIVE};
    uint32_t *stack = arena_array(p->a, uint32_t, 2 * blocks + 1);
    for (uint32_t k = 0; k < p->slot_count; k++) {
        uint32_t n = 0;
        if (p->refused[p->slots[k].alloca] || !p->slots[k].global)
            continue;
        bool pruned = find_live(p, &live, k);
        for (struct list *d = p->slots[k].defs; d; d = d->next)
            stack[n++] = d->n;
        while (n)
            for (struct list *f = p->blocks[stack[--n]].frontier; f; f = f->next)
                if (p->blocks[f->n].mark != k + 1 && (!pruned || live.in[f->n] == k + 1)) {
                    need_phi(p, f->n, k);
                    stack[n++] = f->n;
                }
    }
}

static bool is_scalar(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMIntegerTypeKind || k == LLVMHalfTypeKind || k == LLVMFloatTypeKind ||
           k == LLVMDoubleTypeKind;
}

static int by_incoming(const void *x, const void *y)
{
    const struct slot *a = *(struct slot *const *)x, *b = *(struct slot *const *)y;
    uint64_t va = (uint64_t)a->incoming * b->accesses, vb = (uint64_t)b->incoming * a->accesses;
    return va != vb ? (va > vb ? -1 : 1) : (a > b) - (a < b);
}

static void choose_variables(struct promoter *p)
{
    uint64_t incoming = 0;
    uint32_t n = 0;
    for (uint32_t k = 0; k < p->slot_count; k++)
        incoming += p->slots[k].incoming;
    if (incoming <= MAX_INCOMING)
        return;
    struct slot **order = arena_array(p->a, struct slot *, p->slot_count);
    for (uint32_t k = 0; k < p->slot_count; k++)
        if (p->slots[k].incoming && is_scalar(p->slots[k].type))
            order[n++] = &p->slots[k];
    qsort(order, n, sizeof(*order), by_incoming);
    LLVMPositionBuilderBefore(p->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(p->kernel)));
    LLVMSetCurrentDebugLocation2(p->b, NULL);
    for (uint32_t k = 0; k < n && incoming > MAX_INCOMING; k++) {
        incoming -= order[k]->incoming;
        order[k]->variable = LLVMBuildAlloca(p->b, order[k]->type, "");
    }
}

static void place_phis(struct promoter *p)
{
    find_phis(p);
    choose_variables(p);
    for (uint32_t k = 0; k < p->slot_count; k++)
        for (struct list *l = p->slots[k].phis; l && !p->slots[k].variable; l = l->next)
            add_phi(p, l->n, k);
}

// ---- the walk

static void set_value(struct promoter *p, uint32_t slot, LLVMValueRef v)
{
    struct undo *u = arena_new(p->a, struct undo);
    *u = (struct undo){slot, p->slots[slot].value, p->log};
    p->log = u;
    p->slots[slot].value = v;
}

static LLVMValueRef current(const struct promoter *p, uint32_t slot)
{
    const struct slot *s = &p->slots[slot];
    return s->value ? s->value : LLVMGetUndef(s->type);
}

// The value as another type, at the instruction.
static LLVMValueRef as(struct promoter *p, LLVMValueRef at, LLVMValueRef v, LLVMTypeRef t)
{
    if (LLVMTypeOf(v) == t)
        return v;
    LLVMPositionBuilderBefore(p->b, at);
    return LLVMBuildBitCast(p->b, v, t, "");
}

static LLVMValueRef volatile_load(struct promoter *p, const struct slot *s, LLVMValueRef at)
{
    LLVMPositionBuilderBefore(p->b, at);
    LLVMValueRef load = LLVMBuildLoad2(p->b, s->type, s->variable, "");
    LLVMSetVolatile(load, true);
    return load;
}

// Of a slot that stays a variable: within the block its value is known behind the first access.
static void access_variable(struct promoter *p, uint32_t block, const struct access *c)
{
    struct slot *s = &p->slots[c->slot];
    if (s->seen_in != block + 1) {
        s->seen_in = block + 1;
        s->store = NULL;
        s->value = c->store ? NULL : volatile_load(p, s, c->inst);
    }
    if (!c->store)
        return;
    s->value = as(p, c->inst, LLVMGetOperand(c->inst, 0), s->type);
    if (s->store)
        LLVMInstructionEraseFromParent(s->store);
    LLVMPositionBuilderBefore(p->b, c->inst);
    s->store = LLVMBuildStore(p->b, s->value, s->variable);
    LLVMSetVolatile(s->store, true);
}

static void enter_block(struct promoter *p, uint32_t at)
{
    struct block *b = &p->blocks[at];
    LLVMBasicBlockRef bb = p->graph->nodes[at].llvm;
    b->undo = p->log;
    for (struct phi *f = b->phis; f; f = f->next)
        set_value(p, f->slot, f->value);
    for (uint32_t k = b->access; k < b->access_end; k++) {
        const struct access *c = &p->accesses[k];
        if (p->refused[p->slots[c->slot].alloca])
            continue;
        if (p->slots[c->slot].variable)
            access_variable(p, at, c);
        else if (c->store)
            set_value(p, c->slot, as(p, c->inst, LLVMGetOperand(c->inst, 0), p->slots[c->slot].type));
        if (!c->store)
            LLVMReplaceAllUsesWith(c->inst, as(p, c->inst, current(p, c->slot), LLVMTypeOf(c->inst)));
        LLVMInstructionEraseFromParent(c->inst);
    }
    for (unsigned k = 0, n = llvm_successor_count(bb); k < n; k++) {
        uint32_t to = llvm_map_get(&p->graph->index, llvm_successor(bb, k));
        for (struct phi *f = p->blocks[to].phis; f; f = f->next) {
            LLVMValueRef v = current(p, f->slot);
            LLVMAddIncoming(f->value, &v, &bb, 1);
        }
    }
}

static void leave_block(struct promoter *p, const struct block *b)
{
    for (; p->log != b->undo; p->log = p->log->next)
        p->slots[p->log->slot].value = p->log->value;
}

static void walk(struct promoter *p)
{
    uint32_t at = 0;
    enter_block(p, 0);
    for (;;) { // down to a child, over to a sibling, or up
        struct block *b = &p->blocks[at];
        uint32_t child = b->child;
        if (child != LLVM_NONE) {
            b->child = p->blocks[child].sibling;
            at = child;
            enter_block(p, at);
            continue;
        }
        leave_block(p, b);
        if (!at)
            return;
        at = p->graph->nodes[at].idom;
    }
}

// ---- the whole

// A block that cannot be reached reads nothing, and its jumps bring nothing.
static void empty_unreachable(struct promoter *p, LLVMBasicBlockRef bb)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMOpcode op = LLVMGetInstructionOpcode(i);
        if (op != LLVMLoad && op != LLVMStore)
            continue;
        uint32_t place = llvm_map_get(&p->place_of, LLVMGetOperand(i, op == LLVMStore ? 1 : 0));
        if (place == LLVM_NONE || p->refused[p->places[place].alloca])
            continue;
        if (op == LLVMLoad)
            LLVMReplaceAllUsesWith(i, LLVMGetUndef(LLVMTypeOf(i)));
        LLVMInstructionEraseFromParent(i);
    }
    for (unsigned k = 0, n = llvm_successor_count(bb); k < n; k++) {
        uint32_t to = llvm_map_get(&p->graph->index, llvm_successor(bb, k));
        for (struct phi *f = to == LLVM_NONE ? NULL : p->blocks[to].phis; f; f = f->next) {
            LLVMValueRef none = LLVMGetUndef(p->slots[f->slot].type);
            LLVMAddIncoming(f->value, &none, &bb, 1);
        }
    }
}

static void drop_places(struct promoter *p)
{
    for (uint32_t k = p->place_count; k--;)
        if (!p->refused[p->places[k].alloca] && !LLVMGetFirstUse(p->places[k].pointer))
            LLVMInstructionEraseFromParent(p->places[k].pointer);
}

void llvm_promote(struct llvm_facts *f)
{
    struct arena *a = f->arena;
    LLVMValueRef kernel = f->kernel;
    struct promoter p = {.a = a, .kernel = kernel, .graph = llvm_facts_graph(f)};
    p.blocks = arena_array(a, struct block, p.graph->count);
    link_children(&p);
    find_frontiers(&p);
    LLVMModuleRef m = LLVMGetGlobalParent(kernel);
    p.layout = LLVMGetModuleDataLayout(m);
    p.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    find_variables(&p);
    place_phis(&p);
    walk(&p);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        if (llvm_map_get(&p.graph->index, bb) == LLVM_NONE)
            empty_unreachable(&p, bb);
    drop_places(&p);
    LLVMDisposeBuilder(p.b);
}
