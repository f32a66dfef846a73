// LLVM's optimizer on the kernel: our own pass list, run without a target machine.
//
// Order matters in two places. The load-store-vectorizer merges neighbours only where the first one is
// aligned to the whole, because it knows no target that says otherwise; messages to surfaces need dwords
// only, so for that one pass accesses to surfaces and SLM claim a large alignment, and get their true one
// back from infer-alignment. And shared variables stay globals, which LLVM tells apart, until the end.
#include <string.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "compiler/support/guard.h"
#include "compiler/llvm/ir/data.h"
#include "compiler/llvm/ir/graph.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/pipeline.h"
#include "compiler/support/variant.h"
#include "compiler/llvm/ir/uses.h"
#include "compiler/llvm/lower/prepare.h"
#include "compiler/llvm/opt/opt.h"
#include "compiler/llvm/opt/unroll/unroll.h"
#include "compiler/llvm/shield/shield.h"
#include "hw/target.h"
#include "util/log.h"

#define INSTCOMBINE "instcombine<no-verify-fixpoint>"

enum {
    MAX_STORES_FOR_DSE = 64,
    VECTORIZER_ALL = 256, // accesses of a block that stays whole for the vectorizer
    MAX_PROMOTE = 3,      // loops in each other that are unrolled for an array
    BIG = 20000,          // instructions and incoming values of phis, before optimization
    MANY_BLOCKS = 2000,
    LOOP_BUDGET = 40000,  // loops times blocks: for each loop, LLVM's loop passes look at what is around it
    MANY_LOOPS = 1000,    // that are unrolled leanly, each for up to a hundred instructions or two,
    FLAT = 4,             // with so many around a block, on average
    DEEP = 16,            // loops around a block, on average ...
    MAX_NESTING = 50000,  // ... and in sum
    MANY_JUMPS = 1000,    // to one block
    GVN_BLOCKS = 200,     // that global value numbering searches for what a load depends on
    GVN_BUDGET = 20000,   // such searches in a kernel
    GVN_LOADS = 1000,     // each is compared with a hundred accesses before it
    MANY_PHIS = 500,      // of one block: instcombine compares each with all others
    MANY_ACCESSES = 1000, // to one variable: instcombine looks at all of them when one of them goes
};

#define UNROLL(level) "loop-unroll<" level ";no-partial;no-runtime;no-peeling;no-profile-peeling>"

// %s: global value numbering. Copies of a loop's body are one block (simplifycfg) before instcombine sees
// them: it sinks what the next block alone uses, and so would bring the chains of all copies one after the
// other, with what they load live at once.
#define SIMPLIFY_FIRST                                                                                       \
    "sroa,early-cse<memssa>,simplifycfg," INSTCOMBINE ",simplifycfg,"                                        \
    "loop-simplify,lcssa,loop-mssa(loop-rotate<no-header-duplication>,licm)"
#define SIMPLIFY_INDUCTION "loop(indvars,loop-deletion)"
#define SIMPLIFY_LAST                                                                                        \
    UNROLL("O2")                                                                                             \
    ",sroa,early-cse<memssa>,simplifycfg," INSTCOMBINE ",%s,simplifycfg," INSTCOMBINE                        \
    ",loop-simplify,lcssa,loop-mssa(licm),adce,simplifycfg"
static const char simplify[] = "function(" SIMPLIFY_FIRST "," SIMPLIFY_INDUCTION "," SIMPLIFY_LAST ")";
// The same, for loops whose counters are extended to 64 bits: indvars is kept from counting in those.
static const char simplify_first[] = "function(" SIMPLIFY_FIRST ")",
                  simplify_induction[] = "function(loop-simplify,lcssa," SIMPLIFY_INDUCTION ")",
                  simplify_last[] = "function(" SIMPLIFY_LAST ")";
// For loops that are marked, and for kernels whose private arrays are still in memory: unrolling more may
// make their indices constant.
static const char promote[] =
    "function(loop-simplify,lcssa," UNROLL("O3") ",sroa,early-cse<memssa>,simplifycfg," INSTCOMBINE
                                                 ",gvn,adce,simplifycfg," INSTCOMBINE ")";
