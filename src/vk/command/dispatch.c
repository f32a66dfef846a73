// Everything of a dispatch: base addresses, VFE state, interface descriptor and binding table, CURBE data,
// walker.
//
// Order, as the PRM wants it (SKL vol2a MEDIA_VFE_STATE, MEDIA_CURBE_LOAD, MEDIA_INTERFACE_DESCRIPTOR_LOAD,
// GPGPU_WALKER): a stalling PIPE_CONTROL before STATE_BASE_ADDRESS and before MEDIA_VFE_STATE;
// MEDIA_STATE_FLUSH after each walker, so that the next CURBE and descriptor loads do not overtake it. What
// the GPU has already is not sent again.
#include "entrypoints.h"
#include "vk/memory/buffer.h"
#include "vk/command/buffer.h"
#include "vk/object/rules.h"

static void emit_base_addresses(struct kiln_cmd_buffer *cmd, uint64_t surface_base)
{
    if (kiln_keeps(cmd->device, STATE_BASE_ADDRESS_FLUSH))
        KILN_PIPE_CONTROL(cmd, .dc_flush_enable = true, .command_streamer_stall_enable = true);
    KILN_EMIT(cmd, STATE_BASE_ADDRESS, .general_state_base_address = WS_SCRATCH_BASE,
              .general_state_base_address_modify_enable = true, .general_state_mocs = KILN_MOCS_WB,
              .stateless_data_port_access_mocs = KILN_MOCS_WB,
              .bindless_surface_state_base_address = cmd->state.window,
              .bindless_surface_state_base_address_modify_enable = true,
              .bindless_surface_state_mocs = KILN_MOCS_WB,
              .bindless_surface_state_size = LAUNCH_BINDLESS_SURFACES - 1,
              .surface_state_base_address = surface_base, .surface_state_base_address_modify_enable = true,
              .surface_state_mocs = KILN_MOCS_WB, .dynamic_state_base_address = WS_DYNAMIC_BASE,
              .dynamic_state_base_address_modify_enable = true, .dynamic_state_mocs = KILN_MOCS_WB,
              .indirect_object_base_address_modify_enable = true, .indirect_object_mocs = KILN_MOCS_WB,
              .instruction_base_address = WS_KERNEL_BASE, .instruction_base_address_modify_enable = true,
              .instruction_mocs = KILN_MOCS_WB, .general_state_buffer_size = WS_ZONE_SIZE >> 12,
              .general_state_buffer_size_modify_enable = true,
              .dynamic_state_buffer_size = WS_ZONE_SIZE >> 12,
              .dynamic_state_buffer_size_modify_enable = true, .indirect_object_buffer_size = 0xfffff,
              .indirect_object_buffer_size_modify_enable = true,
              .instruction_buffer_size = WS_ZONE_SIZE >> 12, .instruction_buffer_size_modify_enable = true);
    if (kiln_keeps(cmd->device, STATE_BASE_ADDRESS_INVALIDATE))
        KILN_PIPE_CONTROL(cmd, .state_cache_invalidation_enable = true,
                          .constant_cache_invalidation_enable = true,
                          .texture_cache_invalidation_enable = true);
    cmd->state.bt_base = surface_base;
    cmd->state.stale = 0;
}

// Sees to it that there are base addresses, and that Bindless Surface State Base Address is `window`.
static void need_base_addresses(struct kiln_cmd_buffer *cmd, uint64_t window)
{
    struct kiln_cmd_state *state = &cmd->state;
    if (state->bt_base && state->window == window)
        return;
    state->window = window;
    emit_base_addresses(cmd, state->bt_base ? state->bt_base : WS_SURFACE_BASE);
}

static void emit_vfe(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    struct kiln_cmd_state *state = &cmd->state;
    // More CURBE or scratch than a kernel needs does no harm, except that scratch slots must be its own size.
    if (state->vfe_valid && p->curbe_regs <= state->vfe_curbe &&
        (!p->scratch_size || p->scratch_size == state->vfe_scratch))
        return;
    bool flush = kiln_keeps(cmd->device, VFE_FLUSH);
    if (kiln_keeps(cmd->device, VFE_STALL))
        KILN_PIPE_CONTROL(cmd, .command_streamer_stall_enable = true,
                          .render_target_cache_flush_enable = flush, .depth_cache_flush_enable = flush,
                          .dc_flush_enable = flush);
    memcpy(kiln_batch(cmd, gen_MEDIA_VFE_STATE_LENGTH), p->vfe, sizeof(p->vfe));
    state->vfe_valid = true;
    state->vfe_curbe = p->curbe_regs;
    state->vfe_scratch = p->scratch_size;
}

