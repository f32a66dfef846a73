// The packet table: layout rules, packers against bytes from outside (headers and bit positions computed by
// hand from the PRM, constants that other drivers emit), unpack(pack(x)) == x, and lookup of commands.
#include "cmd/gen_table.h"

#include "kt.h"

#define WORDS(...)                                                                                           \
    (const uint32_t[])                                                                                       \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }

static bool same(const uint32_t *got, const uint32_t *want, unsigned n)
{
    bool ok = true;
    for (unsigned i = 0; i < n; i++)
        ok &= kt_ok(got[i] == want[i], "dword %u is 0x%08x, not 0x%08x", i, got[i], want[i]);
    return ok;
}

KT_TEST(fields_do_not_overlap)
{
    for (unsigned c = 0; c < GEN_CMD_COUNT; c++) {
        const struct gen_desc *d = &gen_cmd_table[c];
        uint32_t used[40] = {d->mask};
        kt_ok(d->length <= 40 && d->id == c, "%s: bad row", d->name);
        for (const struct gen_field *f = d->fields; f->name; f++) {
            uint64_t m = GEN_MASK(f->high, f->low);
            unsigned last = f->dw + (f->high > 31);
            if (!kt_ok(f->high >= f->low && f->high < 64 && f->low < 32 && last < 40, "%s.%s: bad bits",
                       d->name, f->name))
                continue;
            // A flag may sit inside an MI header's mask only below the opcode.
            bool clash =
                (used[f->dw] & (uint32_t)m) || (f->high > 31 && (used[f->dw + 1] & (uint32_t)(m >> 32)));
            kt_ok(!clash, "%s.%s overlaps another field", d->name, f->name);
            used[f->dw] |= (uint32_t)m;
            if (f->high > 31)
                used[f->dw + 1] |= (uint32_t)(m >> 32);
            unsigned width = f->high - f->low + 1u;
            if (f->type == GEN_FIELD_BOOL)
                kt_ok(width == 1, "%s.%s: a bool of %u bits", d->name, f->name, width);
            if (f->type != GEN_FIELD_ADDR && f->type != GEN_FIELD_UINT64)
                kt_ok(f->high < 32, "%s.%s crosses a dword", d->name, f->name);
            bool formats =
                d->kind == GEN_KIND_VARIANT && !strcmp(f->name, "surface_format"); // some have fewer
            if (f->type == GEN_FIELD_ENUM && !formats)
                for (const struct gen_value *v = f->values; v->name; v++)
                    kt_ok(v->value <= GEN_MASK(width - 1, 0), "%s.%s: %s does not fit", d->name, f->name,
                          v->name);
        }
    }
}

KT_TEST(lengths)
{
    // Dwords by the PRM.
    kt_eq(gen_PIPE_CONTROL_LENGTH, 6);
    kt_eq(gen_GPGPU_WALKER_LENGTH, 15);
    kt_eq(gen_MEDIA_VFE_STATE_LENGTH, 9);
    kt_eq(gen_STATE_BASE_ADDRESS_LENGTH, 19);
    kt_eq(gen_INTERFACE_DESCRIPTOR_DATA_LENGTH, 8);
    kt_eq(gen_RENDER_SURFACE_STATE_LENGTH, 16);
    kt_eq(gen_SAMPLER_STATE_LENGTH, 4);
    kt_eq(gen_MI_BATCH_BUFFER_START_LENGTH, 3);
    kt_eq(gen_MI_SEMAPHORE_WAIT_LENGTH, 4);
}

