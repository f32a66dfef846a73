// What the files that translate instructions have in common: blocks, the instruction counter, registers to
// the register file and back, exits, and calls of the interpreter.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "sim/jit/ir/send.h"

#define B j->b

// How much more often the usual way is taken than the interpreter's or an exit: registers are kept for it.
enum { OFTEN = 2000 };

static val k32(struct jt *j, uint32_t v)
{
    return LLVMConstInt(j->i32, v, false);
}

static val k64(struct jt *j, uint64_t v)
{
    return LLVMConstInt(j->i64, v, false);
}

void jit_function_attributes(struct jt *j, val fn)
{
    LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(j->ctx, j->strictfp, 0));
    LLVMAddTargetDependentFunctionAttr(fn, "denormal-fp-math", "dynamic,dynamic");
}

LLVMBasicBlockRef jit_new_block(struct jt *j, const char *name)
{
    return LLVMAppendBasicBlockInContext(j->ctx, j->fn, name);
}

void jit_branch_mostly(struct jt *j, val condition, LLVMBasicBlockRef often, LLVMBasicBlockRef rarely)
{
    static const char name[] = "branch_weights";
    LLVMMetadataRef m[3] = {LLVMMDStringInContext2(j->ctx, name, sizeof(name) - 1),
                            LLVMValueAsMetadata(k32(j, OFTEN)), LLVMValueAsMetadata(k32(j, 1))};
    val weights = LLVMMetadataAsValue(j->ctx, LLVMMDNodeInContext2(j->ctx, m, 3));
    LLVMSetMetadata(LLVMBuildCondBr(B, condition, often, rarely), LLVMGetMDKindIDInContext(j->ctx, "prof", 4),
                    weights);
}

LLVMBasicBlockRef jit_branch_unless(struct jt *j, val ok, LLVMBasicBlockRef otherwise)
{
    LLVMBasicBlockRef on = jit_new_block(j, "");
    jit_branch_mostly(j, ok, on, otherwise);
    LLVMPositionBuilderAtEnd(B, on);
    return on;
}

LLVMBasicBlockRef jit_target(struct jt *j, uint32_t uop, enum jit_version v)
{
    uint32_t at = 2 * uop + v;
    if (!j->block[at]) {
        char name[32];
        snprintf(name, sizeof(name), "%s%x.", v == FULL ? "f" : "p", j->uops[uop].info->ip);
        j->block[at] = jit_new_block(j, name);
    }
    return j->block[at];
}

// ---- the instruction counter

void jit_count(struct jt *j)
{
    if (!j->pending)
        return;
    val c = LLVMBuildLoad2(B, j->i64, j->count, "");
    LLVMBuildStore(B, LLVMBuildAdd(B, c, k64(j, j->pending), ""), j->count);
    j->pending = 0;
}

void jit_store_count(struct jt *j)
{
    jit_count(j);
    LLVMBuildStore(B, LLVMBuildLoad2(B, j->i64, j->count, ""),
                   jit_field(j, offsetof(struct sim_thread, instructions)));
}

// ---- to the register file and back

static void copy_grf(struct jt *j, unsigned r, bool out)
{
    if (grf_has(&j->memory, r))
        return;
    if (grf_has(&j->split, r)) {
        for (unsigned i = 0; i < 8; i++) {
            val p = jit_rf_ptr(j, r * SIM_GRF_BYTES + i * 4), var = j->dword[r][i];
            if (!var)
                continue;
            LLVMBuildStore(B, LLVMBuildLoad2(B, j->i32, out ? var : p, ""), out ? p : var);
        }
        return;
    }
    val p = jit_rf_ptr(j, r * SIM_GRF_BYTES);
    if (out)
        jit_store_at(j, jit_load_grf(j, r), p, SIM_GRF_BYTES);
    else
        jit_store_grf(j, r, jit_load_at(j, j->v8, p, SIM_GRF_BYTES));
}

static void copy_pair(struct jt *j, unsigned r, bool out)
{
    val p = jit_rf_ptr(j, r * SIM_GRF_BYTES);
    if (out)
        jit_store_at(j, jit_load_pair(j, r), p, SIM_GRF_BYTES);
    else
        LLVMBuildStore(B, jit_load_at(j, LLVMVectorType(j->i32, 16), p, SIM_GRF_BYTES), j->grf[r]);
}

void jit_copy_grfs(struct jt *j, const struct grf_set *set, bool out)
{
    for_grfs(r, set)
    {
        if (r && grf_has(&j->first, r - 1) && grf_has(set, r - 1))
            continue; // with the first
        if (grf_has(&j->first, r) && grf_has(set, r + 1))
            copy_pair(j, r, out);
        else if (grf_has(&j->used, r))
            copy_grf(j, r, out);
    }
}

