// The seam between the two halves of the simulated GPU: the kernel + command streamer side (i915_*, gtt, cs)
// and the EU side (dispatch, thread, eu_*, dataport, slm).
#ifndef KILN_SIM_SIM_GPU_H
#define KILN_SIM_SIM_GPU_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/devinfo.h"
#include "cmd/gen_pack.h"
#include "sim/sim.h"

// ---- memory (gtt.c) ----

struct sim_vm; // a per-process 48-bit page table; bindings change only while no request of the VM executes

enum sim_access { SIM_READ, SIM_WRITE };

// Who asks, of the strict machine's caches (caches.h): memory as it lies there, EU threads through the data
// port, pixel shaders through the render cache, the sampler, the constant cache.
enum sim_cache_client {
    SIM_CLIENT_MEMORY,
    SIM_CLIENT_DATA,
    SIM_CLIENT_RENDER,
    SIM_CLIENT_SAMPLER,
    SIM_CLIENT_CONSTANT,
    SIM_CLIENTS
};
struct sim_caches;

// A host thread's cache over a VM: one entry a 4 KiB page set. Zero-initialise; valid during one walker.
struct sim_tlb {
    struct sim_vm *vm;
    struct sim_caches *caches; // NULL: all clients see memory
    enum sim_cache_client client;
    bool used; // an entry has been filled in
    struct {
        uint64_t page; // GPU address >> 12, canonical bits removed; the entry is valid iff host != NULL
        uint8_t *host; // host address of the page's first byte
        bool writable;
    } entry[256];
};

// Host pointer of `addr`, or NULL if the page is not mapped (or not writable). The bytes up to the page's end
// are contiguous; an access that crosses a 4 KiB page must be split by the caller.
uint8_t *sim_tlb_miss(struct sim_tlb *tlb, uint64_t addr, enum sim_access access);

static inline uint8_t *sim_tlb_ptr(struct sim_tlb *tlb, uint64_t addr, enum sim_access access)
{
    uint64_t page = (addr & UINT64_C(0xffffffffffff)) >> 12;
    unsigned slot = (unsigned)page & 255;
    if (tlb->entry[slot].host && tlb->entry[slot].page == page &&
        (access == SIM_READ || tlb->entry[slot].writable))
        return tlb->entry[slot].host + (addr & 4095);
    return sim_tlb_miss(tlb, addr, access);
}

// Copies that may cross pages; false (nothing or a prefix copied) if a page is not mapped.
bool sim_tlb_read(struct sim_tlb *tlb, uint64_t addr, void *out, size_t size);
bool sim_tlb_write(struct sim_tlb *tlb, uint64_t addr, const void *data, size_t size);

// Describes the mapping at or nearest to an address for fault reports: "0x... is 64 bytes past bo 3 [0x..,
// 0x..)".
void sim_vm_describe(struct sim_vm *vm, uint64_t addr, char *buf, size_t size);

// Whether other devices may see what is mapped there.
bool sim_vm_is_shared(struct sim_vm *vm, uint64_t addr);

// ---- faults ----

enum sim_fault_kind {
    SIM_FAULT_NONE,
    SIM_FAULT_PAGE,          // access to an unmapped or read-only address
    SIM_FAULT_ILLEGAL,       // reserved EU encoding, broken rule that hangs the machine, bad descriptor
    SIM_FAULT_UNIMPLEMENTED, // legal, but not simulated yet: text names it
    SIM_FAULT_HANG,          // no progress (deadlocked barrier, endless loop over the instruction budget)
};

