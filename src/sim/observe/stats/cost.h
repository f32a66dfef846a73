// The cycle model of KILN_SIM_STATS: what an instruction costs in itself (from hw/cost.def), when a thread
// that has the machine to itself would be through (a scoreboard of registers), and what a whole walker is
// bound by.
//
// The estimate of a walker is the largest of its bounds: each unit's total work over the units there are, and
// the threads' own latency over the thread groups that fit at once. Totals are sums over groups, so that the
// order in which groups run does not matter. Not modelled: instruction fetch, register bank conflicts, cache
// misses (memory traffic is the footprint, as if L3 held all that is used again), and how waits of different
// units overlap badly.
#ifndef KILN_SIM_COST_H
#define KILN_SIM_COST_H

#include "hw/cost.h"
#include "sim/thread/thread.h"

// Reads KILN_SIM_COST, which may move any number of hw/cost.def, and what of the chip the model uses, once in
// a process; before the first program is counted (moved.c).
bool sim_cost_init(void); // false: KILN_SIM_COST is wrong, and a warning says why
// The numbers of hw/cost.def as they are now.
const struct kiln_costs *sim_cost_numbers(enum kiln_isa isa);
// What the estimate takes of hw/devices.def, as it is now: the device itself stays what it is.
struct sim_cost_chip {
    unsigned subslices, eus_per_subslice, threads_per_eu, slm_per_subslice; // bytes
};
struct sim_cost_chip sim_cost_chip_of(const struct kiln_target *target);
// What has been moved, "NAME=NUMBER" each, in order: the machine is hypothetical. NULL after the last.
const char *sim_cost_moved(unsigned index);

enum sim_pipe { SIM_PIPE_ANY, SIM_PIPE_EM, SIM_PIPE_SYSTOLIC, SIM_PIPE_FRONT, SIM_PIPES };

// What a thread waits for: registers, the accumulators, a0, f0, f1.
enum {
    SIM_DEP_ACC = SIM_GRF_COUNT,
    SIM_DEP_ADDR,
    SIM_DEP_FLAG,
    SIM_DEPS = SIM_DEP_FLAG + 2,
    SIM_NO_DEP = 0xffff
};

struct sim_cost {
    uint8_t pipe;
    uint16_t flops;  // floating-point operations a channel
    uint16_t clocks; // that the pipe is busy
    uint16_t latency, flag_latency;
    uint16_t src[3][2], dst[2];    // first and last dependency; SIM_NO_DEP: none
    bool addr;                     // uses a0
    uint8_t flag_read, flag_write; // bit 0: f0, bit 1: f1
    bool acc_write;
};

// The costs of all micro-ops of a program; NULL when out of memory. For free().
struct sim_cost *sim_costs(const struct sim_program *p);

// One thread's clock.
struct sim_timing {
    uint64_t clock; // at which the next instruction can start
    uint64_t ready[SIM_DEPS];
    uint64_t release; // of the last barrier
};

// Starts an instruction as soon as its operands are there; returns the clock of the start.
uint64_t sim_timing_issue(struct sim_timing *t, const struct sim_cost *c);
// The response of a message lies in `regs` registers from `reg` on after `clocks`.
void sim_timing_respond(struct sim_timing *t, unsigned reg, unsigned regs, uint64_t clocks);
// Waits until `regs` registers from `reg` on are there.
void sim_timing_wait(struct sim_timing *t, unsigned reg, unsigned regs);

// What a walker needs of the machine, in clocks of each unit if there were one.
struct sim_demand {
    uint64_t pipe[SIM_PIPES];
    uint64_t port, slm, sampler;                  // data ports: cache lines and shared memory; samplers
    uint64_t groups, group_clocks, longest_group; // latency: the sum over groups and the largest
    uint64_t lines_read, lines_written;           // cache lines of 64 bytes: the footprint
    // The shape of the dispatch.
    unsigned group_threads, slm_bytes, payload_bytes; // payload: a thread's
    bool barrier;
};

// The bounds, in clocks. `names` of them are for people and for the report.
enum sim_bound {
    SIM_BOUND_EU,
    SIM_BOUND_LATENCY,
    SIM_BOUND_PORT,
    SIM_BOUND_SAMPLER,
    SIM_BOUND_MEMORY,
    SIM_BOUND_DISPATCH,
    SIM_BOUNDS
};

struct sim_estimate {
    double bound[SIM_BOUNDS];
    enum sim_bound largest;
    double clocks;           // of the walker, with its fixed cost
    unsigned groups_at_once; // on the whole GPU
    unsigned threads_at_once;
    unsigned eus, subslices; // that have work
    double occupancy;        // hardware threads in use
};

// How many workgroups a subslice holds at once, and what it would hold by each of its bounds alone
// (UINT_MAX: it is none). A thread has all of its registers whatever the code uses: they bound nothing here.
struct sim_room {
    unsigned threads; // hardware threads of a subslice
    unsigned by_threads, by_slm, by_barriers, groups;
};

void sim_room_of(const struct sim_demand *d, const struct kiln_target *target, struct sim_room *out);
const char *sim_bound_name(enum sim_bound b);
void sim_estimate(const struct sim_demand *d, const struct kiln_target *target, struct sim_estimate *out);

#endif
