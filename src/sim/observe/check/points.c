// The points of an observer that checks (thread/observer.h): walkers, groups, instructions, messages,
// barriers. See check.h.
#include "sim/observe/check/state.h"

#include <stdlib.h>

#include "sim/thread/kernel_note.h"
#include "sim/thread/region.h"

// ---- walkers, groups, threads

// Programs come and go, and kernels may follow each other at an address. Of those with the same code, what
// stands before it, where the note has its checksum, says which it is.
static bool know_kernel(struct sim_check *c, const struct sim_dispatch *d, struct sim_program *program,
                        struct sim_tlb *tlb)
{
    struct check_kernel k = {.address = program->address, .sum = program->sum, .simd = d->simd};
    if (!sim_tlb_peek(tlb, program->address - KILN_NOTE_HEADER, k.header, sizeof(k.header)))
        memset(k.header, 0, sizeof(k.header));
    for (size_t i = c->kernels.count; i-- > 0;) {
        const struct check_kernel *known = &c->kernels.data[i];
        if (known->address == k.address && known->sum == k.sum && known->simd == k.simd &&
            !memcmp(known->header, k.header, sizeof(k.header))) {
            c->kernel = (uint32_t)i;
            return true;
        }
    }
    k.note = sim_kernel_note_find(d->launch->pages, program->address);
    for (uint32_t i = 0; k.note && i < k.note->line_count; i++)
        k.has_atomics |= k.note->lines[i].atomic != 0;
    check_lock();
    bool pushed = vec_push(&c->kernels, k);
    check_unlock();
    if (!pushed) {
        free(k.note);
        return false;
    }
    c->kernel = (uint32_t)c->kernels.count - 1;
    return true;
}

// Pixels are a driver's own copies and clears: what their threads start with is not followed.
static bool values_on(const struct sim_check *c)
{
    return check_on(c, CHECK_UNINIT) && !c->d->launch->draw;
}

// Kiln's kernels tell of indices by averages, which they have no other use for: of how many elements the
// second operand says.
static bool indices_on(const struct sim_check *c)
{
    const struct kiln_note *note = c->kernels.data[c->kernel].note;
    return check_on(c, CHECK_OOB) && note && !note->internal;
}

static void check_index(struct sim_check *c, struct sim_thread *t, const struct sim_uop *u)
{
    uint64_t a[SIM_MAX_CHANNELS], b[SIM_MAX_CHANNELS];
    uint32_t on = t->active ? sim_enabled(t, u) & (u->pred == EU_PRED_NONE ? ~0u : sim_pred(t, u)) : 0;
    sim_load_bits(t, u, 0, 0, a);
    sim_load_bits(t, u, 1, 0, b);
    for (; on; on &= on - 1) {
        unsigned i = (unsigned)__builtin_ctz(on);
        bool swapped = (uint32_t)b[i] - KILN_NOTE_COUNT > KILN_NOTE_COUNT_MOST;
        uint32_t at = (uint32_t)(swapped ? b[i] : a[i]),
                 most = (uint32_t)(swapped ? a[i] : b[i]) - KILN_NOTE_COUNT;
        if (at < most || most > KILN_NOTE_COUNT_MOST)
            continue;
        struct check_place here = check_place_of(c, t, u, (int)i);
        check_report(c, CHECK_OOB, &here, "access", NULL, NULL,
                     "index %d into a private array, vector or matrix of %u elements", (int)at, most);
    }
}

bool sim_check_begin(struct sim_check *c, const struct sim_dispatch *d, struct sim_tlb *tlb)
{
    struct sim_program *program = d->program;
    if (!know_kernel(c, d, program, tlb))
        return false;
    c->d = d;
    if (values_on(c) && !check_value_prepare(program))
        return false;
    const struct kiln_note *note = c->kernels.data[c->kernel].note;
    c->slm_limit = note && note->slm_size ? note->slm_size : UINT32_MAX;
    c->program = program;
    c->scratch = d->launch->general_base + d->launch->scratch;
    const struct kiln_devinfo *info = d->launch->devinfo;
    c->scratch_end = c->scratch + (uint64_t)info->thread_places * info->thread_ids * d->launch->scratch_bytes;
    return true;
}

