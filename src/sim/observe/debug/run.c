// Executing the threads of a group that is debugged, and stopping them. See debug.h.
#include <stdio.h>
#include <stdlib.h>

#include "sim/observe/check/check.h"
#include "sim/observe/debug/state.h"
#include "sim/ports/dataport.h"

enum { LOOK = 4096 }; // instructions between two looks whether the debugger wants a pause

// ---- what an instruction does

static bool touches(const struct debug_watch *w, const struct sim_space *s, uint64_t offset, unsigned size,
                    enum sim_access access)
{
    uint64_t at = s->slm ? offset : s->base + offset;
    unsigned kind = access == SIM_WRITE ? DEBUG_WATCH_WRITE : DEBUG_WATCH_READ;
    return (w->space == DEBUG_SLM) == s->slm && w->kinds & kind && at < w->address + w->size &&
           w->address < at + size;
}

static void note_hit(struct sim_debug *d, const struct sim_msg *m, unsigned watch, enum sim_access access,
                     int lane)
{
    unsigned channel = (unsigned)lane + m->u->off;
    if (!(d->hits >> watch & 1))
        d->hit_channels[watch] = 0;
    d->hits |= 1u << watch;
    d->hit_write |= access == SIM_WRITE;
    if (lane >= 0 && channel < 32)
        d->hit_channels[watch] |= 1u << channel;
}

uint8_t *sim_debug_memory(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned size,
                          enum sim_access access, int lane, bool *ok)
{
    struct sim_debug *d = debug_of(m->t->group);
    uint8_t *p = d->inner(m, s, offset, size, access, lane, ok);
    if (!p || m->shadow)
        return p;
    for (unsigned i = 0; i < d->watch_count; i++)
        if (touches(&d->watches[i], s, offset, size, access))
            note_hit(d, m, i, access, lane);
    if (access == SIM_WRITE && !s->slm)
        debug_keep(&d->journal, p, size);
    return p;
}

void sim_debug_message(struct sim_msg *m)
{
    struct sim_debug *d = debug_of(m->t->group);
    d->checked = is_checked(m->t->group) && d->count > d->frontier;
    if (d->checked)
        sim_check_message(m);
    d->inner = m->memory == sim_debug_memory ? sim_memory_at_once : m->memory;
    m->memory = sim_debug_memory;
    m->watched = true;
}

void sim_debug_message_done(struct sim_msg *m)
{
    struct sim_debug *d = debug_of(m->t->group);
    if (d->checked)
        sim_check_message_done(m);
}

void sim_debug_fence(struct sim_msg *m, bool shared_only)
{
    if (debug_of(m->t->group)->checked)
        sim_check_fence(m, shared_only);
}

void sim_debug_barrier(struct sim_msg *m)
{
    if (debug_of(m->t->group)->checked)
        sim_check_barrier(m);
}

void sim_debug_outside(struct sim_msg *m, const struct sim_surface *s, const uint32_t coords[4],
                       enum sim_access access, unsigned lane)
{
    if (debug_of(m->t->group)->checked)
        sim_check_texel(m, s, coords, access, lane);
}

// ---- NaN

static bool is_nan(const uint8_t *p, unsigned size)
{
    uint64_t bits = 0;
    memcpy(&bits, p, size);
    return size == 2   ? (bits & 0x7fff) > 0x7c00
           : size == 4 ? (bits & 0x7fffffff) > 0x7f800000
                       : (bits & ~(UINT64_C(1) << 63)) > UINT64_C(0x7ff) << 52;
}

static bool is_float(unsigned type)
{
    return type == EU_TYPE_F || type == EU_TYPE_HF || type == EU_TYPE_DF;
}

static bool reads_nan(const struct sim_thread *t, const struct sim_src *s, unsigned channel)
{
    if (!is_float(s->type) || s->kind == SIM_SRC_NONE)
        return false;
    if (s->kind == SIM_SRC_IMM)
        return is_nan(s->imm, s->size);
    if (s->kind != SIM_SRC_REG || s->swizzled)
        return true; // not known: no report
    return is_nan(t->rf + s->base + (channel >> s->wshift) * s->vs +
                      (channel & ((1u << s->wshift) - 1)) * s->hs,
                  s->size);
}

