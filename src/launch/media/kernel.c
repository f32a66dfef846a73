// Launches by MEDIA_VFE_STATE, CURBE data, interface descriptors and GPGPU_WALKER: Gen7.5 to Gen12. PRM SKL
// vol2a MEDIA_VFE_STATE, GPGPU_WALKER, MEDIA_CURBE_LOAD, MEDIA_INTERFACE_DESCRIPTOR_LOAD; PRM KBL vol2d
// "INTERFACE_DESCRIPTOR_DATA".
#include "cmd/gen_slm.h"
#include "launch/media/setup.h"
#include "launch/mi/packets.h"
#include "launch/stream/class.h"
#include "launch/stream/dispatch.h"
#include "util/math.h"

// A walk: a note of the kernel for fault reports, GPGPU_WALKER, MEDIA_STATE_FLUSH. In no generation is it
// longer.
enum { WALK_DWORDS = gen_MI_STORE_DATA_IMM_LENGTH + gen_GPGPU_WALKER_LENGTH + gen_MEDIA_STATE_FLUSH_LENGTH };
_Static_assert(WALK_DWORDS == LAUNCH_WALKER_DWORDS, "a walker is copied whole");
_Static_assert(gen_MEDIA_CURBE_LOAD_LENGTH == LAUNCH_LOAD_DWORDS &&
                   gen_MEDIA_INTERFACE_DESCRIPTOR_LOAD_LENGTH == LAUNCH_LOAD_DWORDS,
               "all of a load");

static const struct gen_field *field_of(const struct gen_desc *d, const char *name)
{
    const struct gen_field *f = d->fields;
    while (f->name && strcmp(f->name, name))
        f++;
    return f->name ? f : NULL;
}

static uint8_t place_of(const struct gen_desc *d, const char *name)
{
    return field_of(d, name)->dw;
}

// Returns where it begins.
static uint8_t append(struct launch_walker *w, const struct gen_desc *d, const uint32_t *dw)
{
    uint8_t at = w->count;
    memcpy(w->dwords + at, dw, d->length * 4u);
    w->count = (uint8_t)(at + d->length);
    return at;
}

static void pack_walker(const struct launch_device *device, struct launch_kernel *k,
                        const struct launch_kernel_info *info)
{
    // A "dimension" is where the id stops, not how many there are.
    static const char *const starts[] = {"thread_group_id_starting_x", "thread_group_id_starting_y",
                                         "thread_group_id_starting_resume_z"},
                             *const ends[] = {"thread_group_id_x_dimension", "thread_group_id_y_dimension",
                                              "thread_group_id_z_dimension"};
    uint32_t last = info->invocations % info->simd; // channels of the last thread, 0: all
    const struct gen_GPGPU_WALKER walker = {
        .thread_width_counter_maximum = k->threads - 1,
        .simd_size = info->simd == 32   ? GEN_SIMD_SIZE_32
                     : info->simd == 16 ? GEN_SIMD_SIZE_16
                                        : GEN_SIMD_SIZE_8,
        .right_execution_mask = last ? (1u << last) - 1 : UINT32_MAX >> (32 - info->simd),
        .bottom_execution_mask = UINT32_MAX,
    };
    const struct gen_MEDIA_STATE_FLUSH flush = {0};
    const struct gen_MI_STORE_DATA_IMM begun = {.address = launch_begun_address(device),
                                                .immediate_data = (uint32_t)k->address};
    struct launch_walker *out = &k->walker;
    uint32_t dw[GEN_OWN_MAX];
    *out = (struct launch_walker){.count = 0};
    gen_MI_STORE_DATA_IMM_pack(dw, &begun);
    append(out, mi_own(device, GEN_CMD_MI_STORE_DATA_IMM, dw), dw);
    gen_GPGPU_WALKER_pack(dw, &walker);
    const struct gen_desc *d = mi_own(device, GEN_CMD_GPGPU_WALKER, dw);
    const uint8_t at = append(out, d, dw);
    for (unsigned i = 0; i < 3; i++) {
        out->start[i] = (uint8_t)(at + place_of(d, starts[i]));
        out->end[i] = (uint8_t)(at + place_of(d, ends[i]));
    }
    out->head = at;
    out->predicated = 1u << field_of(d, "predicate_enable")->low;
    out->indirect = 1u << field_of(d, "indirect_parameter_enable")->low;
    if (launch_keeps(device, MEDIA_STATE_FLUSH))
        gen_MEDIA_STATE_FLUSH_pack(out->dwords + out->count, &flush);
    out->count += gen_MEDIA_STATE_FLUSH_LENGTH;
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
    const struct gen_desc *own = mi_own(device, GEN_CMD_INTERFACE_DESCRIPTOR_DATA, dw);
    memcpy(k->descriptor, dw, sizeof(k->descriptor));
    k->tables = place_of(own, "binding_table_pointer");
    k->samplers = place_of(own, "sampler_state_pointer");
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
        const uint32_t unit = kiln_target_scratch_unit(kiln_target_of(device->info->devinfo));
        v.per_thread_scratch_space = (uint32_t)__builtin_ctz(k->scratch_bytes / unit);
        v.scratch_space_base_pointer = scratch->address - launch_zone(device, SCRATCH)->base;
    }
    _Static_assert(gen_MEDIA_VFE_STATE_LENGTH <= LAUNCH_THREADS_DWORDS, "room for it");
    uint32_t dw[GEN_OWN_MAX];
    gen_MEDIA_VFE_STATE_pack(dw, &v);
    const struct gen_desc *own = mi_own(device, GEN_CMD_MEDIA_VFE_STATE, dw);
    const struct gen_field *mode = field_of(own, "gpgpu_mode"); // else the pipeline says which it is
    if (mode)
        dw[mode->dw] |= 1u << mode->low;
    memcpy(k->make_threads, dw, own->length * 4u);
    k->threads_count = own->length;
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
