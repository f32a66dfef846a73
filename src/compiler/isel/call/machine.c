// Our own intrinsics (llvm/ir/abi.h): built-in variables, buffers, barriers, fences.
//
// Facts: the thread header g0 has the workgroup's x, y, z in dwords 1, 6, 7. The lane index is 0, 1, 2, ...
// as words.
#include "compiler/isel/memory/block.h"
#include "compiler/isel/memory/send.h"
#include "isa/table/msg.h"
#include "util/kernel_note.h"
#include "util/mutant.h"

typedef void handler(struct isel_ctx *x, struct isel_value *v);

static void surface(struct isel_ctx *x, struct isel_value *v)
{
    struct mir_operand bti = isel_ext(x, LLVMGetOperand(v->llvm, 0), 0, false);
    isel_set(x, v, 0, mir_imm_ud(0));
    isel_set(x, v, 1, bti.kind == MIR_OPK_IMM ? bti : isel_in_reg(x, bti, EU_TYPE_UD));
}

static void buffer(struct isel_ctx *x, struct isel_value *v)
{
    isel_set(x, v, 0, mir_imm(EU_TYPE_UQ, 0));
    for (unsigned k = 1; k < 4; k++)
        isel_set(x, v, k, isel_retype(isel_int(x, LLVMGetOperand(v->llvm, k - 1), 0), EU_TYPE_UQ));
}

static void buffer_part(struct isel_ctx *x, struct isel_value *v)
{
    isel_set(x, v, 0, isel_comp(x, LLVMGetOperand(v->llvm, 0), isel_immediate(x, v->llvm, 1)));
}

// Neighbours that are wanted one after the other come by one message.
static struct mir_operand far_handle(struct isel_ctx *x, uint32_t n)
{
    uint32_t at = n / ISEL_BLOCK_DWORDS * ISEL_BLOCK_DWORDS;
    const struct isel_key key = {ISEL_FAR_HANDLES, .number = at};
    const struct isel_known *k = isel_known(x, key);
    uint32_t dwords = k ? k->o[0].vreg : 0;
    if (!k)
        dwords = (isel_learn(x, key)->o[0] = isel_read_constants(x, x->p->far_handle_bti, at * 4)).vreg;
    return mir_scalar(dwords, (n - at) * 4, EU_TYPE_UD);
}

static void handle(struct isel_ctx *x, struct isel_value *v)
{
    uint32_t n = isel_immediate(x, v->llvm, 0);
    if (n >= x->p->handle_count && x->p->far_handle_bti != UINT32_MAX) {
        isel_set(x, v, 0, far_handle(x, n - x->p->handle_count));
        return;
    }
    uint32_t at = x->p->handle_offset + 4 * n;
    if (x->s->cross_thread == UINT32_MAX || at + 4 > x->s->cross_thread_regs * x->s->reg_bytes)
        isel_fail(x, "kiln.handle without a place in the constants");
    else
        isel_set(x, v, 0, mir_scalar(x->s->cross_thread, at, EU_TYPE_UD));
}

static void workgroup_id(struct isel_ctx *x, struct isel_value *v)
{
    static const uint8_t at[3] = {4, 24, 28};
    uint32_t dim = isel_immediate(x, v->llvm, 0);
    if (dim > 2)
        isel_fail(x, "kiln.workgroup.id of dimension %u", dim);
    else
        isel_set(x, v, 0, mir_scalar(x->s->r0, at[dim], EU_TYPE_UD));
}

static void num_workgroups(struct isel_ctx *x, struct isel_value *v)
{
    uint32_t dim = isel_immediate(x, v->llvm, 0);
    if (x->p->num_workgroups_offset == UINT32_MAX || x->s->cross_thread == UINT32_MAX)
        isel_fail(x, "kiln.num.workgroups without a place in the constants");
    else
        isel_set(x, v, 0, mir_scalar(x->s->cross_thread, x->p->num_workgroups_offset + 4 * dim, EU_TYPE_UD));
}

static void subgroup_id(struct isel_ctx *x, struct isel_value *v)
{
    isel_set(x, v, 0,
             x->s->per_thread == UINT32_MAX ? mir_imm_ud(0) : mir_scalar(x->s->per_thread, 0, EU_TYPE_UD));
}

