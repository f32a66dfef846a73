// A kernel as launches know it: everything of a dispatch that does not depend on the dispatch, already packed
// by the device's class (class.h). Recording copies dwords, and puts what the dispatch has into places that
// the kernel names: it calls nothing of the class.
#ifndef KILN_LAUNCH_KERNEL_H
#define KILN_LAUNCH_KERNEL_H

#include "launch/memory/device.h"

// Room for the packets of any class. Of a walker, a class whose packets are longer than these has more to
// copy.
#define LAUNCH_WALKER_DWORDS 21
#define LAUNCH_WALKER_MORE 23
#define LAUNCH_DESCRIPTOR_DWORDS 8
#define LAUNCH_THREADS_DWORDS 12
#define LAUNCH_LOAD_DWORDS 4

#define LAUNCH_REGISTER 32u // bytes of a register of constants

// What the packets are made of.
struct launch_kernel_info {
    uint64_t address;                     // of the first instruction
    uint32_t simd, invocations, threads;  // of a group
    uint32_t cross_regs, per_thread_regs; // registers of constants: of a group, of each thread
    uint32_t shared_bytes, scratch_bytes; // of a group; of a thread: a power of two from 1 KiB on, or 0
    bool large_registers;                 // it is for threads with large register files (kiln_target_large)
    bool barrier;
    bool reads_texture, reads_changing_states; // through the sampler's cache; states that shaders may write
    uint32_t table_count, sampler_count;
    // What its groups take in the worst case: the longest that a thread may, or what its instructions do.
    uint32_t instructions, sends;
    uint64_t loop_ns; // 0: no loops
};

// The packets of one walk, with zero dimensions. Places are in dwords.
struct launch_walker {
    uint32_t dwords[LAUNCH_WALKER_DWORDS];
    uint8_t count, head;      // the walker's first dword
    uint8_t start[3], end[3]; // group ids of each dimension, from one to the other
    uint32_t predicated,
        indirect; // bits of the first dword: depends on the predicate; dimensions of registers
    uint8_t more; // dwords after those, where the walker names constants, tables and samplers itself
    uint8_t constants, tables, samplers;
    uint32_t rest[LAUNCH_WALKER_MORE];
};

// Those, where a walker names them: an address, and offsets from their bases.
struct launch_bindings {
    uint64_t constants;
    uint32_t tables, samplers;
};

// A packet that loads something from an address, which is to be put in.
struct launch_load {
    uint32_t dwords[LAUNCH_LOAD_DWORDS];
    uint8_t address; // the place of it; 0: there is no such packet
};

struct launch_kernel {
    // What recording reads, together.
    struct launch_walker walker;
    struct launch_load load_constants, load_descriptor; // by offsets from Dynamic State Base Address
    uint32_t descriptor[LAUNCH_DESCRIPTOR_DWORDS];      // without pointers
    uint8_t tables, samplers;                           // places of the pointers to them
    uint8_t threads_count;                              // dwords
    uint32_t make_threads[LAUNCH_THREADS_DWORDS];
    uint32_t scratch_bytes;
    bool large_registers;
    uint32_t constant_regs; // of all threads
    uint32_t cross_regs, per_thread_regs, threads;
    uint32_t caches;       // LAUNCH_PIPE_INVALIDATE: that it reads through
    uint64_t slice_groups; // thread groups that one walker may have
    uint32_t group_ns;     // what a group adds to the time of a dispatch, in the worst case
    uint32_t table_count, sampler_count;
    uint64_t address;
    struct launch_state idle_descriptor; // in memory, of a kernel without tables
    uint64_t *rate;    // what 1024 groups took, ns, when they were last measured; 0: not yet. Atomic
    uint64_t measured; // `rate`'s
};

enum launch_result launch_kernel_init(struct launch_device *device, struct launch_kernel *k,
                                      const struct launch_kernel_info *info);
void launch_kernel_finish(struct launch_device *device, struct launch_kernel *k);

// Bytes of a group's constants, in whole blocks of what a kernel reads.
static inline uint32_t launch_constant_bytes(const struct launch_kernel *k)
{
    return (k->constant_regs * LAUNCH_REGISTER + 63) & ~63u;
}

#endif
