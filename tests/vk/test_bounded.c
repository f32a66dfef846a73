// Submissions that the queue runs in bounded requests, on the simulated device's virtual clock: kernels that
// are slower than any estimate, and dispatches whose sizes only the GPU knows.
#include "vk/slow.h"
#include "vkt_sizes.h"

#include <unistd.h>

// A group takes 0.4 s when all EUs are busy, and GROUPS of them nearly two minutes.
enum { SLOW = 150000 };

static const VkDescriptorType storage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;

// The rig, and a kernel that writes the counts of an indirect dispatch.
struct sizes {
    struct vkt_pipeline p;
    struct vkt_buffer counts;
};

static bool sizes_init(struct rig *r, struct sizes *s)
{
    s->counts = vkt_buffer(&r->v, 64);
    if (!vkt_pipeline(&r->v, (struct vkt_shader){vkt_sizes, sizeof(vkt_sizes)}, 1, &storage, 12, NULL, &s->p))
        return false;
    vkt_bind_buffer(&r->v, &s->p, 0, storage, &s->counts, 0, VK_WHOLE_SIZE);
    return true;
}

static void sizes_finish(struct rig *r, struct sizes *s)
{
    vkt_pipeline_free(&r->v, &s->p);
    vkt_buffer_free(&r->v, &s->counts);
}

static void write_sizes(VkCommandBuffer cmd, const struct sizes *s, uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t n[3] = {x, y, z};
    vkt_bind(cmd, &s->p);
    vkCmdPushConstants(cmd, s->p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(n), n);
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_barrier(cmd);
}

static void dispatch_sizes(struct rig *r, VkCommandBuffer cmd, const struct sizes *s, uint32_t steps,
                           uint32_t width)
{
    push(r, cmd, steps, width);
    vkCmdDispatchIndirect(cmd, s->counts.buffer, 0);
    vkt_barrier(cmd);
}

static void expect_range(const struct rig *r, uint32_t from, uint32_t to, uint32_t steps)
{
    uint32_t wrong = 0;
    for (uint32_t i = from * 64; i < to * 64; i++)
        wrong += ((const uint32_t *)r->b.map)[i] != spin(i, steps);
    kt_eq(wrong, 0);
}

KT_TEST(dispatch_of_minutes)
{
    struct rig r;
    if (!rig_init(&r, SLOW))
        return;
    VkCommandBuffer cmd = vkt_begin(&r.v);
    push(&r, cmd, STEPS, GROUPS * 64);
    vkCmdDispatch(cmd, GROUPS, 1, 1);
    vkt_ok(run(&r, cmd));
    expect(&r, GROUPS, STEPS);
    rig_finish(&r);
}

// Parts of rows, rows and planes: wherever the second of a turn is over, no group is left out.
KT_TEST(shapes)
{
    static const uint32_t shapes[][3] = {{37, 64, 5}, {1, 64, 100}, {1500, 3, 2}, {3, 1, 200}};
    for (unsigned i = 0; i < 4; i++) {
        struct rig r;
        const uint32_t *n = shapes[i], width = n[0] * 64;
        if (!rig_init(&r, SLOW))
            return;
        VkCommandBuffer cmd = vkt_begin(&r.v);
        push(&r, cmd, STEPS, width);
        vkCmdDispatch(cmd, n[0], n[1], n[2]);
        vkt_ok(run(&r, cmd));
        uint32_t wrong = 0;
        for (uint32_t z = 0; z < n[2]; z++)
            for (uint32_t y = 0; y < n[1]; y++)
                for (uint32_t x = 0; x < width; x++) {
                    uint32_t at = x + width * (y + z * 64);
                    wrong += at < GROUPS * 64 && ((uint32_t *)r.b.map)[at] != spin(at, STEPS);
                }
        kt_eq(wrong, 0);
        rig_finish(&r);
    }
}

