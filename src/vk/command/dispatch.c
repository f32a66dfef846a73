// vkCmdDispatch and its variants: what the application has bound becomes tables of states and constants, and
// a walk (launch/stream/dispatch.h). What the GPU has already is not sent again.
#include "entrypoints.h"
#include "vk/memory/buffer.h"
#include "vk/command/buffer.h"

// ---- surfaces of a dispatch

static uint32_t *new_surface(struct kiln_cmd_buffer *cmd, uint64_t *address)
{
    return launch_surfaces(&cmd->stream, LAUNCH_SURFACE_SIZE, address);
}

// Of a dynamic buffer; `offset` says which of the dynamic offsets is its own.
static void write_dynamic_surface(const struct kiln_cmd_buffer *cmd, uint32_t *dw,
                                  const struct kiln_slot *slot, uint32_t offset)
{
    uint32_t bytes = offset < KILN_MAX_DYNAMIC ? cmd->bound.dynamic_offsets[offset] : 0;
    launch_surface_buffer(&cmd->device->launch, dw, slot->address + bytes, slot->range);
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
        memcpy(dw, set->surfaces_map + slot * LAUNCH_SURFACE_SIZE + raw, LAUNCH_SURFACE_SIZE);
    return address;
}

static uint64_t push_constant_surface(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    uint64_t address;
    uint32_t *dw = new_surface(cmd, &address);
    if (dw)
        launch_surface_buffer(&cmd->device->launch, dw, cmd->bound.constants, p->push_size);
    cmd->bound.push_surface = address;
    return address;
}

// Bytes of the far handles behind the constants, in whole blocks of what a kernel reads.
static uint32_t far_handle_bytes(const struct kiln_pipeline *p)
{
    return (uint32_t)kiln_align((p->handle_count - p->near_handles) * 4, 128);
}

static uint64_t far_handle_surface(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    uint64_t address;
    uint32_t *dw = new_surface(cmd, &address);
    if (dw)
        launch_surface_buffer(&cmd->device->launch, dw,
                              cmd->bound.constants + launch_constant_bytes(&p->launch), far_handle_bytes(p));
    return address;
}

static uint64_t constant_data_surface(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    uint64_t address;
    uint32_t *dw = new_surface(cmd, &address);
    if (dw)
        launch_surface_buffer(&cmd->device->launch, dw, p->launch.address + p->info.const_offset,
                              p->info.const_size);
    return address;
}

// Whether there is a descriptor buffer for what a KILN_REF_BUFFER_* refers to.
static bool has_buffer(const struct kiln_cmd_buffer *cmd, const struct kiln_state_ref *r)
{
    return cmd->bound.buffer_sets & (1u << r->set);
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
        launch_surface_buffer(&cmd->device->launch, dw, buffer_address(cmd, r), r->buffer.size);
    return address;
}

// The set that has the slot; NULL: none is bound, or it is smaller.
static const struct kiln_set *set_with_slot(const struct kiln_cmd_buffer *cmd, unsigned index, uint32_t slot)
{
    const struct kiln_set *set = cmd->bound.sets[index];
    return set && slot < set->slot_count ? set : NULL;
}

static bool is_second(const struct kiln_state_ref *r)
{
    return r->kind == KILN_REF_RAW_SURFACE || r->kind == KILN_REF_TEXEL_MAP;
}

// On Gen8 there is either a surface for typed reads or a map of texels, as the view's format wants it. Where
// the shader names a format that wants the other, what it reads is undefined; the message must be one that
// the hardware can do.
static bool is_of_another_format(const struct kiln_cmd_buffer *cmd, const struct kiln_state_ref *r,
                                 const uint8_t *state)
{
    uint32_t dw[LAUNCH_SURFACE_SIZE / 4];
    if (kiln_target_has_typed_formats(cmd->device->physical->target))
        return false;
    memcpy(dw, state, sizeof(dw));
    return launch_surface_is_buffer(&cmd->device->launch, dw) != (r->kind == KILN_REF_TEXEL_MAP);
}

