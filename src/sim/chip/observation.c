// The observation unit (OA) on a bus: reports of its counters in a ring buffer of the global space that a
// kernel gives it, at each period of its timer and when the render engine begins with another context.
//
// Counters are the chip's and of all contexts, as far as walkers have ended. Reports of the timer carry the
// time at which they were due, whenever the host comes to write them. A report that finds no room is dropped,
// and the status says so. Sources: PRM SKL vol2c (OACONTROL, OABUFFER, OATAILPTR, OASTATUS), vol14
// "Observability" (report formats); Linux 6.12 i915_perf.c, i915_perf_oa_regs.h.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmd/gen_pack.h"
#include "hw/oa.h"
#include "sim/chip/machine.h"
#include "sim/chip/state.h"
#include "sim/cs/cs.h"
#include "sim/dispatch/pool.h"
#include "sim/thread/observer.h"
#include "util/log.h"
#include "util/math.h"

struct sim_observation {
    pthread_t thread;
    pthread_cond_t changes;
    bool stop, runs;  // runs: the timer does
    bool refused;     // and it was said
    uint64_t due;     // when its next report is, on the chip's clock
    uint64_t context; // the descriptor of that which the render engine has; 0: none
    const struct sim_counter_unit *unit;
    struct sim_counters *counters; // NULL: walkers do not count
};

enum { TIME_BITS = 36 };
enum { COUNTER_ENABLE = 1, FORMAT_SHIFT = 2, FORMAT = 7 };                 // of the control
enum { TIMER_ENABLE = 1 << 1, PERIOD_SHIFT = 2, PERIOD = 63 };             // of the timer
enum { IN_GLOBAL = 1, SIZE_SHIFT = 3, SIZE = 7, LEAST_SIZE = 128 << 10 };  // of the buffer
enum { REPORT_LOST = 1 << 0, BUFFER_OVERFLOW = 1 << 1 };                   // of the status
enum { NO_SWITCHES = 1 << 1 };                                             // of the debug register
enum { REASON_SHIFT = 19, REASON_TIMER = 1 << 0, REASON_SWITCH = 1 << 3 }; // of a report's first dword

// Its registers.
struct numbers {
    uint32_t control, debug, status, head, tail, buffer, timer;
};

static const struct numbers *numbers_of(const struct sim_machine *m)
{
    static const struct numbers of_render = {
        GEN_REG_OACONTROL, GEN_REG_OA_DEBUG, GEN_REG_OASTATUS,       GEN_REG_OAHEADPTR,
        GEN_REG_OATAILPTR, GEN_REG_OABUFFER, GEN_REG_OA_CTX_CONTROL,
    };
    static const struct numbers apart = {
        GEN_REG_OAG_OACONTROL, GEN_REG_OAG_OA_DEBUG, GEN_REG_OAG_OASTATUS,     GEN_REG_OAG_OAHEADPTR,
        GEN_REG_OAG_OATAILPTR, GEN_REG_OAG_OABUFFER, GEN_REG_OAG_OAGLBCTXCTRL,
    };
    return m->gt->oa.is_apart ? &apart : &of_render;
}

static uint32_t get(struct sim_machine *m, uint32_t number)
{
    return __atomic_load_n(sim_register_at(&m->registers, number), __ATOMIC_RELAXED);
}

bool sim_observation_counts(struct sim_machine *m)
{
    return get(m, numbers_of(m)->control) & COUNTER_ENABLE;
}

struct sim_counters *sim_observation_counters(struct sim_machine *m)
{
    return m->observation->counters;
}

// ---- reports

// What a format has after the four dwords that all have: so many A counters from `first` on, as A7 is the
// first of those that all generations count. 0 bytes: there is no such format. B and C counters are 0.
static const struct format {
    uint16_t bytes;
    uint8_t first, count;
} formats[FORMAT + 1] = {[0] = {64, 7, 12}, [2] = {128, 7, 12}, [5] = {256, 0, 36}, [7] = {64, 0, 0}};

