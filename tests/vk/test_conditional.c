// VK_EXT_conditional_rendering: dispatches of every kind with and without their condition, in primaries and
// in secondaries.
#include <string.h>

#include "vk/vkt.h"
#include "vkt_narrow_add.h"
#include "vkt_wide_add.h"

static struct vkt v;
static struct vkt_pipeline p;
static struct vkt_buffer sum, groups;
static VkBuffer conditions;
static VkDeviceMemory condition_memory;
static uint32_t *condition;
static PFN_vkCmdBeginConditionalRenderingEXT begin_condition;
static PFN_vkCmdEndConditionalRenderingEXT end_condition;

static bool has_wide_atomics(void)
{
    VkPhysicalDeviceVulkan12Features f = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f};
    vkGetPhysicalDeviceFeatures2(v.physical, &all);
    return f.shaderBufferInt64Atomics;
}

static bool start(void)
{
    if (!vkt_init(&v, NULL))
        return false;
    begin_condition = vkt_proc(&v, vkCmdBeginConditionalRenderingEXT);
    end_condition = vkt_proc(&v, vkCmdEndConditionalRenderingEXT);
    const VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    sum = vkt_buffer(&v, 64);
    groups = vkt_buffer(&v, 64);
    ((uint32_t *)groups.map)[0] = 2;
    ((uint32_t *)groups.map)[1] = ((uint32_t *)groups.map)[2] = 1;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = 64,
                               .usage = VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT |
                                        VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &conditions));
    VkMemoryRequirements r;
    vkGetBufferMemoryRequirements(v.device, conditions, &r);
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = r.size};
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &condition_memory));
    vkt_ok(vkBindBufferMemory(v.device, conditions, condition_memory, 0));
    vkt_ok(vkMapMemory(v.device, condition_memory, 0, VK_WHOLE_SIZE, 0, (void **)&condition));
    const struct vkt_shader add = has_wide_atomics()
                                      ? (struct vkt_shader){vkt_wide_add, sizeof(vkt_wide_add)}
                                      : (struct vkt_shader){vkt_narrow_add, sizeof(vkt_narrow_add)};
    if (!vkt_pipeline(&v, add, 1, &type, 0, NULL, &p))
        return false;
    vkt_bind_buffer(&v, &p, 0, type, &sum, 0, VK_WHOLE_SIZE);
    return true;
}

static void stop(void)
{
    vkt_pipeline_free(&v, &p);
    vkDestroyBuffer(v.device, conditions, NULL);
    vkFreeMemory(v.device, condition_memory, NULL);
    vkt_buffer_free(&v, &sum);
    vkt_buffer_free(&v, &groups);
    vkt_finish(&v);
}

static void begin(VkCommandBuffer cmd, VkDeviceSize offset, bool inverted)
{
    VkConditionalRenderingBeginInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_EXT,
        .buffer = conditions,
        .offset = offset,
        .flags = inverted ? VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT : 0};
    begin_condition(cmd, &info);
}

// Groups that have run since the last call.
static uint32_t ran(void)
{
    uint32_t n = *(uint32_t *)sum.map / 16;
    memset(sum.map, 0, 64);
    return n;
}

enum kind { DIRECT, BASE, INDIRECT, MANY, KINDS };
static const uint32_t groups_of[KINDS] = {3, 1, 2, 5000};

static void dispatch(VkCommandBuffer cmd, enum kind kind)
{
    vkt_bind(cmd, &p);
    if (kind == DIRECT)
        vkCmdDispatch(cmd, 3, 1, 1);
    else if (kind == BASE)
        vkCmdDispatchBase(cmd, 0, 0, 0, 1, 1, 1);
    else if (kind == INDIRECT)
        vkCmdDispatchIndirect(cmd, groups.buffer, 0);
    else // more than a walker takes
        vkCmdDispatch(cmd, 100, 50, 1);
    vkt_barrier(cmd);
}

KT_TEST(conditions_of_dispatches)
{
    if (!start())
        return;
    static const uint32_t values[] = {0, 1, 0x100, 0x80000000};
    for (enum kind kind = DIRECT; kind < KINDS; kind++)
        for (unsigned n = 0; n < 8; n++) {
            bool inverted = n & 1, runs = (values[n / 2] != 0) != inverted;
            condition[3] = values[n / 2];
            condition[2] = condition[4] = runs ? 0 : ~0u;
            VkCommandBuffer cmd = vkt_begin(&v);
            begin(cmd, 12, inverted);
            dispatch(cmd, kind);
            end_condition(cmd);
            vkt_run(&v, cmd);
            uint32_t did = ran();
            kt_ok(did == (runs ? groups_of[kind] : 0), "kind %d value %x%s: %u groups", kind, values[n / 2],
                  inverted ? " inverted" : "", did);
        }
    stop();
}