// Slices of a dispatch that does not begin at group 0.
KT_TEST(base)
{
    struct rig r;
    if (!rig_init(&r, SLOW))
        return;
    VkComputePipelineCreateInfo info = vkt_compute_info(r.p.module, r.p.layout);
    info.flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT;
    vkDestroyPipeline(r.v.device, r.p.pipeline, NULL);
    vkt_ok(vkCreateComputePipelines(r.v.device, VK_NULL_HANDLE, 1, &info, NULL, &r.p.pipeline));
    VkCommandBuffer cmd = vkt_begin(&r.v);
    push(&r, cmd, STEPS, 64 * 64);
    vkCmdDispatchBase(cmd, 3, 5, 0, 60, 55, 1);
    vkt_ok(run(&r, cmd));
    uint32_t wrong = 0;
    for (uint32_t y = 0; y < 64; y++)
        for (uint32_t x = 0; x < 64 * 64; x++) {
            uint32_t at = x + 64 * 64 * y;
            bool in = x / 64 >= 3 && x / 64 < 63 && y >= 5 && y < 60;
            wrong += ((uint32_t *)r.b.map)[at] != (in ? spin(at, STEPS) : 0);
        }
    kt_eq(wrong, 0);
    rig_finish(&r);
}

// Minutes in dispatches that are no longer than one walker may be.
KT_TEST(many_short_dispatches)
{
    struct rig r;
    if (!rig_init(&r, SLOW))
        return;
    VkCommandBuffer cmd = vkt_begin(&r.v);
    for (uint32_t i = 0; i < 300; i++) {
        push(&r, cmd, STEPS + i % 3, GROUPS * 64);
        vkCmdDispatch(cmd, 80, 1, 1);
        vkt_barrier(cmd);
    }
    vkt_ok(run(&r, cmd));
    expect(&r, 80, STEPS + 2);
    rig_finish(&r);
}

// The same in as many submissions, without a wait in between.
KT_TEST(many_short_submissions)
{
    struct rig r;
    if (!rig_init(&r, SLOW))
        return;
    VkCommandBuffer cmd[40];
    for (uint32_t i = 0; i < 40; i++) {
        cmd[i] = vkt_begin(&r.v);
        push(&r, cmd[i], STEPS + i % 4, GROUPS * 64);
        vkCmdDispatch(cmd[i], 700, 1, 1);
        vkt_barrier(cmd[i]);
        vkt_ok(vkEndCommandBuffer(cmd[i]));
        VkSubmitInfo s = {
            .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd[i]};
        vkt_ok(vkQueueSubmit(r.v.queue, 1, &s, VK_NULL_HANDLE));
    }
    vkt_ok(vkQueueWaitIdle(r.v.queue));
    expect(&r, 700, STEPS + 3);
    rig_finish(&r);
}

// Two minutes of groups that the same submission counts; then some, and none.
KT_TEST(sizes_of_the_same_submission)
{
    struct rig r;
    struct sizes s;
    if (!rig_init(&r, SLOW) || !sizes_init(&r, &s))
        return;
    VkCommandBuffer cmd = vkt_begin(&r.v);
    write_sizes(cmd, &s, GROUPS / 16, 16, 1);
    dispatch_sizes(&r, cmd, &s, STEPS, GROUPS / 16 * 64);
    write_sizes(cmd, &s, 3, 2, 1);
    dispatch_sizes(&r, cmd, &s, STEPS + 1, 3 * 64);
    write_sizes(cmd, &s, 7, 0, 9);
    dispatch_sizes(&r, cmd, &s, STEPS + 2, 64);
    vkt_ok(run(&r, cmd));
    // The rows of the first dispatch are GROUPS / 16 groups long, and there are 16 of them.
    expect_range(&r, 6, GROUPS, STEPS);
    expect_range(&r, 0, 6, STEPS + 1);
    sizes_finish(&r, &s);
    rig_finish(&r);
}

// What the GPU finds in the buffer counts, not what the host saw when the work was submitted: small by then,
// large later, and the other way round.
KT_TEST(sizes_change)
{
    struct rig r;
    struct sizes s;
    if (!rig_init(&r, SLOW) || !sizes_init(&r, &s))
        return;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t groups = i ? 2 : GROUPS / 2;
        memcpy(s.counts.map, (uint32_t[3]){i ? GROUPS : 1, 1, 1}, 12);
        VkCommandBuffer cmd = vkt_begin(&r.v);
        vkCmdUpdateBuffer(cmd, s.counts.buffer, 0, 12, (uint32_t[3]){groups, 1, 1});
        vkt_barrier(cmd);
        dispatch_sizes(&r, cmd, &s, STEPS + i, GROUPS * 64);
        vkt_ok(run(&r, cmd));
    }
    expect_range(&r, 0, 2, STEPS + 1);
    expect_range(&r, 2, GROUPS / 2, STEPS);
    kt_eq(((uint32_t *)r.b.map)[GROUPS / 2 * 64], 0);
    sizes_finish(&r, &s);
    rig_finish(&r);
}

