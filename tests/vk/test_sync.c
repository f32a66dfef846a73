// Fences, semaphores, events, queries, the order of submissions: with commands that need no shader.
#include <math.h>
#include <pthread.h>
#include <unistd.h>

#include "vk/vkt.h"

static void submit(struct vkt *v, VkCommandBuffer cmd, VkFence fence)
{
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = cmd ? 1 : 0, .pCommandBuffers = &cmd};
    vkt_ok(vkQueueSubmit(v->queue, 1, &info, fence));
}

static VkFence fence(struct vkt *v, bool signaled)
{
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
                              .flags = signaled ? VK_FENCE_CREATE_SIGNALED_BIT : 0};
    VkFence f;
    vkt_ok(vkCreateFence(v->device, &info, NULL, &f));
    return f;
}

KT_TEST(fences)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    VkFence f[2] = {fence(&v, true), fence(&v, false)};
    kt_eq(vkGetFenceStatus(v.device, f[0]), VK_SUCCESS);
    kt_eq(vkGetFenceStatus(v.device, f[1]), VK_NOT_READY);
    kt_eq(vkWaitForFences(v.device, 2, f, VK_TRUE, 1000000), VK_TIMEOUT);
    kt_eq(vkWaitForFences(v.device, 2, f, VK_FALSE, 1000000), VK_SUCCESS);
    kt_eq(vkWaitForFences(v.device, 1, &f[1], VK_TRUE, 0), VK_TIMEOUT);
    submit(&v, VK_NULL_HANDLE, f[1]);
    kt_eq(vkWaitForFences(v.device, 2, f, VK_TRUE, UINT64_MAX), VK_SUCCESS);
    kt_eq(vkGetFenceStatus(v.device, f[1]), VK_SUCCESS);
    vkt_ok(vkResetFences(v.device, 2, f));
    kt_eq(vkGetFenceStatus(v.device, f[0]), VK_NOT_READY);
    vkt_ok(vkQueueSubmit(v.queue, 0, NULL, f[0])); // a fence alone
    kt_eq(vkWaitForFences(v.device, 1, f, VK_TRUE, UINT64_MAX), VK_SUCCESS);
    vkt_ok(vkQueueWaitIdle(v.queue));
    for (unsigned i = 0; i < 2; i++)
        vkDestroyFence(v.device, f[i], NULL);
    vkt_finish(&v);
}

KT_TEST(submissions_run_in_order)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    enum { N = 40 };
    struct vkt_buffer b = vkt_buffer(&v, 64);
    VkCommandBuffer cmds[N];
    for (uint32_t i = 0; i < N; i++) {
        cmds[i] = vkt_begin(&v);
        vkt_barrier(cmds[i]);
        vkCmdFillBuffer(cmds[i], b.buffer, 0, 4, i + 1);
        vkt_barrier(cmds[i]);
        VkBufferCopy copy = {0, 4 + (i % 15) * 4, 4};
        vkCmdCopyBuffer(cmds[i], b.buffer, b.buffer, 1, &copy);
        vkt_ok(vkEndCommandBuffer(cmds[i]));
    }
    VkSubmitInfo info[2] = {
        {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = N / 2, .pCommandBuffers = cmds},
        {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
         .commandBufferCount = N / 2,
         .pCommandBuffers = cmds + N / 2}};
    vkt_ok(vkQueueSubmit(v.queue, 2, info, VK_NULL_HANDLE));
    vkt_ok(vkDeviceWaitIdle(v.device));
    const uint32_t *m = b.map;
    kt_eq(m[0], N);
    for (uint32_t i = N - 15; i < N; i++)
        kt_eq(m[1 + i % 15], i + 1);
    // Again, one by one: command buffers may be submitted many times.
    for (uint32_t i = 0; i < N; i++)
        submit(&v, cmds[i], VK_NULL_HANDLE);
    vkt_ok(vkQueueWaitIdle(v.queue));
    kt_eq(m[0], N);
    vkFreeCommandBuffers(v.device, v.pool, N, cmds);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

