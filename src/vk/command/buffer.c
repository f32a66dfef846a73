// Command pools, command buffers, their memory, and what binds state without emitting commands.
#include "vk/command/buffer.h"

#include "entrypoints.h"
#include "launch/stream/write.h"
#include "vk/object/icd.h"

void kiln_cmd_set_error(struct kiln_cmd_buffer *cmd, VkResult result)
{
    if (!cmd->stream.error)
        cmd->error = result;
    launch_stream_fail(&cmd->stream, result == VK_ERROR_OUT_OF_HOST_MEMORY ? LAUNCH_NO_HOST_MEMORY
                                                                           : LAUNCH_NO_DEVICE_MEMORY);
}

// `keep`: memory that the next recording will want.
static void reset(struct kiln_cmd_buffer *cmd, bool keep)
{
    kiln_cmd_forget_sets(cmd);
    launch_stream_reset(&cmd->stream, keep);
    memset(&cmd->bound, 0, sizeof(cmd->bound));
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
    launch_stream_init(&cmd->stream, &device->launch, &pool->host);
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
    kiln_cmd_forget_sets(cmd);
    launch_stream_finish(&cmd->stream);
    for (unsigned i = 0; i < KILN_MAX_SETS; i++)
        kiln_free(&pool->alloc, NULL, cmd->push[i]);
    *cmd->link = cmd->next;
    if (cmd->next)
        cmd->next->link = cmd->link;
    kiln_free(&pool->alloc, NULL, cmd);
}

// ---- pools

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
    pool->host = kiln_host_allocator(&pool->alloc, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
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
    if (cmd->level == VK_COMMAND_BUFFER_LEVEL_SECONDARY && info->pInheritanceInfo)
        kiln_cmd_inherit_heaps(cmd, info->pInheritanceInfo);
    cmd->stream.conditional = cmd->inherits_condition = c && c->conditionalRenderingEnable;
    cmd->status = KILN_CMD_RECORDING;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_EndCommandBuffer(VkCommandBuffer handle)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    VkResult result = kiln_result(launch_stream_end(&cmd->stream));
    cmd->status = KILN_CMD_EXECUTABLE;
    return cmd->error ? cmd->error : result;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_ResetCommandBuffer(VkCommandBuffer handle,
                                                       VkCommandBufferResetFlags flags)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    reset(cmd, !(flags & VK_COMMAND_BUFFER_RESET_RELEASE_RESOURCES_BIT));
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdExecuteCommands(VkCommandBuffer handle, uint32_t count,
                                                   const VkCommandBuffer *buffers)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    launch_flush(&cmd->stream);
    launch_invalidate(&cmd->stream, LAUNCH_PIPE_INVALIDATE);
    for (uint32_t i = 0; i < count && !cmd->stream.error; i++) {
        KILN_FROM_HANDLE(kiln_cmd_buffer, second, buffers[i]);
        if (second->error)
            kiln_cmd_set_error(cmd, second->error);
        if (second->inherits_condition && !cmd->stream.conditional)
            launch_condition_set(&cmd->stream, true);
        launch_stream_append(&cmd->stream, &second->stream);
    }
    // State of a primary is undefined after this.
    memset(cmd->bound.sets, 0, sizeof(cmd->bound.sets));
    cmd->bound.push_sets = cmd->bound.buffer_sets = 0;
    cmd->bound.pipeline = NULL;
    cmd->bound.dirty |= KILN_DIRTY_ALL_STATE;
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdSetDeviceMask(VkCommandBuffer handle, uint32_t mask)
{
}

// ---- binding

VKAPI_ATTR void VKAPI_CALL kiln_CmdBindPipeline(VkCommandBuffer handle, VkPipelineBindPoint point,
                                                VkPipeline pipeline)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_pipeline, p, pipeline);
    if (cmd->bound.pipeline == p)
        return;
    cmd->bound.pipeline = p;
    cmd->bound.dirty |= KILN_DIRTY_ALL_STATE;
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdBindDescriptorSets(VkCommandBuffer handle, VkPipelineBindPoint point,
                                                      VkPipelineLayout layout_handle, uint32_t first,
                                                      uint32_t count, const VkDescriptorSet *sets,
                                                      uint32_t dynamic_count, const uint32_t *dynamic_offsets)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_pipeline_layout, layout, layout_handle);
    struct kiln_bound *bound = &cmd->bound;
    uint32_t taken = 0;
    for (uint32_t i = 0; i < count && first + i < KILN_MAX_SETS; i++) {
        KILN_FROM_HANDLE(kiln_set, set, sets[i]);
        uint32_t n = set ? set->layout->dynamic_count : 0;
        if (bound->sets[first + i] != set) {
            bound->sets[first + i] = set;
            bound->push_sets &= ~(1u << (first + i));
            bound->buffer_sets &= ~(1u << (first + i));
            bound->dirty |= KILN_DIRTY_DESCRIPTORS;
        }
        for (uint32_t d = 0; d < n && taken < dynamic_count; d++, taken++) {
            uint32_t at = layout->dynamic_start[first + i] + d;
            if (at < KILN_MAX_DYNAMIC && bound->dynamic_offsets[at] != dynamic_offsets[taken]) {
                bound->dynamic_offsets[at] = dynamic_offsets[taken];
                bound->dirty |= KILN_DIRTY_DESCRIPTORS;
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
    memcpy(cmd->bound.push_data + offset, values, size);
    cmd->bound.dirty |= KILN_DIRTY_PUSH;
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
    if (!l || l->slot_count > KILN_MAX_PUSH_DESCRIPTORS || cmd->stream.error)
        return NULL;
    if (!cmd->push[set])
        cmd->push[set] =
            kiln_zalloc(&cmd->pool->alloc, NULL, sizeof(*cmd->push[set]), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    struct kiln_push_set *p = cmd->push[set];
    if (!p) {
        kiln_cmd_set_error(cmd, kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY));
        return NULL;
    }
    if (!(cmd->bound.push_sets & (1u << set)) || p->set.layout != l) {
        memset(p, 0, sizeof(*p));
        p->set.device = &cmd->device->launch;
        p->set.layout = l;
        p->set.slots = p->slots;
        p->set.slot_count = l->slot_count;
        p->set.surfaces_map = p->surfaces;
        p->set.raw = l->has_raw ? KILN_MAX_PUSH_DESCRIPTORS * LAUNCH_SURFACE_SIZE : 0;
        p->set.samplers_map = p->samplers;
        kiln_set_init(&p->set);
    }
    cmd->bound.push_sets |= 1u << set;
    cmd->bound.buffer_sets &= ~(1u << set);
    cmd->bound.sets[set] = &p->set;
    cmd->bound.dirty |= KILN_DIRTY_DESCRIPTORS;
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

VKAPI_ATTR void VKAPI_CALL kiln_CmdBindShadersEXT(VkCommandBuffer handle, uint32_t count,
                                                  const VkShaderStageFlagBits *stages,
                                                  const VkShaderEXT *shaders)
{
    for (uint32_t i = 0; i < count; i++)
        if (stages[i] == VK_SHADER_STAGE_COMPUTE_BIT)
            kiln_CmdBindPipeline(handle, VK_PIPELINE_BIND_POINT_COMPUTE,
                                 shaders ? KILN_TO_HANDLE(VkPipeline, kiln_shader_pipeline(shaders[i]))
                                         : VK_NULL_HANDLE);
}
