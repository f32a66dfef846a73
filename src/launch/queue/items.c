// What comes next of a job: slices of walks, called commands, and the way back to what was not run.
#include "launch/queue/items.h"

#include <string.h>

#include "util/math.h"

bool launch_read_counts(const struct launch_queue *queue, const struct launch_walk *walk, uint32_t count[3])
{
    const void *map = queue->device->map(walk->memory, walk->offset);
    if (map)
        memcpy(count, map, 3 * sizeof(count[0]));
    return map;
}

bool launch_counts_are_legal(const uint32_t n[3])
{
    return n[0] <= LAUNCH_MAX_GROUPS && n[1] <= LAUNCH_MAX_GROUPS && n[2] <= LAUNCH_MAX_GROUPS;
}

static void next_segment(struct launch_cursor *p)
{
    *p = (struct launch_cursor){.segment = p->segment + 1};
}

// The next slice of `count` groups, at most `most` of them: whole planes, rows of a plane, or part of a row.
static void slice(const uint32_t count[3], const uint32_t at[3], uint64_t most, uint32_t out[3])
{
    uint64_t plane = (uint64_t)count[0] * count[1];
    out[0] = count[0];
    out[1] = count[1];
    out[2] = 1;
    if (!at[0] && !at[1] && plane <= most) {
        out[2] = (uint32_t)KILN_MIN(most / plane, (uint64_t)(count[2] - at[2]));
    } else if (!at[0] && count[0] <= most) {
        out[1] = (uint32_t)KILN_MIN(most / count[0], (uint64_t)(count[1] - at[1]));
    } else {
        out[0] = (uint32_t)KILN_MIN(most, (uint64_t)(count[0] - at[0]));
        out[1] = 1;
    }
}

// Past a slice; false at the end of the walk.
static bool advance(const uint32_t count[3], uint32_t at[3], const uint32_t by[3])
{
    for (unsigned i = 0; i < 3; i++) {
        // The first dimension of which the slice, or what came before it, has only a part.
        at[i] += by[i];
        if (at[i] < count[i])
            return true;
        at[i] = 0;
    }
    return false;
}

// A slice that is as quick as this confirms any estimate.
#define SHORTEST_NS UINT64_C(100000)

uint64_t launch_expected_ns(const struct launch_kernel *k, const uint32_t count[3])
{
    uint64_t groups = (uint64_t)count[0] * count[1] * count[2];
    return groups * __atomic_load_n(k->rate, __ATOMIC_RELAXED) / 1024;
}

// What a request is filled with, where its slices were measured: it should come to its end, so that the next
// one can be queued after it; and two in flight have no longer than one alone.
static uint64_t bounded_room(const struct launch_queue *queue)
{
    return queue->bound_ns / 16 * 7;
}

// Slices of a walk, as many as there is room for. *room: nanoseconds. True at its end.
static bool add_slices(struct launch_queue *queue, const struct launch_walk *walk, struct launch_cursor *p,
                       struct launch_item *items, uint32_t *n, uint64_t *room)
{
    const bool flat = queue->device->flat;
    const uint32_t *count = p->counted ? p->count : walk->count;
    uint64_t done = 0, rate = __atomic_load_n(walk->kernel->rate, __ATOMIC_RELAXED);
    bool more = count[0] && count[1] && count[2];
    if (!p->walk)
        p->walk = ++queue->walks;
    while (more && *n < LAUNCH_MOST_ITEMS && *room) {
        struct launch_item *item = &items[(*n)++];
        *item = (struct launch_item){
            .segment = p->segment, .walk = p->walk, .kernel = walk->kernel, .bindings = walk->bindings};
        uint64_t most = KILN_MAX(done, (uint64_t)launch_slice_groups(queue, walk));
        if (flat && rate) { // nothing ends one that takes longer
            most = KILN_MAX(most, queue->bound_ns / 8 * 1024 / rate);
        } else if (done && rate) {
            uint64_t measured = queue->bound_ns / 4 * 1024 / rate, expected = done * rate / 1024;
            if (measured > most && expected < queue->bound_ns / 4) {
                most = measured;
                item->limit_ns = (uint32_t)(4 * expected + SHORTEST_NS);
                rate = 0; // the next one follows what was
            }
        }
        slice(count, p->at, most, item->count);
        const uint64_t expected = launch_expected_ns(walk->kernel, item->count);
        *room -= flat && !expected ? *room : KILN_MIN(*room, expected);
        for (unsigned i = 0; i < 3; i++)
            item->start[i] = walk->start[i] + p->at[i];
        done += (uint64_t)item->count[0] * item->count[1] * item->count[2];
        more = advance(count, p->at, item->count);
    }
    return !more;
}

