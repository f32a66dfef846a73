// One hardware context, a few buffers, and batches that set up all they need: see probe.h. PRM SKL vol2a
// (commands), KBL vol2d (structures); src/hw/rules.def for what comes around them.
#include "cmd/gen_slm.h"
#include "hw/rules.h"
#include "hw/target.h"
#include "probe/probe.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiln/isa.h"

enum {
    BATCH_DWORDS = 8192,
    STATE_STRIDE = 1024,
    DYNAMIC_STRIDE = 2048,
    IDD_AT = 0,
    CURBE_AT = 64,
    CODE_STRIDE = 4096
};
enum { MAX_DISPATCHES = 8 };
#define DEADLINE_NS INT64_C(2000000000)

static int make(struct machine *m, enum ws_zone zone, uint64_t size, struct ws_bo **bo, void *map)
{
    const struct ws_bo_desc desc = {.size = size, .zone = zone, .flags = WS_BO_COHERENT, .name = "probe"};
    int err = ws_bo_create(m->dev, &desc, bo);
    return err ? err : ws_bo_map(*bo, map);
}

int machine_open(struct machine *m, const struct ws_device_info *info)
{
    *m = (struct machine){.info = info};
    void *scratch;
    int err = ws_device_open(info, &m->dev);
    if (err)
        return err;
    if ((err = make(m, WS_ZONE_SURFACE, MAX_DISPATCHES * STATE_STRIDE, &m->state, &m->state_map)) ||
        (err = make(m, WS_ZONE_DYNAMIC, MAX_DISPATCHES * DYNAMIC_STRIDE, &m->dynamic, &m->dynamic_map)) ||
        (err = make(m, WS_ZONE_KERNEL, MAX_DISPATCHES * CODE_STRIDE + 4096, &m->code, &m->code_map)) ||
        (err = make(m, WS_ZONE_HIGH, DATA_BYTES, &m->data, &m->data_map)) ||
        (err = make(m, WS_ZONE_HIGH, BATCH_DWORDS * 4, &m->batch, &m->batch_map)) ||
        (err = make(m, WS_ZONE_SCRATCH, 4096, &m->scratch, &scratch))) {
        machine_close(m);
        return err;
    }
    m->at = ws_bo_address(m->data);
    return 0;
}

void machine_close(struct machine *m)
{
    struct ws_bo *all[] = {m->state, m->dynamic, m->code, m->data, m->batch, m->scratch};
    for (unsigned i = 0; i < sizeof(all) / sizeof(*all); i++)
        ws_bo_unref(all[i]);
    ws_device_close(m->dev);
}

bool machine_begin(struct machine *m)
{
    m->error[0] = 0;
    m->n = m->dispatches = 0;
    // A question before may have left work behind that never ends: its buffers are not touched then.
    if (ws_bo_wait(m->batch, DEADLINE_NS)) {
        snprintf(m->error, sizeof(m->error), "the GPU is still busy with the question before");
        return false;
    }
    memset(m->data_map, 0, DATA_BYTES);
    int err = ws_context_create(m->dev, WS_PRIORITY_MEDIUM, &m->ctx);
    if (err)
        snprintf(m->error, sizeof(m->error), "no context: %s", strerror(-err));
    return !err;
}

void machine_end(struct machine *m)
{
    ws_context_destroy(m->ctx);
    m->ctx = NULL;
}

uint32_t *data_at(struct machine *m, uint32_t offset)
{
    return (uint32_t *)(void *)(m->data_map + offset);
}

// ---- the batch

unsigned own_layout(const struct machine *m, enum gen_cmd_id id, uint32_t *dw)
{
    return gen_own(id, kiln_target_of(m->info->devinfo)->isa, dw)->length;
}

static bool keeps(const struct machine *m, enum kiln_rule rule)
{
    return kiln_rules_of(m->info->devinfo, m->info->pci_revision) >> rule & 1;
}

void emit(struct machine *m, uint32_t dword)
{
    m->batch_map[m->n++] = dword;
}