// By a surface that says so, or by its place.
bool check_in_scratch(const struct sim_check *c, const struct sim_space *s, uint64_t address)
{
    return s->index == SIM_SPACE_SCRATCH || (address >= c->scratch && address < c->scratch_end);
}

void sim_check_group(struct sim_group *g)
{
    struct check_group group = {.id = {g->id[0], g->id[1], g->id[2]}};
    struct sim_check *c = g->seats[SIM_SEAT_CHECK];
    c->skips = !vec_push(&c->groups, group);
    if (c->skips) // no memory
        return;
    c->g = g;
    c->group = (uint32_t)c->groups.count - 1;
    c->epoch = 0;
    c->epoch_start = c->record_count;
    memset(c->acquired, 0, sizeof(c->acquired));
    memset(c->atomic, 0, sizeof(c->atomic));
    check_fences_reset(c);
    c->slm_generation++;
    if (values_on(c))
        check_values_group(c);
}

void sim_check_thread_run(struct sim_thread *t)
{
    const struct sim_uop *uops = t->program->uops;
    struct sim_check *c = check_of(t->group);
    const struct sim_observer *e = t->group->observer;
    bool values = c && values_on(c), indices = c && indices_on(c);
    while (t->state == SIM_THREAD_RUN && t->instructions < t->deadline) {
        const struct sim_uop *u = &uops[t->next];
        if (e->awaits && !e->awaits(t, u))
            return;
        uint32_t next = ++t->next;
        t->instructions++;
        if (values)
            check_value_uop(c, t, u);
        if (indices && u->op == EU_OP_AVG)
            check_index(c, t, u);
        u->fn(t, u);
        if (e->awaits && t->next != next)
            e->jumped(t);
    }
}

void sim_check_instruction(struct sim_thread *t, const struct sim_uop *u)
{
    struct sim_check *c = check_of(t->group);
    if (c && values_on(c))
        check_value_uop(c, t, u);
    if (c && indices_on(c) && u->op == EU_OP_AVG)
        check_index(c, t, u);
}

void sim_check_listen(struct sim_check *c, void (*told)(void *data, const char *text), void *data)
{
    c->told = told;
    c->told_data = data;
}

struct check_place check_place_of(const struct sim_check *c, const struct sim_thread *t,
                                  const struct sim_uop *u, int lane)
{
    uint32_t on = sim_exec_mask(t, u);
    if (lane < 0)
        lane = on ? __builtin_ctz(on) : 0;
    // An instruction of one channel stands for all that are enabled.
    unsigned channel = u->n == 1 && t->active ? (unsigned)__builtin_ctz(t->active) : (unsigned)lane + u->off;
    return (struct check_place){
        .kernel = c->kernel,
        .ip = u->info->ip,
        .group = {c->g->id[0], c->g->id[1], c->g->id[2]},
        .thread = t->index,
        .lane = channel,
    };
}

// ---- messages

void sim_check_message(struct sim_msg *m)
{
    struct sim_check *c = check_of(m->t->group);
    if (!c)
        return;
    c->record = 0;
    c->who = c->group << 7 | (m->t->index + 1);
    c->pending_count = 0;
    c->lazy = c->late = false;
    if (values_on(c))
        check_value_message(c, m);
    m->memory = sim_check_memory;
    m->watched = true;
    const unsigned kind = m->send->kind;
    if (kind == SIM_SEND_SAMPLE || kind == SIM_SEND_SAMPLER_FLUSH || kind == SIM_SEND_RENDER) {
        c->lazy = false; // no shared memory
        return;
    }
    const struct check_kernel *k = &c->kernels.data[c->kernel];
    m->relaxed = k->has_atomics && kiln_note_is_atomic(k->note, m->u->info->ip);
}

void sim_check_message_done(struct sim_msg *m)
{
    struct sim_check *c = check_of(m->t->group);
    if (!c)
        return;
    check_pending_finish(c);
    if (c->late)
        check_value_late(c, m);
    c->lazy = c->late = false;
}

