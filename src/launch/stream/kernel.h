// A kernel as launches know it: everything of a dispatch that does not depend on the dispatch, already
// packed. Recording copies dwords.
#ifndef KILN_LAUNCH_KERNEL_H
#define KILN_LAUNCH_KERNEL_H

#include "launch/memory/device.h"

// Room for the packets of any class; a backend says how many it uses of it.
#define LAUNCH_WALKER_DWORDS 24
#define LAUNCH_DESCRIPTOR_DWORDS 8
#define LAUNCH_THREADS_DWORDS 12

#define LAUNCH_REGISTER 32u // bytes of a register of constants

// What the packets are made of.
struct launch_kernel_info {
    uint64_t address;                     // of the first instruction
    uint32_t simd, invocations, threads;  // of a group
    uint32_t cross_regs, per_thread_regs; // registers of constants: of a group, of each thread
    uint32_t shared_bytes, scratch_bytes; // of a group; of a thread: a power of two from 1 KiB on, or 0
    bool barrier;
    bool reads_texture, reads_changing_states; // through the sampler's cache; states that shaders may write
    uint32_t table_count, sampler_count;
    // What its groups take in the worst case: the longest that a thread may, or what its instructions do.
    uint32_t instructions, sends;
    uint64_t loop_ns; // 0: no loops
};

struct launch_kernel {
    // What recording reads, together.
    uint32_t walker[LAUNCH_WALKER_DWORDS];         // with zero dimensions
    uint32_t descriptor[LAUNCH_DESCRIPTOR_DWORDS]; // without pointers
    uint32_t make_threads[LAUNCH_THREADS_DWORDS];
    uint32_t scratch_bytes;
    uint32_t constant_regs; // of all threads
    uint32_t cross_regs, per_thread_regs, threads;
    uint32_t caches;       // LAUNCH_PIPE_INVALIDATE: that it reads through
    uint32_t slice_groups; // thread groups that one walker may have
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
