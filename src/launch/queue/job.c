// A job as requests.
//
// What surely takes less than limits.segment_ns is one request, which signals what the job signals. Anything
// else runs in bounded requests: each has as many items as fit, and ends by itself when a second is over
// (mi/guard.c), or less where other contexts use the engine as well. The host waits, sees how far it came,
// and goes on from there; the last request only signals. So a request lasts for a second and what one item
// may take, whatever the kernels do and however far they are from any estimate.
//
// A long dispatch is cut into slices: the first ones as small as the worst case demands, each of the
// following as large as all before it in the same request together. So what remains of a request's time says
// what the next slice may take, and a quick kernel soon runs in large pieces. At once, if the kernel has been
// measured and the first slice takes no longer than its groups took then: the second is what takes a quarter
// of the time. Slices are marked with the number of their walk, so that whoever counts what the GPU did
// (KILN_SIM_STATS) can distinguish them from dispatches of the application's.
//
// The host cannot know how many groups an indirect dispatch has if something that is still to run may write
// the counts. The GPU looks at them when it comes to the dispatch, and leaves one that is too large for one
// walker; the host then finds the counts and cuts it like any other.
//
// Commands that the device generated are called in runs. A dispatch in one that is too large was left out,
// and the run ends there: the GPU leaves the run before it begins, with a mask of these; and then each of
// them, with its counts.
#include "launch/queue/queue.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "util/log.h"
#include "util/math.h"

// ---- indirect dispatches

// False if it cannot be done.
static bool read_counts(const struct launch_queue *queue, const struct launch_walk *walk, uint32_t count[3])
{
    const void *map = queue->device->map(walk->memory, walk->offset);
    if (map)
        memcpy(count, map, 3 * sizeof(count[0]));
    return map;
}

static bool legal_counts(const uint32_t n[3])
{
    return n[0] <= LAUNCH_MAX_GROUPS && n[1] <= LAUNCH_MAX_GROUPS && n[2] <= LAUNCH_MAX_GROUPS;
}

// Adds the cost of the indirect dispatch. False if it is too large, or if the counts are not known yet.
static bool add_indirect(const struct launch_queue *queue, const struct launch_walk *walk, uint64_t *cost)
{
    uint32_t n[3];
    if (!read_counts(queue, walk, n) || !legal_counts(n))
        return false;
    uint64_t groups = (uint64_t)n[0] * n[1] * n[2];
    if (groups > walk->kernel->slice_groups)
        return false;
    *cost += groups * walk->kernel->group_ns;
    return true;
}

// Nothing that was submitted before may still write memory, here or elsewhere.
static bool idle(struct launch_queue *queue, bool waits)
{
    return !waits && launch_queue_completed(queue) == __atomic_load_n(&queue->seqno, __ATOMIC_ACQUIRE);
}

// Whether it is known to take no longer than one request may; *cost then.
static bool is_short(struct launch_queue *queue, const struct launch_job *job, bool waits, uint64_t *cost)
{
    *cost = job->cost;
    if (KILN_DEBUG(NOSLICE))
        return true;
    if (job->sliced || job->cost > queue->device->limits.segment_ns)
        return false;
    if (!job->indirects)
        return true;
    if (job->indirects > 1 || !idle(queue, waits))
        return false;
    // Segments without cost change no memory: those before the indirect dispatch leave its counts alone.
    uint32_t i = 0;
    while (!job->segments[i].walk && !job->segments[i].cost)
        i++;
    return job->segments[i].walk && add_indirect(queue, job->segments[i].walk, cost) &&
           *cost <= queue->device->limits.segment_ns;
}

bool launch_queue_is_ready(struct launch_queue *queue, const struct launch_job *job, bool waits)
{
    uint64_t cost;
    return is_short(queue, job, waits, &cost) && launch_queue_has_room(queue, cost);
}

// ---- short submissions

// Commands of flat requests are copied: as many as a batch has room for.
static bool has_room(const struct launch_queue *queue, const struct launch_job *job, uint32_t segment,
                     uint32_t *dwords)
{
    enum { MOST = 24 * 1024 }; // of the largest batch, which has 32 Ki
    if (!queue->device->flat)
        return true;
    const uint32_t more = launch_segment_dwords(&job->segments[segment]);
    const bool fits = !*dwords || *dwords + more <= MOST;
    *dwords += more;
    return fits;
}

