// The packet table against bytes from outside: batches that two other drivers recorded, Mesa's ANV
// (anv_batches.h) and Intel's OpenCL driver (neo_batches.h).
//
// Every command must be known with its length, and unpack then pack must give the same bytes: no bit that
// they set is missing in the table. And our own packers, told in words what ANV does, must give ANV's bytes.
#include "cmd/gen_table.h"

#include "anv_batches.h"
#include "anv_batches_dg2.h"
#include "kt.h"
#include "neo_batches.h"

// unpack(dw), pack again into out. False for BARE rows, which have no fields.
static bool repack(enum gen_cmd_id id, const uint32_t *dw, uint32_t *out)
{
    switch (id) {
#define BEGIN(name, kind, hdr, mask, len, packed)                                                            \
    case GEN_CMD_##name: {                                                                                   \
        struct gen_##name s;                                                                                 \
        gen_##name##_unpack(dw, &s);                                                                         \
        gen_##name##_pack(out, &s);                                                                          \
        return true;                                                                                         \
    }
#include "cmd/gen_cmds.def"
    default:
        return false;
    }
}

static unsigned walk_as(enum kiln_isa isa, const uint32_t *dw, size_t n)
{
    unsigned commands = 0;
    for (size_t at = 0; at < n; commands++) {
        const struct gen_desc *d;
        uint32_t length, again[64] = {0}; // what a command has beyond its row is zero
        int found = gen_find_command(dw + at, n - at, &d, &length);
        if (!kt_ok(found == GEN_FOUND, "dword %zu: 0x%08x: %d", at, dw[at], found))
            break;
        if (!kt_ok(gen_desc_exists(d, isa), "%s is not the generation's", d->name))
            break;
        const struct gen_desc *row = gen_desc_for(d, isa);
        memset(again, 0xa5,
               row->length * sizeof(*again)); // and what no packer writes of it is not right by chance
        if (repack(row->id, dw + at, again))
            for (uint32_t i = 0; i < length; i++)
                kt_ok(again[i] == dw[at + i], "%s dword %u: 0x%08x, not 0x%08x", d->name, i, again[i],
                      dw[at + i]);
        at += length;
        if (d->id == GEN_CMD_MI_BATCH_BUFFER_END)
            kt_ok(at + 1 >= n, "the batch ends at dword %zu of %zu", at, n); // padded to 8 bytes
    }
    return commands;
}

static unsigned walk(const uint32_t *dw, size_t n)
{
    return walk_as(KILN_ISA_GEN9, dw, n);
}

KT_TEST(every_command_of_anv)
{
    kt_eq(walk(anv_init, sizeof(anv_init) / 4), 11);
    kt_eq(walk(anv_saxpy, sizeof(anv_saxpy) / 4), 22);
    uint32_t again[16];
    repack(GEN_CMD_INTERFACE_DESCRIPTOR_DATA, anv_saxpy_descriptor, again);
    kt_true(!memcmp(again, anv_saxpy_descriptor, sizeof(anv_saxpy_descriptor)));
    repack(GEN_CMD_RENDER_SURFACE_STATE, anv_saxpy_surface, again);
    kt_true(!memcmp(again, anv_saxpy_surface, sizeof(anv_saxpy_surface)));
}

KT_TEST(every_command_of_neo)
{
    kt_eq(walk(neo_first, sizeof(neo_first) / 4), 11);
    kt_eq(walk(neo_second, sizeof(neo_second) / 4), 7);
    uint32_t again[16];
    repack(GEN_CMD_INTERFACE_DESCRIPTOR_DATA, neo_descriptor, again);
    kt_true(!memcmp(again, neo_descriptor, sizeof(neo_descriptor)));
    repack(GEN_CMD_RENDER_SURFACE_STATE, neo_surface, again);
    kt_true(!memcmp(again, neo_surface, sizeof(neo_surface)));
}

// And what it makes for Arc, by the rows of Gen12.5.
KT_TEST(every_command_for_arc)
{
    uint32_t again[16];
    kt_eq(walk_as(KILN_ISA_GEN125, anv_dg2_init, sizeof(anv_dg2_init) / 4), 18);
    kt_eq(walk_as(KILN_ISA_GEN125, anv_dg2_saxpy, sizeof(anv_dg2_saxpy) / 4), 15);
    repack(GEN_CMD_RENDER_SURFACE_STATE_GEN125, anv_dg2_surface, again);
    kt_true(!memcmp(again, anv_dg2_surface, sizeof(anv_dg2_surface)));
    struct gen_RENDER_SURFACE_STATE_GEN125 s;
    gen_RENDER_SURFACE_STATE_GEN125_unpack(anv_dg2_surface, &s);
    kt_eq(s.surface_type, GEN_SURFTYPE_BUFFER);
    kt_eq((s.height << 7 | s.width) + 1, 16384);
    kt_eq(s.mocs, 3 << 1);
}

