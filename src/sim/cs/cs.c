// The command streamer's loop: fetch, find, execute; registers; faults. PRM LKF vol8 for the MI commands, the
// registers that a non-privileged batch may write, and what becomes of a privileged command in one.
#include "sim/cs/cs.h"
#include "sim/sync/fence.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/memory/caches.h"
#include "sim/dispatch/pool.h"
#include "sim/memory/gtt.h"
#include "sim/thread/thread.h"
#include "util/log.h"
#include "util/math.h"

enum { MAX_COMMAND = 2048 }; // dwords of the longest command

// What a new context's registers hold that no document promises a value of, nor i915 writes: those that
// commands compute with.
static void fill_registers(struct sim_cs_state *st, uint64_t seed)
{
    sim_fill_garbage((uint8_t *)&st->registers[KILN_PLACE(CS_GPR0)], 16 * 8, seed, 0);
    sim_fill_garbage((uint8_t *)&st->registers[KILN_PLACE(MI_PREDICATE_SRC0)], 4 * 4, seed, 1);
    sim_fill_garbage((uint8_t *)&st->registers[KILN_PLACE(GPGPU_DISPATCHDIMX)], 3 * 4, seed, 2);
}

struct sim_cs_state *sim_cs_state_create(uint64_t seed)
{
    struct sim_cs_state *st = calloc(1, sizeof(*st));
    if (!st)
        return NULL;
    static atomic_ullong states;
    st->serial = atomic_fetch_add(&states, 1);
    for (unsigned i = 0; i < kiln_register_count(); i++)
        for (unsigned k = 0; k < kiln_register_row(i)->count; k++)
            st->registers[kiln_register_row(i)->place + k] = kiln_register_row(i)->reset;
    fill_registers(st, seed);
    return st;
}

struct sim_cs_state *sim_cs_state_copy(const struct sim_cs_state *from)
{
    struct sim_cs_state *st = sim_cs_state_create(0);
    uint8_t *curbe = from->curbe_size ? malloc(from->curbe_size) : NULL;
    if (!st || (from->curbe_size && !curbe)) {
        sim_cs_state_destroy(st);
        free(curbe);
        return NULL;
    }
    uint64_t serial = st->serial;
    *st = *from;
    st->serial = serial;
    st->curbe = curbe;
    if (curbe)
        memcpy(curbe, from->curbe, from->curbe_size);
    st->counters = NULL;
    st->labels = NULL;
    st->label = NULL;
    st->counting = false;
    return st;
}

void sim_cs_state_destroy(struct sim_cs_state *st)
{
    if (st) {
        free(st->curbe);
        if (st->counters)
            st->unit->destroy(st->counters);
        for (struct sim_label *l = st->labels, *next; l; l = next) {
            next = l->next;
            free(l);
        }
    }
    free(st);
}

bool sim_cs_fault(struct sim_cs *cs, enum sim_fault_kind kind, uint64_t address, const char *fmt, ...)
{
    va_list ap;
    *cs->fault = (struct sim_fault){.kind = kind, .address = address};
    va_start(ap, fmt);
    vsnprintf(cs->fault->text, sizeof(cs->fault->text), fmt, ap);
    va_end(ap);
    return false;
}

// The bytes at `p` as the command streamer sees them.
static const uint8_t *in_memory(struct sim_cs *cs, const uint8_t *p, uint64_t addr, size_t size)
{
    const uint8_t *seen = cs->job->caches ? sim_caches_memory(cs->job->caches, p) : p;
    if (seen != p && KILN_DEBUG(STALE) && memcmp(seen, p, size) != 0)
        kiln_log(
            "stale: %s reads %zu bytes at 0x%llx from memory, and a shader's write of them is in its cache: "
            "it has not been flushed since",
            cs->desc ? cs->desc->name : "the fetch", size, (unsigned long long)addr);
    return seen;
}