KT_TEST(many_submissions)
{
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    struct vkt_buffer b = vkt_buffer(&v, 64);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdFillBuffer(cmd, b.buffer, 0, 4, 3);
    vkt_ok(vkEndCommandBuffer(cmd));
    for (unsigned i = 0; i < 1000; i++) // more than a block of submission batches holds
        submit(&v, cmd, VK_NULL_HANDLE);
    vkt_ok(vkQueueWaitIdle(v.queue));
    kt_eq(*(uint32_t *)b.map, 3);
    vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

KT_TEST(binary_semaphores)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    VkSemaphoreCreateInfo sinfo = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore s;
    vkt_ok(vkCreateSemaphore(v.device, &sinfo, NULL, &s));
    struct vkt_buffer b = vkt_buffer(&v, 64);
    VkCommandBuffer first = vkt_begin(&v), second = vkt_begin(&v);
    vkCmdFillBuffer(first, b.buffer, 0, 4, 77);
    VkBufferCopy copy = {0, 4, 4};
    vkCmdCopyBuffer(second, b.buffer, b.buffer, 1, &copy);
    vkt_ok(vkEndCommandBuffer(first));
    vkt_ok(vkEndCommandBuffer(second));
    VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkSubmitInfo info[2] = {{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                             .commandBufferCount = 1,
                             .pCommandBuffers = &first,
                             .signalSemaphoreCount = 1,
                             .pSignalSemaphores = &s},
                            {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                             .commandBufferCount = 1,
                             .pCommandBuffers = &second,
                             .waitSemaphoreCount = 1,
                             .pWaitSemaphores = &s,
                             .pWaitDstStageMask = &stage}};
    for (unsigned i = 0; i < 3; i++) {
        vkt_ok(vkQueueSubmit(v.queue, 2, info, VK_NULL_HANDLE));
        vkt_ok(vkQueueWaitIdle(v.queue));
    }
    kt_eq(((uint32_t *)b.map)[1], 77);
    vkFreeCommandBuffers(v.device, v.pool, 1, &first);
    vkFreeCommandBuffers(v.device, v.pool, 1, &second);
    vkDestroySemaphore(v.device, s, NULL);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

static uint64_t counter(struct vkt *v, VkSemaphore s)
{
    uint64_t value = 0;
    vkt_ok(vkt_proc(v, vkGetSemaphoreCounterValueKHR)(v->device, s, &value));
    return value;
}

static void signal_host(struct vkt *v, VkSemaphore s, uint64_t value)
{
    VkSemaphoreSignalInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = s, .value = value};
    vkt_ok(vkt_proc(v, vkSignalSemaphoreKHR)(v->device, &info));
}

KT_TEST(timeline_semaphores)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    VkSemaphore s = vkt_timeline(&v, 5);
    kt_eq(counter(&v, s), 5);
    kt_eq(vkt_wait(&v, s, 5, 0), VK_SUCCESS);
    kt_eq(vkt_wait(&v, s, 6, 1000000), VK_TIMEOUT);
    signal_host(&v, s, 8);
    kt_eq(counter(&v, s), 8);
    kt_eq(vkt_wait(&v, s, 7, 0), VK_SUCCESS);
    struct vkt_buffer b = vkt_buffer(&v, 64);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdFillBuffer(cmd, b.buffer, 0, 4, 9);
    vkt_ok(vkEndCommandBuffer(cmd));
    vkt_ok(vkt_submit(v.queue, (struct vkt_submit){
                                   .cmd = cmd, .wait = s, .wait_value = 8, .signal = s, .signal_value = 12}));
    kt_eq(vkt_wait(&v, s, 12, UINT64_MAX), VK_SUCCESS);
    kt_eq(counter(&v, s), 12);
    kt_eq(*(uint32_t *)b.map, 9);
    vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
    vkDestroySemaphore(v.device, s, NULL);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

