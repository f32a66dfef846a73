// Everything that can fail does, once: the n-th allocation of the application's allocator, the n-th malloc of
// the driver and of the kernel below it, the n-th ioctl with each errno that a kernel may give, for every n
// of a scenario that uses most of the API. Each time: a legal VkResult, no crash, nothing leaked; and the
// scenario works again right after.
#include "vk/vkt.h"
#include "vkt_add.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

// ---- malloc: this program's, in place of libc's
#define EXPORT __attribute__((visibility("default")))

static struct {
    uintptr_t first, last; // code of the ICD
    long countdown;        // calls of the ICD until one fails; negative: none does
    long live, calls;      // blocks that the ICD has
    bool counting, failed;
} heap;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

static bool ours(const void *caller)
{
    return heap.counting && (uintptr_t)caller >= heap.first && (uintptr_t)caller < heap.last;
}

static bool refuse(const void *caller)
{
    if (!ours(caller))
        return false;
    __atomic_add_fetch(&heap.calls, 1, __ATOMIC_RELAXED);
    if (__atomic_load_n(&heap.countdown, __ATOMIC_RELAXED) < 0 ||
        __atomic_fetch_sub(&heap.countdown, 1, __ATOMIC_RELAXED) != 0)
        return false;
    heap.failed = true;
    return true;
}

// The blocks that the ICD has, by address: whoever frees them.
enum { SLOTS = 1 << 16 };
static _Atomic(void *) blocks[SLOTS];

static void *count(const void *caller, void *p)
{
    if (!p || !ours(caller))
        return p;
    for (size_t i = (uintptr_t)p / 16 % SLOTS;; i = (i + 1) % SLOTS) {
        void *none = NULL;
        if (atomic_compare_exchange_strong(&blocks[i], &none, p))
            break;
    }
    __atomic_add_fetch(&heap.live, 1, __ATOMIC_RELAXED);
    return p;
}

static void forget(void *p)
{
    if (!p || !heap.counting)
        return;
    for (size_t i = (uintptr_t)p / 16 % SLOTS, n = 0; n < 64; i = (i + 1) % SLOTS, n++) {
        void *found = p;
        if (atomic_compare_exchange_strong(&blocks[i], &found, NULL)) {
            __atomic_sub_fetch(&heap.live, 1, __ATOMIC_RELAXED);
            return;
        }
    }
}

EXPORT void *malloc(size_t size)
{
    const void *caller = __builtin_return_address(0);
    return refuse(caller) ? NULL : count(caller, __libc_malloc(size));
}

EXPORT void *calloc(size_t n, size_t size)
{
    const void *caller = __builtin_return_address(0);
    return refuse(caller) ? NULL : count(caller, __libc_calloc(n, size));
}

EXPORT void *realloc(void *p, size_t size)
{
    const void *caller = __builtin_return_address(0);
    if (refuse(caller))
        return NULL;
    forget(p);
    void *q = __libc_realloc(p, size);
    return count(caller, q);
}

EXPORT void free(void *p)
{
    forget(p);
    __libc_free(p);
}

// ---- the scenario

struct scene {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint32_t *map;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkShaderModule module;
    VkPipelineCache cache;
    VkPipeline pipeline;
    VkDescriptorPool descriptors;
    VkDescriptorSet set;
    VkQueryPool queries;
    VkEvent event;
    VkFence fence;
    VkSemaphore semaphore;
    const VkAllocationCallbacks *alloc;
};

#define TRY(call)                                                                                            \
    do {                                                                                                     \
        VkResult r_ = (call);                                                                                \
        if (r_)                                                                                              \
            return r_;                                                                                       \
    } while (0)

static VkResult make_device(struct scene *s)
{
    VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &app};
    TRY(vkCreateInstance(&info, s->alloc, &s->instance));
    uint32_t n = 1;
    TRY(vkEnumeratePhysicalDevices(s->instance, &n, &s->physical));
    if (!n)
        return VK_ERROR_INITIALIZATION_FAILED; // it could not be opened
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES};
    VkPhysicalDeviceFeatures2 f = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &timeline};
    vkGetPhysicalDeviceFeatures2(s->physical, &f);
    if (!timeline.timelineSemaphore)
        return VK_ERROR_FEATURE_NOT_PRESENT; // the question failed that tells whether the kernel has them
    f.features = (VkPhysicalDeviceFeatures){0};
    static const char *name = "VK_KHR_timeline_semaphore";
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                 .pNext = &f,
                                 .queueCreateInfoCount = 1,
                                 .pQueueCreateInfos = &queue,
                                 .enabledExtensionCount = 1,
                                 .ppEnabledExtensionNames = &name};
    TRY(vkCreateDevice(s->physical, &device, s->alloc, &s->device));
    vkGetDeviceQueue(s->device, 0, 0, &s->queue);
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    return vkCreateCommandPool(s->device, &pool, s->alloc, &s->pool);
}

