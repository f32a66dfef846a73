// Sparse buffers: what shows memory and what does not, binds in their order with other work on one queue and
// on several, the same memory more than once, and in which order things may go.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "vk/sparse_kit.h"
#include "vkt_address.h"
#include "vkt_sparse.h"

enum { WORDS = PAGE / 4, MAX_PAGES = 1024, QUEUES = 6, COMPUTE = 4 };
enum mode { READ, WRITE, ADD, READ4 };
struct push {
    uint32_t mode, base, step, salt;
};

static struct vkt v;
static struct vkt_pipeline p;
static struct vkt_buffer out;

static bool begin_with(const struct vkt_options *options)
{
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    if (!sparse_init(&v, options, false) ||
        !vkt_pipeline(&v, (struct vkt_shader){vkt_sparse, sizeof(vkt_sparse)}, 2, types, sizeof(struct push),
                      NULL, &p))
        return false;
    out = vkt_buffer(&v, MAX_PAGES * PAGE);
    vkt_bind_buffer(&v, &p, 1, types[0], &out, 0, VK_WHOLE_SIZE);
    return true;
}

static bool begin(void)
{
    return begin_with(NULL);
}

static void end(void)
{
    vkt_buffer_free(&v, &out);
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

static VkBuffer make_buffer(VkDeviceSize size, VkBufferCreateFlags flags, uint32_t *bits)
{
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .flags = VK_BUFFER_CREATE_SPARSE_BINDING_BIT | flags,
        .size = size,
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    VkBuffer b = VK_NULL_HANDLE;
    vkt_ok(vkCreateBuffer(v.device, &info, v.alloc, &b));
    VkMemoryRequirements r;
    vkGetBufferMemoryRequirements(v.device, b, &r);
    kt_true(r.alignment == PAGE && r.size == (size + PAGE - 1) / PAGE * PAGE && r.memoryTypeBits);
    *bits = r.memoryTypeBits;
    return b;
}

static void use(VkBuffer b)
{
    const struct vkt_buffer as = {.buffer = b};
    vkt_bind_buffer(&v, &p, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &as, 0, VK_WHOLE_SIZE);
}

static void record(VkCommandBuffer cmd, enum mode mode, uint32_t base, uint32_t count, uint32_t salt)
{
    const struct push push = {mode, base, 1, salt};
    vkt_bind(cmd, &p);
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), &push);
    vkCmdDispatch(cmd, count / 64, 1, 1);
}

static void run(enum mode mode, uint32_t base, uint32_t count, uint32_t salt)
{
    VkCommandBuffer cmd = vkt_begin(&v);
    record(cmd, mode, base, count, salt);
    vkt_run(&v, cmd);
}

static const uint32_t *seen(void)
{
    return out.map;
}

// Words that are not first + i.
static unsigned wrong(const uint32_t *words, uint32_t count, uint32_t first)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < count; i++)
        n += words[i] != first + i;
    return n;
}

static unsigned nonzero(const uint32_t *words, uint32_t count)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < count; i++)
        n += words[i] != 0;
    return n;
}

// Else a real kernel's node, in a guest.
static bool is_simulated(void)
{
    VkPhysicalDeviceProperties props;
    vkGetPhysicalDeviceProperties(v.physical, &props);
    return strstr(props.deviceName, "simulated") != NULL;
}

// A device has sparse resources, or says nothing of any.
KT_TEST(all_or_nothing)
{
    if (!vkt_init(&v, NULL))
        return;
    VkPhysicalDeviceProperties props;
    VkPhysicalDeviceFeatures f;
    VkQueueFamilyProperties families[4];
    uint32_t count = 4;
    vkGetPhysicalDeviceProperties(v.physical, &props);
    vkGetPhysicalDeviceFeatures(v.physical, &f);
    vkGetPhysicalDeviceQueueFamilyProperties(v.physical, &count, families);
    const VkPhysicalDeviceSparseProperties s = props.sparseProperties;
    kt_eq(f.sparseResidencyBuffer, f.sparseBinding);
    kt_eq(f.sparseResidencyAliased, f.sparseBinding);
    kt_eq(props.limits.sparseAddressSpaceSize != 0, f.sparseBinding);
    for (uint32_t i = 0; i < count; i++)
        kt_eq((families[i].queueFlags & VK_QUEUE_SPARSE_BINDING_BIT) != 0, f.sparseBinding);
    kt_true(f.sparseBinding || (!f.sparseResidencyImage2D && !s.residencyNonResidentStrict));
    kt_true(f.sparseResidencyImage2D ||
            (!f.sparseResidencyImage3D && !s.residencyAlignedMipSize && !s.residencyStandard2DBlockShape));
    vkt_finish(&v);
}

