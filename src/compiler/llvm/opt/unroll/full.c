// Marks loops that run a few times for full unrolling. LLVM's own measure is the size of the copies; it
// counts the last test of a loop that tests first as one more run, and does not see that a loop that runs
// once is smaller without its frame, which is how kernels of neural networks look whose shapes are constants.
//
// A loop that counts through a private array may grow more: while one index is computed, all of the array is
// in scratch memory. So may one of which much is gone when it is unrolled (llvm/opt/unroll/benefit.c): loops
// are asked inner ones first, since what they become is what an outer one copies.
//
// A loop is seen where its header tests a counter, or what that becomes in the next round, and it begins,
// steps (or doubles, or halves) and ends at constants. Those of an inner loop may be constants only when the
// outer one is unrolled: then the pipeline asks again. So an array whose indices count from or to an outer
// counter (triangles, pairs) is a reason to unroll the outer loop.
#include "compiler/llvm/ir/counter.h"
#include "compiler/llvm/ir/data.h"
#include "compiler/llvm/ir/graph.h"
#include "compiler/llvm/ir/loop_option.h"
#include "compiler/llvm/opt/unroll/unroll.h"

enum {
    MAX_RUNS = 16,
    MAX_ONCE = 3000,           // instructions, of a loop that runs once or not at all
    MAX_INSTRUCTIONS = 360,    // in all copies,
    MAX_SHORT_GROWTH = 100000, // of all of these in a kernel
    // Of loops that save at least a BENEFIT_PARTth of their instructions:
    MAX_BENEFIT_RUNS = 64,
    MAX_BENEFIT_INSTRUCTIONS = 1500,
    MAX_BENEFIT_GROWTH = 4000, // of all of them in a kernel
    BENEFIT_PART = 3,
    // Of loops that count through arrays:
    MAX_ARRAY_RUNS = 80, // as SHA-1 and SHA-512 have rounds
    MAX_ARRAY_INSTRUCTIONS = 8000,
    MAX_ARRAY_GROWTH = 12000, // of all of them in a kernel, each by itself,
    MAX_ARRAY_NEST = 60000,   // and of those of an array in each other
    MAX_AGAIN_BYTES = 256, // of one that is to be in registers: looked at again, or where places are chosen
    MAX_CHAIN = 16,        // instructions between the counter and the address: a table is a tree of selects,
    MAX_STEPS = 400,       // whose branches are looked at one by one
    PHI_CHAIN = 2,         // what a phi takes of that
    MAX_INCOMING = 4,      // of it
    MAX_COUNTERS = 64,
    MAX_CARRIED = 4, // values that loops carry, between an address and what it begins at
};

// The value that it begins at; NULL: it is none.
static LLVMValueRef find_counter_of(struct llvm_counted_loop *l, LLVMValueRef phi)
{
    unsigned latch;
    l->step = l->shift = 0;
    if (!llvm_is_counter(phi, l->header, &latch, &l->step) &&
        !llvm_is_span(phi, l->header, &latch, &l->shift))
        return NULL;
    l->phi = phi;
    l->latch = LLVMGetIncomingBlock(phi, latch);
    return LLVMGetIncomingValue(phi, !latch);
}

static int64_t next_of(const struct llvm_counted_loop *l, int64_t i)
{
    return l->shift > 0   ? (int64_t)(int32_t)((uint32_t)i << l->shift)
           : l->shift < 0 ? (int64_t)((uint32_t)i >> -l->shift)
                          : i + l->step;
}

static bool is_counter(struct llvm_counted_loop *l, LLVMValueRef phi)
{
    LLVMValueRef begin = find_counter_of(l, phi);
    return begin && llvm_constant_i32(begin, &l->begin);
}

// All blocks that reach the latch without the header.
static bool find_blocks(struct llvm_counted_loop *l)
{
    l->block_count = 0;
    l->blocks[l->block_count++] = l->header;
    if (l->latch != l->header)
        l->blocks[l->block_count++] = l->latch;
    for (unsigned k = 1; k < l->block_count; k++)
        for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(l->blocks[k])); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef branch = LLVMGetUser(u);
            LLVMBasicBlockRef from = LLVMIsATerminatorInst(branch) ? LLVMGetInstructionParent(branch) : NULL;
            if (!from || llvm_counted_contains(l, from))
                continue;
            if (l->block_count == LLVM_LOOP_BLOCKS)
                return false;
            l->blocks[l->block_count++] = from;
        }
    l->size = 0;
    for (unsigned k = 0; k < l->block_count; k++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(l->blocks[k]); i; i = LLVMGetNextInstruction(i))
            l->size++;
    return true;
}

