// A device that is lost: whatever waits returns, everything can be destroyed, other devices of the process
// never notice, and a new one works.
#include "vk/vkt.h"
#include "vkt_count.h"
#include "vkt_spin.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const VkDescriptorType storage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;

// A device of its own beside v's, from the same instance.
static bool second_device(const struct vkt *v, struct vkt *w)
{
    static const char *const names[] = {"VK_KHR_timeline_semaphore"};
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES, .timelineSemaphore = VK_TRUE};
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    *w = *v;
    w->device = VK_NULL_HANDLE;
    vkt_ok(vkt_device(v->physical, &timeline, 1, names, NULL, &w->device));
    if (!w->device)
        return false;
    vkGetDeviceQueue(w->device, 0, 0, &w->queue);
    vkt_ok(vkCreateCommandPool(w->device, &pool, NULL, &w->pool));
    return true;
}

static void second_finish(struct vkt *w)
{
    vkDestroyCommandPool(w->device, w->pool, NULL);
    vkDestroyDevice(w->device, NULL);
}

// Work that counts its runs in a buffer.
struct work {
    struct vkt *v;
    struct vkt_pipeline p;
    struct vkt_buffer b;
};

static bool work_init(struct work *w, struct vkt *v)
{
    w->v = v;
    w->b = vkt_buffer(v, 256);
    if (!vkt_pipeline(v, (struct vkt_shader){vkt_count, sizeof(vkt_count)}, 1, &storage, 4, NULL, &w->p))
        return false;
    vkt_bind_buffer(v, &w->p, 0, storage, &w->b, 0, VK_WHOLE_SIZE);
    return true;
}

static void work_finish(struct work *w)
{
    vkt_buffer_free(w->v, &w->b);
    vkt_pipeline_free(w->v, &w->p);
}

static VkCommandBuffer work_record(struct work *w)
{
    const uint32_t add = 1;
    VkCommandBuffer cmd = vkt_begin(w->v);
    vkt_bind(cmd, &w->p);
    vkCmdPushConstants(cmd, w->p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &add);
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_barrier(cmd);
    return cmd;
}

static void expect_runs(const struct work *w, uint32_t runs)
{
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 64; i++)
        wrong += ((const uint32_t *)w->b.map)[i] != (UINT32_C(1) << runs) - 1;
    kt_eq(wrong, 0);
}

static void work_run(struct work *w, uint32_t runs)
{
    memset(w->b.map, 0, 256);
    for (uint32_t i = 0; i < runs; i++)
        vkt_run(w->v, work_record(w));
    expect_runs(w, runs);
}

// A thread that never ends: the simulated device gives up after KILN_SIM_BUDGET instructions.
struct hang {
    struct vkt *v;
    struct vkt_pipeline p;
    struct vkt_buffer b;
};

static bool hang_init(struct hang *h, struct vkt *v)
{
    h->v = v;
    h->b = vkt_buffer(v, 256);
    if (!vkt_pipeline(v, (struct vkt_shader){vkt_spin, sizeof(vkt_spin)}, 1, &storage, 8, NULL, &h->p))
        return false;
    vkt_bind_buffer(v, &h->p, 0, storage, &h->b, 0, VK_WHOLE_SIZE);
    return true;
}

// More than 840 groups run in bounded requests (launch/queue/job.c).
static VkCommandBuffer hang_record(struct hang *h, uint32_t groups)
{
    const uint32_t push[2] = {UINT32_MAX, 0};
    VkCommandBuffer cmd = vkt_begin(h->v);
    vkt_bind(cmd, &h->p);
    vkCmdPushConstants(cmd, h->p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), push);
    vkCmdDispatch(cmd, groups, 1, 1);
    vkt_ok(vkEndCommandBuffer(cmd));
    return cmd;
}

static void hang_finish(struct hang *h)
{
    vkt_pipeline_free(h->v, &h->p);
    vkt_buffer_free(h->v, &h->b);
}

static bool init(struct vkt *v)
{
    setenv("KILN_SIM_BUDGET", "8M", 1);
    return vkt_init(v, &(struct vkt_options){.no_validation = true});
}