KT_TEST(what_there_is)
{
    if (!begin())
        return;
    VkPhysicalDeviceProperties props;
    VkPhysicalDeviceFeatures f;
    uint32_t bits;
    vkGetPhysicalDeviceProperties(v.physical, &props);
    vkGetPhysicalDeviceFeatures(v.physical, &f);
    kt_true(!f.shaderResourceResidency && !f.sparseResidency2Samples);
    kt_true(props.limits.sparseAddressSpaceSize >= UINT64_C(1) << 31);
    const char *device = getenv("KILN_DEVICE");
    // (xe binds nothing, which drops writes on every chip.)
    bool late = device && !strstr(device, ",xe") &&
                (strstr(device, "icl") || strstr(device, "tgl") || strstr(device, "mtl"));
    kt_eq(props.sparseProperties.residencyNonResidentStrict, !late);
    // Its memory is of a type that other resources may have, and comes last of those.
    VkBuffer b = make_buffer(10000, 0, &bits);
    VkMemoryRequirements r;
    vkGetBufferMemoryRequirements(v.device, out.buffer, &r);
    kt_true((r.memoryTypeBits & bits) == bits && r.memoryTypeBits > bits);
    kt_true(r.memoryTypeBits < 2 * bits);
    vkDestroyBuffer(v.device, b, NULL);
    end();
}

KT_TEST(parts_and_holes)
{
    if (!begin())
        return;
    enum { PAGES = 256, FIRST = 16, BOUND = 20 };
    uint32_t bits;
    bool strict = sparse_is_strict(&v);
    VkBuffer b = make_buffer(PAGES * PAGE, VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT, &bits);
    struct sparse_memory m = sparse_memory(&v, (BOUND + 2) * PAGE, bits);
    use(b);
    sparse_bind(&v, b, FIRST, BOUND, m.memory, 1);
    run(WRITE, 0, PAGES * WORDS, 5);
    kt_eq(wrong(m.map + WORDS, BOUND * WORDS, FIRST * WORDS + 5), 0);
    kt_eq(nonzero(m.map, WORDS) + nonzero(m.map + (BOUND + 1) * WORDS, WORDS), 0);
    run(READ, 0, PAGES * WORDS, 0);
    kt_eq(wrong(seen() + FIRST * WORDS, BOUND * WORDS, FIRST * WORDS + 5), 0);
    unsigned shown = nonzero(seen(), FIRST * WORDS) +
                     nonzero(seen() + (FIRST + BOUND) * WORDS, (PAGES - FIRST - BOUND) * WORDS);
    kt_ok(!strict || !shown, "%u words of holes are not zero", shown);
    run(ADD, 0, PAGES * WORDS, 100);
    run(ADD, 0, PAGES * WORDS, 100);
    kt_eq(wrong(m.map + WORDS, BOUND * WORDS, FIRST * WORDS + 205), 0);
    shown = nonzero(seen(), FIRST * WORDS);
    kt_ok(!strict || !shown, "%u atomics of holes have added", shown);
    // In the middle of it, a hole.
    sparse_bind(&v, b, FIRST + 3, 2, VK_NULL_HANDLE, 0);
    run(WRITE, 0, PAGES * WORDS, 9);
    kt_eq(wrong(m.map + WORDS, 3 * WORDS, FIRST * WORDS + 9), 0);
    kt_eq(wrong(m.map + 4 * WORDS, 2 * WORDS, (FIRST + 3) * WORDS + 205), 0);
    kt_eq(wrong(m.map + 6 * WORDS, (BOUND - 5) * WORDS, (FIRST + 5) * WORDS + 9), 0);
    vkDestroyBuffer(v.device, b, NULL);
    vkFreeMemory(v.device, m.memory, NULL);
    end();
}

