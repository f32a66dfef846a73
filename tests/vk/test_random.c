// Random programs of the API (random/): what they leave in buffers and images is compared with a model that
// the test keeps, under the validation layer, which says that they are valid.
//
// KILN_API_SEED=N runs one seed and prints what it does; KILN_API_SEEDS=FIRST-LAST runs some.
#include "random/random.h"

enum { COMMANDS = 4, SHORT_SEEDS = 40, ALL_SEEDS = 2000 };

struct round {
    struct commands commands[COMMANDS];
    unsigned count;
    VkFence fence;
    VkSemaphore timeline;
    uint64_t value;
};

static bool (*const transfers[])(struct world *) = {op_fill,       op_update, op_copy_buffer, op_buffer_image,
                                                    op_copy_image, op_clear,  op_query};
static bool (*const dispatches[])(struct world *) = {op_mix, op_mix, op_gather, op_address, op_image};

static void record_op(struct world *w)
{
    for (unsigned tries = 0; tries < 8; tries++) {
        bool done = chance(w, 55) ? dispatches[rnd(w, 5)](w) : transfers[rnd(w, 7)](w);
        if (done)
            return;
    }
}

static void record_ops(struct world *w, unsigned count)
{
    while (count-- > 0) {
        if (!w->conditional && chance(w, 8))
            op_condition(w);
        record_op(w);
        if (w->conditional && chance(w, 40))
            end_condition(w);
    }
    end_condition(w);
}

static VkCommandBuffer allocate(struct world *w, VkCommandBufferLevel level)
{
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = w->v.pool,
                                        .level = level,
                                        .commandBufferCount = 1};
    VkCommandBuffer cmd = VK_NULL_HANDLE;
    vkt_ok(vkAllocateCommandBuffers(w->v.device, &info, &cmd));
    return cmd;
}

static void begin(struct world *w, VkCommandBuffer cmd, bool again)
{
    VkCommandBufferInheritanceInfo inherit = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .flags = again           ? VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT
                                              : chance(w, 50) ? VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT
                                                              : 0,
                                     .pInheritanceInfo = &inherit};
    vkt_ok(vkBeginCommandBuffer(cmd, &info));
}

// A part of a command buffer as a secondary one.
static void record_secondary(struct world *w)
{
    VkCommandBuffer primary = w->to->cmd, second = allocate(w, VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    world_log(w, "secondary {");
    begin(w, second, w->to->again);
    w->to->cmd = second;
    w->to->secondary = true;
    record_ops(w, 1 + rnd(w, 5));
    vkt_ok(vkEndCommandBuffer(second));
    w->to->cmd = primary;
    w->to->secondary = false;
    vkCmdExecuteCommands(primary, 1, &second);
    world_log(w, "}");
}

static void record(struct world *w, struct commands *c, bool last)
{
    VkImageLayout before[IMAGES];
    for (unsigned i = 0; i < w->image_count; i++)
        before[i] = w->images[i].layout;
    *c = (struct commands){.cmd = allocate(w, VK_COMMAND_BUFFER_LEVEL_PRIMARY), .again = chance(w, 25)};
    w->to = c;
    world_log(w, "commands {%s", c->again ? " (again)" : "");
    begin(w, c->cmd, c->again);
    if (c->again)
        random_full_barrier(w, 0);
    for (unsigned parts = 1 + rnd(w, 4); parts-- > 0;)
        if (chance(w, 20) && !w->primary_only)
            record_secondary(w);
        else
            record_ops(w, 1 + rnd(w, 8));
    if (c->again || last)
        random_full_barrier(w, last ? VK_PIPELINE_STAGE_HOST_BIT : 0);
    vkt_ok(vkEndCommandBuffer(c->cmd));
    world_log(w, "}");
    for (unsigned i = 0; i < w->image_count; i++)
        c->again &= before[i] == w->images[i].layout;
}

static void act(struct world *w, const struct commands *c)
{
    for (unsigned i = 0; i < c->count; i++)
        c->acts[i].run(w, c->acts[i].arg);
}

// Some command buffers at once, by either call; maybe after a value that the host signals later only.
static void submit(struct world *w, struct round *r, unsigned count, const VkCommandBuffer *cmds, bool last)
{
    bool waits = chance(w, 40);
    uint64_t from = r->value + (waits && chance(w, 30) ? 1 : 0), to = from + 1;
    world_log(w, "submit %u", count);
    if (chance(w, 50)) {
        const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
        VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                                .waitSemaphoreValueCount = waits,
                                                .pWaitSemaphoreValues = &from,
                                                .signalSemaphoreValueCount = 1,
                                                .pSignalSemaphoreValues = &to};
        VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                             .pNext = &values,
                             .waitSemaphoreCount = waits,
                             .pWaitSemaphores = &r->timeline,
                             .pWaitDstStageMask = &stage,
                             .commandBufferCount = count,
                             .pCommandBuffers = cmds,
                             .signalSemaphoreCount = 1,
                             .pSignalSemaphores = &r->timeline};
        vkt_ok(vkQueueSubmit(w->v.queue, 1, &info, last ? r->fence : VK_NULL_HANDLE));
    } else {
        VkCommandBufferSubmitInfo each[2 * COMMANDS];
        for (unsigned i = 0; i < count; i++)
            each[i] = (VkCommandBufferSubmitInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                                  .commandBuffer = cmds[i]};
        VkSemaphoreSubmitInfo wait = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                      .semaphore = r->timeline,
                                      .value = from,
                                      .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
        VkSemaphoreSubmitInfo signal = wait;
        signal.value = to;
        VkSubmitInfo2 info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                              .waitSemaphoreInfoCount = waits,
                              .pWaitSemaphoreInfos = &wait,
                              .commandBufferInfoCount = count,
                              .pCommandBufferInfos = each,
                              .signalSemaphoreInfoCount = 1,
                              .pSignalSemaphoreInfos = &signal};
        vkt_ok(vkQueueSubmit2(w->v.queue, 1, &info, last ? r->fence : VK_NULL_HANDLE));
    }
    if (from > r->value) {
        VkSemaphoreWaitInfo before = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                      .semaphoreCount = 1,
                                      .pSemaphores = &r->timeline,
                                      .pValues = &r->value};
        vkt_ok(vkWaitSemaphores(w->v.device, &before, UINT64_MAX));
        VkSemaphoreSignalInfo now = {
            .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = r->timeline, .value = from};
        vkt_ok(vkSignalSemaphore(w->v.device, &now));
    }
    r->value = to;
}