static const struct format *format_of(struct sim_machine *m)
{
    return &formats[get(m, numbers_of(m)->control) >> FORMAT_SHIFT & FORMAT];
}

// All but the time.
static void fill(struct sim_machine *m, const struct format *f, uint32_t reason, uint32_t *report)
{
    struct sim_observation *o = m->observation;
    uint32_t whole[KILN_OA_REPORT_BYTES / 4] = {0};
    if (o->unit) // while the engine is busy, more of a dispatch may come
        o->unit->report(o->counters, m->info, !o->context, whole);
    if (f->bytes < sizeof(whole)) // the low halves
        memmove(&whole[KILN_OA_A], &whole[KILN_OA_A + f->first], f->count * sizeof(whole[0]));
    memset(report, 0, f->bytes);
    memcpy(report, whole,
           f->bytes < sizeof(whole) ? (KILN_OA_A + f->count) * sizeof(whole[0]) : sizeof(whole));
    report[KILN_OA_REPORT_ID] = reason << REASON_SHIFT | (o->context ? m->gt->oa.valid : 0);
    report[KILN_OA_CONTEXT] = o->context ? (uint32_t)(o->context >> 32) : UINT32_MAX;
}

// False: there is no room for it. The first two dwords are written last: by these a kernel sees that it has
// come.
static bool put(struct sim_machine *m, const struct format *f, uint32_t *report, uint64_t time)
{
    const struct numbers *n = numbers_of(m);
    const uint32_t buffer = get(m, n->buffer), size = (uint32_t)LEAST_SIZE << (buffer >> SIZE_SHIFT & SIZE),
                   base = buffer & ~(size - 1), bytes = f->bytes;
    uint32_t *tail = sim_register_at(&m->registers, n->tail),
             *status = sim_register_at(&m->registers, n->status);
    const uint32_t used = (*tail - get(m, n->head)) & (size - 1),
                   at = base | (*tail & (size - 1) & ~(bytes - 1));
    if (used + bytes >= size) {
        *status |= BUFFER_OVERFLOW | REPORT_LOST;
        return false;
    }
    uint32_t *to = buffer & IN_GLOBAL ? (uint32_t *)(void *)sim_guest_global(&m->global, at, true) : NULL;
    if (!to) { // in no memory, or in a context's
        *status |= REPORT_LOST;
        return false;
    }
    report[KILN_OA_TIMESTAMP] = (uint32_t)time;
    memcpy(to + 2, report + 2, bytes - 2 * sizeof(*to));
    __atomic_store_n(&to[1], report[1], __ATOMIC_RELEASE);
    __atomic_store_n(&to[0], report[0], __ATOMIC_RELEASE);
    *tail = base | ((at + bytes) & (size - 1));
    return true;
}

static bool begin(struct sim_machine *m, const struct format **f)
{
    *f = format_of(m);
    return sim_observation_counts(m) && (*f)->bytes && get(m, numbers_of(m)->buffer);
}

// Of the context that the render engine has since now.
static void report_switch(struct sim_machine *m)
{
    uint32_t report[KILN_OA_REPORT_BYTES / 4];
    const struct format *f;
    if (!begin(m, &f) || get(m, numbers_of(m)->debug) & NO_SWITCHES)
        return;
    m->bus.hold(m->bus.of);
    fill(m, f, REASON_SWITCH, report);
    put(m, f, report, sim_chip_timestamp(m->chip));
    m->bus.release(m->bus.of);
}

// ---- the timer

// In ticks of the clock; 0: it does not run.
static uint64_t period_of(struct sim_machine *m)
{
    const uint32_t timer = get(m, numbers_of(m)->timer), exponent = timer >> PERIOD_SHIFT & PERIOD;
    return sim_observation_counts(m) && timer & TIMER_ENABLE
               ? UINT64_C(2) << KILN_MIN(exponent, TIME_BITS - 3u)
               : 0;
}

// Ticks until a time, on a clock that starts anew; negative: it is over.
static int64_t until(uint64_t time, uint64_t now)
{
    return (int64_t)((time - now) << (64 - TIME_BITS)) >> (64 - TIME_BITS);
}