struct sim_fault {
    enum sim_fault_kind kind;
    uint64_t address; // SIM_FAULT_PAGE: the GPU address
    bool write;       // SIM_FAULT_PAGE: it was to be written
    char text[512];   // for people, in one line: what, thread, lane, kernel, instruction
    // Of a fault of an EU thread (fault_report.c):
    bool in_kernel;
    uint64_t kernel;   // its GPU address
    uint32_t offset;   // of the instruction, in bytes
    uint32_t group[3]; // which thread group
    unsigned thread;   // of the group
    int lane;          // negative: none in particular
    bool invocation_known;
    uint32_t invocation[3]; // global
    char what[256];         // what happened, without where
    char name[64];          // of the entry point, "" if the kernel has no note
    char source[256];       // file:line, or ""
    char listing[1024];     // the instruction and its neighbours, a line each
};

// ---- a rectangle of pixels (dispatch/pixel.c, executed by cs_3d.c) ----

enum { SIM_MAX_ATTRIBUTES = 32, SIM_MAX_TARGETS = 8 };

struct sim_surface;

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

// ---- a walker (dispatch.c, executed by cs.c) ----

// How far a walker is: instructions of all its threads, and of the group in execution that has the most.
struct sim_progress {
    uint64_t instructions, group;
};

// Of a walker that others may interrupt. Called on the thread of sim_dispatch_walker, now and then.
struct sim_interrupt {
    bool (*due)(void *of, const struct sim_progress *so_far);  // whether somebody waits
    bool (*give)(void *of, const struct sim_progress *so_far); // lets him; false: the walker must end
    void *of;
};

// Everything that a GPGPU_WALKER needs from the state of the command streamer at that point.
struct sim_walker {
    struct sim_vm *vm;
    const struct kiln_devinfo *devinfo;
    struct gen_STATE_BASE_ADDRESS sba; // the last one executed
    struct gen_MEDIA_VFE_STATE vfe;
    struct gen_INTERFACE_DESCRIPTOR_DATA idd; // unpacked from memory at the walker's descriptor index
    struct gen_GPGPU_WALKER walker;           // dimensions already taken from GPGPU_DISPATCHDIM* if indirect
    const struct sim_draw *draw;              // NULL: a GPGPU_WALKER. Else pixels, and `walker` is not used.
    const uint8_t *curbe;                     // CURBE contents loaded by MEDIA_CURBE_LOAD, 32-byte units
    size_t curbe_size;
    bool slm_enabled;                      // L3CNTLREG
    uint64_t instruction_budget;           // instructions per EU thread before SIM_FAULT_HANG; 0: none
    const atomic_bool *cancel;             // set by a reset or close: stop soon with SIM_FAULT_HANG
    const struct sim_interrupt *interrupt; // NULL: nobody else wants the engine
    struct sim_caches *caches;             // KILN_SIM_STRICT; NULL: everybody sees memory
    uint64_t seed;    // of the garbage that registers and shared memory start with; 0: zeros
    bool shared_mocs; // images that others see have the caching of the page tables (rule mocs-shared)
};

struct sim_dispatch_stats {
    uint64_t eu_instructions, eu_threads, thread_groups, send_messages;
};

struct sim_eu_pool; // the host threads that execute thread groups, and their register files

struct sim_eu_pool *sim_eu_pool_create(unsigned threads); // NULL when out of memory
void sim_eu_pool_destroy(struct sim_eu_pool *pool);
void sim_eu_pool_fork(struct sim_eu_pool *pool, enum sim_fork step); // as sim_device_fork
// Counts what walkers do, into `log` (stats.h), which the caller keeps as long as the pool. Kernels are
// interpreted from then on.
struct sim_stats_log;
void sim_eu_pool_log(struct sim_eu_pool *pool, struct sim_stats_log *log);

// Runs all thread groups to the end, on all threads of the pool. The result and the stats do not depend on
// the number of threads. False with `fault` filled in if the walker faulted (the lowest-numbered faulting
// group wins).
bool sim_dispatch_walker(struct sim_eu_pool *pool, const struct sim_walker *w,
                         struct sim_dispatch_stats *stats, struct sim_fault *fault);

// All walkers so far have ended before those to come (a stall): what KILN_SIM_CHECK takes as an order.
void sim_eu_pool_ordered(struct sim_eu_pool *pool);

#endif