// Channels whose result can become a NaN of no NaN: asked before the instruction.
static uint32_t nan_free(const struct sim_thread *t, const struct sim_uop *u)
{
    uint32_t mask = 0;
    if (!is_float(u->dst.type) || u->dst.null || u->dst.indirect || u->info->pseudo ||
        eu_op_is_send((enum eu_op)u->op) || u->op == EU_OP_MOV)
        return 0;
    for (uint32_t on = sim_exec_mask(t, u); on; on &= on - 1) {
        unsigned c = (unsigned)__builtin_ctz(on);
        bool clean = true;
        for (unsigned k = 0; k < 3; k++)
            clean &= !reads_nan(t, &u->src[k], c);
        mask |= (uint32_t)clean << c;
    }
    return mask;
}

// The first of these channels, counted in the thread, that has become a NaN; -1: none.
static int made_nan(const struct sim_thread *t, const struct sim_uop *u, uint32_t clean)
{
    for (; clean; clean &= clean - 1) {
        unsigned c = (unsigned)__builtin_ctz(clean);
        if (is_nan(t->rf + u->dst.base + c * u->dst.hs, u->dst.size))
            return (int)(c + u->off);
    }
    return -1;
}

// ---- stopping

static void begin_again(struct sim_debug *d, struct sim_thread *t, enum debug_phase phase, uint64_t until)
{
    d->phase = phase;
    d->until = until;
    d->again = true;
    t->state = SIM_THREAD_FAULT; // ends the group's bursts; no fault is recorded
}

static bool is_backwards(enum debug_run mode)
{
    return mode == DEBUG_BACK || mode == DEBUG_BACK_STEP || mode == DEBUG_BACK_INST;
}

// Tells the debugger, and does as it says. False: the thread goes no further.
static bool stop(struct sim_debug *d, struct sim_thread *t, enum debug_reason reason, const char *text)
{
    const struct sim_group *g = t->group;
    const uint64_t numbers[] = {
        reason,   g->number, g->id[0], g->id[1], g->id[2], t->index, t->program->uops[t->next].info->ip,
        d->count, t->active};
    d->stopped = d->count;
    d->phase = DEBUG_FORWARD;
    d->mode = DEBUG_GO;
    if (!debug_send(d, DEBUG_STOPPED, numbers, sizeof(numbers) / sizeof(numbers[0]), text, strlen(text)) ||
        !debug_converse(d))
        return true; // it runs on
    if (!is_backwards(d->mode))
        return true;
    if (d->journal.lost) {
        d->mode = DEBUG_GO;
        return stop(d, t, DEBUG_REASON_START, "this workgroup has written too much to go back");
    }
    d->found = UINT64_MAX;
    begin_again(d, t, DEBUG_SEARCH, d->count);
    return false;
}

// What of the run would stop before this instruction.
static bool stops_before(const struct sim_debug *d, const struct sim_thread *t, const struct sim_uop *u,
                         enum debug_reason *reason)
{
    bool mine = t->index == d->step_thread && t->active >> d->step_lane & 1;
    uint32_t at = u->info->ip / 8;
    if (u->info->pseudo || !t->active)
        return false;
    switch (d->mode) {
    case DEBUG_STEP_INST:
    case DEBUG_BACK_INST:
        *reason = DEBUG_REASON_STEP;
        return mine;
    case DEBUG_STEP:
    case DEBUG_BACK_STEP:
        if (mine && d->steps[at]) {
            *reason = DEBUG_REASON_STEP;
            return true;
        }
        *reason = DEBUG_REASON_BREAK;
        return mine && d->breaks[at];
    case DEBUG_GO:
    case DEBUG_BACK:
        *reason = DEBUG_REASON_BREAK;
        return d->breaks[at];
    default:
        return false;
    }
}

static void search(struct sim_debug *d, enum debug_reason reason, const char *text)
{
    if (d->count < d->until) {
        d->found = d->count;
        d->found_reason = reason;
        snprintf(d->found_text, sizeof(d->found_text), "%s", text);
    }
}