static uint64_t set_surface(struct kiln_cmd_buffer *cmd, const struct kiln_state_ref *r)
{
    const struct kiln_set *set = set_with_slot(cmd, r->set, r->slot);
    if (!set)
        return cmd->device->launch.null_surface.address;
    uint32_t raw = is_second(r) ? set->raw : 0;
    if (raw && is_of_another_format(cmd, r, set->surfaces_map + (size_t)r->slot * LAUNCH_SURFACE_SIZE + raw))
        return cmd->device->launch.null_surface.address;
    if (cmd->bound.push_sets & (1u << r->set))
        return pushed_surface(cmd, set, r->slot, raw);
    return set->surfaces + (uint64_t)r->slot * LAUNCH_SURFACE_SIZE + raw;
}

static uint64_t texels_surface(struct kiln_cmd_buffer *cmd, const struct kiln_state_ref *r)
{
    const struct kiln_set *set = set_with_slot(cmd, r->set, r->slot);
    uint32_t shown[LAUNCH_SURFACE_SIZE / 4];
    uint64_t address;
    uint32_t *dw = set ? new_surface(cmd, &address) : NULL;
    if (!dw)
        return cmd->device->launch.null_surface.address;
    memcpy(shown, set->surfaces_map + (size_t)r->slot * LAUNCH_SURFACE_SIZE, sizeof(shown));
    launch_surface_memory(&cmd->device->launch, dw, shown);
    return address;
}

static uint64_t entry_surface(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p,
                              const struct kiln_state_ref *r)
{
    const struct kiln_set *set;
    switch ((enum kiln_state_ref_kind)r->kind) {
    case KILN_REF_SURFACE:
    case KILN_REF_RAW_SURFACE:
    case KILN_REF_TEXEL_MAP:
        return set_surface(cmd, r);
    case KILN_REF_TEXELS:
        return texels_surface(cmd, r);
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
    case KILN_REF_HEAP:
    case KILN_REF_HEAP_LOW:
    case KILN_REF_HEAP_HIGH:
    case KILN_REF_SAMPLER_HEAP:
    case KILN_REF_EMBEDDED:
        break;
    }
    return cmd->device->launch.null_surface.address;
}

// ---- handles

static uint32_t surface_step(const struct kiln_pipeline *p)
{
    return p->in_buffers ? KILN_BUFFER_DESCRIPTOR_SIZE : LAUNCH_SURFACE_SIZE;
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
    uint8_t *to = launch_surfaces(&cmd->stream, count * step, &address);
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
    uint32_t raw = is_second(r) ? set->raw : 0;
    if (!(cmd->bound.push_sets & (1u << r->set)))
        return set->surfaces + (uint64_t)r->slot * LAUNCH_SURFACE_SIZE + raw;
    uint32_t count = KILN_MIN(h->count, set->slot_count - r->slot), step = surface_step(p);
    uint64_t address;
    uint8_t *to = launch_surfaces(&cmd->stream, count * step, &address);
    for (uint32_t i = 0; to && i < count; i++)
        memcpy(to + (size_t)i * step, set->surfaces_map + (size_t)(r->slot + i) * LAUNCH_SURFACE_SIZE + raw,
               LAUNCH_SURFACE_SIZE);
    return address;
}

// Where a set's sampler states are; those of a pushed one are copied for this command buffer.
static uint32_t set_samplers(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p,
                             const struct kiln_handle *h)
{
    const struct kiln_state_ref *r = &h->first;
    const struct kiln_set *set = cmd->bound.sets[r->set];
    if (!set)
        return 0;
    if (!(cmd->bound.push_sets & (1u << r->set)))
        return launch_sampler_handle(&cmd->device->launch,
                                     set->samplers + (uint64_t)r->slot * KILN_SAMPLER_SIZE);
    uint64_t address;
    uint32_t step = p->in_buffers ? KILN_BUFFER_DESCRIPTOR_SIZE : KILN_SAMPLER_SIZE;
    uint8_t *to = launch_dynamic(&cmd->stream, h->count * step, &address);
    for (uint32_t i = 0; to && i < h->count; i++)
        memcpy(to + (size_t)i * step, set->samplers_map + (size_t)(r->slot + i) * KILN_SAMPLER_SIZE,
               KILN_SAMPLER_SIZE);
    return launch_sampler_handle(&cmd->device->launch, address);
}

