// Uniform loads that lie together, by block messages: one OWord block of up to 32 dwords instead of a message
// for each four, packed into registers instead of a register for each dword.
//
// A block holds what the loads of a basic block read behind one pointer, from the first to the last dword,
// where nothing between the loads may write what they read. It reads nothing before or behind: whole OWords
// by blocks, the rest by an untyped message, or all of up to fifteen dwords by one, a lane for each. So a
// block ends where the last load does, and an access out of bounds is one of the program's, or one that
// llvm/opt/speculate.c made ahead of its condition (not before the surface: all of the block would be). How
// much of an OWord across a surface's end is read the PRM does not say, so shaders that rely on exact bounds
// (robust buffer access) do without; Mesa reads storage buffers by blocks there, too. Messages are the
// unaligned ones of data port 0, coherent with untyped writes, or for physical addresses of data port 1: PRM
// KBL vol2d MH_A32_GO, MH_A64_OWB; Mesa brw_nir_blockify_uniform_loads is the precedent for surfaces that
// kernels write, and its load_shared_block_intel for shared memory, where the message saves the data port
// clocks: a block takes one where an untyped message takes one for each dword.
//
// Likewise loads of shared memory whose elements lie one behind the other, lane by lane (kiln.run: a run).
// What a block brings is then the lanes' value as it lies, and no address is computed for each lane. It reads
// for all lanes, so all have to be there: others' elements may be anything, or being written.
#include "compiler/isel/memory/block.h"
#include "compiler/llvm/ir/memory.h"

enum {
    MAX_LOADS = 16,
    MAX_HOLE = 4, // dwords between loads that nobody reads
    REACH = 400,  // LLVM instructions
    MAX_WRITES = 16,
};

struct load {
    LLVMValueRef llvm;
    int64_t at; // bytes behind the root
    unsigned dwords;
};

struct group {
    struct llvm_place root;
    struct load load[MAX_LOADS];
    unsigned count;
    int64_t lo, hi; // bytes
    bool runs;
};

