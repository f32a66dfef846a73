// From a launch to EU threads: the payload of each thread, and running the threads of a group.
//
// A thread's registers: r0 is the header (group id in r0.1, r0.6, r0.7; scratch in r0.5, sampler and binding
// table pointers in r0.3, r0.4), then constant data. From the CURBE come the cross-thread registers, then the
// thread's own; from indirect data (a walker with Indirect Data Length) the thread's own come first. In
// memory cross-thread data is first in both. Threads of a group share one host thread: each runs
// in *bursts*, until it waits or ends. Source: PRM vol2a GPGPU_WALKER, KBL vol2d INTERFACE_DESCRIPTOR_DATA;
// IGC KernelArgs.cpp (order of the payload), Mesa brw_fs.cpp cs_fill_push_const_info.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/ports/image.h"
#include "sim/dispatch/crew.h"
#include "sim/dispatch/observer.h"
#include "sim/ports/late.h"
#include "sim/eu/alu.h"
#include "sim/eu/scoreboard.h"
#include "sim/jit/jit.h"

enum { BURST = 20000 }; // instructions a thread executes before the next one runs

static bool bad(struct sim_fault *fault, const char *command, const char *text)
{
    fault->kind = SIM_FAULT_ILLEGAL;
    fault->address = 0;
    snprintf(fault->text, sizeof(fault->text), "%s: %s", command, text);
    return false;
}

// Fetches the constant data of all threads of a group.
static bool load_payload(struct sim_dispatch *d, struct sim_tlb *tlb, struct sim_fault *fault)
{
    const struct sim_launch *l = d->launch;
    size_t size = (d->cross_regs + (size_t)d->per_thread_regs * d->threads) * SIM_GRF_BYTES;
    d->payload = calloc(1, size + SIM_GRF_BYTES);
    if (!d->payload)
        return bad(fault, l->command, "out of host memory");
    if (!l->is_indirect) {
        if (l->constants)
            memcpy(d->payload, l->constants, l->constant_bytes < size ? l->constant_bytes : size);
        return true;
    }
    if (!sim_tlb_read(tlb, l->indirect, d->payload, l->indirect_bytes < size ? l->indirect_bytes : size)) {
        fault->kind = SIM_FAULT_PAGE;
        fault->address = l->indirect;
        snprintf(fault->text, sizeof(fault->text), "indirect data of %s at unmapped address 0x%llx",
                 l->command, (unsigned long long)l->indirect);
        return false;
    }
    return true;
}

bool sim_dispatch_prepare(struct sim_dispatch *d, const struct sim_launch *l, struct sim_tlb *tlb,
                          struct sim_program *program, struct sim_fault *fault)
{
    memset(d, 0, sizeof(*d));
    d->launch = l;
    d->program = program;
    d->simd = l->simd;
    d->slm_bytes = l->shared_bytes;
    d->cross_regs = l->cross_regs;
    d->per_thread_regs = l->per_thread_regs;
    if (l->draw)
        return sim_pixels_prepare(d, fault);
    d->groups = 1;
    for (unsigned i = 0; i < 3; i++) {
        d->count[i] = l->end[i] > l->first[i] ? l->end[i] - l->first[i] : 0;
        if (d->count[i] && d->groups > UINT64_MAX / d->count[i])
            return bad(fault, l->command, "too many thread groups");
        d->groups *= d->count[i];
    }
    d->threads = l->threads[0] * l->threads[1] * l->threads[2];
    if (d->threads > kiln_target_group_threads(program->target))
        return bad(fault, l->command, "more threads in a thread group than a walker has");
    if (d->threads > kiln_target_max_group(program->target))
        return bad(fault, l->command, "more threads in a thread group than a subslice has");
    if (1 + d->cross_regs + d->per_thread_regs > program->target->grf_count)
        return bad(fault, l->command, "the payload does not fit the register file");
    return load_payload(d, tlb, fault);
}

void sim_dispatch_finish(struct sim_dispatch *d)
{
    free(d->payload);
}