static const char evened[] = "function(" INSTCOMBINE ")";
static const char after_splitting[] = "function(sroa,early-cse<memssa>," INSTCOMBINE ",simplifycfg,adce)";
// What a loop repeats goes in front of it, with a copy of its test: LLVM moves only what surely happens, and
// loops that test first surely do nothing. Last, because llvm/opt/unroll/full.c knows loops that test first.
static const char hoist[] = "function(loop-simplify,lcssa,loop-mssa(loop-rotate<header-duplication>,licm),"
                            "simplifycfg,early-cse)";
// The same for loops that are unrolled in part (llvm/opt/unroll/part.c), between these two.
static const char rotate[] =
    "function(loop-simplify,lcssa,loop-mssa(loop-rotate<header-duplication>,licm),early-cse)";
static const char unroll[] = "function(loop-simplify,lcssa," UNROLL("O2") ")";
static const char unrolled[] =
    "function(early-cse<memssa>,simplifycfg," INSTCOMBINE ",early-cse,simplifycfg,adce)";
// For conditions that are asked twice: `if (c) a; if (c) b;` becomes `if (c) { a; b }`.
static const char thread[] = "function(jump-threading,simplifycfg," INSTCOMBINE ",early-cse,adce)";
// For big kernels (is_big) and where there is a crowd: what costs little for each instruction. First of all
// for what is big as it comes, since most of that are variables and loops of which nothing is left; then it
// is measured again. Without global value numbering, induction variables, threading of jumps, and with one
// round of each pass instead of two or three. Before and after the combining of instructions.
static const char lean[] = "function(sroa,early-cse<memssa>,simplifycfg)";
static const char lean_rest[] = "function(sroa,lcssa,loop-mssa(licm),simplifycfg,dce)";
static const char lean_unroll[] =
    "function(loop-simplify,lcssa," UNROLL("O2") ",sroa,early-cse<memssa>,simplifycfg)";
// LLVM's loop passes, and all that looks at its loops, look at each block once for each loop around it.
static const char lean_deep_rest[] = "function(sroa,simplifycfg,dce)";
// simplifycfg looks at all values of a phi for each branch to it.
static const char lean_joined[] = "function(sroa,early-cse<memssa>)";
static const char lean_joined_rest[] = "function(sroa,dce)";
static const char cleaning[] = "function(" INSTCOMBINE ",early-cse,simplifycfg,adce)";
// The cost of DSE grows with the square of the stores up to a hundred or so, and then by a large constant
// each.
#define DEAD_STORES "function(dse,adce)"
#define JOINED "function(early-cse<memssa>,adce)"
#define VECTORIZE "function(load-store-vectorizer)"
#define FINISH "function(infer-alignment,early-cse,dce)"

static const char *run(struct arena *a, LLVMModuleRef m, const char *passes)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    guard_check_time();
    LLVMErrorRef error = LLVMRunPasses(m, variant_pipeline(a, passes), NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (!error)
        return NULL;
    char *text = LLVMGetErrorMessage(error);
    const char *copy = arena_printf(a, "LLVM passes: %s", text);
    LLVMDisposeErrorMessage(text);
    return copy;
}

