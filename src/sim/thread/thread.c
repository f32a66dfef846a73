// Starting and running one EU thread, its special registers, predication, and fault reports. See thread.h.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#include "sim/check/check.h"
#include "sim/eu/alu.h"
#include "sim/fault/fault_report.h"
#include "sim/jit/jit.h"
#include "sim/stats/stats.h"

// Garbage that registers and shared memory start with: words that are bad as addresses, sizes, floats and
// masks alike. A thread takes it from another place each time.
enum { GARBAGE = 65536, GARBAGE_SPAN = SIM_RF_SIZE };

static const uint8_t *garbage(uint64_t seed, uint64_t which)
{
    static _Thread_local struct {
        uint64_t seed;
        uint8_t *bytes;
    } made;
    uint64_t x = seed;
    if (made.seed != seed) {
        static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
        static uint8_t bytes[GARBAGE + GARBAGE_SPAN];
        static uint64_t have;
        pthread_mutex_lock(&lock);
        for (size_t i = 0; have != seed && i < sizeof(bytes); i += 8) {
            x += UINT64_C(0x9e3779b97f4a7c15);
            uint64_t z = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
            z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
            z ^= z >> 31;
            memcpy(bytes + i, &z, 8);
        }
        have = seed; // of a process, there is one
        pthread_mutex_unlock(&lock);
        made.bytes = bytes;
        made.seed = seed;
    }
    return made.bytes + (which * UINT64_C(0x9e3779b97f4a7c15) >> 40) % GARBAGE / 32 * 32;
}

void sim_fill_garbage(uint8_t *out, size_t size, uint64_t seed, uint64_t which)
{
    while (size) {
        size_t n = size < GARBAGE_SPAN ? size : GARBAGE_SPAN;
        if (seed)
            memcpy(out, garbage(seed, which++), n);
        else
            memset(out, 0, n);
        out += n;
        size -= n;
    }
}

// Threads of translated kernels may be short and many: of their registers only those that are read before
// they are written.
static void clear_registers(struct sim_thread *t, const struct sim_program *program, uint32_t mask,
                            const uint8_t *from)
{
    static const uint8_t zeros[SIM_RF_GRF_END];
    const uint64_t *starts = sim_jit_starts(program, mask);
    memset(t->rf + SIM_RF_GRF_END, 0, SIM_RF_SINK - SIM_RF_GRF_END);
    if (from) // address registers, accumulators and flags
        memcpy(t->rf + SIM_RF_ADDR, from + SIM_RF_ADDR, SIM_RF_CE - SIM_RF_ADDR);
    else
        from = zeros;
    if (!starts)
        memcpy(t->rf, from, SIM_RF_GRF_END);
    for (unsigned w = 0; starts && w < 2; w++)
        for (uint64_t m = starts[w]; m; m &= m - 1) {
            unsigned at = (64 * w + (unsigned)__builtin_ctzll(m)) * SIM_GRF_BYTES;
            memcpy(t->rf + at, from + at, SIM_GRF_BYTES);
        }
}

void sim_thread_init(struct sim_thread *t, struct sim_group *g, unsigned index,
                     const struct sim_program *program, uint32_t mask, uint32_t cr0)
{
    uint64_t seed = g->walker->seed;
    const uint8_t *from = seed ? garbage(seed, g->number * 64 + index) : NULL;
    clear_registers(t, program, mask, from);
    sim_fill_garbage((uint8_t *)t->acc_hi, sizeof(t->acc_hi), seed, index);
    memset(t->acc_word, 0, sizeof(t->acc_word));
    if (program->macros)
        memset(t->mme, 0, sizeof(t->mme));
    t->active = t->live = mask;
    t->next = 0;
    t->state = SIM_THREAD_RUN;
    t->instructions = t->sends = 0;
    t->index = index;
    t->program = program;
    t->group = g;
    sim_rf_set32(t, SIM_RF_CONTROL, cr0);
    sim_rf_set32(t, SIM_RF_STATE, index);    // sr0.0: where the thread runs
    sim_rf_set32(t, SIM_RF_STATE + 8, mask); // sr0.2: dispatch mask
    sim_rf_set32(t, SIM_RF_STATE + 12, mask);
    t->slow_float = cr0 & (SIM_CR0_ROUND_MASK | SIM_CR0_ALT_MODE);
}

void sim_thread_run(struct sim_thread *t, uint64_t budget)
{
    const struct sim_uop *uops = t->program->uops;
    t->deadline = t->instructions + budget;
    t->state = SIM_THREAD_RUN;
    sim_fp_enter(t);
    if (t->group->profile) {
        sim_profile_run(t);
        sim_fp_leave();
        return;
    }
    if (t->program->jit && sim_jit_thread_run(t)) {
        sim_fp_leave();
        return;
    }
    if (t->group->check)
        sim_check_thread_run(t);
    while (t->state == SIM_THREAD_RUN && t->instructions < t->deadline) {
        const struct sim_uop *u = &uops[t->next++];
        t->instructions++;
        u->fn(t, u);
    }
    sim_fp_leave();
}