// The channels of a thread: those beyond the group's right and bottom edge are off.
static uint32_t dispatch_mask(const struct sim_dispatch *d, unsigned index)
{
    uint32_t mask = d->simd >= 32 ? 0xffffffffu : (1u << d->simd) - 1;
    const struct sim_launch *l = d->launch;
    const uint32_t width = l->threads[0], height = l->threads[1];
    if ((l->right & l->bottom & mask) == mask)
        return mask;
    if (index % width == width - 1)
        mask &= l->right;
    if (index / width % height == height - 1)
        mask &= l->bottom;
    return mask;
}

bool sim_dispatch_is_partial(const struct sim_dispatch *d)
{
    uint32_t all = d->simd >= 32 ? 0xffffffffu : (1u << d->simd) - 1;
    return (d->launch->right & d->launch->bottom & all) != all;
}

static uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= UINT64_C(0xff51afd7ed558ccd);
    x ^= x >> 33;
    x *= UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

// What a header has where nothing is defined: garbage, as the register it is in, or zeros.
struct junk {
    uint32_t word[4];
};

static struct junk junk_of(const struct sim_thread *t)
{
    const uint8_t *from = sim_garbage_of_thread(t->group, t->index);
    struct junk junk = {{0}};
    if (from)
        memcpy(&junk, from, sizeof(junk));
    return junk;
}

// Eight words, as vectors: what stores a word at a time is not there yet for those who read more at once.
static void store_header(struct sim_thread *t, const uint32_t r0[8])
{
    typedef uint32_t words __attribute__((vector_size(16)));
    const words half[2] = {{r0[0], r0[1], r0[2], r0[3]}, {r0[4], r0[5], r0[6], r0[7]}};
    memcpy(t->rf, &half[0], sizeof(half[0]));
    memcpy(t->rf + sizeof(half[0]), &half[1], sizeof(half[1]));
}

// The number of a thread on the chip (FFTID): by slice, subslice, EU and slot, with gaps for what is not
// there (rule scratch-slots). Workers go round the subslices, and a group's threads through its
// EUs. Those of six EUs where eight would be counted are taken for the outer ones.
static uint32_t thread_number(const struct sim_dispatch *d, const struct sim_worker *w, unsigned index)
{
    const struct kiln_devinfo *info = d->launch->devinfo;
    uint32_t subslice = w->number % info->subslices;
    uint32_t slot = w->number / info->subslices * d->threads + index, eu = slot % info->eus_per_subslice;
    uint32_t missing = info->thread_ids / info->thread_ids_per_eu - info->eus_per_subslice;
    if (eu >= info->eus_per_subslice / 2u)
        eu += missing;
    subslice = subslice / info->subslices_per_slice * (info->thread_places / info->slices) +
               subslice % info->subslices_per_slice;
    return subslice * info->thread_ids + eu * info->thread_ids_per_eu + slot / info->eus_per_subslice;
}

enum { SLM_INDEX = 0x0f000000 }; // in r0.0

// Of four bits, and not 0 where registers are garbage.
static uint32_t slm_index(const struct sim_dispatch *d, const struct sim_worker *w)
{
    return kiln_target_has_slm_index(d->program->target) && d->launch->seed ? (w->number + 5) & 15 : 0;
}

static const struct sim_uop *first_instruction(const struct sim_program *p)
{
    const struct sim_uop *u = p->uops;
    while (u->info->pseudo && u + 1 < p->uops + p->count)
        u++;
    return u;
}

// Whether the kernel begins with an instruction that is for none of these channels.
static bool begins_off(const struct sim_program *p, uint32_t mask)
{
    const struct sim_uop *u = first_instruction(p);
    return !u->info->pseudo && !u->nomask && !((mask >> u->off) & u->chmask);
}