// Called commands, and walks that they left out. False: no more is known before the GPU reports.
static bool add_called(struct launch_queue *queue, const struct launch_called *called,
                       struct launch_cursor *p, struct launch_item *items, uint32_t *n, uint64_t *room)
{
    if (p->counted) {
        const struct launch_walk walk = {.kernel = p->kernel, .bindings = p->bindings};
        if (add_slices(queue, &walk, p, items, n, room))
            *p = (struct launch_cursor){
                .segment = p->segment, .from = p->from + 1, .mask = p->mask, .masked = true};
        return true;
    }
    uint32_t left_out = p->masked && p->from < LAUNCH_RUN_MOST ? p->mask & UINT32_MAX << p->from : 0;
    if (!p->prepared)
        items[(*n)++] = (struct launch_item){
            .segment = p->segment, .part = p->masked ? LAUNCH_PART_KNOWN : LAUNCH_PART_ALL, .from = p->from};
    if (!left_out) {
        next_segment(p);
        return true;
    }
    p->from = (uint32_t)__builtin_ctz(left_out);
    p->prepared = true;
    if (*n == LAUNCH_MOST_ITEMS)
        return true;
    items[(*n)++] = (struct launch_item){.segment = p->segment, .part = LAUNCH_PART_REPORT, .from = p->from};
    return false;
}

uint32_t launch_add_items(struct launch_queue *queue, const struct launch_job *job, struct launch_cursor *p,
                          struct launch_item *items)
{
    uint32_t n = 0, dwords = 0;
    uint64_t room = bounded_room(queue);
    while (n < LAUNCH_MOST_ITEMS && p->segment < job->segment_count && room &&
           launch_request_has_room(queue, job, p->segment, &dwords)) {
        const struct launch_walk *walk = job->segments[p->segment].walk;
        const struct launch_called *called = job->segments[p->segment].called;
        if (called && called->mask) {
            if (!add_called(queue, called, p, items, &n, &room))
                break;
            continue;
        }
        if (walk && (p->counted || !walk->counts_address)) {
            if (add_slices(queue, walk, p, items, &n, &room))
                next_segment(p);
            continue;
        }
        if (walk && queue->device->flat) // whose counts are to be read first
            break;
        if (n && job->segments[p->segment].event)
            break;
        const uint64_t cost = queue->device->flat ? job->segments[p->segment].cost : 0;
        if (n && cost > room)
            break;
        room -= KILN_MIN(room, cost);
        items[n++] = (struct launch_item){.segment = p->segment};
        next_segment(p);
    }
    return n;
}

// What called commands have reported.
static enum launch_result read_report(struct launch_queue *queue, const struct launch_called *called,
                                      const struct launch_bounded_memory *memory,
                                      const struct launch_item *item, struct launch_cursor *p)
{
    p->from = item->from;
    p->prepared = item->part == LAUNCH_PART_REPORT;
    if (item->part == LAUNCH_PART_ALL) {
        p->masked = true;
        p->mask = __atomic_load_n(&memory->counts[0], __ATOMIC_RELAXED);
    }
    if (item->part != LAUNCH_PART_REPORT)
        return LAUNCH_OK;
    uint32_t told[LAUNCH_REPORT_DWORDS];
    for (unsigned i = 0; i < LAUNCH_REPORT_DWORDS; i++)
        told[i] = __atomic_load_n(&memory->counts[i], __ATOMIC_RELAXED);
    memcpy(p->count, told, sizeof(p->count));
    const uint32_t which = told[3];
    p->bindings = (struct launch_bindings){.constants = told[4], .tables = told[5], .samplers = told[6]};
    p->kernel = which < called->kernel_count ? called->kernels[which] : NULL;
    p->counted = true;
    return p->kernel && launch_counts_are_legal(p->count)
               ? LAUNCH_OK
               : launch_lost(queue->device, "a generated dispatch of %u x %u x %u groups, of kernel %u",
                             p->count[0], p->count[1], p->count[2], which);
}

enum launch_result launch_take_counts(struct launch_queue *queue, struct launch_cursor *p)
{
    p->counted = true;
    return launch_counts_are_legal(p->count)
               ? LAUNCH_OK
               : launch_lost(queue->device, "an indirect dispatch of %u x %u x %u groups", p->count[0],
                             p->count[1], p->count[2]);
}

enum launch_result launch_go_back(struct launch_queue *queue, const struct launch_job *job,
                                  const struct launch_bounded_memory *memory, const struct launch_item *item,
                                  const struct launch_cursor *before, struct launch_cursor *p)
{
    const struct launch_walk *walk = job->segments[item->segment].walk;
    const struct launch_called *called = job->segments[item->segment].called;
    *p = (struct launch_cursor){.segment = item->segment};
    if (!walk && !called)
        return LAUNCH_OK;
    if (before->segment == item->segment && (item->count[0] || called))
        *p = *before; // for its counts, or what is left out
    if (item->count[0]) {
        for (unsigned i = 0; i < 3; i++)
            p->at[i] = item->start[i] - (walk ? walk->start[i] : 0);
        p->walk = item->walk;
        return LAUNCH_OK;
    }
    if (called) {
        p->counted = false;
        memset(p->at, 0, sizeof(p->at));
        p->walk = 0;
        return called->mask ? read_report(queue, called, memory, item, p) : LAUNCH_OK;
    }
    for (unsigned i = 0; i < 3; i++)
        p->count[i] = __atomic_load_n(&memory->counts[i], __ATOMIC_RELAXED);
    return launch_take_counts(queue, p);
}