static bool read_pages(struct sim_cs *cs, uint64_t addr, void *out, size_t size, bool peeks)
{
    for (uint8_t *to = out; size;) {
        size_t n = SIM_PAGE - addr % SIM_PAGE;
        const uint8_t *p = (peeks ? sim_tlb_probe : sim_tlb_ptr)(cs->space, addr, SIM_READ);
        if (!p)
            return false;
        if (n > size)
            n = size;
        memcpy(to, in_memory(cs, p, addr, n), n);
        to += n;
        addr += n;
        size -= n;
    }
    return true;
}

bool sim_cs_peek(struct sim_cs *cs, uint64_t addr, void *out, size_t size)
{
    return read_pages(cs, addr, out, size, true);
}

bool sim_cs_read(struct sim_cs *cs, uint64_t addr, void *out, size_t size)
{
    return read_pages(cs, addr, out, size, false) ||
           sim_cs_fault(cs, SIM_FAULT_PAGE, addr, "%s reads %zu bytes",
                        cs->desc ? cs->desc->name : "the fetch", size);
}

bool sim_cs_poll(struct sim_cs *cs, uint64_t addr, uint32_t *value)
{
    const uint8_t *p = sim_tlb_ptr(cs->space, addr, SIM_READ);
    if (p)
        *value = __atomic_load_n((const uint32_t *)(const void *)in_memory(cs, p, addr, 4), __ATOMIC_ACQUIRE);
    return p;
}

static bool write_pages(struct sim_cs *cs, uint64_t addr, const void *data, size_t size)
{
    for (const uint8_t *from = data; size;) {
        size_t n = SIM_PAGE - addr % SIM_PAGE;
        uint8_t *p = sim_tlb_ptr(cs->space, addr, SIM_WRITE);
        if (!p)
            return false;
        if (n > size)
            n = size;
        if (cs->job->caches)
            sim_caches_write(cs->job->caches, p, from, n);
        else
            memcpy(p, from, n);
        from += n;
        addr += n;
        size -= n;
    }
    return true;
}

bool sim_cs_write(struct sim_cs *cs, uint64_t addr, const void *data, size_t size)
{
    // Aligned words become visible at once, as a semaphore's poller or a waiting client expects.
    uint8_t *p = sim_tlb_ptr(cs->space, addr, SIM_WRITE);
    bool word = (size == 4 || size == 8) && addr % size == 0;
    if (p && word && (!cs->job->caches || sim_caches_plain(cs->job->caches, p))) {
        if (size == 4)
            __atomic_store_n((uint32_t *)(void *)p, *(const uint32_t *)data, __ATOMIC_RELEASE);
        else
            __atomic_store_n((uint64_t *)(void *)p, *(const uint64_t *)data, __ATOMIC_RELEASE);
        return true;
    }
    return (p && write_pages(cs, addr, data, size)) ||
           sim_cs_fault(cs, SIM_FAULT_PAGE, addr, "%s writes %zu bytes", cs->desc->name, size);
}

// ---- registers

// The row of a register that the context has, by its number, and its place there. NULL: it has none; another
// engine's is not the context's.
static const struct kiln_register *own_register(const struct sim_cs *cs, uint32_t number, unsigned *place)
{
    unsigned dword;
    const uint32_t base = cs->job->mmio_base;
    const struct kiln_register *r =
        number >= base && number - base < KILN_ENGINE_BLOCK
            ? kiln_register_of_engine(cs->job->devinfo, base, number - base, &dword)
            : kiln_register_find(cs->job->devinfo, number, &dword);
    if (!r || (r->block != KILN_BLOCK_GT && number - base >= KILN_ENGINE_BLOCK))
        return NULL;
    *place = r->place + dword;
    return r;
}

