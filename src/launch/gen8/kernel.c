// A kernel's packets. PRM SKL vol2a MEDIA_VFE_STATE, GPGPU_WALKER; PRM KBL vol2d "INTERFACE_DESCRIPTOR_DATA".
#include "cmd/gen_slm.h"
#include "launch/gen8/walker.h"
#include "util/log.h"
#include "util/math.h"

static void pack_walker(const struct launch_device *device, struct launch_kernel *k,
                        const struct launch_kernel_info *info)
{
    uint32_t last = info->invocations % info->simd; // channels of the last thread, 0: all
    struct gen_GPGPU_WALKER w = {
        .thread_width_counter_maximum = k->threads - 1,
        .simd_size = info->simd == 32   ? GEN_SIMD_SIZE_32
                     : info->simd == 16 ? GEN_SIMD_SIZE_16
                                        : GEN_SIMD_SIZE_8,
        .right_execution_mask = last ? (1u << last) - 1 : UINT32_MAX >> (32 - info->simd),
        .bottom_execution_mask = UINT32_MAX,
    };
    struct gen_MEDIA_STATE_FLUSH flush = {0};
    struct gen_MI_STORE_DATA_IMM begun = {.address = launch_begun_address(device),
                                          .immediate_data = (uint32_t)k->address};
    gen_MI_STORE_DATA_IMM_pack(k->walker, &begun);
    gen_GPGPU_WALKER_pack(k->walker + GEN8_WALKER, &w);
    if (launch_keeps(device, MEDIA_STATE_FLUSH))
        gen_MEDIA_STATE_FLUSH_pack(k->walker + GEN8_WALKER + gen_GPGPU_WALKER_LENGTH, &flush);
}

static void pack_descriptor(const struct launch_device *device, struct launch_kernel *k,
                            const struct launch_kernel_info *info)
{
    struct gen_INTERFACE_DESCRIPTOR_DATA d = {
        .kernel_start_pointer = k->address - launch_zone(device, KERNEL)->base,
        .sampler_count = KILN_MIN((k->sampler_count + 3) / 4, 4u),  // a prefetch hint, in fours
        .binding_table_entry_count = KILN_MIN(k->table_count, 31u), // a prefetch hint
        .constant_urb_entry_read_length = k->per_thread_regs,
        .cross_thread_constant_data_read_length = k->cross_regs,
        .number_of_threads_in_gpgpu_thread_group = k->threads,
        .shared_local_memory_size = gen_slm_encode(kiln_target_of(device->info->devinfo), info->shared_bytes),
        .barrier_enable = info->barrier,
    };
    _Static_assert(gen_INTERFACE_DESCRIPTOR_DATA_LENGTH <= LAUNCH_DESCRIPTOR_DWORDS, "room for it");
    uint32_t dw[GEN_OWN_MAX];
    gen_INTERFACE_DESCRIPTOR_DATA_pack(dw, &d);
    gen8_own(device, GEN_CMD_INTERFACE_DESCRIPTOR_DATA, dw);
    memcpy(k->descriptor, dw, sizeof(k->descriptor));
}

static void pack_vfe(const struct launch_device *device, struct launch_kernel *k,
                     const struct launch_bo *scratch)
{
    struct gen_MEDIA_VFE_STATE v = {
        .maximum_number_of_threads = device->info->subslices * device->info->devinfo->max_cs_threads - 1,
        .number_of_urb_entries = 2,
        .reset_gateway_timer = GEN_GATEWAY_TIMER_RESET,
        .urb_entry_allocation_size = 2,
        .curbe_allocation_size = (uint32_t)kiln_align(k->constant_regs, 2),
    };
    if (scratch) {
        v.per_thread_scratch_space = (uint32_t)__builtin_ctz(k->scratch_bytes) - 10;
        v.scratch_space_base_pointer = scratch->address - launch_zone(device, SCRATCH)->base;
    }
    _Static_assert(gen_MEDIA_VFE_STATE_LENGTH <= LAUNCH_THREADS_DWORDS, "room for it");
    uint32_t dw[GEN_OWN_MAX];
    gen_MEDIA_VFE_STATE_pack(dw, &v);
    gen8_own(device, GEN_CMD_MEDIA_VFE_STATE, dw);
    memcpy(k->make_threads, dw, gen_MEDIA_VFE_STATE_LENGTH * 4);
}

// How many groups a walker may have, so that it takes less than limits.segment_ns in the worst case: a thread
// of a kernel with loops takes as long as it is let (progress.h), and other kernels what their instructions
// take when each message waits for memory that is busy.
static void plan_slices(const struct launch_device *device, struct launch_kernel *k,
                        const struct launch_kernel_info *info)
{
    uint64_t thread_ns = 1000 + UINT64_C(40) * info->instructions + UINT64_C(8000) * info->sends;
    if (info->loop_ns)
        thread_ns = info->loop_ns;
    uint32_t threads = device->info->subslices * device->info->devinfo->max_cs_threads;
    uint64_t wave = KILN_MAX(1u, threads / k->threads); // groups
    uint64_t groups = wave * KILN_MAX(1u, device->limits.segment_ns / thread_ns);
    k->slice_groups = KILN_DEBUG(NOSLICE) ? UINT32_MAX : (uint32_t)KILN_MIN(groups, (uint64_t)UINT32_MAX);
    k->group_ns = (uint32_t)KILN_MIN(thread_ns / wave + 1, (uint64_t)UINT32_MAX);
}

enum launch_result launch_kernel_init(struct launch_device *device, struct launch_kernel *k,
                                      const struct launch_kernel_info *info)
{
    struct launch_bo *scratch = NULL;
    enum launch_result result = LAUNCH_OK;
    k->address = info->address;
    k->rate = &k->measured;
    k->threads = info->threads;
    k->cross_regs = info->cross_regs;
    k->per_thread_regs = info->per_thread_regs;
    k->constant_regs = info->cross_regs + info->per_thread_regs * info->threads;
    k->scratch_bytes = info->scratch_bytes;
    k->table_count = info->table_count;
    k->sampler_count = info->sampler_count;
    k->caches = (info->reads_texture ? LAUNCH_PIPE_TEXTURE_INVALIDATE : 0u) |
                (info->reads_changing_states ? LAUNCH_PIPE_STATE_INVALIDATE : 0u);
    if (k->scratch_bytes)
        result = launch_device_scratch(device, k->scratch_bytes, &scratch);
    if (result)
        return result;
    plan_slices(device, k, info);
    pack_walker(device, k, info);
    pack_descriptor(device, k, info);
    pack_vfe(device, k, scratch);
    if (k->table_count || k->sampler_count)
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
