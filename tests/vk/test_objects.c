// Life cycles: every object is made and destroyed, under the counting allocator and with each allocation
// failing.
#include "vk/vkt.h"

static VkResult make_buffer(struct vkt *v, const VkAllocationCallbacks *a, bool keep)
{
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = 256,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    VkBuffer o;
    VkResult r = vkCreateBuffer(v->device, &info, a, &o);
    if (!r)
        vkDestroyBuffer(v->device, o, a);
    return r;
}

static VkResult make_memory(struct vkt *v, const VkAllocationCallbacks *a, bool keep)
{
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 8192};
    VkDeviceMemory o;
    VkResult r = vkAllocateMemory(v->device, &info, a, &o);
    if (!r)
        vkFreeMemory(v->device, o, a);
    return r;
}

static VkResult make_fence(struct vkt *v, const VkAllocationCallbacks *a, bool keep)
{
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence o;
    VkResult r = vkCreateFence(v->device, &info, a, &o);
    if (!r)
        vkDestroyFence(v->device, o, a);
    return r;
}

static VkResult make_semaphores(struct vkt *v, const VkAllocationCallbacks *a, bool keep)
{
    VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                      .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
                                      .initialValue = 5};
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore o;
    VkResult r = vkCreateSemaphore(v->device, &info, a, &o);
    if (r)
        return r;
    vkDestroySemaphore(v->device, o, a);
    info.pNext = &type;
    r = vkCreateSemaphore(v->device, &info, a, &o);
    if (!r)
        vkDestroySemaphore(v->device, o, a);
    return r;
}

static VkResult make_event(struct vkt *v, const VkAllocationCallbacks *a, bool keep)
{
    VkEventCreateInfo info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    VkEvent o;
    VkResult r = vkCreateEvent(v->device, &info, a, &o);
    if (!r)
        vkDestroyEvent(v->device, o, a);
    return r;
}

static VkResult make_query_pool(struct vkt *v, const VkAllocationCallbacks *a, bool keep)
{
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = 100};
    VkQueryPool o;
    VkResult r = vkCreateQueryPool(v->device, &info, a, &o);
    if (!r)
        vkDestroyQueryPool(v->device, o, a);
    return r;
}

static VkResult make_sampler(struct vkt *v, const VkAllocationCallbacks *a, bool keep)
{
    VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    VkSampler o;
    VkResult r = vkCreateSampler(v->device, &info, a, &o);
    if (!r)
        vkDestroySampler(v->device, o, a);
    return r;
}

static VkResult make_cache(struct vkt *v, const VkAllocationCallbacks *a, bool keep)
{
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    VkPipelineCache o;
    VkResult r = vkCreatePipelineCache(v->device, &info, a, &o);
    if (!r)
        vkDestroyPipelineCache(v->device, o, a);
    return r;
}

static VkResult make_layouts(struct vkt *v, const VkAllocationCallbacks *a, bool keep)
{
    const VkDescriptorSetLayoutBinding bindings[] = {
        {7, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 3, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {2, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 2, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
    };
    VkDescriptorSetLayoutCreateInfo sinfo = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                             .bindingCount = 2,
                                             .pBindings = bindings};
    VkDescriptorSetLayout set;
    VkResult r = vkCreateDescriptorSetLayout(v->device, &sinfo, a, &set);
    if (r)
        return r;
    VkPipelineLayoutCreateInfo pinfo = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set};
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkDescriptorUpdateTemplate tmpl = VK_NULL_HANDLE;
    r = vkCreatePipelineLayout(v->device, &pinfo, a, &layout);
    const VkDescriptorUpdateTemplateEntry entry = {
        7, 0, 3, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 0, sizeof(VkDescriptorBufferInfo)};
    VkDescriptorUpdateTemplateCreateInfo tinfo = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
        .descriptorUpdateEntryCount = 1,
        .pDescriptorUpdateEntries = &entry,
        .descriptorSetLayout = set};
    if (!r)
        r = vkCreateDescriptorUpdateTemplate(v->device, &tinfo, a, &tmpl);
    // The order of destruction is free.
    vkDestroyDescriptorSetLayout(v->device, set, a);
    vkDestroyDescriptorUpdateTemplate(v->device, tmpl, a);
    vkDestroyPipelineLayout(v->device, layout, a);
    return r;
}

