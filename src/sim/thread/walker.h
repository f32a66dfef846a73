// What a walker (GPGPU_WALKER, or a rectangle of pixels) needs from the state of the command streamer at that
// point.
#ifndef KILN_SIM_WALKER_H
#define KILN_SIM_WALKER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/gen_pack.h"
#include "hw/counters.h"
#include "hw/devinfo.h"
#include "hw/names.h"
#include "sim/memory/tlb.h"

enum { SIM_MAX_ATTRIBUTES = 32, SIM_MAX_TARGETS = 8 };

struct sim_surface;
struct sim_counters;

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

// Everything that a GPGPU_WALKER needs from the state of the command streamer at that point.
struct sim_walker {
    const struct sim_pages *pages;
    const struct kiln_devinfo *devinfo;
    struct gen_STATE_BASE_ADDRESS_GEN11 sba; // the last one executed; of Gen9 it has the first part
    struct gen_MEDIA_VFE_STATE vfe;
    struct gen_INTERFACE_DESCRIPTOR_DATA idd; // unpacked from memory at the walker's descriptor index
    struct gen_GPGPU_WALKER walker;           // dimensions already taken from GPGPU_DISPATCHDIM* if indirect
    const struct sim_draw *draw;              // NULL: a GPGPU_WALKER. Else pixels, and `walker` is not used.
    const uint8_t *curbe;                     // CURBE contents loaded by MEDIA_CURBE_LOAD, 32-byte units
    size_t curbe_size;
    bool slm_enabled;                      // L3CNTLREG
    uint64_t instruction_budget;           // instructions per EU thread before SIM_FAULT_HANG; 0: none
    uint64_t instruction_total;            // likewise, of all its threads; 0: none
    const atomic_bool *cancel;             // set by a reset or close: stop soon with SIM_FAULT_HANG
    const struct sim_interrupt *interrupt; // NULL: no other context waits for the engine
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
    struct sim_counters *counters; // of the context (stats/counters.h); NULL: nothing counts
    unsigned counting;             // which do: enum sim_counting
};

#endif