void jit_copy_flags(struct jt *j, bool out)
{
    for (unsigned f = 0; f < 2; f++) {
        val p = jit_rf_ptr(j, SIM_RF_FLAG + 4 * f);
        LLVMBuildStore(B, LLVMBuildLoad2(B, j->i32, out ? j->flag[f] : p, ""), out ? p : j->flag[f]);
    }
}

static void store_active(struct jt *j)
{
    LLVMBuildStore(B, jit_active(j), jit_field(j, offsetof(struct sim_thread, active)));
}

// ---- entries and exits

void jit_return(struct jt *j, enum jit_version v)
{
    LLVMBuildRet(B, LLVMConstInt(j->i1, v == PARTIAL, false));
}

void jit_exit(struct jt *j, uint32_t uop, enum jit_version v)
{
    const bool double_mode = j->double_mode; // where it is not left
    jit_leave_double_mode(j);
    jit_copy_grfs(j, &j->live_in[2 * uop + v], true);
    jit_copy_flags(j, true);
    jit_store_count(j);
    val active = v == FULL ? k32(j, j->rq->full) : LLVMBuildLoad2(B, j->i32, j->active, "");
    LLVMBuildStore(B, active, jit_field(j, offsetof(struct sim_thread, active)));
    LLVMBuildStore(B, k32(j, uop), jit_field(j, offsetof(struct sim_thread, next)));
    if (v == PARTIAL && j->labels)
        LLVMBuildMemSet(B, j->wait_arg, LLVMConstInt(j->i8, 0, false), k64(j, 4ull * j->labels), 4);
    for (uint32_t l = 0; v == PARTIAL && l < j->labels; l++) {
        val o = k32(j, l), p = LLVMBuildInBoundsGEP2(B, j->i32, j->wait_arg, &o, 1, "");
        if (jit_may_wait(j, uop, l))
            LLVMBuildStore(B, LLVMBuildLoad2(B, j->i32, j->label[l], ""), p);
    }
    jit_return(j, v);
    j->double_mode = double_mode;
}

// ---- one instruction by the interpreter

static val link(struct jt *j, size_t offset)
{
    return jit_member(j, j->links, offset, j->ptr);
}

val jit_link_math(struct jt *j, unsigned function)
{
    return link(j, offsetof(struct sim_jit_links, math) + function * sizeof(void *));
}

static void return_unless_running(struct jt *j)
{
    val s = LLVMBuildLoad2(B, j->i32, jit_field(j, offsetof(struct sim_thread, state)), "");
    LLVMBasicBlockRef on = jit_new_block(j, ""), out = jit_new_block(j, "stop");
    jit_branch_mostly(j, LLVMBuildICmp(B, LLVMIntEQ, s, k32(j, SIM_THREAD_RUN), ""), on, out);
    LLVMPositionBuilderAtEnd(B, out);
    jit_return(j, FULL);
    LLVMPositionBuilderAtEnd(B, on);
}

// Calls the interpreter's function of an instruction (`m` NULL) or that of a message; the registers that the
// instruction touches are in memory meanwhile, and `others` as well.
static void call(struct jt *j, const struct sim_uop *u, const struct sim_jit_message *m,
                 const struct grf_set *others)
{
    struct grf_set reads, writes, stored, loaded;
    jit_leave_double_mode(j);
    jit_touched(u, &reads, &writes);
    for (unsigned w = 0; w < SIM_GRF_WORDS; w++) {
        stored.w[w] = reads.w[w] | writes.w[w] | others->w[w];
        loaded.w[w] = writes.w[w] | others->w[w];
    }
    jit_copy_grfs(j, &stored, true);
    jit_copy_flags(j, true);
    store_active(j);
    jit_store_count(j);
    val what = m ? jit_bytes_after(j, link(j, offsetof(struct sim_jit_links, messages)),
                                   (size_t)(m - j->messages) * sizeof(*m))
                 : jit_bytes_after(j, link(j, offsetof(struct sim_jit_links, uops)),
                                   (size_t)(u - j->uops) * sizeof(*u));
    val code = m ? link(j, offsetof(struct sim_jit_links, message))
                 : LLVMBuildLoad2(B, j->ptr, jit_bytes_after(j, what, offsetof(struct sim_uop, fn)), "");
    type types[2] = {j->ptr, j->ptr};
    val args[2] = {j->thread, what};
    type fn = LLVMFunctionType(LLVMVoidTypeInContext(j->ctx), types, 2, false);
    LLVMBuildCall2(B, fn, code, args, 2, "");
    jit_copy_grfs(j, &loaded, false);
    if (jit_op_is_send(u->op))
        return_unless_running(j);
}