// Neighbours whose memory lies elsewhere: accesses across the seam, by kernels, copies and fills.
KT_TEST(seams)
{
    if (!begin())
        return;
    enum { PAGES = 64 };
    uint32_t bits;
    VkBuffer b = make_buffer(PAGES * PAGE, 0, &bits);
    struct sparse_memory m = sparse_memory(&v, PAGES * PAGE, bits);
    VkSparseMemoryBind binds[PAGES];
    for (uint32_t i = 0; i < PAGES; i++)
        binds[i] = (VkSparseMemoryBind){i * PAGE, PAGE, m.memory, (PAGES - 1 - i) * PAGE, 0};
    vkt_ok(sparse_submit(v.queue, (struct sparse_submit){.buffer = b, .count = PAGES, .binds = binds}));
    use(b);
    run(WRITE, 0, PAGES * WORDS, 77);
    unsigned bad = 0;
    for (uint32_t i = 0; i < PAGES; i++)
        bad += wrong(m.map + (PAGES - 1 - i) * WORDS, WORDS, 77 + i * WORDS);
    kt_eq(bad, 0);
    for (uint32_t base = 1; base < 4; base++) { // 16 bytes at a time, of which some lie in two pages
        run(READ4, base, (PAGES - 1) * WORDS / 4, 0);
        kt_eq(wrong(seen(), (PAGES - 1) * WORDS, 77 + base), 0);
    }
    VkCommandBuffer cmd = vkt_begin(&v);
    const VkBufferCopy some = {.srcOffset = 2 * PAGE - 12, .dstOffset = 4, .size = 3 * PAGE + 20};
    vkCmdCopyBuffer(cmd, b, out.buffer, 1, &some);
    vkt_barrier(cmd);
    vkCmdFillBuffer(cmd, b, PAGE - 8, PAGE + 16, 0xabcdef01);
    vkt_run(&v, cmd);
    kt_eq(wrong(seen() + 1, some.size / 4, 77 + 2 * WORDS - 3), 0);
    const uint32_t *page = m.map + (PAGES - 2) * WORDS;
    for (uint32_t i = 0; i < WORDS; i++)
        bad += page[i] != 0xabcdef01;
    kt_true(!bad && m.map[PAGES * WORDS - 1] == 0xabcdef01); // the last word of page 0
    kt_eq(m.map[(PAGES - 3) * WORDS + 1], 0xabcdef01);
    kt_eq(m.map[(PAGES - 3) * WORDS + 2], 77 + 2 * WORDS + 2);
    vkDestroyBuffer(v.device, b, NULL);
    vkFreeMemory(v.device, m.memory, NULL);
    end();
}

static VkSemaphore binary(void)
{
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore s = VK_NULL_HANDLE;
    vkt_ok(vkCreateSemaphore(v.device, &info, NULL, &s));
    return s;
}

// Of rounds of a dispatch and a bind, the one on this queue, the other on that, each dispatch has the memory
// of its round: nothing waits for the host.
static void rounds(VkQueue work, VkQueue binder, uint32_t family, bool timeline)
{
    enum { ROUNDS = 12, PAGES = 4 };
    uint32_t bits;
    VkBuffer b = make_buffer(PAGES * PAGE, VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT, &bits);
    struct sparse_memory m = sparse_memory(&v, ROUNDS * PAGES * PAGE, bits);
    VkSemaphore s[2 * ROUNDS] = {0}, line = timeline ? vkt_timeline(&v, 0) : VK_NULL_HANDLE,
                      hold = timeline ? vkt_timeline(&v, 0) : VK_NULL_HANDLE;
    VkCommandBuffer cmds[ROUNDS];
    use(b);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        cmds[i] = vkt_begin(&v);
        record(cmds[i], WRITE, 0, PAGES * WORDS, 1000 * i + 1);
        vkt_ok(vkEndCommandBuffer(cmds[i]));
    }
    for (uint32_t i = 0; i < 2 * ROUNDS; i++)
        s[i] = timeline ? line : binary();
    for (uint32_t i = 0; i < ROUNDS; i++) {
        // The second half of the last round's memory stays for one more round.
        const VkSparseMemoryBind bind = {0, PAGES / (i % 2 ? 2 : 1) * PAGE, m.memory, i * PAGES * PAGE, 0};
        vkt_ok(sparse_submit(binder, (struct sparse_submit){.wait = i ? s[2 * i - 1] : hold,
                                                            .wait_value = i ? 2 * i : 1,
                                                            .signal = s[2 * i],
                                                            .signal_value = 2 * i + 1,
                                                            .buffer = b,
                                                            .count = 1,
                                                            .binds = &bind}));
        vkt_ok(vkt_submit(work, (struct vkt_submit){.cmd = cmds[i],
                                                    .wait = s[2 * i],
                                                    .wait_value = 2 * i + 1,
                                                    .signal = s[2 * i + 1],
                                                    .signal_value = 2 * i + 2}));
    }
    if (timeline)
        vkt_ok(vkt_signal(&v, hold, 1));
    vkt_ok(vkQueueWaitIdle(work));
    vkt_ok(vkQueueWaitIdle(binder));
    for (uint32_t i = 0; i < ROUNDS; i++) {
        const uint32_t *half = m.map + i * PAGES * WORDS;
        unsigned bad = wrong(half, PAGES / 2 * WORDS, 1000 * i + 1);
        half += PAGES / 2 * WORDS;
        bad += i % 2 ? nonzero(half, PAGES / 2 * WORDS)
                     : wrong(half, PAGES / 2 * WORDS, 1000 * (i + 1) + 1 + PAGES / 2 * WORDS);
        kt_ok(!bad, "round %u: %u words are another's", i, bad);
    }
    for (uint32_t i = 0; i < (timeline ? 1 : 2 * ROUNDS); i++)
        vkDestroySemaphore(v.device, s[i], NULL);
    vkDestroySemaphore(v.device, hold, NULL);
    vkFreeCommandBuffers(v.device, v.pool, ROUNDS, cmds);
    vkDestroyBuffer(v.device, b, NULL);
    vkFreeMemory(v.device, m.memory, NULL);
}