// ---- others

static void *hang_thread(void *arg)
{
    struct hang *h = arg;
    VkResult r = vkt_submit(h->v->queue, (struct vkt_submit){.cmd = hang_record(h, 1)});
    return (void *)(intptr_t)(r ? r : vkQueueWaitIdle(h->v->queue));
}

// One device hangs while another one works, and is destroyed before it; then a third is made.
KT_TEST(others_go_on)
{
    struct vkt v, w, third;
    struct hang h;
    struct work a, b;
    pthread_t thread;
    void *result;
    if (!init(&v) || !second_device(&v, &w) || !hang_init(&h, &w) || !work_init(&a, &v))
        return;
    kt_eq(pthread_create(&thread, NULL, hang_thread, &h), 0);
    for (unsigned i = 0; i < 20; i++)
        work_run(&a, 10);
    kt_eq(pthread_join(thread, &result), 0);
    kt_eq((intptr_t)result, VK_ERROR_DEVICE_LOST);
    work_run(&a, 10);
    vkt_ok(vkDeviceWaitIdle(v.device));
    kt_eq(vkDeviceWaitIdle(w.device), VK_ERROR_DEVICE_LOST);
    hang_finish(&h);
    second_finish(&w);
    if (second_device(&v, &third) && work_init(&b, &third)) {
        work_run(&b, 10);
        work_run(&a, 10);
        work_finish(&b);
        second_finish(&third);
    }
    work_finish(&a);
    vkt_finish(&v);
}

// What hangs on one queue of a device is the loss of all: who waits for another one, which waits for the
// first, hears of it.
KT_TEST(queues_are_lost_together)
{
    struct vkt v;
    struct hang h;
    struct work a;
    setenv("KILN_SIM_BUDGET", "8M", 1);
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true, .all_queues = true}) ||
        !hang_init(&h, &v) || !work_init(&a, &v))
        return;
    VkQueue hanging, copies;
    vkGetDeviceQueue(v.device, 0, 3, &hanging);
    vkGetDeviceQueue(v.device, 1, 1, &copies);
    work_run(&a, 10);
    VkSemaphore never = vkt_timeline(&v, 0);
    VkFence fences[2] = {vkt_fence(&v), vkt_fence(&v)};
    vkt_ok(vkt_submit(hanging,
                      (struct vkt_submit){.cmd = hang_record(&h, 1), .signal = never, .signal_value = 1}));
    VkResult r = vkt_submit(copies, (struct vkt_submit){.wait = never, .wait_value = 1, .fence = fences[0]});
    kt_ok(r == VK_SUCCESS || r == VK_ERROR_DEVICE_LOST, "%d", r);
    r = vkt_submit(copies, (struct vkt_submit){.wait = never, .wait_value = 2, .fence = fences[1]});
    kt_ok(r == VK_SUCCESS || r == VK_ERROR_DEVICE_LOST, "%d", r);
    kt_eq(vkWaitForFences(v.device, 2, fences, true, UINT64_MAX), VK_ERROR_DEVICE_LOST);
    kt_eq(vkQueueWaitIdle(v.queue), VK_ERROR_DEVICE_LOST);
    kt_eq(vkQueueWaitIdle(copies), VK_ERROR_DEVICE_LOST);
    kt_eq(vkDeviceWaitIdle(v.device), VK_ERROR_DEVICE_LOST);
    kt_eq(vkQueueSubmit(v.queue, 0, NULL, VK_NULL_HANDLE), VK_SUCCESS);
    for (uint32_t i = 0; i < 2; i++)
        vkDestroyFence(v.device, fences[i], NULL);
    vkDestroySemaphore(v.device, never, NULL);
    work_finish(&a);
    hang_finish(&h);
    vkt_finish(&v);
}