// One request, unless there are very many segments.
static enum launch_result run_short(struct launch_queue *queue, const struct launch_job *job,
                                    const struct launch_points *points, uint64_t cost)
{
    struct launch_item items[LAUNCH_MOST_ITEMS];
    uint32_t next = 0;
    enum launch_result result;
    do {
        struct launch_request r = {
            .job = job, .points = points, .items = items, .cost = next ? 0 : cost, .waits = !next};
        for (uint32_t dwords = 0;
             next < job->segment_count && r.count < LAUNCH_MOST_ITEMS && has_room(queue, job, next, &dwords);
             next++) {
            items[r.count++] = (struct launch_item){.segment = next};
        }
        r.signals = next == job->segment_count;
        result = launch_queue_request(queue, &r);
    } while (!result && next < job->segment_count);
    return result;
}

// ---- bounded requests

// What comes next of a submission.
struct place {
    uint32_t segment;
    uint32_t at[3];    // of its walk: the first group that was not run
    uint32_t count[3]; // of an indirect dispatch, if it is known
    bool counted;
    uint32_t walk; // launch_item.walk; 0: it has not begun
    // Of called commands: the sequence; which walks were left out, if it is known; whether this one is
    // prepared; and, with its counts, its kernel.
    uint32_t from, mask;
    bool masked, prepared;
    const struct launch_kernel *kernel;
};