static void emit_flush(struct machine *m)
{
    if (keeps(m, KILN_RULE_POST_SYNC_SPLIT))
        EMIT(m, PIPE_CONTROL, .command_streamer_stall_enable = true, .dc_flush_enable = true);
    EMIT(m, PIPE_CONTROL, .command_streamer_stall_enable = true, .dc_flush_enable = true,
         .render_target_cache_flush_enable = true, .depth_cache_flush_enable = true,
         .post_sync_operation = GEN_POST_SYNC_WRITE_IMMEDIATE, .address = m->at + DATA_BYTES - 8);
}

void emit_stall(struct machine *m)
{
    emit_flush(m);
    EMIT(m, PIPE_CONTROL, .command_streamer_stall_enable = true, .stall_at_pixel_scoreboard = true,
         .texture_cache_invalidation_enable = true, .constant_cache_invalidation_enable = true,
         .state_cache_invalidation_enable = true, .instruction_cache_invalidate_enable = true);
}

void emit_store_register(struct machine *m, uint32_t reg, uint64_t address)
{
    EMIT(m, MI_STORE_REGISTER_MEM, .register_address = reg, .memory_address = address);
}

void emit_load_register(struct machine *m, uint32_t reg, uint32_t value)
{
    EMIT(m, MI_LOAD_REGISTER_IMM, .register_offset = reg, .data_dword = value);
}

void emit_store(struct machine *m, uint64_t address, uint32_t value)
{
    EMIT(m, MI_STORE_DATA_IMM, .address = address, .immediate_data = value);
}

// With all that may be asked for before and behind it.
static void turn_to(struct machine *m, unsigned pipeline)
{
    const bool clock = keeps(m, KILN_RULE_MEDIA_SAMPLER_CLOCK);
    if (pipeline == GEN_PIPELINE_GPGPU && keeps(m, KILN_RULE_PIPELINE_SELECT_CC))
        EMIT(m, 3DSTATE_CC_STATE_POINTERS, .color_calc_state_pointer_valid = false);
    emit_stall(m);
    EMIT(m, PIPELINE_SELECT, .pipeline_selection = pipeline, .media_sampler_dop_clock_gate_enable = clock,
         .mask_bits = GEN_PIPELINE_MASK_PIPELINE | (clock ? GEN_PIPELINE_MASK_CLOCK : 0u));
    if (keeps(m, KILN_RULE_GLK_BARRIER_MODE)) {
        const struct gen_SLICE_COMMON_ECO_CHICKEN1 mode = {.glk_barrier_mode = pipeline == GEN_PIPELINE_GPGPU
                                                                                   ? GEN_GLK_BARRIER_GPGPU
                                                                                   : GEN_GLK_BARRIER_3D_HULL,
                                                           .glk_barrier_mode_mask = true};
        uint32_t value;
        gen_SLICE_COMMON_ECO_CHICKEN1_pack(&value, &mode);
        emit_load_register(m, GEN_REG_SLICE_COMMON_ECO_CHICKEN1, value);
    }
}

void emit_setup(struct machine *m)
{
    const struct kiln_devinfo *d = m->info->devinfo;
    turn_to(m, GEN_PIPELINE_GPGPU);
    emit_stall(m);
    emit_flush(m); // rule l3-config-drain: a third one
    emit_load_register(m, d->l3_register, d->l3_config);
    emit_stall(m);
    const bool turn =
        keeps(m, KILN_RULE_STATE_BASE_ADDRESS_3D) || keeps(m, KILN_RULE_STATE_BASE_ADDRESS_3D_ADL);
    if (turn)
        turn_to(m, GEN_PIPELINE_3D);
    EMIT(m, STATE_BASE_ADDRESS, .general_state_base_address = m->info->zones[WS_ZONE_SCRATCH].base,
         .general_state_base_address_modify_enable = true, .surface_state_base_address = WS_SURFACE_BASE,
         .surface_state_base_address_modify_enable = true,
         .dynamic_state_base_address = m->info->zones[WS_ZONE_DYNAMIC].base,
         .dynamic_state_base_address_modify_enable = true,
         .indirect_object_base_address = m->info->zones[WS_ZONE_DYNAMIC].base,
         .indirect_object_base_address_modify_enable = true,
         .instruction_base_address = m->info->zones[WS_ZONE_KERNEL].base,
         .instruction_base_address_modify_enable = true, .general_state_buffer_size = 0xfffff,
         .general_state_buffer_size_modify_enable = true, .dynamic_state_buffer_size = 0xfffff,
         .dynamic_state_buffer_size_modify_enable = true, .indirect_object_buffer_size = 0xfffff,
         .indirect_object_buffer_size_modify_enable = true, .instruction_buffer_size = 0xfffff,
         .instruction_buffer_size_modify_enable = true);
    if (turn)
        turn_to(m, GEN_PIPELINE_GPGPU);
    emit_stall(m);
}

