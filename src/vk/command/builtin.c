// Dispatches of built-in kernels, which have no descriptors but buffers.
#include "vk/command/buffer.h"

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
    struct launch_stream *stream = &cmd->stream;
    if (stream->error)
        return;
    VkResult result = kiln_builtin_get(cmd->device, which, &p);
    if (result) {
        kiln_cmd_set_error(cmd,
                           result == VK_ERROR_OUT_OF_HOST_MEMORY ? result : VK_ERROR_OUT_OF_DEVICE_MEMORY);
        return;
    }
    const struct launch_kernel *k = &p->launch;
    launch_add_cost(stream, (uint64_t)groups[0] * groups[1] * groups[2] * k->group_ns);
    launch_prepare(stream, k, 0); // it has no handles
    uint8_t bytes[KILN_MAX_PUSH_SIZE] = {0};
    memcpy(bytes, push, push_size);
    uint64_t constants;
    if (k->constant_regs && kiln_cmd_write_constants(cmd, p, bytes + p->push_offset, &constants))
        launch_constants_use(stream, k, constants);
    struct launch_table t;
    launch_table_begin(stream, k, &t);
    for (uint32_t i = 0; t.entries && i < k->table_count; i++) {
        const struct kiln_state_ref *r = &p->table[i];
        uint64_t surface = cmd->device->launch.null_surface.address;
        if (r->kind == KILN_REF_SURFACE && r->slot < buffer_count) {
            uint32_t *dw = launch_surfaces(stream, LAUNCH_SURFACE_SIZE, &surface);
            if (dw)
                launch_surface_buffer(&cmd->device->launch, dw, buffers[r->slot].address,
                                      buffers[r->slot].size);
        }
        launch_table_put(&t, i, surface);
    }
    if (t.entries)
        launch_descriptor(stream, k, &t, 0);
    launch_walk_always(stream, k, groups);
    cmd->bound.dirty |= KILN_DIRTY_ALL_STATE;
}