// Whether the kernel has put a register into FORCE_TO_NONPRIV. PRM LKF vol2c: address in bits 25:2; how many
// dwords in 1:0; bit 30 denies; Gen11 and later: bits 29:28 are 1 for reads only.
static bool is_forced(const struct sim_cs *cs, uint32_t number)
{
    enum { ADDRESS = 0x03fffffc, DENY = 1 << 30, READ_ONLY = 1 };
    for (unsigned i = 0; i < SIM_CS_NONPRIV; i++) {
        uint32_t slot = cs->job->nonpriv[i], size = 4u << 2 * (slot & 3);
        if ((slot & ADDRESS & ~(size - 1)) == (number & ~(size - 1)))
            return !(slot & DENY) && (slot >> 28 & 3) != READ_ONLY;
    }
    return false;
}

// Whether a batch on this engine may write it, by the hardware's list, or by one that its kernel has made.
static bool is_listed(const struct sim_cs *cs, const struct kiln_register *r, bool kernel)
{
    const uint32_t base = cs->job->mmio_base;
    bool here = r->where >> cs->job->devinfo->platform & 1;
    const struct kiln_parsed *parsed =
        kiln_target_has_parsed_batches(cs->target) ? kiln_register_parsed(r) : NULL;
    if (parsed && parsed->needs_parser)
        return base == KILN_RENDER_BASE && (kernel || cs->job->batch->trusted);
    switch ((enum kiln_register_batch)r->batch) {
    case KILN_BATCH_ANY:
        return here;
    case KILN_BATCH_RENDER:
        return here && kiln_base_computes(cs->job->devinfo, base);
    case KILN_BATCH_COPY:
        return here && base == KILN_COPY_BASE;
    case KILN_BATCH_I915:
        return here && kernel && kiln_base_computes(cs->job->devinfo, base);
    default:
        return false;
    }
}

static bool may_write(const struct sim_cs *cs, const struct kiln_register *r, uint32_t number)
{
    return is_listed(cs, r, false) || is_forced(cs, number);
}

// Whether the context holds a register: those that a batch may write, or may where the kernel lets it. Others
// are the chip's.
static bool is_held(const struct sim_cs *cs, const struct kiln_register *r, uint32_t number)
{
    return r && (is_listed(cs, r, true) || is_forced(cs, number));
}

uint32_t *sim_cs_state_register(struct sim_cs_state *st, const struct kiln_devinfo *info, uint32_t base,
                                uint32_t offset, bool *masked)
{
    unsigned dword;
    const struct kiln_register *r = kiln_register_of_engine(info, base, offset, &dword);
    if (!r || r->batch == KILN_BATCH_NOBODY || !(r->where >> info->platform & 1))
        return NULL;
    *masked = r->kind == KILN_REGISTER_MASKED;
    return &st->registers[r->place + dword];
}

uint32_t sim_cs_reg_read(struct sim_cs *cs, uint32_t offset)
{
    const struct sim_counter_unit *unit = sim_eu_pool_observers(cs->job->pool)->counters;
    if (unit && unit->own(offset))
        return offset == KILN_COUNTER_HOLD ? cs->st->counting : unit->read(cs->st->counters, offset);
    unsigned place, dword;
    const struct kiln_register *r = own_register(cs, offset, &place);
    const struct kiln_register *any = r ? r : kiln_register_find(cs->job->devinfo, offset, &dword);
    if (any && any->place == KILN_PLACE(TIMESTAMP)) // whichever engine's
        return (uint32_t)cs->job->timestamp(cs->job->chip);
    if (any && any->place == KILN_PLACE(RING_TIMESTAMP_HIGH))
        return (uint32_t)(cs->job->timestamp(cs->job->chip) >> 32);
    if (any && any->kind == KILN_REGISTER_AT_ONCE) // done at once: nothing is remembered
        return 0;
    if (cs->job->ring && !is_held(cs, r, offset))
        return cs->job->ring->read(cs->job->ring->of, offset);
    return r ? cs->st->registers[place] : 0;
}

// Where there is no memory for counters, or walkers cannot count, they stay as they are.
static void need_counters(struct sim_cs *cs)
{
    struct sim_cs_state *st = cs->st;
    const struct sim_observers *o = sim_eu_pool_observers(cs->job->pool);
    if (st->counters || o->alone || !o->counters)
        return;
    st->unit = o->counters;
    st->counters = st->unit->create();
}