struct gen_RENDER_SURFACE_STATE raw_surface(const struct machine *m, uint32_t offset, uint32_t bytes)
{
    const uint32_t last = bytes - 1;
    return (struct gen_RENDER_SURFACE_STATE){
        .surface_type = GEN_SURFTYPE_BUFFER,
        .surface_format = GEN_FORMAT_RAW,
        .surface_vertical_alignment = GEN_VALIGN_4,
        .surface_horizontal_alignment = GEN_HALIGN_4,
        .width = last & 0x7f,
        .height = last >> 7 & 0x3fff,
        .depth = last >> 21,
        .surface_base_address = m->at + offset,
        .shader_channel_select_red = GEN_SCS_RED,
        .shader_channel_select_green = GEN_SCS_GREEN,
        .shader_channel_select_blue = GEN_SCS_BLUE,
        .shader_channel_select_alpha = GEN_SCS_ALPHA,
    };
}

// The kernel's bytes, at its place in the code buffer.
static bool assemble(struct machine *m, const char *text, unsigned slot)
{
    static const char end[] = "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n"
                              "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n";
    size_t length = strlen(text) + sizeof(end), size = 0;
    char *whole = malloc(length);
    struct eu_error err = {""};
    uint8_t *code = NULL;
    if (!whole)
        return false;
    snprintf(whole, length, "%s%s", text, end);
    bool ok = probe_assemble(kiln_target_of(m->info->devinfo), whole, &code, &size, &err);
    if (ok && size > CODE_STRIDE) {
        ok = false;
        snprintf(err.text, sizeof(err.text), "%zu bytes of code", size);
    }
    if (ok)
        memcpy(m->code_map + slot * CODE_STRIDE, code, size);
    else
        snprintf(m->error, sizeof(m->error), "it does not assemble: %.400s", err.text);
    free(code);
    free(whole);
    return ok;
}

static void write_state(struct machine *m, const struct dispatch *d, unsigned slot)
{
    uint32_t *table = (uint32_t *)(void *)(m->state_map + slot * STATE_STRIDE);
    uint32_t base = (uint32_t)(ws_bo_address(m->state) - WS_SURFACE_BASE) + slot * STATE_STRIDE;
    for (unsigned i = 0; i < d->surfaces; i++) {
        uint32_t at = 64 * (i + 1);
        gen_RENDER_SURFACE_STATE_pack(table + at / 4, &d->surface[i]);
        own_layout(m, GEN_CMD_RENDER_SURFACE_STATE, table + at / 4);
        table[i] = base + at;
    }
    uint8_t *dynamic = m->dynamic_map + slot * DYNAMIC_STRIDE;
    memset(dynamic, 0, DYNAMIC_STRIDE);
    if (d->constant_regs)
        memcpy(dynamic + CURBE_AT, d->constants, 32 * d->constant_regs);
    const struct gen_INTERFACE_DESCRIPTOR_DATA idd = {
        .kernel_start_pointer =
            ws_bo_address(m->code) - m->info->zones[WS_ZONE_KERNEL].base + slot * CODE_STRIDE,
        .binding_table_pointer = base,
        .binding_table_entry_count = d->surfaces,
        .denorm_mode = d->ftz ? GEN_DENORM_MODE_FTZ : GEN_DENORM_MODE_SET_BY_KERNEL,
        .number_of_threads_in_gpgpu_thread_group = d->threads ? d->threads : 1,
        .shared_local_memory_size = gen_slm_encode(kiln_target_of(m->info->devinfo), d->slm_kib * 1024),
        .barrier_enable = d->barrier,
        .cross_thread_constant_data_read_length = d->own_constants ? 0 : d->constant_regs,
        .constant_urb_entry_read_length = d->own_constants,
    };
    uint32_t *descriptor = (uint32_t *)(void *)(dynamic + IDD_AT);
    gen_INTERFACE_DESCRIPTOR_DATA_pack(descriptor, &idd);
    own_layout(m, GEN_CMD_INTERFACE_DESCRIPTOR_DATA, descriptor);
}