// How often the loop runs; MAX_ARRAY_RUNS + 1: more often, or nobody knows.
static unsigned runs(struct llvm_counted_loop *l, bool again)
{
    LLVMValueRef br = LLVMGetBasicBlockTerminator(l->header);
    int64_t end;
    if (LLVMGetInstructionOpcode(br) != LLVMBr || !LLVMIsConditional(br))
        return MAX_ARRAY_RUNS + 1;
    LLVMValueRef c = LLVMGetCondition(br);
    if (!LLVMIsAICmpInst(c) || !llvm_constant_i32(LLVMGetOperand(c, 1), &end))
        return MAX_ARRAY_RUNS + 1;
    LLVMValueRef compared = LLVMGetOperand(c, 0);
    bool next = LLVMIsABinaryOperator(compared) != NULL; // then the header is a part of the loop's body
    if ((next && !again) || !is_counter(l, next ? LLVMGetOperand(compared, 0) : compared) ||
        (next && LLVMGetIncomingValue(l->phi, LLVMGetIncomingBlock(l->phi, 1) == l->latch) != compared) ||
        !find_blocks(l))
        return MAX_ARRAY_RUNS + 1;
    bool stays[2] = {llvm_counted_contains(l, LLVMGetSuccessor(br, 0)),
                     llvm_counted_contains(l, LLVMGetSuccessor(br, 1))};
    if (stays[0] == stays[1])
        return MAX_ARRAY_RUNS + 1;
    unsigned n = next;
    for (int64_t i = next ? next_of(l, l->begin) : l->begin;
         n <= MAX_ARRAY_RUNS && llvm_icmp_holds(LLVMGetICmpPredicate(c), i, end) == stays[0];
         i = next_of(l, i))
        n++;
    return n;
}

// A counter of constant steps that begins or ends (`end`) at values that are not constants yet.
static bool is_bounded_counter(struct llvm_counted_loop *l, LLVMValueRef *begin, LLVMValueRef *end)
{
    LLVMValueRef br = LLVMGetBasicBlockTerminator(l->header);
    if (LLVMGetInstructionOpcode(br) != LLVMBr || !LLVMIsConditional(br) ||
        !LLVMIsAICmpInst(LLVMGetCondition(br)))
        return false;
    *end = LLVMGetOperand(LLVMGetCondition(br), 1);
    *begin = find_counter_of(l, LLVMGetOperand(LLVMGetCondition(br), 0));
    return *begin != NULL;
}

static void mark(LLVMBasicBlockRef latch)
{
    llvm_set_loop_option(LLVMGetBasicBlockTerminator(latch), LLVM_LOOP_FULL, 0);
}

// ---- arrays ----

// The loops that could be unrolled for an array.
struct counters {
    struct counter {
        LLVMValueRef phi;
        LLVMBasicBlockRef latch;
        unsigned runs;           // 0: it waits
        unsigned growth;         // instructions of all copies; 0: is short, or is marked, or waits
        unsigned size;           // the same, of marked ones as well
        uint32_t loop;           // in the graph
        bool used;               // by the array that is looked at
        LLVMValueRef begin, end; // of one that waits for outer loops: its bounds are not constants yet
    } *c;
    unsigned count, growth;
    const struct llvm_shader *shader;
    const struct llvm_graph *graph;
    unsigned steps;                    // left for the index that is looked at
    LLVMValueRef carried[MAX_CARRIED]; // that are being looked at
    unsigned carried_count;
    bool chosen; // an address is one of some constants, not one
};

static struct counter *find_counter(const struct counters *all, LLVMValueRef phi)
{
    for (unsigned k = 0; k < all->count; k++)
        if (all->c[k].phi == phi)
            return &all->c[k];
    return NULL;
}

static bool will_be_constant(struct counters *all, LLVMValueRef v, unsigned chain);

static bool incoming_will_be_constant(struct counters *all, LLVMValueRef phi, unsigned chain)
{
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        if (!will_be_constant(all, LLVMGetIncomingValue(phi, k), chain))
            return false;
    return true;
}

// One of constants, by a branch on the counter as a rule: rounds that begin otherwise than they end, or an
// address that value numbering has taken out of both sides. Or what a loop carries (the place of the largest
// so far), which is one of those that its rounds may put there.
static bool phi_will_be_constant(struct counters *all, LLVMValueRef phi, unsigned chain)
{
    struct counter *loop = NULL;
    for (unsigned k = 0; k < all->carried_count; k++)
        if (all->carried[k] == phi)
            return true;
    if (chain < PHI_CHAIN || LLVMCountIncoming(phi) > MAX_INCOMING)
        return false;
    for (unsigned k = 0; k < all->count && !loop; k++)
        if (LLVMGetInstructionParent(all->c[k].phi) == LLVMGetInstructionParent(phi))
            loop = &all->c[k];
    if (!loop)
        return incoming_will_be_constant(all, phi, chain - PHI_CHAIN);
    if (all->carried_count == MAX_CARRIED || loop->runs > LLVM_ARRAY_CHOICES ||
        !will_be_constant(all, loop->phi, chain))
        return false;
    all->chosen = true;
    all->carried[all->carried_count++] = phi;
    bool are = incoming_will_be_constant(all, phi, chain - PHI_CHAIN);
    all->carried_count--;
    return are;
}

