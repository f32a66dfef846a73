// The entries of the log of KILN_SIM_STATS (log.c), and how each is written.
#ifndef KILN_SIM_STATS_LOG_H
#define KILN_SIM_STATS_LOG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/observe/stats/stats.h"
#include "sim/thread/kernel_note.h"

struct sim_stats_instruction {
    uint32_t offset;
    uint32_t uop;         // of the program
    uint8_t op, channels; // its execution size
    char *text;
    const char *file; // of the note; NULL: not known
    uint32_t line;
    struct sim_uop_profile sum;
};

struct sim_stats_kernel {
    uint64_t hash;
    uint32_t size; // bytes of code
    unsigned simd;
    char *name;             // NULL: it has no note
    struct kiln_note *note; // or NULL
    struct sim_stats_instruction *instructions;
    uint32_t count;
    uint64_t dispatches;
    struct sim_stats_kernel *next;
};

// What was one dispatch for its driver.
struct sim_stats_record {
    struct sim_stats_record *next, *next_open;
    uint64_t index;
    char *text;              // NULL: more of it may come
    struct sim_profile *sum; // what came so far
    const struct sim_stats_kernel *kernel;
    unsigned number; // the kernel's
    uint64_t context;
    uint32_t mark;
    uint32_t first[3], end[3]; // groups: the box around all parts
    uint64_t groups, threads;
    struct sim_dispatch of; // its members that all parts share
    const struct kiln_target *target;
    bool draw;
    char *labels;                     // a JSON array: the regions it is in, outermost first; NULL: none
    uint32_t barriers, barrier_kinds; // before it: struct sim_launch
    char *fault;                      // or NULL
};

void sim_stats_put_kernel(FILE *f, const struct sim_stats_kernel *k);
char *sim_stats_labels(const struct sim_label *innermost); // for free(); NULL: none, or no memory
void sim_stats_put_record(FILE *f, const struct sim_stats_record *r);
// The cost model's numbers for the device, as one member.
void sim_stats_put_model(FILE *f, const struct kiln_devinfo *info);

#endif
