// Marks loops of many rounds for unrolling in part, where rounds read memory that does not hang on what the
// round before computed, and the reads of several rounds, of neighbours or of one place, become one message:
// the data port has less to do, and a thread waits once for what it waited for in each round. (That reads are
// under way at once is no reason by itself: saves_messages.) Larger loops, where half of what is read is
// read with what the next rounds read, so that they need about half of the messages or less.
//
// Only innermost loops with one way out, whose counter begins and ends at values that are the same in all
// lanes: where lanes run different numbers of rounds, what is left over would be run behind each other. LLVM
// unrolls loops that test last, and makes a second one of the rounds that are left. Where it knows how many
// these are it would leave the loop in its middle instead, so that a round reads in two parts: the end is
// hidden from it then.
#include <llvm-c/Target.h>

#include "compiler/llvm/facts/lanes.h"
#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/counter.h"
#include "compiler/llvm/ir/gep.h"
#include "compiler/llvm/ir/graph.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/ir/loop_option.h"
#include "compiler/llvm/opt/unroll/unroll.h"

enum {
    DEPTH = 8,           // of expressions
    UNKNOWN_ROUNDS = 4,  // at a time, where nobody knows how many there will be
    MAX_SIZE = 200,      // instructions, of all copies,
    MAX_UNKNOWN = 120,   // where there is a second loop besides
    MAX_GROWTH = 800,    // of all loops of a kernel
    MAX_DWORDS = 12 * 8, // read by all copies, in parts of that
    MIN_TRIPS = 4,       // of a loop
    SAVED_PART = 3,      // of the messages, at least
    LONG = 64,           // rounds, of which some may be left over for a second loop,
    MANY = 8,            // and so many times as many as are run at a time;
    SHORT_ROUNDS = 8,    // at a time, of shorter loops
    MERGED_DWORDS = 60,  // of rounds whose reads become one, and of what goes from round to round
    MAX_ASKED = 4000,    // where the shader asks for so many, and of all loops of the kernel then
};

struct search {
    const struct llvm_graph *g;
    LLVMTargetDataRef dl;
    uint32_t loop; // that is looked at
    struct llvm_counted_loop l;
    LLVMValueRef begin, end, test;
    unsigned trips; // 0: nobody knows
};

static bool is_inside(const struct search *s, LLVMValueRef v)
{
    return LLVMIsAInstruction(v) && llvm_counted_contains(&s->l, LLVMGetInstructionParent(v));
}

// ---- values

static bool is_uniform(const struct search *s, LLVMValueRef v)
{
    return llvm_looks_uniform_in(s->g, s->loop, v, DEPTH);
}

// Is it known without what the round before computed, but for the counter?
static bool is_independent(const struct search *s, LLVMValueRef v, unsigned depth)
{
    if (v == s->l.phi || !is_inside(s, v))
        return true;
    if (!depth || LLVMIsAPHINode(v))
        return false;
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        if (!is_independent(s, LLVMGetOperand(v, (unsigned)k), depth - 1))
            return false;
    return true;
}

// ---- memory

// Does the loop write what the read may see? Buffers are told apart by their bindings, as
// spirv/memory/alias.c does.
static bool is_written(const struct search *s, LLVMValueRef load)
{
    LLVMValueRef base = llvm_gep_base(LLVMGetOperand(load, 0));
    unsigned as = LLVMGetPointerAddressSpace(LLVMTypeOf(base));
    for (unsigned b = 0; b < s->l.block_count; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(s->l.blocks[b]); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsAStoreInst(i))
                continue;
            LLVMValueRef to = llvm_gep_base(LLVMGetOperand(i, 1));
            if (LLVMGetPointerAddressSpace(LLVMTypeOf(to)) == as && (as != KILN_AS_SURFACE || to == base))
                return true;
        }
    return false;
}

// Of memory that the loop does not write.
static bool is_plain_read(const struct search *s, LLVMValueRef i)
{
    return LLVMIsALoadInst(i) && !LLVMGetVolatile(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic &&
           LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(i, 0))) != KILN_AS_PRIVATE &&
           LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(i, 0))) != KILN_AS_PUSH && !is_written(s, i);
}

static bool is_free_read(const struct search *s, LLVMValueRef i)
{
    return is_plain_read(s, i) && is_inside(s, LLVMGetOperand(i, 0)) &&
           is_independent(s, LLVMGetOperand(i, 0), DEPTH);
}

// What must not be done in another order, or has no copies.
static bool stays_whole(LLVMValueRef i)
{
    enum intrinsic called = intrinsic_of(i);
    return LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i) ||
           (called != INTRINSIC_NONE &&
            (intrinsic_is_convergent(called) || called == INTRINSIC_FENCE || called == INTRINSIC_BARRIER));
}

