// A launch: what the execution units need of a walker (or a rectangle of pixels), whichever command began it.
#ifndef KILN_SIM_LAUNCH_H
#define KILN_SIM_LAUNCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/counters.h"
#include "hw/devinfo.h"
#include "hw/names.h"
#include "sim/memory/tlb.h"

enum { SIM_MAX_ATTRIBUTES = 32, SIM_MAX_TARGETS = 8 };

struct sim_surface;
struct sim_counters;

// What a launch counts for: the registers, while they are held, and the observation unit.
enum sim_counting { SIM_COUNTS_REGISTERS = 1, SIM_COUNTS_OA = 2 };

// What a pixel shader runs over: each pixel of the rectangle, once for each layer.
struct sim_draw {
    unsigned simd;          // 8 or 16
    int32_t x0, y0, x1, y1; // pixels x0 <= x < x1, y0 <= y < y1
    uint32_t layers;        // render target array indices from 0
    unsigned setup_grf;     // register of the first attribute
    unsigned attributes;    // constant over the rectangle
    uint32_t attribute[SIM_MAX_ATTRIBUTES][4];
    bool vector_mask;                    // run whole subspans
    const struct sim_surface *depth;     // written with the shader's depth; NULL: none
    uint8_t write_mask[SIM_MAX_TARGETS]; // channels, by render target; bit 0 is red
};

// How far a walker is: instructions of all its threads, and of the group in execution that has the most.
struct sim_progress {
    uint64_t instructions, group;
};

// Of a walker that others may interrupt. Called on the thread of sim_dispatch_walker, now and then.
struct sim_interrupt {
    bool (*due)(void *of, const struct sim_progress *so_far);  // whether another context waits
    bool (*give)(void *of, const struct sim_progress *so_far); // lets him; false: the walker must end
    void *of;
};

// A region that the driver's commands name (hw/counters.h), in another one or not. They stay as long as their
// context.
struct sim_label {
    const struct sim_label *in;
    struct sim_label *next; // of the context
    char text[KILN_LOG_LABEL_BYTES];
};

// The places of a group's invocations, where the hardware gives them to threads: a word for each channel.
struct sim_local_ids {
    uint8_t emit;     // bits: x, y, z
    uint8_t order[3]; // dimensions, the one that counts first being the first
    uint16_t size[3];
    uint16_t columns; // so many in x count before all others: a tile's row
};

// What threads to run and what they start with, of whatever command (gpgpu/media.h, gpgpu/compute.h,
// cs/cs_3d.c), whose packets and states nothing below them knows.
struct sim_launch {
    const char *command; // for reports
    const struct sim_pages *pages;
    const struct kiln_devinfo *devinfo;
    // The kernel: its GPU address, and its threads' first cr0 (thread.h).
    uint64_t kernel;
    uint32_t cr0;
    unsigned simd; // 8, 16 or 32 channels
    // The grid: groups from `first` on, before `end`.
    uint32_t first[3], end[3];
    // The group: threads in x, y and z, and the channels of those at its right and bottom edge.
    uint32_t threads[3];
    uint32_t right, bottom;
    bool barrier;
    uint32_t shared_bytes; // shared local memory
    // The payload: registers for all threads of a group, and of each thread's own. They are in memory at
    // `indirect`, or at `constants`.
    unsigned cross_regs, per_thread_regs;
    bool is_indirect;         // and each thread's own registers come first
    uint64_t indirect;        // GPU address
    uint32_t indirect_bytes;  // beyond: zeros
    const uint8_t *constants; // NULL: zeros
    size_t constant_bytes;    // likewise
    // Where threads fetch their constants themselves (COMPUTE_WALKER), the payload is these instead.
    bool fetches;
    struct sim_local_ids ids;
    uint32_t arguments;      // offset of the constants, of which bits 31:6 count, in r0.0
    uint32_t scratch_handle; // bits 31:10 of r0.5: which surface state has the threads' scratch
    bool has_inline;         // a register of data
    uint32_t inline_data[8];
    // Memory: bases of address spaces and states, and what threads get of the latter, by offset.
    uint64_t general_base, surface_base, dynamic_base, bindless_surface_base, bindless_sampler_base;
    uint32_t stateless_mocs;
    uint64_t table_base;         // of binding tables, whose entries count from surface_base
    uint32_t binding_table;      // from table_base
    uint32_t samplers;           // from dynamic_base
    uint64_t scratch;            // from general_base
    uint32_t scratch_bytes;      // a thread: 1024 times a power of two
    uint64_t max_threads;        // that may run at once
    const struct sim_draw *draw; // NULL: a grid. Else pixels, and grid, group and payload are not used.
    bool systolic;               // the pipeline computes products of matrices
    bool large_registers;        // threads have large register files (kiln_target_large)
    // The machine and the job
    uint64_t rules;                        // that the job must keep: a bit for each of hw/rules.h
    uint64_t instruction_budget;           // instructions per EU thread before SIM_FAULT_HANG; 0: none
    uint64_t instruction_total;            // likewise, of all its threads; 0: none
    const atomic_bool *cancel;             // set by a reset or close: stop soon with SIM_FAULT_HANG
    const struct sim_interrupt *interrupt; // NULL: no other context waits for the engine
    bool swizzles;                         // tiles: sim_tiled_offset
    bool fused;                            // KILN_SIM_FUSED, and Gen12: sim_cf_goto says what it does
    struct sim_caches *caches;             // KILN_SIM_STRICT; NULL: all clients see memory
    uint64_t seed; // of the garbage that registers and shared memory start with; 0: zeros
    const char
        *no_sampler_flush; // the rule that keeps its threads from flushing the sampler's cache; NULL: none
    // Whether others see what lies at an address: images there have the caching of the page tables (rule
    // mocs-shared). NULL: does not matter.
    bool (*is_shared)(void *of, uint64_t address);
    // What the application calls what lies at an address; false: nothing. NULL: unknown.
    bool (*name_of)(void *of, uint64_t address, char name[KILN_NAME_BYTES]);
    void *job_of; // what these two get
    // Walkers of a context with the same mark, which is not 0, are parts of what was one for its driver.
    uint64_t context;
    uint32_t mark;
    const struct sim_label *label; // the innermost region it is in; NULL: none
    uint32_t barriers;             // since the walker before: how many, and KILN_LOG_*
    uint32_t barrier_kinds;
    struct sim_counters *counters; // of the context (observe/stats/counters.h); NULL: nothing counts
    unsigned counting;             // which do: enum sim_counting
};

#endif