KT_TEST(binds_between_dispatches)
{
    if (!begin())
        return;
    rounds(v.queue, v.queue, 0, false);
    rounds(v.queue, v.queue, 0, true);
    end();
}

KT_TEST(binds_on_other_queues)
{
    if (!begin_with(&(struct vkt_options){.all_queues = true}))
        return;
    VkQueue other, copies;
    vkGetDeviceQueue(v.device, 0, 2, &other);
    vkGetDeviceQueue(v.device, 1, 1, &copies);
    rounds(v.queue, other, 0, false);
    rounds(v.queue, other, 0, true);
    rounds(v.queue, copies, 1, false);
    rounds(v.queue, copies, 1, true);
    end();
}

// A bind that waits for the host holds up what comes behind it on its queue, and nothing before.
KT_TEST(binds_wait)
{
    if (!begin())
        return;
    uint32_t bits;
    VkBuffer b = make_buffer(PAGE, VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT, &bits);
    struct sparse_memory m = sparse_memory(&v, 2 * PAGE, bits);
    VkSemaphore line = vkt_timeline(&v, 0);
    VkFence fence = vkt_fence(&v);
    use(b);
    sparse_bind(&v, b, 0, 1, m.memory, 0);
    VkCommandBuffer cmd[2];
    for (uint32_t i = 0; i < 2; i++) {
        cmd[i] = vkt_begin(&v);
        record(cmd[i], WRITE, 0, WORDS, i + 1);
        vkt_ok(vkEndCommandBuffer(cmd[i]));
    }
    const VkSparseMemoryBind bind = {0, PAGE, m.memory, PAGE, 0};
    vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.cmd = cmd[0], .signal = line, .signal_value = 1}));
    vkt_ok(sparse_submit(v.queue, (struct sparse_submit){.wait = line,
                                                         .wait_value = 2,
                                                         .signal = line,
                                                         .signal_value = 3,
                                                         .fence = fence,
                                                         .buffer = b,
                                                         .count = 1,
                                                         .binds = &bind}));
    vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.cmd = cmd[1], .signal = line, .signal_value = 4}));
    vkt_ok(vkt_wait(&v, line, 1, UINT64_C(10000000000)));
    kt_eq(wrong(m.map, WORDS, 1), 0);
    kt_eq(vkGetFenceStatus(v.device, fence), VK_NOT_READY);
    kt_eq(vkt_wait(&v, line, 3, 20000000), VK_TIMEOUT);
    kt_eq(nonzero(m.map + WORDS, WORDS), 0);
    vkt_ok(vkt_signal(&v, line, 2));
    vkt_ok(vkt_wait(&v, line, 4, UINT64_C(10000000000)));
    vkt_ok(vkWaitForFences(v.device, 1, &fence, VK_TRUE, UINT64_C(10000000000)));
    kt_eq(wrong(m.map, WORDS, 1), 0);
    kt_eq(wrong(m.map + WORDS, WORDS, 2), 0);
    vkt_ok(vkQueueWaitIdle(v.queue));
    vkFreeCommandBuffers(v.device, v.pool, 2, cmd);
    vkDestroyFence(v.device, fence, NULL);
    vkDestroySemaphore(v.device, line, NULL);
    vkDestroyBuffer(v.device, b, NULL);
    vkFreeMemory(v.device, m.memory, NULL);
    end();
}

static bool begin_counting(const char *path)
{
    setenv("KILN_SIM_TOTALS", path, 1);
    bool ready = begin();
    unsetenv("KILN_SIM_TOTALS");
    return ready;
}

