// Several queues, each with a context of its own, and the family for copies: order by semaphores of both
// kinds, whichever queue is told first; progress beside a queue that waits; and one queue's fault is all
// queues'.
#include <string.h>

#include "vk/vkt.h"
#include "vkt_count.h"
#include "vkt_scratch.h"

enum { COMPUTE = 4, COPY = 2, QUEUES = COMPUTE + COPY, ITEMS = 64 };

static struct vkt v;
static VkQueue queues[QUEUES];
static VkCommandPool pools[2]; // by family

static bool start(void)
{
    if (!vkt_init(&v, &(struct vkt_options){.all_queues = true}))
        return false;
    for (uint32_t i = 0; i < QUEUES; i++)
        vkGetDeviceQueue(v.device, i >= COMPUTE, i >= COMPUTE ? i - COMPUTE : i, &queues[i]);
    for (uint32_t i = 0; i < 2; i++) {
        VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                        .queueFamilyIndex = i};
        vkt_ok(vkCreateCommandPool(v.device, &info, NULL, &pools[i]));
    }
    return true;
}

static void stop(void)
{
    for (uint32_t i = 0; i < 2; i++)
        vkDestroyCommandPool(v.device, pools[i], NULL);
    vkt_finish(&v);
}

static VkCommandBuffer begin(uint32_t queue)
{
    VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = pools[queue >= COMPUTE],
                                         .commandBufferCount = 1};
    VkCommandBuffer cmd;
    vkt_ok(vkAllocateCommandBuffers(v.device, &alloc, &cmd));
    vkt_ok(vkBeginCommandBuffer(
        cmd, &(VkCommandBufferBeginInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO}));
    return cmd;
}

KT_TEST(families)
{
    if (!vkt_init(&v, NULL))
        return;
    VkQueueFamilyProperties f[4];
    uint32_t count = 4;
    vkGetPhysicalDeviceQueueFamilyProperties(v.physical, &count, f);
    kt_eq(count, 2);
    VkPhysicalDeviceFeatures features;
    vkGetPhysicalDeviceFeatures(v.physical, &features);
    const VkQueueFlags sparse = features.sparseBinding ? VK_QUEUE_SPARSE_BINDING_BIT : 0;
    kt_eq(f[0].queueFlags, VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT | sparse);
    kt_eq(f[1].queueFlags, VK_QUEUE_TRANSFER_BIT | sparse);
    kt_eq(f[0].queueCount, COMPUTE);
    kt_eq(f[1].queueCount, COPY);
    count = 1;
    vkGetPhysicalDeviceQueueFamilyProperties(v.physical, &count, f);
    kt_eq(count, 1);
    vkt_finish(&v);
}

KT_TEST(queues_are_objects_of_their_own)
{
    if (!start())
        return;
    for (uint32_t i = 0; i < QUEUES; i++)
        for (uint32_t k = 0; k < i; k++)
            kt_true(queues[i] && queues[i] != queues[k]);
    stop();
}

// Each submission doubles the numbers and adds one of its own, or (on a queue for copies) copies them forth
// and back; all stand in one order, by a timeline or by binary semaphores, and run on whichever queue.
struct chain {
    struct vkt_buffer data, aside;
    struct vkt_pipeline p;
    uint32_t want;
};

static bool chain_init(struct chain *c)
{
    const VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    c->data = vkt_buffer(&v, ITEMS * 4);
    c->aside = vkt_buffer(&v, ITEMS * 4);
    c->want = 0;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_count, sizeof(vkt_count)}, 1, &type, 4, NULL, &c->p))
        return false;
    vkt_bind_buffer(&v, &c->p, 0, type, &c->data, 0, VK_WHOLE_SIZE);
    return true;
}

static void chain_finish(struct chain *c)
{
    vkt_pipeline_free(&v, &c->p);
    vkt_buffer_free(&v, &c->data);
    vkt_buffer_free(&v, &c->aside);
}