static void hold_counters(struct sim_cs *cs, bool hold)
{
    if (hold)
        need_counters(cs);
    cs->st->counting = hold;
}

struct sim_counters *sim_cs_counters(struct sim_cs *cs, unsigned *counting)
{
    *counting = (cs->st->counting ? SIM_COUNTS_REGISTERS : 0) |
                (cs->job->batch->owner->oa_counts(cs->job->batch->of) ? SIM_COUNTS_OA : 0);
    if (*counting && !sim_cs_observation(cs))
        need_counters(cs);
    return *counting ? sim_cs_observation(cs) : NULL;
}

// A context that holds counters of its own has all of its counts there.
struct sim_counters *sim_cs_observation(const struct sim_cs *cs)
{
    return cs->job->counters && !cs->st->counting ? cs->job->counters : cs->st->counters;
}

// What cannot be read, or kept, is left out.
static void begin_label(struct sim_cs *cs, uint64_t address)
{
    struct sim_cs_state *st = cs->st;
    char text[KILN_LOG_LABEL_BYTES];
    if (!sim_cs_peek(cs, address, text, sizeof(text)))
        return;
    text[sizeof(text) - 1] = 0;
    struct sim_label *l = st->labels;
    while (l && (l->in != st->label || strcmp(l->text, text) != 0))
        l = l->next;
    if (!l && (l = calloc(1, sizeof(*l)))) {
        snprintf(l->text, sizeof(l->text), "%s", text);
        l->in = st->label;
        l->next = st->labels;
        st->labels = l;
    }
    if (l)
        st->label = l;
}

// The registers that only this device has (hw/counters.h). False: it is none of them.
static bool write_own(struct sim_cs *cs, uint32_t offset, uint32_t value)
{
    struct sim_cs_state *st = cs->st;
    if (offset == KILN_COUNTER_HOLD) {
        hold_counters(cs, value != 0);
    } else if (offset == KILN_LOG_LABEL) {
        st->label_low = value;
    } else if (offset == KILN_LOG_LABEL_HIGH) {
        begin_label(cs, (uint64_t)value << 32 | st->label_low);
    } else if (offset == KILN_LOG_MARK && value & (KILN_LOG_ORDER | KILN_LOG_ORDER_TOLD)) {
        st->order_told |= (value & KILN_LOG_ORDER_TOLD) != 0;
        st->order_due |= (value & KILN_LOG_ORDER) != 0;
    } else if (offset == KILN_LOG_MARK && value) {
        st->barriers++;
        st->barrier_kinds |= value;
    } else if (offset == KILN_LOG_MARK) {
        st->label = st->label ? st->label->in : NULL;
    } else {
        return false;
    }
    return true;
}

void sim_cs_reg_write(struct sim_cs *cs, uint32_t offset, uint32_t value)
{
    if (write_own(cs, offset, value))
        return;
    unsigned place;
    const struct kiln_register *r = own_register(cs, offset, &place);
    const bool privileged = sim_cs_is_privileged(cs);
    if (is_held(cs, r, offset) && (privileged || may_write(cs, r, offset))) {
        uint32_t *slot = &cs->st->registers[place], mask = value >> 16;
        *slot = r->kind == KILN_REGISTER_MASKED ? (*slot & ~mask) | (value & mask) : value;
        return;
    }
    if (privileged) {
        cs->job->ring->write(cs->job->ring->of, offset, value);
        return;
    }
    if (KILN_DEBUG(SIM)) {
        char name[32];
        const char *s = gen_register_name(offset, name, sizeof(name));
        kiln_log("sim: %s: the write of 0x%x to register 0x%x (%s) is dropped: privileged", cs->desc->name,
                 value, offset, s ? s : "unknown");
    }
}