// A page per VkBindSparseInfo, all in one call: the first one waits, one in the middle signals, the next one
// waits for that, and the last signals. Where nobody waits or is told in between, they are carried out
// together: each execution lists all that is resident.
KT_TEST(binds_of_one_call)
{
    enum { PAGES = 96, MIDDLE = 40 };
    char path[] = "/tmp/kiln-sparse-XXXXXX";
    int fd = mkstemp(path);
    close(fd);
    if (!begin_counting(path))
        return;
    uint32_t bits;
    VkBuffer b = make_buffer(PAGES * PAGE, VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT, &bits);
    struct sparse_memory m = sparse_memory(&v, PAGES * PAGE, bits);
    VkSemaphore line = vkt_timeline(&v, 0);
    VkFence fence = vkt_fence(&v);
    static VkSparseMemoryBind bind[PAGES];
    static VkSparseBufferMemoryBindInfo of[PAGES];
    static VkBindSparseInfo info[PAGES];
    const uint64_t value[] = {1, 2, 3};
    const VkTimelineSemaphoreSubmitInfo
        first = {VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO, NULL, 1, &value[0], 0, NULL},
        middle = {VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO, NULL, 0, NULL, 1, &value[1]},
        next = {VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO, NULL, 1, &value[1], 0, NULL},
        last = {VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO, NULL, 0, NULL, 1, &value[2]};
    for (uint32_t i = 0; i < PAGES; i++) {
        // Every page shows another, some none; the last bind of page 0 stays.
        bind[i] = (VkSparseMemoryBind){(i + 1 < PAGES ? i : 0) * PAGE, PAGE,
                                       i % 5 == 4 ? VK_NULL_HANDLE : m.memory, (PAGES - 1 - i) * PAGE, 0};
        of[i] = (VkSparseBufferMemoryBindInfo){b, 1, &bind[i]};
        info[i] = (VkBindSparseInfo){
            .sType = VK_STRUCTURE_TYPE_BIND_SPARSE_INFO, .bufferBindCount = 1, .pBufferBinds = &of[i]};
    }
    info[0].pNext = &first;
    info[MIDDLE].pNext = &middle;
    info[MIDDLE + 1].pNext = &next;
    info[PAGES - 1].pNext = &last;
    info[0].waitSemaphoreCount = info[MIDDLE + 1].waitSemaphoreCount = 1;
    info[MIDDLE].signalSemaphoreCount = info[PAGES - 1].signalSemaphoreCount = 1;
    info[0].pWaitSemaphores = info[MIDDLE + 1].pWaitSemaphores = &line;
    info[MIDDLE].pSignalSemaphores = info[PAGES - 1].pSignalSemaphores = &line;
    use(b);
    const bool simulated = is_simulated();
    vkt_ok(vkQueueBindSparse(v.queue, PAGES, info, fence));
    kt_eq(vkt_wait(&v, line, 2, 20000000), VK_TIMEOUT);
    vkt_ok(vkt_signal(&v, line, 1));
    vkt_ok(vkt_wait(&v, line, 3, UINT64_C(10000000000)));
    vkt_ok(vkWaitForFences(v.device, 1, &fence, VK_TRUE, UINT64_C(10000000000)));
    run(WRITE, 0, PAGES * WORDS, 7);
    for (uint32_t i = 0; i < PAGES; i++) {
        const uint32_t *page = m.map + (PAGES - 1 - i) * WORDS;
        const uint32_t shown = i + 1 < PAGES ? i : 0;
        // What page 0 showed first is seen by no page in the end.
        const bool seen = i && i % 5 != 4;
        kt_eq(seen ? wrong(page, WORDS, shown * WORDS + 7) : nonzero(page, WORDS), 0);
    }
    vkDestroyFence(v.device, fence, NULL);
    vkDestroySemaphore(v.device, line, NULL);
    vkDestroyBuffer(v.device, b, NULL);
    vkFreeMemory(v.device, m.memory, NULL);
    end();
    const unsigned submissions = simulated ? (unsigned)vkt_total(path, "\"submissions\"") : 1;
    kt_ok(submissions && submissions <= 8, "%u submissions", submissions);
    unlink(path);
}

// While one queue's dispatches use a page, others change the rest of the buffer again and again, without
// order between them.
KT_TEST(others_parts_stay)
{
    if (!begin_with(&(struct vkt_options){.all_queues = true}))
        return;
    enum { PAGES = 32, TIMES = 60, MINE = 13 };
    uint32_t bits;
    VkQueue other;
    vkGetDeviceQueue(v.device, 0, 1, &other);
    VkBuffer b = make_buffer(PAGES * PAGE, VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT, &bits);
    struct sparse_memory m = sparse_memory(&v, PAGES * PAGE, bits);
    use(b);
    sparse_bind(&v, b, 0, PAGES, m.memory, 0);
    vkt_ok(vkQueueWaitIdle(v.queue));
    for (uint32_t i = 0; i < TIMES; i++) {
        VkCommandBuffer cmd = vkt_begin(&v);
        record(cmd, ADD, MINE * WORDS, WORDS, 1);
        vkt_ok(vkEndCommandBuffer(cmd));
        vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.cmd = cmd}));
        uint32_t page = (i * 7 + 1) % PAGES;
        if (page == MINE)
            page++;
        const VkSparseMemoryBind bind = {page * PAGE, PAGE, i % 3 ? m.memory : VK_NULL_HANDLE, page * PAGE,
                                         0};
        vkt_ok(sparse_submit(other, (struct sparse_submit){.buffer = b, .count = 1, .binds = &bind}));
        if (i % 8 == 7)
            vkt_ok(vkQueueWaitIdle(v.queue));
    }
    vkt_ok(vkDeviceWaitIdle(v.device));
    unsigned bad = 0;
    for (uint32_t i = 0; i < WORDS; i++)
        bad += m.map[MINE * WORDS + i] != TIMES;
    kt_ok(!bad, "%u words: %u", bad, m.map[MINE * WORDS]);
    vkDestroyBuffer(v.device, b, NULL);
    vkFreeMemory(v.device, m.memory, NULL);
    end();
}

