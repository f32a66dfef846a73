// Launches by CFE_STATE and COMPUTE_WALKER, which contains its interface descriptor, its tables and samplers,
// and the address of its constants: Gen12.5. Source: Mesa 25.0.7 gen125.xml, genX_cmd_compute.c
// (emit_compute_walker), anv_allocator.c (anv_scratch_pool_get_surf), genX_init_state.c.
#include "cmd/gen_slm.h"
#include "launch/mi/packets.h"
#include "launch/state/pipeline.h"
#include "launch/stream/class.h"
#include "launch/stream/dispatch.h"
#include "launch/stream/surface.h"
#include "util/math.h"

// A note of the kernel for fault reports, and the walker.
enum { WALK_DWORDS = gen_MI_STORE_DATA_IMM_LENGTH + gen_COMPUTE_WALKER_LENGTH };
_Static_assert(WALK_DWORDS == LAUNCH_WALKER_DWORDS + LAUNCH_WALKER_MORE, "a walker is copied whole");

#define PLACE(field) (gen_MI_STORE_DATA_IMM_LENGTH + GEN_DWORD(COMPUTE_WALKER, field))

static struct gen_COMPUTE_WALKER walker_of(const struct launch_device *device, const struct launch_kernel *k,
                                           const struct launch_kernel_info *info)
{
    const uint32_t last = info->invocations % info->simd; // channels of the last thread, 0: all
    return (struct gen_COMPUTE_WALKER){
        .simd_size = info->simd == 32   ? GEN_SIMD_SIZE_32
                     : info->simd == 16 ? GEN_SIMD_SIZE_16
                                        : GEN_SIMD_SIZE_8,
        .execution_mask = last ? (1u << last) - 1 : UINT32_MAX >> (32 - info->simd),
        .emit_inline_parameter = k->constant_regs != 0,
        .kernel_start_pointer = k->address - launch_zone(device, KERNEL)->base,
        .sampler_count = KILN_MIN((k->sampler_count + 3) / 4, 4u),  // a prefetch hint, in fours
        .binding_table_entry_count = KILN_MIN(k->table_count, 31u), // a prefetch hint
        .thread_preemption_disable = true, // not within threads, whose registers would have to be saved
        .number_of_threads_in_gpgpu_thread_group = k->threads,
        .shared_local_memory_size = gen_slm_encode(kiln_target_of(device->info->devinfo), info->shared_bytes),
        .number_of_barriers = info->barrier,
        .post_sync_mocs = device->info->devinfo->mocs,
    };
}

static void pack_walker(const struct launch_device *device, struct launch_kernel *k,
                        const struct launch_kernel_info *info)
{
    const struct gen_COMPUTE_WALKER walker = walker_of(device, k, info);
    const struct gen_MI_STORE_DATA_IMM begun = {.address = launch_begun_address(device),
                                                .immediate_data = (uint32_t)k->address};
    uint32_t dw[WALK_DWORDS];
    gen_MI_STORE_DATA_IMM_pack(dw, &begun);
    gen_COMPUTE_WALKER_pack(dw + gen_MI_STORE_DATA_IMM_LENGTH, &walker);
    struct launch_walker *out = &k->walker;
    *out = (struct launch_walker){
        .count = WALK_DWORDS,
        .head = gen_MI_STORE_DATA_IMM_LENGTH,
        .start = {PLACE(thread_group_id_starting_x), PLACE(thread_group_id_starting_y),
                  PLACE(thread_group_id_starting_z)},
        .end = {PLACE(thread_group_id_x_dimension), PLACE(thread_group_id_y_dimension),
                PLACE(thread_group_id_z_dimension)},
        .predicated =
            GEN_MASK(GEN_HIGH(COMPUTE_WALKER, predicate_enable), GEN_HIGH(COMPUTE_WALKER, predicate_enable)),
        .indirect = GEN_MASK(GEN_HIGH(COMPUTE_WALKER, indirect_parameter_enable),
                             GEN_HIGH(COMPUTE_WALKER, indirect_parameter_enable)),
        .more = LAUNCH_WALKER_MORE,
        .constants = PLACE(inline_data_0),
        .tables = PLACE(binding_table_pointer),
        .samplers = PLACE(sampler_state_pointer),
    };
    memcpy(out->dwords, dw, sizeof(out->dwords));
    memcpy(out->rest, dw + LAUNCH_WALKER_DWORDS, sizeof(out->rest));
}

// Scratch is a surface, of which the threads have the number: its place, in 64 bytes, in bits 31:12.
static void pack_threads(const struct launch_device *device, struct launch_kernel *k,
                         const struct launch_bo *scratch)
{
    struct gen_CFE_STATE c = {.maximum_number_of_threads =
                                  device->info->subslices * device->info->devinfo->max_cs_threads};
    if (scratch) {
        const uint64_t state = device->scratch_surface[launch_scratch_size(k->scratch_bytes)].address;
        c.scratch_space_buffer = (uint32_t)(state - LAUNCH_BINDLESS_BASE) >> 4;
    }
    _Static_assert(gen_CFE_STATE_LENGTH <= LAUNCH_THREADS_DWORDS, "room for it");
    gen_CFE_STATE_pack(k->make_threads, &c);
    k->threads_count = gen_CFE_STATE_LENGTH;
}

// The surface that threads reach it by, one for each size.
static enum launch_result show_scratch(struct launch_device *device, const struct launch_kernel *k,
                                       const struct launch_bo *scratch)
{
    struct launch_state *state = &device->scratch_surface[launch_scratch_size(k->scratch_bytes)];
    enum launch_result result = LAUNCH_OK;
    if (k->scratch_bytes > LAUNCH_SCRATCH_PITCH)
        return launch_error(LAUNCH_NO_DEVICE_MEMORY, "%u bytes of scratch a thread", k->scratch_bytes);
    kiln_lock(&device->scratch_lock);
    if (!state->size) {
        result = launch_state_alloc(&device->surface_pool, LAUNCH_SURFACE_SIZE, 64, state);
        if (!result)
            launch_surface_scratch(device, state->map, scratch->address, scratch->size, k->scratch_bytes);
    }
    kiln_unlock(&device->scratch_lock);
    return result;
}

static void pack(const struct launch_device *device, struct launch_kernel *k,
                 const struct launch_kernel_info *info, const struct launch_bo *scratch)
{
    k->load_constants.address = k->load_descriptor.address = 0;
    pack_walker(device, k, info);
    pack_threads(device, k, scratch);
}

static uint32_t *setup(const struct launch_device *device, uint32_t *dw)
{
    const struct kiln_devinfo *chip = device->info->devinfo;
    dw = state_flush(device, dw);
    dw = state_switch_pipeline(device, dw, GEN_PIPELINE_GPGPU);
    MI_PUT(dw, MI_LOAD_REGISTER_IMM, .register_offset = chip->l3_register, .data_dword = chip->l3_config);
    MI_PUT(dw, STATE_COMPUTE_MODE, .large_grf_mode = false, .large_grf_mode_mask = true);
    return dw;
}

const struct launch_class launch_class_compute = {
    .show_scratch = show_scratch,
    .pack = pack,
    .setup = setup,
    .threads_dwords = gen_CFE_STATE_LENGTH,
    .walker_dwords = WALK_DWORDS,
};