// Components of a vector are loads of their own yet, at constants behind the first.
static bool is_behind(LLVMValueRef load)
{
    LLVMValueRef p = LLVMGetOperand(load, 0);
    return LLVMIsAGetElementPtrInst(p) && LLVMIsAGetElementPtrInst(LLVMGetOperand(p, 0)) &&
           LLVMGetNumOperands(p) == 2 && LLVMIsAConstant(LLVMGetOperand(p, 1));
}

// They share its dwords.
static uint64_t read_bytes(const struct search *s, LLVMValueRef load)
{
    uint64_t bytes = LLVMABISizeOfType(s->dl, LLVMTypeOf(load));
    return is_behind(load) ? bytes : (bytes + 3) / 4 * 4;
}

// Parts of dwords that a round reads ahead; 0: none, or the loop is to stay as it is.
static unsigned read_ahead(const struct search *s)
{
    uint64_t sum = 0;
    for (unsigned b = 0; b < s->l.block_count; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(s->l.blocks[b]); i; i = LLVMGetNextInstruction(i)) {
            if (stays_whole(i))
                return 0;
            if (is_free_read(s, i))
                sum += read_bytes(s, i) * (is_uniform(s, LLVMGetOperand(i, 0)) ? 1 : LLVM_SCALAR_SHARE);
        }
    return sum > 4 * MAX_DWORDS ? 0 : (unsigned)(sum + 3) / 4;
}

// Values that the loop takes from outside in each lane; not counted beyond MERGED_DWORDS.
static unsigned count_taken(const struct search *s)
{
    LLVMValueRef taken[MERGED_DWORDS + 1];
    unsigned n = 0;
    for (unsigned b = 0; b < s->l.block_count; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(s->l.blocks[b]); i; i = LLVMGetNextInstruction(i))
            for (int k = 0; !LLVMIsAPHINode(i) && k < LLVMGetNumOperands(i); k++) {
                LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
                bool known = !LLVMIsAInstruction(v) || is_inside(s, v);
                for (unsigned j = 0; j < n && !known; j++)
                    known = taken[j] == v;
                if (known || is_uniform(s, v))
                    continue;
                if (n > MERGED_DWORDS)
                    return n;
                taken[n++] = v;
            }
    return n;
}

// Are at least half of the reads that differ between lanes one message in `n` rounds, of neighbours or of one
// place, and do registers have room for them, beside what goes from round to round and what all rounds take?
// In bytes, since reads are still in parts here.
static bool is_merged(const struct search *s, unsigned n)
{
    uint64_t reads = 0, merged = 0, shared = 0, carried = 0;
    for (unsigned b = 0; b < s->l.block_count; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(s->l.blocks[b]); i; i = LLVMGetNextInstruction(i)) {
            if (stays_whole(i))
                return false;
            carried += LLVMIsAPHINode(i) && LLVMGetInstructionParent(i) == s->l.header;
            if (!LLVMIsALoadInst(i) || is_uniform(s, LLVMGetOperand(i, 0)))
                continue;
            uint64_t bytes = LLVMABISizeOfType(s->dl, LLVMTypeOf(i));
            reads += bytes;
            if (!is_plain_read(s, i))
                continue;
            if (llvm_rounds_merge(&s->l, s->dl, i, n, false))
                merged += bytes;
            else if (llvm_rounds_share(&s->l, s->dl, i))
                shared += bytes;
        }
    return merged + shared && 2 * (merged + shared) >= reads &&
           carried + (reads + (n - 1) * merged) / 4 + count_taken(s) <= MERGED_DWORDS;
}

// ---- loops

static bool find_blocks(struct search *s)
{
    const struct llvm_graph *g = s->g;
    uint32_t header = g->loops[s->loop].header;
    s->l.header = g->nodes[header].llvm;
    s->l.block_count = 0;
    for (uint32_t k = 0; k < s->loop; k++)
        if (g->loops[k].parent == s->loop)
            return false; // another one is within
    for (uint32_t n = 0; n < g->count; n++) {
        if (g->nodes[n].loop != s->loop)
            continue;
        if (s->l.block_count == LLVM_LOOP_BLOCKS)
            return false;
        s->l.blocks[s->l.block_count++] = g->nodes[n].llvm;
    }
    s->l.latch = NULL;
    for (uint32_t k = 0; k < g->nodes[header].pred_count; k++) {
        if (!llvm_loop_contains(g, s->loop, g->nodes[header].pred[k]))
            continue;
        if (s->l.latch)
            return false;
        s->l.latch = g->nodes[g->nodes[header].pred[k]].llvm;
    }
    return s->l.latch != NULL;
}

