// Chains of structures, and commands, by what the registry lists: each structure that a query can fill is
// filled to its last member or left alone, members of one name agree in all structures, creation passes over
// what it does not know, and each command of the core and of every extension is found.
#include "chains.h"

#include <stdlib.h>
#include <string.h>

#include "vk/vkt.h"
#include "vkt_saxpy.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static struct vkt v;
static VkExtensionProperties device_extensions[512], instance_extensions[64];
static uint32_t device_extension_count, instance_extension_count;

static bool start(void)
{
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return false;
    device_extension_count = COUNT(device_extensions);
    instance_extension_count = COUNT(instance_extensions);
    vkt_ok(
        vkEnumerateDeviceExtensionProperties(v.physical, NULL, &device_extension_count, device_extensions));
    return vkt_ok(
        vkEnumerateInstanceExtensionProperties(NULL, &instance_extension_count, instance_extensions));
}

static bool listed(const VkExtensionProperties *list, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++)
        if (!strcmp(list[i].extensionName, name))
            return true;
    return false;
}

// Whether the driver has what a structure or command comes with.
static bool ours(const struct chain_origin *o)
{
    for (; o->version >= 0 || o->extension[0]; o++)
        if (o->version >= 0
                ? o->version <= 3
                : strcmp(o->extension, "VK_EXT_buffer_device_address") != 0 && // vkt.c leaves it out
                      listed(device_extensions, device_extension_count, o->extension))
            return true;
    return false;
}

static bool extends(const struct chain_struct *s, const char *base)
{
    for (const char *const *e = s->extends; *e; e++)
        if (!strcmp(*e, base))
            return true;
    return false;
}

// ---- queries

// A structure in a chain, full of one byte, with room behind it that nobody may touch; pointers are null.
enum { BEHIND = 64 };
static VkBaseOutStructure *prepare(const struct chain_struct *s, unsigned char byte, void *next)
{
    VkBaseOutStructure *b = malloc(s->size + BEHIND);
    memset(b, byte, s->size + BEHIND);
    b->sType = (VkStructureType)s->type;
    b->pNext = next;
    for (const struct chain_member *m = s->members; m->name; m++)
        if (m->pointer)
            memset((char *)b + m->offset, 0, m->size);
    return b;
}

static bool behind_is_whole(const struct chain_struct *s, const void *b, unsigned char byte)
{
    for (unsigned i = 0; i < BEHIND; i++)
        if (((const unsigned char *)b)[s->size + i] != byte)
            return false;
    return true;
}

// With `chain`: what is asked. One structure a kind: also for another number of times.
struct query {
    const char *base;
    void (*ask)(void *chain);
};

static void ask_properties(void *chain)
{
    VkPhysicalDeviceProperties2 q = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = chain};
    vkGetPhysicalDeviceProperties2(v.physical, &q);
}

static void ask_features(void *chain)
{
    VkPhysicalDeviceFeatures2 q = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = chain};
    vkGetPhysicalDeviceFeatures2(v.physical, &q);
}

static void ask_memory(void *chain)
{
    VkPhysicalDeviceMemoryProperties2 q = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
                                           .pNext = chain};
    vkGetPhysicalDeviceMemoryProperties2(v.physical, &q);
}

static void ask_queues(void *chain)
{
    VkQueueFamilyProperties2 q = {.sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2, .pNext = chain};
    uint32_t one = 1;
    vkGetPhysicalDeviceQueueFamilyProperties2(v.physical, &one, &q);
}

static void ask_format(void *chain)
{
    VkFormatProperties2 q = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = chain};
    vkGetPhysicalDeviceFormatProperties2(v.physical, VK_FORMAT_R8G8B8A8_UNORM, &q);
}

static void ask_no_format(void *chain)
{
    VkFormatProperties2 q = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = chain};
    vkGetPhysicalDeviceFormatProperties2(v.physical, VK_FORMAT_R64G64_SFLOAT, &q);
}

