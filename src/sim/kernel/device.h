// The simulated device and an open file of it, as the kernel keeps them.
#ifndef KILN_SIM_DEVICE_H
#define KILN_SIM_DEVICE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "hw/rules.h"
#include "sim/kernel/bo.h"
#include "sim/sync/clock.h"
#include "sim/kernel/engine.h"
#include "sim/kernel/handles.h"
#include "sim/kernel/perf.h"
#include "sim/sim.h"

struct sim_eu_pool;

struct sim_device {
    const struct kiln_devinfo *devinfo;
    uint64_t rules;                    // that a batch must keep: a bit for each of hw/rules.h
    bool has_scratch_page;             // KILN_SIM_SCRATCH_PAGE
    bool by_letter;                    // KILN_SIM_RULES=all: also where what they are for cannot go wrong
    uint64_t memory_size, memory_used; // of the system
    uint64_t local_size, local_used;   // of the device's own; 0: it has none
    struct sim_oa oa;
    struct sim_handles bos; // every buffer object by its number
    struct sim_bo *zombies;
    struct sim_engine engines[SIM_MAX_ENGINES];
    unsigned engine_count;
    struct sim_eu_pool *pool;
    unsigned files;
    uint64_t requests;           // submitted so far
    uint64_t exec_serial;        // of the last execbuffer: sim_bo.exec_mark
    uint64_t instruction_budget; // per EU thread (KILN_SIM_BUDGET)
    atomic_long fail_countdown;  // ioctls until one fails (KILN_SIM_FAIL); negative: none does
    int fail_errno;
    struct sim_clock clock;              // KILN_SIM_CLOCK
    struct sim_stats_files *stats_files; // or NULL
    int64_t hang_ns;                     // how long a request may wait on a semaphore (KILN_SIM_TIMEOUT_MS)
    bool strict;                         // KILN_SIM_STRICT
    bool lazy;         // strict, or KILN_SIM_LAZY: execute walkers as late as the hardware may
    uint64_t seed;     // KILN_SIM_SEED
    bool fused;        // KILN_SIM_FUSED
    char *capture_dir; // KILN_SIM_CAPTURE
    struct sim_stats stats;
};

struct sim_file {
    struct sim_device *dev;
    struct sim_client *client;
    struct sim_handles bos, contexts, vms, syncobjs;
    struct sim_context *default_context; // id 0
};

struct sim_engine *sim_device_engine(struct sim_device *dev, unsigned engine_class, unsigned instance);
uint64_t sim_device_timestamp(const struct sim_device *dev); // the 36-bit TIMESTAMP register

// Copies between the client and "the kernel": false (-EFAULT) for an address that the client does not have.
bool sim_copy_from_user(void *dst, uint64_t src, size_t size);
bool sim_copy_to_user(uint64_t dst, const void *src, size_t size);

#endif