// The branch that is the only way out, at the loop's begin or end; NULL: there is none such.
static LLVMValueRef find_exit(const struct search *s)
{
    LLVMValueRef exit = NULL;
    for (unsigned b = 0; b < s->l.block_count; b++)
        for (unsigned k = 0; k < llvm_successor_count(s->l.blocks[b]); k++) {
            if (llvm_counted_contains(&s->l, llvm_successor(s->l.blocks[b], k)))
                continue;
            LLVMValueRef br = LLVMGetBasicBlockTerminator(s->l.blocks[b]);
            if (exit || LLVMGetInstructionOpcode(br) != LLVMBr || !LLVMIsConditional(br) ||
                (s->l.blocks[b] != s->l.header && s->l.blocks[b] != s->l.latch))
                return NULL;
            exit = br;
        }
    return exit;
}

// phi [begin], [phi + step]: both the counter and what it becomes may be compared.
static bool find_counter(struct search *s, LLVMValueRef compared, LLVMValueRef *begin)
{
    for (LLVMValueRef phi = LLVMGetFirstInstruction(s->l.header); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        unsigned k;
        if (!llvm_is_counter(phi, s->l.header, &k, &s->l.step) ||
            LLVMGetIncomingBlock(phi, k) != s->l.latch ||
            (compared != phi && compared != LLVMGetIncomingValue(phi, k)))
            continue;
        s->l.phi = phi;
        *begin = LLVMGetIncomingValue(phi, !k);
        return true;
    }
    return false;
}

// How often the body runs, if that is a constant.
static unsigned count_trips(const struct search *s, LLVMValueRef exit, LLVMValueRef begin)
{
    LLVMValueRef c = LLVMGetCondition(exit);
    int64_t first, end;
    if (!llvm_constant_i32(begin, &first) || !llvm_constant_i32(s->end, &end))
        return 0;
    bool stays = llvm_counted_contains(&s->l, LLVMGetSuccessor(exit, 0));
    bool last = LLVMGetInstructionParent(exit) == s->l.latch,
         next = LLVMGetOperand(c, 0) != s->l.phi; // what is compared
    int64_t i = first + (next ? s->l.step : 0);
    unsigned n = 0;
    for (; n < 1 << 16 && llvm_icmp_holds(LLVMGetICmpPredicate(c), i, end) == stays; i += s->l.step)
        n++;
    return n + last;
}

static bool is_counted(struct search *s)
{
    LLVMValueRef exit = find_exit(s);
    LLVMValueRef c = exit ? LLVMGetCondition(exit) : NULL;
    if (!c || !LLVMIsAICmpInst(c) || !find_counter(s, LLVMGetOperand(c, 0), &s->begin))
        return false;
    s->end = LLVMGetOperand(c, 1);
    s->test = c;
    if (is_inside(s, s->end) || !is_uniform(s, s->end) || !is_uniform(s, s->begin))
        return false;
    s->trips = count_trips(s, exit, s->begin);
    return true;
}

// Is there room for `n` copies of the loop, and for what they read?
static bool fits(const struct search *s, unsigned n, unsigned reads, unsigned size, unsigned growth)
{
    return n * reads <= MAX_DWORDS && n * size <= (s->trips ? MAX_SIZE : MAX_UNKNOWN) &&
           growth + n * size <= MAX_GROWTH;
}

// LLVM finds the number of rounds of any end only where the counter steps by one.
static bool may_hide_end(const struct search *s)
{
    return s->l.step == 1;
}

// Of a constant number of rounds, taken `n` at a time.
static bool leaves_few(const struct search *s, unsigned n)
{
    if (s->trips < LONG)
        return n <= SHORT_ROUNDS && s->trips % n == 0;
    return s->trips % n == 0 || (may_hide_end(s) && s->trips >= MANY * n);
}

// What costs a message of its own in each round: a read, but of the components behind a vector's first, or a
// write.
static bool is_message(LLVMValueRef i)
{
    bool load = LLVMIsALoadInst(i);
    if (!load && !LLVMIsAStoreInst(i))
        return false;
    unsigned as = LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(i, !load)));
    return as != KILN_AS_PRIVATE && as != KILN_AS_PUSH && !(load && is_behind(i));
}

// Does a read of so many rounds become one message?
static bool becomes_one(const struct search *s, LLVMValueRef i, unsigned n)
{
    return LLVMIsALoadInst(i) && is_plain_read(s, i) &&
           (llvm_rounds_share(&s->l, s->dl, i) ||
            llvm_rounds_merge(&s->l, s->dl, i, n, is_uniform(s, LLVMGetOperand(i, 0))));
}