static void wait_for(struct world *w, struct round *r)
{
    VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                .semaphoreCount = 1,
                                .pSemaphores = &r->timeline,
                                .pValues = &r->value};
    switch (rnd(w, 3)) {
    case 0:
        vkt_ok(vkWaitForFences(w->v.device, 1, &r->fence, VK_TRUE, UINT64_MAX));
        break;
    case 1:
        vkt_ok(vkWaitSemaphores(w->v.device, &info, UINT64_MAX));
        break;
    default:
        vkt_ok(vkDeviceWaitIdle(w->v.device));
    }
    vkt_ok(vkQueueWaitIdle(w->v.queue));
    vkt_ok(vkResetFences(w->v.device, 1, &r->fence));
}

static void host_writes(struct world *w)
{
    struct memory *m = &w->memories[rnd(w, 4)];
    uint32_t first = rnd(w, (uint32_t)m->size), size = 1 + rnd(w, 500);
    if (first + size > m->size)
        return;
    world_log(w, "host writes %u bytes at %u of memory %d", size, first, (int)(m - w->memories));
    for (uint32_t i = first; i < first + size; i++)
        m->map[i] = m->model[i] = (uint8_t)rnd(w, 256);
}

static bool run_round(struct world *w, struct round *r)
{
    VkCommandBuffer cmds[2 * COMMANDS];
    unsigned n = 0;
    r->count = 1 + rnd(w, COMMANDS);
    for (unsigned i = 0; i < r->count; i++) {
        bool last = i + 1 == r->count;
        struct commands *c = &r->commands[i];
        record(w, c, last);
        for (unsigned times = c->again ? 2 : 1; times-- > 0;) {
            cmds[n++] = c->cmd;
            act(w, c);
        }
        if (last || n > COMMANDS || chance(w, 40)) {
            submit(w, r, n, cmds, last);
            n = 0;
        }
    }
    wait_for(w, r);
    bool good = world_check(w);
    host_writes(w);
    host_image_copy(w);
    world_reset_events(w);
    w->access_count = 0;
    pipelines_idle(w);
    vkt_ok(vkResetCommandPool(w->v.device, w->v.pool, 0));
    for (unsigned i = 0; i < r->count; i++) {
        struct commands *c = &r->commands[i];
        vkFreeCommandBuffers(w->v.device, w->v.pool, 1, &c->cmd);
        for (unsigned k = 0; k < c->count; k++)
            free(c->acts[k].arg);
        free(c->acts);
    }
    return good;
}

static bool run_seed(struct world *w, uint64_t seed)
{
    struct round r = {.value = 1};
    r.fence = vkt_fence(&w->v);
    r.timeline = vkt_timeline(&w->v, 1);
    world_init(w, seed);
    world_define(w);
    bool good = true;
    for (unsigned rounds = 1 + rnd(w, 3); rounds-- > 0 && good;)
        good = run_round(w, &r);
    unsigned messages = vkt_messages();
    good = kt_ok(!messages, "seed %" PRIu64 ": %u messages", seed, messages) && good;
    world_finish(w);
    vkDestroyFence(w->v.device, r.fence, NULL);
    vkDestroySemaphore(w->v.device, r.timeline, NULL);
    return good;
}

static void run_seeds(uint64_t first, uint64_t last, bool log, bool newer, bool primary_only)
{
    static struct world w;
    w = (struct world){.log = log, .newer = newer, .primary_only = primary_only};
    if (!vkt_init(&w.v, &(struct vkt_options){.newer = newer}))
        return;
    if (pipelines_init(&w))
        for (uint64_t seed = first; seed <= last; seed++)
            if (!run_seed(&w, seed))
                break;
    pipelines_finish(&w);
    vkt_finish(&w.v);
}

static void run(bool newer, bool primary_only)
{
    const char *one = getenv("KILN_API_SEED"), *some = getenv("KILN_API_SEEDS");
    uint64_t first = 1, last = getenv("KILN_TEST_ALL") ? ALL_SEEDS : SHORT_SEEDS;
    if (one)
        first = last = strtoull(one, NULL, 10);
    if (some && sscanf(some, "%" SCNu64 "-%" SCNu64, &first, &last) != 2)
        kt_ok(false, "KILN_API_SEEDS=%s", some);
    run_seeds(first, last, one != NULL, newer, primary_only);
}

// The layer (1.4.309) looks once more at all command buffers of a submission, and forgets there what the
// barriers in secondary ones wait for: with these without that, and without these with it.
KT_TEST(programs)
{
    static const char submit_time[] = "VK_KHRONOS_VALIDATION_SYNCVAL_SUBMIT_TIME_VALIDATION";
    setenv(submit_time, "0", true);
    run(false, false);
    unsetenv(submit_time);
}

KT_TEST(programs_of_primary_command_buffers)
{
    run(false, true);
}

// With what the layer does not know: copies of images by the host, of depth and stencil too.
KT_TEST(newer_programs)
{
    run(true, false);
}

KT_MAIN()