static VkResult make_buffer(struct scene *s)
{
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = 65536,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                        VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
    TRY(vkCreateBuffer(s->device, &info, s->alloc, &s->buffer));
    VkMemoryRequirements req;
    vkGetBufferMemoryRequirements(s->device, s->buffer, &req);
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .allocationSize = req.size};
    TRY(vkAllocateMemory(s->device, &alloc, s->alloc, &s->memory));
    TRY(vkBindBufferMemory(s->device, s->buffer, s->memory, 0));
    return vkMapMemory(s->device, s->memory, 0, VK_WHOLE_SIZE, 0, (void **)&s->map);
}

static VkResult make_pipeline(struct scene *s)
{
    VkDescriptorSetLayoutBinding b[3];
    for (uint32_t i = 0; i < 3; i++)
        b[i] = (VkDescriptorSetLayoutBinding){
            i, i == 1 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
            VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 3, .pBindings = b};
    TRY(vkCreateDescriptorSetLayout(s->device, &set, s->alloc, &s->set_layout));
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                         .setLayoutCount = 1,
                                         .pSetLayouts = &s->set_layout};
    TRY(vkCreatePipelineLayout(s->device, &layout, s->alloc, &s->layout));
    VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof(vkt_add), .pCode = vkt_add};
    TRY(vkCreateShaderModule(s->device, &module, s->alloc, &s->module));
    VkPipelineCacheCreateInfo cache = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    TRY(vkCreatePipelineCache(s->device, &cache, s->alloc, &s->cache));
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .layout = s->layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = s->module,
                  .pName = "main"}};
    return vkCreateComputePipelines(s->device, s->cache, 1, &info, s->alloc, &s->pipeline);
}

static VkResult make_descriptors(struct scene *s)
{
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2},
                                          {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1}};
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = 1,
                                       .poolSizeCount = 2,
                                       .pPoolSizes = sizes};
    TRY(vkCreateDescriptorPool(s->device, &pool, s->alloc, &s->descriptors));
    VkDescriptorSetAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .descriptorPool = s->descriptors,
                                         .descriptorSetCount = 1,
                                         .pSetLayouts = &s->set_layout};
    TRY(vkAllocateDescriptorSets(s->device, &alloc, &s->set));
    for (uint32_t i = 0; i < 3; i++) {
        VkDescriptorBufferInfo info = {s->buffer, i * 16384, 4096};
        VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = s->set,
                                  .dstBinding = i,
                                  .descriptorCount = 1,
                                  .descriptorType = i == 1 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                                           : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                  .pBufferInfo = &info};
        vkUpdateDescriptorSets(s->device, 1, &w, 0, NULL);
    }
    return VK_SUCCESS;
}

static VkResult make_sync(struct scene *s)
{
    VkQueryPoolCreateInfo queries = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                     .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                     .queryCount = 4};
    TRY(vkCreateQueryPool(s->device, &queries, s->alloc, &s->queries));
    VkEventCreateInfo event = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    TRY(vkCreateEvent(s->device, &event, s->alloc, &s->event));
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    TRY(vkCreateFence(s->device, &fence, s->alloc, &s->fence));
    VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                      .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
                                      .initialValue = 1};
    VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    return vkCreateSemaphore(s->device, &semaphore, s->alloc, &s->semaphore);
}

static VkResult record_and_run(struct scene *s)
{
    VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = s->pool,
                                         .commandBufferCount = 1};
    VkCommandBuffer cmd;
    TRY(vkAllocateCommandBuffers(s->device, &alloc, &cmd));
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    TRY(vkBeginCommandBuffer(cmd, &begin));
    vkCmdResetQueryPool(cmd, s->queries, 0, 4);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, s->queries, 0);
    vkCmdFillBuffer(cmd, s->buffer, 0, 32768, 5); // input and uniforms, by a kernel of the driver's
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1,
                         &barrier, 0, NULL, 0, NULL);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, s->pipeline);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, s->layout, 0, 1, &s->set, 0, NULL);
    vkCmdDispatch(cmd, 32, 1, 1);
    vkCmdSetEvent(cmd, s->event, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    TRY(vkEndCommandBuffer(cmd));
    const uint64_t two = 2, three = 3;
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                            .waitSemaphoreValueCount = 1,
                                            .pWaitSemaphoreValues = &two,
                                            .signalSemaphoreValueCount = 1,
                                            .pSignalSemaphoreValues = &three};
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                           .pNext = &values,
                           .waitSemaphoreCount = 1,
                           .pWaitSemaphores = &s->semaphore,
                           .pWaitDstStageMask = &stage,
                           .commandBufferCount = 1,
                           .pCommandBuffers = &cmd,
                           .signalSemaphoreCount = 1,
                           .pSignalSemaphores = &s->semaphore};
    // The value is there already, so that no thread is needed; a second submission waits for the first.
    VkSemaphoreSignalInfo signal = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = s->semaphore, .value = 2};