static void ask_image_format(void *chain)
{
    VkPhysicalDeviceExternalImageFormatInfo external = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkPhysicalDeviceImageFormatInfo2 info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                             .pNext = &external,
                                             .format = VK_FORMAT_R8G8B8A8_UNORM,
                                             .type = VK_IMAGE_TYPE_2D,
                                             .usage = VK_IMAGE_USAGE_SAMPLED_BIT};
    VkImageFormatProperties2 q = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2, .pNext = chain};
    vkt_ok(vkGetPhysicalDeviceImageFormatProperties2(v.physical, &info, &q));
}

static const VkImageCreateInfo image_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                             .imageType = VK_IMAGE_TYPE_2D,
                                             .format = VK_FORMAT_R8G8B8A8_UNORM,
                                             .extent = {8, 8, 1},
                                             .mipLevels = 1,
                                             .arrayLayers = 1,
                                             .samples = VK_SAMPLE_COUNT_1_BIT,
                                             .tiling = VK_IMAGE_TILING_LINEAR,
                                             .usage = VK_IMAGE_USAGE_SAMPLED_BIT};
static const VkBufferCreateInfo buffer_info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                               .size = 4096,
                                               .usage = VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT};

static void ask_requirements(void *chain)
{
    VkDeviceImageMemoryRequirements info = {.sType = VK_STRUCTURE_TYPE_DEVICE_IMAGE_MEMORY_REQUIREMENTS,
                                            .pCreateInfo = &image_info};
    VkMemoryRequirements2 q = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2, .pNext = chain};
    vkGetDeviceImageMemoryRequirements(v.device, &info, &q);
}

static void ask_buffer_requirements(void *chain)
{
    VkDeviceBufferMemoryRequirements info = {.sType = VK_STRUCTURE_TYPE_DEVICE_BUFFER_MEMORY_REQUIREMENTS,
                                             .pCreateInfo = &buffer_info};
    VkMemoryRequirements2 q = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2, .pNext = chain};
    vkGetDeviceBufferMemoryRequirements(v.device, &info, &q);
}

static void ask_layout(void *chain)
{
    VkImageSubresource2KHR which = {.sType = VK_STRUCTURE_TYPE_IMAGE_SUBRESOURCE_2_KHR,
                                    .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0}};
    VkDeviceImageSubresourceInfoKHR info = {.sType = VK_STRUCTURE_TYPE_DEVICE_IMAGE_SUBRESOURCE_INFO_KHR,
                                            .pCreateInfo = &image_info,
                                            .pSubresource = &which};
    VkSubresourceLayout2KHR q = {.sType = VK_STRUCTURE_TYPE_SUBRESOURCE_LAYOUT_2_KHR, .pNext = chain};
    vkt_proc(&v, vkGetDeviceImageSubresourceLayoutKHR)(v.device, &info, &q);
}

static void ask_set_support(void *chain)
{
    VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    VkDescriptorSetLayoutSupport q = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_SUPPORT,
                                      .pNext = chain};
    vkGetDescriptorSetLayoutSupport(v.device, &info, &q);
}

static const struct query queries[] = {{"VkPhysicalDeviceProperties2", ask_properties},
                                       {"VkPhysicalDeviceFeatures2", ask_features},
                                       {"VkPhysicalDeviceMemoryProperties2", ask_memory},
                                       {"VkQueueFamilyProperties2", ask_queues},
                                       {"VkFormatProperties2", ask_format},
                                       {"VkFormatProperties2", ask_no_format},
                                       {"VkImageFormatProperties2", ask_image_format},
                                       {"VkMemoryRequirements2", ask_requirements},
                                       {"VkMemoryRequirements2", ask_buffer_requirements},
                                       {"VkSubresourceLayout2KHR", ask_layout},
                                       {"VkDescriptorSetLayoutSupport", ask_set_support}};