#define for_instructions(i, fn)                                                                              \
    for (LLVMBasicBlockRef i##_bb = LLVMGetFirstBasicBlock(fn); i##_bb;                                      \
         i##_bb = LLVMGetNextBasicBlock(i##_bb))                                                             \
        for (LLVMValueRef i = LLVMGetFirstInstruction(i##_bb); i; i = LLVMGetNextInstruction(i))

static LLVMValueRef pointer_operand(LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return LLVMGetOperand(i, 0);
    case LLVMStore:
        return LLVMGetOperand(i, 1);
    default:
        return NULL;
    }
}

// Bytes of one scalar of what a load or store moves.
static unsigned scalar_bytes(LLVMValueRef i)
{
    LLVMTypeRef t = LLVMTypeOf(LLVMGetInstructionOpcode(i) == LLVMStore ? LLVMGetOperand(i, 0) : i);
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    switch (LLVMGetTypeKind(t)) {
    case LLVMHalfTypeKind:
        return 2;
    case LLVMDoubleTypeKind:
        return 8;
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(t) <= 8 ? 1 : LLVMGetIntTypeWidth(t) / 8;
    case LLVMPointerTypeKind:
        return kiln_has_long_offsets(LLVMGetPointerAddressSpace(t)) ||
                       LLVMGetPointerAddressSpace(t) == KILN_AS_SURFACE
                   ? 8
                   : 4;
    default:
        return 4;
    }
}

static void claim_alignment(LLVMValueRef kernel, unsigned align)
{
    for_instructions(i, kernel)
    {
        LLVMOpcode op = LLVMGetInstructionOpcode(i);
        if (op != LLVMLoad && op != LLVMStore)
            continue;
        unsigned as = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer_operand(i)));
        if ((as == KILN_AS_SURFACE || as == KILN_AS_SHARED || as == KILN_AS_PUSH ||
             kiln_has_long_offsets(as)) &&
            LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic)
            LLVMSetAlignment(i, align ? align : scalar_bytes(i));
    }
}

// A constant address may be aligned to 2^31: too good to be useful.
static void cap_alignment(LLVMValueRef kernel)
{
    for_instructions(i, kernel)
    {
        LLVMOpcode op = LLVMGetInstructionOpcode(i);
        if ((op == LLVMLoad || op == LLVMStore) && LLVMGetAlignment(i) > KILN_SURFACE_ALIGN)
            LLVMSetAlignment(i, KILN_SURFACE_ALIGN);
    }
}

// A variable that is to stay one (llvm/opt/promote.c).
static bool stays(LLVMValueRef alloca)
{
    LLVMUseRef u = LLVMGetFirstUse(alloca);
    LLVMValueRef i = u ? LLVMGetUser(u) : NULL;
    return i && (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) && LLVMGetVolatile(i);
}

static unsigned count_allocas(LLVMValueRef kernel)
{
    unsigned n = 0;
    for_instructions(i, kernel) n += LLVMIsAAllocaInst(i) && !stays(i);
    return n;
}

// Are there two loads or two stores in some block?
static bool has_neighbours(LLVMValueRef kernel)
{
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb)) {
        unsigned loads = 0, stores = 0;
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
            loads += LLVMGetInstructionOpcode(i) == LLVMLoad;
            stores += LLVMGetInstructionOpcode(i) == LLVMStore;
        }
        if (loads > 1 || stores > 1)
            return true;
    }
    return false;
}

static const char *vectorize_accesses(struct arena *a, const struct llvm_shader *s)
{
    claim_alignment(s->kernel, 16);
    struct llvm_hidden hidden;
    unsigned stores = 0;
    bool dead = llvm_may_have_dead_stores(s->kernel, &stores);
    const char *error = NULL;
    if (stores <= MAX_STORES_FOR_DSE)
        error = run(a, s->module, dead ? DEAD_STORES : "function(adce)");
    if (llvm_hide_isolated(a, s->kernel, &hidden) && !error) {
        struct llvm_window *windows = llvm_split_for_lsv(a, s->kernel, VECTORIZER_ALL);
        error = run(a, s->module, VECTORIZE);
        llvm_join_after_lsv(s->kernel, windows);
    }
    llvm_show_isolated(&hidden);
    claim_alignment(s->kernel, 0);
    if (!error && !variant_without("llvm_merge_triples"))
        llvm_merge_triples(s->kernel);
    if (!error)
        llvm_add_to_dots(s->kernel);
    return error;
}