bool sim_cs_predicate(struct sim_cs *cs)
{
    return sim_cs_reg_read(cs, sim_cs_own(cs, GEN_REG_MI_PREDICATE_RESULT)) & 1;
}

bool sim_cs_batch_predicate(struct sim_cs *cs)
{
    return sim_cs_reg_read(cs, sim_cs_own(cs, GEN_REG_MI_PREDICATE_RESULT_1)) & 1;
}

void sim_cs_dropped(struct sim_cs *cs, const char *why)
{
    if (KILN_DEBUG(SIM))
        kiln_log("sim: %s at 0x%llx is a no-op: %s", cs->desc->name, (unsigned long long)cs->ip, why);
}

// ---- the loop

// Fetches lines up to SIM_CS_AHEAD bytes from the command on, as far as there is memory.
static void fetch_ahead(struct sim_cs *cs)
{
    struct sim_cs_ahead *a = &cs->ahead;
    if (cs->ip < a->at || cs->ip > a->at + a->size)
        a->size = 0;
    if (!a->size)
        a->at = cs->ip;
    uint32_t done = (uint32_t)(cs->ip - a->at);
    if (done >= SIM_CS_AHEAD) {
        memmove(a->bytes, a->bytes + done, a->size - done);
        a->at = cs->ip;
        a->size -= done;
        done = 0;
    }
    while (a->size < done + SIM_CS_AHEAD) {
        uint64_t end = a->at + a->size;
        uint32_t n = SIM_CS_FETCH - (uint32_t)(end % SIM_CS_FETCH);
        if (!sim_cs_peek(cs, end, a->bytes + a->size, n))
            return;
        a->size += n;
    }
}

// Of a ring, at whose end it goes on at its start: xe's commands lie across it.
static bool read_around(struct sim_cs *cs, uint64_t from, void *out, uint32_t size)
{
    const struct sim_cs_ring *r = cs->job->ring;
    const uint64_t end = r->start + r->size, at = from >= end ? from - r->size : from;
    const uint32_t before = (uint32_t)KILN_MIN(end - at, (uint64_t)size);
    return sim_cs_read(cs, at, out, before) &&
           (before == size || sim_cs_read(cs, r->start, (uint8_t *)out + before, size - before));
}

// `dwords` of the command, from dword `first` on.
static bool read_command(struct sim_cs *cs, uint32_t first, uint32_t dwords)
{
    const struct sim_cs_ahead *a = &cs->ahead;
    uint64_t from = cs->ip + 4 * first, end = a->at + a->size;
    uint32_t size = 4 * dwords, have = 0;
    if (cs->in_ring)
        return read_around(cs, from, cs->dw + first, size);
    if (cs->job->config->strict && a->size && from < end)
        have = end - from < size ? (uint32_t)(end - from) : size;
    memcpy(cs->dw + first, a->bytes + (have ? from - a->at : 0), have);
    if (have && KILN_DEBUG(STALE)) {
        uint8_t now[sizeof(a->bytes)];
        if (sim_cs_peek(cs, from, now, have) && memcmp(now, cs->dw + first, have) != 0)
            kiln_log("stale: the command at 0x%llx was fetched before it was written last",
                     (unsigned long long)cs->ip);
    }
    return have == size || sim_cs_read(cs, from + have, (uint8_t *)(cs->dw + first) + have, size - have);
}

// A kernel's batch of state has commands of pipelines that are not simulated, and of which nothing is drawn.
static bool skip_unknown(struct sim_cs *cs)
{
    enum { PIPELINE = 3, TYPE_SHIFT = 29, LENGTH = 0xff };
    if (!cs->in_global || cs->dw[0] >> TYPE_SHIFT != PIPELINE)
        return false;
    cs->next = cs->ip + 4 * ((cs->dw[0] & LENGTH) + 2);
    return true;
}