// A member of which a byte is still what it was, in two runs with different bytes.
static bool untouched(const struct chain_member *m, const void *a, const void *b)
{
    const unsigned char *x = (const unsigned char *)a + m->offset, *y = (const unsigned char *)b + m->offset;
    for (unsigned i = 0; i < m->size; i++)
        if (x[i] == 0xa5 && y[i] == 0x5a)
            return true;
    return false;
}

static void check_filled(const struct chain_struct *s, const struct query *q)
{
    // Behind a structure that nobody knows.
    unsigned char stranger[64];
    VkBaseOutStructure *run[2];
    for (unsigned k = 0; k < 2; k++) {
        unsigned char byte = k ? 0x5a : 0xa5;
        run[k] = prepare(s, byte, NULL);
        memset(stranger, byte, sizeof(stranger));
        VkBaseOutStructure *first = (void *)stranger;
        first->sType = (VkStructureType)0x7ffffff0;
        first->pNext = run[k];
        q->ask(stranger);
        kt_ok(behind_is_whole(s, run[k], byte), "%s: beyond its end", s->name);
        kt_ok(run[k]->sType == (VkStructureType)s->type && !run[k]->pNext, "%s: its head", s->name);
        kt_eq(stranger[sizeof(VkBaseOutStructure)], byte);
        kt_eq(stranger[63], byte);
    }
    unsigned members = 0, left = 0;
    const char *one = "";
    for (const struct chain_member *m = s->members; m->name; m++) {
        if (m->pointer)
            continue;
        members++;
        if (untouched(m, run[0], run[1])) {
            left++;
            one = m->name;
        }
    }
    if (ours(s->origins))
        kt_ok(!left, "%s: %u of %u members are not set, %s", s->name, left, members, one);
    else
        kt_ok(!left || left == members, "%s: %u of %u members are not set, %s", s->name, left, members, one);
    free(run[0]);
    free(run[1]);
}

KT_TEST(queries_fill_all_or_nothing)
{
    if (!start())
        return;
    unsigned asked = 0;
    for (unsigned q = 0; q < COUNT(queries); q++)
        for (unsigned i = 0; i < COUNT(chain_structs); i++)
            if (extends(&chain_structs[i], queries[q].base)) {
                check_filled(&chain_structs[i], &queries[q]);
                asked++;
            }
    kt_ok(asked > 250, "%u structures", asked);
    vkt_finish(&v);
}

// All structures of a kind in one chain, each as it is alone; and a member's name means the same in each.
static void check_together(const struct query *q)
{
    VkBaseOutStructure *all[COUNT(chain_structs)] = {0}, *chain = NULL;
    for (unsigned i = 0; i < COUNT(chain_structs); i++)
        if (extends(&chain_structs[i], q->base))
            chain = all[i] = prepare(&chain_structs[i], 0, chain);
    q->ask(chain);
    for (unsigned i = 0; i < COUNT(chain_structs); i++) {
        const struct chain_struct *s = &chain_structs[i];
        if (!all[i])
            continue;
        VkBaseOutStructure *alone = prepare(s, 0, NULL);
        q->ask(alone);
        kt_ok(!memcmp(alone + 1, all[i] + 1, s->size - sizeof(*alone)), "%s alone", s->name);
        free(alone);
        for (const struct chain_member *m = s->members; m->name; m++)
            for (unsigned k = i + 1; k < COUNT(chain_structs); k++) {
                if (!all[k] || !ours(s->origins) || !ours(chain_structs[k].origins) ||
                    !strcmp(chain_structs[k].name, "VkFormatProperties4KHR")) // bits of another meaning
                    continue;
                for (const struct chain_member *n = chain_structs[k].members; n->name; n++) {
                    // (EXT_buffer_device_address captures in another way, which we lack.)
                    // (Descriptors of samplers and tensors are smaller in a heap than in a descriptor
                    // buffer.)
                    if (strcmp(m->name, n->name) != 0 ||
                        !strcmp(m->name, "bufferDeviceAddressCaptureReplay") ||
                        !strcmp(m->name, "samplerDescriptorSize") || !strcmp(m->name, "tensorDescriptorSize"))
                        continue;
                    kt_ok(m->size == n->size &&
                              !memcmp((char *)all[i] + m->offset, (char *)all[k] + n->offset, m->size),
                          "%s of %s and %s", m->name, s->name, chain_structs[k].name);
                }
            }
    }
    for (unsigned i = 0; i < COUNT(chain_structs); i++)
        free(all[i]);
}

