// What a kernel is to any class of hardware: how long its groups may take, and the memory of its states. See
// launch/stream/kernel.h.
#include <string.h>

#include "hw/target.h"
#include "launch/stream/class.h"
#include "launch/stream/stream.h"
#include "util/log.h"
#include "util/math.h"

// How many groups a walker may have, so that it takes less than limits.segment_ns in the worst case: a thread
// of a kernel with loops takes as long as it is let (progress.h), and other kernels what their instructions
// take when each message waits for memory that is busy.
static void plan_slices(const struct launch_device *device, struct launch_kernel *k,
                        const struct launch_kernel_info *info)
{
    uint64_t thread_ns = 1000 + UINT64_C(40) * info->instructions + UINT64_C(8000) * info->sends;
    if (info->loop_ns)
        thread_ns = info->loop_ns;
    const struct kiln_target *target = kiln_target_of(device->info->devinfo);
    if (k->large_registers)
        target = kiln_target_large(target);
    uint32_t threads = device->info->subslices * kiln_target_resident_threads(target);
    uint64_t wave = KILN_MAX(1u, threads / k->threads); // groups
    uint64_t groups = wave * KILN_MAX(1u, device->limits.segment_ns / thread_ns);
    k->slice_groups = KILN_DEBUG(NOSLICE) ? UINT32_MAX : KILN_MIN(groups, (uint64_t)UINT32_MAX);
    k->group_ns = (uint32_t)KILN_MIN(thread_ns / wave + 1, (uint64_t)UINT32_MAX);
}

enum launch_result launch_kernel_init(struct launch_device *device, struct launch_kernel *k,
                                      const struct launch_kernel_info *info)
{
    struct launch_bo *scratch = NULL;
    enum launch_result result = LAUNCH_OK;
    const struct kiln_target *target = kiln_target_of(device->info->devinfo);
    k->scratch_bytes = 0;
    k->address = info->address;
    k->rate = &k->measured;
    k->threads = info->threads;
    k->large_registers = info->large_registers;
    k->cross_regs = info->cross_regs;
    k->per_thread_regs = info->per_thread_regs;
    k->constant_regs = info->cross_regs + info->per_thread_regs * info->threads;
    if (info->scratch_bytes)
        k->scratch_bytes = KILN_MAX(info->scratch_bytes, kiln_target_scratch_unit(target));
    k->table_count = info->table_count;
    k->sampler_count = info->sampler_count;
    k->caches = (info->reads_texture ? LAUNCH_PIPE_TEXTURE_INVALIDATE : 0u) |
                (info->reads_changing_states ? LAUNCH_PIPE_STATE_INVALIDATE : 0u);
    if (k->scratch_bytes)
        result = launch_device_scratch(device, k->scratch_bytes, &scratch);
    if (!result && scratch && device->class->show_scratch)
        result = device->class->show_scratch(device, k, scratch);
    if (result)
        return result;
    plan_slices(device, k, info);
    device->class->pack(device, k, info, scratch);
    if (k->table_count || k->sampler_count || !k->load_descriptor.address)
        return LAUNCH_OK;
    result = launch_state_alloc(&device->dynamic_pool, sizeof(k->descriptor), 64, &k->idle_descriptor);
    if (!result)
        memcpy(k->idle_descriptor.map, k->descriptor, sizeof(k->descriptor));
    return result;
}

void launch_kernel_finish(struct launch_device *device, struct launch_kernel *k)
{
    launch_state_free(&device->dynamic_pool, &k->idle_descriptor);
}