// Products that are just below and just above what one walker may have, and such whose low bits say nothing:
// each dispatch counts its groups in a query.
KT_TEST(products)
{
    static const uint32_t n[][3] = {{29, 29, 1},   {1, 839, 1},   {1, 841, 1},
                                    {2, 3, 140},   {4, 211, 1},   {1, 1, 65535},
                                    {65535, 1, 1}, {32768, 2, 1}, {0, 65535, 65535}};
    enum { COUNT = sizeof(n) / sizeof(n[0]) };
    struct rig r;
    struct sizes s;
    if (!rig_init(&r, 2000000) || !sizes_init(&r, &s))
        return;
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_PIPELINE_STATISTICS,
                                  .queryCount = COUNT,
                                  .pipelineStatistics =
                                      VK_QUERY_PIPELINE_STATISTIC_COMPUTE_SHADER_INVOCATIONS_BIT};
    VkQueryPool pool;
    vkt_ok(vkCreateQueryPool(r.v.device, &info, NULL, &pool));
    VkCommandBuffer cmd = vkt_begin(&r.v);
    vkCmdResetQueryPool(cmd, pool, 0, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        write_sizes(cmd, &s, n[i][0], n[i][1], n[i][2]);
        push(&r, cmd, 0, 0); // all invocations write the first row
        vkCmdBeginQuery(cmd, pool, i, 0);
        vkCmdDispatchIndirect(cmd, s.counts.buffer, 0);
        vkCmdEndQuery(cmd, pool, i);
        vkt_barrier(cmd);
    }
    vkt_ok(run(&r, cmd));
    uint64_t invocations[COUNT];
    vkt_ok(vkGetQueryPoolResults(r.v.device, pool, 0, COUNT, sizeof(invocations), invocations, 8,
                                 VK_QUERY_RESULT_64_BIT));
    // The layer's checks are an invocation of their own.
    for (uint32_t i = 0; i < COUNT; i++)
        kt_eq(invocations[i] - vkt_gpu_assisted(), (uint64_t)n[i][0] * n[i][1] * n[i][2] * 64);
    vkDestroyQueryPool(r.v.device, pool, NULL);
    sizes_finish(&r, &s);
    rig_finish(&r);
}

// A secondary command buffer that makes its own sizes, twice in the same primary, which is submitted twice at
// once: with timestamps, an event and a query around.
KT_TEST(secondary_with_all_around)
{
    struct rig r;
    struct sizes s;
    if (!rig_init(&r, 300000) || !sizes_init(&r, &s))
        return;
    VkCommandBuffer second = secondary(&r);
    write_sizes(second, &s, GROUPS / 4, 1, 1);
    dispatch_sizes(&r, second, &s, STEPS, GROUPS * 64);
    write_sizes(second, &s, 5, 1, 1);
    dispatch_sizes(&r, second, &s, STEPS + 1, GROUPS * 64);
    vkt_ok(vkEndCommandBuffer(second));

    VkQueryPoolCreateInfo times = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                   .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                   .queryCount = 3};
    VkEventCreateInfo event_info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    VkQueryPool pool;
    VkEvent event;
    vkt_ok(vkCreateQueryPool(r.v.device, &times, NULL, &pool));
    vkt_ok(vkCreateEvent(r.v.device, &event_info, NULL, &event));
    VkCommandBuffer cmd;
    VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = r.v.pool,
                                         .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                         .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT};
    vkt_ok(vkAllocateCommandBuffers(r.v.device, &alloc, &cmd));
    vkt_ok(vkBeginCommandBuffer(cmd, &begin));
    vkCmdResetQueryPool(cmd, pool, 0, 3);
    vkCmdResetEvent(cmd, event, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    vkt_barrier(cmd);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 0);
    vkCmdExecuteCommands(cmd, 1, &second);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 1);
    vkCmdSetEvent(cmd, event, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
    vkCmdExecuteCommands(cmd, 1, &second);
    vkCmdWaitEvents(cmd, 1, &event, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, NULL, 0, NULL, 0, NULL);
    push(&r, cmd, STEPS + 2, GROUPS * 64);
    vkCmdDispatch(cmd, 2, 1, 1);
    vkt_barrier(cmd);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 2);
    vkt_ok(vkEndCommandBuffer(cmd));
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
    vkt_ok(vkQueueSubmit(r.v.queue, 1, &submit, VK_NULL_HANDLE));
    vkt_ok(vkQueueSubmit(r.v.queue, 1, &submit, r.fence));
    vkt_ok(vkWaitForFences(r.v.device, 1, &r.fence, VK_TRUE, UINT64_MAX));
    expect_range(&r, 0, 2, STEPS + 2);
    expect_range(&r, 2, 5, STEPS + 1);
    expect_range(&r, 5, GROUPS / 4, STEPS);
    uint64_t t[3];
    VkPhysicalDeviceProperties props;
    vkGetPhysicalDeviceProperties(r.v.physical, &props);
    vkt_ok(vkGetQueryPoolResults(r.v.device, pool, 0, 3, sizeof(t), t, 8, VK_QUERY_RESULT_64_BIT));
    for (unsigned i = 0; i < 2; i++) // either takes about 10 s of a chip of EUS
        kt_true((double)(t[i + 1] - t[i]) * props.limits.timestampPeriod > 5e9 / chips());
    kt_eq(vkGetEventStatus(r.v.device, event), VK_EVENT_SET);
    vkDestroyEvent(r.v.device, event, NULL);
    vkDestroyQueryPool(r.v.device, pool, NULL);
    sizes_finish(&r, &s);
    rig_finish(&r);
}

