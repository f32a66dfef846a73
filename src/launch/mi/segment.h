// Where a stream's segments end and begin.
#ifndef KILN_LAUNCH_MI_SEGMENT_H
#define KILN_LAUNCH_MI_SEGMENT_H

#include "launch/stream/stream.h"

// Ends the current segment and begins another. What the GPU has stays known: a context keeps its state from
// request to request.
void mi_cut(struct launch_stream *s);
// Commands elsewhere, which end by themselves, as a segment of `ns` at worst between what is recorded before
// and after.
void mi_call(struct launch_stream *s, const struct launch_called *called, uint64_t address, uint64_t ns);
// Begins the segment of a dispatch that may be run in slices, which the caller describes and ends by a cut;
// NULL if nothing is sliced.
struct launch_walk *mi_begin_walk(struct launch_stream *s, const struct launch_kernel *k);

// A segment that would cost too much with what comes now ends.
static inline void mi_add_cost(struct launch_stream *s, uint64_t ns)
{
    if (__builtin_expect(s->cost + ns > s->device->limits.segment_ns, 0) && s->cost)
        mi_cut(s);
    s->cost += ns;
}

#endif
