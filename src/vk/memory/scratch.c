// Scratch memory, one buffer for each size that threads want, shared by all kernels of a device.
#include "vk/object/device.h"
#include "vk/object/rules.h"

VkResult kiln_device_scratch(struct kiln_device *device, uint32_t bytes_per_thread, struct kiln_bo **out)
{
    unsigned i = 0;
    while (i < KILN_SCRATCH_SIZES && bytes_per_thread > 1024u << i)
        i++;
    if (i == KILN_SCRATCH_SIZES)
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "%u bytes of scratch a thread", bytes_per_thread);
    VkResult result = VK_SUCCESS;
    pthread_mutex_lock(&device->scratch_lock);
    if (!device->scratch[i]) {
        // The hardware computes a thread's slot as if every slice had four subslices, and each perhaps more
        // EUs than are there.
        const struct kiln_devinfo *d = device->physical->info.devinfo;
        uint64_t threads = kiln_keeps(device, SCRATCH_SLOTS) ? UINT64_C(4) * d->slices * d->thread_ids
                                                             : (uint64_t)d->subslices * d->max_cs_threads;
        struct ws_bo_desc desc = {.size = threads * (1024u << i), .zone = WS_ZONE_SCRATCH, .name = "scratch"};
        struct kiln_bo *bo =
            kiln_zalloc(&device->alloc, NULL, sizeof(*bo), VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
        result = bo ? kiln_bo_init(device, bo, &desc, false) : kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
        if (result)
            kiln_free(&device->alloc, NULL, bo);
        else
            device->scratch[i] = bo;
    }
    *out = device->scratch[i];
    pthread_mutex_unlock(&device->scratch_lock);
    return result;
}