// Bounded requests between submissions that semaphores of both kinds order, one of them submitted before what
// it waits for.
KT_TEST(semaphores_at_both_ends)
{
    struct rig r;
    struct sizes s;
    if (vkt_gpu_assisted())
        kt_skip("the layer waits for each submission");
    if (!rig_init(&r, SLOW) || !sizes_init(&r, &s))
        return;
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore line = vkt_timeline(&r.v, 0), binary;
    vkt_ok(vkCreateSemaphore(r.v.device, &info, NULL, &binary));
    struct vkt_buffer copy = vkt_buffer(&r.v, 64);
    VkCommandBuffer cmd = vkt_begin(&r.v), after = vkt_begin(&r.v);
    write_sizes(cmd, &s, GROUPS / 4, 1, 1);
    dispatch_sizes(&r, cmd, &s, STEPS, GROUPS * 64);
    vkt_ok(vkEndCommandBuffer(cmd));
    VkBufferCopy region = {.srcOffset = (GROUPS / 4 - 1) * 64 * 4, .size = 64};
    vkCmdCopyBuffer(after, r.b.buffer, copy.buffer, 1, &region);
    vkt_barrier(after);
    vkt_ok(vkEndCommandBuffer(after));
    const uint64_t one = 1, two_none[2] = {2, 0}, three = 3;
    const VkSemaphore both[2] = {line, binary};
    const VkPipelineStageFlags all[2] = {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT};
    VkTimelineSemaphoreSubmitInfo values[2] = {{.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                                .waitSemaphoreValueCount = 1,
                                                .pWaitSemaphoreValues = &one,
                                                .signalSemaphoreValueCount = 2,
                                                .pSignalSemaphoreValues = two_none},
                                               {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                                .waitSemaphoreValueCount = 2,
                                                .pWaitSemaphoreValues = two_none,
                                                .signalSemaphoreValueCount = 1,
                                                .pSignalSemaphoreValues = &three}};
    VkSubmitInfo submits[2] = {{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                .pNext = &values[0],
                                .waitSemaphoreCount = 1,
                                .pWaitSemaphores = &line,
                                .pWaitDstStageMask = all,
                                .commandBufferCount = 1,
                                .pCommandBuffers = &cmd,
                                .signalSemaphoreCount = 2,
                                .pSignalSemaphores = both},
                               {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                .pNext = &values[1],
                                .waitSemaphoreCount = 2,
                                .pWaitSemaphores = both,
                                .pWaitDstStageMask = all,
                                .commandBufferCount = 1,
                                .pCommandBuffers = &after,
                                .signalSemaphoreCount = 1,
                                .pSignalSemaphores = &line}};
    vkt_ok(vkQueueSubmit(r.v.queue, 2, submits, VK_NULL_HANDLE));
    uint64_t now = 7;
    vkt_ok(vkt_proc(&r.v, vkGetSemaphoreCounterValueKHR)(r.v.device, line, &now));
    kt_eq(now, 0);
    VkSemaphoreSignalInfo go = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = line, .value = 1};
    vkt_ok(vkt_proc(&r.v, vkSignalSemaphoreKHR)(r.v.device, &go));
    VkSemaphoreWaitInfo wait = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                .semaphoreCount = 1,
                                .pSemaphores = &line,
                                .pValues = &three};
    vkt_ok(vkt_proc(&r.v, vkWaitSemaphoresKHR)(r.v.device, &wait, UINT64_MAX));
    uint32_t stale = 0;
    for (uint32_t i = 0; i < 16; i++)
        stale += ((uint32_t *)copy.map)[i] != spin((GROUPS / 4 - 1) * 64 + i, STEPS);
    kt_eq(stale, 0);
    vkt_ok(vkQueueWaitIdle(r.v.queue));
    vkDestroySemaphore(r.v.device, line, NULL);
    vkDestroySemaphore(r.v.device, binary, NULL);
    vkt_buffer_free(&r.v, &copy);
    sizes_finish(&r, &s);
    rig_finish(&r);
}

