// What a simulated machine is made with: one structure, filled in from the environment (KILN_SIM_*,
// docs/env.md) at one place, and given down to every room. Nothing else of the machine and its kernels reads
// a variable (tests/layers.py).
#ifndef KILN_SIM_CONFIG_H
#define KILN_SIM_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

enum { SIM_PCI_REVISION = 6, SIM_NAME_BYTES = 32 };

// Which kernel driver the machine's clients see.
enum sim_kernel { SIM_KERNEL_I915, SIM_KERNEL_XE };

// How kernels are translated.
struct sim_config_jit {
    enum { SIM_JIT_WHEN_WORTH, SIM_JIT_OFF, SIM_JIT_AT_ONCE } mode; // KILN_SIM_JIT
    bool dump;                                                      // KILN_SIM_JIT_DUMP
    bool in_background;  // walkers never wait for a translation: a real kernel has timers on them
    const char *cpu;     // KILN_SIM_JIT_CPU: the host's processor, as LLVM calls it; NULL: the one that runs
    const char *library; // KILN_SIM_JIT_LIBRARY: a path, or a name for the system's loader; NULL: ours
};

// Texts are the environment's own: who needs one after the machine was made keeps a copy. Paths are meant
// from where the library was loaded (kiln_path_absolute).
struct sim_config {
    const char *device;    // a name of hw/devinfo: "skl"
    unsigned threads;      // KILN_SIM_THREADS: host threads that execute thread groups; 0: all cores
    uint64_t memory_bytes; // KILN_SIM_MEMORY: of the simulated system; 0: a part of the host's
    // ---- the machine
    bool strict;   // KILN_SIM_STRICT
    bool lazy;     // strict, or KILN_SIM_LAZY: walkers as late as the hardware may
    bool fused;    // KILN_SIM_FUSED
    bool swizzles; // KILN_SIM_SWIZZLE: memory channels are of one size, where chips then swizzle tiles
    // KILN_SIM_SCRATCH_PAGE: what an address that is not mapped is, a fault or the kernel's scratch page
    enum { SIM_UNMAPPED_FAULTS, SIM_UNMAPPED_SILENT, SIM_UNMAPPED_TOLD } unmapped;
    bool all_rules;                   // KILN_SIM_RULES=all
    uint64_t seed;                    // KILN_SIM_SEED
    uint64_t schedule;                // KILN_SIM_SCHEDULE; 0: as it comes
    uint64_t instruction_budget;      // KILN_SIM_BUDGET: of an EU thread
    int64_t hang_ns;                  // KILN_SIM_TIMEOUT_MS: how long a batch may wait on a semaphore
    uint64_t instructions_per_second; // KILN_SIM_CLOCK: of the virtual clock; 0: there is none
    struct sim_config_jit jit;
    // ---- observers; NULL: none
    const char *check;      // KILN_SIM_CHECK
    const char *check_file; // KILN_SIM_CHECK_FILE
    const char *debug;      // KILN_SIM_DEBUG: a socket
    const char *cost;       // KILN_SIM_COST
    const char *totals;     // KILN_SIM_TOTALS: a file; "%p" is the process
    const char *stats;      // KILN_SIM_STATS: likewise
    const char *capture;    // KILN_SIM_CAPTURE: a directory
    // ---- the kernel
    enum sim_kernel kernel;
    bool aliasing;   // KILN_SIM_PPGTT=aliasing: all contexts have the global address space
    long fail_after; // KILN_SIM_FAIL: so many ioctls before the one that fails; negative: none does
    int fail_errno;
};

// What the environment says, and "skl".
struct sim_config sim_config_read(void);

// What stands after "sim:" in KILN_DEVICE: a chip, and with ",xe" (or ",i915") after it the kernel driver.
// The chip's name is copied to `chip`. False: there is no such driver, or the name is too long.
bool sim_config_name(const char *name, char chip[SIM_NAME_BYTES], enum sim_kernel *kernel);

#endif