// All that are due. What has no room is passed over, up to now.
static void report_timer(struct sim_machine *m, uint64_t period, uint64_t now)
{
    struct sim_observation *o = m->observation;
    uint32_t report[KILN_OA_REPORT_BYTES / 4];
    const struct format *f;
    bool room = begin(m, &f);
    if (room) {
        m->bus.hold(m->bus.of);
        fill(m, f, REASON_TIMER, report);
        while (room && until(o->due, now) <= 0) {
            room = put(m, f, report, o->due);
            o->due += period;
        }
        m->bus.release(m->bus.of);
    }
    if (until(o->due, now) <= 0)
        o->due = (now / period + 1) * period;
}

static void wait(struct sim_machine *m, int64_t ticks)
{
    enum {
        LEAST = 1000000,
        MOST = 100000000,
        SECOND = 1000000000
    }; // ns; a virtual clock does not say that it goes on
    int64_t ns = ticks * SECOND / (int64_t)m->info->timestamp_frequency;
    sim_machine_wait(m, &m->observation->changes, ns < LEAST ? LEAST : KILN_MIN(ns, (int64_t)MOST));
}

static void *run(void *of)
{
    struct sim_machine *m = of;
    struct sim_observation *o = m->observation;
    pthread_mutex_lock(&m->lock);
    while (!o->stop) {
        const uint64_t period = period_of(m), now = sim_chip_timestamp(m->chip);
        if (!period) {
            o->runs = false;
            pthread_cond_wait(&o->changes, &m->lock);
            continue;
        }
        if (!o->runs || until(o->due, now) > (int64_t)period) // it has begun, or is faster now
            o->due = (now / period + 1) * period;
        o->runs = true;
        report_timer(m, period, now);
        wait(m, until(o->due, now));
    }
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

// That of Gen7.5, whose reports no document of ours describes: a stream of it stays empty, which is said
// once.
static void refuse(struct sim_machine *m)
{
    enum { ENABLE = 1 };
    struct sim_observation *o = m->observation;
    if (!o || o->refused || !(*sim_register_at(&m->registers, GEN_REG_OA_CTX_CONTROL) & ENABLE))
        return;
    o->refused = true;
    kiln_warn("Gen7.5's observation unit is not simulated: it writes no reports");
}

void sim_observation_changed(struct sim_machine *m)
{
    if (!m->gt->oa.has_reports)
        refuse(m);
    else if (m->observation)
        pthread_cond_signal(&m->observation->changes);
}

void sim_observation_context(struct sim_machine *m, uint64_t descriptor, uint32_t timer)
{
    m->observation->context = descriptor;
    if (!m->gt->oa.is_apart) {
        *sim_register_at(&m->registers, GEN_REG_OA_CTX_CONTROL) = timer;
        sim_observation_changed(m);
    }
    if (descriptor)
        report_switch(m);
}

// ---- life

bool sim_observation_start(struct sim_machine *m)
{
    struct sim_observation *o = calloc(1, sizeof(*o));
    const struct sim_observers *observers = sim_eu_pool_observers(((struct sim_chip *)m->chip)->pool);
    if (!o)
        return false;
    if (!observers->alone && observers->counters) {
        o->unit = observers->counters;
        o->counters = o->unit->create();
    }
    pthread_cond_init(&o->changes, NULL);
    m->observation = o;
    if (!pthread_create(&o->thread, NULL, run, m))
        return true;
    m->observation = NULL;
    if (o->counters)
        o->unit->destroy(o->counters);
    pthread_cond_destroy(&o->changes);
    free(o);
    return false;
}

void sim_observation_stop(struct sim_machine *m)
{
    struct sim_observation *o = m->observation;
    if (!o)
        return;
    pthread_mutex_lock(&m->lock);
    o->stop = true;
    pthread_cond_signal(&o->changes);
    pthread_mutex_unlock(&m->lock);
    pthread_join(o->thread, NULL);
    if (o->counters)
        o->unit->destroy(o->counters);
    pthread_cond_destroy(&o->changes);
    free(o);
}