void sim_refresh_special(struct sim_thread *t, const struct sim_uop *u)
{
    sim_rf_set32(t, SIM_RF_CE, t->active);
    sim_rf_set32(t, SIM_RF_IP, u->ip);
    // The timestamp counts instructions, so that it does not depend on the host. tm0.2 says that it is valid.
    sim_rf_set32(t, SIM_RF_TM, (uint32_t)t->instructions);
    sim_rf_set32(t, SIM_RF_TM + 4, (uint32_t)(t->instructions >> 32));
    sim_rf_set32(t, SIM_RF_TM + 8, 0);
}

void sim_apply_special(struct sim_thread *t, const struct sim_uop *u)
{
    if (u->dst.arf == EU_ARF_CONTROL) {
        t->slow_float = sim_cr0(t) & (SIM_CR0_ROUND_MASK | SIM_CR0_ALT_MODE);
        sim_fp_enter(t);
    } else if (u->dst.arf == EU_ARF_IP) {
        sim_cf_write_ip(t, u);
    }
}

// Groups of `w` flag bits become all ones if any (all) of them is set.
static uint32_t horizontal(uint32_t f, unsigned w, bool all)
{
    uint32_t r = 0, group = w >= 32 ? 0xffffffffu : (1u << w) - 1;
    for (unsigned i = 0; i < 32; i += w) {
        uint32_t m = group << i;
        if (all ? (f & m) == m : (f & m) != 0)
            r |= m;
    }
    return r;
}

static uint32_t replicate(uint32_t f, unsigned component)
{
    uint32_t r = 0;
    for (unsigned i = 0; i < 32; i += 4)
        r |= (f >> (i + component) & 1) * (15u << i);
    return r;
}

uint32_t sim_pred_slow(const struct sim_thread *t, const struct sim_uop *u)
{
    unsigned sub = u->inst->flag_subreg * 16;
    uint32_t f = sim_rf32(t, u->flag_rf) >> sub;
    uint32_t f0 = sim_rf32(t, SIM_RF_FLAG) >> sub, f1 = sim_rf32(t, SIM_RF_FLAG + 4) >> sub, p;
    switch ((enum eu_pred)u->pred) {
    case EU_PRED_NORMAL:
        p = f;
        break;
    case EU_PRED_ANYV:
        p = f0 | f1;
        break;
    case EU_PRED_ALLV:
        p = f0 & f1;
        break;
    case EU_PRED_ANY2H:
    case EU_PRED_ALL2H:
        p = horizontal(f, 2, u->pred == EU_PRED_ALL2H);
        break;
    case EU_PRED_ANY4H:
    case EU_PRED_ALL4H:
        p = horizontal(f, 4, u->pred == EU_PRED_ALL4H);
        break;
    case EU_PRED_ANY8H:
    case EU_PRED_ALL8H:
        p = horizontal(f, 8, u->pred == EU_PRED_ALL8H);
        break;
    case EU_PRED_ANY16H:
    case EU_PRED_ALL16H:
        p = horizontal(f, 16, u->pred == EU_PRED_ALL16H);
        break;
    case EU_PRED_ANY32H:
    case EU_PRED_ALL32H:
        p = horizontal(f, 32, u->pred == EU_PRED_ALL32H);
        break;
    case EU_PRED_X:
    case EU_PRED_Y:
    case EU_PRED_Z:
    case EU_PRED_W:
        p = replicate(f, u->pred - EU_PRED_X);
        break;
    default:
        return 0xffffffffu;
    }
    p >>= u->off;
    return u->pred_inv ? ~p : p;
}

void sim_thread_fault(struct sim_thread *t, const struct sim_uop *u, enum sim_fault_kind kind,
                      uint64_t address, int lane, const char *fmt, ...)
{
    char what[256], text[200] = "?", where[32] = "";
    struct sim_group *g = t->group;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof(what), fmt, ap);
    va_end(ap);
    t->state = SIM_THREAD_FAULT;
    if (g->fault->kind != SIM_FAULT_NONE)
        return;
    if (u->inst)
        eu_print(t->program->target, u->inst, u->ip, text, sizeof(text));
    if (lane >= 0)
        snprintf(where, sizeof(where), " lane %d", lane);
    g->fault->kind = kind;
    g->fault->address = address;
    sim_fault_locate(g->fault, t, u->ip, lane);
    snprintf(g->fault->what, sizeof(g->fault->what), "%s", what);
    snprintf(g->fault->text, sizeof(g->fault->text),
             "%s: group (%u, %u, %u) thread %u%s, kernel 0x%llx+0x%x: %s", what, g->id[0], g->id[1], g->id[2],
             t->index, where, (unsigned long long)t->program->address, u->ip, text);
}
