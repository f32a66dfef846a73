// How far the GPU came, which it writes to memory, and how long it may take: of a queue's requests, and what
// commands write that are recorded before anybody knows for which queue.
#ifndef KILN_LAUNCH_PROGRESS_H
#define KILN_LAUNCH_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

#define LAUNCH_MAX_GROUPS 65535u // of a dispatch, in each dimension
#define LAUNCH_BREADCRUMBS 1024  // a power of two
#define LAUNCH_MOST_ITEMS 128    // of a request
#define LAUNCH_BOUNDED_SLOTS 2   // bounded requests in flight
#define LAUNCH_REPORT_DWORDS 7   // of a walk that called commands left out

// What the kernel lets work cost (ws_limits), nanoseconds.
struct launch_limits {
    uint64_t group_ns;   // the longest that a thread group may take
    uint64_t segment_ns; // a walker, and a segment of a stream
    uint64_t queued_ns;  // all that is queued
};
// How long a bounded request may be; how long the first one is; and what it is not cut below.
#define LAUNCH_BOUND_NS UINT64_C(1000000000)
#define LAUNCH_FIRST_BOUND_NS UINT64_C(250000000)
#define LAUNCH_LEAST_BOUND_NS UINT64_C(30000000)

// What the GPU writes for a bounded request.
struct launch_bounded_memory {
    uint32_t progress; // items that were run
    // Three of the indirect dispatch that it came to last; or what called commands report (stream/stream.h).
    uint32_t counts[LAUNCH_REPORT_DWORDS];
    // Ticks when the items began (those before which it looked at its clock), and when it ended.
    uint32_t times[LAUNCH_MOST_ITEMS + 1];
};

// What the GPU writes for a queue.
struct launch_breadcrumbs {
    uint64_t breadcrumbs[LAUNCH_BREADCRUMBS]; // request n writes n to the one at n % LAUNCH_BREADCRUMBS
    struct launch_bounded_memory bounded[LAUNCH_BOUNDED_SLOTS]; // of bounded requests, alternately
};

// What it writes for all queues.
struct launch_marks {
    uint32_t begun;   // lower half of the address of the kernel begun last
    uint64_t nowhere; // written only for the hardware's sake: rule end-of-pipe
};

#endif
