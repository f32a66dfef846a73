// Scratch memory, one buffer for each size that threads want, shared by all kernels of a device.
#include "hw/target.h"
#include "launch/memory/device.h"

// From Gen11 a slice has places for eight. Source: Mesa 25.0.7 init_max_scratch_ids.
static bool has_eight_subslices(const struct kiln_devinfo *d)
{
    return kiln_target_of(d)->isa >= KILN_ISA_GEN11;
}

enum launch_result launch_device_scratch(struct launch_device *device, uint32_t bytes_per_thread,
                                         struct launch_bo **out)
{
    unsigned i = 0;
    while (i < LAUNCH_SCRATCH_SIZES && bytes_per_thread > 1024u << i)
        i++;
    if (i == LAUNCH_SCRATCH_SIZES)
        return launch_error(LAUNCH_NO_DEVICE_MEMORY, "%u bytes of scratch a thread", bytes_per_thread);
    enum launch_result result = LAUNCH_OK;
    kiln_lock(&device->scratch_lock);
    if (!device->scratch[i]) {
        // The hardware computes a thread's slot as if every slice had four subslices (eight), and each
        // perhaps more EUs than are there.
        const struct kiln_devinfo *d = device->info->devinfo;
        bool slots = launch_keeps(device, SCRATCH_SLOTS) || has_eight_subslices(d);
        uint64_t per_slice = has_eight_subslices(d) ? 8 : 4;
        uint64_t threads =
            slots ? per_slice * d->slices * d->thread_ids : (uint64_t)d->subslices * d->max_cs_threads;
        struct ws_bo_desc desc = {.size = threads * (1024u << i), .zone = WS_ZONE_SCRATCH, .name = "scratch"};
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
