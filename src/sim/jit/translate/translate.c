// From micro-ops to an LLVM function: blocks in two versions, entries and exits. See jit/ir/ir.h.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/jit/translate/translate.h"

#define B j->b

enum { MAX_UOPS = 100000 };

static val k32(struct jt *j, uint32_t v)
{
    return LLVMConstInt(j->i32, v, false);
}

static LLVMBasicBlockRef make_entry(struct jt *j, uint32_t uop, enum jit_version v)
{
    LLVMBasicBlockRef block = jit_new_block(j, "entry");
    LLVMPositionBuilderAtEnd(B, block);
    jit_copy_grfs(j, &j->live_in[2 * uop + v], false);
    jit_copy_flags(j, false);
    if (v == PARTIAL) {
        val a = LLVMBuildLoad2(B, j->i32, jit_field(j, offsetof(struct sim_thread, active)), "");
        LLVMBuildStore(B, a, j->active);
        for (uint32_t l = 0; l < j->labels; l++) {
            val o = k32(j, l), p = LLVMBuildInBoundsGEP2(B, j->i32, j->wait_arg, &o, 1, "");
            if (jit_may_wait(j, uop, l))
                LLVMBuildStore(B, LLVMBuildLoad2(B, j->i32, p, ""), j->label[l]);
        }
    }
    j->double_mode = false;
    if (j->in_double[2 * uop + v])
        jit_enter_double_mode(j);
    LLVMBuildBr(B, jit_target(j, uop, v));
    return block;
}

static val variable(struct jt *j, type t, const char *name)
{
    return LLVMBuildAlloca(B, t, name);
}

static void make_variables(struct jt *j)
{
    char name[16];
    for_grfs(r, &j->used)
    {
        if (grf_has(&j->memory, r))
            continue;
        snprintf(name, sizeof(name), "r%u.", r);
        if (grf_has(&j->split, r))
            for (unsigned i = 0; i < 8; i++)
                j->dword[r][i] = j->dwords[r] >> i & 1 ? variable(j, j->i32, name) : NULL;
        else if (!r || !grf_has(&j->first, r - 1))
            j->grf[r] = variable(j, grf_has(&j->first, r) ? LLVMVectorType(j->i32, 16) : j->v8, name);
    }
    for (unsigned f = 0; f < 2; f++)
        j->flag[f] = variable(j, j->i32, "f");
    j->active = variable(j, j->i32, "active");
    j->count = variable(j, j->i64, "count");
    for (uint32_t l = 0; l < j->labels; l++)
        j->label[l] = variable(j, j->i32, "wait");
    for (uint32_t l = 0; l < j->labels; l++)
        LLVMBuildStore(B, k32(j, 0), j->label[l]);
    for (unsigned k = 0; k < 3; k++)
        j->math_slot[k] = variable(j, j->v8, "math");
    j->csr = variable(j, j->i32, "csr");
}

static void make_prologue(struct jt *j, uint32_t first, uint32_t end)
{
    LLVMBasicBlockRef start = jit_new_block(j, "start"), none = jit_new_block(j, "none");
    LLVMPositionBuilderAtEnd(B, start);
    make_variables(j);
    val c = LLVMBuildLoad2(B, j->i64, jit_field(j, offsetof(struct sim_thread, instructions)), "");
    LLVMBuildStore(B, c, j->count);
    j->deadline = LLVMBuildLoad2(B, j->i64, jit_field(j, offsetof(struct sim_thread, deadline)), "deadline");
    val sw = LLVMBuildSwitch(B, LLVMGetParam(j->fn, 1), none, j->entries);
    for (uint32_t at = 2 * first; at < 2 * end; at++)
        if (j->entry[at])
            LLVMAddCase(sw, k32(j, j->entry[at] - 1u), make_entry(j, at / 2, at & 1));
    LLVMPositionBuilderAtEnd(B, none);
    LLVMBuildUnreachable(B);
}

// ---- blocks

static void wait_for_notification(struct jt *j, uint32_t i)
{
    const struct sim_uop *u = &j->uops[i];
    val p = jit_rf_ptr(j, u->src[0].base);
    val n = LLVMBuildLoad2(B, j->i32, p, "");
    LLVMBasicBlockRef some = jit_new_block(j, ""), none = jit_new_block(j, "wait");
    unsigned pending = j->pending;
    LLVMBuildCondBr(B, LLVMBuildICmp(B, LLVMIntEQ, n, k32(j, 0), ""), none, some);
    LLVMPositionBuilderAtEnd(B, none);
    LLVMBuildStore(B, k32(j, SIM_THREAD_WAIT), jit_field(j, offsetof(struct sim_thread, state)));
    jit_exit(j, i, j->version);
    j->pending = pending + 1;
    LLVMPositionBuilderAtEnd(B, some);
    LLVMBuildStore(B, LLVMBuildSub(B, n, k32(j, 1), ""), p);
}