KT_TEST(structures_agree)
{
    if (!start())
        return;
    for (unsigned q = 0; q < COUNT(queries); q++)
        check_together(&queries[q]);
    vkt_finish(&v);
}

KT_TEST(older_queries_agree)
{
    if (!start())
        return;
    VkPhysicalDeviceProperties p;
    VkPhysicalDeviceProperties2 p2 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    memset(&p, 0xa5, sizeof(p));
    memset(&p2.properties, 0x5a, sizeof(p2.properties));
    vkGetPhysicalDeviceProperties(v.physical, &p);
    vkGetPhysicalDeviceProperties2(v.physical, &p2);
    kt_true(!memcmp(&p, &p2.properties, sizeof(p)));
    VkPhysicalDeviceFeatures f;
    VkPhysicalDeviceFeatures2 f2 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    memset(&f, 0xa5, sizeof(f));
    memset(&f2.features, 0x5a, sizeof(f));
    vkGetPhysicalDeviceFeatures(v.physical, &f);
    vkGetPhysicalDeviceFeatures2(v.physical, &f2);
    kt_true(!memcmp(&f, &f2.features, sizeof(f)));
    VkPhysicalDeviceMemoryProperties m;
    VkPhysicalDeviceMemoryProperties2 m2 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2};
    memset(&m, 0, sizeof(m));
    vkGetPhysicalDeviceMemoryProperties(v.physical, &m);
    vkGetPhysicalDeviceMemoryProperties2(v.physical, &m2);
    kt_true(!memcmp(&m, &m2.memoryProperties, sizeof(m)));
    VkQueueFamilyProperties q;
    VkQueueFamilyProperties2 q2 = {.sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2};
    uint32_t one = 1;
    vkGetPhysicalDeviceQueueFamilyProperties(v.physical, &one, &q);
    vkGetPhysicalDeviceQueueFamilyProperties2(v.physical, &one, &q2);
    kt_true(!memcmp(&q, &q2.queueFamilyProperties, sizeof(q)));
    for (uint32_t format = 0; format <= VK_FORMAT_ASTC_12x12_SRGB_BLOCK; format++) {
        VkFormatProperties a;
        VkFormatProperties3 c = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3};
        VkFormatProperties2 b = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &c};
        vkGetPhysicalDeviceFormatProperties(v.physical, (VkFormat)format, &a);
        vkGetPhysicalDeviceFormatProperties2(v.physical, (VkFormat)format, &b);
        kt_ok(!memcmp(&a, &b.formatProperties, sizeof(a)), "format %u", format);
        // Bit 31 means something else in 32 bits.
        kt_eq(a.linearTilingFeatures, c.linearTilingFeatures & 0x7fffffff);
        kt_eq(a.optimalTilingFeatures, c.optimalTilingFeatures & 0x7fffffff);
        kt_eq(a.bufferFeatures, c.bufferFeatures & 0x7fffffff);
    }
    vkt_finish(&v);
}

// ---- creation: a chain of one structure, all zeros

static VkResult create_buffer(const void *chain)
{
    VkBufferCreateInfo info = buffer_info;
    VkBuffer o = VK_NULL_HANDLE;
    info.pNext = chain;
    VkResult r = vkCreateBuffer(v.device, &info, NULL, &o);
    vkDestroyBuffer(v.device, o, NULL);
    return r;
}