// Header dwords as i915 (intel_gpu_commands.h) and other drivers spell them.
KT_TEST(headers)
{
    uint32_t dw[32];
#define HEADER(name, value)                                                                                  \
    gen_##name##_pack(dw, &(struct gen_##name){});                                                           \
    kt_ok(dw[0] == (value), #name " is 0x%08x, not 0x%08x", dw[0], (unsigned)(value))
    HEADER(MI_NOOP, 0);
    HEADER(MI_BATCH_BUFFER_END, 0x0a << 23);
    HEADER(MI_BATCH_BUFFER_START, 0x31u << 23 | 1);
    HEADER(MI_ARB_CHECK, 0x05 << 23);
    HEADER(MI_LOAD_REGISTER_IMM, 0x22u << 23 | 1);
    HEADER(MI_LOAD_REGISTER_MEM, 0x29u << 23 | 2);
    HEADER(MI_LOAD_REGISTER_REG, 0x2au << 23 | 1);
    HEADER(MI_STORE_REGISTER_MEM, 0x24u << 23 | 2);
    HEADER(MI_STORE_DATA_IMM, 0x20u << 23 | 2);
    HEADER(MI_COPY_MEM_MEM, 0x2eu << 23 | 3);
    HEADER(MI_MATH, 0x1au << 23);
    HEADER(MI_PREDICATE, 0x0c << 23);
    HEADER(MI_SEMAPHORE_WAIT, 0x1cu << 23 | 2);
    HEADER(MI_ATOMIC, 0x2fu << 23 | 1);
    HEADER(MI_FLUSH_DW, 0x26u << 23 | 3);
    HEADER(MI_CONDITIONAL_BATCH_BUFFER_END, 0x36u << 23 | 2);
    HEADER(MI_SET_PREDICATE, 0x01 << 23);
    HEADER(MI_REPORT_PERF_COUNT, 0x28u << 23 | 2);
    HEADER(MI_USER_INTERRUPT, 0x02 << 23);
    HEADER(PIPE_CONTROL, 0x7a000004);
    HEADER(PIPELINE_SELECT, 0x69040000);
    HEADER(STATE_BASE_ADDRESS, 0x61010011);
    HEADER(STATE_SIP, 0x61020001);
    HEADER(MEDIA_VFE_STATE, 0x70000007);
    HEADER(MEDIA_CURBE_LOAD, 0x70010002);
    HEADER(MEDIA_INTERFACE_DESCRIPTOR_LOAD, 0x70020002);
    HEADER(MEDIA_STATE_FLUSH, 0x70040000);
    HEADER(MEDIA_OBJECT, 0x71000004);
    HEADER(GPGPU_WALKER, 0x7105000d);
    HEADER(3DSTATE_BINDING_TABLE_POOL_ALLOC, 0x79190002);
    HEADER(3DSTATE_DRAWING_RECTANGLE, 0x79000002);
    HEADER(3DSTATE_VF_STATISTICS, 0x680b0000);
}

KT_TEST(commands_by_hand)
{
    uint32_t dw[32];
    gen_PIPELINE_SELECT_pack(dw, &(struct gen_PIPELINE_SELECT){.mask_bits = 0x13,
                                                               .pipeline_selection = GEN_PIPELINE_GPGPU,
                                                               .media_sampler_dop_clock_gate_enable = true});
    same(dw, WORDS(0x69041312), 1);

    gen_PIPE_CONTROL_pack(dw, &(struct gen_PIPE_CONTROL){.command_streamer_stall_enable = true,
                                                         .dc_flush_enable = true,
                                                         .post_sync_operation = GEN_POST_SYNC_WRITE_IMMEDIATE,
                                                         .address = 0x123456789ab8,
                                                         .immediate_data = 0xfedcba9876543210});
    same(dw, WORDS(0x7a000004, 0x00104020, 0x56789ab8, 0x1234, 0x76543210, 0xfedcba98), 6);

    gen_MI_BATCH_BUFFER_START_pack(
        dw, &(struct gen_MI_BATCH_BUFFER_START){.address_space_indicator = GEN_ASI_PPGTT,
                                                .second_level_batch_buffer = GEN_BATCH_LEVEL_SECOND,
                                                .batch_buffer_start_address = 0xffff800012345678});
    same(dw, WORDS(0x18c00101, 0x12345678, 0xffff8000), 3);

    gen_MI_LOAD_REGISTER_IMM_pack(dw, &(struct gen_MI_LOAD_REGISTER_IMM){.register_offset = GEN_REG_L3CNTLREG,
                                                                         .data_dword = 0x60000021});
    same(dw, WORDS(0x11000001, 0x7034, 0x60000021), 3);

    gen_MEDIA_VFE_STATE_pack(dw, &(struct gen_MEDIA_VFE_STATE){.maximum_number_of_threads = 167,
                                                               .number_of_urb_entries = 2,
                                                               .urb_entry_allocation_size = 2,
                                                               .curbe_allocation_size = 64,
                                                               .reset_gateway_timer = GEN_GATEWAY_TIMER_RESET,
                                                               .scratch_space_base_pointer = 0x7ffffffffc00,
                                                               .per_thread_scratch_space = 5});
    same(dw, WORDS(0x70000007, 0xfffffc05, 0x7fff, 0x00a70280, 0, 0x00020040, 0, 0, 0), 9);

    gen_GPGPU_WALKER_pack(dw, &(struct gen_GPGPU_WALKER){.simd_size = GEN_SIMD_SIZE_32,
                                                         .thread_width_counter_maximum = 27,
                                                         .thread_group_id_x_dimension = 100,
                                                         .thread_group_id_y_dimension = 20,
                                                         .thread_group_id_z_dimension = 3,
                                                         .right_execution_mask = 0xff,
                                                         .bottom_execution_mask = 0xffffffff,
                                                         .indirect_parameter_enable = true,
                                                         .interface_descriptor_offset = 1});
    same(dw, WORDS(0x7105040d, 1, 0, 0, 0x8000001b, 0, 0, 100, 0, 0, 20, 0, 3, 0xff, 0xffffffff), 15);
}

KT_TEST(states_by_hand)
{
    uint32_t dw[32];
    gen_RENDER_SURFACE_STATE_pack(
        dw, &(struct gen_RENDER_SURFACE_STATE){.surface_type = GEN_SURFTYPE_BUFFER,
                                               .surface_format = GEN_FORMAT_RAW,
                                               .surface_vertical_alignment = GEN_VALIGN_4,
                                               .surface_horizontal_alignment = GEN_HALIGN_4,
                                               .mocs = 4,
                                               .width = 0x7f,
                                               .height = 0x3fff,
                                               .depth = 0x3ff,
                                               .surface_base_address = 0x200001000,
                                               .shader_channel_select_red = GEN_SCS_RED,
                                               .shader_channel_select_green = GEN_SCS_GREEN,
                                               .shader_channel_select_blue = GEN_SCS_BLUE,
                                               .shader_channel_select_alpha = GEN_SCS_ALPHA});
    same(dw,
         WORDS(0x87fd4000, 0x04000000, 0x3fff007f, 0x7fe00000, 0, 0, 0, 0x09770000, 0x1000, 2, 0, 0, 0, 0, 0,
               0),
         16);

    gen_INTERFACE_DESCRIPTOR_DATA_pack(
        dw, &(struct gen_INTERFACE_DESCRIPTOR_DATA){.kernel_start_pointer = 0x1240,
                                                    .binding_table_pointer = 0xffe0,
                                                    .binding_table_entry_count = 3,
                                                    .sampler_state_pointer = 0x2020,
                                                    .sampler_count = 1,
                                                    .constant_urb_entry_read_length = 2,
                                                    .number_of_threads_in_gpgpu_thread_group = 56,
                                                    .shared_local_memory_size = GEN_SLM_SIZE_64K,
                                                    .barrier_enable = true,
                                                    .cross_thread_constant_data_read_length = 9});
    same(dw, WORDS(0x1240, 0, 0, 0x2024, 0xffe3, 0x00020000, 0x00270038, 9), 8);

    gen_SAMPLER_STATE_pack(dw, &(struct gen_SAMPLER_STATE){.texture_lod_bias = -1.5f,
                                                           .max_lod = 14.0f,
                                                           .min_lod = 0.25f,
                                                           .mag_mode_filter = GEN_MAPFILTER_LINEAR,
                                                           .tcx_address_control_mode = GEN_TCM_CLAMP});
    same(dw, WORDS((0x1e80u << 1) | (1u << 17), (0xe00u << 8) | (0x40u << 20), 0, 2u << 6), 4);
    gen_SAMPLER_STATE_pack(
        dw, &(struct gen_SAMPLER_STATE){.max_lod = 99.0f, .min_lod = -1.0f, .texture_lod_bias = 100.0f});
    same(dw, WORDS(0xfffu << 1, 0xfffu << 8, 0, 0), 4); // saturated

    gen_L3CNTLREG_pack(
        dw, &(struct gen_L3CNTLREG){.slm_enable = true, .urb_allocation = 16, .all_allocation = 48});
    same(dw, WORDS(0x60000021), 1);
}

KT_TEST(optional_dwords)
{
    uint32_t dw[8];
    memset(dw, 0xaa, sizeof(dw));
    gen_MI_STORE_DATA_IMM_pack(dw, &(struct gen_MI_STORE_DATA_IMM){.address = 0x1000, .immediate_data = 7});
    same(dw, WORDS(0x10000002, 0x1000, 0, 7, 0xaaaaaaaa), 5);
    gen_MI_STORE_DATA_IMM_pack(
        dw, &(struct gen_MI_STORE_DATA_IMM){
                .address = 0x1000, .immediate_data = 0x500000007, .store_qword = true, .dword_length = 3});
    same(dw, WORDS(0x10200003, 0x1000, 0, 7, 5, 0xaaaaaaaa), 6);

    // An unpacker does not look beyond the header's length.
    struct gen_MI_STORE_DATA_IMM s;
    gen_MI_STORE_DATA_IMM_unpack(WORDS(0x10000002, 0x1000, 0, 7, 0xbad), &s);
    kt_eq(s.immediate_data, 7);
    struct gen_PIPE_CONTROL p;
    gen_PIPE_CONTROL_unpack(WORDS(0x7a000002, 0x4000, 8, 0, 0xbad, 0xbad), &p);
    kt_eq(p.immediate_data, 0);
    kt_eq(p.address, 8);
}

static uint64_t rng = 88172645463325252u;
static uint64_t rnd(void)
{
    rng ^= rng << 13;
    rng ^= rng >> 7;
    return rng ^= rng << 17;
}

static unsigned gen_cmd_packed(const struct gen_desc *d)
{
    unsigned n = d->length;
    for (const struct gen_field *f = d->fields; f->name; f++)
        if (f->dw + (f->high > 31) + 1u > n)
            n = f->dw + (f->high > 31) + 1u;
    return n;
}

// Field by field: equal structs.
#define BEGIN(name, kind, hdr, mask, len, packed)                                                            \
    static void compare_##name(const struct gen_##name *a, const struct gen_##name *b)                       \
    {                                                                                                        \
        const char *what = #name;                                                                            \
        (void)what, (void)a, (void)b;
#define SAME(name) kt_ok(a->name == b->name, "%s.%s differs after unpack(pack)", what, #name);
#define LEN(high) SAME(dword_length)
#define UINT(dw, high, low, name) SAME(name)
#define UINT64(dw, high, low, name) SAME(name)
#define INT(dw, high, low, name) SAME(name)
#define BOOL(dw, high, low, name) SAME(name)
#define FLOAT(dw, high, low, name) SAME(name)
#define UFIXED(dw, high, low, name, fr) SAME(name)
#define SFIXED(dw, high, low, name, fr) SAME(name)
#define ADDR(dw, high, low, name) SAME(name)
#define OFFSET(dw, high, low, name) SAME(name)
#define ENUM(dw, high, low, name, set) SAME(name)
#define END(name) }
#include "cmd/gen_cmds.def"

// Random values in every field, packed, unpacked, packed again; and each field read by the descriptor table.
#define BEGIN(name, kind, hdr, mask, len, packed)                                                            \
    static void roundtrip_##name(void)                                                                       \
    {                                                                                                        \
        for (unsigned n = 0; n < 200; n++) {                                                                 \
            struct gen_##name a, b;                                                                          \
            uint32_t dw[48], again[48];                                                                      \
            const struct gen_desc *d = &gen_cmd_table[GEN_CMD_##name];                                       \
            const char *what = #name;                                                                        \
            (void)d;                                                                                         \
            memset(&a, 0, sizeof(a));                                                                        \
            memset(dw, 0x5a, sizeof(dw));                                                                    \
            memset(again, 0x5a, sizeof(again));
#define LEN(high) a.dword_length = (unsigned)(d->length < 2 ? 0 : gen_cmd_packed(d)) - 2;
#define UINT(dw, high, low, name) a.name = (uint32_t)(rnd() & GEN_MASK((high) - (low), 0));
#define UINT64(dw, high, low, name) a.name = rnd() & GEN_MASK((high) - (low), 0);
#define INT(dw, high, low, name) a.name = gen_sign_extend(rnd(), (high) - (low) + 1);
#define BOOL(dw, high, low, name) a.name = rnd() & 1;
#define FLOAT(dw, high, low, name) a.name = (float)(int32_t)rnd();
#define UFIXED(dw, high, low, name, fr)                                                                      \
    a.name = (float)(rnd() & GEN_MASK((high) - (low), 0)) / (float)(1u << (fr));
#define SFIXED(dw, high, low, name, fr)                                                                      \
    a.name = (float)gen_sign_extend(rnd(), (high) - (low) + 1) / (float)(1u << (fr));
#define ADDR(dw, high, low, name) a.name = rnd() & GEN_MASK(high, low);
#define OFFSET(dw, high, low, name) a.name = (uint32_t)(rnd() & GEN_MASK(high, low));
#define ENUM(dw, high, low, name, set) a.name = (uint32_t)(rnd() & GEN_MASK((high) - (low), 0));
#define END(name)                                                                                            \
    gen_##name##_pack(dw, &a);                                                                               \
    gen_##name##_unpack(dw, &b);                                                                             \
    gen_##name##_pack(again, &b);                                                                            \
    kt_ok(!memcmp(dw, again, sizeof(dw)), "%s: pack(unpack(pack(x))) differs", what);                        \
    compare_##name(&a, &b);                                                                                  \
    kt_ok(dw[gen_##name##_PACKED] == 0x5a5a5a5a, "%s: packed too much", what);                               \
    }                                                                                                        \
    }

#include "cmd/gen_cmds.def"

KT_TEST(roundtrip)
{
#define BEGIN(name, kind, hdr, mask, len, packed) roundtrip_##name();
#include "cmd/gen_cmds.def"
}

// Other generations than Gen9: lengths and places of fields by the PRM, and who has a row of its own.
KT_TEST(generations)
{
    kt_eq(gen_STATE_BASE_ADDRESS_GEN8_LENGTH, 16);
    kt_eq(gen_STATE_BASE_ADDRESS_GEN11_LENGTH, 22);
    kt_eq(gen_INTERFACE_DESCRIPTOR_DATA_GEN12_LENGTH, 8);
    const struct gen_PIPE_CONTROL_GEN12 flush = {.hdc_pipeline_flush_enable = true,
                                                 .tile_cache_flush_enable = true,
                                                 .command_streamer_stall_enable = true};
    uint32_t dw[24];
    gen_PIPE_CONTROL_GEN12_pack(dw, &flush);
    same(dw, WORDS(0x7a000204, 0x10100000, 0, 0, 0, 0), 6);
    // Gen8's PIPELINE_SELECT has no mask, and its surfaces the clear colour in a bit each.
    const struct gen_PIPELINE_SELECT_GEN8 select = {.pipeline_selection = GEN_PIPELINE_GPGPU};
    gen_PIPELINE_SELECT_GEN8_pack(dw, &select);
    same(dw, WORDS(0x69040002), 1);
    const struct gen_RENDER_SURFACE_STATE_GEN8 s8 = {.red_clear_color = 1, .surface_format = 0x1ff};
    gen_RENDER_SURFACE_STATE_GEN8_pack(dw, &s8);
    kt_eq(dw[0], 0x1ffu << 18);
    kt_eq(dw[7], 1u << 31);
    // Gen11: no gateway timer, a base for bindless samplers.
    const struct gen_STATE_BASE_ADDRESS_GEN11 base = {.bindless_sampler_state_base_address = 0x123456789000,
                                                      .bindless_sampler_state_base_address_modify_enable =
                                                          true,
                                                      .bindless_sampler_state_buffer_size = 0xfffff};
    gen_STATE_BASE_ADDRESS_GEN11_pack(dw, &base);
    kt_eq(dw[0], 0x61010014u);
    same(dw + 19, WORDS(0x56789001, 0x1234, 0xfffff000), 3);

    const struct gen_desc *walker = &gen_cmd_table[GEN_CMD_GPGPU_WALKER],
                          *sba = &gen_cmd_table[GEN_CMD_STATE_BASE_ADDRESS],
                          *pipe = &gen_cmd_table[GEN_CMD_PIPE_CONTROL];
    for (unsigned isa = KILN_ISA_GEN8; isa < KILN_ISA_COUNT; isa++)
        kt_true(gen_desc_for(walker, isa) == walker); // one packet for all of these
    kt_true(gen_desc_for(sba, KILN_ISA_GEN9) == sba);
    kt_eq(gen_desc_for(sba, KILN_ISA_GEN8)->id, GEN_CMD_STATE_BASE_ADDRESS_GEN8);
    kt_eq(gen_desc_for(sba, KILN_ISA_GEN12)->id, GEN_CMD_STATE_BASE_ADDRESS_GEN11);
    kt_eq(gen_desc_for(pipe, KILN_ISA_GEN11)->id, GEN_CMD_PIPE_CONTROL_GEN11);
    kt_eq(gen_desc_for(pipe, KILN_ISA_GEN12)->id, GEN_CMD_PIPE_CONTROL_GEN12);
    // A header finds Gen9's row, whatever the generation; its text is the generation's.
    const struct gen_desc *d;
    uint32_t length;
    gen_PIPE_CONTROL_GEN12_pack(dw, &flush);
    kt_eq(gen_find_command(dw, 6, &d, &length), GEN_FOUND);
    kt_eq(d->id, GEN_CMD_PIPE_CONTROL);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    gen_print(out, gen_desc_for(d, KILN_ISA_GEN12), dw, 6, 0, false);
    fclose(out);
    kt_true(text && strstr(text, "hdc_pipeline_flush_enable: true") &&
            strstr(text, "tile_cache_flush_enable: true"));
    free(text);
}

// Words as Mesa's packers for Gen7.5 and Gen12.5 lay them out.
KT_TEST(haswell_and_arc)
{
    uint32_t dw[gen_COMPUTE_WALKER_LENGTH];
    const struct gen_STATE_BASE_ADDRESS_GEN75 base = {.surface_state_base_address = 0x12345000,
                                                      .surface_state_base_address_modify_enable = true,
                                                      .surface_state_mocs = 5,
                                                      .instruction_access_upper_bound = 0xfffff000};
    gen_STATE_BASE_ADDRESS_GEN75_pack(dw, &base);
    same(dw, WORDS(0x61010008, 0, 0x12345501, 0, 0, 0, 0, 0, 0, 0xfffff000), 10);
    const struct gen_GPGPU_WALKER_GEN75 walker = {.simd_size = GEN_SIMD_SIZE_16,
                                                  .thread_width_counter_maximum = 3,
                                                  .thread_group_id_x_dimension = 7,
                                                  .right_execution_mask = 0xffff};
    gen_GPGPU_WALKER_GEN75_pack(dw, &walker);
    same(dw, WORDS(0x71050009, 0, 0x40000003, 0, 7, 0, 0, 0, 0, 0xffff, 0), 11);
    const struct gen_COMPUTE_WALKER compute = {.simd_size = 1,
                                               .execution_mask = 0xffff,
                                               .local_x_maximum = 31,
                                               .generate_local_id = true,
                                               .thread_group_id_z_dimension = 2,
                                               .kernel_start_pointer = 0x4000,
                                               .binding_table_entry_count = 3,
                                               .number_of_threads_in_gpgpu_thread_group = 2,
                                               .post_sync_immediate_data = 0x1122334455667788,
                                               .inline_data_7 = 9};
    gen_COMPUTE_WALKER_pack(dw, &compute);
    kt_eq(dw[0], 0x72080025);
    same(dw + 4, WORDS(0x60000000, 0xffff, 31, 0, 0, 2), 6);
    same(dw + 18, WORDS(0x4000, 0, 0, 0, 3, 2), 6);
    same(dw + 29, WORDS(0x55667788, 0x11223344), 2);
    kt_eq(dw[38], 9);
    const struct gen_CFE_STATE cfe = {
        .scratch_space_buffer = 5, .maximum_number_of_threads = 512, .number_of_walkers = 1};
    gen_CFE_STATE_pack(dw, &cfe);
    same(dw, WORDS(0x72000004, 5 << 10, 0, 512u << 16 | 1 << 3, 0, 0), 6);
    kt_eq(gen_desc_for(&gen_cmd_table[GEN_CMD_GPGPU_WALKER], KILN_ISA_GEN75)->id, GEN_CMD_GPGPU_WALKER_GEN75);
    kt_eq(gen_desc_for(&gen_cmd_table[GEN_CMD_INTERFACE_DESCRIPTOR_DATA], KILN_ISA_GEN125)->id,
          GEN_CMD_INTERFACE_DESCRIPTOR_DATA_GEN125);
    const struct gen_desc *d;
    uint32_t length;
    gen_COMPUTE_WALKER_pack(dw, &compute);
    kt_eq(gen_find_command(dw, gen_COMPUTE_WALKER_LENGTH, &d, &length), GEN_FOUND);
    kt_eq(d->id, GEN_CMD_COMPUTE_WALKER);
    kt_eq(length, gen_COMPUTE_WALKER_LENGTH);
}

// And back: as handlers of the simulated device see what a Haswell's batch has.
KT_TEST(haswell_as_gen9)
{
    uint32_t dw[64] = {0}, length = 5;
    // A qword: its second half is an optional dword.
    memcpy(dw, WORDS(0x10000003, 0, 0x12345678, 0xaaaaaaaa, 0xbbbbbbbb), 20);
    gen_to_gen9(&gen_cmd_table[GEN_CMD_MI_STORE_DATA_IMM], KILN_ISA_GEN75, dw, &length);
    same(dw, WORDS(0x10000003, 0x12345678, 0, 0xaaaaaaaa, 0xbbbbbbbb), 5);
    kt_eq(length, 5);
    struct gen_GPGPU_WALKER_GEN75 walker = {.simd_size = GEN_SIMD_SIZE_16,
                                            .predicate_enable = true,
                                            .thread_width_counter_maximum = 3,
                                            .thread_group_id_starting_resume_z = 5,
                                            .thread_group_id_z_dimension = 7,
                                            .bottom_execution_mask = 0xff};
    struct gen_GPGPU_WALKER nine;
    gen_GPGPU_WALKER_GEN75_pack(dw, &walker);
    length = gen_GPGPU_WALKER_GEN75_LENGTH;
    gen_to_gen9(&gen_cmd_table[GEN_CMD_GPGPU_WALKER], KILN_ISA_GEN75, dw, &length);
    kt_eq(length, gen_GPGPU_WALKER_LENGTH);
    gen_GPGPU_WALKER_unpack(dw, &nine);
    kt_true(nine.predicate_enable && nine.simd_size == GEN_SIMD_SIZE_16 &&
            nine.thread_width_counter_maximum == 3 && nine.thread_group_id_starting_resume_z == 5 &&
            nine.thread_group_id_z_dimension == 7 && nine.bottom_execution_mask == 0xff &&
            !nine.indirect_data_length);
    // Dwords that a row has no fields of go along, and another generation's is left alone.
    memcpy(dw, WORDS(0x14800001, 0x2600, 0x1000, 0xdead), 16);
    length = 4;
    gen_to_gen9(&gen_cmd_table[GEN_CMD_MI_LOAD_REGISTER_MEM], KILN_ISA_GEN75, dw, &length);
    kt_eq(length, 5);
    same(dw + 1, WORDS(0x2600, 0x1000, 0, 0xdead), 4);
    gen_to_gen9(&gen_cmd_table[GEN_CMD_MI_LOAD_REGISTER_MEM], KILN_ISA_GEN9, dw, &length);
    kt_eq(length, 5);
    // What has come, and what has gone.
    const struct gen_desc *atomic = &gen_cmd_table[GEN_CMD_MI_ATOMIC],
                          *depth = &gen_cmd_table[GEN_CMD_3DSTATE_DEPTH_STENCIL_STATE_POINTERS];
    kt_true(!gen_desc_exists(atomic, KILN_ISA_GEN75) && gen_desc_exists(atomic, KILN_ISA_GEN8));
    kt_true(gen_desc_exists(depth, KILN_ISA_GEN75) && !gen_desc_exists(depth, KILN_ISA_GEN8));
    kt_true(!gen_desc_exists(&gen_cmd_table[GEN_CMD_3DSTATE_CPS], KILN_ISA_GEN9));
}

// A packet of Gen9's in other layouts is what their packers make of the same values.
KT_TEST(convert)
{
    const struct gen_STATE_BASE_ADDRESS nine = {.surface_state_base_address = 0x123456789000,
                                                .surface_state_base_address_modify_enable = true,
                                                .surface_state_mocs = 4,
                                                .instruction_buffer_size = 0xabcde,
                                                .bindless_surface_state_size = 7};
    const struct gen_STATE_BASE_ADDRESS_GEN8 eight = {.surface_state_base_address = 0x123456789000,
                                                      .surface_state_base_address_modify_enable = true,
                                                      .surface_state_mocs = 4,
                                                      .instruction_buffer_size = 0xabcde};
    const struct gen_STATE_BASE_ADDRESS_GEN11 eleven = {.surface_state_base_address = 0x123456789000,
                                                        .surface_state_base_address_modify_enable = true,
                                                        .surface_state_mocs = 4,
                                                        .instruction_buffer_size = 0xabcde,
                                                        .bindless_surface_state_size = 7};
    const struct gen_desc *from = &gen_cmd_table[GEN_CMD_STATE_BASE_ADDRESS];
    uint32_t dw[24], got[24], want[24];
    gen_STATE_BASE_ADDRESS_pack(dw, &nine);
    gen_convert(from, dw, gen_desc_for(from, KILN_ISA_GEN8), got);
    gen_STATE_BASE_ADDRESS_GEN8_pack(want, &eight);
    same(got, want, gen_STATE_BASE_ADDRESS_GEN8_LENGTH);
    gen_convert(from, dw, gen_desc_for(from, KILN_ISA_GEN11), got);
    gen_STATE_BASE_ADDRESS_GEN11_pack(want, &eleven);
    same(got, want, gen_STATE_BASE_ADDRESS_GEN11_LENGTH);
    const struct gen_SAMPLER_STATE linear = {.min_lod = 1.5f, .texture_lod_bias = -2.25f, .max_lod = 14};
    const struct gen_SAMPLER_STATE_GEN8 same8 = {.min_lod = 1.5f, .texture_lod_bias = -2.25f, .max_lod = 14};
    gen_SAMPLER_STATE_pack(dw, &linear);
    gen_convert(&gen_cmd_table[GEN_CMD_SAMPLER_STATE], dw, &gen_cmd_table[GEN_CMD_SAMPLER_STATE_GEN8], got);
    gen_SAMPLER_STATE_GEN8_pack(want, &same8);
    same(got, want, 4);
}

KT_TEST(patch)
{
    // By names that the table gives: as if the field had been packed.
    const struct gen_GPGPU_WALKER before = {.thread_group_id_x_dimension = 9, .right_execution_mask = 0xff},
                                  after = {.predicate_enable = true,
                                           .thread_group_id_x_dimension = 4,
                                           .right_execution_mask = 0xff};
    uint32_t got[gen_GPGPU_WALKER_LENGTH], want[gen_GPGPU_WALKER_LENGTH];
    gen_GPGPU_WALKER_pack(got, &before);
    gen_GPGPU_WALKER_pack(want, &after);
    GEN_PATCH(got, GPGPU_WALKER, predicate_enable, true);
    GEN_PATCH(got, GPGPU_WALKER, thread_group_id_x_dimension, 4);
    same(got, want, gen_GPGPU_WALKER_LENGTH);
    const struct gen_INTERFACE_DESCRIPTOR_DATA idle = {.binding_table_entry_count = 3},
                                               bound = {.binding_table_entry_count = 3,
                                                        .binding_table_pointer = 0x1240};
    uint32_t d[gen_INTERFACE_DESCRIPTOR_DATA_LENGTH], e[gen_INTERFACE_DESCRIPTOR_DATA_LENGTH];
    gen_INTERFACE_DESCRIPTOR_DATA_pack(d, &idle);
    gen_INTERFACE_DESCRIPTOR_DATA_pack(e, &bound);
    GEN_PATCH_OFFSET(d, INTERFACE_DESCRIPTOR_DATA, binding_table_pointer, 0x1240);
    same(d, e, gen_INTERFACE_DESCRIPTOR_DATA_LENGTH);
    kt_eq(GEN_DWORD(INTERFACE_DESCRIPTOR_DATA, binding_table_pointer), 4);
    kt_eq(GEN_HIGH(GPGPU_WALKER, simd_size), 31);
    kt_eq(GEN_LOW(GPGPU_WALKER, simd_size), 30);
}

KT_TEST(find)
{
    const struct gen_desc *d;
    uint32_t len;
    kt_eq(gen_find_command(WORDS(0x7105000d), 15, &d, &len), GEN_FOUND);
    kt_eq(d->id, GEN_CMD_GPGPU_WALKER);
    kt_eq(len, 15);
    kt_eq(gen_find_command(WORDS(0x7105000d), 14, &d, &len), GEN_TRUNCATED);
    kt_eq(len, 15);
    kt_eq(gen_find_command(WORDS(0x11000005), 100, &d, &len), GEN_FOUND); // three registers
    kt_streq(d->name, "MI_LOAD_REGISTER_IMM");
    kt_eq(len, 7);
    kt_eq(gen_find_command(WORDS(0), 1, &d, &len), GEN_FOUND);
    kt_streq(d->name, "MI_NOOP");
    kt_eq(gen_find_command(WORDS(0x78080003), 9, &d, &len), GEN_FOUND);
    kt_streq(d->name, "3DSTATE_VERTEX_BUFFERS");
    kt_eq(len, 5);
    kt_eq(gen_find_command(WORDS(0x55c00006), 9, &d, &len), GEN_UNKNOWN); // XY_PAT_BLT_FIXED
    kt_true(d == NULL);
    kt_eq(gen_find_command(WORDS(0x7fff0000), 9, &d, &len), GEN_UNKNOWN);
    kt_eq(gen_find_command(WORDS(0x1f800000), 9, &d, &len), GEN_UNKNOWN); // MI opcode 0x3f
    kt_eq(gen_find_command(NULL, 0, &d, &len), GEN_TRUNCATED);
    // Every command is found by its own header.
    for (unsigned i = 0; i < GEN_CMD_COUNT; i++)
        if (gen_cmd_table[i].kind == GEN_KIND_COMMAND) {
            kt_eq(gen_find_command(&gen_cmd_table[i].header, 1 << 20, &d, &len), GEN_FOUND);
            kt_eq(d->id, i);
        }
}

KT_TEST(print)
{
    char *text = NULL, buf[32];
    size_t size;
    FILE *f = open_memstream(&text, &size);
    uint32_t dw[8];
    gen_MI_LOAD_REGISTER_IMM_pack(
        dw, &(struct gen_MI_LOAD_REGISTER_IMM){.register_offset = 0x7034, .data_dword = 0x60000021});
    gen_print(f, &gen_cmd_table[GEN_CMD_MI_LOAD_REGISTER_IMM], dw, 3, 0, false);
    uint32_t math[] = {0x0d000001, 0x08008002 /* load srca, r2 */, 0x10000000};
    gen_print(f, &gen_cmd_table[GEN_CMD_MI_MATH], math, 3, 0, false);
    gen_PIPELINE_SELECT_pack(dw, &(struct gen_PIPELINE_SELECT){.pipeline_selection = 2, .mask_bits = 3});
    gen_print(f, &gen_cmd_table[GEN_CMD_PIPELINE_SELECT], dw, 1, 2, false);
    fclose(f);
    kt_streq(text, "MI_LOAD_REGISTER_IMM\n  L3CNTLREG (0x7034) = 0x60000021\n    slm_enable: true\n    "
                   "urb_allocation: 16 (0x10)\n"
                   "    all_allocation: 48 (0x30)\nMI_MATH\n  LOAD SRCA, REG2\n  ADD\n"
                   "  PIPELINE_SELECT\n    pipeline_selection: GPGPU (2)\n    mask_bits: 3\n");
    free(text);
    kt_streq(gen_register_name(0x2658 + 4, buf, sizeof(buf)), "CS_GPR11.high");
    kt_true(gen_register_name(0x12340, buf, sizeof(buf)) == NULL);
}

// Registers that are counted from their engine's block on have the names of the render engine's.
KT_TEST(print_counted_registers)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    uint32_t dw[8];
    gen_MI_LOAD_REGISTER_IMM_GEN11_pack(
        dw, &(struct gen_MI_LOAD_REGISTER_IMM_GEN11){
                .add_cs_mmio_start_offset = 1, .register_offset = 0x608, .data_dword = 5});
    gen_print(f, gen_desc_for(&gen_cmd_table[GEN_CMD_MI_LOAD_REGISTER_IMM], KILN_ISA_GEN12), dw, 3, 0, false);
    gen_MI_LOAD_REGISTER_REG_GEN11_pack(
        dw, &(struct gen_MI_LOAD_REGISTER_REG_GEN11){.add_cs_mmio_start_offset_destination = 1,
                                                     .source_register_address = 0x2358,
                                                     .destination_register_address = 0x610});
    gen_print(f, gen_desc_for(&gen_cmd_table[GEN_CMD_MI_LOAD_REGISTER_REG], KILN_ISA_XE2), dw, 3, 0, false);
    fclose(f);
    kt_streq(text,
             "MI_LOAD_REGISTER_IMM\n  CS_GPR1 (0x0608) = 0x00000005\nMI_LOAD_REGISTER_REG\n"
             "  add_cs_mmio_start_offset_destination: 1\n  source_register_address: 0x2358 (TIMESTAMP)\n"
             "  destination_register_address: 0x0610 (CS_GPR2)\n");
    free(text);
}

// Random dwords in a block of exactly their size: nothing is read beyond it (a sanitizer build sees that).
KT_TEST(random_dwords)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    for (unsigned n = 0; n < 20000; n++) {
        size_t avail = 1 + rnd() % 24;
        uint32_t *dw = malloc(avail * 4), length;
        const struct gen_desc *d;
        for (size_t i = 0; i < avail; i++)
            dw[i] = (uint32_t)rnd();
        if (rnd() % 4) // a known command, mostly of its own length
            dw[0] = (gen_cmd_table[rnd() % GEN_CMD_COUNT].header) | (dw[0] & (rnd() % 2 ? 0xf : 0x7fff));
        if (gen_find_command(dw, avail, &d, &length) == GEN_FOUND) {
            kt_true(length <= avail && length > 0);
            rewind(f);
            gen_print(f, d, dw, length, 0, rnd() & 1);
            if (d->kind == GEN_KIND_COMMAND)
                switch (d->id) {
#define BEGIN(name, kind, hdr, mask, len, packed)                                                            \
    case GEN_CMD_##name: {                                                                                   \
        struct gen_##name s;                                                                                 \
        gen_##name##_unpack(dw, &s);                                                                         \
        break;                                                                                               \
    }
#include "cmd/gen_cmds.def"
                default:
                    break;
                }
        }
        free(dw);
    }
    fclose(f);
    free(text);
}

KT_MAIN()
