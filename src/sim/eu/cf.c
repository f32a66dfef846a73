// Control flow per channel, and the pseudo-instructions of the interpreter.
//
// A branch moves channels out of `active` and notes in pcip[] where they wait. They come back in
// sim_cf_arrive, which stands before every instruction that is somebody's target. If a branch leaves no
// channel, execution continues at JIP. A channel that breaks out of a loop waits behind its WHILE, not at it:
// at the WHILE itself the channels of CONT come back to evaluate it. Source: PRM vol7 "Control Flow", "SIMD
// Flow Control"; the JIP and UIP rules in Mesa brw_set_uip_jip and IGC FlowGraph.
#include "sim/thread/thread.h"

static void jump_uop(struct sim_thread *t, const struct sim_uop *u, uint32_t uop, uint32_t offset)
{
    if (uop == SIM_NO_UOP)
        sim_thread_fault(t, u, SIM_FAULT_ILLEGAL, t->program->address + offset, -1,
                         "jump to 0x%x, where there is no instruction (%s)", offset, t->program->error);
    else
        t->next = uop;
}

static void jump(struct sim_thread *t, const struct sim_uop *u, uint32_t offset)
{
    jump_uop(t, u, sim_program_find(t->program, offset), offset);
}

// Parks channels (thread channel numbers) until execution reaches `offset`.
static void park(struct sim_thread *t, uint32_t channels, uint32_t offset)
{
    t->active &= ~channels;
    for (uint32_t m = channels; m; m &= m - 1)
        t->pcip[__builtin_ctz(m)] = offset;
}

// Channels of the instruction that are active, and of those the ones whose predicate is true.
static uint32_t active_window(const struct sim_thread *t, const struct sim_uop *u)
{
    return t->active & (u->chmask << u->off);
}

static uint32_t taken(const struct sim_thread *t, const struct sim_uop *u)
{
    return active_window(t, u) & (sim_pred(t, u) << u->off);
}

// Where a channel waits that leaves a loop by way of `offset`: behind a WHILE.
static uint32_t behind_while(const struct sim_thread *t, uint32_t offset)
{
    uint32_t i = sim_program_find(t->program, offset);
    if (i == SIM_NO_UOP)
        return offset;
    const struct sim_uop *u = &t->program->uops[i];
    if (u->fn == sim_cf_arrive)
        u++;
    return u->op == EU_OP_WHILE ? u->info->next_ip : offset;
}

// Channels that wait at `ip`: bit i for channel i of the first 16 (32).
static uint32_t waiting_at(const struct sim_thread *t, uint32_t ip, bool all)
{
    typedef uint32_t v4 __attribute__((vector_size(16)));
    const v4 at = {ip, ip, ip, ip}, first = {1, 2, 4, 8};
    v4 r = {0};
    for (unsigned g = 0; g < (all ? 8u : 4u); g++) {
        v4 p;
        memcpy(&p, &t->pcip[4 * g], sizeof(p));
        r |= (v4)(p == at) & (first << (4 * g));
    }
    return r[0] | r[1] | r[2] | r[3];
}

void sim_cf_arrive(struct sim_thread *t, const struct sim_uop *u)
{
    t->instructions--; // not an instruction
    uint32_t away = t->live & ~t->active;
    if (away)
        t->active |= away & waiting_at(t, u->info->ip, away >> 16);
}

// Gen12 runs the threads of two EUs in step, and a branch leads where channels of either go: a thread may
// pass through code with all of its channels off (Wa_1407528679), where only what has no mask does anything.
// Here its partner is chance, for who asks for it (KILN_SIM_FUSED): without a channel left it goes on all the
// same, half of the time.
static bool goes_along(const struct sim_thread *t, const struct sim_uop *u, unsigned odds)
{
    if (!t->group->launch->fused)
        return false;
    uint64_t h = (t->instructions ^ (uint64_t)u->info->ip << 20 ^ (uint64_t)t->index << 40) +
                 t->group->number + t->group->launch->seed * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
    return (h >> 33) % odds == 0;
}