// Are a third of the messages gone, where reads of several rounds become one? Fewer are less work for the
// data port, and time, however many threads there are. That more of them are under way at once gains nothing
// where other threads fill a thread's waits: then the copies would only be larger.
static bool saves_messages(const struct search *s, unsigned rounds)
{
    const unsigned n = rounds < LLVM_MERGED_ROUNDS ? 2 : LLVM_MERGED_ROUNDS;
    unsigned before = 0, after = 0;
    for (unsigned b = 0; b < s->l.block_count; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(s->l.blocks[b]); i; i = LLVMGetNextInstruction(i)) {
            before += is_message(i) ? n : 0;
            after += !is_message(i) ? 0 : becomes_one(s, i, n) ? 1 : n;
        }
    return SAVED_PART * (before - after) >= before;
}

static unsigned count_ahead(const struct search *s, unsigned size, unsigned growth)
{
    static const unsigned counts[] = {16, 8, 4, 2, 7, 5, 3};
    unsigned reads = read_ahead(s);
    if (!reads)
        return 1;
    for (unsigned k = 0; s->trips && k < sizeof(counts) / sizeof(counts[0]); k++)
        if (leaves_few(s, counts[k]) && fits(s, counts[k], reads, size, growth))
            return counts[k];
    for (unsigned n = UNKNOWN_ROUNDS; (!s->trips || s->trips >= LONG) && n > 1; n /= 2)
        if (fits(s, n, reads, size, growth))
            return n;
    return 1;
}

// May it have so many rounds at a time because the shader asks for them (OpLoopMerge's PartialCount)?
static bool may_ask(const struct search *s, unsigned n, unsigned size, unsigned growth)
{
    return n <= MAX_ASKED && (!s->trips || n <= s->trips) && growth + n * size <= MAX_ASKED;
}

// Rounds at a time; 1: the loop stays as it is.
static unsigned choose_count(const struct search *s, unsigned size, unsigned growth)
{
    int64_t begin;
    uint32_t asked;
    LLVMValueRef back = LLVMGetBasicBlockTerminator(s->l.latch);
    if (llvm_has_loop_option(back, LLVM_LOOP_KEEP, NULL))
        return 1;
    if (llvm_has_loop_option(back, LLVM_LOOP_ASKS_COUNT, &asked))
        return may_ask(s, asked, size, growth) ? asked : 1;
    if (s->trips && s->trips < MIN_TRIPS)
        return 1;
    unsigned ahead = count_ahead(s, size, growth);
    if (ahead > 1 && !saves_messages(s, ahead))
        ahead = 1;
    if (ahead > 1 || !llvm_constant_i32(s->begin, &begin))
        return ahead;
    for (unsigned n = LLVM_MERGED_ROUNDS; n > 1; n /= 2)
        if (growth + n * size <= MAX_GROWTH && (s->trips % n == 0 || s->trips >= LONG) && is_merged(s, n))
            return n;
    return 1;
}

static void hide_end(const struct search *s, LLVMValueRef kernel)
{
    LLVMModuleRef m = LLVMGetGlobalParent(kernel);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(kernel)));
    LLVMSetOperand(s->test, 1, intrinsic_call(b, m, INTRINSIC_HIDDEN, (LLVMValueRef[]){s->end}, 1));
    LLVMDisposeBuilder(b);
}

void llvm_show_ends(LLVMValueRef kernel)
{
    LLVMValueRef fn = intrinsic_declared(LLVMGetGlobalParent(kernel), INTRINSIC_HIDDEN);
    for (LLVMUseRef u; fn && (u = LLVMGetFirstUse(fn));) {
        LLVMValueRef call = LLVMGetUser(u);
        LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
        LLVMInstructionEraseFromParent(call);
    }
    if (fn)
        LLVMDeleteFunction(fn);
}

bool llvm_unroll_in_part(struct llvm_facts *f, bool marks)
{
    struct search *s = arena_new(f->arena, struct search);
    struct llvm_map copies;
    unsigned growth = 0;
    llvm_map_init(&copies, f->arena, 1);
    s->g = llvm_facts_graph(f);
    if (!s->g->reducible)
        return false;
    s->dl = LLVMGetModuleDataLayout(LLVMGetGlobalParent(f->kernel));
    for (s->loop = 0; s->loop < s->g->loop_count; s->loop++) {
        if (!find_blocks(s) || !is_counted(s))
            continue;
        unsigned size = llvm_unroll_size(&s->l, &copies), n = choose_count(s, size, growth);
        if (n == 1)
            continue;
        growth += n * size;
        if (marks)
            llvm_set_loop_option(LLVMGetBasicBlockTerminator(s->l.latch), LLVM_LOOP_COUNT, n);
        if (marks && s->trips % n && may_hide_end(s))
            hide_end(s, f->kernel);
    }
    return growth > 0;
}