// A loop with a barrier is not unrolled for the few instructions that its counter costs; but it is to keep an
// array in registers.
static void duplicate_barriers(LLVMModuleRef m, bool may)
{
    static const char attribute[] = "noduplicate";
    LLVMValueRef fn = intrinsic_declared(m, INTRINSIC_BARRIER);
    unsigned kind = LLVMGetEnumAttributeKindForName(attribute, sizeof(attribute) - 1);
    if (!fn)
        return;
    if (may)
        LLVMRemoveEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex, kind);
    else
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(LLVMGetModuleContext(m), kind, 0));
}

struct extent {
    unsigned instructions, loads, blocks, loops;
    uint64_t nesting;  // loops around a block, sum of all blocks
    unsigned jumps;    // to one block, at most
    unsigned phis;     // of one block, at most
    unsigned accesses; // to one variable, at most; not counted beyond MANY_ACCESSES
};

// Whole, or without what is known of memory.
static const char *value_numbering(const struct extent *e)
{
    unsigned blocks = e->blocks < GVN_BLOCKS ? e->blocks : GVN_BLOCKS;
    bool few = e->loads <= GVN_LOADS && (uint64_t)e->loads * blocks <= GVN_BUDGET;
    return few ? "gvn" : "gvn<no-memdep>";
}

static void measure_loops(struct extent *e, struct arena *a, LLVMValueRef kernel)
{
    struct llvm_graph g;
    llvm_graph_with_loops(&g, a, kernel);
    e->loops = g.loop_count;
    for (uint32_t k = 0; k < g.count; k++)
        e->nesting += g.nodes[k].loop == LLVM_NONE ? 0 : g.loops[g.nodes[k].loop].depth;
}

static void raise_to(unsigned *max, unsigned n)
{
    *max = n > *max ? n : *max;
}

static void measure_instruction(struct extent *e, LLVMValueRef i, unsigned *phis)
{
    e->instructions++;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
        e->loads++;
        break;
    case LLVMPHI:
        ++*phis;
        e->instructions += LLVMCountIncoming(i);
        raise_to(&e->jumps, LLVMCountIncoming(i));
        break;
    case LLVMAlloca:
        raise_to(&e->accesses, llvm_count_uses(i, MANY_ACCESSES + 1));
        break;
    default:
        break;
    }
}

static struct extent measure(struct arena *a, LLVMValueRef kernel)
{
    struct extent e = {.blocks = LLVMCountBasicBlocks(kernel)};
    measure_loops(&e, a, kernel);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb)) {
        unsigned phis = 0;
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
            measure_instruction(&e, i, &phis);
        raise_to(&e.phis, phis);
    }
    return e;
}

// And then again what sroa only promotes when all accesses have one type, or when places in a constant array
// have become places in this one.
static const char *run_promoting(struct arena *a, const struct llvm_shader *s, const char *passes)
{
    const char *error = run(a, s->module, passes);
    bool any = !error && !variant_without("llvm_unify_slots") && llvm_unify_slots(s->kernel);
    any |= !error && !variant_without("llvm_fold_data") && llvm_fold_data(s);
    return any ? run(a, s->module, after_splitting) : error;
}

static bool extends_to_64(LLVMValueRef kernel)
{
    for_instructions(i, kernel) if ((LLVMIsAZExtInst(i) || LLVMIsASExtInst(i)) &&
                                    LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind &&
                                    LLVMGetIntTypeWidth(LLVMTypeOf(i)) == 64) return true;
    return false;
}

// What counts in dwords goes on to. indvars counts in the widest of the integers that the data layout calls
// the machine's own, where one of them is asked for: for the EU they cost twice, and who looks for counters
// (llvm/opt/unroll/full.c) finds dwords.
static const char *simplify_narrowly(struct arena *a, const struct llvm_shader *s, const char *numbering)
{
    const char *error = run(a, s->module, simplify_first);
    if (error)
        return error;
    LLVMSetDataLayout(s->module, kiln_data_layout(s->wide_buffers, true));
    error = run(a, s->module, simplify_induction);
    LLVMSetDataLayout(s->module, kiln_data_layout(s->wide_buffers, false));
    return error ? error : run_promoting(a, s, arena_printf(a, simplify_last, numbering));
}

