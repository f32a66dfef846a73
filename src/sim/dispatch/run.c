// Starting and running one EU thread.
#include "sim/eu/alu.h"
#include "sim/jit/jit.h"

// By the host's library: where the compiler knows the size it makes string instructions, which take longer to
// begin than all the rest of a short thread's start.
__attribute__((noipa)) static void clear(uint8_t *to, size_t size)
{
    memset(to, 0, size);
}

__attribute__((noipa)) static void copy(uint8_t *to, const uint8_t *from, size_t size)
{
    memcpy(to, from, size);
}

// Registers from `first` on and before `end`, a multiple of 64, of those that are bits.
static void fill_registers(struct sim_thread *t, const uint64_t *bits, unsigned first, unsigned end,
                           const uint8_t *from)
{
    for (unsigned w = first / 64; w < end / 64; w++) {
        const uint64_t all = ~UINT64_C(0);
        for (uint64_t m = bits[w] & (w == first / 64 ? all << first % 64 : all); m; m &= m - 1) {
            const unsigned at = (64 * w + (unsigned)__builtin_ctzll(m)) * SIM_GRF_BYTES;
            memcpy(t->rf + at, from + at, SIM_GRF_BYTES);
        }
    }
}

// Threads of translated kernels may be short and many: of their registers only those that are read before
// they are written, and are not the payload's. (What a read of null gives is never written.)
static void clear_registers(struct sim_thread *t, const struct sim_program *program, uint32_t mask,
                            const uint8_t *from)
{
    static const uint8_t zeros[SIM_RF_CE];
    const uint64_t *starts = sim_jit_starts(program, mask);
    if (!from)
        from = zeros;
    memcpy(t->rf + SIM_RF_ADDR, from + SIM_RF_ADDR, SIM_RF_ACC - SIM_RF_ADDR);
    if (!starts || program->accumulators)
        copy(t->rf + SIM_RF_ACC, from + SIM_RF_ACC, SIM_RF_FLAG - SIM_RF_ACC);
    memcpy(t->rf + SIM_RF_FLAG, from + SIM_RF_FLAG, SIM_RF_CE - SIM_RF_FLAG);
    if (!t->state_is_zero) // the last program may have changed it
        clear(t->rf + SIM_RF_CE, SIM_RF_SINK - SIM_RF_CE);
    t->state_is_zero = !program->state;
    if (!starts)
        copy(t->rf, from, program->grf_end);
    else
        fill_registers(t, starts, t->group->payload, program->grf_end / SIM_GRF_BYTES, from);
}

void sim_thread_init(struct sim_thread *t, struct sim_group *g, unsigned index,
                     const struct sim_program *program, uint32_t mask, uint32_t cr0)
{
    uint64_t seed = g->launch->seed;
    t->group = g;
    clear_registers(t, program, mask, sim_garbage_of_thread(g, index));
    if (program->accumulators) {
        sim_fill_garbage((uint8_t *)t->acc_hi, sizeof(t->acc_hi), seed, index);
        memset(t->acc_word, 0, sizeof(t->acc_word));
    }
    if (program->macros)
        memset(t->mme, 0, sizeof(t->mme));
    t->active = t->live = mask;
    t->next = 0;
    t->state = SIM_THREAD_RUN;
    t->instructions = t->sends = 0;
    t->watch = t->watch_end = UINT64_MAX;
    t->watching = false;
    t->index = index;
    t->sent.inst = NULL;
    t->program = program;
    t->memory = g->observer->memory;
    sim_rf_set32(t, SIM_RF_CONTROL, cr0);
    sim_rf_set32(t, SIM_RF_STATE, index);    // sr0.0: where the thread runs
    sim_rf_set32(t, SIM_RF_STATE + 8, mask); // sr0.2: dispatch mask
    sim_rf_set32(t, SIM_RF_STATE + 12, mask);
    t->slow_float = cr0 & (SIM_CR0_ROUND_MASK | SIM_CR0_ALT_MODE);
}

void sim_thread_burst(struct sim_thread *t, uint64_t budget)
{
    t->deadline = t->instructions + budget;
    t->state = SIM_THREAD_RUN;
    sim_fp_enter_next(t);
    t->group->observer->run(t);
}

void sim_thread_run(struct sim_thread *t, uint64_t budget)
{
    t->group->host_mode = 0;
    sim_thread_burst(t, budget);
    sim_fp_leave();
}