// What is the same in all groups that the worker executes of a walker.
static void make_ready(const struct sim_dispatch *d, struct sim_worker *w)
{
    const struct sim_launch *l = d->launch;
    const uint32_t bytes = l->scratch_bytes;
    w->ready = true;
    w->begins_off = false;
    w->watches = l->seed && !kiln_target_has_scoreboard(d->program->target);
    for (unsigned i = 0; i < d->threads; i++) {
        w->thread_numbers[i] = thread_number(d, w, i);
        w->masks[i] = l->draw ? 0 : dispatch_mask(d, i);
        w->begins_off |= begins_off(d->program, w->masks[i]);
    }
    w->scratch_size =
        bytes ? (uint32_t)__builtin_ctz(bytes / kiln_target_scratch_unit(d->program->target)) : 0;
    w->group = (struct sim_group){
        .launch = l,
        .tlb = &w->tlb[l->draw ? SIM_CLIENT_RENDER : SIM_CLIENT_DATA],
        .clients = w->tlb,
        .slm = w->slm,
        .slm_size = d->slm_bytes,
        .slm_index = slm_index(d, w),
        .threads = d->threads,
        .payload = l->fetches || l->draw ? 0 : 1 + d->cross_regs + d->per_thread_regs,
        .garbage = l->seed ? sim_garbage_bytes(l->seed) : NULL,
        .thread = w->threads,
        .fault = &w->fault,
        .surfaces = w->surfaces,
        .samplers = w->samplers,
        .sampler_keys = w->sampler_keys,
        .image_levels = w->image_levels,
        .blocks = w->blocks,
        .images_used = &w->images_used,
        .seats = d->seats,
        .worker = w->number,
        .observer = sim_observer_of_group(d),
    };
}

static void make_header(const struct sim_dispatch *d, const struct sim_worker *w, struct sim_thread *t)
{
    const struct sim_launch *k = d->launch;
    const struct sim_group *g = t->group;
    // Numbers of concurrent threads are unique, so scratch never overlaps.
    uint32_t fftid = w->thread_numbers[t->index];
    uint32_t scratch = (uint32_t)k->scratch + fftid * k->scratch_bytes;
    const struct kiln_target *target = d->program->target;
    t->scratch_id = fftid;
    // Reserved bits, and those that only messages of the hardware's own need (URB handle, thread counters).
    // The barrier's number is that of the group in its subslice: one at a time is in each. Gen9's bits hold
    // another thing.
    const struct junk junk = junk_of(t);
    const uint32_t barrier_bits = kiln_target_barrier_bits(target), enabled = 1u << 31;
    uint32_t barrier = !k->barrier ? 0 : barrier_bits & enabled ? enabled : w->number << 24;
    const uint32_t r0[8] = {
        [0] = kiln_target_has_slm_index(target) ? (junk.word[0] & ~SLM_INDEX) | g->slm_index << 24
                                                : junk.word[0],
        [1] = g->id[0],
        [2] = (barrier & barrier_bits) | (junk.word[1] & ~barrier_bits),
        [3] = (k->samplers & ~31u) | w->scratch_size | (junk.word[2] & 16),
        [4] = k->binding_table | (junk.word[2] & 31),
        [5] = (scratch & ~1023u) | (fftid & 1023),
        [6] = g->id[1],
        [7] = g->id[2],
    };
    store_header(t, r0);
}

// r0 of a thread that COMPUTE_WALKER began. Its scratch is the part of a surface that its number on the chip
// says, of which the header has room for the low bits, and sr0.0 for all: Intel's OpenCL finds private memory
// by those (IGC 1.0.12504, code of ocloc for dg2: sr0.0 & 0x3fff).
static void make_compute_header(const struct sim_dispatch *d, const struct sim_worker *w,
                                struct sim_thread *t)
{
    enum { NUMBER = 0x3fff }; // of sr0.0
    const struct sim_launch *k = d->launch;
    const struct sim_group *g = t->group;
    const struct junk junk = junk_of(t);
    t->scratch_id = w->thread_numbers[t->index];
    const uint32_t r0[8] = {
        [0] = (k->arguments & ~63u) | (junk.word[0] & 63),
        [1] = g->id[0],
        [2] = (k->barrier ? w->number << 24 : 0) | (junk.word[1] & 0xffff00) | t->index,
        [3] = (k->samplers & ~31u) | (junk.word[2] & 31),
        [4] = (k->binding_table & ~31u) | (junk.word[3] & 31),
        [5] = (k->scratch_handle & ~1023u) | (t->scratch_id & 1023),
        [6] = g->id[1],
        [7] = g->id[2],
    };
    store_header(t, r0);
    sim_rf_set32(t, SIM_RF_STATE, (sim_rf32(t, SIM_RF_STATE) & ~NUMBER) | (t->scratch_id & NUMBER));
}