uint8_t *sim_check_memory(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned size,
                          enum sim_access access, int lane, bool *ok)
{
    struct sim_check *c = check_of(m->t->group);
    if (m->shadow)
        return check_value_ptr(c, m, s, offset, size, access, lane);
    if (m->incidental)
        return sim_memory_at_once(m, s, offset, size, access, lane, ok);
    check_pending_finish(c);
    uint8_t *p = sim_memory_at_once(m, s, offset, size, access, lane, ok);
    if (p && check_on(c, CHECK_STALE))
        check_stale(c, m, s, offset, size, lane, p);
    if (p)
        check_access(c, m, s, offset, size, access, lane, p);
    else if (*ok && m->send->kind != SIM_SEND_SAMPLE) // addressing modes say what is outside
        check_bounds(c, m, s, offset, size, access, lane);
    return p;
}

// ---- barriers

// The channels that the thread started with: sr0.3.
static uint32_t dispatch_mask(const struct sim_thread *t)
{
    return sim_rf32(t, SIM_RF_STATE + 12);
}

void sim_check_barrier(struct sim_msg *m)
{
    struct sim_check *c = check_of(m->t->group);
    struct sim_group *g = m->t->group;
    if (!c)
        return;
    struct check_place here = check_place_of(c, m->t, m->u, -1);
    uint32_t missing = dispatch_mask(m->t) & ~m->t->active;
    if (missing && check_on(c, CHECK_BARRIER)) {
        struct check_place other = here;
        here.lane = m->t->active ? (unsigned)__builtin_ctz(m->t->active) : 0;
        other.lane = (unsigned)__builtin_ctz(missing);
        unsigned ch = other.lane;
        bool ended = !(m->t->live >> ch & 1);
        if (!ended)
            other.ip = m->t->pcip[ch];
        check_report(c, CHECK_BARRIER, &here, "barrier", ended ? NULL : &other, "another invocation waits at",
                     "%u of %u invocations of the subgroup reach the barrier",
                     (unsigned)__builtin_popcount(m->t->active),
                     (unsigned)__builtin_popcount(dispatch_mask(m->t)));
    }
    if (!g->barrier_arrived) {
        c->barrier_ip = m->u->info->ip;
        c->barrier_first = here;
    } else if (c->barrier_ip != m->u->info->ip && check_on(c, CHECK_BARRIER)) {
        check_report(c, CHECK_BARRIER, &here, "barrier", &c->barrier_first, "barrier",
                     "subgroups of a workgroup meet at different barriers");
    }
    c->arriving[m->t->index] = c->fenced[m->t->index];
    if (g->barrier_arrived + 1 < g->threads)
        return;
    // The last one: in shared memory everything before is ordered before everything behind, elsewhere what
    // the barrier's fences say.
    memcpy(c->parted, c->arriving, sizeof(c->parted));
    uint32_t seen = 0;
    for (unsigned i = 0; i < g->threads; i++)
        seen = c->acquired[i] > seen ? c->acquired[i] : seen;
    for (unsigned i = 0; i < g->threads; i++)
        c->acquired[i] = seen;
    c->epoch++;
    c->epoch_start = c->record_count;
}

void sim_check_stuck(struct sim_group *g)
{
    struct sim_check *c = check_of(g);
    const struct sim_thread *ended = NULL;
    for (unsigned i = 0; i < g->threads; i++)
        if (g->thread[i].state == SIM_THREAD_DONE)
            ended = &g->thread[i];
    if (!c || !ended || !g->barrier_arrived || !check_on(c, CHECK_BARRIER))
        return;
    check_report(c, CHECK_BARRIER, &c->barrier_first, "barrier", NULL, NULL,
                 "subgroup %u of the workgroup ends without reaching the barrier", ended->index);
}

void sim_check_fence(struct sim_msg *m, bool shared_only)
{
    struct sim_check *c = check_of(m->t->group);
    if (!c || m->shadow || shared_only)
        return;
    c->groups.data[c->group].released = c->record_count;
    c->fenced[m->t->index] = c->record_count;
}
