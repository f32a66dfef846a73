// Instruction selection: the driver. One walk over the function in layout order, one LLVM instruction at a
// time; each family of instructions has its file. Before it: control flow, divergence, what is selected at
// its uses, and registers for phis. After it: edges and loops of the machine blocks.
#include <llvm-c/DebugInfo.h>

#include "compiler/isel/isel.h"
#include "compiler/isel/operand/ctx.h"
#include "compiler/isel/payload.h"
#include "compiler/support/lap.h"
#include "compiler/support/variant.h"

static bool is_terminator(LLVMValueRef i)
{
    return LLVMIsATerminatorInst(i) != NULL;
}

// Values in layout order.
static void number_values(struct isel_ctx *x)
{
    uint32_t n = 0;
    for (uint32_t b = 0; b < x->cfg.count; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(x->cfg.blocks[b].llvm); i;
             i = LLVMGetNextInstruction(i))
            n++;
    x->values = arena_array(x->arena, struct isel_value, n + 1);
    llvm_map_init(&x->index, x->arena, n);
    for (uint32_t b = 0; b < x->cfg.count; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(x->cfg.blocks[b].llvm); i;
             i = LLVMGetNextInstruction(i)) {
            llvm_map_set(&x->index, i, x->value_count);
            x->values[x->value_count++] = (struct isel_value){.llvm = i, .block = b, .hint = LLVM_NONE};
        }
}

static void select_value(struct isel_ctx *x, struct isel_value *v)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(v->llvm);
    switch (op) {
    case LLVMPHI:
        return;
    case LLVMICmp:
    case LLVMFCmp:
        isel_compare(x, v);
        return;
    case LLVMSelect:
        isel_select(x, v);
        return;
    case LLVMLoad:
        x->s->relaxed = LLVMGetOrdering(v->llvm) != LLVMAtomicOrderingNotAtomic;
        isel_load(x, v);
        x->s->relaxed = false;
        return;
    case LLVMStore:
        x->s->relaxed = LLVMGetOrdering(v->llvm) != LLVMAtomicOrderingNotAtomic;
        isel_store(x, v);
        x->s->relaxed = false;
        return;
    case LLVMAlloca:
        isel_alloca(x, v);
        return;
    case LLVMGetElementPtr:
        isel_gep(x, v);
        return;
    case LLVMAtomicRMW:
        isel_atomicrmw(x, v);
        return;
    case LLVMAtomicCmpXchg:
        isel_cmpxchg(x, v);
        return;
    case LLVMCall:
        isel_call(x, v);
        return;
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMShuffleVector:
    case LLVMExtractValue:
    case LLVMInsertValue:
        isel_vector(x, v);
        return;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
    case LLVMFNeg:
        isel_binary(x, v);
        return;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMFreeze:
        isel_cast(x, v);
        return;
    case LLVMFence: // fences that matter are kiln.fence
        return;
    default:
        isel_fail(x, "LLVM instruction: %s", isel_inst_text(x, v->llvm));
    }
}

static uint32_t own_line(LLVMValueRef v)
{
    return LLVMIsAInstruction(v) ? LLVMGetDebugLocLine(v) : 0;
}

// What merges two instructions of different lines has none: it gets that of an operand, or else of a user.
static uint32_t line_of(LLVMValueRef i)
{
    uint32_t line = own_line(i);
    for (int k = 0; !line && k < LLVMGetNumOperands(i); k++)
        line = own_line(LLVMGetOperand(i, (unsigned)k));
    for (LLVMUseRef u = line ? NULL : LLVMGetFirstUse(i); u && !line; u = LLVMGetNextUse(u))
        line = own_line(LLVMGetUser(u));
    return line;
}

static void select_block(struct isel_ctx *x, uint32_t block)
{
    struct cfg_block *b = &x->cfg.blocks[block];
    x->block = block;
    if (block)
        isel_next_block(x);
    b->first = x->b;
    isel_phis(x, block);
    for (LLVMValueRef i = LLVMGetFirstInstruction(b->llvm); i && !x->failed; i = LLVMGetNextInstruction(i)) {
        struct isel_value *v = isel_val(x, i);
        if (x->has_lines)
            x->s->line = line_of(i);
        if (is_terminator(i))
            isel_terminator(x, i);
        else if (!v->sunk)
            select_value(x, v);
    }
    b->last = x->b;
}

// The rows of isel/passes.def.
static void analyse(struct isel_ctx *x)
{
    struct lap *lap = x->p->lap;
#define MUST(name, call, why)                                                                                \
    call;                                                                                                    \
    if (lap)                                                                                                 \
        lap_end(lap, "  %s", #name);
#define STEP(name, call, why)                                                                                \
    if (!variant_without(#name))                                                                             \
        call;                                                                                                \
    if (lap)                                                                                                 \
        lap_end(lap, "  %s", #name);
#include "compiler/isel/passes.def"
}

struct mir_shader *isel_function(struct arena *a, LLVMValueRef kernel, const struct isel_params *params,
                                 char *message, size_t message_size)
{
    struct isel_ctx *x = arena_new(a, struct isel_ctx);
    *x = (struct isel_ctx){
        .arena = a, .p = params, .fn = kernel, .message = message, .message_size = message_size};
    LLVMModuleRef module = LLVMGetGlobalParent(kernel);
    x->dl = LLVMGetModuleDataLayout(module);
    x->md_invariant = LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), "invariant.load", 14);

    if (!cfg_build(&x->cfg, a, params->graph)) {
        isel_fail(x, "control flow that llvm_prepare should have prepared");
        return NULL;
    }
    cfg_drop_never_taken(&x->cfg, a);
    x->has_lines = LLVMGetSubprogram(kernel) != NULL;
    x->s = mir_shader_create(a, params->target, params->simd);
    mir_shader_payload(x->s, params->cross_thread_regs, params->per_thread_regs);
    x->scratch_bytes = params->frame_bytes;
    x->s->start.no_lines = params->frame_bytes;
    x->s->memory = (struct mir_memory){
        .robust = params->robust_buffer_access,
        .states = params->surface_states,
        .heap = params->heap_low ? 1 + params->handle_offset + 4 * (params->heap_low - 1) : 0};
    analyse(x);
    x->b = mir_block_new(x->s);
    isel_payload(x);
    isel_phis(x, LLVM_NONE);
    for (uint32_t b = 0; b < x->cfg.count && !x->failed; b++)
        select_block(x, b);
    if (x->failed)
        return NULL;
    x->s->line = 0;
    isel_link(x);
    x->s->private_bytes = x->scratch_bytes * params->simd;
    return x->s;
}