// The place of a group's n-th invocation in one dimension.
static uint16_t local_id(const struct sim_local_ids *ids, unsigned dimension, uint32_t n)
{
    const uint32_t column = n % ids->columns;
    const uint32_t size[3] = {ids->size[0] / ids->columns, ids->size[1], ids->size[2]};
    n /= ids->columns;
    for (unsigned i = 0; ids->order[i] != dimension; i++)
        n /= size[ids->order[i]];
    n %= size[dimension];
    return (uint16_t)(dimension ? n : n * ids->columns + column);
}

// Local ids, a register or two of words each, and inline data. Source: Mesa 25.0.7 brw_fs_thread_payload.cpp
// (cs_thread_payload); NEO per_thread_data.h.
static void make_compute_payload(const struct sim_dispatch *d, struct sim_thread *t)
{
    const struct sim_launch *l = d->launch;
    const unsigned ids = sim_dispatch_ids(d);
    uint8_t *to = t->rf + d->program->target->grf_bytes;
    for (unsigned i = 0; i < 3; i++) {
        if (!(l->ids.emit >> i & 1))
            continue;
        for (unsigned lane = 0; lane < d->simd; lane++) {
            uint16_t id = local_id(&l->ids, i, t->index * d->simd + lane);
            memcpy(to + lane * sizeof(id), &id, sizeof(id));
        }
        to += ids;
    }
    if (l->has_inline)
        memcpy(to, l->inline_data, sizeof(l->inline_data));
}

static void make_payload(const struct sim_dispatch *d, struct sim_thread *t)
{
    const struct sim_launch *l = d->launch;
    size_t cross = d->cross_regs * SIM_GRF_BYTES, own = d->per_thread_regs * SIM_GRF_BYTES;
    const uint8_t *mine = d->payload + cross + t->index * own;
    uint8_t *r1 = t->rf + SIM_GRF_BYTES;
    memcpy(r1 + (l->is_indirect ? own : 0), d->payload, cross);
    memcpy(r1 + (l->is_indirect ? 0 : cross), mine, own);
}

static void start_payload(const struct sim_dispatch *d, const struct sim_worker *w, struct sim_thread *t)
{
    if (d->launch->fetches) {
        make_compute_header(d, w, t);
        make_compute_payload(d, t);
    } else {
        make_header(d, w, t);
        make_payload(d, t);
    }
}

