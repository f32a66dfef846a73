// Where each kind of state lies: see device.h.
#include "launch/memory/device.h"

#include <stdarg.h>
#include <stdio.h>

#include "hw/target.h"
#include "util/math.h"

#define BORDER_SIZE (LAUNCH_MAX_SAMPLERS * UINT64_C(64))
#define BORDER_CHUNK (64 * 1024)
_Static_assert(3 * BORDER_SIZE + BORDER_CHUNK <= 1 << 24, "three pools of border colours: they come first");

// A tenth of the kernel's patience is left for what cannot be foreseen. Where it has no limit, work may take
// an hour: costs are sums and products of these.
static struct launch_limits plan_limits(const struct ws_limits *kernel)
{
    const uint64_t hour = UINT64_C(3600000000000), waves = 10;
    const uint64_t most = kernel->since_start ? waves : 1; // requests at once, of the longest
    const uint64_t preempt = kernel->preempt_ns ? kernel->preempt_ns : hour,
                   request = kernel->request_ns ? kernel->request_ns : waves * hour;
    return (struct launch_limits){.group_ns = preempt,
                                  .segment_ns = KILN_MIN(waves * preempt, request / 3),
                                  .queued_ns = most * (request - request / 10)};
}

void launch_device_init(struct launch_device *device)
{
    const struct ws_range *dynamic = launch_zone(device, DYNAMIC), *kernel = launch_zone(device, KERNEL);
    const struct kiln_target *target = kiln_target_of(device->info->devinfo);
    device->limits = plan_limits(&device->info->limits);
    device->narrow = !kiln_target_has_long_addresses(target);
    device->flat = kiln_target_has_parsed_batches(target);
    device->compute_engine = device->info->compute_engine;
    device->has_table_pool = kiln_target_has_binding_table_pool(target);
    launch_residency_init(&device->residency);
    launch_batch_cache_init(&device->batch_cache);
    launch_sparse_device_init(&device->sparse);
    kiln_lock_init(&device->scratch_lock, KILN_LOCK_SCRATCH);
    launch_state_pool_init(&device->bt_pool, device, "binding tables", WS_ZONE_SURFACE, WS_SURFACE_BASE,
                           LAUNCH_BT_SIZE, 256 * 1024);
    launch_state_pool_init(&device->surface_pool, device, "surface states", WS_ZONE_SURFACE,
                           LAUNCH_BINDLESS_BASE, LAUNCH_BINDLESS_REACH, 256 * 1024);
    launch_state_pool_init(&device->border_pool, device, "border colours", WS_ZONE_DYNAMIC, dynamic->base,
                           BORDER_SIZE, BORDER_CHUNK);
    launch_state_pool_init(&device->replay_pool, device, "captured border colours", WS_ZONE_DYNAMIC,
                           dynamic->base + BORDER_SIZE, BORDER_SIZE, BORDER_CHUNK);
    const uint64_t first = dynamic->base + 2 * BORDER_SIZE, colors = BORDER_SIZE + BORDER_CHUNK;
    launch_state_pool_init(&device->color_pool, device, "border colours of heaps", WS_ZONE_DYNAMIC, first,
                           colors, BORDER_CHUNK);
    const uint64_t queries = dynamic->base + dynamic->size - dynamic->size / 8;
    launch_state_pool_init(&device->dynamic_pool, device, "dynamic state", WS_ZONE_DYNAMIC, first + colors,
                           queries - first - colors, 256 * 1024);
    launch_state_pool_init(&device->query_pool, device, "queries", WS_ZONE_DYNAMIC, queries,
                           dynamic->size / 8, 64 * 1024);
    launch_state_pool_init(&device->kernel_pool, device, "kernels", WS_ZONE_KERNEL, kernel->base,
                           kernel->size, 256 * 1024);
}

enum launch_result launch_device_marks(struct launch_device *device)
{
    struct ws_bo_desc desc = {.size = sizeof(struct launch_marks),
                              .zone = WS_ZONE_HIGH,
                              .flags = WS_BO_COHERENT | WS_BO_CAPTURE,
                              .name = "marks"};
    return launch_bo_init(device, &device->marks, &desc, true);
}

enum launch_result launch_device_share(struct launch_device *device)
{
    int err = ws_syncobj_create(device->ws, true, &device->scratch_fence);
    return err ? launch_error(launch_result_from_errno(err), "ws_syncobj_create: %d", err) : LAUNCH_OK;
}

void launch_device_finish(struct launch_device *device)
{
    if (device->scratch_fence)
        ws_syncobj_destroy(device->ws, device->scratch_fence);
    if (device->marks.ws)
        launch_bo_finish(device, &device->marks);
    for (unsigned i = 0; i < LAUNCH_SCRATCH_SIZES; i++) {
        if (device->scratch[i])
            launch_bo_finish(device, device->scratch[i]);
        launch_state_free(&device->surface_pool, &device->scratch_surface[i]);
        launch_free(&device->alloc, device->scratch[i]);
    }
    kiln_lock_destroy(&device->scratch_lock);
    launch_state_pool_finish(&device->kernel_pool);
    launch_state_pool_finish(&device->replay_pool);
    launch_state_pool_finish(&device->border_pool);
    launch_state_pool_finish(&device->color_pool);
    launch_state_pool_finish(&device->query_pool);
    launch_state_pool_finish(&device->dynamic_pool);
    launch_state_pool_finish(&device->surface_pool);
    launch_state_pool_finish(&device->bt_pool);
    launch_batch_cache_finish(device);
    launch_sparse_device_finish(&device->sparse);
    launch_residency_finish(device);
}

enum launch_result launch_lost_at(struct launch_device *device, const char *file, int line, const char *fmt,
                                  ...)
{
    char what[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof(what), fmt, ap);
    va_end(ap);
    device->lost(device->user, file, line, what);
    return LAUNCH_LOST;
}