static VkResult make_sets(struct vkt *v, const VkAllocationCallbacks *a, bool keep)
{
    const VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 4,
                                                  VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    VkDescriptorSetLayoutCreateInfo linfo = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                             .bindingCount = 1,
                                             .pBindings = &binding};
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 16};
    VkDescriptorPoolCreateInfo pinfo = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                        .flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT,
                                        .maxSets = 4,
                                        .poolSizeCount = 1,
                                        .pPoolSizes = &size};
    VkDescriptorSetLayout l;
    VkResult r = vkCreateDescriptorSetLayout(v->device, &linfo, a, &l);
    if (r)
        return r;
    VkDescriptorPool pool;
    r = vkCreateDescriptorPool(v->device, &pinfo, a, &pool);
    if (!r) {
        VkDescriptorSetLayout layouts[4] = {l, l, l, l};
        VkDescriptorSet sets[4];
        VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                            .descriptorPool = pool,
                                            .descriptorSetCount = 4,
                                            .pSetLayouts = layouts};
        r = vkAllocateDescriptorSets(v->device, &info, sets);
        if (!r) {
            // Free in an order that makes gaps; the freed room serves again.
            vkFreeDescriptorSets(v->device, pool, 1, &sets[1]);
            vkFreeDescriptorSets(v->device, pool, 1, &sets[3]);
            vkFreeDescriptorSets(v->device, pool, 1, &sets[2]);
            info.descriptorSetCount = 3;
            kt_eq(vkAllocateDescriptorSets(v->device, &info, sets + 1), VK_SUCCESS);
            vkResetDescriptorPool(v->device, pool, 0);
            info.descriptorSetCount = 4;
            kt_eq(vkAllocateDescriptorSets(v->device, &info, sets), VK_SUCCESS);
        }
        vkDestroyDescriptorPool(v->device, pool, a);
    }
    vkDestroyDescriptorSetLayout(v->device, l, a);
    return r;
}

static VkResult make_commands(struct vkt *v, const VkAllocationCallbacks *a, bool keep)
{
    VkCommandPoolCreateInfo pinfo = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkCommandPool pool;
    VkResult r = vkCreateCommandPool(v->device, &pinfo, a, &pool);
    if (r)
        return r;
    VkCommandBuffer cmds[3];
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = pool,
                                        .commandBufferCount = 3};
    r = vkAllocateCommandBuffers(v->device, &info, cmds);
    if (!r) {
        VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
        r = vkBeginCommandBuffer(cmds[1], &begin);
        for (unsigned i = 0; !r && i < 3000; i++) // several blocks
            vkt_barrier(cmds[1]);
        if (!r)
            r = vkEndCommandBuffer(cmds[1]);
        vkFreeCommandBuffers(v->device, pool, 1, &cmds[0]);
    }
    vkDestroyCommandPool(v->device, pool, a);
    return r;
}

static const struct {
    const char *name;
    VkResult (*make)(struct vkt *v, const VkAllocationCallbacks *a, bool keep);
} makers[] = {
    {"buffer", make_buffer},     {"memory", make_memory},
    {"fence", make_fence},       {"semaphores", make_semaphores},
    {"event", make_event},       {"query pool", make_query_pool},
    {"sampler", make_sampler},   {"cache", make_cache},
    {"layouts", make_layouts},   {"sets", make_sets},
    {"commands", make_commands},
};

KT_TEST(every_object_under_validation)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    for (unsigned i = 0; i < sizeof(makers) / sizeof(makers[0]); i++) {
        VkResult r = makers[i].make(&v, NULL, false);
        kt_ok(r == VK_SUCCESS, "%s: VkResult %d", makers[i].name, r);
    }
    vkt_finish(&v);
}

