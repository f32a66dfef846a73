// A device as launches see it: the kernel's device, the rules of its chip, and all
// memory that the GPU reaches by something else than the application's addresses.
#ifndef KILN_LAUNCH_DEVICE_H
#define KILN_LAUNCH_DEVICE_H

#include "hw/rules.h"
#include "launch/memory/bo.h"
#include "launch/memory/host.h"
#include "launch/memory/progress.h"
#include "launch/memory/sparse.h"
#include "launch/memory/state_pool.h"
#include "winsys/ws.h"
#include "util/lock.h"

// Binding tables lie below the surface states, so that a Surface State Base Address at a binding table's
// block reaches all surface states by a positive offset.
#define LAUNCH_BT_SIZE UINT64_C(0x10000000)
// Bindless Surface State Base Address: where surface states begin. Handles have 20 bits for 64-byte states.
#define LAUNCH_BINDLESS_BASE (WS_SURFACE_BASE + LAUNCH_BT_SIZE)
#define LAUNCH_BINDLESS_SURFACES (1u << 20)
#define LAUNCH_BINDLESS_REACH (LAUNCH_BINDLESS_SURFACES * UINT64_C(64)) // bytes

// Samplers that are alive: a SAMPLER_STATE's pointer to its border colour has 24 bits (PRM KBL vol2d
// SAMPLER_STATE), and each has 64 bytes for it. As many again may be captured and replayed.
#define LAUNCH_MAX_SAMPLERS (1u << 16)

// Threads take powers of two from 1 KiB to 2 MiB.
#define LAUNCH_SCRATCH_SIZES 12

struct launch_class;

struct launch_device {
    struct launch_limits limits; // first: every dispatch looks at them
    // Of the floor above, before launch_device_init.
    const struct launch_class *class; // launch_class_of
    struct ws_device *ws;
    const struct ws_device_info *info;
    uint64_t rules; // bits by enum kiln_rule
    // Packets and states have 32-bit addresses, and other layouts than Gen9's; and batches call none, because
    // the kernel reads them before they are queued and trusts none that jumps (winsys.md). Of the chip.
    bool narrow, flat;
    // Binding tables lie in a pool, and the load-store units' caches are flushed by a bit of their own: so it
    // is where walkers name what they need (launch/compute). Of the chip.
    bool has_table_pool;
    // Batches are executed by an engine that only computes (ws_device_info): no 3D pipeline, and registers of
    // its own (mi/registers.h).
    bool compute_engine;
    struct launch_allocator alloc;
    // A context is lost: what happened. Sets is_lost.
    void (*lost)(void *user, const char *file, int line, const char *what);
    void *user;
    // Where the host sees a place in memory of the application's (launch_walk); NULL: nowhere.
    const void *(*map)(void *memory, uint64_t offset);

    uint32_t is_lost; // set once; atomic

    struct launch_residency residency;
    struct launch_batch_cache batch_cache;
    struct launch_sparse_device sparse;
    struct launch_state_pool bt_pool, surface_pool, dynamic_pool, kernel_pool;
    struct launch_state_pool border_pool, replay_pool; // of samplers; of those that are captured or replayed
    struct launch_state_pool color_pool; // of sampler descriptors: colours by number (vk/image/border.c)
    struct launch_state_pool query_pool; // of small query pools, at the zone's end
    struct launch_state null_surface;    // of nothing: reads zero, drops writes

    // Of all queues. A thread that another context interrupts keeps its registers, and not its scratch: of
    // several queues one request at a time uses scratch. The last one signals this syncobj (0: there is one
    // queue), with the lock held while it is submitted.
    uint32_t scratch_fence;
    struct kiln_lock scratch_lock;
    struct launch_bo *scratch[LAUNCH_SCRATCH_SIZES];           // by log2(bytes a thread) - 10
    struct launch_state scratch_surface[LAUNCH_SCRATCH_SIZES]; // where threads reach it by a surface

    struct launch_bo marks; // struct launch_marks
};

// Tells the floor above that the device is lost, and returns LAUNCH_LOST.
#define launch_lost(device, ...) launch_lost_at((device), __FILE__, __LINE__, __VA_ARGS__)
enum launch_result launch_lost_at(struct launch_device *device, const char *file, int line, const char *fmt,
                                  ...) __attribute__((format(printf, 4, 5), cold));
static inline bool launch_is_lost(const struct launch_device *device)
{
    return __atomic_load_n(&device->is_lost, __ATOMIC_ACQUIRE) != 0;
}

// launch_keeps(device, GLK_BARRIER_MODE): whether the device has the rule (src/hw/rules.def).
#define launch_keeps(device, id) kiln_has_rule((device)->rules, KILN_RULE_##id)

// launch_zone(device, KERNEL): where such buffers lie.
#define launch_zone(device, id) (&(device)->info->zones[WS_ZONE_##id])

void launch_device_init(struct launch_device *device);
// Before the first kernel or stream.
enum launch_result launch_device_marks(struct launch_device *device);
// Before the first of several queues.
enum launch_result launch_device_share(struct launch_device *device);
void launch_device_finish(struct launch_device *device);

// Which of the sizes a power of two is; LAUNCH_SCRATCH_SIZES: none.
unsigned launch_scratch_size(uint32_t bytes_per_thread);
// The scratch buffer for kernels with that many bytes a thread, a power of two from 1 KiB to 2 MiB.
enum launch_result launch_device_scratch(struct launch_device *device, uint32_t bytes_per_thread,
                                         struct launch_bo **out);

static inline uint64_t launch_begun_address(const struct launch_device *device)
{
    return device->marks.address + offsetof(struct launch_marks, begun);
}

static inline uint64_t launch_nowhere_address(const struct launch_device *device)
{
    return device->marks.address + offsetof(struct launch_marks, nowhere);
}

#endif
