// What a device did so far.
#ifndef KILN_SIM_TOTALS_H
#define KILN_SIM_TOTALS_H

#include <stdint.h>

// Totals over all files since the device was created, exact at any number of threads.
struct sim_stats {
    uint64_t eu_instructions; // instructions issued (a SIMD16 add is one)
    uint64_t eu_threads;      // EU threads dispatched
    uint64_t thread_groups;
    uint64_t walkers;
    uint64_t submissions;
    uint64_t send_messages;
    uint64_t walker_ns; // host time spent executing walkers
    uint64_t drains;    // how often an engine had executed a request and found no other to go on with
};

#endif