// What unrolling made of an array's indices may be constants only now.
static const char *promote_rest(struct arena *a, const struct llvm_shader *s)
{
    unsigned before = count_allocas(s->kernel);
    bool paths = !variant_without("llvm_move_to_paths") && llvm_move_to_paths(s->kernel, false);
    const char *error = paths ? run(a, s->module, "function(break-crit-edges)") : NULL;
    if (!error && paths)
        llvm_move_to_paths(s->kernel, true);
    if (!error)
        error = run_promoting(a, s, paths ? "function(sroa,simplifycfg)" : "function(sroa)");
    if (error)
        return error;
    unsigned after = count_allocas(s->kernel);
    bool split = after && !variant_without("llvm_split_arrays") && llvm_split_arrays(a, s->kernel);
    split |= after && !variant_without("llvm_forward_copies") && llvm_forward_copies(a, s->kernel);
    return split || after < before ? run(a, s->module, after_splitting) : NULL;
}

static bool is_big(const struct extent *e)
{
    return e->instructions > BIG || e->blocks > MANY_BLOCKS || (uint64_t)e->loops * e->blocks > LOOP_BUDGET;
}

static bool is_crowded(const struct extent *e)
{
    return e->phis > MANY_PHIS || e->accesses > MANY_ACCESSES;
}

static bool is_joined(const struct extent *e)
{
    return e->jumps > MANY_JUMPS;
}

static bool is_deep(const struct extent *e)
{
    return e->nesting > MAX_NESTING && e->nesting > (uint64_t)e->blocks * DEEP;
}

static bool select_values(LLVMValueRef kernel)
{
    return !variant_without("llvm_select_values") && llvm_select_values(kernel);
}

// What is left of the sides may be nothing but phis.
static const char *speculate(struct arena *a, const struct llvm_shader *s)
{
    if (!s->valid_descriptors || variant_without("llvm_speculate_reads") ||
        !llvm_speculate_reads(a, s->kernel))
        return NULL;
    return select_values(s->kernel) ? run(a, s->module, cleaning) : NULL;
}

static bool mark_hinted(struct arena *a, const struct llvm_shader *s, unsigned *growth)
{
    return !variant_without("llvm_mark_hinted_loops") && llvm_mark_hinted_loops(a, s->kernel, growth);
}

static bool mark_short(struct arena *a, const struct llvm_shader *s, enum llvm_unroll_for what)
{
    return !variant_without("llvm_mark_short_loops") && llvm_mark_short_loops(a, s, what);
}

// Loops are counted again where the copies of others may have made their bounds constants.
static const char *unroll_in_full(struct arena *a, const struct llvm_shader *s, bool arrays)
{
    unsigned growth = 0;
    bool hinted = mark_hinted(a, s, &growth), any = hinted || arrays;
    any |= mark_short(a, s, arrays ? LLVM_UNROLL_ARRAYS : LLVM_UNROLL_SHORT);
    if (arrays || hinted)
        duplicate_barriers(s->module, true);
    const char *error = NULL;
    for (unsigned k = 1; any && !error; k++) {
        error = run_promoting(a, s, promote);
        any = k < MAX_PROMOTE && !error && hinted && mark_hinted(a, s, &growth);
        any |= k < MAX_PROMOTE && !error && arrays && count_allocas(s->kernel) &&
               mark_short(a, s, LLVM_UNROLL_AGAIN);
    }
    return !error && arrays && count_allocas(s->kernel) ? promote_rest(a, s) : error;
}

static const char *unroll_in_part(struct arena *a, const struct llvm_shader *s)
{
    if (variant_without("llvm_unroll_in_part") || !llvm_unroll_in_part(a, s->kernel, false))
        return NULL;
    const char *error = run(a, s->module, rotate);
    if (error || !llvm_unroll_in_part(a, s->kernel, true))
        return error;
    error = run(a, s->module, unroll);
    llvm_show_ends(s->kernel);
    return error ? error : run(a, s->module, unrolled);
}