static void arrive(struct jt *j, uint32_t i)
{
    if (j->version == FULL) {
        LLVMBuildBr(B, jit_target(j, i + 1, FULL));
        return;
    }
    val slot = j->label[j->label_of[i] - 1];
    val a = LLVMBuildOr(B, jit_active(j), LLVMBuildLoad2(B, j->i32, slot, ""), "");
    LLVMBuildStore(B, k32(j, 0), slot);
    LLVMBuildStore(B, a, j->active);
    if (j->single) {
        LLVMBuildBr(B, jit_target(j, i + 1, PARTIAL));
        return;
    }
    val all = LLVMBuildICmp(B, LLVMIntEQ, a, k32(j, j->rq->full), "");
    LLVMBuildCondBr(B, all, jit_target(j, i + 1, FULL), jit_target(j, i + 1, PARTIAL));
}

// An exhausted budget is noticed at the heads of loops.
static void check_deadline(struct jt *j, uint32_t i)
{
    LLVMBasicBlockRef out = jit_new_block(j, "late"), on = jit_new_block(j, "");
    val early = LLVMBuildICmp(B, LLVMIntULT, LLVMBuildLoad2(B, j->i64, j->count, ""), j->deadline, "");
    jit_branch_mostly(j, early, on, out);
    LLVMPositionBuilderAtEnd(B, out);
    jit_exit(j, i, j->version);
    LLVMPositionBuilderAtEnd(B, on);
}

// As sim_eu_send for a message that only ends the thread, where nothing is late and no rule is to be looked
// at.
static void end_in_line(struct jt *j, const struct sim_uop *u, LLVMBasicBlockRef slow)
{
    val late = LLVMBuildLoad2(B, j->ptr, jit_field(j, offsetof(struct sim_thread, late)), "");
    val rule = LLVMBuildLoad2(B, j->i8, jit_field(j, offsetof(struct sim_thread, unanswered)), "");
    val ok = LLVMBuildAnd(B, LLVMBuildIsNull(B, late, ""), LLVMBuildIsNull(B, rule, ""), "");
    ok = LLVMBuildAnd(B, ok, LLVMBuildIsNotNull(B, jit_exec_bits(j, u), ""), "");
    jit_branch_unless(j, ok, slow);
    jit_store_count(j);
    jit_count_send(j);
    LLVMBuildStore(B, k32(j, SIM_THREAD_DONE), jit_field(j, offsetof(struct sim_thread, state)));
    jit_return(j, FULL);
    LLVMPositionBuilderAtEnd(B, slow);
}

static void end_of_thread(struct jt *j, const struct sim_uop *u)
{
    const unsigned pending = j->pending;
    if (j->rq->keep_all) {
        jit_copy_grfs(j, &j->used, true);
    } else if (u->info->send->kind == SIM_SEND_END) {
        jit_active(j); // known in both blocks
        end_in_line(j, u, jit_new_block(j, "slow"));
        j->pending = pending;
    }
    jit_call_uop(j, u);
    jit_return(j, FULL);
}

// A write of cr0 may ask for what only the interpreter does.
static void after_control(struct jt *j, uint32_t i)
{
    type i8 = j->i8;
    val slow = LLVMBuildLoad2(B, i8, jit_field(j, offsetof(struct sim_thread, slow_float)), "");
    LLVMBasicBlockRef out = jit_new_block(j, "slow"), on = jit_new_block(j, "");
    val fast = LLVMBuildICmp(B, LLVMIntEQ, slow, LLVMConstInt(i8, 0, false), "");
    if (j->needs) {
        val mode = LLVMBuildLoad2(B, j->i32, jit_rf_ptr(j, SIM_RF_CONTROL), "");
        mode = LLVMBuildAnd(B, mode, k32(j, j->needs), "");
        fast = LLVMBuildAnd(B, fast, LLVMBuildICmp(B, LLVMIntEQ, mode, k32(j, j->needs), ""), "");
    }
    jit_branch_mostly(j, fast, on, out);
    LLVMPositionBuilderAtEnd(B, out);
    jit_exit(j, i + 1, j->version);
    LLVMPositionBuilderAtEnd(B, on);
}

