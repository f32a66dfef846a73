// Command pools, command buffers, their memory, and what binds state without emitting commands.
#include "vk/command/buffer.h"

#include "entrypoints.h"
#include "util/log.h"
#include "vk/object/icd.h"

#define JUMP_DWORDS (gen_MI_BATCH_BUFFER_START_LENGTH + 1) // padded to a qword; also holds the end

void kiln_cmd_set_error(struct kiln_cmd_buffer *cmd, VkResult result)
{
    if (!cmd->error)
        cmd->error = result;
    cmd->cur = cmd->trash;
    cmd->end = cmd->trash + KILN_TRASH_DWORDS;
}

static uint32_t *block_start(const struct kiln_cmd_buffer *cmd)
{
    return cmd->blocks[cmd->block_count - 1].bo->map;
}

// Notes how much of the current block is used.
static void close_block(struct kiln_cmd_buffer *cmd)
{
    if (cmd->block_count)
        cmd->blocks[cmd->block_count - 1].used =
            (uint32_t)((uint8_t *)cmd->cur - (uint8_t *)block_start(cmd));
}

static VkResult add_block(struct kiln_cmd_buffer *cmd)
{
    struct kiln_device *device = cmd->device;
    unsigned size_class = KILN_MIN(cmd->block_count, LAUNCH_BATCH_CLASSES - 1u);
    struct launch_bo *bo;
    if (!kiln_grow(&cmd->pool->alloc, (void **)&cmd->blocks, &cmd->block_capacity, cmd->block_count + 1,
                   sizeof(cmd->blocks[0]), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT))
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    VkResult result = VK_SUCCESS;
    if (!cmd->block_count && cmd->first_block) {
        bo = cmd->first_block;
        cmd->first_block = NULL;
    } else {
        result = kiln_result(launch_batch_bo_get(&device->launch, size_class, &bo));
    }
    if (result)
        return result;
    if (cmd->block_count) {
        close_block(cmd);
        // A command buffer runs at the second level; a jump there stays at the second level.
        struct gen_MI_BATCH_BUFFER_START jump = {.second_level_batch_buffer = GEN_BATCH_LEVEL_SECOND,
                                                 .address_space_indicator = GEN_ASI_PPGTT,
                                                 .batch_buffer_start_address = bo->address};
        gen_MI_BATCH_BUFFER_START_pack(cmd->cur, &jump);
    }
    cmd->blocks[cmd->block_count++] = (struct kiln_batch_block){.bo = bo};
    cmd->cur = bo->map;
    cmd->end = cmd->cur + bo->size / 4 - JUMP_DWORDS;
    return VK_SUCCESS;
}

static struct kiln_batch_place place(const struct kiln_cmd_buffer *cmd)
{
    return (struct kiln_batch_place){cmd->block_count - 1,
                                     (uint32_t)((uint8_t *)cmd->cur - (uint8_t *)block_start(cmd))};
}

// Where the commands that follow begin a segment.
static VkResult begin_segment(struct kiln_cmd_buffer *cmd, const struct kiln_walk *walk)
{
    if (!kiln_grow(&cmd->pool->alloc, (void **)&cmd->segments, &cmd->segment_capacity, cmd->segment_count + 1,
                   sizeof(cmd->segments[0]), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT))
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    const struct launch_bo *bo = cmd->blocks[cmd->block_count - 1].bo;
    struct kiln_batch_place first = place(cmd);
    cmd->segments[cmd->segment_count++] =
        (struct kiln_segment){.address = bo->address + first.byte, .walk = walk, .first = first};
    return VK_SUCCESS;
}

// Notes what the current segment costs, and where it ends.
static void end_segment(struct kiln_cmd_buffer *cmd)
{
    if (!cmd->segment_count)
        return;
    cmd->segments[cmd->segment_count - 1].cost = cmd->cost;
    cmd->segments[cmd->segment_count - 1].last = place(cmd);
    cmd->cost = 0;
}

static bool may_cut(const struct kiln_cmd_buffer *cmd)
{
    return !cmd->error && cmd->segment_count && !KILN_DEBUG(NOSLICE);
}