static VkResult create_image(const void *chain)
{
    VkImageCreateInfo info = image_info;
    VkImage o = VK_NULL_HANDLE;
    info.pNext = chain;
    VkResult r = vkCreateImage(v.device, &info, NULL, &o);
    vkDestroyImage(v.device, o, NULL);
    return r;
}

static VkResult allocate_memory(const void *chain)
{
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = chain, .allocationSize = 8192};
    VkDeviceMemory o = VK_NULL_HANDLE;
    VkResult r = vkAllocateMemory(v.device, &info, NULL, &o);
    vkFreeMemory(v.device, o, NULL);
    return r;
}

static VkResult create_views(const void *chain, bool of_image)
{
    VkBuffer buffer;
    VkImage image;
    VkDeviceMemory memory;
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 8192};
    vkt_ok(vkCreateBuffer(v.device, &buffer_info, NULL, &buffer));
    vkt_ok(vkCreateImage(v.device, &image_info, NULL, &image));
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &memory));
    vkt_ok(vkBindBufferMemory(v.device, buffer, memory, 0));
    vkt_ok(vkBindImageMemory(v.device, image, memory, 4096));
    VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .pNext = of_image ? chain : NULL,
                                  .image = image,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                  .format = VK_FORMAT_R8G8B8A8_UNORM,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    VkBufferViewCreateInfo texels = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                     .pNext = of_image ? NULL : chain,
                                     .buffer = buffer,
                                     .format = VK_FORMAT_R8G8B8A8_UNORM,
                                     .range = VK_WHOLE_SIZE};
    VkImageView a = VK_NULL_HANDLE;
    VkBufferView b = VK_NULL_HANDLE;
    VkResult r = vkCreateImageView(v.device, &view, NULL, &a),
             s = vkCreateBufferView(v.device, &texels, NULL, &b);
    vkDestroyImageView(v.device, a, NULL);
    vkDestroyBufferView(v.device, b, NULL);
    vkDestroyBuffer(v.device, buffer, NULL);
    vkDestroyImage(v.device, image, NULL);
    vkFreeMemory(v.device, memory, NULL);
    return r ? r : s;
}

static VkResult create_image_view(const void *chain)
{
    return create_views(chain, true);
}

static VkResult create_buffer_view(const void *chain)
{
    return create_views(chain, false);
}

// Objects that an sType and a chain (and a few words) make.
#define SIMPLE(function, Type, Info, destroy, type, ...)                                                     \
    static VkResult function(const void *chain)                                                              \
    {                                                                                                        \
        Info info = {.sType = type, .pNext = chain, __VA_ARGS__};                                            \
        Type o = VK_NULL_HANDLE;                                                                             \
        VkResult r = vkCreate##destroy(v.device, &info, NULL, &o);                                           \
        vkDestroy##destroy(v.device, o, NULL);                                                               \
        return r;                                                                                            \
    }
SIMPLE(create_sampler, VkSampler, VkSamplerCreateInfo, Sampler, VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, )
SIMPLE(create_fence, VkFence, VkFenceCreateInfo, Fence, VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, )
SIMPLE(create_semaphore, VkSemaphore, VkSemaphoreCreateInfo, Semaphore,
       VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, )
SIMPLE(create_event, VkEvent, VkEventCreateInfo, Event, VK_STRUCTURE_TYPE_EVENT_CREATE_INFO, )
SIMPLE(create_queries, VkQueryPool, VkQueryPoolCreateInfo, QueryPool,
       VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = 2)
SIMPLE(create_cache, VkPipelineCache, VkPipelineCacheCreateInfo, PipelineCache,
       VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, )
SIMPLE(create_layout, VkPipelineLayout, VkPipelineLayoutCreateInfo, PipelineLayout,
       VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, )
SIMPLE(create_set_layout, VkDescriptorSetLayout, VkDescriptorSetLayoutCreateInfo, DescriptorSetLayout,
       VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, )
