// One request to the kernel: items of a submission as a batch, with what it waits for and signals.
#ifndef KILN_VK_QUEUE_REQUEST_H
#define KILN_VK_QUEUE_REQUEST_H

#include "vk/command/buffer.h"
#include "vk/queue/queue.h"
#include "vk/object/sync.h"

// Writes a packet at `dw`, which moves behind it.
#define PUT(dw, name, ...)                                                                                   \
    do {                                                                                                     \
        struct gen_##name put_s = {__VA_ARGS__};                                                             \
        gen_##name##_pack((dw), &put_s);                                                                     \
        (dw) += gen_##name##_LENGTH;                                                                         \
    } while (0)

// The commands of a segment, or (count is not zero) a slice of the walk that it stands for.
struct kiln_item {
    uint32_t segment; // of the submission
    uint32_t start[3], count[3];
    uint32_t limit_ns; // if the item before took longer, this one is for another turn; 0: no matter
};

struct kiln_request {
    const struct kiln_submission *s;
    const struct kiln_item *items;
    uint32_t count;      // at most LAUNCH_MOST_ITEMS
    uint64_t cost;       // ns
    bool waits, signals; // the submission's
    // Before each item but the first the GPU looks at its clock, and before an indirect dispatch at the
    // counts; it leaves the rest if the queue's turn_ns are over or the dispatch is too large for one walker.
    // launch_turn_memory.progress of its slot then tells how many items were run.
    bool bounded;
    uint32_t slot;
    // Bounded, and behind another one, in the other slot, that is not known to have run all its items: if it
    // did not, this one runs none; and its time begins with the other's. 0: not behind one; else the number
    // of those items.
    uint32_t behind;
};

// With submit_lock held. Waits for room in the kernel's queue.
VkResult kiln_queue_request(struct kiln_queue *queue, const struct kiln_request *r);
// Whether a request of that cost can be queued now.
bool kiln_queue_has_room(struct kiln_queue *queue, uint64_t cost);

static inline struct ws_sync_point kiln_queue_sync_point(const struct kiln_queue_point *p)
{
    return (struct ws_sync_point){.syncobj = p->syncobj ? p->syncobj : p->semaphore->syncobj,
                                  .value = p->value};
}

// Whether the GPU looks at its clock before the item.
bool kiln_item_is_guarded(const struct kiln_request *r, uint32_t index);

static inline bool kiln_item_is_indirect(const struct kiln_request *r, const struct kiln_item *i)
{
    const struct kiln_walk *walk = r->s->segments[i->segment].walk;
    return walk && walk->counts_address && !i->count[0];
}

// Groups of the first slice of a walk in a turn: the shorter the turn, the less, down to what fills the
// machine once.
static inline uint32_t kiln_slice_groups(const struct kiln_queue *queue, const struct kiln_walk *walk)
{
    const uint64_t waves = LAUNCH_SEGMENT_NS / LAUNCH_PREEMPT_NS;
    uint64_t scaled = walk->slice_groups * (queue->turn_ns / 1000) / (LAUNCH_TURN_NS / 1000);
    return (uint32_t)KILN_MAX(KILN_MAX(scaled, walk->slice_groups / waves), UINT64_C(1));
}

// queue/guard.c: commands that end a bounded request early.
#define KILN_GUARD_SETUP_DWORDS 52
#define KILN_GUARD_DWORDS 97 // of one guard, at most: of an indirect dispatch
// Makes the batch that an indirect dispatch's guard calls, once.
VkResult kiln_guard_init(struct kiln_queue *queue);
uint32_t *kiln_guard_setup(const struct kiln_queue *queue, const struct kiln_request *r, uint32_t *dw);
// Before all, of a request behind another one. *jump as for kiln_guard.
#define KILN_GUARD_BEHIND_DWORDS 32
uint32_t *kiln_guard_behind(const struct kiln_queue *queue, const struct kiln_request *r, uint32_t *dw,
                            uint32_t **jump);
// Before item `index`. *jump: the MI_BATCH_BUFFER_START to the end of the request, for kiln_guard_jump.
uint32_t *kiln_guard(const struct kiln_queue *queue, const struct kiln_request *r, uint32_t index,
                     uint32_t *dw, uint32_t **jump);
void kiln_guard_jump(uint32_t *jump, uint64_t end);
#define KILN_GUARD_TIME_DWORDS 20
// Notes the time before item `index`; behind the last, after a stall.
uint32_t *kiln_guard_note_time(const struct kiln_queue *queue, const struct kiln_request *r, uint32_t index,
                               bool stall, uint32_t *dw);

// Where the GPU keeps a bounded request's progress.
static inline uint64_t kiln_turn_address(const struct kiln_queue *queue, uint32_t slot)
{
    return queue->device->launch.breadcrumbs.address + offsetof(struct launch_breadcrumbs, turns) +
           slot * sizeof(struct launch_turn_memory);
}

#endif