// False: the block ends here.
static bool instruction(struct jt *j, uint32_t i)
{
    const struct sim_uop *u = &j->uops[i];
    if (u->info->pseudo == SIM_PSEUDO_ARRIVE) {
        jit_change_mode(j, i);
        jit_count(j);
        arrive(j, i);
        return false;
    }
    if (jit_is_flow(u) && !jit_flow_ok(j, u)) {
        jit_exit(j, i, j->version);
        return false;
    }
    if (jit_is_wait(u)) {
        jit_leave_double_mode(j);
        wait_for_notification(j, i);
        return true;
    }
    j->pending++;
    if (jit_mode_of(u) == JIT_MODE_F)
        jit_leave_double_mode(j);
    if (jit_is_flow(u)) {
        jit_change_mode(j, i);
        jit_count(j);
        jit_flow(j, i);
        return false;
    }
    if (jit_send_is_end(u)) {
        end_of_thread(j, u);
        return false;
    }
    if (u->op == EU_OP_NOP)
        return true;
    if (jit_op_is_send(u->op) ? jit_send(j, u) : jit_alu_ok(u)) {
        if (!jit_op_is_send(u->op))
            jit_alu(j, u);
        j->native++;
        return true;
    }
    jit_call_uop(j, u);
    if (jit_writes_control(u))
        after_control(j, i);
    return true;
}

static void begin_block(struct jt *j, uint32_t at)
{
    j->version = at & 1;
    j->double_mode = j->in_double[at];
    j->pending = j->cached = j->active_cached = 0;
    j->active_value = NULL;
    LLVMPositionBuilderAtEnd(B, jit_target(j, at / 2, j->version));
}

static void make_block(struct jt *j, uint32_t at)
{
    uint32_t i = at / 2;
    begin_block(j, at);
    if (j->loop_head[i]) {
        check_deadline(j, i);
        // Memory that a loop polls is read again each time.
        LLVMBuildFence(B, LLVMAtomicOrderingSequentiallyConsistent, true, "");
    }
    do {
        if (!instruction(j, i))
            return;
        i++;
    } while (!j->leader[i]);
    jit_change_mode(j, i - 1);
    jit_count(j);
    LLVMBuildBr(B, jit_target(j, i, j->version));
}

// ---- the whole

static bool allocate(struct jt *j)
{
    uint32_t n = j->p->count + 1;
    j->reachable = calloc(2 * n, sizeof(*j->reachable));
    j->leader = calloc(n, sizeof(*j->leader));
    j->in_double = calloc(2 * n, sizeof(*j->in_double));
    j->loop_head = calloc(n, sizeof(*j->loop_head));
    j->block = calloc(2 * n, sizeof(*j->block));
    j->live_in = calloc(2 * n, sizeof(*j->live_in));
    j->all_in = calloc(2 * n, sizeof(*j->all_in));
    j->entry = calloc(2 * n, sizeof(*j->entry));
    j->label_of = calloc(n, sizeof(*j->label_of));
    j->label = calloc(n, sizeof(*j->label));
    j->messages = calloc(2 * n, sizeof(*j->messages));
    j->piece_first = calloc(n / jit_piece_size(j) + 3, sizeof(*j->piece_first));
    j->piece = calloc(n / jit_piece_size(j) + 3, sizeof(*j->piece));
    return j->piece_first && j->piece && j->messages && j->all_in && j->reachable && j->leader &&
           j->in_double && j->loop_head && j->block && j->live_in && j->entry && j->label_of && j->label;
}

static void release(struct jt *j)
{
    free(j->reachable);
    free(j->leader);
    free(j->in_double);
    free(j->loop_head);
    free(j->block);
    free(j->live_in);
    free(j->all_in);
    free(j->may_wait);
    free(j->entry);
    free(j->label_of);
    free(j->label);
    free(j->messages);
    free(j->piece_first);
    free(j->piece);
}

static void make_types(struct jt *j)
{
    LLVMContextRef c = j->ctx;
    j->i1 = LLVMInt1TypeInContext(c);
    j->i8 = LLVMInt8TypeInContext(c);
    j->i16 = LLVMInt16TypeInContext(c);
    j->i32 = LLVMInt32TypeInContext(c);
    j->i64 = LLVMInt64TypeInContext(c);
    j->f32 = LLVMFloatTypeInContext(c);
    j->f64 = LLVMDoubleTypeInContext(c);
    j->ptr = LLVMPointerTypeInContext(c, 0);
    j->v8 = LLVMVectorType(j->i32, 8);
    const char *round = "round.dynamic", *except = "fpexcept.ignore";
    j->meta_round = LLVMMetadataAsValue(c, LLVMMDStringInContext2(c, round, strlen(round)));
    j->meta_except = LLVMMetadataAsValue(c, LLVMMDStringInContext2(c, except, strlen(except)));
    j->strictfp = LLVMGetEnumAttributeKindForName("strictfp", 8);
}

