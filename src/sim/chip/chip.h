// The chip: the only door between kernels and hardware.
//
// Two kinds of software stand on it. A kernel of ours (kernel/) keeps page tables of host memory, decides
// what runs when, and has a first-level batch executed to its end (sim_chip_run). A bus shows the registers
// (sim_chip_read, sim_chip_write) to a real kernel. Nothing below knows of Linux: which registers a batch may
// write beyond the hardware's list, what a new context holds, timers and the flushes around a batch are the
// kernel's, and given from above. Includes of kernel/ below this header are refused by tests/layers.py.
#ifndef KILN_SIM_CHIP_H
#define KILN_SIM_CHIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/devinfo.h"
#include "sim/config/config.h"
#include "sim/cs/batch.h"
#include "sim/cs/totals.h"
#include "sim/sync/clock.h"
#include "sim/thread/fault.h"
#include "util/fork.h"

struct sim_chip;
struct sim_pages;
struct kiln_counters; // hw/counters.h

// ---- life

// NULL with errno: ENODEV (no device of this name is simulated), ENOTSUP (a variable of the environment is
// none of ours or has a wrong value: a warning says which), ENOMEM. Keeps a copy of the configuration.
struct sim_chip *sim_chip_create(const struct sim_config *config);
void sim_chip_destroy(struct sim_chip *chip);                   // nothing executes any more; NULL is allowed
void sim_chip_fork(struct sim_chip *chip, enum kiln_fork step); // as sim_device_fork (sim.h)

const struct kiln_devinfo *sim_chip_devinfo(const struct sim_chip *chip);
// With the numbers that it has where the configuration left them open.
const struct sim_config *sim_chip_config(const struct sim_chip *chip);
// The clock of TIMESTAMP, and of timers: the host's, or that of KILN_SIM_CLOCK.
struct sim_clock *sim_chip_clock(struct sim_chip *chip);

// ---- engines

enum sim_engine_class {
    SIM_ENGINE_RENDER,
    SIM_ENGINE_COPY,
    SIM_ENGINE_VIDEO,
    SIM_ENGINE_VIDEO_ENHANCE,
    SIM_ENGINE_COMPUTE
};

struct sim_chip_engine {
    const char *name; // "rcs0"
    enum sim_engine_class class;
    unsigned instance;  // as kernels count them, from 0 on
    uint32_t mmio_base; // of its block of registers
};

enum { SIM_CHIP_ENGINES = 6 }; // at most
unsigned sim_chip_engine_count(const struct sim_chip *chip);
// Valid as long as the program runs; below the count.
const struct sim_chip_engine *sim_chip_engine(const struct sim_chip *chip, unsigned index);

// ---- on a bus: a real kernel has the engines, by registers and by memory

struct sim_bus; // memory/bus.h

// Puts the chip on a bus, as after power on. Takes a copy. False: out of memory. From then on nothing is
// executed by sim_chip_run.
bool sim_chip_attach(struct sim_chip *chip, const struct sim_bus *bus);
void sim_chip_detach(struct sim_chip *chip);
void sim_chip_reset(struct sim_chip *chip); // of the whole chip, as the bus asks for it

// Dwords by their offset in BAR 0, below the global page table. A chip on no bus has a clock only.
uint32_t sim_chip_read(struct sim_chip *chip, uint32_t offset);
void sim_chip_write(struct sim_chip *chip, uint32_t offset, uint32_t value);
// The name of a register, for logs; NULL: it is unknown.
const char *sim_chip_register_name(struct sim_chip *chip, uint32_t offset);
// What the processor sees at an address of the aperture, which fences tile; NULL: nothing. Eight bytes that
// are aligned lie side by side. Valid until the bus takes it.
uint8_t *sim_chip_aperture(struct sim_chip *chip, uint64_t address, bool write);

// ---- batches

// What a context holds for an engine: the hardware's context image.
struct sim_cs_state;
// The caches that a context sees memory through.
struct sim_caches;

struct sim_register_value {
    uint32_t offset, value;
};

// What a kernel has done to a context before its first batch.
struct sim_context_setup {
    const struct sim_register_value *registers;
    unsigned count;
    bool render_state; // a batch of null state has been executed
};

struct sim_cs_state *sim_chip_context_create(struct sim_chip *chip, const struct sim_context_setup *setup);
void sim_chip_context_destroy(struct sim_cs_state *state);
// *caches is NULL where all clients see memory (KILN_SIM_STRICT=off). False: out of memory.
bool sim_chip_caches_create(struct sim_chip *chip, struct sim_caches **caches);
void sim_chip_caches_destroy(struct sim_caches *caches);

struct sim_run {
    const struct sim_chip_engine *engine;
    const struct sim_pages *pages; // its address space
    struct sim_cs_state *state;
    struct sim_caches *caches;
    struct sim_batch batch;
};

// Executes a batch to its end. False with `fault` filled in, and a report on standard error unless it was
// cancelled. Any number of threads may; one at a time for a context and engine. Without sim_lock.
bool sim_chip_run(struct sim_chip *chip, const struct sim_run *run, struct sim_fault *fault);

// ---- what it did

// Counts what a kernel counts: submissions, and drains of an engine. Needs sim_lock.
struct sim_stats *sim_chip_stats(struct sim_chip *chip);
// Writes the files of KILN_SIM_TOTALS and KILN_SIM_STATS: if something was executed since (`closed`: a client
// has gone), or if that was long ago. Without sim_lock.
void sim_chip_write_stats(struct sim_chip *chip, bool closed);
// Whether walkers count at all (KILN_SIM_CHECK and KILN_SIM_DEBUG have other uses for them).
bool sim_chip_can_count(const struct sim_chip *chip);
// struct kiln_counters (hw/counters.h). Returns its bytes; `out` may be NULL.
size_t sim_chip_describe_counters(const struct sim_chip *chip, struct kiln_counters *out);

#endif