// One device's kernel never ends, another one's commands wait for an event that nobody sets: a third computes
// meanwhile. Without a limit that would end them while the test runs, or with limits that end them and not
// it.
static void two_hang(bool limits)
{
    struct vkt v, w, third;
    struct hang h;
    struct work a;
    setenv("KILN_SIM_TIMEOUT_MS", limits ? "1000" : "10000000", 1);
    setenv("KILN_SIM_BUDGET", limits ? "400M" : "1000G", 1);
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}) || !second_device(&v, &w) ||
        !second_device(&v, &third) || !hang_init(&h, &w) || !work_init(&a, &third))
        return;
    VkEventCreateInfo info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    VkEvent never;
    vkt_ok(vkCreateEvent(v.device, &info, NULL, &never));
    VkCommandBuffer cmd = vkt_begin(&v);
    const VkPipelineStageFlags all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    vkCmdWaitEvents(cmd, 1, &never, VK_PIPELINE_STAGE_HOST_BIT, all, 0, NULL, 0, NULL, 0, NULL);
    vkt_ok(vkEndCommandBuffer(cmd));
    VkFence hangs = vkt_fence(&w), waits = vkt_fence(&v);
    vkt_ok(vkt_submit(w.queue, (struct vkt_submit){.cmd = hang_record(&h, 1), .fence = hangs}));
    vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.cmd = cmd, .fence = waits}));
    for (unsigned i = 0; i < 10; i++)
        work_run(&a, 10);
    if (limits) {
        kt_eq(vkWaitForFences(v.device, 1, &waits, VK_TRUE, UINT64_MAX), VK_ERROR_DEVICE_LOST);
        kt_eq(vkWaitForFences(w.device, 1, &hangs, VK_TRUE, UINT64_MAX), VK_ERROR_DEVICE_LOST);
        work_run(&a, 10);
    } else {
        kt_eq(vkGetFenceStatus(w.device, hangs), VK_NOT_READY);
        kt_eq(vkGetFenceStatus(v.device, waits), VK_NOT_READY);
        fflush(stdout);
        _exit(kt_failures != 0); // nothing else ends it
    }
    vkDestroyEvent(v.device, never, NULL);
    vkDestroyFence(v.device, waits, NULL);
    vkDestroyFence(w.device, hangs, NULL);
    work_finish(&a);
    hang_finish(&h);
    second_finish(&third);
    second_finish(&w);
    vkt_finish(&v);
    unsetenv("KILN_SIM_TIMEOUT_MS");
}

KT_TEST(the_third_computes)
{
    int status = -1;
    fflush(stdout);
    pid_t child = fork();
    if (!child)
        two_hang(false);
    kt_true(waitpid(child, &status, 0) == child && !status);
}

KT_TEST(both_are_lost)
{
    two_hang(true);
}

// ---- waits

struct waiter {
    struct vkt *v;
    VkFence fence;
    VkSemaphore semaphore;
    uint64_t value;
    VkQueryPool queries;
    VkResult result;
    pthread_t thread;
};

static void *wait_fence(void *arg)
{
    struct waiter *w = arg;
    w->result = vkWaitForFences(w->v->device, 1, &w->fence, VK_TRUE, UINT64_MAX);
    return NULL;
}

static void *wait_semaphore(void *arg)
{
    struct waiter *w = arg;
    VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                .semaphoreCount = 1,
                                .pSemaphores = &w->semaphore,
                                .pValues = &w->value};
    w->result = vkt_proc(w->v, vkWaitSemaphoresKHR)(w->v->device, &info, UINT64_MAX);
    return NULL;
}