// The same memory in two buffers, twice in one, and in a buffer that is not sparse.
KT_TEST(aliases)
{
    if (!begin())
        return;
    uint32_t bits;
    const VkBufferCreateFlags flags =
        VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT | VK_BUFFER_CREATE_SPARSE_ALIASED_BIT;
    VkBuffer a = make_buffer(4 * PAGE, flags, &bits), b = make_buffer(2 * PAGE, flags, &bits);
    struct sparse_memory m = sparse_memory(&v, 2 * PAGE, bits);
    struct vkt_buffer plain = {.size = 2 * PAGE};
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = 2 * PAGE,
                                     .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
    VkMemoryRequirements wants;
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &plain.buffer));
    vkGetBufferMemoryRequirements(v.device, plain.buffer, &wants);
    kt_ok((wants.memoryTypeBits & bits) == bits && wants.size <= 2 * PAGE);
    vkt_ok(vkBindBufferMemory(v.device, plain.buffer, m.memory, 0));
    sparse_bind(&v, a, 0, 2, m.memory, 0);
    sparse_bind(&v, a, 2, 1, m.memory, 1);
    sparse_bind(&v, b, 0, 1, m.memory, 1);
    sparse_bind(&v, b, 1, 1, m.memory, 0);
    use(a);
    VkCommandBuffer cmd = vkt_begin(&v);
    record(cmd, WRITE, WORDS, WORDS, 1); // page 1 of memory
    vkt_barrier(cmd);
    record(cmd, READ, 2 * WORDS, WORDS, 0); // by its other address
    vkt_barrier(cmd);
    const VkBufferCopy first = {0, 2 * PAGE, PAGE}, second = {PAGE, 3 * PAGE, PAGE};
    vkCmdCopyBuffer(cmd, b, out.buffer, 1, &first);
    vkCmdCopyBuffer(cmd, plain.buffer, out.buffer, 1, &second);
    vkt_run(&v, cmd);
    kt_eq(wrong(seen(), WORDS, 1), 0);
    kt_eq(wrong(seen() + 2 * WORDS, WORDS, 1), 0);
    kt_eq(wrong(seen() + 3 * WORDS, WORDS, 1), 0);
    m.map[5] = 0x1234;
    run(READ, 0, WORDS, 0);
    kt_eq(seen()[5], 0x1234);
    vkDestroyBuffer(v.device, plain.buffer, NULL);
    vkDestroyBuffer(v.device, a, NULL);
    vkDestroyBuffer(v.device, b, NULL);
    vkFreeMemory(v.device, m.memory, NULL);
    end();
}

// Page by page, in no order, over and over: what is there at last is what was bound last.
KT_TEST(many_binds)
{
    if (!begin())
        return;
    enum { PAGES = MAX_PAGES, POOL = 512, BATCHES = 8, BATCH = 300 };
    uint32_t bits, state = 99, now[PAGES];
    bool strict = sparse_is_strict(&v);
    VkBuffer b = make_buffer(PAGES * PAGE, VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT, &bits);
    struct sparse_memory m = sparse_memory(&v, POOL * PAGE, bits);
    VkSparseMemoryBind *binds = calloc(BATCH, sizeof(*binds));
    memset(now, 0xff, sizeof(now));
    for (uint32_t i = 0; i < POOL * WORDS; i++)
        m.map[i] = i + 1;
    use(b);
    for (uint32_t t = 0; t < BATCHES; t++) {
        for (uint32_t i = 0; i < BATCH; i++) {
            state = state * 1664525 + 1013904223;
            uint32_t length = 1 + (state >> 28), page = (state >> 8) % (PAGES - length),
                     from = (state >> 16) % (POOL - length);
            bool hole = (state >> 5) % 4 == 0;
            binds[i] = (VkSparseMemoryBind){(VkDeviceSize)page * PAGE, (VkDeviceSize)length * PAGE,
                                            hole ? VK_NULL_HANDLE : m.memory,
                                            hole ? 0 : (VkDeviceSize)from * PAGE, 0};
            for (uint32_t k = 0; k < length; k++)
                now[page + k] = hole ? UINT32_MAX : from + k;
        }
        vkt_ok(sparse_submit(v.queue, (struct sparse_submit){.buffer = b, .count = BATCH, .binds = binds}));
        run(READ, 0, PAGES * WORDS, 0);
        unsigned bad = 0;
        for (uint32_t i = 0; i < PAGES; i++)
            if (now[i] != UINT32_MAX)
                bad += wrong(seen() + i * WORDS, WORDS, now[i] * WORDS + 1);
            else if (strict)
                bad += nonzero(seen() + i * WORDS, WORDS);
        kt_ok(!bad, "batch %u: %u words are not what was bound", t, bad);
    }
    free(binds);
    vkDestroyBuffer(v.device, b, NULL);
    vkFreeMemory(v.device, m.memory, NULL);
    end();
}