static const uint32_t *find_for_arc(enum gen_cmd_id id)
{
    const struct gen_desc *d;
    uint32_t length;
    for (size_t at = 0; at < sizeof(anv_dg2_saxpy) / 4; at += length) {
        if (gen_find_command(anv_dg2_saxpy + at, sizeof(anv_dg2_saxpy) / 4 - at, &d, &length) != GEN_FOUND)
            break;
        if (d->id == id)
            return anv_dg2_saxpy + at;
    }
    kt_ok(false, "%s is not in the batch", gen_cmd_table[id].name);
    return NULL;
}

// Our packers, told in words what it dispatches.
KT_TEST(the_same_bytes_for_arc)
{
    uint32_t walker[gen_COMPUTE_WALKER_LENGTH], cfe[gen_CFE_STATE_LENGTH],
        pool[gen_3DSTATE_BINDING_TABLE_POOL_ALLOC_GEN125_LENGTH];
    gen_COMPUTE_WALKER_pack(walker,
                            &(struct gen_COMPUTE_WALKER){.simd_size = 1, // 16
                                                         .execution_mask = 0xffff,
                                                         .local_x_maximum = 255,
                                                         .indirect_data_length = 576,
                                                         .indirect_data_start_address = 0x200000,
                                                         .thread_group_id_x_dimension = 16,
                                                         .thread_group_id_y_dimension = 1,
                                                         .thread_group_id_z_dimension = 1,
                                                         .kernel_start_pointer = 0x8000,
                                                         .number_of_threads_in_gpgpu_thread_group = 16,
                                                         .post_sync_mocs = 6});
    gen_CFE_STATE_pack(cfe, &(struct gen_CFE_STATE){.maximum_number_of_threads = 672});
    gen_3DSTATE_BINDING_TABLE_POOL_ALLOC_GEN125_pack(
        pool, &(struct gen_3DSTATE_BINDING_TABLE_POOL_ALLOC_GEN125){.mocs = 6,
                                                                    .binding_table_pool_base_address =
                                                                        UINT64_C(0x100000000),
                                                                    .binding_table_pool_buffer_size = 16});
    const uint32_t *theirs = find_for_arc(GEN_CMD_COMPUTE_WALKER);
    kt_true(theirs && !memcmp(walker, theirs, sizeof(walker)));
    theirs = find_for_arc(GEN_CMD_CFE_STATE);
    kt_true(theirs && !memcmp(cfe, theirs, sizeof(cfe)));
    theirs = find_for_arc(GEN_CMD_3DSTATE_BINDING_TABLE_POOL_ALLOC);
    kt_true(theirs && !memcmp(pool, theirs, sizeof(pool)));
}

// The n-th command with that id in the saxpy batch.
static const uint32_t *find(enum gen_cmd_id id, unsigned n)
{
    const struct gen_desc *d;
    uint32_t length;
    for (size_t at = 0; at < sizeof(anv_saxpy) / 4; at += length) {
        if (gen_find_command(anv_saxpy + at, sizeof(anv_saxpy) / 4 - at, &d, &length) != GEN_FOUND)
            break;
        if (d->id == id && n-- == 0)
            return anv_saxpy + at;
    }
    static const uint32_t none[32];
    return none;
}