KT_TEST(wait_before_signal)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    VkSemaphore s = vkt_timeline(&v, 0);
    VkFence f = fence(&v, false), g = fence(&v, false);
    struct vkt_buffer b = vkt_buffer(&v, 64);
    VkCommandBuffer cmd = vkt_begin(&v), later = vkt_begin(&v);
    vkCmdFillBuffer(cmd, b.buffer, 0, 4, 9);
    VkBufferCopy copy = {0, 8, 4};
    vkt_barrier(later);
    vkCmdCopyBuffer(later, b.buffer, b.buffer, 1, &copy);
    vkt_ok(vkEndCommandBuffer(cmd));
    vkt_ok(vkEndCommandBuffer(later));
    vkt_ok(vkt_submit(
        v.queue, (struct vkt_submit){
                     .cmd = cmd, .wait = s, .wait_value = 3, .signal = s, .signal_value = 4, .fence = f}));
    submit(&v, later, g); // stays behind it
    kt_eq(vkWaitForFences(v.device, 1, &g, VK_TRUE, 30000000), VK_TIMEOUT);
    kt_eq(*(uint32_t *)b.map, 0);
    signal_host(&v, s, 3);
    kt_eq(vkWaitForFences(v.device, 1, &g, VK_TRUE, UINT64_MAX), VK_SUCCESS);
    kt_eq(vkGetFenceStatus(v.device, f), VK_SUCCESS);
    kt_eq(counter(&v, s), 4);
    kt_eq(((uint32_t *)b.map)[2], 9);
    vkt_ok(vkQueueWaitIdle(v.queue));
    vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
    vkFreeCommandBuffers(v.device, v.pool, 1, &later);
    vkDestroyFence(v.device, f, NULL);
    vkDestroyFence(v.device, g, NULL);
    vkDestroySemaphore(v.device, s, NULL);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

KT_TEST(submit2)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    VkSemaphore s = vkt_timeline(&v, 1);
    struct vkt_buffer b = vkt_buffer(&v, 64);
    VkCommandBuffer cmd = vkt_begin(&v);
    VkMemoryBarrier2 m = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
        .srcStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, // a fill is CLEAR, and of older layers COPY
        .srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT,
        .dstAccessMask = VK_ACCESS_2_TRANSFER_READ_BIT};
    VkDependencyInfo d = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &m};
    vkCmdFillBuffer(cmd, b.buffer, 0, 16, 21);
    vkt_proc(&v, vkCmdPipelineBarrier2KHR)(cmd, &d);
    VkBufferCopy2 region = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_COPY_2, .srcOffset = 0, .dstOffset = 32, .size = 16};
    VkCopyBufferInfo2 copy = {.sType = VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2,
                              .srcBuffer = b.buffer,
                              .dstBuffer = b.buffer,
                              .regionCount = 1,
                              .pRegions = &region};
    vkt_proc(&v, vkCmdCopyBuffer2KHR)(cmd, &copy);
    vkt_ok(vkEndCommandBuffer(cmd));
    VkCommandBufferSubmitInfo c = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                   .commandBuffer = cmd};
    VkSemaphoreSubmitInfo signal = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                    .semaphore = s,
                                    .value = 2,
                                    .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
    VkSubmitInfo2 info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                          .commandBufferInfoCount = 1,
                          .pCommandBufferInfos = &c,
                          .signalSemaphoreInfoCount = 1,
                          .pSignalSemaphoreInfos = &signal};
    vkt_ok(vkt_proc(&v, vkQueueSubmit2KHR)(v.queue, 1, &info, VK_NULL_HANDLE));
    kt_eq(vkt_wait(&v, s, 2, UINT64_MAX), VK_SUCCESS);
    kt_eq(((uint32_t *)b.map)[11], 21);
    vkt_ok(vkQueueWaitIdle(v.queue));
    vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
    vkDestroySemaphore(v.device, s, NULL);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