// What is read of constant data (llvm/ir/data.h): orders of words, zigzags, permutations.
static bool data_will_be_constant(struct counters *all, LLVMValueRef load, unsigned chain)
{
    LLVMValueRef p = LLVMGetOperand(load, 0);
    for (; LLVMIsAGetElementPtrInst(p); p = LLVMGetOperand(p, 0))
        for (int k = 1; k < LLVMGetNumOperands(p); k++)
            if (!will_be_constant(all, LLVMGetOperand(p, (unsigned)k), chain))
                return false;
    return llvm_is_data(all->shader, p);
}

// Is it a constant once the loops are unrolled, or one of some, for llvm/opt/array_slots.c?
static bool will_be_constant(struct counters *all, LLVMValueRef v, unsigned chain)
{
    if (LLVMIsAConstant(v))
        return true;
    if (!all->steps)
        return false;
    all->steps--;
    struct counter *c = find_counter(all, v);
    if (c && c->begin)
        return chain && will_be_constant(all, c->begin, chain - 1) &&
               will_be_constant(all, c->end, chain - 1);
    if (c)
        return c->used = true;
    if (LLVMIsAPHINode(v))
        return phi_will_be_constant(all, v, chain);
    const bool folds = !LLVMIsACallInst(v) || LLVMIsAIntrinsicInst(v); // as llvm.bitreverse, umin
    if (!LLVMIsAInstruction(v) || !folds || !chain)
        return false;
    if (LLVMIsALoadInst(v))
        return data_will_be_constant(all, v, chain - 1);
    for (int k = LLVMIsASelectInst(v) != NULL; k < LLVMGetNumOperands(v); k++)
        if (!will_be_constant(all, LLVMGetOperand(v, (unsigned)k), chain - 1))
            return false;
    return true;
}

static bool all_constant(struct counters *all, LLVMValueRef pointer, unsigned chain)
{
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer))
            continue;
        if (!LLVMIsAGetElementPtrInst(user) || !chain)
            return false;
        all->steps = MAX_STEPS;
        for (int n = 1; n < LLVMGetNumOperands(user); n++)
            if (!will_be_constant(all, LLVMGetOperand(user, (unsigned)n), MAX_CHAIN))
                return false;
        if (!all_constant(all, user, chain - 1))
            return false;
    }
    return true;
}

// Copies that the loops around one make of it, of those that the array uses or that are marked.
static uint64_t copies_around(const struct counters *all, uint32_t loop, bool *used)
{
    uint64_t n = 1;
    while ((loop = all->graph->loops[loop].parent) != LLVM_NONE && n <= MAX_ARRAY_NEST)
        for (unsigned k = 0; k < all->count; k++)
            if (all->c[k].loop == loop && all->c[k].runs && (all->c[k].used || !all->c[k].growth)) {
                n *= all->c[k].runs;
                *used |= all->c[k].used;
            }
    return n;
}

// Instructions of all copies, those of loops within each other many times.
static uint64_t size_of_nest(const struct counters *all)
{
    uint64_t sum = 0;
    for (unsigned k = 0; k < all->count; k++) {
        const struct counter *c = &all->c[k];
        bool used = c->used;
        if (!c->runs || c->loop == LLVM_NONE || !(c->used || !c->growth))
            continue;
        const uint64_t n = copies_around(all, c->loop, &used);
        sum += used ? n * c->size : 0;
    }
    return sum;
}

// Loops whose counters are all that keeps the array in memory, if they do not grow too much.
static bool mark_for_array(struct counters *all, LLVMValueRef alloca, bool small)
{
    unsigned growth = 0, n = 0;
    all->chosen = false;
    for (unsigned k = 0; k < all->count; k++)
        all->c[k].used = false;
    if (!all_constant(all, alloca, MAX_CHAIN) || (all->chosen && !small))
        return false;
    for (unsigned k = 0; k < all->count; k++)
        growth += all->c[k].used ? all->c[k].growth : 0;
    if (all->growth + growth > MAX_ARRAY_GROWTH || size_of_nest(all) > MAX_ARRAY_NEST)
        return false;
    all->growth += growth;
    for (unsigned k = 0; k < all->count; k++)
        if (all->c[k].used && all->c[k].growth) {
            mark(all->c[k].latch);
            all->c[k].growth = 0;
            n++;
        }
    return n;
}