static void note_call(struct jt *j, const struct sim_uop *u)
{
    char text[24];
    if (jit_op_is_send(u->op))
        snprintf(text, sizeof(text), " %x:%x", u->info->inst->sfid, u->info->inst->desc & 0xfffff);
    else
        snprintf(text, sizeof(text), " op%u.%u", u->op, u->math);
    if (!strstr(j->calls, text) && strlen(j->calls) + strlen(text) < sizeof(j->calls))
        strcat(j->calls, text);
}

void jit_call_uop(struct jt *j, const struct sim_uop *u)
{
    struct sim_jit_message *m = NULL;
    if (jit_op_is_send(u->op) && !u->info->inst->eot) {
        m = jit_new_message(j);
        *m = (struct sim_jit_message){.uop = (uint32_t)(u - j->uops), .kind = SIM_JIT_OTHER};
    }
    // No vector register outlives a call: LLVM, which would keep those of a loop on the stack between two
    // such calls, sees that here they begin anew.
    call(j, u, m, &j->live_in[2 * (u - j->uops + 1) + j->version]);
    if (u->cmod || u->dst.arf == EU_ARF_FLAG || u->op == EU_OP_MATH || u->special) {
        jit_copy_flags(j, false);
        j->cached = 0;
    }
    j->called++;
    note_call(j, u);
}

void jit_end_message(struct jt *j, const struct sim_jit_message *m, LLVMBasicBlockRef slow,
                     LLVMBasicBlockRef done)
{
    static const struct grf_set none;
    const bool double_mode = j->double_mode;
    LLVMPositionBuilderAtEnd(B, slow);
    call(j, &j->uops[m->uop], m, &none);
    if (double_mode)
        jit_enter_double_mode(j);
    LLVMBuildBr(B, done);
    LLVMPositionBuilderAtEnd(B, done);
}

// ---- messages

void jit_count_send(struct jt *j)
{
    val p = jit_field(j, offsetof(struct sim_thread, sends));
    val n = LLVMBuildLoad2(B, j->i64, p, "");
    LLVMBuildStore(B, LLVMBuildAdd(B, n, LLVMConstInt(j->i64, 1, false), ""), p);
}

struct sim_jit_message *jit_new_message(struct jt *j)
{
    return &j->messages[j->message_count++];
}

unsigned jit_own_window(struct jt *j)
{
    return SIM_WINDOWS_OWN + j->own_windows++ % (SIM_WINDOWS - SIM_WINDOWS_OWN);
}

val jit_load_at(struct jt *j, type t, val p, unsigned align)
{
    val v = LLVMBuildLoad2(B, t, p, "");
    LLVMSetAlignment(v, align);
    return v;
}

void jit_store_at(struct jt *j, val v, val p, unsigned align)
{
    LLVMSetAlignment(LLVMBuildStore(B, v, p), align);
}

val jit_shuffle(struct jt *j, val a, val b, const int *index, unsigned n)
{
    val m[16];
    for (unsigned i = 0; i < n; i++)
        m[i] = index[i] < 0 ? LLVMGetUndef(j->i32) : k32(j, (unsigned)index[i]);
    return LLVMBuildShuffleVector(B, a, b ? b : LLVMGetUndef(LLVMTypeOf(a)), LLVMConstVector(m, n), "");
}

// Eight rows of up to four dwords to four columns of eight, or back (`a` has the columns).
void jit_transpose(struct jt *j, val *a, bool back)
{
    static const int low[8] = {0, 8, 1, 9, 4, 12, 5, 13}, high[8] = {2, 10, 3, 11, 6, 14, 7, 15};
    static const int even[8] = {0, 1, 8, 9, 4, 5, 12, 13}, odd[8] = {2, 3, 10, 11, 6, 7, 14, 15};
    static const int both[8] = {0, 1, 2, 3, 4, 5, 6, 7}, first[4] = {0, 1, 2, 3}, second[4] = {4, 5, 6, 7};
    val q[4];
    for (unsigned i = 0; i < 4; i++)
        q[i] = back ? a[i] : jit_shuffle(j, a[i], a[i + 4], both, 8);
    val l01 = jit_shuffle(j, q[0], q[1], low, 8), h01 = jit_shuffle(j, q[0], q[1], high, 8);
    val l23 = jit_shuffle(j, q[2], q[3], low, 8), h23 = jit_shuffle(j, q[2], q[3], high, 8);
    q[0] = jit_shuffle(j, l01, l23, even, 8);
    q[1] = jit_shuffle(j, l01, l23, odd, 8);
    q[2] = jit_shuffle(j, h01, h23, even, 8);
    q[3] = jit_shuffle(j, h01, h23, odd, 8);
    for (unsigned i = 0; i < 4; i++) {
        a[i] = back ? jit_shuffle(j, q[i], NULL, first, 4) : q[i];
        if (back)
            a[i + 4] = jit_shuffle(j, q[i], NULL, second, 4);
    }
}