static void next_segment(struct place *p)
{
    *p = (struct place){.segment = p->segment + 1};
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

// What groups take as far as they were measured; 0: not.
static uint64_t expected_ns(const struct launch_kernel *k, const uint32_t count[3])
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
static bool add_slices(struct launch_queue *queue, const struct launch_walk *walk, struct place *p,
                       struct launch_item *items, uint32_t *n, uint64_t *room)
{
    const uint32_t *count = p->counted ? p->count : walk->count;
    uint64_t done = 0, rate = __atomic_load_n(walk->kernel->rate, __ATOMIC_RELAXED);
    bool more = count[0] && count[1] && count[2];
    if (!p->walk)
        p->walk = ++queue->walks;
    while (more && *n < LAUNCH_MOST_ITEMS && *room) {
        struct launch_item *item = &items[(*n)++];
        *item = (struct launch_item){.segment = p->segment, .walk = p->walk, .kernel = walk->kernel};
        uint64_t most = KILN_MAX(done, (uint64_t)launch_slice_groups(queue, walk));
        if (rate && queue->device->flat) { // nothing ends one that takes longer
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
        const uint64_t expected = expected_ns(walk->kernel, item->count);
        *room -= !expected && queue->device->flat ? *room : KILN_MIN(*room, expected);
        for (unsigned i = 0; i < 3; i++)
            item->start[i] = walk->start[i] + p->at[i];
        done += (uint64_t)item->count[0] * item->count[1] * item->count[2];
        more = advance(count, p->at, item->count);
    }
    return !more;
}

// Called commands, and walks that they left out. False: no more is known before the GPU reports.
static bool add_called(struct launch_queue *queue, const struct launch_called *called, struct place *p,
                       struct launch_item *items, uint32_t *n, uint64_t *room)
{
    if (p->counted) {
        const struct launch_walk walk = {.kernel = p->kernel};
        if (add_slices(queue, &walk, p, items, n, room))
            *p = (struct place){.segment = p->segment, .from = p->from + 1, .mask = p->mask, .masked = true};
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

static uint32_t add_items(struct launch_queue *queue, const struct launch_job *job, struct place *p,
                          struct launch_item *items)
{
    uint32_t n = 0, dwords = 0;
    uint64_t room = bounded_room(queue);
    while (n < LAUNCH_MOST_ITEMS && p->segment < job->segment_count && room &&
           has_room(queue, job, p->segment, &dwords)) {
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
                                      const struct launch_item *item, struct place *p)
{
    p->from = item->from;
    p->prepared = item->part == LAUNCH_PART_REPORT;
    if (item->part == LAUNCH_PART_ALL) {
        p->masked = true;
        p->mask = __atomic_load_n(&memory->counts[0], __ATOMIC_RELAXED);
    }
    if (item->part != LAUNCH_PART_REPORT)
        return LAUNCH_OK;
    for (unsigned i = 0; i < 3; i++)
        p->count[i] = __atomic_load_n(&memory->counts[i], __ATOMIC_RELAXED);
    uint32_t which = __atomic_load_n(&memory->counts[3], __ATOMIC_RELAXED);
    p->kernel = which < called->kernel_count ? called->kernels[which] : NULL;
    p->counted = true;
    return p->kernel && legal_counts(p->count)
               ? LAUNCH_OK
               : launch_lost(queue->device, "a generated dispatch of %u x %u x %u groups, of kernel %u",
                             p->count[0], p->count[1], p->count[2], which);
}

// Those of an indirect dispatch are there.
static enum launch_result take_counts(struct launch_queue *queue, struct place *p)
{
    p->counted = true;
    return legal_counts(p->count) ? LAUNCH_OK
                                  : launch_lost(queue->device, "an indirect dispatch of %u x %u x %u groups",
                                                p->count[0], p->count[1], p->count[2]);
}

// Goes back to an item that was not run. Of an indirect dispatch the GPU has reported the counts.
static enum launch_result go_back(struct launch_queue *queue, const struct launch_job *job,
                                  const struct launch_bounded_memory *memory, const struct launch_item *item,
                                  const struct place *before, struct place *p)
{
    const struct launch_walk *walk = job->segments[item->segment].walk;
    const struct launch_called *called = job->segments[item->segment].called;
    *p = (struct place){.segment = item->segment};
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
    return take_counts(queue, p);
}

// A lack of memory, which may pass, cannot be reported: the application's call has returned.
static enum launch_result request_patiently(struct launch_queue *queue, const struct launch_request *r)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    enum launch_result result = launch_queue_request(queue, r);
    for (unsigned tries = 0;
         tries < 100 && (result == LAUNCH_NO_HOST_MEMORY || result == LAUNCH_NO_DEVICE_MEMORY); tries++) {
        nanosleep(&pause, NULL);
        result = launch_queue_request(queue, r);
    }
    return result;
}

static uint64_t gpu_ticks(struct launch_queue *queue)
{
    uint64_t ticks;
    return ws_device_read_timestamp(queue->device->ws, &ticks) ? 0 : ticks;
}

// Other contexts run in between: the more they are, the shorter are our requests, so that no
// context's request comes near the kernel's expiry. `from`: when it was submitted; 0: not known.
static void adapt_bound(struct launch_queue *queue, uint64_t from, bool overlapped)
{
    const uint64_t second = queue->device->info->timestamp_frequency;
    uint64_t now = from ? gpu_ticks(queue) : 0, took = now > from ? now - from : 0;
    if (overlapped) // two are as long as one may be
        took *= 2;
    if (took > 4 * second)
        queue->bound_ns = KILN_MAX(queue->bound_ns / 2, LAUNCH_LEAST_BOUND_NS);
    else if (took < 2 * second)
        queue->bound_ns = KILN_MIN(queue->bound_ns * 2, LAUNCH_BOUND_NS);
}

// What the slices of a request took, for the next first slice of the same kernel: as far as the GPU noted
// when they began and when what came next did. Less than before counts by and by.
static void learn_rates(struct launch_queue *queue, const struct launch_bounded_memory *memory,
                        const struct launch_request *r, uint32_t progress)
{
    uint64_t hz = queue->device->info->timestamp_frequency;
    for (uint32_t i = 0; i < progress; i++) {
        const struct launch_item *item = &r->items[i];
        uint64_t groups = (uint64_t)item->count[0] * item->count[1] * item->count[2];
        bool known =
            (!i || launch_item_is_guarded(r, i)) && (i + 1 == r->count || launch_item_is_guarded(r, i + 1));
        if (!groups || !known)
            continue;
        uint64_t *rate = item->kernel->rate, old = __atomic_load_n(rate, __ATOMIC_RELAXED);
        uint64_t ticks = (uint32_t)(memory->times[i + 1] - memory->times[i]);
        uint64_t now = ticks * (UINT64_C(1000000000) / 1024) / hz * 1024 * 1024 / groups + 1;
        __atomic_store_n(rate, KILN_MAX(now, old - old / 4), __ATOMIC_RELAXED);
    }
}

// A bounded request in flight.
struct bounded {
    struct launch_item items[LAUNCH_MOST_ITEMS];
    struct launch_request r;
    struct place before; // where it begins
    uint64_t from;       // ticks: since when it had the GPU, or was the next
    uint64_t seqno;
};

// Submits what is next from `p` on, after another one that may still run or after none, and moves on.
static enum launch_result begin_bounded(struct launch_queue *queue, const struct launch_job *job,
                                        const struct launch_points *points, bool first, struct bounded *t,
                                        const struct bounded *behind, struct place *p)
{
    t->before = *p;
    t->r = (struct launch_request){.job = job,
                                   .points = points,
                                   .items = t->items,
                                   .count = add_items(queue, job, p, t->items),
                                   .cost = LAUNCH_BOUND_NS + queue->device->limits.segment_ns,
                                   .waits = first,
                                   .bounded = true,
                                   .slot = behind ? (behind->r.slot + 1) % LAUNCH_BOUNDED_SLOTS : 0,
                                   .behind = behind ? behind->r.count : 0};
    t->from = gpu_ticks(queue);
    enum launch_result result = request_patiently(queue, &t->r);
    t->seqno = queue->seqno;
    return result;
}

// Waits for its end. *whole: it ran all its items; else `p` goes back to the first that it did not run.
static enum launch_result end_bounded(struct launch_queue *queue, const struct bounded *t, bool *whole,
                                      struct place *p)
{
    const struct launch_breadcrumbs *queue_memory = queue->breadcrumbs.map;
    const struct launch_bounded_memory *memory = &queue_memory->bounded[t->r.slot];
    enum launch_result result = launch_queue_wait(queue, t->seqno);
    if (result)
        return result;
    adapt_bound(queue, t->from, t->r.behind);
    uint32_t progress = __atomic_load_n(&memory->progress, __ATOMIC_RELAXED);
    if (progress > t->r.count)
        return launch_lost(queue->device, "request %llu came to item %u of %u", (unsigned long long)t->seqno,
                           progress, t->r.count);
    learn_rates(queue, memory, &t->r, progress);
    *whole = progress == t->r.count;
    return *whole ? LAUNCH_OK : go_back(queue, t->r.job, memory, &t->items[progress], &t->before, p);
}

// Whether the next request may be queued before this one is over: it surely finds it whole and the GPU ours,
// as far as measurements tell. One that is cut short makes the next one void, which costs a little; and two
// that wait in the kernel's queue while other contexts run as well come nearer to its expiry.
static bool may_overlap(const struct launch_queue *queue, const struct bounded *t)
{
    uint64_t expected = 0, before_last = 0; // the last item is not cut
    for (uint32_t i = 0; i < t->r.count; i++) {
        const struct launch_item *item = &t->items[i];
        const struct launch_segment *segment = &t->r.job->segments[item->segment];
        const bool slice = item->count[0] != 0;
        uint64_t ns = slice ? expected_ns(item->kernel, item->count) : segment->cost;
        if (slice ? !ns : segment->walk || segment->called)
            return false;
        before_last = expected;
        expected += ns;
    }
    return queue->bound_ns == LAUNCH_BOUND_NS && before_last < LAUNCH_BOUND_NS / 2 && !queue->device->flat;
}

// A dispatch that goes on, at the rate that was measured, for longer than anybody waits: Vulkan's limits
// allow one of 2^48 groups. `since`: where the request began that came to `p`.
static enum launch_result check_end(struct launch_queue *queue, const struct launch_job *job,
                                    const struct place *since, const struct place *p)
{
    const double DAY = 86400e9, MOST_DAYS = 30;
    if (p->segment >= job->segment_count || !p->walk || p->walk != since->walk)
        return LAUNCH_OK;
    const struct launch_walk *walk = job->segments[p->segment].walk;
    const struct launch_kernel *kernel = walk ? walk->kernel : p->kernel;
    const uint32_t *n = p->counted ? p->count : walk->count, *at = p->at;
    double all = (double)n[0] * n[1] * n[2], done = at[0] + (double)n[0] * (at[1] + (double)n[1] * at[2]),
           rate = (double)__atomic_load_n(kernel->rate, __ATOMIC_RELAXED) / 1024,
           days = (all - done) * rate / DAY;
    return days <= MOST_DAYS
               ? LAUNCH_OK
               : launch_lost(queue->device,
                             "a dispatch of %u x %u x %u groups would take %" PRIu64 " days more", n[0], n[1],
                             n[2], (uint64_t)(days < 1e18 ? days : 1e18));
}

// Whoever destroys the device waits for what runs, and not for the rest.
static enum launch_result stop(struct launch_queue *queue)
{
    enum launch_result result = launch_queue_wait(queue, queue->seqno);
    return result ? result : LAUNCH_LOST;
}

// What has been submitted is over.
static enum launch_result settle(struct launch_queue *queue, const struct launch_job *job,
                                 const struct launch_points *points, bool *first)
{
    const struct launch_request nothing = {.job = job, .points = points, .waits = true};
    enum launch_result result = *first ? request_patiently(queue, &nothing) : LAUNCH_OK;
    *first = false;
    return result ? result : launch_queue_wait(queue, queue->seqno);
}

// Events that the host has not set yet.
static enum launch_result await_event(struct launch_queue *queue, const uint32_t *event)
{
    const struct timespec pause = {.tv_nsec = 100000};
    while (__atomic_load_n(event, __ATOMIC_ACQUIRE) != 1) {
        if (__atomic_load_n(&queue->stopping, __ATOMIC_RELAXED))
            return stop(queue);
        nanosleep(&pause, NULL);
    }
    return LAUNCH_OK;
}

// Before an event is waited for, or an indirect dispatch, on a flat device: nothing may write the counts any
// more, and the host reads them.
static enum launch_result prepare_segment(struct launch_queue *queue, const struct launch_job *job,
                                          const struct launch_points *points, bool *first, struct place *p)
{
    const struct launch_walk *walk = job->segments[p->segment].walk;
    const uint32_t *event = job->segments[p->segment].event;
    const bool counts = walk && walk->counts_address && !p->counted;
    if (!queue->device->flat || (!event && !counts))
        return LAUNCH_OK;
    enum launch_result result = settle(queue, job, points, first);
    if (!result && event)
        result = await_event(queue, event);
    if (result || !counts)
        return result;
    return read_counts(queue, walk, p->count)
               ? take_counts(queue, p)
               : launch_lost(queue->device, "an indirect dispatch whose counts cannot be mapped");
}

// Two may be in flight: the GPU goes from one to the next without the host.
static enum launch_result run_bounded(struct launch_queue *queue, const struct launch_job *job,
                                      const struct launch_points *points, struct bounded flight[2])
{
    struct place p = {0};
    struct bounded *now = NULL;
    enum launch_result result = LAUNCH_OK;
    bool first = true;
    while (!result && (now || p.segment < job->segment_count)) {
        struct bounded *next = NULL;
        bool whole = true;
        if (__atomic_load_n(&queue->stopping, __ATOMIC_RELAXED)) {
            result = stop(queue);
            break;
        }
        if (!now && (result = prepare_segment(queue, job, points, &first, &p)))
            break;
        if (!now) {
            now = &flight[0];
            result = begin_bounded(queue, job, points, first, now, NULL, &p);
            first = false;
        }
        if (!result && p.segment < job->segment_count && may_overlap(queue, now)) {
            next = now == &flight[0] ? &flight[1] : &flight[0];
            result = begin_bounded(queue, job, points, false, next, now, &p);
        }
        struct place back;
        if (!result)
            result = end_bounded(queue, now, &whole, &back);
        if (!result && !whole && next) // it ran nothing
            result = launch_queue_wait(queue, next->seqno);
        if (!whole) {
            p = back;
            next = NULL;
        }
        if (!result)
            result = check_end(queue, job, &now->before, &p);
        if (next)
            next->from = gpu_ticks(queue);
        now = next;
    }
    return result;
}

static enum launch_result need_product(struct launch_queue *queue)
{
    if (queue->product)
        return LAUNCH_OK;
    enum launch_result result = launch_batch_bo_get(queue->device, 0, &queue->product);
    if (!result)
        launch_write_product(queue->product->map);
    return result;
}

static enum launch_result run_long(struct launch_queue *queue, const struct launch_job *job,
                                   const struct launch_points *points)
{
    struct bounded *flight = launch_zalloc(&queue->device->alloc, LAUNCH_BOUNDED_SLOTS * sizeof(*flight));
    enum launch_result result = flight ? LAUNCH_OK : launch_error(LAUNCH_NO_HOST_MEMORY);
    if (!result && job->indirects && !queue->device->flat)
        result = need_product(queue);
    if (!result)
        result = run_bounded(queue, job, points, flight);
    launch_free(&queue->device->alloc, flight);
    if (!result && points->signal_count)
        result =
            request_patiently(queue, &(struct launch_request){.job = job, .points = points, .signals = true});
    return result;
}

// ---- either

static enum launch_result run_locked(struct launch_queue *queue, const struct launch_job *job,
                                     const struct launch_points *points)
{
    uint64_t before = queue->seqno, cost;
    enum launch_result result = is_short(queue, job, points->wait_count, &cost)
                                    ? run_short(queue, job, points, cost)
                                    : run_long(queue, job, points);
    // Half a job cannot be taken back.
    if (result && queue->seqno != before && result != LAUNCH_LOST)
        result =
            launch_lost(queue->device, "the rest of a submission failed: %s", launch_result_name(result));
    return result;
}

enum launch_result launch_queue_run(struct launch_queue *queue, const struct launch_job *job,
                                    const struct launch_points *points)
{
    if (launch_is_lost(queue->device))
        return LAUNCH_LOST;
    kiln_lock(&queue->lock);
    enum launch_result result = run_locked(queue, job, points);
    kiln_unlock(&queue->lock);
    return result;
}