// Two conditions in a row, nothing after them, and copies, which are not subject to any.
KT_TEST(only_dispatches_and_only_within)
{
    if (!start())
        return;
    condition[0] = 0;
    condition[1] = 1;
    struct vkt_buffer b = vkt_buffer(&v, 4096);
    VkCommandBuffer cmd = vkt_begin(&v);
    begin(cmd, 0, false);
    dispatch(cmd, DIRECT);
    vkCmdFillBuffer(cmd, b.buffer, 0, VK_WHOLE_SIZE, 7);
    dispatch(cmd, INDIRECT);
    end_condition(cmd);
    begin(cmd, 4, false);
    dispatch(cmd, BASE);
    end_condition(cmd);
    dispatch(cmd, INDIRECT);
    vkt_run(&v, cmd);
    kt_eq(ran(), 3);
    kt_eq(((uint32_t *)b.map)[1000], 7);
    vkt_buffer_free(&v, &b);
    stop();
}

// The device has only just written the condition.
KT_TEST(written_by_the_device)
{
    if (!start())
        return;
    for (uint32_t value = 0; value < 2; value++) {
        condition[0] = !value;
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdFillBuffer(cmd, conditions, 0, 64, value);
        VkMemoryBarrier b = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                             .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                             .dstAccessMask = VK_ACCESS_CONDITIONAL_RENDERING_READ_BIT_EXT};
        vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT,
                             VK_PIPELINE_STAGE_CONDITIONAL_RENDERING_BIT_EXT, 0, 1, &b, 0, NULL, 0, NULL);
        begin(cmd, 0, false);
        dispatch(cmd, DIRECT);
        end_condition(cmd);
        vkt_run(&v, cmd);
        kt_eq(ran(), 3 * value);
    }
    stop();
}

static VkCommandBuffer secondary(bool inherits)
{
    VkCommandBuffer cmd;
    VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = v.pool,
                                         .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
                                         .commandBufferCount = 1};
    vkt_ok(vkAllocateCommandBuffers(v.device, &alloc, &cmd));
    VkCommandBufferInheritanceConditionalRenderingInfoEXT condition_info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_CONDITIONAL_RENDERING_INFO_EXT,
        .conditionalRenderingEnable = inherits};
    VkCommandBufferInheritanceInfo inherit = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO,
                                              .pNext = &condition_info};
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT,
                                     .pInheritanceInfo = &inherit};
    vkt_ok(vkBeginCommandBuffer(cmd, &info));
    return cmd;
}

KT_TEST(conditions_around_secondaries)
{
    if (!start())
        return;
    condition[0] = 0;
    condition[1] = 1;
    VkCommandBuffer inherits = secondary(true), own = secondary(false);
    dispatch(inherits, DIRECT);
    dispatch(inherits, INDIRECT);
    vkt_ok(vkEndCommandBuffer(inherits));
    begin(own, 0, false);
    dispatch(own, DIRECT);
    end_condition(own);
    dispatch(own, BASE);
    vkt_ok(vkEndCommandBuffer(own));
    VkCommandBuffer cmd = vkt_begin(&v);
    begin(cmd, 0, false);
    vkCmdExecuteCommands(cmd, 1, &inherits); // 0
    end_condition(cmd);
    vkt_run(&v, cmd);
    kt_eq(ran(), 0);
    cmd = vkt_begin(&v);
    begin(cmd, 4, false);
    vkCmdExecuteCommands(cmd, 1, &inherits); // 5
    dispatch(cmd, BASE);                     // 1
    end_condition(cmd);
    vkt_run(&v, cmd);
    kt_eq(ran(), 6);
    cmd = vkt_begin(&v);
    vkCmdExecuteCommands(cmd, 1, &own);      // 1, and its condition does not hold
    vkCmdExecuteCommands(cmd, 1, &inherits); // 5: none is active
    vkt_run(&v, cmd);
    kt_eq(ran(), 6);
    vkFreeCommandBuffers(v.device, v.pool, 1, &inherits);
    vkFreeCommandBuffers(v.device, v.pool, 1, &own);
    stop();
}

KT_MAIN()