// Likewise another round of a loop, but of one that channels leave at different times: a count that all
// threads of a group share keeps its partner from going round as well.
static bool goes_round(const struct sim_thread *t, const struct sim_uop *u, uint32_t leaving)
{
    return leaving != (t->live & (u->chmask << u->off)) && goes_along(t, u, 3);
}

void sim_cf_if(struct sim_thread *t, const struct sim_uop *u)
{
    uint32_t window = active_window(t, u), yes = taken(t, u);
    park(t, window & ~yes, u->info->jip);
    if (!yes && !goes_along(t, u, 2))
        jump_uop(t, u, u->info->jip_uop, u->info->jip);
}

void sim_cf_else(struct sim_thread *t, const struct sim_uop *u)
{
    // Channels of the THEN part wait at the ENDIF; those of the ELSE part wait at the next instruction, where
    // an arrival stands.
    uint32_t window = active_window(t, u), waiting = 0;
    park(t, window, u->info->uip);
    for (uint32_t m = t->live & ~t->active & (u->chmask << u->off); m; m &= m - 1) {
        unsigned ch = (unsigned)__builtin_ctz(m);
        waiting |= (uint32_t)(t->pcip[ch] == u->info->next_ip) << ch;
    }
    if (!waiting && !goes_along(t, u, 2))
        jump_uop(t, u, u->info->jip_uop, u->info->jip);
}

void sim_cf_endif(struct sim_thread *t, const struct sim_uop *u)
{
    if (!t->active && !goes_along(t, u, 2))
        jump_uop(t, u, u->info->jip_uop, u->info->jip);
}

void sim_cf_join(struct sim_thread *t, const struct sim_uop *u)
{
    sim_cf_endif(t, u);
}

void sim_cf_while(struct sim_thread *t, const struct sim_uop *u)
{
    uint32_t window = active_window(t, u), again = taken(t, u);
    if (!again && !goes_round(t, u, window))
        return; // channels that broke out arrive at the next instruction
    park(t, window & ~again, u->info->next_ip);
    jump_uop(t, u, u->info->jip_uop, u->info->jip);
}

void sim_cf_break(struct sim_thread *t, const struct sim_uop *u)
{
    uint32_t leaving = taken(t, u);
    park(t, leaving, behind_while(t, u->info->uip));
    if (!t->active && !goes_round(t, u, leaving))
        jump_uop(t, u, u->info->jip_uop, u->info->jip);
}

void sim_cf_cont(struct sim_thread *t, const struct sim_uop *u)
{
    uint32_t leaving = taken(t, u);
    park(t, leaving, u->info->uip);
    if (!t->active && !goes_round(t, u, leaving))
        jump_uop(t, u, u->info->jip_uop, u->info->jip);
}

void sim_cf_halt(struct sim_thread *t, const struct sim_uop *u)
{
    sim_cf_cont(t, u);
}

// goto. Without BranchCtrl (forward), the channels whose predicate is *false* go to UIP and execution falls
// through while a channel is left: so it is on Gen8 and Gen9, IGC HWCaps.inc gotoJumpOnTrue() and what ocloc
// emits for `if (c)`: `(c) goto END`. From Gen11 those whose predicate is true go. With BranchCtrl
// (backward), those whose predicate is true go, execution follows them and the others wait at JIP.
void sim_cf_goto(struct sim_thread *t, const struct sim_uop *u)
{
    uint32_t window = active_window(t, u), yes = taken(t, u), no = window & ~yes;
    if (!u->branch_ctrl) {
        park(t, u->goto_true ? yes : no, u->info->uip);
        if (!t->active && !goes_along(t, u, 2))
            jump_uop(t, u, u->info->jip_uop, u->info->jip);
    } else if (yes || goes_round(t, u, window)) {
        park(t, no, u->info->jip != u->info->uip ? u->info->jip : u->info->next_ip);
        jump_uop(t, u, u->info->uip_uop, u->info->uip);
    } else {
        park(t, no, u->info->jip);
        jump_uop(t, u, u->info->jip_uop, u->info->jip);
    }
}

void sim_cf_brd(struct sim_thread *t, const struct sim_uop *u)
{
    uint32_t window = active_window(t, u), yes = taken(t, u);
    if (!yes)
        return;
    uint32_t target = u->info->jip;
    if (u->src[0].kind == SIM_SRC_REG)
        target = u->info->ip + sim_rf32(t, u->src[0].base);
    park(t, window & ~yes, u->info->next_ip);
    jump(t, u, target);
}