#define IS_ANV(n, name, ...)                                                                                 \
    do {                                                                                                     \
        uint32_t dw[32];                                                                                     \
        const uint32_t *want = find(GEN_CMD_##name, n);                                                      \
        gen_##name##_pack(dw, &(struct gen_##name){__VA_ARGS__});                                            \
        for (unsigned i = 0; i < gen_##name##_LENGTH; i++)                                                   \
            kt_ok(dw[i] == want[i], #name " dword %u is 0x%08x, ANV's is 0x%08x", i, dw[i], want[i]);        \
    } while (0)

KT_TEST(the_same_work_is_the_same_bytes)
{
    IS_ANV(0, PIPE_CONTROL, .dc_flush_enable = true, .render_target_cache_flush_enable = true,
           .command_streamer_stall_enable = true);
    IS_ANV(1, PIPE_CONTROL, .state_cache_invalidation_enable = true,
           .constant_cache_invalidation_enable = true, .texture_cache_invalidation_enable = true);
    IS_ANV(5, PIPE_CONTROL, .depth_cache_flush_enable = true, .dc_flush_enable = true,
           .render_target_cache_flush_enable = true, .command_streamer_stall_enable = true,
           .post_sync_operation = GEN_POST_SYNC_WRITE_IMMEDIATE, .address = 0xfffefffff060);
    IS_ANV(0, PIPELINE_SELECT, .pipeline_selection = GEN_PIPELINE_GPGPU, .mask_bits = 3);
    IS_ANV(0, STATE_BASE_ADDRESS, .general_state_base_address_modify_enable = true, .general_state_mocs = 4,
           .stateless_data_port_access_mocs = 4, .surface_state_base_address_modify_enable = true,
           .surface_state_mocs = 4, .surface_state_base_address = 0x100000000,
           .dynamic_state_base_address_modify_enable = true, .dynamic_state_mocs = 4,
           .dynamic_state_base_address = 0xc0000000, .indirect_object_base_address_modify_enable = true,
           .indirect_object_mocs = 4, .instruction_base_address_modify_enable = true, .instruction_mocs = 4,
           .instruction_base_address = 0x200000000, .general_state_buffer_size_modify_enable = true,
           .general_state_buffer_size = 0xfffff, .dynamic_state_buffer_size_modify_enable = true,
           .dynamic_state_buffer_size = 0x40000, .indirect_object_buffer_size_modify_enable = true,
           .indirect_object_buffer_size = 0xfffff, .instruction_buffer_size_modify_enable = true,
           .instruction_buffer_size = 0x40000, .bindless_surface_state_base_address_modify_enable = true,
           .bindless_surface_state_mocs = 4, .bindless_surface_state_base_address = 0x1c0000000,
           .bindless_surface_state_size = 0xfffff);
    IS_ANV(0, MI_LOAD_REGISTER_IMM, .register_offset = GEN_REG_L3CNTLREG, .data_dword = 0x60000060);
    IS_ANV(0, MEDIA_VFE_STATE, .maximum_number_of_threads = 167, .number_of_urb_entries = 2,
           .urb_entry_allocation_size = 2, .curbe_allocation_size = 32,
           .reset_gateway_timer = GEN_GATEWAY_TIMER_RESET);
    IS_ANV(0, MEDIA_INTERFACE_DESCRIPTOR_LOAD, .interface_descriptor_total_length = 32,
           .interface_descriptor_data_start_address = 0x44000);
    IS_ANV(0, MEDIA_CURBE_LOAD, .curbe_total_data_length = 1024, .curbe_data_start_address = 0x44040);
    IS_ANV(0, GPGPU_WALKER, .simd_size = GEN_SIMD_SIZE_16, .thread_width_counter_maximum = 15,
           .thread_group_id_x_dimension = 16, .thread_group_id_y_dimension = 1,
           .thread_group_id_z_dimension = 1, .right_execution_mask = 0xffff,
           .bottom_execution_mask = 0xffffffff);
    IS_ANV(0, MEDIA_STATE_FLUSH, .dword_length = 0);
    IS_ANV(0, MI_BATCH_BUFFER_END);
}

KT_TEST(the_same_state_is_the_same_bytes)
{
    uint32_t dw[16];
    gen_INTERFACE_DESCRIPTOR_DATA_pack(
        dw, &(struct gen_INTERFACE_DESCRIPTOR_DATA){.binding_table_entry_count = 5,
                                                    .constant_urb_entry_read_length = 1,
                                                    .number_of_threads_in_gpgpu_thread_group = 16,
                                                    .cross_thread_constant_data_read_length = 16});
    for (unsigned i = 0; i < 8; i++)
        kt_ok(dw[i] == anv_saxpy_descriptor[i], "descriptor dword %u", i);
    gen_RENDER_SURFACE_STATE_pack(
        dw, &(struct gen_RENDER_SURFACE_STATE){.surface_type = GEN_SURFTYPE_BUFFER,
                                               .surface_format = GEN_FORMAT_RAW,
                                               .surface_horizontal_alignment = GEN_HALIGN_4,
                                               .surface_vertical_alignment = GEN_VALIGN_4,
                                               .mocs = 4,
                                               // 16384 bytes: bits 6:0, 20:7 and 31:21 of the size minus one
                                               .width = 16383 & 0x7f,
                                               .height = 16383 >> 7,
                                               .shader_channel_select_red = GEN_SCS_RED,
                                               .shader_channel_select_green = GEN_SCS_GREEN,
                                               .shader_channel_select_blue = GEN_SCS_BLUE,
                                               .shader_channel_select_alpha = GEN_SCS_ALPHA,
                                               .surface_base_address = 0xfffffffeffff9000});
    for (unsigned i = 0; i < 16; i++)
        kt_ok(dw[i] == anv_saxpy_surface[i], "surface dword %u is 0x%08x, ANV's is 0x%08x", i, dw[i],
              anv_saxpy_surface[i]);
}

KT_MAIN()