static bool fetch(struct sim_cs *cs)
{
    cs->desc = NULL;
    cs->space = cs->in_ring || cs->in_global ? &cs->global : &cs->tlb;
    if (cs->job->config->strict && !cs->in_ring)
        fetch_ahead(cs);
    if (!read_command(cs, 0, 1))
        return false;
    int found = gen_find_command(cs->dw, 1, &cs->desc, &cs->length);
    if (found == GEN_UNKNOWN && skip_unknown(cs))
        return true;
    if (found == GEN_UNKNOWN || cs->length > MAX_COMMAND || !gen_desc_exists(cs->desc, cs->target->isa))
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "unknown command 0x%08x", cs->dw[0]);
    if (cs->length > 1 && !read_command(cs, 1, cs->length - 1))
        return false;
    cs->next = cs->ip + cs->length * 4;
    if (!kiln_target_has_long_addresses(cs->target)) { // handlers know addresses of 48 bits
        memcpy(cs->own, cs->dw, sizeof(*cs->dw) * KILN_MIN(cs->length, (uint32_t)GEN_OWN_MAX));
        gen_to_gen9(cs->desc, cs->target->isa, cs->dw, &cs->length);
    }
    return true;
}

static bool execute(struct sim_cs *cs)
{
    // A kernel's batch of state draws once, without a target.
    if (!cs->desc || (cs->in_global && cs->desc->id == GEN_CMD_3DPRIMITIVE))
        return true;
    enum gen_cmd_id id = cs->desc->id;
    sim_cs_handler run = sim_cs_mi_handler(id);
    const bool draws = sim_cs_draws(cs), computes = kiln_base_computes(cs->job->devinfo, cs->job->mmio_base);
    cs->space = &cs->tlb;
    if (computes && !sim_cs_is_privileged(cs) && !sim_cs_rules_command(cs))
        return false;
    if (cs->noop && id != GEN_CMD_MI_SET_PREDICATE && id != GEN_CMD_MI_BATCH_BUFFER_END)
        return true;
    if (!run && computes)
        run = sim_cs_gpgpu_handler(id);
    if (!run && computes)
        run = sim_cs_compute_handler(id);
    if (!run && draws && !kiln_target_has_long_addresses(cs->target))
        run = sim_cs_3d_gen75_handler(id);
    if (!run && draws)
        run = sim_cs_3d_handler(id);
    if (!run && cs->job->mmio_base == KILN_COPY_BASE)
        run = sim_cs_blt_handler(id);
    if (run)
        return run(cs);
    // The rest of the 3D state does not matter to what is drawn here (cs_3d.c).
    const bool of_3d = sim_cs_3d_handler(id) || !strncmp(cs->desc->name, "3DSTATE_", 8);
    if (of_3d && draws)
        return true;
    if (of_3d && computes)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "%s on a compute engine, which has no 3D pipeline",
                            cs->desc->name);
    return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip, "%s%s", cs->desc->name,
                        draws ? "" : " on this engine");
}

// Commands at which an engine takes another submission; a jump is none, so that a batch of jumps hangs.
// Source: PRM LKF vol8 "Preemptable Commands".
static bool is_preemptable(const struct sim_cs *cs)
{
    switch (cs->desc ? cs->desc->id : GEN_CMD_MI_NOOP) {
    case GEN_CMD_MI_ARB_CHECK:
    case GEN_CMD_MI_SEMAPHORE_WAIT:
    case GEN_CMD_MEDIA_STATE_FLUSH:
    case GEN_CMD_GPGPU_WALKER:
    case GEN_CMD_COMPUTE_WALKER:
    case GEN_CMD_PIPELINE_SELECT:
    case GEN_CMD_3DPRIMITIVE:
        return true;
    case GEN_CMD_PIPE_CONTROL:
        return cs->st->pipeline != GEN_PIPELINE_3D;
    default:
        return false;
    }
}