// Dwords of a load that may be part of a block, 0: it may not.
static unsigned dwords_of(LLVMValueRef i)
{
    LLVMTypeRef t = LLVMTypeOf(i);
    unsigned bits = isel_elem_bits(t), count = isel_type_comps(t);
    if (LLVMGetTypeKind(t) == LLVMPointerTypeKind || bits < 8 || bits > 64 || (bits & (bits - 1)) ||
        bits * count % 32 || LLVMGetAlignment(i) < 4 || LLVMGetVolatile(i) ||
        LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
        return 0;
    return bits * count / 32;
}

LLVMValueRef isel_run_of(struct isel_ctx *x, LLVMValueRef load)
{
    LLVMValueRef run = LLVMGetOperand(load, 0), first;
    if (intrinsic_of(run) != INTRINSIC_RUN || !isel_is_row(run, x->s->simd) ||
        !isel_has_all_lanes(x, x->block))
        return NULL;
    first = LLVMGetOperand(run, 1);
    return isel_divergent(x, first) ? NULL : first;
}

// Of a load that a group may have; 0: it may not.
static unsigned group_dwords(struct isel_ctx *x, const struct group *g, LLVMValueRef i)
{
    if (g->runs)
        return isel_run_of(x, i) ? x->s->simd * isel_elem_bits(LLVMTypeOf(i)) / 32 : 0;
    return isel_divergent(x, i) ? 0 : dwords_of(i);
}

static bool add_load(struct group *g, LLVMValueRef i, int64_t at, unsigned dwords)
{
    const int64_t hole = g->runs ? 0 : 4 * MAX_HOLE;
    int64_t lo = at < g->lo ? at : g->lo, end = at + 4 * (int64_t)dwords, hi = end > g->hi ? end : g->hi;
    bool near = at <= g->hi + hole && end >= g->lo - hole;
    if (g->count == MAX_LOADS || (g->count && (!near || hi - lo > 4 * ISEL_BLOCK_DWORDS || (at - g->lo) % 4)))
        return false;
    g->load[g->count++] = (struct load){i, at, dwords};
    g->lo = g->count == 1 ? at : lo;
    g->hi = g->count == 1 ? end : hi;
    return true;
}

// Writes that the loads of a group are read before, though they come behind them.
struct writes {
    struct llvm_access write[MAX_WRITES];
    unsigned count;
};

// False: nothing behind `i` may be read before it.
static bool pass_write(struct writes *w, const struct llvm_access *i, bool shared)
{
    if (i->effect == LLVM_EFFECT_ANY || (i->effect == LLVM_EFFECT_WRITE && w->count == MAX_WRITES))
        return false;
    if (i->effect == LLVM_EFFECT_WRITE && i->space != KILN_AS_PRIVATE &&
        (i->space == KILN_AS_SHARED) == shared)
        w->write[w->count++] = *i;
    return true;
}

static bool is_disturbed(const struct writes *w, const struct llvm_access *load)
{
    for (unsigned k = 0; k < w->count; k++)
        if (llvm_may_disturb(&w->write[k], load))
            return true;
    return false;
}

static void find_group(struct isel_ctx *x, struct isel_value *v, const struct isel_target *t, struct group *g)
{
    bool invariant = LLVMGetMetadata(v->llvm, x->md_invariant) != NULL;
    struct writes w = {.count = 0};
    unsigned n = 0;
    g->root = llvm_place_of(x->dl, g->runs ? isel_run_of(x, v->llvm) : LLVMGetOperand(v->llvm, 0));
    int64_t first = g->root.at;
    add_load(g, v->llvm, first, group_dwords(x, g, v->llvm));
    for (LLVMValueRef i = LLVMGetNextInstruction(v->llvm); i && n < REACH;
         i = LLVMGetNextInstruction(i), n++) {
        struct llvm_access a = llvm_access_of(x->dl, i);
        if (!t->constant && !pass_write(&w, &a, t->space == MIR_SPACE_SHARED))
            break;
        if (LLVMGetInstructionOpcode(i) != LLVMLoad || !group_dwords(x, g, i))
            continue;
        const struct llvm_place p = g->runs ? llvm_place_of(x->dl, isel_run_of(x, i)) : a.place;
        if (p.base != g->root.base || p.offset != g->root.offset || is_disturbed(&w, &a))
            continue;
        if (invariant && !LLVMGetMetadata(i, x->md_invariant)) // past what may write
            continue;
        if (p.at >= first || !t->a64) // constants added to physical addresses are not negative
            add_load(g, i, p.at, group_dwords(x, g, i));
    }
}

// Does it begin at a whole OWord? Nobody has read shared memory across two.
static bool is_aligned(const struct group *g)
{
    for (unsigned k = 0; k < g->count; k++)
        if ((g->load[k].at - g->lo) % 16 == 0 && LLVMGetAlignment(g->load[k].llvm) >= 16)
            return true;
    return false;
}

// Are so many dwords read by a lane each, because they would be several blocks?
static bool go_by_lanes(const struct isel_ctx *x, const struct isel_target *t, unsigned n)
{
    return kiln_target_has_data_ports(x->s->target) && !t->a64 && n > 4 && n < MIR_LANE_DWORDS && n & (n - 1);
}

// Messages for n dwords.
static unsigned blocks_for(const struct isel_ctx *x, const struct isel_target *t, unsigned n)
{
    unsigned count = 0;
    for (unsigned size = ISEL_BLOCK_DWORDS; size >= 4; size /= 2)
        for (; n >= size && !go_by_lanes(x, t, n); n -= size)
            count++;
    return count + (n > 0);
}

// `n` dwords (4, 8, 16 or 32, or as go_by_lanes says) at t's address and `after` bytes. `uniform`: they are
// the thread's.
static struct mir_operand read_block(struct isel_ctx *x, const struct isel_target *t, unsigned after,
                                     unsigned n, bool uniform, bool aligned)
{
    struct mir_inst *i = isel_access(x, t, MIR_ACCESS_BLOCK, true, 0, 1, MIR_MEM_READ);
    struct mir_operand dwords = *mir_result(i, 0) = isel_block_vreg(x, n * 4, EU_TYPE_UD, uniform);
    i->send.count = (uint8_t)n;
    i->parts->after = after;
    i->parts->aligned = aligned;
    isel_emit_access(x, i);
    return dwords;
}

struct mir_operand isel_read_constants(struct isel_ctx *x, uint32_t bti, uint32_t at)
{
    struct isel_target t = {.space = MIR_SPACE_SURFACE, .bti = bti, .addr = mir_imm_ud(at)};
    return read_block(x, &t, 0, ISEL_BLOCK_DWORDS, true, true);
}

static void read_all(struct isel_ctx *x, const struct isel_target *t, unsigned n, struct mir_operand *dw)
{
    unsigned at = 0, most = ISEL_BLOCK_DWORDS;
    while (n - at >= 4) {
        const bool lanes = go_by_lanes(x, t, n - at);
        while (most > n - at)
            most /= 2;
        struct isel_target here = isel_target_add(x, *t, at * 4);
        const unsigned size = lanes ? n - at : most;
        struct mir_operand b = read_block(x, &here, 0, size, true, true);
        for (unsigned k = 0; k < size; k++)
            dw[at + k] = mir_scalar(b.vreg, k * 4, EU_TYPE_UD);
        at += size;
    }
    if (at == n)
        return;
    struct isel_target here = isel_target_add(x, *t, at * 4);
    struct mir_inst *i = isel_access(x, &here, MIR_ACCESS_DWORDS, true, 0, n - at, MIR_MEM_READ);
    i->send.count = i->parts->most = (uint8_t)(n - at);
    i->send.bytes = 4;
    for (unsigned k = 0; at + k < n; k++)
        dw[at + k] = isel_result(x, i, k, EU_TYPE_UD);
    isel_emit_access(x, i);
}

// Dwords of a block that begins anywhere in shared memory.
static unsigned unaligned_dwords(const struct isel_ctx *x)
{
    return kiln_target_native_width(x->s->target);
}

// The same from shared memory that begins anywhere, in small blocks. The last one reads some of the one
// before it again, nothing behind what is asked for.
static void read_unaligned(struct isel_ctx *x, const struct isel_target *t, unsigned n,
                           struct mir_operand *dw)
{
    const unsigned some = unaligned_dwords(x);
    for (unsigned at = 0; at < n; at += some) {
        unsigned from = at + some > n ? n - some : at;
        struct mir_operand b = read_block(x, t, 4 * from, some, true, false);
        for (unsigned k = at - from; k < some; k++)
            dw[from + k] = mir_scalar(b.vreg, k * 4, EU_TYPE_UD);
    }
}

// One message for a load and those that lie beside it, or for it alone. The lanes' elements.
static const struct mir_operand *load_run(struct isel_ctx *x, struct isel_value *v,
                                          const struct isel_target *t)
{
    struct group g = {.runs = true};
    find_group(x, v, t, &g);
    unsigned n = (unsigned)((g.hi - g.lo) / 4);
    if (n & (n - 1)) {
        g.count = 1;
        g.lo = g.load[0].at;
        n = g.load[0].dwords;
    }
    struct mir_operand *all = arena_array(x->arena, struct mir_operand, g.count);
    struct isel_target low = isel_target_add(x, *t, (uint32_t)(g.lo - g.load[0].at));
    struct mir_operand b = read_block(x, &low, 0, n, false, true);
    for (unsigned k = 0; k < g.count; k++) {
        LLVMValueRef load = g.load[k].llvm;
        all[k] = mir_vec(b.vreg, (uint32_t)(g.load[k].at - g.lo), isel_elem_type(LLVMTypeOf(load)));
        isel_learn(x, (struct isel_key){ISEL_LOADED, .of = load})->list = &all[k];
    }
    return &all[0];
}

bool isel_block_load(struct isel_ctx *x, struct isel_value *v, const struct isel_target *t,
                     const struct mir_operand **dw)
{
    struct group g = {0};
    const struct isel_known *known = isel_known(x, (struct isel_key){ISEL_LOADED, .of = v->llvm});
    if (known) {
        *dw = known->list;
        return true;
    }
    if (isel_run_of(x, v->llvm)) {
        *dw = load_run(x, v, t);
        return true;
    }
    const bool shared = t->space == MIR_SPACE_SHARED;
    if ((x->p->robust_buffer_access && !shared) || t->scratch || t->end.kind != MIR_OPK_NONE ||
        (t->space != MIR_SPACE_SURFACE && !shared) || !dwords_of(v->llvm))
        return false;
    find_group(x, v, t, &g);
    unsigned n = (unsigned)((g.hi - g.lo) / 4), alone = 0;
    for (unsigned k = 0; k < g.count; k++)
        alone += (g.load[k].dwords + 3) / 4;
    const bool unaligned = shared && !is_aligned(&g);
    const unsigned some = unaligned_dwords(x);
    if (unaligned ? n < some || (n + some - 1) / some > alone
        : shared  ? n < 4 || blocks_for(x, t, n) > alone
                  : blocks_for(x, t, n) >= alone)
        return false;
    struct mir_operand *all = arena_array(x->arena, struct mir_operand, n);
    struct isel_target low = isel_target_add(x, *t, (uint32_t)(g.lo - g.load[0].at));
    if (unaligned)
        read_unaligned(x, &low, n, all);
    else
        read_all(x, &low, n, all);
    for (unsigned k = 0; k < g.count; k++)
        isel_learn(x, (struct isel_key){ISEL_LOADED, .of = g.load[k].llvm})->list =
            all + (g.load[k].at - g.lo) / 4;
    *dw = all + (g.load[0].at - g.lo) / 4;
    return true;
}
