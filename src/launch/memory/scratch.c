// Scratch memory, one buffer for each size that threads want, shared by all kernels of a device.
#include "launch/memory/device.h"

unsigned launch_scratch_size(uint32_t bytes_per_thread)
{
    unsigned i = 0;
    while (i < LAUNCH_SCRATCH_SIZES && bytes_per_thread > 1024u << i)
        i++;
    return i;
}

enum launch_result launch_device_scratch(struct launch_device *device, uint32_t bytes_per_thread,
                                         struct launch_bo **out)
{
    const unsigned i = launch_scratch_size(bytes_per_thread);
    if (i == LAUNCH_SCRATCH_SIZES)
        return launch_error(LAUNCH_NO_DEVICE_MEMORY, "%u bytes of scratch a thread", bytes_per_thread);
    enum launch_result result = LAUNCH_OK;
    kiln_lock(&device->scratch_lock);
    if (!device->scratch[i]) {
        // The hardware computes a thread's slot as if there were more subslices than there are, and each
        // perhaps had more EUs.
        const struct kiln_devinfo *d = device->info->devinfo;
        uint64_t threads = launch_keeps(device, SCRATCH_SLOTS) ? (uint64_t)d->thread_places * d->thread_ids
                                                               : (uint64_t)d->subslices * d->max_cs_threads;
        struct ws_bo_desc desc = {.size = threads * (1024u << i),
                                  .zone = device->has_table_pool ? WS_ZONE_HIGH
                                                                 : WS_ZONE_SCRATCH, // by a surface: anywhere
                                  .name = "scratch"};
        struct launch_bo *bo = launch_zalloc(&device->alloc, sizeof(*bo));
        result = bo ? launch_bo_init(device, bo, &desc, false) : launch_error(LAUNCH_NO_HOST_MEMORY);
        if (result)
            launch_free(&device->alloc, bo);
        else
            device->scratch[i] = bo;
    }
    *out = device->scratch[i];
    kiln_unlock(&device->scratch_lock);
    return result;
}