bool emit_dispatch(struct machine *m, const struct dispatch *d)
{
    unsigned slot = m->dispatches, simd = d->simd ? d->simd : 8;
    uint32_t dynamic =
        (uint32_t)(ws_bo_address(m->dynamic) - m->info->zones[WS_ZONE_DYNAMIC].base) + slot * DYNAMIC_STRIDE;
    if (slot == MAX_DISPATCHES || !assemble(m, d->text, slot))
        return false;
    m->dispatches++;
    write_state(m, d, slot);
    emit_stall(m);
    EMIT(m, MEDIA_VFE_STATE,
         .maximum_number_of_threads = m->info->subslices * m->info->devinfo->max_cs_threads - 1,
         .number_of_urb_entries = 2, .urb_entry_allocation_size = 2,
         .reset_gateway_timer = GEN_GATEWAY_TIMER_RESET,
         .curbe_allocation_size = (d->constant_regs + 1) & ~1u);
    if (d->constant_regs)
        EMIT(m, MEDIA_CURBE_LOAD, .curbe_total_data_length = (32 * d->constant_regs + 63) & ~63u,
             .curbe_data_start_address = dynamic + CURBE_AT);
    EMIT(m, MEDIA_INTERFACE_DESCRIPTOR_LOAD,
         .interface_descriptor_total_length = 4 * gen_INTERFACE_DESCRIPTOR_DATA_LENGTH,
         .interface_descriptor_data_start_address = dynamic + IDD_AT);
    EMIT(m, GPGPU_WALKER, .predicate_enable = d->predicated,
         .simd_size = simd == 32   ? GEN_SIMD_SIZE_32
                      : simd == 16 ? GEN_SIMD_SIZE_16
                                   : GEN_SIMD_SIZE_8,
         .thread_width_counter_maximum = (d->threads ? d->threads : 1) - 1,
         .thread_group_id_x_dimension = d->groups ? d->groups : 1, .thread_group_id_y_dimension = 1,
         .thread_group_id_z_dimension = 1, .right_execution_mask = UINT32_MAX >> (32 - simd),
         .bottom_execution_mask = UINT32_MAX);
    EMIT(m, MEDIA_STATE_FLUSH, 0);
    return true;
}

int machine_run(struct machine *m, struct answer *a)
{
    emit_stall(m);
    EMIT(m, MI_BATCH_BUFFER_END);
    if (m->n % 2)
        emit(m, 0);
    struct ws_bo *bos[] = {m->state, m->dynamic, m->code, m->data, m->scratch, m->batch};
    const struct ws_submit submit = {
        .bos = bos, .bo_count = sizeof(bos) / sizeof(*bos), .batch = m->batch, .batch_size = 0};
    int err = ws_submit(m->ctx, &submit);
    if (!err)
        err = ws_bo_wait(m->batch, DEADLINE_NS);
    int lost = ws_context_check(m->ctx);
    if (!err && !lost)
        return 0;
    a->verdict = ANSWER_HUNG;
    struct ws_fault fault;
    if (ws_context_fault(m->ctx, &fault))
        answer_print(a->got, "%.500s", fault.what);
    else
        answer_print(a->got, "%s",
                     err == -ETIME ? "it did not end within 2 seconds" : strerror(err ? -err : -lost));
    return err ? err : lost;
}

// ---- answers

void answer_print(char *text, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof(((struct answer *)0)->got), format, ap);
    va_end(ap);
}

void answer_dwords(char *text, const uint32_t *v, unsigned n)
{
    int at = 0;
    text[0] = 0;
    for (unsigned i = 0; i < n; i++)
        at +=
            snprintf(text + at, sizeof(((struct answer *)0)->got) - (size_t)at, "%s%08x", i ? " " : "", v[i]);
}

void answer_lacks(struct answer *a, const char *what)
{
    answer_print(a->got, "%s", what);
    a->verdict = ANSWER_LACKS;
}

void answer_compare(struct answer *a)
{
    if (a->verdict == ANSWER_NONE)
        a->verdict = strcmp(a->got, a->assumed) ? ANSWER_OTHER : ANSWER_AS_TABLE;
}