static void cut(struct kiln_cmd_buffer *cmd, const struct kiln_walk *walk)
{
    if (!may_cut(cmd))
        return;
    end_segment(cmd);
    uint32_t *dw = kiln_batch(cmd, 2);
    struct gen_MI_BATCH_BUFFER_END end = {};
    gen_MI_BATCH_BUFFER_END_pack(dw, &end);
    dw[1] = 0;
    if (((uintptr_t)cmd->cur & 7) != 0) // segments start at a qword
        *kiln_batch(cmd, 1) = 0;
    if (cmd->error)
        return;
    VkResult result = begin_segment(cmd, walk);
    if (result)
        kiln_cmd_set_error(cmd, result);
}

void kiln_cmd_cut(struct kiln_cmd_buffer *cmd)
{
    if (!may_cut(cmd))
        return;
    cut(cmd, NULL);
}

struct kiln_walk *kiln_cmd_begin_walk(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p)
{
    if (!may_cut(cmd))
        return NULL;
    struct kiln_walk *w = kiln_zalloc(&cmd->pool->alloc, NULL, sizeof(*w), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!w) {
        kiln_cmd_set_error(cmd, kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY));
        return NULL;
    }
    memcpy(w->walker, p->walker, sizeof(w->walker));
    w->slice_groups = p->slice_groups;
    w->group_ns = p->group_ns;
    w->rate = p->rate;
    w->conditional = cmd->state.conditional;
    w->next = cmd->walks;
    cmd->walks = w;
    cut(cmd, w);
    return w;
}

uint32_t *kiln_batch_grow(struct kiln_cmd_buffer *cmd, uint32_t dwords)
{
    if (!cmd->error) {
        VkResult result = add_block(cmd);
        if (!result && !cmd->segment_count)
            result = begin_segment(cmd, NULL);
        if (result)
            kiln_cmd_set_error(cmd, result);
    } else {
        cmd->cur = cmd->trash;
    }
    uint32_t *dw = cmd->cur;
    cmd->cur += dwords;
    return dw;
}

// `keep`: a block of each kind, as the next recording will want it.
static void reset(struct kiln_cmd_buffer *cmd, bool keep)
{
    for (uint32_t i = 0; i < cmd->block_count; i++)
        if (i || !keep)
            launch_batch_bo_put(&cmd->device->launch, cmd->blocks[i].bo);
        else
            cmd->first_block = cmd->blocks[i].bo;
    if (!keep && cmd->first_block) {
        launch_batch_bo_put(&cmd->device->launch, cmd->first_block);
        cmd->first_block = NULL;
    }
    while (cmd->walks) {
        struct kiln_walk *w = cmd->walks;
        cmd->walks = w->next;
        kiln_free(&cmd->pool->alloc, NULL, w);
    }
    cmd->block_count = 0;
    cmd->segment_count = 0;
    cmd->cost = 0;
    cmd->cur = cmd->end = cmd->trash; // no room: the first packet makes a block
    launch_state_stream_reset(&cmd->dynamic, keep);
    launch_state_stream_reset(&cmd->surface, keep);
    launch_state_stream_reset(&cmd->bt, keep);
    memset(&cmd->state, 0, sizeof(cmd->state));
    cmd->error = VK_SUCCESS;
    cmd->status = KILN_CMD_INITIAL;
}

static VkResult create(struct kiln_cmd_pool *pool, VkCommandBufferLevel level, VkCommandBuffer *out)
{
    struct kiln_device *device = pool->device;
    struct kiln_cmd_buffer *cmd =
        kiln_zalloc(&pool->alloc, NULL, sizeof(*cmd), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!cmd)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    kiln_dispatchable_init(&cmd->base);
    cmd->device = device;
    cmd->pool = pool;
    cmd->level = level;
    cmd->cur = cmd->end = cmd->trash;
    launch_state_stream_init(&cmd->dynamic, &device->launch.dynamic_pool, 16 * 1024);
    launch_state_stream_init(&cmd->surface, &device->launch.surface_pool, 4 * 1024);
    launch_state_stream_init(&cmd->bt, &device->launch.bt_pool, 4 * 1024);
    cmd->next = pool->buffers;
    cmd->link = &pool->buffers;
    if (cmd->next)
        cmd->next->link = &cmd->next;
    pool->buffers = cmd;
    *out = KILN_TO_HANDLE(VkCommandBuffer, cmd);
    return VK_SUCCESS;
}