// Longer than a hole's memory (64 MiB), with memory on both sides of where it begins again.
KT_TEST(large)
{
    if (!begin())
        return;
    enum { PAGES = 40000, AT = 16384 };
    uint32_t bits;
    VkBuffer b = make_buffer((VkDeviceSize)PAGES * PAGE, VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT, &bits);
    struct sparse_memory m = sparse_memory(&v, 8 * PAGE, bits);
    use(b);
    sparse_bind(&v, b, AT - 2, 4, m.memory, 0);
    sparse_bind(&v, b, PAGES - 1, 1, m.memory, 7);
    run(WRITE, (AT - 4) * WORDS, 8 * WORDS, 3);
    run(WRITE, (PAGES - 2) * WORDS, 2 * WORDS, 5);
    kt_eq(wrong(m.map, 4 * WORDS, 3 + 2 * WORDS), 0);
    kt_eq(wrong(m.map + 7 * WORDS, WORDS, 5 + WORDS), 0);
    run(READ, (AT - 4) * WORDS, 8 * WORDS, 0);
    kt_eq(wrong(seen() + 2 * WORDS, 4 * WORDS, 3 + 2 * WORDS), 0);
    if (sparse_is_strict(&v))
        kt_eq(nonzero(seen(), 2 * WORDS) + nonzero(seen() + 6 * WORDS, 2 * WORDS), 0);
    vkDestroyBuffer(v.device, b, NULL);
    vkFreeMemory(v.device, m.memory, NULL);
    end();
}

// Memory may go while it is bound, if nothing looks there; a resource with what it shows; and memory's place
// be taken by others.
KT_TEST(in_which_order_they_go)
{
    // (The layer takes any memory of a buffer that is gone for that which the shader looks at.)
    if (!begin_with(&(struct vkt_options){.no_validation = true}))
        return;
    uint32_t bits;
    for (uint32_t i = 0; i < 4; i++) {
        VkBuffer b = make_buffer(8 * PAGE, VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT, &bits);
        struct sparse_memory m = sparse_memory(&v, 8 * PAGE, bits), n = sparse_memory(&v, 8 * PAGE, bits);
        use(b);
        sparse_bind(&v, b, 0, 8, m.memory, 0);
        run(WRITE, 0, 8 * WORDS, i);
        sparse_bind(&v, b, 2, 2, n.memory, 1);
        vkt_ok(vkQueueWaitIdle(v.queue));
        vkFreeMemory(v.device, m.memory, NULL);
        run(WRITE, 2 * WORDS, 2 * WORDS, 50 + i);
        kt_eq(wrong(n.map + WORDS, 2 * WORDS, 50 + i), 0);
        if (i & 1)
            sparse_bind(&v, b, 0, 8, n.memory, 0);
        if (i & 2)
            sparse_bind(&v, b, 0, 8, VK_NULL_HANDLE, 0);
        vkt_ok(vkQueueWaitIdle(v.queue));
        vkDestroyBuffer(v.device, b, NULL);
        kt_eq(wrong(n.map + WORDS, 2 * WORDS, 50 + i), 0);
        vkFreeMemory(v.device, n.memory, NULL);
    }
    end();
}

KT_TEST(addresses)
{
    if (!begin())
        return;
    uint32_t bits;
    VkBuffer b = make_buffer(4 * PAGE, VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT, &bits);
    struct sparse_memory m = sparse_memory(&v, 2 * PAGE, bits);
    const VkBufferDeviceAddressInfo which = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                             .buffer = b};
    struct {
        VkDeviceAddress at;
        uint32_t add;
    } push = {vkGetBufferDeviceAddress(v.device, &which) + 2 * PAGE - 128, 3};
    struct vkt_pipeline add;
    kt_true(push.at > PAGE);
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_address, sizeof(vkt_address)}, 0, NULL, 16, NULL, &add))
        return;
    sparse_bind(&v, b, 1, 1, m.memory, 1);
    sparse_bind(&v, b, 2, 1, m.memory, 0);
    kt_eq(vkGetBufferDeviceAddress(v.device, &which), push.at - 2 * PAGE + 128);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &add);
    vkCmdPushConstants(cmd, add.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), &push);
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_run(&v, cmd);
    unsigned bad = 0;
    for (uint32_t i = 0; i < 2 * WORDS; i++)
        bad += m.map[i] != (i < 32 || i >= 2 * WORDS - 32 ? 3 : 0);
    kt_eq(bad, 0);
    vkt_pipeline_free(&v, &add);
    vkDestroyBuffer(v.device, b, NULL);
    vkFreeMemory(v.device, m.memory, NULL);
    end();
}

