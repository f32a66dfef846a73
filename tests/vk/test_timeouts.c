// Work that takes minutes of the simulated device's virtual clock (KILN_SIM_CLOCK), on which the simulated
// kernel cancels requests after 20 s and resets an engine whose walker does not yield within 640 ms.
//
// The test runs twice: as it is, where everything must come out right; and with KILN_DEBUG=noslice, where the
// same work is lost, which must be reported.
#include "vk/slow.h"

// A lost device tells what it was doing, whoever ended it: a reset engine and a banned context, or a request
// that the kernel cancelled.
static void expect_report(struct rig *r)
{
    VkDeviceFaultVendorInfoEXT facts[8];
    VkDeviceFaultCountsEXT counts = {.sType = VK_STRUCTURE_TYPE_DEVICE_FAULT_COUNTS_EXT,
                                     .vendorInfoCount = 8};
    VkDeviceFaultInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEVICE_FAULT_INFO_EXT, .pVendorInfos = facts};
    vkt_ok(vkt_proc(&r->v, vkGetDeviceFaultInfoEXT)(r->v.device, &counts, &info));
    kt_ok(strstr(info.description, "without its breadcrumb") &&
              strstr(info.description, "the last kernel begun is main, workgroups of 64 x 1 x 1"),
          "%s", info.description);
    kt_true(counts.vendorInfoCount >= 4);
}

// One dispatch of seconds; cut along x, y and z.
KT_TEST(long_walker)
{
    static const uint32_t shapes[][3] = {{GROUPS, 1, 1}, {GROUPS / 32, 32, 1}, {GROUPS / 2000, 64, 31}};
    for (unsigned i = 0; i < 3; i++) {
        struct rig r;
        if (!rig_init(&r, RATE))
            return;
        VkCommandBuffer cmd = vkt_begin(&r.v);
        const uint32_t *n = shapes[i];
        push(&r, cmd, STEPS, n[0] * 64);
        vkCmdDispatch(cmd, n[0], n[1], n[2]);
        VkResult result = run(&r, cmd);
        kt_eq(result, unsliced() ? VK_ERROR_DEVICE_LOST : VK_SUCCESS);
        if (unsliced())
            expect_report(&r);
        if (!result) {
            uint32_t wrong = 0;
            for (uint32_t k = 0; k < n[0] * n[1] * n[2] * 64; k++)
                wrong += ((uint32_t *)r.b.map)[k] != spin(k, STEPS);
            kt_eq(wrong, 0);
        }
        rig_finish(&r);
    }
}

// One command buffer of minutes, in dispatches of a fraction of a second each.
KT_TEST(long_command_buffer)
{
    struct rig r;
    if (!rig_init(&r, RATE))
        return;
    VkCommandBuffer cmd = vkt_begin(&r.v);
    for (uint32_t i = 0; i < 12; i++) {
        push(&r, cmd, STEPS + i, GROUPS * 64);
        // Each in tenths, so that the unsliced walkers are short: what then strikes is the request's expiry.
        for (uint32_t k = 0; k < 10; k++) {
            vkCmdDispatch(cmd, GROUPS / 10, 1, 1);
        }
        vkt_barrier(cmd);
    }
    VkResult result = run(&r, cmd);
    if (unsliced()) {
        kt_eq(result, VK_ERROR_DEVICE_LOST);
        expect_report(&r);
    } else {
        vkt_ok(result);
        expect(&r, GROUPS / 10, STEPS + 11);
    }
    rig_finish(&r);
}

// The kernel goes on with what was queued behind an expired request: its loss must show all the same.
KT_TEST(loss_in_the_middle)
{
    struct rig r;
    if (!rig_init(&r, RATE))
        return;
    VkCommandBuffer cmd[3];
    VkSemaphore s = vkt_timeline(&r.v, 0);
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < 3 && !result; i++) {
        cmd[i] = vkt_begin(&r.v);
        push(&r, cmd[i], STEPS, GROUPS * 64);
        for (uint32_t k = 0; k < (i == 1 ? 100u : 1u); k++)
            vkCmdDispatch(cmd[i], GROUPS / 10, 1, 1);
        vkt_ok(vkEndCommandBuffer(cmd[i]));
        result =
            vkt_submit(r.v.queue, (struct vkt_submit){.cmd = cmd[i], .signal = s, .signal_value = i + 1});
    }
    if (!result)
        result = vkt_wait(&r.v, s, 3, UINT64_MAX);
    kt_eq(result, unsliced() ? VK_ERROR_DEVICE_LOST : VK_SUCCESS);
    result = vkDeviceWaitIdle(r.v.device);
    kt_eq(result, unsliced() ? VK_ERROR_DEVICE_LOST : VK_SUCCESS);
    vkDestroySemaphore(r.v.device, s, NULL);
    rig_finish(&r);
}