static void *wait_query(void *arg)
{
    struct waiter *w = arg;
    uint64_t time;
    w->result = vkGetQueryPoolResults(w->v->device, w->queries, 0, 1, 8, &time, 8,
                                      VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    return NULL;
}

static void *wait_idle(void *arg)
{
    struct waiter *w = arg;
    w->result = vkDeviceWaitIdle(w->v->device);
    return NULL;
}

// Nobody looks at the request that hangs. Threads wait for what comes behind it, for what is never submitted,
// and for what a submission would do that waits itself.
KT_TEST(all_waits_return)
{
    struct vkt v;
    struct hang h;
    if (!init(&v) || !hang_init(&h, &v))
        return;
    VkQueryPoolCreateInfo qinfo = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                   .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                   .queryCount = 1};
    VkQueryPool queries;
    vkt_ok(vkCreateQueryPool(v.device, &qinfo, NULL, &queries));
    vkt_proc(&v, vkResetQueryPoolEXT)(v.device, queries, 0, 1);
    VkSemaphore line = vkt_timeline(&v, 0), never = vkt_timeline(&v, 0);
    VkFence behind = vkt_fence(&v), deferred = vkt_fence(&v), unsubmitted = vkt_fence(&v);
    VkCommandBuffer stamp = vkt_begin(&v);
    vkCmdWriteTimestamp(stamp, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries, 0);
    vkt_ok(vkEndCommandBuffer(stamp));
    vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.cmd = hang_record(&h, 1)}));
    vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.cmd = stamp, .fence = behind}));
    vkt_ok(vkt_submit(
        v.queue, (struct vkt_submit){
                     .wait = never, .wait_value = 1, .signal = line, .signal_value = 1, .fence = deferred}));
    struct waiter all[] = {{.v = &v, .fence = behind},
                           {.v = &v, .fence = deferred},
                           {.v = &v, .fence = unsubmitted},
                           {.v = &v, .semaphore = line, .value = 1},
                           {.v = &v, .semaphore = never, .value = 1},
                           {.v = &v, .queries = queries},
                           {.v = &v}};
    void *(*const how[])(void *) = {wait_fence,     wait_fence, wait_fence, wait_semaphore,
                                    wait_semaphore, wait_query, wait_idle};
    enum { COUNT = sizeof(all) / sizeof(all[0]) };
    for (unsigned i = 0; i < COUNT; i++)
        kt_eq(pthread_create(&all[i].thread, NULL, how[i], &all[i]), 0);
    for (unsigned i = 0; i < COUNT; i++) {
        kt_eq(pthread_join(all[i].thread, NULL), 0);
        kt_ok(all[i].result == VK_ERROR_DEVICE_LOST, "wait %u: VkResult %d", i, all[i].result);
    }
    vkDestroyFence(v.device, behind, NULL);
    vkDestroyFence(v.device, deferred, NULL);
    vkDestroyFence(v.device, unsubmitted, NULL);
    vkDestroySemaphore(v.device, line, NULL);
    vkDestroySemaphore(v.device, never, NULL);
    vkDestroyQueryPool(v.device, queries, NULL);
    hang_finish(&h);
    vkt_finish(&v);
}

// A wait of one thread ends although nobody else looks: what it waits for is never submitted.
KT_TEST(a_lonely_wait_returns)
{
    for (unsigned i = 0; i < 4; i++) {
        struct vkt v;
        struct hang h;
        if (!init(&v) || !hang_init(&h, &v))
            return;
        struct waiter w = {.v = &v, .fence = vkt_fence(&v), .semaphore = vkt_timeline(&v, 0), .value = 1};
        vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.cmd = hang_record(&h, i < 2 ? 1 : 2000)}));
        (i % 2 ? wait_fence : wait_semaphore)(&w);
        kt_eq(w.result, VK_ERROR_DEVICE_LOST);
        vkDestroyFence(v.device, w.fence, NULL);
        vkDestroySemaphore(v.device, w.semaphore, NULL);
        hang_finish(&h);
        vkt_finish(&v);
    }
}

// ---- afterwards