// So that no vector that is put on the stack lies in two lines of the cache, as most of AVX-512's would.
static void align_stack(struct jt *j)
{
    enum { LINE = 64 };
    static const char name[] = "alignstack";
    const unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof(name) - 1);
    LLVMAddAttributeAtIndex(j->fn, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(j->ctx, kind, LINE));
}

static void make_function(struct jt *j, uint32_t piece)
{
    uint32_t first = j->piece_first[piece], end = j->piece_first[piece + 1];
    type args[4] = {j->ptr, j->i32, j->ptr, j->ptr};
    j->fn = j->piece[piece] = LLVMAddFunction(j->mod, "kernel", LLVMFunctionType(j->i1, args, 4, false));
    jit_function_attributes(j, j->fn);
    if (j->has_avx)
        align_stack(j);
    j->thread = LLVMGetParam(j->fn, 0);
    j->wait_arg = LLVMGetParam(j->fn, 2);
    j->links = LLVMGetParam(j->fn, 3);
    unsigned noalias = LLVMGetEnumAttributeKindForName("noalias", 7);
    LLVMAddAttributeAtIndex(j->fn, 3, LLVMCreateEnumAttribute(j->ctx, noalias, 0));
    memset(j->block, 0, 2 * j->p->count * sizeof(*j->block));
    make_prologue(j, first, end);
    for (uint32_t at = 2 * first; at < 2 * end; at++)
        if (j->reachable[at] && j->leader[at / 2])
            make_block(j, at);
    for (uint32_t at = 0; at < 2 * j->p->count; at++)
        if (j->block[at] && (at / 2 < first || at / 2 >= end)) {
            begin_block(j, at);
            jit_exit(j, at / 2, at & 1);
        }
}

static bool translate(struct jt *j, struct sim_jit_blob *out, char *why, size_t size)
{
    j->began = jit_now();
    j->has_avx = jit_host_has_avx();
    j->has_avx2 = jit_host_has_avx2();
    j->has_avx512 = jit_host_has_avx512();
    jit_find_leaders(j);
    if (j->labels > SIM_JIT_MAX_LABELS) {
        snprintf(why, size, "too many branches");
        return false;
    }
    jit_find_pieces(j);
    if (!jit_find_reachable(j) || !jit_number_entries(j))
        return false;
    if (!jit_find_waits(j))
        return false;
    jit_find_reach(j);
    jit_choose_modes(j);
    jit_choose_registers(j);
    jit_choose_pairs(j);
    jit_liveness(j);
    if (!jit_begin(j)) {
        snprintf(why, size, "it is no longer wanted");
        return false;
    }
    j->mod = LLVMModuleCreateWithNameInContext("kiln", j->ctx);
    j->b = LLVMCreateBuilderInContext(j->ctx);
    make_types(j);
    for (uint32_t k = 0; k < j->pieces; k++)
        make_function(j, k);
    LLVMDisposeBuilder(j->b);
    struct sim_jit_head h;
    jit_describe(j, &h);
    LLVMMemoryBufferRef object = jit_compile(j, &h, why, size);
    bool ok = object && jit_pack(j, &h, LLVMGetBufferStart(object), out);
    if (object)
        LLVMDisposeMemoryBuffer(object);
    return ok;
}

__attribute__((visibility("default"))) bool
sim_jit_translate(const struct sim_jit_request *rq, struct sim_jit_blob *out, char *why, size_t size)
{
    struct jt *j = calloc(1, sizeof(*j));
    bool ok = false;
    *out = (struct sim_jit_blob){NULL, 0};
    jit_set_cpu(rq->cpu);
    snprintf(why, size, "out of memory");
    if (j) {
        j->rq = rq;
        j->p = rq->program;
        j->uops = rq->program->uops;
        if (j->p->count > MAX_UOPS)
            snprintf(why, size, "the kernel has %u instructions", j->p->count);
        else if (allocate(j))
            ok = translate(j, out, why, size);
        release(j);
    }
    free(j);
    if (!ok) {
        free(out->data);
        *out = (struct sim_jit_blob){NULL, 0};
    }
    return ok;
}
