// Launches by CFE_STATE and COMPUTE_WALKER, which contains its interface descriptor, its tables and samplers,
// and the address of its constants: Gen12.5 and Xe2. Packets are made as Gen12.5's, and converted; a walker's
// places are those of the chip. Source: Mesa 25.0.7 gen125.xml, gen200.xml, genX_cmd_compute.c
// (emit_compute_walker), anv_allocator.c (anv_scratch_pool_get_surf), genX_init_state.c.
#include "cmd/gen_slm.h"
#include "launch/mi/packets.h"
#include "launch/state/pipeline.h"
#include "launch/stream/class.h"
#include "launch/stream/dispatch.h"
#include "launch/stream/surface.h"
#include "util/math.h"

// A note of the kernel for fault reports, and the walker: Xe2's is the longest.
enum { HEAD = gen_MI_STORE_DATA_IMM_LENGTH, WALK_DWORDS = HEAD + gen_COMPUTE_WALKER_XE2_LENGTH };
_Static_assert(WALK_DWORDS == LAUNCH_WALKER_DWORDS + LAUNCH_WALKER_MORE, "a walker is copied whole");

static struct gen_COMPUTE_WALKER walker_of(const struct launch_device *device, const struct launch_kernel *k,
                                           const struct launch_kernel_info *info)
{
    const uint32_t last = info->invocations % info->simd; // channels of the last thread, 0: all
    const uint32_t simd = info->simd == 32   ? GEN_SIMD_SIZE_32
                          : info->simd == 16 ? GEN_SIMD_SIZE_16
                                             : GEN_SIMD_SIZE_8;
    return (struct gen_COMPUTE_WALKER){
        .simd_size = simd,
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

static uint8_t place(const struct gen_desc *walker, const char *field)
{
    return (uint8_t)(HEAD + gen_named_field(walker, field)->dw);
}

static void place_fields(struct launch_walker *out, const struct gen_desc *walker)
{
    static const char *const start[3] = {"thread_group_id_starting_x", "thread_group_id_starting_y",
                                         "thread_group_id_starting_z"},
                             *const end[3] = {"thread_group_id_x_dimension", "thread_group_id_y_dimension",
                                              "thread_group_id_z_dimension"};
    for (unsigned i = 0; i < 3; i++) {
        out->start[i] = place(walker, start[i]);
        out->end[i] = place(walker, end[i]);
    }
    out->constants = place(walker, "inline_data_0");
    out->tables = place(walker, "binding_table_pointer");
    out->samplers = place(walker, "sampler_state_pointer");
}

static void pack_walker(const struct launch_device *device, struct launch_kernel *k,
                        const struct launch_kernel_info *info)
{
    const struct gen_COMPUTE_WALKER walker = walker_of(device, k, info);
    const struct gen_MI_STORE_DATA_IMM begun = {.address = launch_begun_address(device),
                                                .immediate_data = (uint32_t)k->address};
    uint32_t dw[HEAD + GEN_OWN_MAX] = {0};
    gen_MI_STORE_DATA_IMM_pack(dw, &begun);
    gen_COMPUTE_WALKER_pack(dw + HEAD, &walker);
    const struct gen_desc *own = mi_own(device, GEN_CMD_COMPUTE_WALKER, dw + HEAD);
    struct launch_walker *out = &k->walker;
    *out = (struct launch_walker){
        .count = (uint8_t)(HEAD + own->length),
        .head = HEAD,
        .predicated =
            GEN_MASK(GEN_HIGH(COMPUTE_WALKER, predicate_enable), GEN_HIGH(COMPUTE_WALKER, predicate_enable)),
        .indirect = GEN_MASK(GEN_HIGH(COMPUTE_WALKER, indirect_parameter_enable),
                             GEN_HIGH(COMPUTE_WALKER, indirect_parameter_enable)),
        .more = LAUNCH_WALKER_MORE,
    };
    place_fields(out, own);
    memcpy(out->dwords, dw, sizeof(out->dwords));
    memcpy(out->rest, dw + LAUNCH_WALKER_DWORDS, sizeof(out->rest));
}

// What is sent when a stream's next kernel wants other threads than it has, after a stall (rule cfe-stall).
static void add_threads(struct launch_kernel *k, const uint32_t *dw, uint32_t length)
{
    _Static_assert(gen_STATE_COMPUTE_MODE_XE2_LENGTH + gen_CFE_STATE_LENGTH <= LAUNCH_THREADS_DWORDS, "room");
    memcpy(k->make_threads + k->threads_count, dw, length * sizeof(*dw));
    k->threads_count = (uint8_t)(k->threads_count + length);
}

// How many registers they have. Source: NEO 26.27 command_encoder_xehp_and_later.inl (EncodeComputeMode::
// programComputeModeCommand: largeGrfMode).
static void pack_registers(const struct launch_device *device, struct launch_kernel *k)
{
    const struct gen_STATE_COMPUTE_MODE mode = {.large_grf_mode = k->large_registers,
                                                .large_grf_mode_mask = true};
    uint32_t dw[GEN_OWN_MAX];
    gen_STATE_COMPUTE_MODE_pack(dw, &mode);
    add_threads(k, dw, mi_own(device, GEN_CMD_STATE_COMPUTE_MODE, dw)->length);
}

// Scratch is a surface, of which the threads have the number: its place, in 64 bytes, in bits 31:12. Where
// messages take the place in bytes it is in bits 31:10, which a kernel shifts (Mesa:
// ANV_SCRATCH_SPACE_SHIFT).
static void pack_threads(const struct launch_device *device, struct launch_kernel *k,
                         const struct launch_bo *scratch)
{
    struct gen_CFE_STATE c = {.maximum_number_of_threads =
                                  device->info->subslices * device->info->devinfo->max_cs_threads};
    if (scratch) {
        const uint64_t state = device->scratch_surface[launch_scratch_size(k->scratch_bytes)].address;
        const bool in_bytes = kiln_target_has_ugm_offsets(kiln_target_of(device->info->devinfo));
        c.scratch_space_buffer = (uint32_t)(state - LAUNCH_BINDLESS_BASE) >> (in_bytes ? 6 : 4);
    }
    uint32_t dw[GEN_OWN_MAX];
    gen_CFE_STATE_pack(dw, &c);
    add_threads(k, dw, mi_own(device, GEN_CMD_CFE_STATE, dw)->length);
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
    k->threads_count = 0;
    pack_registers(device, k);
    pack_threads(device, k, scratch);
}

static uint32_t *setup(const struct launch_device *device, uint32_t *dw)
{
    const struct kiln_devinfo *chip = device->info->devinfo;
    dw = state_flush(device, dw);
    if (kiln_target_selects_pipeline(kiln_target_of(chip)))
        dw = state_switch_pipeline(device, dw, GEN_PIPELINE_GPGPU);
    if (chip->l3_register)
        MI_PUT(dw, MI_LOAD_REGISTER_IMM, .register_offset = chip->l3_register, .data_dword = chip->l3_config);
    return dw;
}

const struct launch_class launch_class_compute = {
    .show_scratch = show_scratch,
    .pack = pack,
    .setup = setup,
    .threads_dwords = gen_STATE_COMPUTE_MODE_XE2_LENGTH + gen_CFE_STATE_LENGTH,
    .walker_dwords = WALK_DWORDS,
};
