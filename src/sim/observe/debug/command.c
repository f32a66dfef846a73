// The messages to the debugger about a walker, and its requests while threads are stopped. All that it sends
// is checked: it may be any process that got hold of the socket.
#include <stdlib.h>

#include "kiln/isa.h"
#include "sim/observe/debug/state.h"
#include "sim/surface/surface.h"

// ---- the walker

enum { WALKER_NUMBERS = 17, MAX_BINDINGS = 4096 };

bool debug_tell_walker(struct sim_debug *d, const uint8_t *code)
{
    const struct sim_dispatch *p = d->dispatch;
    const struct kiln_note *n = d->note;
    const char *name = n && n->name ? n->name : "", *about = n && n->debug ? n->debug : "";
    uint32_t bindings = n && n->binding_count <= MAX_BINDINGS ? n->binding_count : 0;
    struct eu_text text = {0};
    struct eu_error error;
    eu_disassemble(p->program->target, code, d->ips, &text, &error);
    size_t name_size = strlen(name), text_size = text.data ? strlen(text.data) : 0,
           about_size = strlen(about);
    size_t size = name_size + d->ips + text_size + about_size;
    uint64_t *numbers = calloc(WALKER_NUMBERS + 4 * (size_t)bindings, 8);
    uint8_t *bytes = malloc(size + 1), *at = bytes;
    bool ok = numbers && bytes;
    if (ok) {
        const uint64_t head[WALKER_NUMBERS] = {DEBUG_VERSION,
                                               d->walker,
                                               p->simd,
                                               p->threads,
                                               p->count[0],
                                               p->count[1],
                                               p->count[2],
                                               n ? n->local_size[0] : p->simd * p->threads,
                                               n ? n->local_size[1] : 1,
                                               n ? n->local_size[2] : 1,
                                               n && n->quads,
                                               p->slm_bytes,
                                               p->program->address,
                                               name_size,
                                               d->ips,
                                               text_size,
                                               about_size};
        memcpy(numbers, head, sizeof(head));
        for (uint32_t i = 0; i < bindings; i++)
            for (unsigned k = 0; k < 4; k++)
                numbers[WALKER_NUMBERS + 4 * i + k] = (&n->bindings[i].bti)[k];
        at = mempcpy(at, name, name_size);
        at = mempcpy(at, code, d->ips);
        at = mempcpy(at, text.data ? text.data : "", text_size);
        memcpy(at, about, about_size);
        ok = debug_send(d, DEBUG_WALKER, numbers, WALKER_NUMBERS + 4 * bindings, bytes, size);
    }
    free(text.data);
    free(numbers);
    free(bytes);
    return ok;
}

// ---- questions

static bool answer(struct sim_debug *d, const uint64_t *numbers, unsigned count, const void *bytes,
                   size_t size)
{
    return debug_send(d, DEBUG_ANSWER, numbers, count, bytes, size);
}

// As EU threads see it, up to the first page that is not mapped.
static size_t read_memory(struct sim_debug *d, uint64_t address, uint8_t *out, size_t size)
{
    size_t n = 0;
    while (n < size) {
        size_t step = 4096 - ((address + n) & 4095);
        step = step < size - n ? step : size - n;
        const uint8_t *p = d->g ? sim_tlb_probe(d->g->tlb, address + n, SIM_READ) : NULL;
        if (!p)
            break;
        memcpy(out + n, p, step);
        n += step;
    }
    return n;
}

static bool read_space(struct sim_debug *d, const uint64_t *q)
{
    uint64_t space = q[0], address = q[1], size = q[2] < DEBUG_MAX_READ ? q[2] : DEBUG_MAX_READ;
    const struct sim_dispatch *p = d->dispatch;
    size_t payload = (p->cross_regs + (size_t)p->per_thread_regs * p->threads) * SIM_GRF_BYTES;
    const uint8_t *from = space == DEBUG_SLM && d->g ? d->g->slm : space == DEBUG_PAYLOAD ? p->payload : NULL;
    uint64_t limit = space == DEBUG_SLM ? p->slm_bytes : payload;
    if (space != DEBUG_MEMORY) {
        uint64_t n = from && address < limit ? limit - address : 0;
        return answer(d, NULL, 0, n ? from + address : NULL, n < size ? n : size);
    }
    uint8_t *out = malloc(size + 1);
    size_t n = out ? read_memory(d, address, out, size) : 0;
    bool ok = answer(d, NULL, 0, out, n);
    free(out);
    return ok;
}