static VkCommandBuffer make_link(struct chain *c, uint32_t queue, uint32_t n)
{
    VkCommandBuffer cmd = begin(queue);
    if (queue < COMPUTE) {
        vkt_bind(cmd, &c->p);
        vkCmdPushConstants(cmd, c->p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &n);
        vkCmdDispatch(cmd, ITEMS / 64, 1, 1);
        c->want = c->want * 2 + n;
    } else {
        VkBufferCopy all = {0, 0, ITEMS * 4};
        vkCmdCopyBuffer(cmd, c->data.buffer, c->aside.buffer, 1, &all);
        vkt_barrier(cmd);
        vkCmdFillBuffer(cmd, c->data.buffer, 0, ITEMS * 4, 0x55555555);
        vkt_barrier(cmd);
        vkCmdCopyBuffer(cmd, c->aside.buffer, c->data.buffer, 1, &all);
    }
    vkt_ok(vkEndCommandBuffer(cmd));
    return cmd;
}

static void chain_check(const struct chain *c)
{
    unsigned wrong = 0;
    for (uint32_t i = 0; i < ITEMS; i++)
        wrong += ((uint32_t *)c->data.map)[i] != c->want;
    kt_ok(!wrong, "%u wrong: 0x%x, not 0x%x", wrong, ((uint32_t *)c->data.map)[0], c->want);
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

// Told in any order, but for each queue in that of the chain: most wait for what nobody has submitted yet.
KT_TEST(timelines_order_queues)
{
    enum { LINKS = 120 };
    struct chain c;
    if (!start() || !chain_init(&c))
        return;
    uint32_t state = 12345, on[LINKS], at[QUEUES] = {0};
    VkCommandBuffer cmds[LINKS];
    VkSemaphore timeline = vkt_timeline(&v, 0);
    for (uint32_t i = 0; i < LINKS; i++) {
        on[i] = next_random(&state) % QUEUES;
        cmds[i] = make_link(&c, on[i], i);
    }
    for (uint32_t left = LINKS; left;) {
        uint32_t q = next_random(&state) % QUEUES, i = at[q];
        while (i < LINKS && on[i] != q)
            i++;
        at[q] = i + 1;
        if (i >= LINKS)
            continue;
        vkt_ok(vkt_submit(queues[q], (struct vkt_submit){.cmd = cmds[i],
                                                         .wait = i ? timeline : VK_NULL_HANDLE,
                                                         .wait_value = i,
                                                         .signal = timeline,
                                                         .signal_value = i + 1}));
        left--;
    }
    vkt_ok(vkt_wait(&v, timeline, LINKS, UINT64_MAX));
    chain_check(&c);
    vkt_ok(vkDeviceWaitIdle(v.device));
    vkDestroySemaphore(v.device, timeline, NULL);
    chain_finish(&c);
    stop();
}

// A timeline that begins at zero has reached it, although nothing has ever signaled it.
KT_TEST(zero_has_been_reached)
{
    struct chain c;
    if (!start() || !chain_init(&c))
        return;
    for (uint32_t q = 0; q < QUEUES; q++) {
        VkSemaphore timeline = vkt_timeline(&v, 0);
        uint64_t value = 1;
        vkt_ok(vkt_submit(queues[q], (struct vkt_submit){.wait = timeline}));
        vkt_ok(vkt_submit(queues[q], (struct vkt_submit){.cmd = make_link(&c, q, q), .wait = timeline}));
        vkt_ok(vkDeviceWaitIdle(v.device));
        vkt_ok(vkt_proc(&v, vkGetSemaphoreCounterValueKHR)(v.device, timeline, &value));
        kt_eq(value, 0);
        vkDestroySemaphore(v.device, timeline, NULL);
    }
    chain_check(&c);
    chain_finish(&c);
    stop();
}

// Two semaphores in turn, each used again and again. With a submission in between that is not over yet, so
// that some of them wait in line.
KT_TEST(binary_semaphores_order_queues)
{
    enum { LINKS = 60 };
    struct chain c;
    if (!start() || !chain_init(&c))
        return;
    uint32_t state = 999;
    VkSemaphore hand[2], gate = vkt_timeline(&v, 0);
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    for (uint32_t i = 0; i < 2; i++)
        vkt_ok(vkCreateSemaphore(v.device, &info, NULL, &hand[i]));
    for (uint32_t i = 0; i < LINKS; i++) {
        uint32_t q = next_random(&state) % QUEUES;
        vkt_ok(vkt_submit(queues[q], (struct vkt_submit){.cmd = make_link(&c, q, i),
                                                         .wait = i ? hand[i % 2] : VK_NULL_HANDLE,
                                                         .signal = i + 1 < LINKS ? hand[(i + 1) % 2] : gate,
                                                         .signal_value = 1}));
    }
    vkt_ok(vkt_wait(&v, gate, 1, UINT64_MAX));
    chain_check(&c);
    vkt_ok(vkDeviceWaitIdle(v.device));
    for (uint32_t i = 0; i < 2; i++)
        vkDestroySemaphore(v.device, hand[i], NULL);
    vkDestroySemaphore(v.device, gate, NULL);
    chain_finish(&c);
    stop();
}

// Waits, and signals the same semaphore again, on one queue after the other.
KT_TEST(a_semaphore_goes_round)
{
    if (!start())
        return;
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore round;
    VkFence last = vkt_fence(&v);
    vkt_ok(vkCreateSemaphore(v.device, &info, NULL, &round));
    for (uint32_t i = 0; i <= 3 * QUEUES; i++)
        vkt_ok(vkt_submit(queues[i % QUEUES],
                          (struct vkt_submit){.wait = i ? round : VK_NULL_HANDLE,
                                              .signal = i < 3 * QUEUES ? round : VK_NULL_HANDLE,
                                              .fence = i < 3 * QUEUES ? VK_NULL_HANDLE : last}));
    vkt_ok(vkWaitForFences(v.device, 1, &last, true, UINT64_C(10000000000)));
    vkt_ok(vkDeviceWaitIdle(v.device));
    vkDestroyFence(v.device, last, NULL);
    vkDestroySemaphore(v.device, round, NULL);
    stop();
}

// What waits in line keeps the signal that it was submitted behind: another queue, which is not held up,
// waits for the next one of the same semaphore.
KT_TEST(a_wait_in_line_keeps_its_signal)
{
    if (!start())
        return;
    // A wait for a binary semaphore whose signal comes after a wait for a timeline's value that nobody has
    // submitted yet: not allowed, but what programs do, and it must not lose a signal.
    vkt_allow("VUID-vkQueueSubmit-pWaitSemaphores-03238");
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore twice, then, gate = vkt_timeline(&v, 0);
    VkFence fences[3];
    vkt_ok(vkCreateSemaphore(v.device, &info, NULL, &twice));
    vkt_ok(vkCreateSemaphore(v.device, &info, NULL, &then));
    for (uint32_t i = 0; i < 3; i++)
        fences[i] = vkt_fence(&v);
    vkt_ok(vkt_submit(queues[0], (struct vkt_submit){.wait = gate, .wait_value = 1}));
    vkt_ok(vkt_submit(queues[1], (struct vkt_submit){.signal = twice}));
    vkt_ok(vkt_submit(queues[0], (struct vkt_submit){.wait = twice, .signal = then, .fence = fences[0]}));
    vkt_ok(vkt_submit(queues[1], (struct vkt_submit){.wait = then, .signal = twice, .fence = fences[1]}));
    vkt_ok(vkt_submit(queues[2], (struct vkt_submit){.wait = twice, .fence = fences[2]}));
    kt_eq(vkWaitForFences(v.device, 3, fences, false, 50000000), VK_TIMEOUT);
    vkt_ok(vkt_signal(&v, gate, 1));
    vkt_ok(vkWaitForFences(v.device, 3, fences, true, UINT64_C(10000000000)));
    vkt_ok(vkDeviceWaitIdle(v.device));
    for (uint32_t i = 0; i < 3; i++)
        vkDestroyFence(v.device, fences[i], NULL);
    vkDestroySemaphore(v.device, twice, NULL);
    vkDestroySemaphore(v.device, then, NULL);
    vkDestroySemaphore(v.device, gate, NULL);
    stop();
}

// What waits for the host on one queue holds up no other; fences are each queue's.
KT_TEST(a_queue_that_waits_waits_alone)
{
    struct chain c;
    if (!start() || !chain_init(&c))
        return;
    VkSemaphore gate = vkt_timeline(&v, 0);
    VkFence fences[QUEUES];
    for (uint32_t i = 0; i < QUEUES; i++)
        fences[i] = vkt_fence(&v);
    vkt_ok(vkt_submit(queues[0], (struct vkt_submit){.wait = gate, .wait_value = 1, .fence = fences[0]}));
    for (uint32_t i = 1; i < QUEUES; i++) {
        vkt_ok(vkt_submit(queues[i], (struct vkt_submit){.cmd = make_link(&c, i, i), .fence = fences[i]}));
        vkt_ok(vkWaitForFences(v.device, 1, &fences[i], true, UINT64_C(10000000000)));
        vkt_ok(vkQueueWaitIdle(queues[i]));
    }
    chain_check(&c);
    kt_eq(vkGetFenceStatus(v.device, fences[0]), VK_NOT_READY);
    vkt_ok(vkt_signal(&v, gate, 1));
    vkt_ok(vkWaitForFences(v.device, QUEUES, fences, true, UINT64_C(10000000000)));
    for (uint32_t i = 0; i < QUEUES; i++)
        vkDestroyFence(v.device, fences[i], NULL);
    vkDestroySemaphore(v.device, gate, NULL);
    chain_finish(&c);
    stop();
}

// What the shader computes.
static uint32_t scratch_result(uint32_t id, uint32_t salt, uint32_t steps)
{
    uint32_t x = id * 2654435761u + salt, a[96];
    for (uint32_t i = 0; i < 96; i++)
        a[i] = x ^ i * 40503u;
    for (uint32_t i = 0; i < steps; i++) {
        uint32_t at = x % 96;
        x = (x ^ a[at]) * 1664525u + 1013904223u;
        a[(x >> 8) % 96] += x;
    }
    return x;
}

// Dispatches of three queues that run in bounded requests, with scratch memory, which all queues share; and
// short copies beside them, which need not wait for the end of any.
KT_TEST(long_dispatches_alternate)
{
    enum { LONG = 3, GROUPS = 1500, STEPS = 60, COPIES = 20 };
    if (!start())
        return;
    const VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    struct vkt_buffer out[LONG], small = vkt_buffer(&v, 1024);
    struct vkt_pipeline p[LONG];
    VkFence fences[LONG], copied = vkt_fence(&v);
    for (uint32_t n = 0; n < LONG; n++) {
        out[n] = vkt_buffer(&v, GROUPS * 64 * 4);
        fences[n] = vkt_fence(&v);
        if (!vkt_pipeline(&v, (struct vkt_shader){vkt_scratch, sizeof(vkt_scratch)}, 1, &type, 8, NULL,
                          &p[n]))
            return;
        vkt_bind_buffer(&v, &p[n], 0, type, &out[n], 0, VK_WHOLE_SIZE);
        VkCommandBuffer cmd = begin(n);
        vkt_bind(cmd, &p[n]);
        vkCmdPushConstants(cmd, p[n].layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, (uint32_t[]){n * 77, STEPS});
        vkCmdDispatch(cmd, GROUPS, 1, 1);
        vkt_ok(vkEndCommandBuffer(cmd));
        vkt_ok(vkt_submit(queues[n], (struct vkt_submit){.cmd = cmd, .fence = fences[n]}));
    }
    for (uint32_t n = 0; n < COPIES; n++) {
        VkCommandBuffer cmd = begin(COMPUTE);
        vkCmdFillBuffer(cmd, small.buffer, 4 * n, 1024 - 4 * n, n + 1);
        vkt_ok(vkEndCommandBuffer(cmd));
        vkt_ok(vkt_submit(queues[COMPUTE], (struct vkt_submit){.cmd = cmd, .fence = copied}));
        vkt_ok(vkWaitForFences(v.device, 1, &copied, true, UINT64_C(20000000000)));
        vkt_ok(vkResetFences(v.device, 1, &copied));
    }
    vkt_ok(vkWaitForFences(v.device, LONG, fences, true, UINT64_C(60000000000)));
    unsigned wrong = 0;
    for (uint32_t n = 0; n < LONG; n++)
        for (uint32_t i = 0; i < GROUPS * 64; i++)
            wrong += ((uint32_t *)out[n].map)[i] != scratch_result(i, n * 77, STEPS);
    for (uint32_t i = 0; i < 256; i++)
        wrong += ((uint32_t *)small.map)[i] != (i < COPIES ? i + 1 : COPIES);
    kt_eq(wrong, 0);
    for (uint32_t n = 0; n < LONG; n++) {
        vkDestroyFence(v.device, fences[n], NULL);
        vkt_pipeline_free(&v, &p[n]);
        vkt_buffer_free(&v, &out[n]);
    }
    vkDestroyFence(v.device, copied, NULL);
    vkt_buffer_free(&v, &small);
    stop();
}

// An image goes to the family for copies and back, by transfers of ownership.
KT_TEST(ownership_is_transferred)
{
    enum { SIDE = 64, BYTES = SIDE * SIDE * 4 };
    if (!start())
        return;
    VkImageCreateInfo info = vkt_image_2d(VK_FORMAT_R8G8B8A8_UNORM, SIDE, SIDE, 1, 1,
                                          VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    struct vkt_image image = vkt_image(&v, &info);
    struct vkt_buffer from = vkt_buffer(&v, BYTES), to = vkt_buffer(&v, BYTES);
    for (uint32_t i = 0; i < BYTES; i++)
        ((uint8_t *)from.map)[i] = (uint8_t)(i * 7 + (i >> 8));
    VkBufferImageCopy whole = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                               .imageExtent = {SIDE, SIDE, 1}};
    VkImageMemoryBarrier pass = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                 .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                 .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
                                 .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                 .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                 .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                 .image = image.image,
                                 .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    VkCommandBuffer write = begin(COMPUTE), read = begin(1);
    const VkPipelineStageFlags copies = VK_PIPELINE_STAGE_TRANSFER_BIT;
    vkCmdPipelineBarrier(write, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, copies, 0, 0, NULL, 0, NULL, 1, &pass);
    vkCmdCopyBufferToImage(write, from.buffer, image.image, VK_IMAGE_LAYOUT_GENERAL, 1, &whole);
    pass.oldLayout = VK_IMAGE_LAYOUT_GENERAL;
    pass.srcQueueFamilyIndex = 1;
    pass.dstQueueFamilyIndex = 0;
    pass.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    pass.dstAccessMask = 0;
    vkCmdPipelineBarrier(write, copies, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, 0, NULL, 0, NULL, 1, &pass);
    pass.srcAccessMask = 0;
    pass.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
    vkCmdPipelineBarrier(read, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, copies, 0, 0, NULL, 0, NULL, 1, &pass);
    vkCmdCopyImageToBuffer(read, image.image, VK_IMAGE_LAYOUT_GENERAL, to.buffer, 1, &whole);
    vkt_ok(vkEndCommandBuffer(write));
    vkt_ok(vkEndCommandBuffer(read));
    VkSemaphore hand;
    VkSemaphoreCreateInfo binary = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    vkt_ok(vkCreateSemaphore(v.device, &binary, NULL, &hand));
    vkt_ok(vkt_submit(queues[COMPUTE], (struct vkt_submit){.cmd = write, .signal = hand}));
    vkt_ok(vkt_submit(queues[1], (struct vkt_submit){.cmd = read, .wait = hand}));
    vkt_ok(vkDeviceWaitIdle(v.device));
    kt_true(!memcmp(from.map, to.map, BYTES));
    vkDestroySemaphore(v.device, hand, NULL);
    vkt_buffer_free(&v, &from);
    vkt_buffer_free(&v, &to);
    vkt_image_free(&v, &image);
    stop();
}

// More than there are, of a family that there is not.
KT_TEST(too_many_are_refused)
{
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    const float priorities[COMPUTE + 1] = {0};
    static const struct {
        uint32_t family, count;
    } rows[] = {{0, COMPUTE + 1}, {1, COPY + 1}, {2, 1}};
    for (unsigned i = 0; i < 3; i++) {
        VkDeviceQueueCreateInfo q = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = rows[i].family,
                                     .queueCount = rows[i].count,
                                     .pQueuePriorities = priorities};
        VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                   .queueCreateInfoCount = 1,
                                   .pQueueCreateInfos = &q};
        VkDevice device;
        kt_eq(vkCreateDevice(v.physical, &info, NULL, &device), VK_ERROR_INITIALIZATION_FAILED);
    }
    vkt_finish(&v);
}

KT_MAIN()