static void subgroup_size(struct isel_ctx *x, struct isel_value *v)
{
    isel_set(x, v, 0, mir_imm_ud(x->s->simd));
}

static void lane_id(struct isel_ctx *x, struct isel_value *v)
{
    isel_set(x, v, 0, isel_lane_index(x));
}

// What the thread's lanes have in common, where it is that.
static void row(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef of = LLVMGetOperand(v->llvm, isel_is_row(v->llvm, x->s->simd));
    isel_set(x, v, 0, isel_comp(x, of, 0));
}

// A load that can be a block looks at the other operand (isel/memory/block.c).
static void run(struct isel_ctx *x, struct isel_value *v)
{
    isel_set(x, v, 0, isel_comp(x, LLVMGetOperand(v->llvm, 0), 0));
}

// No program has a use for the debug register: the simulated device takes what it holds for what was never
// written.
static void unwritten(struct isel_ctx *x, struct isel_value *v)
{
    struct mir_operand dst = isel_temp(x, EU_TYPE_UD, v->divergent);
    struct mir_operand dbg = {.kind = MIR_OPK_ARF, .arf = EU_ARF_DBG, .type = EU_TYPE_UD, .width = 1};
    isel_mov(x, dst, dbg);
    isel_set(x, v, 0, dst);
}

// No program of ours averages: the simulated device takes an average for an index and how many there are. The
// passes of mir leave it where it is.
static void tell_index(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef index = LLVMGetOperand(v->llvm, 0);
    struct mir_operand from = isel_ext(x, index, 0, true); // it may be kept as a word
    const bool divergent = !isel_is_scalar(&from);
    struct mir_operand value = isel_temp(x, EU_TYPE_UD, divergent),
                       none = isel_temp(x, EU_TYPE_UD, divergent);
    isel_mov(x, value, from);
    isel_op2(x, EU_OP_AVG, none, value,
             mir_imm_ud(KILN_NOTE_COUNT + (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(v->llvm, 1))));
}

// The number of bytes of a raw buffer.
static void surface_size(struct isel_ctx *x, struct isel_value *v)
{
    struct isel_target t = {.addr = mir_imm_ud(0), .space = MIR_SPACE_SURFACE, .constant = true};
    LLVMValueRef index = LLVMGetOperand(v->llvm, 0);
    isel_target_index(x, &t, isel_ext(x, index, 0, false), index);
    struct mir_inst *i = isel_access(x, &t, MIR_ACCESS_SIZE, !v->divergent, 0, 1, MIR_MEM_READ);
    isel_set(x, v, 0, isel_retype(isel_result(x, i, 0, EU_TYPE_UD), EU_TYPE_D));
    isel_emit_access(x, i);
}

static struct mir_inst *synchronize(struct isel_ctx *x, enum mir_access access, enum mir_mem mem)
{
    struct mir_inst *i = mir_access_new(x->s, access, true, 0, 0, 0);
    i->send.mem = mem;
    isel_emit_access(x, i);
    return i;
}

// A thread needs not wait for itself: its messages to shared memory are carried out in order. (But the
// compiler keeps that order only for what one lane accesses, mir/analysis/alias.h, unless it is told.)
static bool group_is_thread(const struct isel_ctx *x)
{
    const uint32_t *n = x->p->local_size;
    return n[0] * n[1] * n[2] <= x->s->simd;
}

// All fences are alike. One serves another that follows it without a message in between.
static bool is_fenced(const struct isel_ctx *x)
{
    const struct isel_known *fence = isel_known(x, (struct isel_key){ISEL_FENCE});
    if (!fence)
        return false;
    const struct mir_inst *i = x->b->last;
    while (i != fence->inst && i->op != MIR_OP_ACCESS)
        i = i->prev;
    return i == fence->inst;
}

// Only the compiler keeps an order: up to Gen9 shared memory's port carries out messages as they come, those
// of other threads too. Intel's own compiler sends no fence for shared memory up to Gen9 (IGC CPlatform
// localMemFenceSupress); Mesa does, and asks itself whether it need ("TODO: Check if applies for many HW
// threads sharing same Data Port", brw_fs_nir.cpp).
static void order(struct isel_ctx *x)
{
    struct mir_inst *i = mir_inst_new(x->s, MIR_OP_ORDER, 1);
    i->nomask = true;
    mir_append(x->b, i);
}