// Before an instruction; false: not now.
static bool before(struct sim_debug *d, struct sim_thread *t, const struct sim_uop *u)
{
    enum debug_reason reason;
    if (d->phase == DEBUG_REPLAY) {
        if (d->count < d->until)
            return true;
        if (d->found == UINT64_MAX)
            return stop(d, t, DEBUG_REASON_START, "");
        return stop(d, t, d->found_reason, d->found_text);
    }
    if (d->phase == DEBUG_SEARCH) {
        if (d->count >= d->until) {
            begin_again(d, t, DEBUG_REPLAY, d->found == UINT64_MAX ? 0 : d->found);
            return false;
        }
        if (stops_before(d, t, u, &reason))
            search(d, reason, "");
        return true;
    }
    if (d->count - d->looked >= LOOK) {
        d->looked = d->count;
        d->pause |= debug_wants_pause(d);
    }
    if (d->pause && t->active && !u->info->pseudo) {
        d->pause = false;
        return stop(d, t, DEBUG_REASON_PAUSE, "");
    }
    return d->count == d->stopped || !stops_before(d, t, u, &reason) || stop(d, t, reason, "");
}

static void tell_hits(const struct sim_debug *d, const struct sim_uop *u, char *text, size_t size)
{
    size_t n = (size_t)snprintf(text, size, "%s %x", d->hit_write ? "write" : "read", u->info->ip);
    for (uint32_t rest = d->hits; rest && n < size; rest &= rest - 1) {
        unsigned w = (unsigned)__builtin_ctz(rest);
        n += (size_t)snprintf(text + n, size - n, " %x:%x", w, d->hit_channels[w]);
    }
}

// Behind it.
static bool after(struct sim_debug *d, struct sim_thread *t, const struct sim_uop *u, uint32_t clean)
{
    char text[256] = "";
    enum debug_reason reason = DEBUG_REASON_WATCH;
    const char *why = text;
    int lane = d->catch_nan ? made_nan(t, u, clean) : -1;
    if (t->state == SIM_THREAD_FAULT) {
        if (d->phase != DEBUG_FORWARD)
            return true;
        // It stands at what faulted, which it will not execute again.
        const char *fault = t->group->fault->text;
        t->next = (uint32_t)(u - t->program->uops);
        d->count--;
        stop(d, t, DEBUG_REASON_FAULT, fault);
        return false;
    }
    if (d->finding[0]) {
        reason = DEBUG_REASON_CHECK;
        why = d->finding;
    } else if (d->hits) {
        tell_hits(d, u, text, sizeof(text));
    } else if (lane >= 0) {
        reason = DEBUG_REASON_NAN;
        snprintf(text, sizeof(text), "%d", lane);
    } else {
        return true;
    }
    bool go = true;
    if (d->phase == DEBUG_SEARCH)
        search(d, reason, why);
    else if (d->phase == DEBUG_FORWARD && t->state != SIM_THREAD_DONE)
        go = stop(d, t, reason, why);
    d->finding[0] = 0;
    return go;
}

void sim_debug_thread_run(struct sim_thread *t)
{
    struct sim_debug *d = debug_of(t->group);
    const struct sim_observer *e = t->group->observer;
    const struct sim_uop *uops = t->program->uops;
    while (t->state == SIM_THREAD_RUN && t->instructions < t->deadline) {
        const struct sim_uop *u = &uops[t->next];
        if (d->fd >= 0 && !d->detached && !before(d, t, u))
            return;
        if (e->awaits && !e->awaits(t, u))
            return;
        uint32_t clean = d->catch_nan ? nan_free(t, u) : 0;
        d->hit_write = false;
        d->hits = 0;
        uint32_t next = ++t->next;
        t->instructions++;
        d->count++;
        if (is_checked(t->group) && d->count > d->frontier)
            sim_check_instruction(t, u);
        u->fn(t, u);
        if (e->awaits && t->next != next)
            e->jumped(t);
        if (d->fd >= 0 && !d->detached && !after(d, t, u, clean))
            return;
        if (d->count > d->frontier)
            d->frontier = d->count;
        if (t->state == SIM_THREAD_DONE && t->index == d->step_thread && d->mode == DEBUG_STEP)
            d->mode = DEBUG_GO; // nobody is left to step
    }
}