// Everything that the API has goes away in silence, calls say that the device is lost, and a new one works.
KT_TEST(a_new_device_works)
{
    for (unsigned round = 0; round < 3; round++) {
        struct vkt v, w;
        struct hang h;
        struct work a, b;
        if (!init(&v) || !hang_init(&h, &v) || !work_init(&a, &v))
            return;
        work_run(&a, 3);
        VkFence f = vkt_fence(&v);
        VkCommandBuffer cmd = hang_record(&h, round == 1 ? 2000 : 1);
        vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.cmd = cmd, .fence = f}));
        kt_eq(vkWaitForFences(v.device, 1, &f, VK_TRUE, UINT64_MAX), VK_ERROR_DEVICE_LOST);
        kt_eq(vkt_submit(v.queue, (struct vkt_submit){.cmd = cmd}), VK_ERROR_DEVICE_LOST);
        kt_eq(vkGetFenceStatus(v.device, f), VK_ERROR_DEVICE_LOST);
        // Objects may still be made, mapped and recorded.
        struct vkt_buffer more = vkt_buffer(&v, 4096);
        kt_true(more.map != NULL);
        VkCommandBuffer late = work_record(&a);
        vkt_ok(vkEndCommandBuffer(late));
        kt_eq(vkt_submit(v.queue, (struct vkt_submit){.cmd = late}), VK_ERROR_DEVICE_LOST);
        if (second_device(&v, &w) && work_init(&b, &w)) { // before the lost one is gone
            work_run(&b, 5);
            work_finish(&b);
            second_finish(&w);
        }
        vkt_buffer_free(&v, &more);
        vkDestroyFence(v.device, f, NULL);
        work_finish(&a);
        hang_finish(&h);
        vkt_finish(&v);
    }
}

// Everything is destroyed as soon as the loss is known, while submissions still wait for their turn behind
// the one that hangs.
KT_TEST(destroyed_at_once)
{
    enum { BEHIND = 6 };
    for (unsigned round = 0; round < 6; round++) {
        struct vkt v;
        struct hang h;
        struct work w;
        VkFence fences[BEHIND];
        VkSemaphore lines[BEHIND];
        if (!init(&v) || !hang_init(&h, &v) || !work_init(&w, &v))
            return;
        vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.cmd = hang_record(&h, 900)}));
        for (unsigned i = 0; i < BEHIND; i++) {
            VkCommandBuffer cmd = work_record(&w);
            vkt_ok(vkEndCommandBuffer(cmd));
            fences[i] = vkt_fence(&v);
            lines[i] = vkt_timeline(&v, 0);
            VkResult r = vkt_submit(
                v.queue,
                (struct vkt_submit){.cmd = cmd, .signal = lines[i], .signal_value = 1, .fence = fences[i]});
            kt_ok(r == VK_SUCCESS || r == VK_ERROR_DEVICE_LOST, "submission %u: %d", i, r);
        }
        kt_eq(vkWaitForFences(v.device, 1, &fences[round], VK_TRUE, UINT64_MAX), VK_ERROR_DEVICE_LOST);
        for (unsigned i = 0; i < BEHIND; i++) {
            vkDestroyFence(v.device, fences[i], NULL);
            vkDestroySemaphore(v.device, lines[i], NULL);
        }
        work_finish(&w);
        hang_finish(&h);
        vkt_finish(&v);
    }
}

// A marker behind work that never ends is not written; one before it is.
KT_TEST(markers_tell_how_far_it_came)
{
    struct vkt v;
    struct hang h;
    if (!init(&v))
        return;
    struct vkt_buffer marks = vkt_buffer(&v, 64);
    if (hang_init(&h, &v)) {
        const uint32_t push[2] = {UINT32_MAX, 0};
        PFN_vkCmdWriteBufferMarkerAMD mark = vkt_proc(&v, vkCmdWriteBufferMarkerAMD);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkt_bind(cmd, &h.p);
        vkCmdPushConstants(cmd, h.p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), push);
        mark(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, marks.buffer, 0, 1);
        vkCmdDispatch(cmd, 1, 1, 1);
        mark(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, marks.buffer, 4, 2);
        mark(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, marks.buffer, 8, 3);
        vkt_ok(vkEndCommandBuffer(cmd));
        VkResult r = vkt_submit(v.queue, (struct vkt_submit){.cmd = cmd});
        kt_eq(r ? r : vkQueueWaitIdle(v.queue), VK_ERROR_DEVICE_LOST);
        const uint32_t *m = marks.map;
        kt_ok(m[0] == 1 && m[1] == 2 && m[2] == 0, "markers %u %u %u", m[0], m[1], m[2]);
        hang_finish(&h);
    }
    vkt_buffer_free(&v, &marks);
    vkt_finish(&v);
}

KT_MAIN()
