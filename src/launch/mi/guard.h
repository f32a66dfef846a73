// Commands that end a bounded request early: guard.c.
#ifndef KILN_LAUNCH_MI_GUARD_H
#define KILN_LAUNCH_MI_GUARD_H

#include "launch/mi/packets.h"
#include "launch/stream/request.h"

#define MI_GUARD_SETUP_DWORDS 52
#define MI_GUARD_DWORDS 97 // of one guard, at most: of an indirect dispatch
uint32_t *mi_guard_setup(const struct launch_queue *queue, const struct launch_request *r, uint32_t *dw);
// Before all, of a request after another one. *jump as for mi_guard.
#define MI_GUARD_BEHIND_DWORDS 32
uint32_t *mi_guard_behind(const struct launch_queue *queue, const struct launch_request *r, uint32_t *dw,
                          uint32_t **jump);
// Before item `index`. *jump: the MI_BATCH_BUFFER_START to the end of the request, for mi_guard_jump.
uint32_t *mi_guard(const struct launch_queue *queue, const struct launch_request *r, uint32_t index,
                   uint32_t *dw, uint32_t **jump);
void mi_guard_jump(uint32_t *jump, uint64_t end);
// Items before `index` have been run.
uint32_t *mi_guard_progress(const struct launch_queue *queue, const struct launch_request *r, uint32_t index,
                            uint32_t *dw);
#define MI_GUARD_TIME_DWORDS 20
// Notes the time before item `index`; after the last, after a stall.
uint32_t *mi_guard_note_time(const struct launch_queue *queue, const struct launch_request *r, uint32_t index,
                             bool stall, uint32_t *dw);

// Where the GPU keeps a bounded request's progress.
static inline uint64_t mi_bounded_address(const struct launch_queue *queue, uint32_t slot)
{
    return queue->breadcrumbs.address + offsetof(struct launch_breadcrumbs, bounded) +
           slot * sizeof(struct launch_bounded_memory);
}

#endif