// brc: channels whose predicate is true branch to UIP; if none is left here, execution goes on at JIP.
void sim_cf_brc(struct sim_thread *t, const struct sim_uop *u)
{
    uint32_t jip = u->info->jip, uip = u->info->uip;
    if (u->src[0].kind == SIM_SRC_REG) {
        jip = u->info->ip + sim_rf32(t, u->src[0].base);
        uip = u->info->ip + sim_rf32(t, u->src[0].base + 4);
    }
    park(t, taken(t, u), uip);
    if (!t->active)
        jump(t, u, jip);
}

void sim_cf_jmpi(struct sim_thread *t, const struct sim_uop *u)
{
    if (!(sim_pred(t, u) & 1))
        return;
    if (u->src[0].kind == SIM_SRC_REG)
        jump(t, u, u->info->next_ip + sim_rf32(t, u->src[0].base)); // relative to the incremented IP
    else
        jump_uop(t, u, u->info->jip_uop, u->info->jip);
}

// call: the destination receives the return address and the mask of the channels that call.
static void call(struct sim_thread *t, const struct sim_uop *u, uint32_t target)
{
    uint32_t window = active_window(t, u), yes = taken(t, u);
    if (!yes)
        return;
    if (!u->dst.null) {
        sim_rf_set32(t, u->dst.base, u->info->next_ip);
        sim_rf_set32(t, u->dst.base + 4, yes);
    }
    park(t, window & ~yes, u->info->next_ip);
    jump(t, u, target);
}

void sim_cf_call(struct sim_thread *t, const struct sim_uop *u)
{
    call(t, u, u->src[0].kind == SIM_SRC_REG ? u->info->ip + sim_rf32(t, u->src[0].base) : u->info->jip);
}

void sim_cf_calla(struct sim_thread *t, const struct sim_uop *u)
{
    uint32_t target;
    if (u->src[0].kind == SIM_SRC_REG)
        target = sim_rf32(t, u->src[0].base);
    else
        target = (uint32_t)(u->info->inst->jip);
    call(t, u, target);
}

void sim_cf_ret(struct sim_thread *t, const struct sim_uop *u)
{
    uint32_t yes = taken(t, u), ip = sim_rf32(t, u->src[0].base);
    park(t, yes, ip);
    // Channels that did not call are not in `active`; when all that called have returned, go on behind the
    // call.
    if (!t->active)
        jump(t, u, ip);
}

void sim_cf_write_ip(struct sim_thread *t, const struct sim_uop *u)
{
    jump(t, u, sim_rf32(t, SIM_RF_IP));
}

// wait: until the notification register is not zero; then consumes one notification.
void sim_cf_wait(struct sim_thread *t, const struct sim_uop *u)
{
    uint32_t n = sim_rf32(t, u->src[0].base);
    if (n) {
        sim_rf_set32(t, u->src[0].base, n - 1);
        return;
    }
    t->next--; // again when the thread is woken
    t->instructions--;
    t->state = SIM_THREAD_WAIT;
}

void sim_cf_nop(struct sim_thread *t, const struct sim_uop *u)
{
    (void)t;
    (void)u;
}

void sim_eu_unimplemented(struct sim_thread *t, const struct sim_uop *u)
{
    sim_thread_fault(t, u, SIM_FAULT_UNIMPLEMENTED, t->program->address + u->info->ip, -1,
                     "%s is not simulated", eu_op_name(u->op));
}

void sim_cf_illegal(struct sim_thread *t, const struct sim_uop *u)
{
    sim_thread_fault(t, u, SIM_FAULT_ILLEGAL, t->program->address + u->info->ip, -1, "illegal instruction");
}

// Behind the last decoded instruction.
void sim_cf_end(struct sim_thread *t, const struct sim_uop *u)
{
    t->instructions--;
    sim_thread_fault(t, u, SIM_FAULT_ILLEGAL, t->program->address + u->info->ip, -1,
                     "execution left the kernel: %s", t->program->error);
}