// A hang, as the thread stands now.
static bool hang(struct sim_group *g, const struct sim_thread *t, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static bool hang(struct sim_group *g, const struct sim_thread *t, const char *fmt, ...)
{
    struct sim_fault *f = g->fault;
    va_list ap;
    if (f->kind != SIM_FAULT_NONE)
        return false;
    f->kind = SIM_FAULT_HANG;
    f->address = 0;
    va_start(ap, fmt);
    vsnprintf(f->what, sizeof(f->what), fmt, ap);
    va_end(ap);
    sim_fault_locate(f, t, t->program->uops[t->next].info->ip, -1);
    snprintf(f->text, sizeof(f->text), "%s: group (%u, %u, %u) thread %u, kernel 0x%llx+0x%x", f->what,
             g->id[0], g->id[1], g->id[2], t->index, (unsigned long long)t->program->address, f->offset);
    return false;
}

// No thread can run and not all have ended: some wait for those.
static bool deadlock(struct sim_group *g)
{
    const struct sim_thread *waits = NULL;
    unsigned waiting = 0, ended = 0;
    for (unsigned i = 0; i < g->threads; i++) {
        waiting += g->thread[i].state == SIM_THREAD_WAIT;
        ended += g->thread[i].state == SIM_THREAD_DONE;
        if (!waits && g->thread[i].state == SIM_THREAD_WAIT)
            waits = &g->thread[i];
    }
    return hang(g, waits ? waits : g->thread,
                "%u of a group's %u threads wait for a barrier that not all of them reach: %u have ended",
                waiting, g->threads, ended);
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

uint64_t sim_dispatch_pick(const struct sim_dispatch *d, uint64_t n)
{
    if (!d->schedule || d->groups >= UINT32_MAX)
        return n;
    uint64_t step = mix(d->schedule) % d->groups;
    while (gcd(step, d->groups) != 1)
        step++;
    return (mix(d->schedule + 1) % d->groups + n * (step % d->groups)) % d->groups;
}

// A burst has passed in which a thread had more to do: what is late has come a step further.
static void pass_time(struct sim_group *g)
{
    for (unsigned i = 0; i < g->threads; i++)
        if (g->thread[i].late && g->thread[i].late->count)
            sim_late_settle_last(g->thread[i].late);
}

// Gives every runnable thread a burst until all have ended.
static bool schedule(const struct sim_dispatch *d, struct sim_worker *worker, struct sim_group *g,
                     const atomic_uint_least64_t *stop_after)
{
    const struct sim_launch *w = d->launch;
    uint64_t order = d->schedule ? mix(d->schedule ^ mix(g->number)) : 0;
    // Groups may be shorter than a burst, and many.
    if (w->cancel && atomic_load_explicit(w->cancel, memory_order_relaxed))
        return hang(g, g->thread, "cancelled");
    for (unsigned ended = 0; ended < g->threads;) {
        bool ran = false, busy = false;
        for (unsigned k = 0; k < g->threads; k++) {
            // With a seed: another first thread and direction each round, and bursts of any length.
            unsigned at = d->schedule ? (unsigned)((k + order) % g->threads) : k,
                     i = order >> 40 & 1 ? g->threads - 1 - at : at;
            struct sim_thread *t = &g->thread[i];
            uint64_t burst = d->schedule ? 1 + mix(order + k) % 1000 : BURST;
            if (t->state != SIM_THREAD_RUN)
                continue;
            ran = true;
            uint64_t left = w->instruction_budget ? w->instruction_budget - t->instructions : burst;
            uint64_t before = t->instructions;
            sim_thread_burst(t, left < burst ? left : burst);
            if (t->state == SIM_THREAD_FAULT)
                return false;
            ended += t->state == SIM_THREAD_DONE;
            if (!sim_crew_between(d->crew, worker, t->instructions - before))
                return hang(g, t, "%s", d->crew->why);
            if (t->state != SIM_THREAD_RUN)
                continue;
            busy = true;
            if (w->instruction_budget && t->instructions >= w->instruction_budget)
                return hang(g, t, "a thread exceeds its budget of %llu instructions (endless loop?)",
                            (unsigned long long)w->instruction_budget);
            if (w->cancel && atomic_load_explicit(w->cancel, memory_order_relaxed))
                return hang(g, t, "cancelled");
            if (stop_after && atomic_load_explicit(stop_after, memory_order_relaxed) < g->number)
                return false; // an earlier group has faulted: nobody asks for this one
        }
        if (busy)
            pass_time(g);
        if (d->schedule)
            order = mix(order);
        if (!ran) {
            g->observer->group_stuck(g);
            return deadlock(g);
        }
    }
    return true;
}

static bool run(const struct sim_dispatch *d, struct sim_worker *w, struct sim_group *g,
                const atomic_uint_least64_t *stop_after)
{
    g->observer->group_start(g);
    for (unsigned i = 0; g->observer->awaits && i < d->threads; i++)
        sim_scoreboard_start(w->threads[i].board);
    bool ok = schedule(d, w, g, stop_after);
    sim_fp_leave();
    g->observer->group_end(g);
    for (unsigned i = 0; i < d->threads; i++) {
        w->stats.eu_instructions += w->threads[i].instructions;
        w->stats.send_messages += w->threads[i].sends;
    }
    w->stats.eu_threads += d->threads;
    w->stats.thread_groups++;
    return ok;
}

// Whether the group's writes are late in translated code as well: of one group in 16, by the seed, and of one
// in 256 where many have run. (A late write takes as long as hundreds of others.)
static void choose_late(const struct sim_dispatch *d, const struct sim_worker *w, struct sim_group *g)
{
    enum { MANY = 512, LATE_GROUPS = 16, LATE_OF_MANY = 256 };
    const unsigned of = g->number < MANY ? LATE_GROUPS : LATE_OF_MANY;
    if (!d->launch->seed || mix(d->launch->seed ^ mix(g->number + 1)) % of)
        return;
    g->windows = g->late_windows = w->late_windows;
    sim_images_choose(g, w->images, true, false);
    if (kiln_target_has_shared_fence(d->program->target) || kiln_target_has_slm_index(d->program->target))
        g->slm_near = 0;
}

// When a thread of code that may be translated is watched for the first time: from its start in a walker's
// first groups, while there is no translation, and of one thread in WATCHED_STARTS; else anywhere in its
// first period.
static void choose_watch(const struct sim_dispatch *d, struct sim_thread *t)
{
    enum { WATCHED_STARTS = 2048, FIRST = 4 };
    const uint64_t group = t->group->number;
    const uint64_t x = mix(d->launch->seed + mix(group * SIM_MAX_GROUP_THREADS + t->index + 1));
    const bool first = group < FIRST && !sim_jit_has_code(d->program);
    t->watch = first || x % WATCHED_STARTS == 0 ? 0 : SIM_WATCH_LENGTH + (x >> 16) % SIM_WATCH_PERIOD;
    t->watch_end = t->watch + (first ? SIM_WATCH_FIRST : SIM_WATCH_LENGTH);
}

// Whether the kernel begins with an instruction for the thread's channels.
static void check_first(struct sim_thread *t)
{
    if (begins_off(t->program, t->active))
        sim_thread_broken(t, first_instruction(t->program), KILN_RULE_FIRST_CHANNELS,
                          "the first instruction has no channel of the thread's");
}

// Shared memory, registers and payloads as a group begins with them.
static void start_threads(const struct sim_dispatch *d, struct sim_worker *w, struct sim_group *g)
{
    const bool late = d->launch->seed && g->observer->late_memory;
    sim_fill_garbage(w->slm, d->slm_bytes, d->launch->seed, g->number);
    for (unsigned i = 0; i < d->threads; i++) {
        struct sim_thread *t = &w->threads[i];
        t->board = &w->boards[i];
        sim_thread_init(t, g, i, d->program, w->masks[i], d->launch->cr0);
        start_payload(d, w, t);
        if (w->begins_off)
            check_first(t);
        if (w->watches)
            choose_watch(d, t);
        t->late = late ? &w->late[i] : NULL;
        if (t->late) {
            t->memory = g->observer->late_memory;
            sim_late_start(t->late, d->launch->seed, g->number * SIM_MAX_GROUP_THREADS + i);
            t->late->slm = kiln_target_has_shared_fence(d->program->target) ? w->slm : NULL;
            t->late->slm_size = d->slm_bytes;
        }
    }
}

static void start_group(const struct sim_dispatch *d, struct sim_worker *w, uint64_t number)
{
    struct sim_group *g = &w->group;
    g->number = number;
    g->barrier_arrived = 0;
    g->host_mode = 0;
    g->slm_near = d->slm_bytes;
    g->windows = w->windows;
    g->late_windows = NULL;
    sim_images_choose(g, w->images, true, true);
}

static void find_place(const struct sim_dispatch *d, struct sim_group *g)
{
    const uint32_t *first = d->launch->first;
    g->id[0] = first[0] + (uint32_t)(g->number % d->count[0]);
    g->id[1] = first[1] + (uint32_t)(g->number / d->count[0] % d->count[1]);
    g->id[2] = first[2] + (uint32_t)(g->number / d->count[0] / d->count[1]);
}

bool sim_run_group(const struct sim_dispatch *d, struct sim_worker *w, uint64_t number,
                   const atomic_uint_least64_t *stop_after)
{
    struct sim_group *g = &w->group;
    if (!w->ready)
        make_ready(d, w);
    start_group(d, w, number);
    if (d->launch->draw) {
        w->threads->board = w->boards;
        sim_thread_init(w->threads, g, 0, d->program, sim_pixels_start(d, number, &g->pixels),
                        d->launch->cr0);
        make_header(d, w, w->threads);
        sim_pixels_payload(d, &g->pixels, w->threads);
        w->threads->late = NULL;
        return run(d, w, g, stop_after);
    }
    find_place(d, g);
    choose_late(d, w, g);
    bool ok;
    do { // a debugger may want to go back
        start_threads(d, w, g);
        ok = run(d, w, g, stop_after);
    } while (g->observer->group_again(g));
    return ok;
}