KT_TEST(events)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    vkt_allow("BestPractices-Event-SignalSignaledEvent"); // layer 1.4.309 does not follow vkResetEvent
    VkEventCreateInfo einfo = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    VkEvent e;
    vkt_ok(vkCreateEvent(v.device, &einfo, NULL, &e));
    kt_eq(vkGetEventStatus(v.device, e), VK_EVENT_RESET);
    vkt_ok(vkSetEvent(v.device, e));
    kt_eq(vkGetEventStatus(v.device, e), VK_EVENT_SET);
    vkt_ok(vkResetEvent(v.device, e));
    struct vkt_buffer b = vkt_buffer(&v, 64);
    VkCommandBuffer cmd = vkt_begin(&v);
    VkMemoryBarrier m = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                         .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                         .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT};
    vkCmdFillBuffer(cmd, b.buffer, 0, 4, 4);
    vkCmdSetEvent(cmd, e, VK_PIPELINE_STAGE_TRANSFER_BIT);
    vkCmdWaitEvents(cmd, 1, &e, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 1, &m, 0,
                    NULL, 0, NULL);
    VkBufferCopy copy = {0, 4, 4};
    vkCmdCopyBuffer(cmd, b.buffer, b.buffer, 1, &copy);
    vkt_run(&v, cmd);
    kt_eq(vkGetEventStatus(v.device, e), VK_EVENT_SET);
    kt_eq(((uint32_t *)b.map)[1], 4);
    cmd = vkt_begin(&v);
    vkCmdResetEvent(cmd, e, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    vkt_run(&v, cmd);
    kt_eq(vkGetEventStatus(v.device, e), VK_EVENT_RESET);
    vkDestroyEvent(v.device, e, NULL);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

struct setter {
    VkDevice device;
    VkEvent event;
    uint32_t *data;
};

static void *set_later(void *arg)
{
    struct setter *s = arg;
    usleep(30000);
    *s->data = 6;
    vkSetEvent(s->device, s->event);
    return NULL;
}

// The GPU waits for an event that the host sets meanwhile, and sees what was written before.
KT_TEST(host_sets_an_event_that_the_device_waits_for)
{
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    VkEventCreateInfo einfo = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    VkEvent e;
    vkt_ok(vkCreateEvent(v.device, &einfo, NULL, &e));
    struct vkt_buffer from = vkt_buffer(&v, 64), b = vkt_buffer(&v, 64);
    const VkBufferCopy copy = {0, 0, 64};
    const VkMemoryBarrier m = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_HOST_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdWaitEvents(cmd, 1, &e, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 1, &m, 0, NULL, 0,
                    NULL);
    vkCmdCopyBuffer(cmd, from.buffer, b.buffer, 1, &copy);
    pthread_t t;
    struct setter s = {v.device, e, from.map};
    pthread_create(&t, NULL, set_later, &s);
    vkt_run(&v, cmd);
    pthread_join(t, NULL);
    kt_eq(*(uint32_t *)b.map, 6);
    vkDestroyEvent(v.device, e, NULL);
    vkt_buffer_free(&v, &from);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

KT_TEST(timestamps)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    VkQueryPoolCreateInfo qinfo = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                   .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                   .queryCount = 4};
    VkQueryPool q;
    vkt_ok(vkCreateQueryPool(v.device, &qinfo, NULL, &q));
    struct vkt_buffer b = vkt_buffer(&v, 256);
    memset(b.map, 0xee, 256);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdResetQueryPool(cmd, q, 0, 4);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, q, 0);
    vkCmdFillBuffer(cmd, b.buffer, 128, 64, 1);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, q, 1);
    // Query 3 stays unavailable: its result is not written, its availability is.
    vkCmdCopyQueryPoolResults(cmd, q, 0, 4, b.buffer, 0, 16,
                              VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
    vkCmdCopyQueryPoolResults(cmd, q, 0, 2, b.buffer, 64, 4, 0);
    vkt_run(&v, cmd);
    uint64_t r[4][2];
    kt_eq(vkGetQueryPoolResults(v.device, q, 0, 4, sizeof(r), r, 16,
                                VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT),
          VK_NOT_READY);
    kt_eq(r[0][1], 1);
    kt_eq(r[1][1], 1);
    kt_eq(r[3][1], 0);
    kt_ok(r[1][0] >= r[0][0] && r[0][0] > 0 && r[1][0] < UINT64_C(1) << 36, "%" PRIu64 " to %" PRIu64,
          r[0][0], r[1][0]);
    const uint64_t *m = b.map;
    kt_eq(m[0], r[0][0]);
    kt_eq(m[1], 1);
    kt_eq(m[2], r[1][0]);
    kt_eq(m[6], 0xeeeeeeeeeeeeeeee);
    kt_eq(m[7], 0);
    kt_eq(((const uint32_t *)b.map)[16], (uint32_t)r[0][0]);
    kt_eq(((const uint32_t *)b.map)[17], (uint32_t)r[1][0]);
    vkt_ok(vkGetQueryPoolResults(v.device, q, 0, 2, 16, r, 8,
                                 VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
    vkt_proc(&v, vkResetQueryPoolEXT)(v.device, q, 0, 4);
    kt_eq(vkGetQueryPoolResults(v.device, q, 0, 1, 8, r, 8, VK_QUERY_RESULT_64_BIT), VK_NOT_READY);
    vkDestroyQueryPool(v.device, q, NULL);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

// Resets, timestamps and copies of results are in order without any barrier, also when a shader resets a
// large pool, and when what is reset has only just been written.
KT_TEST(queries_are_in_order)
{
    enum { N = 200 };
    const VkQueryResultFlags flags = VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT;
    static uint64_t r[N][2];
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    VkQueryPoolCreateInfo qinfo = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                   .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                   .queryCount = N};
    VkQueryPool q;
    vkt_ok(vkCreateQueryPool(v.device, &qinfo, NULL, &q));
    struct vkt_buffer b = vkt_buffer(&v, N * 16);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdResetQueryPool(cmd, q, 0, N);
    for (uint32_t i = 0; i < N; i++)
        vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, q, i);
    vkCmdCopyQueryPoolResults(cmd, q, 0, N, b.buffer, 0, 16, flags);
    vkCmdResetQueryPool(cmd, q, N - 1, 1);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, q, N - 1);
    vkCmdResetQueryPool(cmd, q, N - 1, 1);
    vkt_run(&v, cmd);
    kt_eq(vkGetQueryPoolResults(v.device, q, 0, N, sizeof(r), r, 16, flags), VK_NOT_READY);
    const uint64_t *copied = b.map;
    for (uint32_t i = 0; i < N; i++) {
        kt_ok(copied[2 * i] && copied[2 * i + 1] == 1, "query %u was not available when it was copied", i);
        kt_ok(r[i][1] == (i != N - 1), "query %u: available %" PRIu64, i, r[i][1]);
    }
    vkDestroyQueryPool(v.device, q, NULL);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

// WebGPU's conformance suite has 65,536 pools of two queries at a time.
KT_TEST(small_query_pools_share_buffers)
{
    enum { N = 1024, LARGE = 4096 };
    const VkQueryResultFlags flags = VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT;
    static VkQueryPool q[N];
    uint64_t r[2][2];
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP};
    const unsigned before = kt_mappings();
    for (uint32_t i = 0; i < N; i++) {
        info.queryCount = i % 64 ? 2 : LARGE;
        vkt_ok(vkCreateQueryPool(v.device, &info, NULL, &q[i]));
    }
    const unsigned more = kt_mappings() - before;
    kt_ok(more < N / 4, "%d pools are %u mappings", N, more);
    VkCommandBuffer cmd = vkt_begin(&v);
    for (uint32_t i = 0; i < N; i++) {
        vkCmdResetQueryPool(cmd, q[i], 0, i % 64 ? 2 : LARGE);
        vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, q[i], i % 64 ? 1 : LARGE - 1);
    }
    for (uint32_t i = 0; i < N; i += 3) // the neighbours keep theirs
        vkCmdResetQueryPool(cmd, q[i], 0, i % 64 ? 2 : LARGE);
    vkt_run(&v, cmd);
    for (uint32_t i = 0; i < N; i++) {
        kt_eq(vkGetQueryPoolResults(v.device, q[i], i % 64 ? 0 : LARGE - 2, 2, sizeof(r), r, 16, flags),
              VK_NOT_READY);
        kt_ok(!r[0][1] && r[1][1] == (i % 3 != 0), "pool %u: %" PRIu64 " %" PRIu64, i, r[0][1], r[1][1]);
    }
    for (uint32_t i = 0; i < N; i++)
        vkDestroyQueryPool(v.device, q[i], NULL);
    vkt_finish(&v);
}

