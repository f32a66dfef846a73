// One request to the kernel: items of a job as a batch. And the queue's state that the batch depends on.
#ifndef KILN_LAUNCH_REQUEST_H
#define KILN_LAUNCH_REQUEST_H

#include "launch/stream/stream.h"
#include "util/lock.h"
#include "util/math.h"

#define LAUNCH_QUEUE_SYNCOBJS 4

struct launch_queue {
    struct launch_device *device;
    struct ws_context *context;   // that its requests run in
    struct launch_bo breadcrumbs; // struct launch_breadcrumbs
    uint64_t verified; // all requests up to this one have written theirs (memory/progress.h); atomic
    struct kiln_lock lock;
    // With the lock held:
    uint64_t seqno;                           // of the last request; atomic
    uint32_t syncobjs[LAUNCH_QUEUE_SYNCOBJS]; // request n signals the one at n % LAUNCH_QUEUE_SYNCOBJS
    bool stopping;                            // set from outside: no more requests of a job, whatever is left
    uint64_t spent[LAUNCH_BREADCRUMBS];       // cost of all requests up to n, at n % LAUNCH_BREADCRUMBS
    bool context_ready;                       // the context has its pipeline and cache setup
    struct launch_bo *ring, *retired, **retired_tail; // batch blocks: in use; full, oldest first
    uint32_t ring_used;
    uint64_t bound_ns;         // how long the next bounded one may be: queue/bounded.c
    uint32_t walks;            // that were cut into slices so far
    struct launch_bo *product; // a batch that multiplies group counts, or NULL: launch_write_product
};

// What is to be run.
struct launch_job {
    const struct launch_segment *segments;
    uint32_t segment_count;
    uint64_t cost; // of all segments, without indirect dispatches
    bool sliced;   // a segment is a dispatch that cannot be one walker, or called commands that may have such
    uint32_t indirects; // segments that are indirect dispatches
    bool scratch;       // a kernel of it has scratch memory
};

// What a job waits for, which has fences already, and signals.
struct launch_points {
    const struct ws_sync_point *waits, *signals;
    unsigned wait_count, signal_count;
    void (*signaling)(void *user, uint64_t seqno); // before the request that signals is submitted
    void *user;
};

// Of called commands with a mask.
enum launch_part {
    LAUNCH_PART_ALL,    // from a sequence on, unless there are walks that were left out: then the mask is
                        // reported
    LAUNCH_PART_KNOWN,  // as far as they go
    LAUNCH_PART_REPORT, // nothing: what a sequence reports
};

// The commands of a segment, or (count is not zero) a slice of the walk that it stands for.
struct launch_item {
    uint32_t segment; // of the job
    uint32_t start[3], count[3];
    uint32_t limit_ns; // if the item before took longer, this one is for another request; 0: no matter
    uint32_t walk;     // of a slice: the number of its walk in the queue, the same for all its slices
    const struct launch_kernel *kernel; // of a slice
    struct launch_bindings bindings;    // of its walker
    enum launch_part part;              // of called commands
    uint32_t from;                      // their sequence
};

struct launch_request {
    const struct launch_job *job;
    const struct launch_points *points;
    const struct launch_item *items;
    uint32_t count;      // at most LAUNCH_MOST_ITEMS
    uint64_t cost;       // ns
    bool waits, signals; // for the job's points, them
    // Before each item but the first the GPU looks at its clock, and before an indirect dispatch at the
    // counts; it leaves the rest if the queue's bound_ns are over or the dispatch is too large for one
    // walker. launch_bounded_memory.progress of its slot then says how many items were run.
    bool bounded;
    uint32_t slot;
    // Bounded, and after another one, in the other slot, that is not known to have run all its items: if it
    // did not, this one runs none; and its time begins with the other's. 0: not after one; else the number
    // of those items.
    uint32_t behind;
};

static inline bool launch_item_is_indirect(const struct launch_request *r, const struct launch_item *i)
{
    const struct launch_walk *walk = r->job->segments[i->segment].walk;
    return walk && walk->counts_address && !i->count[0];
}

// Whether the GPU is to report something of called commands before it comes to them.
static inline bool launch_item_is_reported(const struct launch_request *r, const struct launch_item *i)
{
    const struct launch_called *called = r->job->segments[i->segment].called;
    return called && called->mask && !i->count[0] && i->part != LAUNCH_PART_KNOWN;
}

// Whether the GPU looks at its clock before the item: the first item always runs, and what takes no time runs
// with the item before.
static inline bool launch_item_is_guarded(const struct launch_request *r, uint32_t index)
{
    const struct launch_item *item = &r->items[index];
    if (launch_item_is_indirect(r, item) || launch_item_is_reported(r, item))
        return true;
    return (index || r->behind) && (item->count[0] || r->job->segments[item->segment].cost);
}

// Groups of the first slice of a walk in a request: the shorter its time, the less, down to what fills the
// machine once.
static inline uint32_t launch_slice_groups(const struct launch_queue *queue, const struct launch_walk *walk)
{
    const struct launch_limits *l = &queue->device->limits;
    const uint64_t waves = KILN_MAX(l->segment_ns / l->group_ns, UINT64_C(1));
    const uint64_t whole = walk->kernel->slice_groups;
    uint64_t scaled = whole * (queue->bound_ns / 1000) / (LAUNCH_BOUND_NS / 1000);
    uint64_t least = whole / waves, groups = scaled > least ? scaled : least;
    return (uint32_t)(groups ? groups : 1);
}

// Of a flat device: how many a copy of the segment's commands has.
uint32_t launch_segment_dwords(const struct launch_segment *g);

// Room that a request's batch takes at most; and writes it, request `seqno`, at `dw`, which the GPU has at
// `address`. Returns its end.
uint32_t launch_request_dwords(const struct launch_queue *queue, const struct launch_request *r);
uint32_t *launch_write_request(const struct launch_queue *queue, const struct launch_request *r,
                               uint64_t seqno, uint32_t *dw, uint64_t address);
// The batch that the guards of indirect dispatches call.
void launch_write_product(const struct launch_device *d, uint32_t *dw);

#endif