// ---- binding table and interface descriptor
// ------------------------------------------------------------------

// The offset of a 64-byte surface state that is made for this command buffer; 0 on failure, which sticks.
static uint32_t *new_surface(struct kiln_cmd_buffer *cmd, uint64_t *address)
{
    uint32_t *dw = launch_state_stream_alloc(&cmd->surface, KILN_SURFACE_SIZE, 64, address);
    if (!dw) {
        kiln_cmd_set_error(cmd, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        *address = cmd->device->launch.null_surface.address;
    }
    return dw;
}

// Of a dynamic buffer; `offset` says which of the dynamic offsets is its own.
static void write_dynamic_surface(const struct kiln_cmd_buffer *cmd, uint32_t *dw,
                                  const struct kiln_slot *slot, uint32_t offset)
{
    uint32_t bytes = offset < KILN_MAX_DYNAMIC ? cmd->state.dynamic_offsets[offset] : 0;
    kiln_surface_buffer(dw, slot->address + bytes, slot->range);
}

static uint64_t dynamic_surface(struct kiln_cmd_buffer *cmd, const struct kiln_set *set, uint32_t slot,
                                uint32_t offset)
{
    uint64_t address;
    uint32_t *dw = new_surface(cmd, &address);
    if (dw)
        write_dynamic_surface(cmd, dw, &set->slots[slot], offset);
    return address;
}

static uint64_t pushed_surface(struct kiln_cmd_buffer *cmd, const struct kiln_set *set, uint32_t slot,
                               uint32_t raw)
{
    uint64_t address;
    uint32_t *dw = new_surface(cmd, &address);
    if (dw)
        memcpy(dw, set->surfaces_map + slot * KILN_SURFACE_SIZE + raw, KILN_SURFACE_SIZE);
    return address;
}

static uint64_t push_constant_surface(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    uint64_t address;
    uint32_t *dw = new_surface(cmd, &address);
    if (dw)
        kiln_surface_buffer(dw, cmd->state.curbe_address, p->push_size);
    return address;
}

// Bytes of the CURBE data, and of the far handles behind them, in whole blocks of what a kernel reads.
static uint32_t curbe_bytes(const struct kiln_pipeline *p)
{
    return (uint32_t)kiln_align(p->curbe_regs * 32, 64);
}

static uint32_t far_handle_bytes(const struct kiln_pipeline *p)
{
    return (uint32_t)kiln_align((p->handle_count - p->near_handles) * 4, 128);
}

static uint64_t far_handle_surface(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    uint64_t address;
    uint32_t *dw = new_surface(cmd, &address);
    if (dw)
        kiln_surface_buffer(dw, cmd->state.curbe_address + curbe_bytes(p), far_handle_bytes(p));
    return address;
}

static uint64_t constant_data_surface(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    uint64_t address;
    uint32_t *dw = new_surface(cmd, &address);
    if (dw)
        kiln_surface_buffer(dw, p->kernel_address + p->info.const_offset, p->info.const_size);
    return address;
}

// Whether there is a descriptor buffer for what a KILN_REF_BUFFER_* refers to.
static bool has_buffer(const struct kiln_cmd_buffer *cmd, const struct kiln_state_ref *r)
{
    return cmd->state.buffer_sets & (1u << r->set);
}

static uint64_t buffer_address(const struct kiln_cmd_buffer *cmd, const struct kiln_state_ref *r)
{
    return cmd->set_ranges[r->set].address + r->buffer.byte;
}

static uint64_t inline_surface(struct kiln_cmd_buffer *cmd, const struct kiln_state_ref *r)
{
    uint64_t address;
    uint32_t *dw = new_surface(cmd, &address);
    if (dw)
        kiln_surface_buffer(dw, buffer_address(cmd, r), r->buffer.size);
    return address;
}

// The set that has the slot; NULL: none is bound, or it is smaller.
static const struct kiln_set *set_with_slot(const struct kiln_cmd_buffer *cmd, unsigned index, uint32_t slot)
{
    const struct kiln_set *set = cmd->state.sets[index];
    return set && slot < set->slot_count ? set : NULL;
}

static uint64_t set_surface(struct kiln_cmd_buffer *cmd, const struct kiln_state_ref *r)
{
    const struct kiln_set *set = set_with_slot(cmd, r->set, r->slot);
    if (!set)
        return cmd->device->launch.null_surface.address;
    uint32_t raw = r->kind == KILN_REF_RAW_SURFACE ? set->raw : 0;
    if (cmd->state.push_sets & (1u << r->set))
        return pushed_surface(cmd, set, r->slot, raw);
    return set->surfaces + (uint64_t)r->slot * KILN_SURFACE_SIZE + raw;
}

static uint64_t entry_surface(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p,
                              const struct kiln_state_ref *r)
{
    const struct kiln_set *set;
    switch ((enum kiln_state_ref_kind)r->kind) {
    case KILN_REF_SURFACE:
    case KILN_REF_RAW_SURFACE:
        return set_surface(cmd, r);
    case KILN_REF_DYNAMIC:
        set = set_with_slot(cmd, r->set, r->dynamic.slot);
        return set ? dynamic_surface(cmd, set, r->dynamic.slot, r->dynamic.offset)
                   : cmd->device->launch.null_surface.address;
    case KILN_REF_BUFFER_SURFACE:
        return has_buffer(cmd, r) ? buffer_address(cmd, r) : cmd->device->launch.null_surface.address;
    case KILN_REF_BUFFER_INLINE:
        return has_buffer(cmd, r) ? inline_surface(cmd, r) : cmd->device->launch.null_surface.address;
    case KILN_REF_PUSH:
        return push_constant_surface(cmd, p);
    case KILN_REF_CONST:
        return constant_data_surface(cmd, p);
    case KILN_REF_HANDLES:
        return far_handle_surface(cmd, p);
    case KILN_REF_NULL:
    case KILN_REF_SAMPLER: // not in a binding table
    case KILN_REF_BUFFER_SAMPLER:
        break;
    }
    return cmd->device->launch.null_surface.address;
}

// ---- handles
// --------------------------------------------------------------------------------------------------

// Room for `count` surface states, one behind the other; NULL on failure, which sticks.
static uint8_t *new_surfaces(struct kiln_cmd_buffer *cmd, uint32_t count, uint32_t step, uint64_t *address)
{
    uint8_t *to = launch_state_stream_alloc(&cmd->surface, count * step, 64, address);
    if (!to) {
        kiln_cmd_set_error(cmd, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        *address = cmd->device->launch.null_surface.address;
    }
    return to;
}

static uint32_t surface_step(const struct kiln_pipeline *p)
{
    return p->in_buffers ? KILN_BUFFER_DESCRIPTOR_SIZE : KILN_SURFACE_SIZE;
}

// Surface states with dynamic offsets.
static uint64_t dynamic_surfaces(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p,
                                 const struct kiln_handle *h)
{
    const struct kiln_state_ref *r = &h->first;
    const struct kiln_set *set = set_with_slot(cmd, r->set, r->dynamic.slot);
    if (!set)
        return cmd->device->launch.null_surface.address;
    uint32_t count = KILN_MIN(h->count, set->slot_count - r->dynamic.slot), step = surface_step(p);
    uint64_t address;
    uint8_t *to = new_surfaces(cmd, count, step, &address);
    for (uint32_t i = 0; to && i < count; i++)
        write_dynamic_surface(cmd, (uint32_t *)(to + (size_t)i * step), &set->slots[r->dynamic.slot + i],
                              r->dynamic.offset + i);
    return address;
}

// Where a set's surface states are; those of a pushed one are copied for this command buffer.
static uint64_t set_surfaces(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p,
                             const struct kiln_handle *h)
{
    const struct kiln_state_ref *r = &h->first;
    const struct kiln_set *set = set_with_slot(cmd, r->set, r->slot);
    if (!set)
        return cmd->device->launch.null_surface.address;
    uint32_t raw = r->kind == KILN_REF_RAW_SURFACE ? set->raw : 0;
    if (!(cmd->state.push_sets & (1u << r->set)))
        return set->surfaces + (uint64_t)r->slot * KILN_SURFACE_SIZE + raw;
    uint32_t count = KILN_MIN(h->count, set->slot_count - r->slot), step = surface_step(p);
    uint64_t address;
    uint8_t *to = new_surfaces(cmd, count, step, &address);
    for (uint32_t i = 0; to && i < count; i++)
        memcpy(to + (size_t)i * step, set->surfaces_map + (size_t)(r->slot + i) * KILN_SURFACE_SIZE + raw,
               KILN_SURFACE_SIZE);
    return address;
}

// Where a set's sampler states are; those of a pushed one are copied for this command buffer.
static uint32_t set_samplers(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p,
                             const struct kiln_handle *h)
{
    const struct kiln_state_ref *r = &h->first;
    const struct kiln_set *set = cmd->state.sets[r->set];
    if (!set)
        return 0;
    if (!(cmd->state.push_sets & (1u << r->set)))
        return (uint32_t)(set->samplers + (uint64_t)r->slot * KILN_SAMPLER_SIZE - WS_DYNAMIC_BASE);
    uint64_t address;
    uint32_t step = p->in_buffers ? KILN_BUFFER_DESCRIPTOR_SIZE : KILN_SAMPLER_SIZE;
    uint8_t *to =
        launch_state_stream_alloc(&cmd->dynamic, (uint32_t)kiln_align(h->count * step, 64), 64, &address);
    if (!to) {
        kiln_cmd_set_error(cmd, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        return 0;
    }
    for (uint32_t i = 0; i < h->count; i++)
        memcpy(to + (size_t)i * step, set->samplers_map + (size_t)(r->slot + i) * KILN_SAMPLER_SIZE,
               KILN_SAMPLER_SIZE);
    return (uint32_t)(address - WS_DYNAMIC_BASE);
}

static uint32_t surface_handle(uint64_t address, uint64_t base)
{
    return (uint32_t)(address - base) << 6;
}

// Of what is not in a descriptor buffer, but for samplers.
static uint32_t handle_value(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p,
                             const struct kiln_handle *h)
{
    switch ((enum kiln_state_ref_kind)h->first.kind) {
    case KILN_REF_SURFACE:
    case KILN_REF_RAW_SURFACE:
        return surface_handle(set_surfaces(cmd, p, h), LAUNCH_BINDLESS_BASE);
    case KILN_REF_DYNAMIC:
        return surface_handle(dynamic_surfaces(cmd, p, h), LAUNCH_BINDLESS_BASE);
    case KILN_REF_SAMPLER:
        return set_samplers(cmd, p, h);
    case KILN_REF_BUFFER_SAMPLER:
        return has_buffer(cmd, &h->first) ? (uint32_t)(buffer_address(cmd, &h->first) - WS_DYNAMIC_BASE) : 0;
    case KILN_REF_BUFFER_SURFACE: // write_buffer_handles
    case KILN_REF_BUFFER_INLINE:
    case KILN_REF_NULL:
    case KILN_REF_PUSH: // no handle leads there
    case KILN_REF_CONST:
    case KILN_REF_HANDLES:
        break;
    }
    return surface_handle(cmd->device->launch.null_surface.address, LAUNCH_BINDLESS_BASE);
}

// The dword of handle `i`: in the CURBE data, or behind them.
static uint32_t *handle_place(const struct kiln_pipeline *p, uint8_t *data, uint32_t i)
{
    return i < p->near_handles ? (uint32_t *)(data + p->handle_offset) + i
                               : (uint32_t *)(data + curbe_bytes(p)) + (i - p->near_handles);
}

// ---- handles into descriptor buffers
//
// A handle reaches 64 MiB from Bindless Surface State Base Address. That is moved to where a dispatch's
// descriptors are, if they are within that of each other. Where they are not, where the driver has states of
// its own for the same dispatch, or where the kernel knows the address, the descriptors are copied on the GPU
// before the dispatch, to where the driver's own states are.

// The bytes of the descriptors that a handle leads to, as far as there is memory: a variable count is often
// smaller than the layout says.
static uint64_t handle_bytes(const struct kiln_cmd_buffer *cmd, const struct kiln_handle *h)
{
    const struct kiln_state_ref *r = &h->first;
    if (r->kind != KILN_REF_BUFFER_SURFACE || !has_buffer(cmd, r))
        return 0;
    uint64_t left = cmd->set_ranges[r->set].size;
    left = r->buffer.byte < left ? left - r->buffer.byte : 0;
    return KILN_MIN((uint64_t)h->count * KILN_BUFFER_DESCRIPTOR_SIZE, left & ~UINT64_C(63));
}

static void copy_descriptors(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    struct kiln_cmd_state *state = &cmd->state;
    uint64_t total = 0;
    for (uint32_t i = 0; i < p->handle_count; i++)
        total += handle_bytes(cmd, &p->handles[i]);
    if (total > LAUNCH_BINDLESS_REACH ||
        !launch_state_stream_alloc(&cmd->surface, (uint32_t)total, 64, &state->copies)) {
        kiln_cmd_set_error(cmd, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        return;
    }
    uint64_t to = state->copies;
    for (uint32_t i = 0; i < p->handle_count; i++) {
        uint64_t bytes = handle_bytes(cmd, &p->handles[i]);
        if (bytes)
            kiln_cmd_copy(cmd, to, buffer_address(cmd, &p->handles[i].first), bytes);
        to += bytes;
    }
    // No cache has seen a state there since the base addresses were set.
    kiln_cmd_need(cmd, KILN_PIPE_DATA_FLUSH);
    kiln_cmd_flush_pending(cmd);
}

// Whether the handle leads to a surface state that the driver made.
static bool is_own_surface(const struct kiln_state_ref *r)
{
    return r->kind == KILN_REF_SURFACE || r->kind == KILN_REF_RAW_SURFACE || r->kind == KILN_REF_DYNAMIC ||
           r->kind == KILN_REF_BUFFER_INLINE;
}

// Chooses Bindless Surface State Base Address.
static uint64_t descriptor_window(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    struct kiln_cmd_state *state = &cmd->state;
    if (!(state->dirty & KILN_DIRTY_DESCRIPTORS))
        return state->window;
    uint64_t first = UINT64_MAX, end = 0;
    bool own = p->fixed_window;
    state->copies = 0;
    for (uint32_t i = 0; i < p->handle_count; i++) {
        const struct kiln_state_ref *r = &p->handles[i].first;
        uint64_t bytes = handle_bytes(cmd, &p->handles[i]),
                 start = bytes ? buffer_address(cmd, r) : UINT64_MAX;
        own |= is_own_surface(r);
        first = KILN_MIN(first, start);
        end = bytes ? KILN_MAX(end, start + bytes) : end;
    }
    first &= ~UINT64_C(4095);
    if (!end)
        return LAUNCH_BINDLESS_BASE;
    if (!own && end - first <= LAUNCH_BINDLESS_REACH)
        return first;
    copy_descriptors(cmd, p);
    return LAUNCH_BINDLESS_BASE;
}

// The handles of a pipeline whose sets are in descriptor buffers.
static void write_buffer_handles(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p, uint8_t *data)
{
    const struct kiln_cmd_state *state = &cmd->state;
    uint64_t copy = state->copies;
    for (uint32_t i = 0; i < p->handle_count; i++) {
        const struct kiln_state_ref *r = &p->handles[i].first;
        uint64_t bytes = handle_bytes(cmd, &p->handles[i]), address = state->window;
        uint32_t *handle = handle_place(p, data, i);
        if (r->kind == KILN_REF_BUFFER_INLINE)
            address = has_buffer(cmd, r) ? inline_surface(cmd, r) : address;
        else if (r->kind == KILN_REF_BUFFER_SURFACE)
            address = !bytes ? address : copy ? copy : buffer_address(cmd, r);
        else {
            *handle = handle_value(cmd, p, &p->handles[i]);
            continue;
        }
        copy += copy ? bytes : 0;
        *handle = surface_handle(address, state->window);
    }
}

// ---- binding tables
// -------------------------------------------------------------------------------------------

// Makes room for a binding table and sees to it that the surface base address reaches it.
static uint32_t *new_binding_table(struct kiln_cmd_buffer *cmd, uint32_t count, uint64_t *address)
{
    // A kernel with samplers and no surfaces has an empty table, which takes room like one entry.
    uint32_t *bt =
        launch_state_stream_alloc(&cmd->bt, (uint32_t)kiln_align((count ? count : 1) * 4, 64), 64, address);
    if (!bt) {
        kiln_cmd_set_error(cmd, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        return NULL;
    }
    // The binding-table pointer has 16 bits.
    uint64_t base = *address & ~UINT64_C(0xffff);
    if (base != cmd->state.bt_base)
        emit_base_addresses(cmd, base);
    return bt;
}

static void load_descriptor(struct kiln_cmd_buffer *cmd, uint64_t address)
{
    KILN_EMIT(cmd, MEDIA_INTERFACE_DESCRIPTOR_LOAD,
              .interface_descriptor_total_length = gen_INTERFACE_DESCRIPTOR_DATA_LENGTH * 4,
              .interface_descriptor_data_start_address = (uint32_t)(address - WS_DYNAMIC_BASE));
}

// An interface descriptor with the pointers to its binding table and samplers filled in.
static void emit_descriptor(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p, uint64_t bt,
                            uint64_t samplers)
{
    uint64_t address;
    uint32_t *dw = launch_state_stream_alloc(&cmd->dynamic, sizeof(p->descriptor), 64, &address);
    if (!dw) {
        kiln_cmd_set_error(cmd, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        return;
    }
    struct gen_INTERFACE_DESCRIPTOR_DATA pointer = {
        .binding_table_pointer = (uint32_t)(bt & 0xffff),
        .sampler_state_pointer = samplers ? (uint32_t)(samplers - WS_DYNAMIC_BASE) : 0,
    };
    uint32_t bits[gen_INTERFACE_DESCRIPTOR_DATA_LENGTH];
    gen_INTERFACE_DESCRIPTOR_DATA_pack(bits, &pointer);
    memcpy(dw, p->descriptor, sizeof(p->descriptor));
    dw[3] |= bits[3];
    dw[4] |= bits[4];
    load_descriptor(cmd, address);
}

// The table of SAMPLER_STATEs, 16 bytes each; 0 if there are none.
static uint64_t new_samplers(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    enum { STATE = gen_SAMPLER_STATE_LENGTH * 4 };
    uint64_t address;
    if (!p->sampler_count)
        return 0;
    uint8_t *table = launch_state_stream_alloc(
        &cmd->dynamic, (uint32_t)kiln_align(p->sampler_count * STATE, 64), 64, &address);
    if (!table) {
        kiln_cmd_set_error(cmd, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        return 0;
    }
    for (uint32_t i = 0; i < p->sampler_count; i++, table += STATE) {
        const struct kiln_state_ref *r = &p->samplers[i];
        const struct kiln_set *set = r->kind == KILN_REF_SAMPLER ? cmd->state.sets[r->set] : NULL;
        if (set && r->slot < set->layout->sampler_count)
            memcpy(table, set->samplers_map + (size_t)r->slot * KILN_SAMPLER_SIZE, STATE);
        else
            memset(table, 0, STATE);
    }
    return address;
}

static void flush_descriptors(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    if (!p->bt_count && !p->sampler_count) {
        load_descriptor(cmd, p->idle_descriptor.address);
        return;
    }
    uint64_t address;
    uint32_t *bt = new_binding_table(cmd, p->bt_count, &address);
    if (!bt)
        return;
    uint64_t base = address & ~UINT64_C(0xffff);
    for (uint32_t i = 0; i < p->bt_count; i++)
        bt[i] = (uint32_t)(entry_surface(cmd, p, &p->bt[i]) - base);
    emit_descriptor(cmd, p, address, new_samplers(cmd, p));
}

// ---- CURBE data
// ----------------------------------------------------------------------------------------------

// Cross-thread data: push constants, group counts, handles; then a register per thread with its index in the
// group; then, not part of the CURBE data, the far handles.
static uint8_t *write_curbe(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p, const void *push,
                            uint64_t *address)
{
    uint32_t bytes = curbe_bytes(p) + far_handle_bytes(p);
    uint8_t *data = launch_state_stream_alloc(&cmd->dynamic, bytes, 64, address);
    if (!data) {
        kiln_cmd_set_error(cmd, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        return NULL;
    }
    if (p->push_size)
        memcpy(data, push, p->push_size);
    if (p->groups_offset != KILN_NO_OFFSET)
        memcpy(data + p->groups_offset, cmd->state.groups, sizeof(cmd->state.groups));
    if (p->in_buffers)
        write_buffer_handles(cmd, p, data);
    for (uint32_t i = 0; i < p->handle_count && !p->in_buffers; i++)
        *handle_place(p, data, i) = handle_value(cmd, p, &p->handles[i]);
    uint8_t *thread = data + p->cross_regs * 32;
    if (p->per_thread_regs)
        for (uint32_t i = 0; i < p->threads; i++, thread += 32)
            *(uint32_t *)thread = i;
    return data;
}

static void load_curbe(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p, uint64_t address)
{
    KILN_EMIT(cmd, MEDIA_CURBE_LOAD, .curbe_total_data_length = curbe_bytes(p),
              .curbe_data_start_address = (uint32_t)(address - WS_DYNAMIC_BASE));
}

// The group counts of an indirect dispatch are where only the GPU can read them.
static void copy_groups(struct kiln_cmd_buffer *cmd, uint64_t from, uint64_t to)
{
    for (unsigned i = 0; i < 3; i++)
        KILN_EMIT(cmd, MI_COPY_MEM_MEM, .source_memory_address = from + i * 4,
                  .destination_memory_address = to + i * 4);
    KILN_PIPE_CONTROL(cmd, .dc_flush_enable = true, .command_streamer_stall_enable = true);
}

static void flush_push(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    struct kiln_cmd_state *state = &cmd->state;
    if (!p->curbe_regs)
        return;
    uint64_t address;
    if (!write_curbe(cmd, p, state->push_data + p->push_offset, &address))
        return;
    if (state->groups_address && p->groups_offset != KILN_NO_OFFSET)
        copy_groups(cmd, state->groups_address, address + p->groups_offset);
    load_curbe(cmd, p, address);
    state->curbe_address = address;
    if (p->has_push_surface)
        state->dirty |= KILN_DIRTY_DESCRIPTORS;
}

// ---- flush and walk
// ------------------------------------------------------------------------------------------

static void flush(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    struct kiln_cmd_state *state = &cmd->state;
    kiln_cmd_flush_pending(cmd);
    if (!state->bt_base || p->handle_count)
        need_base_addresses(cmd, p->in_buffers ? descriptor_window(cmd, p) : LAUNCH_BINDLESS_BASE);
    kiln_cmd_invalidate(cmd, p->caches);
    if (state->dirty & KILN_DIRTY_PIPELINE)
        emit_vfe(cmd, p);
    if (p->handle_count && state->dirty & KILN_DIRTY_DESCRIPTORS)
        state->dirty |= KILN_DIRTY_PUSH;
    if (state->dirty & KILN_DIRTY_PUSH)
        flush_push(cmd, p);
    if (state->dirty & KILN_DIRTY_DESCRIPTORS)
        flush_descriptors(cmd, p);
    state->dirty = 0;
}

static void load_register(struct kiln_cmd_buffer *cmd, uint32_t reg, uint64_t address)
{
    KILN_EMIT(cmd, MI_LOAD_REGISTER_MEM, .register_address = reg, .memory_address = address);
}

static void set_walker_flags(uint32_t *dw, struct gen_GPGPU_WALKER flags)
{
    uint32_t bits[gen_GPGPU_WALKER_LENGTH] = {0};
    gen_GPGPU_WALKER_pack(bits, &flags);
    dw[KILN_WALKER] = bits[0];
}

static inline void emit_walker(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p,
                               const uint32_t start[3], const uint32_t count[3])
{
    if (__builtin_expect(cmd->state.conditional, 0))
        kiln_write_conditional_walker(kiln_batch(cmd, KILN_CONDITION_DWORDS + KILN_WALKER_DWORDS), p->walker,
                                      start, count);
    else
        kiln_write_walker(kiln_batch(cmd, KILN_WALKER_DWORDS), p->walker, start, count);
}

// A segment that would cost too much with what comes now ends.
static inline void add_cost(struct kiln_cmd_buffer *cmd, uint64_t cost)
{
    if (__builtin_expect(cmd->cost + cost > LAUNCH_SEGMENT_NS, 0) && cmd->cost)
        kiln_cmd_cut(cmd);
    cmd->cost += cost;
}

// ---- long dispatches
// ------------------------------------------------------------------------------------------

// More groups than one walker may have: the queue runs them in slices.
static void __attribute__((noinline)) dispatch_sliced(struct kiln_cmd_buffer *cmd,
                                                      const struct kiln_pipeline *p, const uint32_t start[3],
                                                      const uint32_t count[3])
{
    struct kiln_walk *w = kiln_cmd_begin_walk(cmd, p);
    if (!w)
        return;
    memcpy(w->start, start, sizeof(w->start));
    memcpy(w->count, count, sizeof(w->count));
    cmd->cost = LAUNCH_SEGMENT_NS;
    kiln_cmd_cut(cmd);
}

static inline void dispatch(struct kiln_cmd_buffer *cmd, const uint32_t start[3], const uint32_t count[3])
{
    struct kiln_cmd_state *state = &cmd->state;
    const struct kiln_pipeline *p = state->pipeline;
    if (!count[0] || !count[1] || !count[2])
        return;
    if (p->groups_offset != KILN_NO_OFFSET &&
        (state->groups_address || memcmp(state->groups, count, sizeof(state->groups)) != 0)) {
        state->groups_address = 0;
        memcpy(state->groups, count, sizeof(state->groups));
        state->dirty |= KILN_DIRTY_PUSH;
    }
    uint64_t total = (uint64_t)count[0] * count[1] * count[2];
    if (state->dirty)
        flush(cmd, p);
    if (__builtin_expect(total > p->slice_groups, 0)) {
        dispatch_sliced(cmd, p, start, count);
        return;
    }
    add_cost(cmd, total * p->group_ns);
    emit_walker(cmd, p, start, count);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdDispatch(VkCommandBuffer handle, uint32_t x, uint32_t y, uint32_t z)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    dispatch(cmd, (const uint32_t[3]){0, 0, 0}, (const uint32_t[3]){x, y, z});
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdDispatchBase(VkCommandBuffer handle, uint32_t base_x, uint32_t base_y,
                                                uint32_t base_z, uint32_t x, uint32_t y, uint32_t z)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    dispatch(cmd, (const uint32_t[3]){base_x, base_y, base_z}, (const uint32_t[3]){x, y, z});
}

// Only the GPU knows how many groups these are: one walker, in a segment of its own, so that the queue may
// run it in slices instead if there are too many (queue/run.c). Without groups it does nothing: Mesa
// predicates such walkers off on Gen7 only (hasvk genX_cmd_buffer.c).
static void emit_indirect(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p, uint64_t address)
{
    load_register(cmd, GEN_REG_GPGPU_DISPATCHDIMX, address);
    load_register(cmd, GEN_REG_GPGPU_DISPATCHDIMY, address + 4);
    load_register(cmd, GEN_REG_GPGPU_DISPATCHDIMZ, address + 8);
    bool conditional = cmd->state.conditional;
    uint32_t *dw = kiln_batch(cmd, (conditional ? KILN_CONDITION_DWORDS : 0) + KILN_WALKER_DWORDS);
    if (conditional)
        dw = kiln_write_condition(dw);
    memcpy(dw, p->walker, sizeof(p->walker));
    set_walker_flags(
        dw, (struct gen_GPGPU_WALKER){.indirect_parameter_enable = true, .predicate_enable = conditional});
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdDispatchIndirect(VkCommandBuffer handle, VkBuffer buffer_handle,
                                                    VkDeviceSize offset)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_buffer, buffer, buffer_handle);
    struct kiln_cmd_state *state = &cmd->state;
    const struct kiln_pipeline *p = state->pipeline;
    uint64_t address = buffer->address + offset;
    if (p->groups_offset != KILN_NO_OFFSET) {
        state->groups_address = address;
        state->dirty |= KILN_DIRTY_PUSH;
    }
    if (state->dirty)
        flush(cmd, p);
    struct kiln_walk *w = kiln_cmd_begin_walk(cmd, p);
    if (w) {
        w->counts_address = address;
        w->memory = buffer->memory;
        w->offset = buffer->offset + offset;
    }
    kiln_cmd_writes(cmd); // the queue knows what it costs
    emit_indirect(cmd, p, address);
    kiln_cmd_cut(cmd);
}

// ---- built-in kernels
// ----------------------------------------------------------------------------------------

void kiln_cmd_dispatch_builtin(struct kiln_cmd_buffer *cmd, enum kiln_builtin which,
                               const struct kiln_buffer_range *buffers, unsigned buffer_count,
                               const void *push, uint32_t push_size, uint32_t groups)
{
    kiln_cmd_dispatch_builtin3(cmd, which, buffers, buffer_count, push, push_size,
                               (const uint32_t[3]){groups, 1, 1});
}

void kiln_cmd_dispatch_builtin3(struct kiln_cmd_buffer *cmd, enum kiln_builtin which,
                                const struct kiln_buffer_range *buffers, unsigned buffer_count,
                                const void *push, uint32_t push_size, const uint32_t groups[3])
{
    const struct kiln_pipeline *p;
    if (cmd->error)
        return;
    VkResult result = kiln_builtin_get(cmd->device, which, &p);
    if (result) {
        kiln_cmd_set_error(cmd,
                           result == VK_ERROR_OUT_OF_HOST_MEMORY ? result : VK_ERROR_OUT_OF_DEVICE_MEMORY);
        return;
    }
    add_cost(cmd, (uint64_t)groups[0] * groups[1] * groups[2] * p->group_ns);
    kiln_cmd_flush_pending(cmd);
    if (!cmd->state.bt_base)
        need_base_addresses(cmd, LAUNCH_BINDLESS_BASE); // it has no handles
    kiln_cmd_invalidate(cmd, p->caches);
    emit_vfe(cmd, p);
    uint8_t bytes[KILN_MAX_PUSH_SIZE] = {0};
    memcpy(bytes, push, push_size);
    uint64_t curbe, table;
    if (p->curbe_regs && write_curbe(cmd, p, bytes + p->push_offset, &curbe))
        load_curbe(cmd, p, curbe);
    uint32_t *bt = new_binding_table(cmd, p->bt_count, &table);
    for (uint32_t i = 0; bt && i < p->bt_count; i++) {
        const struct kiln_state_ref *r = &p->bt[i];
        uint64_t surface = cmd->device->launch.null_surface.address;
        if (r->kind == KILN_REF_SURFACE && r->slot < buffer_count) {
            uint32_t *dw = new_surface(cmd, &surface);
            if (dw)
                kiln_surface_buffer(dw, buffers[r->slot].address, buffers[r->slot].size);
        }
        bt[i] = (uint32_t)(surface - (table & ~UINT64_C(0xffff)));
    }
    if (bt)
        emit_descriptor(cmd, p, table, 0);
    kiln_write_walker(kiln_batch(cmd, KILN_WALKER_DWORDS), p->walker, (const uint32_t[3]){0, 0, 0}, groups);
    cmd->state.dirty |= KILN_DIRTY_ALL_STATE;
}