// Of what is not in a descriptor buffer, but for samplers.
static uint32_t handle_value(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p,
                             const struct kiln_handle *h)
{
    switch ((enum kiln_state_ref_kind)h->first.kind) {
    case KILN_REF_SURFACE:
    case KILN_REF_RAW_SURFACE:
    case KILN_REF_TEXEL_MAP:
        return launch_surface_handle(set_surfaces(cmd, p, h), LAUNCH_BINDLESS_BASE);
    case KILN_REF_DYNAMIC:
        return launch_surface_handle(dynamic_surfaces(cmd, p, h), LAUNCH_BINDLESS_BASE);
    case KILN_REF_SAMPLER:
        return set_samplers(cmd, p, h);
    case KILN_REF_BUFFER_SAMPLER:
        return has_buffer(cmd, &h->first)
                   ? launch_sampler_handle(&cmd->device->launch, buffer_address(cmd, &h->first))
                   : 0;
    case KILN_REF_HEAP:
        return launch_surface_handle(KILN_HEAP_ALIGN, 0);
    case KILN_REF_HEAP_LOW:
        return (uint32_t)cmd->bound.resource_heap.address;
    case KILN_REF_HEAP_HIGH:
        return (uint32_t)(cmd->bound.resource_heap.address >> 32);
    case KILN_REF_SAMPLER_HEAP:
        return cmd->bound.sampler_heap.size
                   ? launch_sampler_handle(&cmd->device->launch, cmd->bound.sampler_heap.address)
                   : 0;
    case KILN_REF_EMBEDDED:
        return launch_sampler_handle(
            &cmd->device->launch, p->embedded.address + h->first.slot * sizeof(struct kiln_embedded_sampler));
    case KILN_REF_BUFFER_SURFACE: // write_buffer_handles
    case KILN_REF_BUFFER_INLINE:
    case KILN_REF_NULL:
    case KILN_REF_PUSH: // no handle leads there
    case KILN_REF_CONST:
    case KILN_REF_HANDLES:
    case KILN_REF_TEXELS:
        break;
    }
    return launch_surface_handle(cmd->device->launch.null_surface.address, LAUNCH_BINDLESS_BASE);
}

// The dword of handle `i`: in the constants, or behind them.
static uint32_t *handle_place(const struct kiln_pipeline *p, uint8_t *data, uint32_t i)
{
    return i < p->near_handles
               ? (uint32_t *)(data + p->handle_offset) + i
               : (uint32_t *)(data + launch_constant_bytes(&p->launch)) + (i - p->near_handles);
}

// ---- handles into descriptor buffers
//
// A handle reaches 64 MiB from its base, the window. That is moved to where a dispatch's
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
    struct kiln_bound *bound = &cmd->bound;
    uint64_t total = 0;
    for (uint32_t i = 0; i < p->handle_count; i++)
        total += handle_bytes(cmd, &p->handles[i]);
    if (total > LAUNCH_BINDLESS_REACH) {
        kiln_cmd_set_error(cmd, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        return;
    }
    if (!launch_surfaces(&cmd->stream, (uint32_t)total, &bound->copies))
        return;
    uint64_t to = bound->copies;
    for (uint32_t i = 0; i < p->handle_count; i++) {
        uint64_t bytes = handle_bytes(cmd, &p->handles[i]);
        if (bytes)
            kiln_cmd_copy(cmd, to, buffer_address(cmd, &p->handles[i].first), bytes);
        to += bytes;
    }
    // No cache has seen a state there since the base addresses were set.
    launch_need(&cmd->stream, LAUNCH_PIPE_DATA_FLUSH);
    launch_flush(&cmd->stream);
}

// Whether the handle leads to a surface state that the driver made.
static bool is_own_surface(const struct kiln_state_ref *r)
{
    return r->kind == KILN_REF_SURFACE || is_second(r) || r->kind == KILN_REF_DYNAMIC ||
           r->kind == KILN_REF_BUFFER_INLINE;
}

// Chooses what handles are relative to.
static uint64_t descriptor_window(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    struct kiln_bound *bound = &cmd->bound;
    if (!(bound->dirty & KILN_DIRTY_DESCRIPTORS))
        return cmd->stream.has.window;
    uint64_t first = UINT64_MAX, end = 0;
    bool own = p->fixed_window;
    bound->copies = 0;
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
    const struct kiln_bound *bound = &cmd->bound;
    uint64_t copy = bound->copies;
    for (uint32_t i = 0; i < p->handle_count; i++) {
        const struct kiln_state_ref *r = &p->handles[i].first;
        uint64_t bytes = handle_bytes(cmd, &p->handles[i]), address = cmd->stream.has.window;
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
        *handle = launch_surface_handle(address, cmd->stream.has.window);
    }
}