SIMPLE(create_pool, VkCommandPool, VkCommandPoolCreateInfo, CommandPool,
       VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, )
static const VkDescriptorPoolSize pool_size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 4};
SIMPLE(create_descriptor_pool, VkDescriptorPool, VkDescriptorPoolCreateInfo, DescriptorPool,
       VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1,
       .pPoolSizes = &pool_size)
SIMPLE(create_module, VkShaderModule, VkShaderModuleCreateInfo, ShaderModule,
       VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof(vkt_saxpy), .pCode = vkt_saxpy)

static VkResult create_pipeline(const void *chain, const void *stage_chain)
{
    VkDescriptorSetLayoutBinding bindings[2];
    for (uint32_t i = 0; i < 2; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                                     VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    VkDescriptorSetLayoutCreateInfo set_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                .bindingCount = 2,
                                                .pBindings = bindings};
    VkDescriptorSetLayout set;
    vkt_ok(vkCreateDescriptorSetLayout(v.device, &set_info, NULL, &set));
    VkPipelineLayout layout = vkt_layout(&v, 1, &set, 8);
    VkShaderModuleCreateInfo module_info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                            .codeSize = sizeof(vkt_saxpy),
                                            .pCode = vkt_saxpy};
    VkShaderModule module;
    vkt_ok(vkCreateShaderModule(v.device, &module_info, NULL, &module));
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .pNext = chain,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .pNext = stage_chain,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
        .layout = layout};
    VkPipeline o = VK_NULL_HANDLE;
    VkResult r = vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &o);
    vkDestroyPipeline(v.device, o, NULL);
    vkDestroyShaderModule(v.device, module, NULL);
    vkDestroyPipelineLayout(v.device, layout, NULL);
    vkDestroyDescriptorSetLayout(v.device, set, NULL);
    return r;
}

static VkResult create_compute(const void *chain)
{
    return create_pipeline(chain, NULL);
}

static VkResult create_stage(const void *chain)
{
    return create_pipeline(NULL, chain);
}

static VkResult begin(const void *chain)
{
    VkCommandBuffer cmd;
    VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = v.pool,
                                         .commandBufferCount = 1};
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .pNext = chain};
    vkt_ok(vkAllocateCommandBuffers(v.device, &alloc, &cmd));
    VkResult r = vkBeginCommandBuffer(cmd, &info);
    if (!r)
        r = vkEndCommandBuffer(cmd);
    vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
    return r;
}

static VkResult submit(const void *chain)
{
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = chain};
    VkResult r = vkQueueSubmit(v.queue, 1, &info, VK_NULL_HANDLE);
    return r ? r : vkQueueWaitIdle(v.queue);
}

static VkResult submit2(const void *chain)
{
    VkSubmitInfo2 info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .pNext = chain};
    VkResult r = vkQueueSubmit2(v.queue, 1, &info, VK_NULL_HANDLE);
    return r ? r : vkQueueWaitIdle(v.queue);
}

static VkResult create_device(const void *chain)
{
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = chain,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue};
    VkDevice device = VK_NULL_HANDLE;
    VkResult r = vkCreateDevice(v.physical, &info, NULL, &device);
    if (device)
        vkDestroyDevice(device, NULL);
    return r;
}