static bool mark_for_arrays(LLVMValueRef kernel, struct counters *all, LLVMTargetDataRef dl, bool again)
{
    bool any = false;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
            bool small =
                LLVMIsAAllocaInst(i) && LLVMABISizeOfType(dl, LLVMGetAllocatedType(i)) <= MAX_AGAIN_BYTES;
            any |= LLVMIsAAllocaInst(i) && (!again || small) && mark_for_array(all, i, small);
        }
    return any;
}

// ---- all ----

static bool is_short(const struct llvm_counted_loop *l, unsigned n, unsigned *growth)
{
    const unsigned more = n > 1 ? (n - 1) * l->size : 0;
    const bool fits =
        n > 1 ? n <= MAX_RUNS && l->size <= MAX_ONCE && n * l->size <= MAX_INSTRUCTIONS : l->size <= MAX_ONCE;
    if (!fits || *growth + more > MAX_SHORT_GROWTH)
        return false;
    *growth += more;
    return true;
}

static bool pays(const struct llvm_counted_loop *l, unsigned n, const struct llvm_shader *s,
                 const struct llvm_map *copies, unsigned *growth)
{
    unsigned size = n <= MAX_BENEFIT_RUNS ? llvm_unroll_size(l, copies) : MAX_BENEFIT_INSTRUCTIONS;
    if (n * size > MAX_BENEFIT_INSTRUCTIONS || *growth + n * size > MAX_BENEFIT_GROWTH)
        return false;
    if (llvm_unroll_benefit(l, s, copies) * BENEFIT_PART < size)
        return false;
    *growth += n * size;
    return true;
}

static void count_copies(struct llvm_map *copies, const struct llvm_counted_loop *l, unsigned n)
{
    for (unsigned k = 0; k < l->block_count && n > 1; k++) {
        unsigned before = llvm_counted_copies(copies, l->blocks[k]);
        if (before < MAX_BENEFIT_INSTRUCTIONS) // more are too many, whatever is in them
            llvm_map_set(copies, l->blocks[k], n * before);
    }
}

bool llvm_mark_short_loops(struct llvm_facts *f, const struct llvm_shader *s, enum llvm_unroll_for what)
{
    struct arena *a = f->arena;
    LLVMValueRef kernel = s->kernel;
    bool any = false, arrays = what != LLVM_UNROLL_SHORT, again = what == LLVM_UNROLL_AGAIN;
    unsigned growth = 0, short_growth = 0;
    struct llvm_counted_loop l;
    struct llvm_map copies;
    struct counters all = {.c = arrays ? arena_array(a, struct counter, MAX_COUNTERS) : NULL, .shader = s};
    LLVMTargetDataRef dl = LLVMGetModuleDataLayout(s->module);
    const struct llvm_graph *g = llvm_facts_graph(f);
    all.graph = g;
    llvm_map_init(&copies, a, 16);
    // The header of an inner loop lies behind that of the loop around it.
    for (LLVMBasicBlockRef bb = LLVMGetLastBasicBlock(kernel); bb; bb = LLVMGetPreviousBasicBlock(bb)) {
        l.header = bb;
        unsigned n = runs(&l, again);
        struct counter waits = {0};
        if (n > MAX_ARRAY_RUNS) {
            if (arrays && all.count < MAX_COUNTERS && is_bounded_counter(&l, &waits.begin, &waits.end)) {
                waits.phi = l.phi;
                all.c[all.count++] = waits;
            }
            continue;
        }
        LLVMValueRef back = LLVMGetBasicBlockTerminator(l.latch);
        if (llvm_has_loop_option(back, LLVM_LOOP_KEEP, NULL))
            continue;
        bool marked = llvm_has_loop_option(back, LLVM_LOOP_FULL, NULL) || // by hint.c
                      (!again && (is_short(&l, n, &short_growth) || pays(&l, n, s, &copies, &growth)));
        if (marked) {
            mark(l.latch);
            count_copies(&copies, &l, n);
            llvm_map_set(&copies, l.phi, 1);
        }
        any |= marked;
        if (arrays && all.count < MAX_COUNTERS && (marked || n * l.size <= MAX_ARRAY_INSTRUCTIONS))
            all.c[all.count++] = (struct counter){l.phi,
                                                  l.latch,
                                                  .runs = n,
                                                  .growth = marked ? 0 : n * l.size,
                                                  .size = n * l.size,
                                                  .loop = llvm_loop_of(g, l.header)};
    }
    return (arrays && mark_for_arrays(kernel, &all, dl, again)) || any;
}