// Variables become values, and short loops and those that keep arrays from it are unrolled, where loops are
// not too many: what is left may be no big kernel.
static const char *clean_first(struct arena *a, const struct llvm_shader *s, const struct extent *e)
{
    const char *error = run(a, s->module, is_joined(e) ? lean_joined : lean);
    bool flat = e->nesting <= (uint64_t)e->blocks * FLAT, few = e->loops <= MANY_LOOPS,
         loops = e->loops && few && flat && !is_joined(e);
    if (error || !loops)
        return error;
    unsigned growth = 0;
    mark_hinted(a, s, &growth);
    mark_short(a, s, count_allocas(s->kernel) ? LLVM_UNROLL_ARRAYS : LLVM_UNROLL_SHORT);
    error = run(a, s->module, lean_unroll);
    for (unsigned k = 1; k < MAX_PROMOTE && !error && mark_hinted(a, s, &growth); k++)
        error = run(a, s->module, lean_unroll);
    return error;
}

static const char *simplify_leanly(struct arena *a, const struct llvm_shader *s, const struct extent *e)
{
    bool loops = !is_joined(e) && !is_deep(e);
    if (!variant_without("llvm_fold_zeros"))
        llvm_fold_zeros(s);
    llvm_demote_phis(a, s->kernel, MANY_PHIS, MANY_ACCESSES);
    const char *error = run(a, s->module, "function(" INSTCOMBINE ")");
    llvm_undemote(a, s->kernel);
    if (error)
        return error;
    if (loops)
        llvm_simplify_loops(a, s->kernel);
    return run(a, s->module, loops ? lean_rest : is_joined(e) ? lean_joined_rest : lean_deep_rest);
}

// The optimizer proper, before what prepares for instruction selection. Does less for big kernels.
static const char *simplify_kernel(struct arena *a, const struct llvm_shader *s, bool *deep)
{
    if (s->debug) // statements stay what and where they are
        return run(a, s->module, "function(sroa)");
    if (!variant_without("llvm_promote"))
        llvm_promote(a, s->kernel);
    select_values(s->kernel);
    if (!variant_without("llvm_flatten_single_trip"))
        llvm_flatten_single_trip(a, s->kernel);
    if (KILN_DEBUG(SHUFFLE))
        return run(a, s->module, variant_random_pipeline(a));
    struct extent e = measure(a, s->kernel);
    const char *error = NULL;
    if (KILN_DEBUG(LEAN) || is_big(&e) || is_crowded(&e)) {
        error = clean_first(a, s, &e);
        if (error)
            return error;
        e = measure(a, s->kernel);
    }
    *deep = is_deep(&e);
    if (KILN_DEBUG(LEAN) || is_big(&e) || is_crowded(&e))
        return simplify_leanly(a, s, &e);
    duplicate_barriers(s->module, false);
    error = e.loops && extends_to_64(s->kernel)
                ? simplify_narrowly(a, s, value_numbering(&e))
                : run_promoting(a, s, arena_printf(a, simplify, value_numbering(&e)));
    if (!error && e.loops && !variant_without("llvm_count_even_loops") && llvm_count_even_loops(a, s))
        error = run(a, s->module, evened);
    bool arrays = !error && count_allocas(s->kernel);
    if (!error)
        error = unroll_in_full(a, s, arrays);
    if (!error && select_values(s->kernel)) // where loops are unrolled
        error = run(a, s->module, cleaning);
    if (!error && !variant_without("llvm_fold_zeros") && llvm_fold_zeros(s))
        error = run(a, s->module, cleaning);
    if (!error && llvm_asks_twice(s->kernel))
        error = run(a, s->module, thread);
    if (!error && e.loops && !variant_without("llvm_hoist") && llvm_may_hoist(a, s->kernel))
        error = run(a, s->module, hoist);
    if (!error && e.loops)
        error = unroll_in_part(a, s);
    if (!error && e.loops && arrays && count_allocas(s->kernel)) // LLVM unrolls there too
        error = promote_rest(a, s);
    return error ? error : speculate(a, s);
}