// A resource heap's descriptors are all that handles lead to: what they are relative to moves to it.
static uint64_t heap_window(const struct kiln_cmd_buffer *cmd)
{
    const struct kiln_buffer_range *heap = &cmd->bound.resource_heap;
    return heap->size ? heap->address - KILN_HEAP_ALIGN : LAUNCH_BINDLESS_BASE;
}

// ---- binding tables

// The table of samplers; 0 if there are none.
static uint64_t new_samplers(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    enum { STATE = LAUNCH_SAMPLER_SIZE };
    const uint32_t count = p->launch.sampler_count;
    uint64_t address;
    if (!count)
        return 0;
    uint8_t *table = launch_dynamic(&cmd->stream, count * STATE, &address);
    if (!table)
        return 0;
    for (uint32_t i = 0; i < count; i++, table += STATE) {
        const struct kiln_state_ref *r = &p->samplers[i];
        const struct kiln_set *set = r->kind == KILN_REF_NULL ? NULL : cmd->bound.sets[r->set];
        if (set && r->slot < set->layout->sampler_count)
            memcpy(table, set->samplers_map + (size_t)r->slot * KILN_SAMPLER_SIZE, STATE);
        else
            memset(table, 0, STATE);
    }
    return address;
}

static void flush_descriptors(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    const struct launch_kernel *k = &p->launch;
    struct launch_table t;
    if (!k->table_count && !k->sampler_count) {
        launch_descriptor(&cmd->stream, k, NULL, 0);
        return;
    }
    launch_table_begin(&cmd->stream, k, &t);
    if (!t.entries)
        return;
    for (uint32_t i = 0; i < k->table_count; i++)
        launch_table_put(&t, i, entry_surface(cmd, p, &p->table[i]));
    launch_descriptor(&cmd->stream, k, &t, new_samplers(cmd, p));
}

// ---- constants

// Push constants, group counts, handles; and, behind what is loaded, the far handles.
uint8_t *kiln_cmd_write_constants(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p,
                                  const void *push, uint64_t *address)
{
    uint8_t *data = launch_constants(&cmd->stream, &p->launch, far_handle_bytes(p), address);
    if (!data)
        return NULL;
    if (p->push_size)
        memcpy(data, push, p->push_size);
    if (p->groups_offset != KILN_NO_OFFSET)
        memcpy(data + p->groups_offset, cmd->bound.groups, sizeof(cmd->bound.groups));
    if (p->in_buffers)
        write_buffer_handles(cmd, p, data);
    for (uint32_t i = 0; i < p->handle_count && !p->in_buffers; i++)
        *handle_place(p, data, i) = handle_value(cmd, p, &p->handles[i]);
    return data;
}

static void flush_push(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    struct kiln_bound *bound = &cmd->bound;
    if (!p->launch.constant_regs)
        return;
    uint64_t address;
    bound->constants_map = kiln_cmd_write_constants(cmd, p, bound->push_data + p->push_offset, &address);
    if (!bound->constants_map)
        return;
    if (bound->groups_address && p->groups_offset != KILN_NO_OFFSET)
        launch_copy_counts(&cmd->stream, bound->groups_address, address + p->groups_offset);
    launch_constants_use(&cmd->stream, &p->launch, address);
    bound->constants = address;
    if (p->has_push_surface)
        bound->dirty |= KILN_DIRTY_DESCRIPTORS;
}

// ---- flush and walk

uint64_t kiln_cmd_common_window(const struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    return p->in_heaps ? heap_window(cmd) : LAUNCH_BINDLESS_BASE;
}

// What its handles are relative to; 0: it has none.
static uint64_t window_of(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    return !p->handle_count ? 0 : p->in_buffers ? descriptor_window(cmd, p) : kiln_cmd_common_window(cmd, p);
}

static void flush(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    struct kiln_bound *bound = &cmd->bound;
    launch_flush(&cmd->stream); // before descriptors are copied
    uint64_t window = window_of(cmd, p);
    launch_prepare(&cmd->stream, &p->launch, window);
    if (p->handle_count && bound->dirty & KILN_DIRTY_DESCRIPTORS)
        bound->dirty |= KILN_DIRTY_PUSH;
    if (bound->dirty & KILN_DIRTY_PUSH)
        flush_push(cmd, p);
    if (bound->dirty & KILN_DIRTY_DESCRIPTORS)
        flush_descriptors(cmd, p);
    bound->dirty = 0;
}