// Lets others have the engine, after a command that allows it.
static void yield(struct sim_cs *cs, uint64_t commands)
{
    const struct sim_batch *batch = cs->job->batch;
    if (!cs->may_yield)
        return;
    cs->may_yield = false;
    cs->yielded = commands;
    if (!cs->in_ring && !cs->no_preemption && batch->owner->slice_over(batch->of))
        batch->owner->yield(batch->of);
}

static bool check_progress(struct sim_cs *cs, uint64_t commands)
{
    enum { OFTEN = 4096 };
    const struct sim_batch *batch = cs->job->batch;
    // What is in flight does end, whatever the command streamer does meanwhile.
    bool cancelled = atomic_load_explicit(batch->cancel, memory_order_relaxed);
    if (!cancelled && commands % OFTEN == 0 && !sim_cs_drain(cs))
        return false;
    yield(cs, commands);
    // Also after others had the engine: what is cancelled then must not touch memory any more.
    if (atomic_load_explicit(batch->cancel, memory_order_relaxed))
        return sim_cs_fault(cs, SIM_FAULT_HANG, cs->ip, "cancelled");
    sim_tlb_refresh(&cs->tlb);
    int64_t others = cs->walker_ns + *batch->away_ns;
    if (commands % OFTEN == 0 && sim_now_ns() - cs->started - others > batch->hang_ns)
        return sim_cs_fault(cs, commands - cs->yielded > OFTEN ? SIM_FAULT_HANG : SIM_FAULT_ENDLESS, cs->ip,
                            "the batch does not end");
    return true;
}

bool sim_cs_execute(const struct sim_cs_job *job, struct sim_fault *fault, struct sim_stats *stats)
{
    struct sim_cs cs = {
        .job = job,
        .target = kiln_target_of(job->devinfo),
        .st = job->state,
        .tlb.pages = job->pages,
        .fault = fault,
        .stats = stats,
        .ip = job->batch->address,
        .in_ring = job->ring != NULL,
        .started = sim_now_ns(),
    };
    cs.space = &cs.tlb;
    cs.global.pages = job->ring ? job->ring->global : NULL;
    uint32_t words[MAX_COMMAND + GEN_OWN_MAX];
    cs.dw = words;
    *fault = (struct sim_fault){0};
    const bool flushed = job->batch->flushed,
               cached = job->caches && kiln_base_computes(job->devinfo, job->mmio_base);
    if (flushed && cached)
        sim_caches_begin(job->caches);
    bool ok = sim_cs_rules_begin(&cs);
    for (uint64_t n = 1; ok && !cs.end; n++) {
        if (cs.in_ring && !sim_cs_ring_fetch(&cs))
            break;
        bool of_ring = cs.in_ring;
        ok = check_progress(&cs, n) && fetch(&cs);
        if (!ok)
            break;
        if (KILN_DEBUG(SIM))
            kiln_log("sim: %s 0x%012llx %s", job->engine, (unsigned long long)cs.ip,
                     cs.desc ? cs.desc->name : "skipped");
        uint64_t ip = cs.ip;
        bool global = sim_cs_is_privileged(&cs);
        ok = execute(&cs);
        if (ok) {
            if (cs.desc && cs.desc->id != GEN_CMD_MI_NOOP)
                cs.recent[cs.commands++ % SIM_CS_RECENT] = ip | (global ? SIM_CS_RECENT_GLOBAL : 0);
            if (of_ring && cs.in_ring)
                sim_cs_ring_advance(&cs);
            cs.ip = cs.next;
            cs.may_yield |= is_preemptable(&cs);
        }
    }
    cs.st->order_due |= flushed;
    ok = ok && (flushed ? sim_cs_stall(&cs) : sim_cs_drain(&cs));
    for (unsigned i = 0; i < cs.pending_count; i++)
        free(cs.pending[i].payload);
    free(cs.pending);
    if (flushed && cached)
        sim_caches_maintain(job->caches, SIM_FLUSH_ALL | SIM_INVALIDATE_ALL);
    if (!ok && !atomic_load(job->batch->cancel))
        sim_fault_report(&cs, fault);
    return ok;
}