const char *llvm_optimize(struct arena *a, const struct llvm_shader *s)
{
    bool guarded = s->float_modes.flush || s->float_modes.rtz;
    if (guarded)
        llvm_guard_floats(s->kernel);
    bool deep = false;
    const char *error = simplify_kernel(a, s, &deep);
    if (!error && !variant_without("llvm_mark_disjoint"))
        llvm_mark_disjoint(s->kernel);
    if (!error && !deep && !s->debug && !variant_without("llvm_join_same_places") &&
        llvm_join_same_places(a, s->kernel))
        error = run(a, s->module, JOINED);
    if (!error && !deep && !s->debug && has_neighbours(s->kernel))
        error = vectorize_accesses(a, s);
    if (!error && guarded) // what the last clean-up would find out to be a constant has to be one by now
        error = run(a, s->module, "function(early-cse)");
    if (error)
        return error;
    if (guarded)
        llvm_unguard_floats(s->kernel);
    if (!deep && !s->debug && kiln_target_has_align16(s->target) && !variant_without("llvm_share_loads"))
        llvm_share_loads(a, s->kernel);
    if (!deep && !s->debug && !variant_without("llvm_unpack_late"))
        llvm_unpack_late(a, s->kernel);
    if (!s->debug && !variant_without("llvm_add_to_products"))
        llvm_add_to_products(a, s);
    llvm_place_shared(s);
    llvm_place_tables(s);
    llvm_expand_divisions(s->kernel);
    llvm_lower(s->kernel, s->target);
    if (!s->debug && !variant_without("llvm_find_rows"))
        llvm_find_rows(a, s->kernel);
    if (!deep && !s->debug && !variant_without("llvm_split_loop_addresses"))
        llvm_split_loop_addresses(a, s->kernel);
    error = run(a, s->module, arena_printf(a, FINISH ",%s", llvm_structure_passes(a, s->kernel)));
    if (!error)
        llvm_prepare(a, s->kernel);
    cap_alignment(s->kernel);
    return error;
}

// The result or an operand is of this type, or a vector of it.
static bool of_type(LLVMValueRef i, LLVMTypeKind kind)
{
    for (int k = -1; k < LLVMGetNumOperands(i); k++) {
        LLVMTypeRef t = LLVMTypeOf(k < 0 ? i : LLVMGetOperand(i, (unsigned)k));
        if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
            t = LLVMGetElementType(t);
        if (LLVMGetTypeKind(t) == kind)
            return true;
    }
    return false;
}

struct llvm_uses llvm_find_uses(LLVMValueRef kernel)
{
    struct llvm_uses u = {0};
    for_instructions(i, kernel)
    {
        u.half |= of_type(i, LLVMHalfTypeKind);
        u.real64 |= of_type(i, LLVMDoubleTypeKind);
        enum intrinsic called = intrinsic_of(i);
        u.num_workgroups |= called == INTRINSIC_NUM_WORKGROUPS;
        u.subgroup_id |= called == INTRINSIC_SUBGROUP_ID;
        u.barrier |= called == INTRINSIC_BARRIER;
        LLVMOpcode op = LLVMGetInstructionOpcode(i);
        u.atomics |= op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg;
        LLVMValueRef p = pointer_operand(i);
        if (!p)
            continue;
        unsigned as = LLVMGetPointerAddressSpace(LLVMTypeOf(p));
        u.dynamic_push |= as == KILN_AS_PUSH && !LLVMIsAConstant(p);
        u.global_memory |= kiln_has_long_offsets(as);
    }
    return u;
}

char *llvm_text(struct arena *a, LLVMModuleRef module)
{
    char *text = LLVMPrintModuleToString(module);
    char *copy = arena_strndup(a, text, strlen(text));
    LLVMDisposeMessage(text);
    return copy;
}