// Memory that comes back is as it was at first. Without the layer: no program may ask for what was never
// reset.
KT_TEST(a_new_query_pool_has_no_results)
{
    const VkQueryResultFlags flags = VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT;
    VkQueryPool q;
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = 2};
    for (unsigned turn = 0; turn < 2; turn++) {
        uint64_t r[2][2] = {{1, 1}, {1, 1}};
        vkt_ok(vkCreateQueryPool(v.device, &info, NULL, &q));
        kt_eq(vkGetQueryPoolResults(v.device, q, 0, 2, sizeof(r), r, 16, flags), VK_NOT_READY);
        kt_ok(!r[0][1] && !r[1][1], "pool %u has results", turn);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdResetQueryPool(cmd, q, 0, 2);
        for (uint32_t i = 0; i < 2; i++)
            vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, q, i);
        vkt_run(&v, cmd);
        kt_eq(vkGetQueryPoolResults(v.device, q, 0, 2, sizeof(r), r, 16, flags), VK_SUCCESS);
        kt_ok(r[0][1] && r[1][1], "pool %u has no results", turn);
        vkDestroyQueryPool(v.device, q, NULL);
    }
    vkt_finish(&v);
}

KT_TEST(calibrated_timestamps)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    PFN_vkGetPhysicalDeviceCalibrateableTimeDomainsEXT get =
        (PFN_vkGetPhysicalDeviceCalibrateableTimeDomainsEXT)vkGetInstanceProcAddr(
            v.instance, "vkGetPhysicalDeviceCalibrateableTimeDomainsEXT");
    VkTimeDomainEXT domains[8];
    uint32_t n = 8;
    vkt_ok(get(v.physical, &n, domains));
    kt_true(n >= 2);
    VkPhysicalDeviceProperties props;
    vkGetPhysicalDeviceProperties(v.physical, &props);
    VkCalibratedTimestampInfoEXT infos[2] = {
        {.sType = VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT, .timeDomain = VK_TIME_DOMAIN_DEVICE_EXT},
        {.sType = VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT,
         .timeDomain = VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT}};
    uint64_t a[2], b[2], deviation[2];
    vkt_ok(vkt_proc(&v, vkGetCalibratedTimestampsEXT)(v.device, 2, infos, a, &deviation[0]));
    usleep(50000);
    vkt_ok(vkt_proc(&v, vkGetCalibratedTimestampsEXT)(v.device, 2, infos, b, &deviation[1]));
    double device_ms =
        (double)((b[0] - a[0]) & ((UINT64_C(1) << 36) - 1)) * (double)props.limits.timestampPeriod / 1e6;
    // Between one clock and the other as much time went by as is said: on a loaded machine, much.
    double host_ms = (double)(b[1] - a[1]) / 1e6, apart_ms = (double)(deviation[0] + deviation[1]) / 1e6;
    kt_ok(host_ms + apart_ms >= 50 && fabs(device_ms - host_ms) < host_ms * 0.05 + apart_ms,
          "device %g ms, host %g ms, %g ms apart", device_ms, host_ms, apart_ms);
    vkt_finish(&v);
}

