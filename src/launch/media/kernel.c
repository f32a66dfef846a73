// Launches by MEDIA_VFE_STATE, CURBE data, interface descriptors and GPGPU_WALKER: Gen7.5 to Gen12. PRM SKL
// vol2a MEDIA_VFE_STATE, GPGPU_WALKER, MEDIA_CURBE_LOAD, MEDIA_INTERFACE_DESCRIPTOR_LOAD; PRM KBL vol2d
// "INTERFACE_DESCRIPTOR_DATA".
#include "cmd/gen_slm.h"
#include "launch/media/setup.h"
#include "launch/mi/packets.h"
#include "launch/stream/class.h"
#include "launch/stream/dispatch.h"
#include "util/math.h"

// A walk: a note of the kernel for fault reports, GPGPU_WALKER, MEDIA_STATE_FLUSH.
enum {
    WALKER = gen_MI_STORE_DATA_IMM_LENGTH, // where the GPGPU_WALKER is
    FLUSH = WALKER + gen_GPGPU_WALKER_LENGTH,
    WALK_DWORDS = FLUSH + gen_MEDIA_STATE_FLUSH_LENGTH,
};
_Static_assert(WALK_DWORDS == LAUNCH_WALKER_DWORDS, "a walker is copied whole");
_Static_assert(gen_MEDIA_CURBE_LOAD_LENGTH == LAUNCH_LOAD_DWORDS &&
                   gen_MEDIA_INTERFACE_DESCRIPTOR_LOAD_LENGTH == LAUNCH_LOAD_DWORDS,
               "all of a load");

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
    struct launch_walker *out = &k->walker;
    *out = (struct launch_walker){
        .count = WALK_DWORDS,
        .head = WALKER + GEN_DWORD(GPGPU_WALKER, predicate_enable),
        .start = {WALKER + GEN_DWORD(GPGPU_WALKER, thread_group_id_starting_x),
                  WALKER + GEN_DWORD(GPGPU_WALKER, thread_group_id_starting_y),
                  WALKER + GEN_DWORD(GPGPU_WALKER, thread_group_id_starting_resume_z)},
        // A "dimension" is where the id stops, not how many there are.
        .end = {WALKER + GEN_DWORD(GPGPU_WALKER, thread_group_id_x_dimension),
                WALKER + GEN_DWORD(GPGPU_WALKER, thread_group_id_y_dimension),
                WALKER + GEN_DWORD(GPGPU_WALKER, thread_group_id_z_dimension)},
        .predicated = 1u << GEN_LOW(GPGPU_WALKER, predicate_enable),
        .indirect = 1u << GEN_LOW(GPGPU_WALKER, indirect_parameter_enable),
    };
    gen_MI_STORE_DATA_IMM_pack(out->dwords, &begun);
    gen_GPGPU_WALKER_pack(out->dwords + WALKER, &w);
    if (launch_keeps(device, MEDIA_STATE_FLUSH))
        gen_MEDIA_STATE_FLUSH_pack(out->dwords + FLUSH, &flush);
}

static void pack_loads(struct launch_kernel *k)
{
    const struct gen_MEDIA_CURBE_LOAD constants = {.curbe_total_data_length = launch_constant_bytes(k)};
    const struct gen_MEDIA_INTERFACE_DESCRIPTOR_LOAD descriptor = {
        .interface_descriptor_total_length = gen_INTERFACE_DESCRIPTOR_DATA_LENGTH * 4};
    gen_MEDIA_CURBE_LOAD_pack(k->load_constants.dwords, &constants);
    gen_MEDIA_INTERFACE_DESCRIPTOR_LOAD_pack(k->load_descriptor.dwords, &descriptor);
    k->load_constants.address = GEN_DWORD(MEDIA_CURBE_LOAD, curbe_data_start_address);
    k->load_descriptor.address =
        GEN_DWORD(MEDIA_INTERFACE_DESCRIPTOR_LOAD, interface_descriptor_data_start_address);
}

// The binding-table pointer has 16 bits.
_Static_assert(GEN_MASK(GEN_HIGH(INTERFACE_DESCRIPTOR_DATA, binding_table_pointer), 0) ==
                   LAUNCH_TABLE_REACH - 1,
               "what tables with one base lie in");
// What is patched lies where Gen9 has it.
#define SAME_PLACE(field)                                                                                    \
    _Static_assert(                                                                                          \
        GEN_DWORD(INTERFACE_DESCRIPTOR_DATA, field) == GEN_DWORD(INTERFACE_DESCRIPTOR_DATA_GEN8, field) &&   \
            GEN_DWORD(INTERFACE_DESCRIPTOR_DATA, field) ==                                                   \
                GEN_DWORD(INTERFACE_DESCRIPTOR_DATA_GEN12, field) &&                                         \
            GEN_LOW(INTERFACE_DESCRIPTOR_DATA, field) == GEN_LOW(INTERFACE_DESCRIPTOR_DATA_GEN8, field) &&   \
            GEN_LOW(INTERFACE_DESCRIPTOR_DATA, field) == GEN_LOW(INTERFACE_DESCRIPTOR_DATA_GEN12, field),    \
        #field)
SAME_PLACE(binding_table_pointer);
SAME_PLACE(sampler_state_pointer);

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
    mi_own(device, GEN_CMD_INTERFACE_DESCRIPTOR_DATA, dw);
    memcpy(k->descriptor, dw, sizeof(k->descriptor));
    k->tables = GEN_DWORD(INTERFACE_DESCRIPTOR_DATA, binding_table_pointer);
    k->samplers = GEN_DWORD(INTERFACE_DESCRIPTOR_DATA, sampler_state_pointer);
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
    mi_own(device, GEN_CMD_MEDIA_VFE_STATE, dw);
    memcpy(k->make_threads, dw, gen_MEDIA_VFE_STATE_LENGTH * 4);
    k->threads_count = gen_MEDIA_VFE_STATE_LENGTH;
}

static void pack(const struct launch_device *device, struct launch_kernel *k,
                 const struct launch_kernel_info *info, const struct launch_bo *scratch)
{
    pack_walker(device, k, info);
    pack_loads(k);
    pack_descriptor(device, k, info);
    pack_vfe(device, k, scratch);
}

const struct launch_class launch_class_media = {
    .pack = pack,
    .setup = media_setup,
    .threads_dwords = gen_MEDIA_VFE_STATE_LENGTH,
    .walker_dwords = WALK_DWORDS,
};