#define PROC(name) ((PFN_##name)vkGetDeviceProcAddr(s->device, #name))
    TRY(PROC(vkSignalSemaphoreKHR)(s->device, &signal));
    TRY(vkQueueSubmit(s->queue, 1, &submit, s->fence));
    TRY(vkWaitForFences(s->device, 1, &s->fence, VK_TRUE, UINT64_C(20000000000)));
    VkSemaphoreWaitInfo wait = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                .semaphoreCount = 1,
                                .pSemaphores = &s->semaphore,
                                .pValues = &three};
    TRY(PROC(vkWaitSemaphoresKHR)(s->device, &wait, UINT64_C(20000000000)));
    if (vkGetEventStatus(s->device, s->event) != VK_EVENT_SET)
        return VK_ERROR_UNKNOWN;
    uint64_t time[2];
    TRY(vkGetQueryPoolResults(s->device, s->queries, 0, 1, 16, time, 16, VK_QUERY_RESULT_64_BIT));
    TRY(vkResetFences(s->device, 1, &s->fence));
    TRY(vkQueueWaitIdle(s->queue));
    for (uint32_t i = 0; i < 1024; i++)
        if (s->map[8192 + i] != 10)
            return VK_ERROR_UNKNOWN; // a wrong result
    size_t size;
    return vkGetPipelineCacheData(s->device, s->cache, &size, NULL);
}

// A submission that waits for a value that the host signals later: a thread of the driver's submits it.
static VkResult wait_before_signal(struct scene *s)
{
    const uint64_t four = 4, five = 5;
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                            .waitSemaphoreValueCount = 1,
                                            .pWaitSemaphoreValues = &four,
                                            .signalSemaphoreValueCount = 1,
                                            .pSignalSemaphoreValues = &five};
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                           .pNext = &values,
                           .waitSemaphoreCount = 1,
                           .pWaitSemaphores = &s->semaphore,
                           .pWaitDstStageMask = &stage,
                           .signalSemaphoreCount = 1,
                           .pSignalSemaphores = &s->semaphore};
    VkSemaphoreSignalInfo signal = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = s->semaphore, .value = 4};
    TRY(vkQueueSubmit(s->queue, 1, &submit, s->fence));
    VkResult r = PROC(vkSignalSemaphoreKHR)(s->device, &signal);
    if (r) { // it fails once
        (void)PROC(vkSignalSemaphoreKHR)(s->device, &signal);
        return r;
    }
    TRY(vkWaitForFences(s->device, 1, &s->fence, VK_TRUE, UINT64_C(5000000000)));
    return vkQueueWaitIdle(s->queue);
}

static VkResult run(struct scene *s)
{
    TRY(make_device(s));
    TRY(make_buffer(s));
    TRY(make_pipeline(s));
    TRY(make_descriptors(s));
    TRY(make_sync(s));
    TRY(record_and_run(s));
    return wait_before_signal(s);
}

static void destroy(struct scene *s)
{
    const VkAllocationCallbacks *a = s->alloc;
    if (s->device) {
        vkDeviceWaitIdle(s->device);
        vkDestroySemaphore(s->device, s->semaphore, a);
        vkDestroyFence(s->device, s->fence, a);
        vkDestroyEvent(s->device, s->event, a);
        vkDestroyQueryPool(s->device, s->queries, a);
        vkDestroyDescriptorPool(s->device, s->descriptors, a);
        vkDestroyPipeline(s->device, s->pipeline, a);
        vkDestroyPipelineCache(s->device, s->cache, a);
        vkDestroyShaderModule(s->device, s->module, a);
        vkDestroyPipelineLayout(s->device, s->layout, a);
        vkDestroyDescriptorSetLayout(s->device, s->set_layout, a);
        vkDestroyBuffer(s->device, s->buffer, a);
        vkFreeMemory(s->device, s->memory, a);
        vkDestroyCommandPool(s->device, s->pool, a);
        vkDestroyDevice(s->device, a);
    }
    if (s->instance)
        vkDestroyInstance(s->instance, a);
}