static void fence_of(struct isel_ctx *x, enum mir_space space)
{
    struct mir_inst *i = synchronize(x, MIR_ACCESS_FENCE, MIR_MEM_FENCE);
    i->send.space = space;
    isel_learn(x, (struct isel_key){ISEL_FENCE})->inst = i;
}

// Nobody waits for it: the data port keeps what comes behind the fence behind it, and a barrier's message
// leaves the thread behind the fence's; messages that other threads send after the barrier are behind ours in
// the data port. Mesa's compute shaders do it so on this generation (commit on, no wait).
//
// Where shared memory has a fence of its own, each is asked for, and who asks waits (mir/ir/message.c,
// mir/emit/emit.c).
static void fence(struct isel_ctx *x, struct isel_value *v)
{
    uint32_t which = isel_immediate(x, v->llvm, 0);
    bool own = kiln_target_has_shared_fence(x->s->target);
    if (which == KILN_FENCE_SHARED && (!own || group_is_thread(x))) {
        order(x);
        return;
    }
    if ((is_fenced(x) && !own) || !MUTABLE("fence", true))
        return;
    if (own && which != KILN_FENCE_MEMORY && !group_is_thread(x))
        fence_of(x, MIR_SPACE_SHARED);
    if (which != KILN_FENCE_SHARED)
        fence_of(x, MIR_SPACE_ANY);
}

static void barrier(struct isel_ctx *x, struct isel_value *v)
{
    if (group_is_thread(x))
        return;
    synchronize(x, MIR_ACCESS_BARRIER, MIR_MEM_BARRIER);
    x->s->uses_barrier = true;
}

// tm0.0 and tm0.1, read at once.
static void read_clock(struct isel_ctx *x, struct isel_value *v)
{
    struct mir_operand dst = isel_temp(x, EU_TYPE_UQ, false);
    struct mir_inst *i = mir_inst_new(x->s, EU_OP_MOV, 2);
    i->nomask = true;
    i->dst = mir_vec(dst.vreg, 0, EU_TYPE_UD);
    i->src[0] = (struct mir_operand){
        .kind = MIR_OPK_ARF, .arf = EU_ARF_TM, .type = EU_TYPE_UD, .vstride = 2, .width = 2, .hstride = 1};
    mir_append(x->b, i);
    isel_set(x, v, 0, dst);
}

// What keeps blocks in their loops (spirv/flow/converge.c) has done its work.
static void always(struct isel_ctx *x, struct isel_value *v)
{
    isel_set(x, v, 0, mir_imm_d(-1));
}

static void nothing(struct isel_ctx *x, struct isel_value *v)
{
}

static handler *const rows[INTRINSIC_COUNT] = {
    [INTRINSIC_CLOCK] = read_clock,
    [INTRINSIC_CONVERGENCE_STAY] = always,
    [INTRINSIC_CONVERGENCE_LOOP] = nothing,
    [INTRINSIC_SURFACE] = surface,
    [INTRINSIC_SURFACE_SIZE] = surface_size,
    [INTRINSIC_BUFFER] = buffer,
    [INTRINSIC_BUFFER_PART] = buffer_part,
    [INTRINSIC_HANDLE] = handle,
    [INTRINSIC_WORKGROUP_ID] = workgroup_id,
    [INTRINSIC_NUM_WORKGROUPS] = num_workgroups,
    [INTRINSIC_SUBGROUP_ID] = subgroup_id,
    [INTRINSIC_SUBGROUP_SIZE] = subgroup_size,
    [INTRINSIC_LANE_ID] = lane_id,
    [INTRINSIC_UNWRITTEN] = unwritten,
    [INTRINSIC_INDEX] = tell_index,
    [INTRINSIC_ROW] = row,
    [INTRINSIC_RUN] = run,
    [INTRINSIC_BARRIER] = barrier,
    [INTRINSIC_FENCE] = fence,
    [INTRINSIC_SYSTOLIC] = isel_systolic,
    [INTRINSIC_SYSTOLIC_WIDE] = isel_systolic,
};

bool isel_call_machine(struct isel_ctx *x, struct isel_value *v, enum intrinsic id)
{
    if (rows[id])
        rows[id](x, v);
    return rows[id] != NULL;
}