// State, instruction, channels, executed instructions, where its scratch memory begins, and where in the
// bytes that follow registers are: addresses, accumulators, flags, each channel's instruction; bytes of a
// general register, and of all that the thread has.
static bool tell_thread(struct sim_debug *d, uint64_t index)
{
    if (!d->g || index >= d->g->threads)
        return answer(d, NULL, 0, NULL, 0);
    const struct sim_thread *t = &d->g->thread[index];
    const struct sim_launch *w = d->dispatch->launch;
    uint64_t scratch = w->scratch + (uint64_t)t->scratch_id * w->scratch_bytes;
    uint32_t next = t->next < t->program->count ? t->program->uops[t->next].info->ip : 0;
    const uint64_t numbers[] = {t->state,
                                next,
                                t->active,
                                t->live,
                                t->instructions,
                                w->general_base + (scratch & ~UINT64_C(1023)),
                                SIM_RF_ADDR,
                                SIM_RF_ACC,
                                SIM_RF_FLAG,
                                SIM_RF_SINK,
                                t->program->target->grf_bytes,
                                t->program->grf_end};
    uint8_t bytes[SIM_RF_SINK + sizeof(t->pcip)];
    memcpy(bytes, t->rf, SIM_RF_SINK);
    memcpy(bytes + SIM_RF_SINK, t->pcip, sizeof(t->pcip));
    return answer(d, numbers, sizeof(numbers) / sizeof(numbers[0]), bytes, sizeof(bytes));
}

// Type, address and size of the surface at a binding table index.
static bool tell_surface(struct sim_debug *d, uint64_t bti)
{
    const struct sim_launch *w = d->dispatch->launch;
    uint64_t base = w->surface_base;
    const unsigned size = sim_surface_dwords(d->dispatch->program->target) * 4;
    uint32_t entry = 0, dw[gen_RENDER_SURFACE_STATE_LENGTH] = {0};
    struct sim_surface *s = calloc(1, sizeof(*s));
    bool ok = s && d->g && bti < 240 &&
              read_memory(d, w->table_base + w->binding_table + 4 * bti, (uint8_t *)&entry, 4) == 4 &&
              read_memory(d, base + (entry & ~(size - 1)), (uint8_t *)dw, size) == size;
    uint64_t numbers[3] = {0};
    if (ok) {
        sim_surface_unpack(s, dw, d->dispatch->program->target);
        numbers[0] = s->type;
        numbers[1] = s->base;
        numbers[2] = s->size;
    }
    free(s);
    return answer(d, numbers, ok ? 3 : 0, NULL, 0);
}

// ---- what to stop at

static void set_ips(const struct sim_debug *d, uint8_t *set, const uint64_t *ips, unsigned count)
{
    memset(set, 0, d->ips / 8 + 1);
    for (unsigned i = 0; i < count; i++)
        if (ips[i] < d->ips)
            set[ips[i] / 8] = 1;
}

static bool set_watches(struct sim_debug *d, const uint64_t *q, unsigned count)
{
    d->watch_count = 0;
    for (unsigned i = 0; i + 4 <= count && d->watch_count < DEBUG_MAX_WATCHES; i += 4) {
        struct debug_watch w = {(enum debug_space)q[i], q[i + 1], q[i + 2], (unsigned)q[i + 3]};
        if (q[i] > DEBUG_SLM || !w.size || w.address + w.size < w.address)
            return false;
        d->watches[d->watch_count++] = w;
    }
    return count % 4 == 0;
}

static bool set_run(struct sim_debug *d, const uint64_t *q)
{
    if (q[0] >= DEBUG_RUNS || q[1] >= SIM_MAX_GROUP_THREADS || q[2] >= SIM_MAX_CHANNELS)
        return false;
    d->mode = (enum debug_run)q[0];
    d->step_thread = (unsigned)q[1];
    d->step_lane = (unsigned)q[2];
    d->detached = d->mode == DEBUG_DETACH;
    return true;
}

static bool obey(struct sim_debug *d, enum debug_op op, const uint64_t *q, unsigned count)
{
    static const unsigned wanted[] = {
        [DEBUG_SET_CATCH - DEBUG_SET_BREAKS] = 1, [DEBUG_READ - DEBUG_SET_BREAKS] = 3,
        [DEBUG_THREAD - DEBUG_SET_BREAKS] = 1,    [DEBUG_SURFACE - DEBUG_SET_BREAKS] = 1,
        [DEBUG_RUN - DEBUG_SET_BREAKS] = 3,       [DEBUG_PAUSE - DEBUG_SET_BREAKS] = 0};
    if (count < wanted[op - DEBUG_SET_BREAKS])
        return false;
    switch (op) {
    case DEBUG_SET_BREAKS:
        set_ips(d, d->breaks, q, count);
        return true;
    case DEBUG_SET_STEPS:
        set_ips(d, d->steps, q, count);
        return true;
    case DEBUG_SET_WATCHES:
        return set_watches(d, q, count);
    case DEBUG_SET_CATCH:
        d->catch_nan = q[0] & 1;
        return true;
    case DEBUG_READ:
        return read_space(d, q);
    case DEBUG_THREAD:
        return tell_thread(d, q[0]);
    case DEBUG_SURFACE:
        return tell_surface(d, q[0]);
    case DEBUG_RUN:
        return set_run(d, q);
    default:
        return op == DEBUG_PAUSE; // it stands already
    }
}

bool debug_converse(struct sim_debug *d)
{
    enum debug_op op = DEBUG_PAUSE;
    while (op != DEBUG_RUN) {
        uint64_t *numbers;
        unsigned count;
        if (!debug_receive(d, &op, &numbers, &count))
            return false;
        bool ok = obey(d, op, numbers, count);
        free(numbers);
        if (!ok) {
            debug_hang_up(d);
            return false;
        }
    }
    return true;
}