static VkResult scenario(const VkAllocationCallbacks *alloc)
{
    struct scene s = {.alloc = alloc};
    VkResult r = run(&s);
    destroy(&s);
    return r;
}

// The loader's own allocations go through the application's callbacks too; it does not survive all of their
// failures.
static bool legal(VkResult r)
{
    return r == VK_ERROR_OUT_OF_HOST_MEMORY || r == VK_ERROR_OUT_OF_DEVICE_MEMORY ||
           r == VK_ERROR_INITIALIZATION_FAILED || r == VK_ERROR_MEMORY_MAP_FAILED ||
           r == VK_ERROR_DEVICE_LOST || r == VK_ERROR_INCOMPATIBLE_DRIVER ||
           r == VK_ERROR_EXTENSION_NOT_PRESENT || r == VK_ERROR_FEATURE_NOT_PRESENT;
}

// Loads the ICD for good (the compiler with it), and finds out where its code lies.
static bool prepare(void)
{
    static VkInstance keep;
    if (heap.last)
        return true;
    setenv("KILN_CACHE", "off", 1);
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    vkt_ok(vkCreateInstance(&info, NULL, &keep));
    if (!kt_ok(scenario(NULL) == VK_SUCCESS))
        return false;
    FILE *f = fopen("/proc/self/maps", "r");
    char line[512];
    while (f && fgets(line, sizeof(line), f)) {
        unsigned long first, last;
        if (!strstr(line, "libvulkan_kiln.so") || sscanf(line, "%lx-%lx", &first, &last) != 2)
            continue;
        if (!heap.first || first < heap.first)
            heap.first = first;
        if (last > heap.last)
            heap.last = last;
    }
    if (f)
        fclose(f);
    return kt_ok(heap.last > heap.first);
}

KT_TEST(every_malloc)
{
    if (!prepare())
        return;
    heap.counting = true;
    heap.live = heap.calls = 0;
    heap.countdown = -1;
    kt_eq(scenario(NULL), VK_SUCCESS);
    long balance = heap.live, n = 0;
    for (;; n++) {
        heap.failed = false;
        heap.live = 0;
        heap.countdown = n;
        VkResult r = scenario(NULL);
        heap.countdown = -1;
        if (!heap.failed)
            break;
        // Some are made good by the driver: a cache that cannot grow, for example.
        if (!kt_ok(r == VK_SUCCESS || legal(r), "malloc %ld: VkResult %d", n, r) ||
            !kt_ok(heap.live <= balance, "malloc %ld: %ld blocks leaked", n, heap.live - balance) ||
            !kt_ok(scenario(NULL) == VK_SUCCESS, "after malloc %ld", n))
            break;
    }
    heap.counting = false;
    kt_ok(n > 50, "%ld allocations", n);
}

static void every_ioctl(int error)
{
    char value[32];
    if (!prepare())
        return;
    unsigned failures = 0;
    bool last = false;
    for (int n = 0; !last && n < 2000; n++) {
        snprintf(value, sizeof(value), "%d:%d", n, error);
        setenv("KILN_SIM_FAIL", value, 1);
        heap.counting = true;
        heap.live = 0;
        VkResult r = scenario(NULL);
        heap.counting = false;
        unsetenv("KILN_SIM_FAIL");
        failures += r != VK_SUCCESS;
        last = n > 1000;
        bool good = error == EINTR || error == EAGAIN
                        ? kt_ok(r == VK_SUCCESS, "ioctl %d: VkResult %d", n, r)
                        : kt_ok(r == VK_SUCCESS || legal(r), "ioctl %d: VkResult %d", n, r);
        good = good && kt_ok(heap.live <= 0, "ioctl %d: %ld blocks leaked", n, heap.live);
        // Once the number is beyond the last ioctl of the scenario, nothing fails any more.
        static VkResult tail[40];
        tail[n % 40] = r;
        bool quiet = n >= 60;
        for (unsigned i = 0; i < 40; i++)
            quiet &= tail[i] == VK_SUCCESS;
        if (!good || quiet)
            break;
    }
    kt_eq(scenario(NULL), VK_SUCCESS);
    if (error != EINTR && error != EAGAIN)
        kt_ok(failures > 10, "%u failures", failures);
}

KT_TEST(every_ioctl_out_of_memory)
{
    every_ioctl(ENOMEM);
}

KT_TEST(every_ioctl_no_space)
{
    every_ioctl(ENOSPC);
}

KT_TEST(every_ioctl_io_error)
{
    every_ioctl(EIO);
}

KT_TEST(every_ioctl_interrupted)
{
    every_ioctl(EINTR);
}

KT_MAIN()