// The command streamer reads group counts in a buffer whose memory is nowhere in one piece for the host.
KT_TEST(counts_of_dispatches)
{
    if (!begin())
        return;
    uint32_t bits;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .flags = VK_BUFFER_CREATE_SPARSE_BINDING_BIT,
                               .size = 2 * PAGE,
                               .usage = VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT};
    VkBuffer counts = VK_NULL_HANDLE, b = make_buffer(PAGE, 0, &bits);
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &counts));
    struct sparse_memory m = sparse_memory(&v, 3 * PAGE, bits);
    const VkSparseMemoryBind binds[] = {{0, PAGE, m.memory, 2 * PAGE, 0}, {PAGE, PAGE, m.memory, 0, 0}};
    vkt_ok(sparse_submit(v.queue, (struct sparse_submit){.buffer = counts, .count = 2, .binds = binds}));
    sparse_bind(&v, b, 0, 1, m.memory, 1);
    m.map[3 * WORDS - 2] = WORDS / 64; // 8 bytes before the seam
    m.map[3 * WORDS - 1] = m.map[0] = 1;
    use(b);
    const struct push push = {WRITE, 0, 1, 31};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), &push);
    vkCmdDispatchIndirect(cmd, counts, PAGE - 8);
    vkt_run(&v, cmd);
    kt_eq(wrong(m.map + WORDS, WORDS, 31), 0);
    vkDestroyBuffer(v.device, counts, NULL);
    vkDestroyBuffer(v.device, b, NULL);
    vkFreeMemory(v.device, m.memory, NULL);
    end();
}

// An address is a sparse buffer's own, and may be had again.
KT_TEST(addresses_again)
{
    if (!begin())
        return;
    VkBufferOpaqueCaptureAddressCreateInfo again = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_OPAQUE_CAPTURE_ADDRESS_CREATE_INFO};
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .pNext = &again,
        .flags = VK_BUFFER_CREATE_SPARSE_BINDING_BIT | VK_BUFFER_CREATE_DEVICE_ADDRESS_CAPTURE_REPLAY_BIT,
        .size = 5 * PAGE,
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    VkBufferDeviceAddressInfo which = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO};
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &which.buffer));
    const VkDeviceAddress at = vkGetBufferDeviceAddress(v.device, &which);
    again.opaqueCaptureAddress = vkGetBufferOpaqueCaptureAddress(v.device, &which);
    VkBuffer other = VK_NULL_HANDLE;
    kt_eq(vkCreateBuffer(v.device, &info, NULL, &other), VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS); // taken
    vkDestroyBuffer(v.device, which.buffer, NULL);
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &which.buffer));
    kt_eq(vkGetBufferDeviceAddress(v.device, &which), at);
    vkDestroyBuffer(v.device, which.buffer, NULL);
    end();
}

// Without residency all that is looked at must be bound: a fault says so. A real kernel drops what is
// written.
KT_TEST(nothing_is_there)
{
    if (!begin_with(&(struct vkt_options){.no_validation = true}))
        return;
    const bool simulated = is_simulated();
    uint32_t bits;
    VkBuffer b = make_buffer(4 * PAGE, 0, &bits);
    struct sparse_memory m = sparse_memory(&v, 4 * PAGE, bits);
    use(b);
    sparse_bind(&v, b, 0, 4, m.memory, 0);
    run(WRITE, 0, 4 * WORDS, 1);
    sparse_bind(&v, b, 2, 1, VK_NULL_HANDLE, 0);
    run(WRITE, 0, 2 * WORDS, 2);
    kt_eq(wrong(m.map, 2 * WORDS, 2), 0);
    VkCommandBuffer cmd = vkt_begin(&v);
    record(cmd, WRITE, 2 * WORDS, WORDS, 3);
    vkt_ok(vkEndCommandBuffer(cmd));
    vkt_submit(v.queue, (struct vkt_submit){.cmd = cmd});
    const VkResult after = simulated ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
    kt_eq(vkQueueWaitIdle(v.queue), after);
    kt_eq(sparse_submit(v.queue, (struct sparse_submit){0}), after);
    kt_eq(wrong(m.map + 2 * WORDS, WORDS, 1 + 2 * WORDS), 0);
    vkDestroyBuffer(v.device, b, NULL);
    vkFreeMemory(v.device, m.memory, NULL);
    end();
}

// Misuse, and what there is no room for.
KT_TEST(refusals)
{
    if (!begin_with(&(struct vkt_options){.no_validation = true}))
        return;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .flags = VK_BUFFER_CREATE_SPARSE_BINDING_BIT,
                               .size = UINT64_C(1) << 47,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    VkBuffer b = VK_NULL_HANDLE;
    kt_eq(vkCreateBuffer(v.device, &info, NULL, &b), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    info.size = PAGE;
    info.flags |= VK_BUFFER_CREATE_PROTECTED_BIT;
    kt_eq(vkCreateBuffer(v.device, &info, NULL, &b), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    end();
}

KT_MAIN()