void kiln_cmd_write_sequence(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p,
                             enum launch_switch how, struct launch_sequence *out)
{
    struct kiln_bound *bound = &cmd->bound;
    struct launch_stream *stream = &cmd->stream;
    bound->groups_address = 0;
    bound->dirty |= KILN_DIRTY_ALL_STATE;
    launch_flush(stream);
    const uint64_t window = window_of(cmd, p);
    launch_sequence_begin(stream, how, out);
    launch_prepare(stream, &p->launch, window);
    if (p->launch.constant_regs)
        bound->constants_map =
            kiln_cmd_write_constants(cmd, p, bound->push_data + p->push_offset, &bound->constants);
    flush_descriptors(cmd, p);
    launch_sequence_walk(stream, &p->launch, kiln_reads_push_surface(p) ? bound->push_surface : 0, out);
}

// A kernel that reads the number of groups has them in its constants.
static __attribute__((noinline)) void bind_groups(struct kiln_bound *bound, const uint32_t count[3])
{
    if (!bound->groups_address && memcmp(bound->groups, count, sizeof(bound->groups)) == 0)
        return;
    bound->groups_address = 0;
    memcpy(bound->groups, count, sizeof(bound->groups));
    bound->dirty |= KILN_DIRTY_PUSH;
}

// The bound pipeline, or the one of it for small grids.
static inline const struct kiln_pipeline *choose(struct kiln_bound *bound, uint64_t x, uint64_t y, uint64_t z)
{
    const struct kiln_pipeline *p = bound->pipeline;
    if (p->small && x * y <= p->small_groups && x * y * z <= p->small_groups)
        p = p->small;
    if (bound->last != p) {
        bound->last = p;
        bound->dirty |= KILN_DIRTY_ALL_STATE;
    }
    return p;
}

// What has changed since the last dispatch.
static inline void flush_changes(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p, uint32_t x,
                                 uint32_t y, uint32_t z)
{
    if (p->groups_offset != KILN_NO_OFFSET)
        bind_groups(&cmd->bound, (const uint32_t[3]){x, y, z});
    if (cmd->bound.dirty | cmd->stream.pending)
        flush(cmd, p);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdDispatch(VkCommandBuffer handle, uint32_t x, uint32_t y, uint32_t z)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    if (!x || !y || !z)
        return;
    const struct kiln_pipeline *p = choose(&cmd->bound, x, y, z);
    flush_changes(cmd, p, x, y, z);
    launch_walk(&cmd->stream, &p->launch, x, y, z);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdDispatchBase(VkCommandBuffer handle, uint32_t base_x, uint32_t base_y,
                                                uint32_t base_z, uint32_t x, uint32_t y, uint32_t z)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    if (!x || !y || !z)
        return;
    const struct kiln_pipeline *p = choose(&cmd->bound, x, y, z);
    flush_changes(cmd, p, x, y, z);
    launch_walk_from(&cmd->stream, &p->launch, (const uint32_t[3]){base_x, base_y, base_z},
                     (const uint32_t[3]){x, y, z});
}

// The counts are `offset` bytes into `memory`; NULL: nobody says where the host sees them.
static void dispatch_indirect(struct kiln_cmd_buffer *cmd, uint64_t address, struct kiln_memory *memory,
                              uint64_t offset)
{
    struct kiln_bound *bound = &cmd->bound;
    const struct kiln_pipeline *p = choose(bound, UINT32_MAX, 1, 1);
    if (p->groups_offset != KILN_NO_OFFSET) {
        bound->groups_address = address;
        bound->dirty |= KILN_DIRTY_PUSH;
    }
    if (bound->dirty | cmd->stream.pending)
        flush(cmd, p);
    launch_walk_indirect(&cmd->stream, &p->launch, address, memory, offset);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdDispatchIndirect(VkCommandBuffer handle, VkBuffer buffer_handle,
                                                    VkDeviceSize offset)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_buffer, buffer, buffer_handle);
    dispatch_indirect(cmd, buffer->address + offset, buffer->memory, buffer->offset + offset);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdDispatchIndirect2KHR(VkCommandBuffer handle,
                                                        const VkDispatchIndirect2InfoKHR *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    dispatch_indirect(cmd, info->addressRange.address, NULL, 0);
}