// The device has the counting allocator too: what objects take from it must come back with them or with the
// device.
KT_TEST(out_of_memory_sweep)
{
    for (unsigned i = 0; i < sizeof(makers) / sizeof(makers[0]); i++) {
        struct vkt_heap h;
        struct vkt v;
        vkt_heap_init(&h);
        if (!vkt_init(&v, &(struct vkt_options){.no_validation = true, .alloc = &h.callbacks}))
            return;
        bool done = false;
        for (long n = 0; n < 64 && !done; n++) {
            h.fail_at = h.total + n;
            long limit = h.fail_at;
            VkResult r = makers[i].make(&v, &h.callbacks, false);
            h.fail_at = -1;
            done = h.total <= limit;
            kt_ok(done ? r == VK_SUCCESS : r == VK_ERROR_OUT_OF_HOST_MEMORY || r == VK_SUCCESS,
                  "%s, allocation %ld fails: VkResult %d", makers[i].name, n, r);
        }
        kt_ok(done, "%s never got through", makers[i].name);
        vkt_finish(&v);
        kt_ok(h.live == 0, "%s: %ld allocations left", makers[i].name, h.live);
    }
}

KT_TEST(pool_runs_out)
{
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    const VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 3,
                                                  VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    VkDescriptorSetLayoutCreateInfo linfo = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                             .bindingCount = 1,
                                             .pBindings = &binding};
    VkDescriptorSetLayout l;
    vkt_ok(vkCreateDescriptorSetLayout(v.device, &linfo, NULL, &l));
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 8};
    VkDescriptorPoolCreateInfo pinfo = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                        .maxSets = 4,
                                        .poolSizeCount = 1,
                                        .pPoolSizes = &size};
    VkDescriptorPool pool;
    vkt_ok(vkCreateDescriptorPool(v.device, &pinfo, NULL, &pool));
    VkDescriptorSetLayout layouts[3] = {l, l, l};
    VkDescriptorSet sets[3];
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = pool,
                                        .descriptorSetCount = 3,
                                        .pSetLayouts = layouts};
    kt_eq(vkAllocateDescriptorSets(v.device, &info, sets), VK_ERROR_OUT_OF_POOL_MEMORY);
    kt_true(sets[0] == VK_NULL_HANDLE && sets[2] == VK_NULL_HANDLE);
    info.descriptorSetCount = 2; // the failed call took nothing
    vkt_ok(vkAllocateDescriptorSets(v.device, &info, sets));
    vkDestroyDescriptorPool(v.device, pool, NULL);
    vkDestroyDescriptorSetLayout(v.device, l, NULL);
    vkt_finish(&v);
}

KT_TEST(memory)
{
    struct vkt v;
    if (!vkt_init(&v, NULL))
        return;
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
    VkPhysicalDeviceMemoryProperties2 props = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
                                               .pNext = &budget};
    vkGetPhysicalDeviceMemoryProperties2(v.physical, &props);
    VkDeviceSize before = budget.heapUsage[0];
    struct vkt_buffer b = vkt_buffer(&v, 1 << 20);
    vkGetPhysicalDeviceMemoryProperties2(v.physical, &props);
    kt_eq(budget.heapUsage[0] - before, 1 << 20);
    memset(b.map, 0xa5, 1 << 20);
    vkUnmapMemory(v.device, b.memory);
    uint8_t *again;
    vkt_ok(vkMapMemory(v.device, b.memory, 4096, 4096, 0, (void **)&again));
    kt_eq(again[0], 0xa5);
    vkt_buffer_free(&v, &b);
    vkGetPhysicalDeviceMemoryProperties2(v.physical, &props);
    kt_eq(budget.heapUsage[0], before);
    vkt_finish(&v);
}

