// KILN_SIM_STATS: what each walker did, counted while the interpreter runs it, and written as JSON.
//
// Each host thread counts into a sim_profile of its own; they are added up when the walker has ended. All
// that is counted is a sum, a maximum or a union over thread groups, so that the result is the same at any
// number of host threads. The JIT does not count: while a log is kept, kernels are interpreted.
#ifndef KILN_SIM_STATS_H
#define KILN_SIM_STATS_H

#include <stdio.h>

#include "sim/observe/stats/cost.h"
#include "sim/thread/dispatch.h"
#include "sim/thread/message.h"

enum { SIM_SAMPLER_MESSAGES = 32 };

// Kinds of messages: the data ports' rows of isa/table/msgs.def, then sampler operations by their number,
// then the rest.
enum sim_message_kind {
#define EU_MSG_DP(port, number, name, since, address, does, words) SIM_MESSAGE_##port##_##name,
#include "isa/table/msgs.def"
    SIM_MESSAGE_SCRATCH_READ,
    SIM_MESSAGE_SCRATCH_WRITE,
    SIM_MESSAGE_CONSTANT,
    SIM_MESSAGE_SAMPLER,
    SIM_MESSAGE_BARRIER = SIM_MESSAGE_SAMPLER + SIM_SAMPLER_MESSAGES,
    SIM_MESSAGE_GATEWAY,
    SIM_MESSAGE_END, // of a thread
    SIM_MESSAGE_RENDER,
    SIM_MESSAGE_LOAD, // of load-store units, to shared memory as well
    SIM_MESSAGE_STORE,
    SIM_MESSAGE_ATOMIC,
    SIM_MESSAGE_FENCE,
    SIM_MESSAGE_OTHER,
    SIM_MESSAGE_KINDS
};

const char *sim_message_kind_name(enum sim_message_kind kind);

struct sim_traffic {
    uint64_t messages;
    uint64_t read, written; // bytes, of channels that are enabled and within bounds
    uint64_t atomics;       // operations of single channels; their bytes are both read and written
    uint64_t dropped;       // accesses out of bounds
    uint64_t lines;         // cache lines of 64 bytes that the messages touched, each message for itself
    uint64_t base, size;    // of a surface
};

struct sim_uop_profile {
    uint64_t executed;
    uint64_t channels;                 // enabled, summed
    uint64_t divergent, taken, passed; // branches: channels went both ways, all to the target, none
    uint64_t clocks;                   // of the thread, waiting for operands included
};

// Shared local memory: dwords that channels accessed; clocks that the banks took for them, and would have
// without conflicts; the longest queue at a bank.
struct sim_slm_profile {
    uint64_t messages, accesses, clocks, ideal, worst;
};

struct sim_access_record {
    uint64_t offset; // in shared memory; else a GPU address
    uint32_t bytes;
    int lane;
    bool write;
};

// The message that is being sent.
struct sim_message_record {
    bool valid;
    enum sim_message_kind kind;
    unsigned sfid, space, payload, response; // registers
    unsigned src0, src0_regs, src1, src1_regs, dst, channels;
    bool slm, atomic, memory;
};

// Which cache lines of a page were read, and written.
struct sim_page_lines {
    uint64_t page, read, written; // page + 1; 0: the slot is free
};

struct sim_profile {
    const struct sim_program *program;
    struct sim_cost *costs;
    const struct kiln_costs *numbers; // of its instruction set
    struct sim_uop_profile *uops;
    struct sim_timing *timing; // of the threads of the running group
    struct sim_traffic space[SIM_SPACES];
    uint64_t sends[SIM_MESSAGE_KINDS];
    struct sim_slm_profile slm;
    struct sim_demand demand;
    uint64_t flops, barriers, texels; // texels: that samplers read
    struct sim_message_record message;
    struct sim_access_record *accesses;
    unsigned access_count, access_capacity;
    uint64_t barrier_clock; // the latest arrival so far
    unsigned barrier_arrived;
    struct sim_page_lines *pages; // open addressing
    uint64_t page_count, page_capacity;
    bool failed; // out of host memory: the counts are not complete
};

struct sim_profile *sim_profile_create(const struct sim_program *p); // NULL when out of memory
void sim_profile_destroy(struct sim_profile *p);
void sim_profile_add(struct sim_profile *to, const struct sim_profile *p);
// The same without instructions: `to` may be all zeros, and `p` of any program.
void sim_profile_add_totals(struct sim_profile *to, const struct sim_profile *p);
// With the shape of the dispatch that it is a profile of.
struct sim_demand sim_profile_demand(const struct sim_profile *p, const struct sim_dispatch *d);

// In the interpreter.
void sim_profile_group_start(struct sim_group *g);
void sim_profile_group_end(struct sim_group *g);
// Points (thread/observer.h) of groups whose seat has a profile of each worker.
void sim_profile_run(struct sim_thread *t);
void sim_profile_message(struct sim_msg *m);
sim_memory_fn sim_profile_memory, sim_profile_late_memory;

// The log of a device.
struct sim_stats_log;
struct sim_stats_log *sim_stats_log_create(void);
void sim_stats_log_destroy(struct sim_stats_log *log);
// A walker has ended; `code` is its kernel. `fault`: its text, or NULL.
void sim_stats_log_walker(struct sim_stats_log *log, const struct sim_dispatch *d,
                          const struct sim_profile *p, const uint8_t *code,
                          const struct sim_dispatch_stats *stats, const char *fault);
// Writes the members "model", "kernels" and "dispatches" of a JSON object (no braces around).
void sim_stats_log_write(struct sim_stats_log *log, const struct kiln_devinfo *info, FILE *f);

#endif