// Dispatches of looping kernels, each a quarter of a second, ten seconds in all: what they lose to being cut.
// Every walker has an end at which the machine drains: half of what a wave takes is lost; and where no other
// turn is queued behind, the GPU waits for the host, for which a millisecond is much.
KT_TEST(little_is_lost_between_requests)
{
    enum { DISPATCHES = 40, CHAIN_RATE = 50000000 };
    const double at_once = simulated()->eus * simulated()->threads_per_eu / 2.0; // groups of two threads
    if (at_once / 2 > 0.02 * GROUPS)
        kt_skip("a dispatch is so few waves of this chip that its own end loses more");
    char path[] = "/tmp/kiln-bounded-XXXXXX";
    int fd = mkstemp(path);
    struct rig r;
    close(fd);
    setenv("KILN_SIM_TOTALS", path, 1);
    bool ready = rig_init(&r, CHAIN_RATE);
    unsetenv("KILN_SIM_TOTALS");
    if (!ready)
        return;
    for (unsigned pass = 0; pass < 2; pass++) {
        VkCommandBuffer cmd = vkt_begin(&r.v);
        push(&r, cmd, STEPS, GROUPS * 64);
        for (unsigned i = 0; i < DISPATCHES; i++) {
            vkCmdDispatch(cmd, GROUPS, 1, 1);
            vkt_barrier(cmd);
        }
        vkt_ok(run(&r, cmd));
    }
    expect(&r, GROUPS, STEPS);
    rig_finish(&r);
    double walkers = (double)vkt_total(path, "\"walkers\""),
           requests = (double)vkt_total(path, "\"submissions\""),
           drains = (double)vkt_total(path, "\"drains\"");
    double groups = (double)vkt_total(path, "\"thread_groups\"");
    double seconds = (double)vkt_total(path, "\"eu_instructions\"") / (CHAIN_RATE * chips());
    double wave = seconds / (groups / at_once), lost = walkers * wave / 2 + drains * 1e-3;
    printf("# %.2f s in %.0f walkers, %.0f requests, %.0f waits for the host: %.2f %% lost\n", seconds,
           walkers, requests, drains, 100 * lost / seconds);
    // (The validation layer's checks on the GPU dispatch some of their own.)
    const double ours = 2.0 * DISPATCHES * GROUPS;
    kt_ok(seconds * chips() > 10 && groups >= ours && groups < 1.001 * ours, "%.2f s, %.0f groups", seconds,
          groups);
    // A kernel that gives a job a quarter of i915's time has as much shorter segments.
    const char *device = getenv("KILN_DEVICE");
    const double most = device && strstr(device, ",xe") ? 0.025 : 0.02;
    kt_ok(lost < most * seconds, "%.2f %% are lost", 100 * lost / seconds);
    kt_ok(drains < requests / 2, "the GPU waits for the host %.0f times in %.0f requests", drains, requests);
    unlink(path);
}

KT_MAIN()