static const struct {
    const char *base;
    VkResult (*make)(const void *chain);
} creations[] = {{"VkBufferCreateInfo", create_buffer},
                 {"VkImageCreateInfo", create_image},
                 {"VkMemoryAllocateInfo", allocate_memory},
                 {"VkImageViewCreateInfo", create_image_view},
                 {"VkBufferViewCreateInfo", create_buffer_view},
                 {"VkSamplerCreateInfo", create_sampler},
                 {"VkFenceCreateInfo", create_fence},
                 {"VkSemaphoreCreateInfo", create_semaphore},
                 {"VkEventCreateInfo", create_event},
                 {"VkQueryPoolCreateInfo", create_queries},
                 {"VkPipelineCacheCreateInfo", create_cache},
                 {"VkPipelineLayoutCreateInfo", create_layout},
                 {"VkDescriptorSetLayoutCreateInfo", create_set_layout},
                 {"VkDescriptorPoolCreateInfo", create_descriptor_pool},
                 {"VkCommandPoolCreateInfo", create_pool},
                 {"VkShaderModuleCreateInfo", create_module},
                 {"VkComputePipelineCreateInfo", create_compute},
                 {"VkPipelineShaderStageCreateInfo", create_stage},
                 {"VkCommandBufferBeginInfo", begin},
                 {"VkSubmitInfo", submit},
                 {"VkSubmitInfo2", submit2},
                 {"VkDeviceCreateInfo", create_device}};

// Zeros are not allowed in these: pointers that must not be null.
static bool wants_pointers(const char *name)
{
    static const char *const names[] = {"VkPipelineCreationFeedbackCreateInfo",
                                        "VkDeviceDeviceMemoryReportCreateInfoEXT"};
    for (unsigned i = 0; i < COUNT(names); i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

KT_TEST(creation_passes_over_strangers)
{
    if (!start())
        return;
    unsigned made = 0;
    for (unsigned c = 0; c < COUNT(creations); c++) {
        unsigned char stranger[64];
        memset(stranger, 0xa5, sizeof(stranger));
        VkBaseOutStructure *first = (void *)stranger;
        first->sType = (VkStructureType)0x7ffffff0;
        first->pNext = NULL;
        VkResult r = creations[c].make(stranger);
        kt_ok(!r, "%s with a stranger: %d", creations[c].base, r);
        for (unsigned i = 0; i < COUNT(chain_structs); i++) {
            const struct chain_struct *s = &chain_structs[i];
            if (!extends(s, creations[c].base) || wants_pointers(s->name))
                continue;
            VkBaseOutStructure *chain = prepare(s, 0, NULL);
            r = creations[c].make(chain);
            // Zeros may make no sense to one that is known.
            kt_ok(!r || (r < 0 && r != VK_ERROR_DEVICE_LOST && ours(s->origins)), "%s with %s: %d",
                  creations[c].base, s->name, r);
            kt_ok(behind_is_whole(s, chain, 0), "%s: beyond its end", s->name);
            free(chain);
            made++;
        }
    }
    kt_ok(made > 200, "%u structures", made);
    vkt_ok(vkDeviceWaitIdle(v.device));
    vkt_finish(&v);
}

// ---- commands

// (Window systems are the loader's.)
static bool instance_extension_of_ours(const char *name)
{
    static const char *const names[] = {"VK_EXT_debug_report", "VK_EXT_debug_utils"};
    for (unsigned i = 0; i < COUNT(names); i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

KT_TEST(commands_are_found)
{
    if (!start())
        return;
    unsigned there = 0;
    for (unsigned i = 0; i < COUNT(chain_commands); i++) {
        const struct chain_command *c = &chain_commands[i];
        bool of_instance = false;
        for (const struct chain_origin *o = c->origins; o->version >= 0 || o->extension[0]; o++)
            of_instance |= o->version < 0 && instance_extension_of_ours(o->extension);
        bool have = ours(c->origins);
        PFN_vkVoidFunction of_device = vkGetDeviceProcAddr(v.device, c->name);
        if (c->level == 2 && have) {
            kt_ok(of_device != NULL, "%s of the device", c->name);
            there++;
        } else if (!of_instance) {
            kt_ok(of_device == NULL, "%s, which is not a device's", c->name);
        }
        if (have && c->level)
            kt_ok(vkGetInstanceProcAddr(v.instance, c->name) != NULL, "%s of the instance", c->name);
    }
    kt_ok(there > 250, "%u commands", there);
    vkt_finish(&v);
}

KT_MAIN()