static void destroy(struct kiln_cmd_buffer *cmd)
{
    struct kiln_cmd_pool *pool = cmd->pool;
    reset(cmd, false);
    launch_state_stream_finish(&cmd->dynamic);
    launch_state_stream_finish(&cmd->surface);
    launch_state_stream_finish(&cmd->bt);
    kiln_free(&pool->alloc, NULL, cmd->blocks);
    kiln_free(&pool->alloc, NULL, cmd->segments);
    for (unsigned i = 0; i < KILN_MAX_SETS; i++)
        kiln_free(&pool->alloc, NULL, cmd->push[i]);
    *cmd->link = cmd->next;
    if (cmd->next)
        cmd->next->link = cmd->link;
    kiln_free(&pool->alloc, NULL, cmd);
}

// ---- pools
// ---------------------------------------------------------------------------------------------------

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateCommandPool(VkDevice handle, const VkCommandPoolCreateInfo *info,
                                                      const VkAllocationCallbacks *alloc, VkCommandPool *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_cmd_pool *pool =
        kiln_zalloc(&device->alloc, alloc, sizeof(*pool), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!pool)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    pool->device = device;
    pool->alloc = alloc ? *alloc : device->alloc;
    *out = KILN_TO_HANDLE(VkCommandPool, pool);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyCommandPool(VkDevice handle, VkCommandPool pool_handle,
                                                   const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_cmd_pool, pool, pool_handle);
    if (!pool)
        return;
    while (pool->buffers)
        destroy(pool->buffers);
    kiln_free(&device->alloc, alloc, pool);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_ResetCommandPool(VkDevice handle, VkCommandPool pool_handle,
                                                     VkCommandPoolResetFlags flags)
{
    KILN_FROM_HANDLE(kiln_cmd_pool, pool, pool_handle);
    for (struct kiln_cmd_buffer *cmd = pool->buffers; cmd; cmd = cmd->next)
        reset(cmd, !(flags & VK_COMMAND_POOL_RESET_RELEASE_RESOURCES_BIT));
    return VK_SUCCESS;
}

// What command buffers keep that are not recorded; other unused blocks belong to the device.
VKAPI_ATTR void VKAPI_CALL kiln_TrimCommandPool(VkDevice handle, VkCommandPool pool_handle,
                                                VkCommandPoolTrimFlags flags)
{
    KILN_FROM_HANDLE(kiln_cmd_pool, pool, pool_handle);
    for (struct kiln_cmd_buffer *cmd = pool->buffers; cmd; cmd = cmd->next)
        if (cmd->status == KILN_CMD_INITIAL)
            reset(cmd, false);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_AllocateCommandBuffers(VkDevice handle,
                                                           const VkCommandBufferAllocateInfo *info,
                                                           VkCommandBuffer *out)
{
    KILN_FROM_HANDLE(kiln_cmd_pool, pool, info->commandPool);
    VkResult result = VK_SUCCESS;
    uint32_t i;
    for (i = 0; i < info->commandBufferCount; i++) {
        result = create(pool, info->level, &out[i]);
        if (result)
            break;
    }
    if (result) {
        while (i-- > 0)
            destroy((struct kiln_cmd_buffer *)out[i]);
        for (i = 0; i < info->commandBufferCount; i++)
            out[i] = VK_NULL_HANDLE;
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL kiln_FreeCommandBuffers(VkDevice handle, VkCommandPool pool, uint32_t count,
                                                   const VkCommandBuffer *buffers)
{
    for (uint32_t i = 0; i < count; i++)
        if (buffers[i])
            destroy((struct kiln_cmd_buffer *)buffers[i]);
}

// ---- recording
// -----------------------------------------------------------------------------------------------

VKAPI_ATTR VkResult VKAPI_CALL kiln_BeginCommandBuffer(VkCommandBuffer handle,
                                                       const VkCommandBufferBeginInfo *info)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    if (cmd->status != KILN_CMD_INITIAL)
        reset(cmd, true);
    const VkCommandBufferInheritanceConditionalRenderingInfoEXT *c =
        cmd->level == VK_COMMAND_BUFFER_LEVEL_SECONDARY && info->pInheritanceInfo
            ? kiln_find_const(info->pInheritanceInfo->pNext,
                              VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_CONDITIONAL_RENDERING_INFO_EXT)
            : NULL;
    cmd->state.conditional = cmd->inherits_condition = c && c->conditionalRenderingEnable;
    cmd->status = KILN_CMD_RECORDING;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_EndCommandBuffer(VkCommandBuffer handle)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    kiln_cmd_flush_pending(cmd);
    kiln_cmd_invalidate(cmd, KILN_PIPE_INVALIDATE); // what comes next does not know
    cmd->status = KILN_CMD_EXECUTABLE;
    if (cmd->error)
        return cmd->error;
    close_block(cmd);
    if (cmd->block_count) {
        struct gen_MI_BATCH_BUFFER_END end = {};
        end_segment(cmd);
        gen_MI_BATCH_BUFFER_END_pack(cmd->cur, &end); // the room for the jump is there
        cmd->cur[1] = 0;
    }
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_ResetCommandBuffer(VkCommandBuffer handle,
                                                       VkCommandBufferResetFlags flags)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    reset(cmd, !(flags & VK_COMMAND_BUFFER_RESET_RELEASE_RESOURCES_BIT));
    return VK_SUCCESS;
}

// Copies dwords of any number into the batch. Packets are never cut: the source's blocks hold whole packets,
// and a copy starts a new block rather than be split.
static void append(struct kiln_cmd_buffer *cmd, const uint32_t *dw, uint32_t dwords)
{
    while (!cmd->error && (size_t)(cmd->end - cmd->cur) < dwords) {
        uint32_t *before = cmd->cur;
        kiln_batch_grow(cmd, 0);
        if (!cmd->error && cmd->cur != before && (size_t)(cmd->end - cmd->cur) < dwords &&
            cmd->blocks[cmd->block_count - 1].bo->size == UINT64_C(16384) << (LAUNCH_BATCH_CLASSES - 1))
            break;
    }
    if (cmd->error)
        return;
    memcpy(cmd->cur, dw, dwords * 4);
    cmd->cur += dwords;
}

// The commands of a secondary command buffer's segment are copied: they hold absolute addresses only, and a
// batch at the second level cannot call a third. A dispatch that may be run in slices stays a segment.
static void append_segment(struct kiln_cmd_buffer *cmd, const struct kiln_cmd_buffer *second,
                           const struct kiln_segment *s)
{
    if (s->walk)
        cut(cmd, s->walk);
    else if (cmd->cost && cmd->cost + s->cost > LAUNCH_SEGMENT_NS)
        kiln_cmd_cut(cmd);
    for (uint32_t b = s->first.block; b <= s->last.block && !cmd->error; b++) {
        uint32_t from = b == s->first.block ? s->first.byte : 0,
                 to = b == s->last.block ? s->last.byte : second->blocks[b].used;
        append(cmd, (const uint32_t *)second->blocks[b].bo->map + from / 4, (to - from) / 4);
    }
    cmd->cost += s->cost;
    if (s->walk)
        cut(cmd, NULL);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdExecuteCommands(VkCommandBuffer handle, uint32_t count,
                                                   const VkCommandBuffer *buffers)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    kiln_cmd_flush_pending(cmd);
    kiln_cmd_invalidate(cmd, KILN_PIPE_INVALIDATE);
    for (uint32_t i = 0; i < count && !cmd->error; i++) {
        KILN_FROM_HANDLE(kiln_cmd_buffer, second, buffers[i]);
        if (second->error)
            kiln_cmd_set_error(cmd, second->error);
        if (second->inherits_condition && !cmd->state.conditional)
            kiln_cmd_set_condition(cmd, 1);
        for (uint32_t n = 0; n < second->segment_count; n++)
            append_segment(cmd, second, &second->segments[n]);
        if (second->segment_count) {
            cmd->state.bt_base = second->state.bt_base;
            cmd->state.window = second->state.window;
        }
    }
    // State of a primary is undefined after this; the GPU's is as the last secondary left it.
    memset(cmd->state.sets, 0, sizeof(cmd->state.sets));
    cmd->state.push_sets = cmd->state.buffer_sets = 0;
    cmd->state.pipeline = NULL;
    cmd->state.vfe_valid = false;
    cmd->state.dirty |= KILN_DIRTY_ALL_STATE;
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdSetDeviceMask(VkCommandBuffer handle, uint32_t mask)
{
}

// ---- binding
// -------------------------------------------------------------------------------------------------

VKAPI_ATTR void VKAPI_CALL kiln_CmdBindPipeline(VkCommandBuffer handle, VkPipelineBindPoint point,
                                                VkPipeline pipeline)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_pipeline, p, pipeline);
    if (cmd->state.pipeline == p)
        return;
    cmd->state.pipeline = p;
    cmd->state.dirty |= KILN_DIRTY_ALL_STATE;
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdBindDescriptorSets(VkCommandBuffer handle, VkPipelineBindPoint point,
                                                      VkPipelineLayout layout_handle, uint32_t first,
                                                      uint32_t count, const VkDescriptorSet *sets,
                                                      uint32_t dynamic_count, const uint32_t *dynamic_offsets)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_pipeline_layout, layout, layout_handle);
    struct kiln_cmd_state *state = &cmd->state;
    uint32_t taken = 0;
    for (uint32_t i = 0; i < count && first + i < KILN_MAX_SETS; i++) {
        KILN_FROM_HANDLE(kiln_set, set, sets[i]);
        uint32_t n = set ? set->layout->dynamic_count : 0;
        if (state->sets[first + i] != set) {
            state->sets[first + i] = set;
            state->push_sets &= ~(1u << (first + i));
            state->buffer_sets &= ~(1u << (first + i));
            state->dirty |= KILN_DIRTY_DESCRIPTORS;
        }
        for (uint32_t d = 0; d < n && taken < dynamic_count; d++, taken++) {
            uint32_t at = layout->dynamic_start[first + i] + d;
            if (at < KILN_MAX_DYNAMIC && state->dynamic_offsets[at] != dynamic_offsets[taken]) {
                state->dynamic_offsets[at] = dynamic_offsets[taken];
                state->dirty |= KILN_DIRTY_DESCRIPTORS;
            }
        }
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdBindDescriptorSets2KHR(VkCommandBuffer handle,
                                                          const VkBindDescriptorSetsInfoKHR *info)
{
    kiln_CmdBindDescriptorSets(handle, VK_PIPELINE_BIND_POINT_COMPUTE, info->layout, info->firstSet,
                               info->descriptorSetCount, info->pDescriptorSets, info->dynamicOffsetCount,
                               info->pDynamicOffsets);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdPushConstants(VkCommandBuffer handle, VkPipelineLayout layout,
                                                 VkShaderStageFlags stages, uint32_t offset, uint32_t size,
                                                 const void *values)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    if (offset > KILN_MAX_PUSH_SIZE || size > KILN_MAX_PUSH_SIZE - offset)
        return;
    memcpy(cmd->state.push_data + offset, values, size);
    cmd->state.dirty |= KILN_DIRTY_PUSH;
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdPushConstants2KHR(VkCommandBuffer handle,
                                                     const VkPushConstantsInfoKHR *info)
{
    kiln_CmdPushConstants(handle, info->layout, info->stageFlags, info->offset, info->size, info->pValues);
}

// A push descriptor set starts as what was pushed before with the same layout.
static struct kiln_push_set *push_set(struct kiln_cmd_buffer *cmd, struct kiln_pipeline_layout *layout,
                                      uint32_t set)
{
    struct kiln_set_layout *l = set < KILN_MAX_SETS ? layout->sets[set] : NULL;
    if (!l || l->slot_count > KILN_MAX_PUSH_DESCRIPTORS || cmd->error)
        return NULL;
    if (!cmd->push[set])
        cmd->push[set] =
            kiln_zalloc(&cmd->pool->alloc, NULL, sizeof(*cmd->push[set]), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    struct kiln_push_set *p = cmd->push[set];
    if (!p) {
        kiln_cmd_set_error(cmd, kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY));
        return NULL;
    }
    if (!(cmd->state.push_sets & (1u << set)) || p->set.layout != l) {
        memset(p, 0, sizeof(*p));
        p->set.layout = l;
        p->set.slots = p->slots;
        p->set.slot_count = l->slot_count;
        p->set.surfaces_map = p->surfaces;
        p->set.raw = l->has_raw ? KILN_MAX_PUSH_DESCRIPTORS * KILN_SURFACE_SIZE : 0;
        p->set.samplers_map = p->samplers;
        kiln_set_init(&p->set);
    }
    cmd->state.push_sets |= 1u << set;
    cmd->state.buffer_sets &= ~(1u << set);
    cmd->state.sets[set] = &p->set;
    cmd->state.dirty |= KILN_DIRTY_DESCRIPTORS;
    return p;
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdPushDescriptorSetKHR(VkCommandBuffer handle, VkPipelineBindPoint point,
                                                        VkPipelineLayout layout, uint32_t set, uint32_t count,
                                                        const VkWriteDescriptorSet *writes)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    struct kiln_push_set *p = push_set(cmd, (struct kiln_pipeline_layout *)(uintptr_t)layout, set);
    for (uint32_t i = 0; p && i < count; i++)
        kiln_write_descriptors(&p->set, &writes[i]);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdPushDescriptorSetWithTemplateKHR(VkCommandBuffer handle,
                                                                    VkDescriptorUpdateTemplate tmpl,
                                                                    VkPipelineLayout layout, uint32_t set,
                                                                    const void *data)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_template, t, tmpl);
    struct kiln_push_set *p = push_set(cmd, (struct kiln_pipeline_layout *)(uintptr_t)layout, set);
    if (p)
        kiln_template_apply(t, &p->set, data);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdPushDescriptorSet2KHR(VkCommandBuffer handle,
                                                         const VkPushDescriptorSetInfoKHR *info)
{
    kiln_CmdPushDescriptorSetKHR(handle, VK_PIPELINE_BIND_POINT_COMPUTE, info->layout, info->set,
                                 info->descriptorWriteCount, info->pDescriptorWrites);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdPushDescriptorSetWithTemplate2KHR(
    VkCommandBuffer handle, const VkPushDescriptorSetWithTemplateInfoKHR *info)
{
    kiln_CmdPushDescriptorSetWithTemplateKHR(handle, info->descriptorUpdateTemplate, info->layout, info->set,
                                             info->pData);
}

// ---- what the maintenance extensions have of graphics

VKAPI_ATTR void VKAPI_CALL kiln_CmdBindIndexBuffer2KHR(VkCommandBuffer handle, VkBuffer buffer,
                                                       VkDeviceSize offset, VkDeviceSize size,
                                                       VkIndexType type)
{
    kiln_refuse_command(handle, "vkCmdBindIndexBuffer2KHR");
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdEndRendering2KHR(VkCommandBuffer handle, const VkRenderingEndInfoKHR *info)
{
    kiln_refuse_command(handle, "vkCmdEndRendering2KHR");
}

VKAPI_ATTR void VKAPI_CALL kiln_GetRenderingAreaGranularityKHR(VkDevice handle,
                                                               const VkRenderingAreaInfoKHR *info,
                                                               VkExtent2D *out)
{
    *out = (VkExtent2D){1, 1};
}

void kiln_refuse_command(VkCommandBuffer handle, const char *command)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    kiln_cmd_set_error(cmd, kiln_refuse(command));
}

void kiln_command_out_of_memory(VkCommandBuffer handle)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    kiln_cmd_set_error(cmd, VK_ERROR_OUT_OF_HOST_MEMORY);
}

// A shader object begins with its pipeline (pipeline/shader_object.c).
VKAPI_ATTR void VKAPI_CALL kiln_CmdBindShadersEXT(VkCommandBuffer handle, uint32_t count,
                                                  const VkShaderStageFlagBits *stages,
                                                  const VkShaderEXT *shaders)
{
    for (uint32_t i = 0; i < count; i++)
        if (stages[i] == VK_SHADER_STAGE_COMPUTE_BIT)
            kiln_CmdBindPipeline(handle, VK_PIPELINE_BIND_POINT_COMPUTE,
                                 shaders ? (VkPipeline)shaders[i] : VK_NULL_HANDLE);
}