// Seconds (preempted between groups), and half a minute (sliced), of a size that is in the buffer when the
// work is submitted. What lies beyond the buffer is not written.
KT_TEST(long_indirect_walker)
{
    for (uint32_t planes = 1; planes <= 8; planes += 7) {
        struct rig r;
        if (!rig_init(&r, RATE))
            return;
        struct vkt_buffer counts = vkt_buffer(&r.v, 64);
        memcpy(counts.map, (uint32_t[3]){GROUPS / 16, 16, planes}, 12);
        VkCommandBuffer cmd = vkt_begin(&r.v);
        push(&r, cmd, STEPS, GROUPS / 16 * 64);
        vkCmdDispatchIndirect(cmd, counts.buffer, 0);
        VkResult result = run(&r, cmd);
        kt_eq(result, unsliced() ? VK_ERROR_DEVICE_LOST : VK_SUCCESS);
        if (!result)
            expect(&r, GROUPS, STEPS);
        vkt_buffer_free(&r.v, &counts);
        rig_finish(&r);
    }
}

// Minutes in a secondary command buffer: dispatches, a copy, and an indirect dispatch whose size an earlier
// submission wrote, between work that must come before and after.
KT_TEST(long_secondary)
{
    struct rig r;
    if (!rig_init(&r, RATE))
        return;
    struct vkt_buffer counts = vkt_buffer(&r.v, 64), copy = vkt_buffer(&r.v, 64);
    VkCommandBuffer cmd = vkt_begin(&r.v);
    vkCmdUpdateBuffer(cmd, counts.buffer, 0, 12, (uint32_t[3]){GROUPS / 16, 16, 6});
    vkt_run(&r.v, cmd);
    VkCommandBuffer second = secondary(&r);
    push(&r, second, STEPS, GROUPS * 64);
    vkt_barrier(second);
    for (uint32_t i = 0; i < 6; i++) {
        vkCmdDispatch(second, GROUPS, 1, 1);
        vkt_barrier(second);
    }
    VkBufferCopy region = {.srcOffset = (GROUPS - 1) * 64 * 4, .size = 64};
    vkCmdCopyBuffer(second, r.b.buffer, copy.buffer, 1, &region);
    vkt_barrier(second);
    push(&r, second, STEPS + 2, GROUPS / 16 * 64);
    vkCmdDispatchIndirect(second, counts.buffer, 0);
    vkt_barrier(second);
    push(&r, second, STEPS + 1, GROUPS * 64);
    vkCmdDispatch(second, 2, 1, 1);
    vkt_ok(vkEndCommandBuffer(second));
    cmd = vkt_begin(&r.v);
    vkCmdFillBuffer(cmd, r.b.buffer, 0, VK_WHOLE_SIZE, 0);
    vkt_barrier(cmd);
    VkCommandBuffer twice[2] = {second, second};
    vkCmdExecuteCommands(cmd, 2, twice);
    VkResult result = run(&r, cmd);
    kt_eq(result, unsliced() ? VK_ERROR_DEVICE_LOST : VK_SUCCESS);
    if (!result) {
        const uint32_t *o = r.b.map, *c = copy.map;
        uint32_t wrong = 0, stale = 0;
        for (uint32_t i = 0; i < GROUPS * 64; i++)
            wrong += o[i] != spin(i, i < 128 ? STEPS + 1 : STEPS + 2);
        for (uint32_t i = 0; i < 16; i++)
            stale += c[i] != spin((GROUPS - 1) * 64 + i, STEPS);
        kt_eq(wrong, 0);
        kt_eq(stale, 0);
    }
    vkt_buffer_free(&r.v, &counts);
    vkt_buffer_free(&r.v, &copy);
    rig_finish(&r);
}

// A command buffer that is submitted many times.
KT_TEST(many_submissions)
{
    struct rig r;
    if (unsliced())
        kt_skip("nothing to slice");
    if (!rig_init(&r, RATE))
        return;
    VkCommandBuffer cmd = VK_NULL_HANDLE;
    VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = r.v.pool,
                                         .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                         .commandBufferCount = 1};
    vkt_ok(vkAllocateCommandBuffers(r.v.device, &alloc, &cmd));
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT};
    vkt_ok(vkBeginCommandBuffer(cmd, &begin));
    push(&r, cmd, STEPS, GROUPS * 64);
    vkCmdDispatch(cmd, GROUPS, 1, 1);
    vkt_barrier(cmd);
    vkt_ok(vkEndCommandBuffer(cmd));
    for (unsigned i = 0; i < 8; i++) {
        VkSubmitInfo s = {
            .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
        vkt_ok(vkQueueSubmit(r.v.queue, 1, &s, VK_NULL_HANDLE));
    }
    vkt_ok(vkQueueWaitIdle(r.v.queue));
    expect(&r, GROUPS, STEPS);
    rig_finish(&r);
}

KT_MAIN()
