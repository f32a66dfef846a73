// Bounded requests, two in flight at most.
#include "launch/queue/bounded.h"

#include <inttypes.h>

#include "launch/queue/flat.h"

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
    struct launch_cursor before; // where it begins
    uint64_t from;               // ticks: since when it had the GPU, or was the next
    uint64_t seqno;
};

// Submits what is next from `p` on, after another one that may still run or after none, and moves on.
static enum launch_result begin_bounded(struct launch_queue *queue, const struct launch_job *job,
                                        const struct launch_points *points, bool first, struct bounded *t,
                                        const struct bounded *behind, struct launch_cursor *p)
{
    t->before = *p;
    t->r = (struct launch_request){.job = job,
                                   .points = points,
                                   .items = t->items,
                                   .count = launch_add_items(queue, job, p, t->items),
                                   .cost = LAUNCH_BOUND_NS + queue->device->limits.segment_ns,
                                   .waits = first,
                                   .bounded = true,
                                   .slot = behind ? (behind->r.slot + 1) % LAUNCH_BOUNDED_SLOTS : 0,
                                   .behind = behind ? behind->r.count : 0};
    t->from = gpu_ticks(queue);
    enum launch_result result = launch_queue_request_patiently(queue, &t->r);
    t->seqno = queue->seqno;
    return result;
}

// Waits for its end. *whole: it ran all its items; else `p` goes back to the first that it did not run.
static enum launch_result end_bounded(struct launch_queue *queue, const struct bounded *t, bool *whole,
                                      struct launch_cursor *p)
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
    return *whole ? LAUNCH_OK : launch_go_back(queue, t->r.job, memory, &t->items[progress], &t->before, p);
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
        uint64_t ns = slice ? launch_expected_ns(item->kernel, item->count) : segment->cost;
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
                                    const struct launch_cursor *since, const struct launch_cursor *p)
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

// Two may be in flight: the GPU goes from one to the next without the host.
static enum launch_result run(struct launch_queue *queue, const struct launch_job *job,
                              const struct launch_points *points, struct bounded flight[LAUNCH_BOUNDED_SLOTS])
{
    struct launch_cursor p = {0};
    struct bounded *now = NULL;
    enum launch_result result = LAUNCH_OK;
    bool first = true;
    while (!result && (now || p.segment < job->segment_count)) {
        struct bounded *next = NULL;
        bool whole = true;
        if (__atomic_load_n(&queue->stopping, __ATOMIC_RELAXED)) {
            result = launch_queue_stop(queue);
            break;
        }
        if (!now && (result = launch_flat_prepare(queue, job, points, &first, &p)))
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
        struct launch_cursor back;
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

enum launch_result launch_run_bounded(struct launch_queue *queue, const struct launch_job *job,
                                      const struct launch_points *points)
{
    struct bounded *flight = launch_zalloc(&queue->device->alloc, LAUNCH_BOUNDED_SLOTS * sizeof(*flight));
    enum launch_result result =
        flight ? run(queue, job, points, flight) : launch_error(LAUNCH_NO_HOST_MEMORY);
    launch_free(&queue->device->alloc, flight);
    return result;
}
