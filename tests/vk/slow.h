// A kernel that is slow on the simulated device's virtual clock (KILN_SIM_CLOCK), on which the simulated
// kernel cancels requests after 20 s and resets an engine whose walker does not yield within 640 ms.
#ifndef KILN_TESTS_SLOW_H
#define KILN_TESTS_SLOW_H

#include "hw/devinfo.h"
#include "hw/target.h"
#include "vk/vkt.h"
#include "vkt_spin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline bool unsliced(void)
{
    const char *debug = getenv("KILN_DEBUG");
    return debug && strstr(debug, "noslice");
}

struct rig {
    struct vkt v;
    struct vkt_pipeline p;
    struct vkt_buffer b;
    VkFence fence;
};

// About 300 instructions a thread and two threads a group: at RATE instructions a second a walker of GROUPS
// takes more than 4 s, a group 17 ms when all EUs are busy. Rates are those of a chip of EUS that multiplies
// dwords: see chips().
enum { GROUPS = 20000, STEPS = 30, RATE = 3000000, EUS = 24 };

static inline const struct kiln_devinfo *simulated(void)
{
    const char *device = getenv("KILN_DEVICE");
    char chip[32]; // what may follow is the kernel's driver
    snprintf(chip, sizeof(chip), "%.*s", device ? (int)strcspn(device, ",") : 0, device ? device : "");
    const struct kiln_devinfo *d = !strncmp(chip, "sim:", 4) ? kiln_devinfo_simulated(chip + 4) : NULL;
    return d ? d : kiln_devinfo_simulated("skl");
}

// How much faster this one is: a larger chip as it has more EUs; and twice where products of dwords are made
// of several instructions, so that a step is nearly twice as long. All that runs at once would take too long
// to yield otherwise, which loses the device, whoever cuts what.
static inline double chips(void)
{
    const struct kiln_devinfo *d = simulated();
    return (kiln_target_of(d)->has_dword_mul ? 1.0 : 2.0) * d->eus / EUS;
}

static inline bool rig_init(struct rig *r, unsigned rate)
{
    rate = (unsigned)(rate * chips());
    const VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    char text[16];
    snprintf(text, sizeof(text), "%u", rate);
    setenv("KILN_SIM_CLOCK", text, 1);
    // The layer does not forgive a lost device the objects that it was using.
    if (!vkt_init(&r->v, &(struct vkt_options){.no_validation = unsliced()}) ||
        !vkt_pipeline(&r->v, (struct vkt_shader){vkt_spin, sizeof(vkt_spin)}, 1, &type, 8, NULL, &r->p))
        return false;
    r->b = vkt_buffer(&r->v, GROUPS * 64 * 4);
    vkt_bind_buffer(&r->v, &r->p, 0, type, &r->b, 0, VK_WHOLE_SIZE);
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    vkt_ok(vkCreateFence(r->v.device, &info, NULL, &r->fence));
    return true;
}

static inline void rig_finish(struct rig *r)
{
    vkDestroyFence(r->v.device, r->fence, NULL);
    vkt_buffer_free(&r->v, &r->b);
    vkt_pipeline_free(&r->v, &r->p);
    vkt_finish(&r->v);
}

static inline uint32_t spin(uint32_t x, uint32_t steps)
{
    for (uint32_t i = 0; i < steps; i++)
        x = (x ^ x >> 7) * 1664525u + 1013904223u;
    return x;
}

static inline void expect(const struct rig *r, uint32_t groups, uint32_t steps)
{
    uint32_t wrong = 0;
    const uint32_t *o = r->b.map;
    for (uint32_t i = 0; i < groups * 64; i++)
        wrong += o[i] != spin(i, steps);
    kt_eq(wrong, 0);
}

static inline void push(struct rig *r, VkCommandBuffer cmd, uint32_t steps, uint32_t width)
{
    const uint32_t values[2] = {steps, width};
    vkt_bind(cmd, &r->p);
    vkCmdPushConstants(cmd, r->p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(values), values);
}

static inline VkResult run(struct rig *r, VkCommandBuffer cmd)
{
    VkSubmitInfo s = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
    vkt_ok(vkEndCommandBuffer(cmd));
    VkResult result = vkQueueSubmit(r->v.queue, 1, &s, r->fence);
    if (!result)
        result = vkWaitForFences(r->v.device, 1, &r->fence, VK_TRUE, UINT64_MAX);
    if (!result)
        vkt_ok(vkResetFences(r->v.device, 1, &r->fence));
    return result;
}

static inline VkCommandBuffer secondary(struct rig *r)
{
    VkCommandBuffer cmd = VK_NULL_HANDLE;
    VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = r->v.pool,
                                         .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
                                         .commandBufferCount = 1};
    VkCommandBufferInheritanceInfo inherit = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT,
                                      .pInheritanceInfo = &inherit};
    vkt_ok(vkAllocateCommandBuffers(r->v.device, &alloc, &cmd));
    vkt_ok(vkBeginCommandBuffer(cmd, &begin));
    return cmd;
}

#endif