KT_TEST(secondary_command_buffers)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer b = vkt_buffer(&v, 64 * 1024);
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = v.pool,
                                        .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
                                        .commandBufferCount = 2};
    VkCommandBuffer second[2];
    vkt_ok(vkAllocateCommandBuffers(v.device, &info, second));
    for (unsigned i = 0; i < 2; i++) {
        VkCommandBufferInheritanceInfo inherit = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
        VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                          .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT,
                                          .pInheritanceInfo = &inherit};
        vkt_ok(vkBeginCommandBuffer(second[i], &begin));
        // The second spans several blocks.
        for (unsigned j = 0; j < (i ? 16000u : 8u); j++)
            vkCmdFillBuffer(second[i], b.buffer, (i * 8 + j) * 4, 4, i * 1000000 + j);
        vkt_ok(vkEndCommandBuffer(second[i]));
    }
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdFillBuffer(cmd, b.buffer, 65532, 4, 5);
    vkCmdExecuteCommands(cmd, 2, second);
    vkt_barrier(cmd);
    VkBufferCopy copy = {65532, 65528, 4};
    vkCmdCopyBuffer(cmd, b.buffer, b.buffer, 1, &copy);
    vkt_run(&v, cmd);
    const uint32_t *m = b.map;
    kt_eq(m[7], 7);
    kt_eq(m[8], 1000000);
    kt_eq(m[8 + 15999], 1015999);
    kt_eq(m[65528 / 4], 5);
    vkFreeCommandBuffers(v.device, v.pool, 2, second);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

KT_TEST(small_updates)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer b = vkt_buffer(&v, 256);
    const uint32_t data[4] = {1, 2, 3, 4};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdUpdateBuffer(cmd, b.buffer, 8, 16, data);
    vkCmdFillBuffer(cmd, b.buffer, 240, VK_WHOLE_SIZE, 0xabcdef);
    vkt_run(&v, cmd);
    const uint32_t *m = b.map;
    kt_true(m[1] == 0 && m[2] == 1 && m[5] == 4 && m[6] == 0);
    kt_true(m[59] == 0 && m[60] == 0xabcdef && m[63] == 0xabcdef);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

KT_MAIN()