KT_TEST(memory_that_is_not_there)
{
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    VkPhysicalDeviceMemoryProperties props;
    vkGetPhysicalDeviceMemoryProperties(v.physical, &props);
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                 .allocationSize = props.memoryHeaps[0].size + 4096};
    VkDeviceMemory m;
    kt_eq(vkAllocateMemory(v.device, &info, NULL, &m), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    info.allocationSize = UINT64_MAX - 100;
    kt_eq(vkAllocateMemory(v.device, &info, NULL, &m), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    vkt_finish(&v);
}

// The older extension of buffers' addresses, beside which the newer one may not be enabled. It would have
// addresses replayed by the buffer, which ours are not.
KT_TEST(older_buffer_addresses)
{
    struct vkt v;
    if (!vkt_init(&v, &(struct vkt_options){.no_device = true}))
        return;
    VkPhysicalDeviceBufferDeviceAddressFeaturesEXT older = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES_EXT};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &older};
    vkGetPhysicalDeviceFeatures2(v.physical, &features);
    if (!vkt_has_extension(&v, VK_EXT_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME)) {
        vkt_finish(&v);
        kt_skip("buffers have no addresses on this device");
    }
    kt_eq(older.bufferDeviceAddress, VK_TRUE);
    kt_eq(older.bufferDeviceAddressCaptureReplay, VK_FALSE);
    const char *name = VK_EXT_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME;
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = &older,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .enabledExtensionCount = 1,
                               .ppEnabledExtensionNames = &name};
    vkt_ok(vkCreateDevice(v.physical, &info, NULL, &v.device));
    // The layer that puts checks into shaders enables the newer feature for itself, and holds the older one
    // to its rules.
    if (vkt_gpu_assisted())
        vkt_allow("VUID-vkBindBufferMemory-bufferDeviceAddress-03339");
    struct vkt_buffer b = {0};
    VkBufferCreateInfo buffer = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                 .size = 256,
                                 .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                          VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    vkt_ok(vkCreateBuffer(v.device, &buffer, NULL, &b.buffer));
    VkMemoryRequirements r;
    vkGetBufferMemoryRequirements(v.device, b.buffer, &r);
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 4096};
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &b.memory));
    vkt_ok(vkBindBufferMemory(v.device, b.buffer, b.memory, 256));
    VkBufferDeviceAddressInfo which = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                       .buffer = b.buffer};
    kt_eq(vkt_proc(&v, vkGetBufferDeviceAddressEXT)(v.device, &which) & 4095, 256);
    vkt_buffer_free(&v, &b);
    vkDestroyDevice(v.device, NULL);
    older.bufferDeviceAddressCaptureReplay = VK_TRUE;
    v.device = VK_NULL_HANDLE;
    kt_eq(vkCreateDevice(v.physical, &info, NULL, &v.device), VK_ERROR_FEATURE_NOT_PRESENT);
    v.device = VK_NULL_HANDLE;
    vkt_finish(&v);
}

// Of KILN_SIM_MEMORY, in all: the heap's size, the largest allocation, and the sum of all.
KT_TEST(memory_of_the_simulated_machine)
{
    enum { MEMORY = 96 << 20, PIECE = 16 << 20, PIECES = MEMORY / PIECE };
    struct vkt v;
    setenv("KILN_SIM_MEMORY", "96M", 1);
    bool ok = vkt_init(&v, &(struct vkt_options){.no_validation = true});
    unsetenv("KILN_SIM_MEMORY");
    if (!ok)
        return;
    VkPhysicalDeviceMaintenance3Properties m3 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
    VkPhysicalDeviceProperties2 p2 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &m3};
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
    VkPhysicalDeviceMemoryProperties2 props = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
                                               .pNext = &budget};
    vkGetPhysicalDeviceProperties2(v.physical, &p2);
    vkGetPhysicalDeviceMemoryProperties2(v.physical, &props);
    kt_eq(props.memoryProperties.memoryHeaps[0].size, MEMORY);
    kt_eq(m3.maxMemoryAllocationSize, MEMORY);
    kt_true(budget.heapBudget[0] <= MEMORY);
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = PIECE};
    VkDeviceMemory pieces[PIECES + 1];
    unsigned n = 0;
    VkResult res = VK_SUCCESS;
    while (n <= PIECES && (res = vkAllocateMemory(v.device, &info, NULL, &pieces[n])) == VK_SUCCESS)
        n++;
    // The driver itself takes some, but not a sixth; a card's driver has its own outside the card's memory.
    kt_true(n == PIECES - 1 || n == PIECES);
    kt_eq(res, VK_ERROR_OUT_OF_DEVICE_MEMORY);
    for (unsigned i = 0; i < n; i++)
        vkFreeMemory(v.device, pieces[i], NULL);
    vkt_ok(vkAllocateMemory(v.device, &info, NULL, &pieces[0]));
    vkFreeMemory(v.device, pieces[0], NULL);
    vkt_finish(&v);
}

KT_MAIN()
