// Descriptors as a bindless renderer uses them: run-time arrays of any length, partially bound, updated after
// they are bound; inline uniform blocks; 32 sets; more bindings than a binding table holds; pushed arrays;
// and buffers by their addresses.
#include "vk/vkt.h"
#include "vkt_address.h"
#include "vkt_big.h"
#include "vkt_bindless.h"
#include "vkt_inline.h"
#include "vkt_many.h"
#include "vkt_sets.h"
#include "vkt_wide.h"

#define SHADER(name) ((struct vkt_shader){vkt_##name, sizeof(vkt_##name)})
#define SSBO VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
#define INLINE VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK
#define MAX_SETS 32

static struct vkt v;

// A pipeline of several sets; each set has its own layout.
struct rig {
    VkDescriptorSetLayout layouts[MAX_SETS];
    uint32_t count;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet sets[MAX_SETS];
};

static void add_layout(struct rig *r, uint32_t count, const VkDescriptorSetLayoutBinding *bindings,
                       const VkDescriptorBindingFlags *flags, VkDescriptorSetLayoutCreateFlags create)
{
    VkDescriptorSetLayoutBindingFlagsCreateInfo f = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO,
        .bindingCount = count,
        .pBindingFlags = flags};
    VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                            .pNext = flags ? &f : NULL,
                                            .flags = create,
                                            .bindingCount = count,
                                            .pBindings = bindings};
    vkt_ok(vkCreateDescriptorSetLayout(v.device, &info, NULL, &r->layouts[r->count++]));
}

static VkDescriptorSetLayoutBinding buffers(uint32_t binding, uint32_t count)
{
    return (VkDescriptorSetLayoutBinding){binding, SSBO, count, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
}

static bool make_pipeline(struct rig *r, struct vkt_shader shader, uint32_t push)
{
    r->layout = vkt_layout(&v, r->count, r->layouts, push);
    r->pipeline = vkt_compute(&v, shader, r->layout, 0, NULL);
    return r->pipeline != VK_NULL_HANDLE;
}

static void make_pool(struct rig *r, uint32_t sets, uint32_t storage, uint32_t inline_bytes,
                      uint32_t inline_count, VkDescriptorPoolCreateFlags flags)
{
    VkDescriptorPoolSize sizes[] = {{SSBO, storage}, {INLINE, inline_bytes}};
    VkDescriptorPoolInlineUniformBlockCreateInfo blocks = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO,
        .maxInlineUniformBlockBindings = inline_count};
    VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .pNext = inline_count ? &blocks : NULL,
                                       .flags = flags,
                                       .maxSets = sets,
                                       .poolSizeCount = inline_bytes ? 2 : 1,
                                       .pPoolSizes = sizes};
    vkt_ok(vkCreateDescriptorPool(v.device, &info, NULL, &r->pool));
}

static void allocate(struct rig *r, uint32_t set, uint32_t variable)
{
    VkDescriptorSetVariableDescriptorCountAllocateInfo count = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO,
        .descriptorSetCount = 1,
        .pDescriptorCounts = &variable};
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .pNext = variable ? &count : NULL,
                                        .descriptorPool = r->pool,
                                        .descriptorSetCount = 1,
                                        .pSetLayouts = &r->layouts[set]};
    vkt_ok(vkAllocateDescriptorSets(v.device, &info, &r->sets[set]));
}

static void write_buffer(VkDescriptorSet set, uint32_t binding, uint32_t element, const struct vkt_buffer *b,
                         VkDeviceSize offset, VkDeviceSize range)
{
    VkDescriptorBufferInfo info = {b->buffer, offset, range};
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = set,
                              .dstBinding = binding,
                              .dstArrayElement = element,
                              .descriptorCount = 1,
                              .descriptorType = SSBO,
                              .pBufferInfo = &info};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
}

static void free_rig(struct rig *r)
{
    vkDestroyPipeline(v.device, r->pipeline, NULL);
    vkDestroyPipelineLayout(v.device, r->layout, NULL);
    vkDestroyDescriptorPool(v.device, r->pool, NULL);
    for (uint32_t i = 0; i < r->count; i++)
        vkDestroyDescriptorSetLayout(v.device, r->layouts[i], NULL);
}

static VkCommandBuffer begin(const struct rig *r)
{
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, r->pipeline);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, r->layout, 0, r->count, r->sets, 0, NULL);
    return cmd;
}

static void push(VkCommandBuffer cmd, const struct rig *r, uint32_t size, const void *data)
{
    vkCmdPushConstants(cmd, r->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, size, data);
}

// ---- bindless

#define HUGE_COUNT 70000

// Chips before Gen9 reach no surfaces but those of binding tables, and Gen7.5 no addresses of buffers.
static VkPhysicalDeviceVulkan12Features features_of(void)
{
    VkPhysicalDeviceVulkan12Features f = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f};
    vkGetPhysicalDeviceFeatures2(v.physical, &all);
    return f;
}

// 70000 descriptors of which a few are written, some of them between binding and submission.
KT_TEST(bindless)
{
    struct rig r = {0};
    if (!vkt_init(&v, NULL))
        return;
    if (!features_of().runtimeDescriptorArray) {
        vkt_finish(&v);
        kt_skip("no bindless surfaces");
    }
    VkDescriptorSetLayoutBinding one = buffers(0, 1), many = buffers(0, HUGE_COUNT);
    VkDescriptorBindingFlags flags = VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT |
                                     VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT |
                                     VK_DESCRIPTOR_BINDING_UPDATE_UNUSED_WHILE_PENDING_BIT |
                                     VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT;
    add_layout(&r, 1, &one, NULL, 0);
    add_layout(&r, 1, &many, &flags, VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT);
    make_pool(&r, 2, HUGE_COUNT, 0, 0, VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT);
    allocate(&r, 0, 0);
    allocate(&r, 1, HUGE_COUNT - 1000);
    struct vkt_buffer out = vkt_buffer(&v, 128), data = vkt_buffer(&v, 64 * 16);
    uint32_t index[16];
    for (uint32_t i = 0; i < 16; i++) {
        index[i] = i == 15 ? HUGE_COUNT - 1001 : i * i * 300;
        ((uint32_t *)data.map)[i * 16] = 1000 + i;
    }
    if (make_pipeline(&r, SHADER(bindless), 64)) {
        write_buffer(r.sets[0], 0, 0, &out, 0, VK_WHOLE_SIZE);
        for (uint32_t i = 0; i < 8; i++)
            write_buffer(r.sets[1], 0, index[i], &data, i * 64, 4 + 4 * i);
        VkCommandBuffer cmd = begin(&r);
        push(cmd, &r, 64, index);
        vkCmdDispatch(cmd, 1, 1, 1);
        for (uint32_t i = 8; i < 16; i++) // after they are bound
            write_buffer(r.sets[1], 0, index[i], &data, i * 64, 4 + 4 * (i - 8));
        vkt_run(&v, cmd);
        for (uint32_t i = 0; i < 16; i++) {
            kt_eq(((uint32_t *)out.map)[i], 1000 + i);
            kt_eq(((uint32_t *)out.map)[16 + i], i % 8);
        }
    }
    vkt_buffer_free(&v, &out);
    vkt_buffer_free(&v, &data);
    free_rig(&r);
    vkt_finish(&v);
}

KT_TEST(layout_support)
{
    if (!vkt_init(&v, NULL))
        return;
    if (!features_of().descriptorBindingVariableDescriptorCount) {
        vkt_finish(&v);
        kt_skip("no variable counts");
    }
    VkDescriptorSetLayoutBinding b = buffers(2, 5);
    VkDescriptorBindingFlags flags = VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT;
    VkDescriptorSetLayoutBindingFlagsCreateInfo f = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO,
        .bindingCount = 1,
        .pBindingFlags = &flags};
    VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                            .pNext = &f,
                                            .bindingCount = 1,
                                            .pBindings = &b};
    VkDescriptorSetVariableDescriptorCountLayoutSupport count = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_LAYOUT_SUPPORT};
    VkDescriptorSetLayoutSupport support = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_SUPPORT,
                                            .pNext = &count};
    vkGetDescriptorSetLayoutSupport(v.device, &info, &support);
    kt_eq(support.supported, VK_TRUE);
    kt_ok(count.maxVariableDescriptorCount >= 65536, "%u descriptors", count.maxVariableDescriptorCount);
    flags = 0;
    vkGetDescriptorSetLayoutSupport(v.device, &info, &support);
    kt_eq(count.maxVariableDescriptorCount, 0);
    vkt_finish(&v);
}

// ---- inline uniform blocks

static void write_inline(VkDescriptorSet set, uint32_t binding, uint32_t offset, uint32_t size,
                         const void *data)
{
    VkWriteDescriptorSetInlineUniformBlock block = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK,
        .dataSize = size,
        .pData = data};
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .pNext = &block,
                              .dstSet = set,
                              .dstBinding = binding,
                              .dstArrayElement = offset,
                              .descriptorCount = size,
                              .descriptorType = INLINE};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
}

static void template_inline(VkDescriptorSet set, VkDescriptorSetLayout layout, const uint32_t *data)
{
    VkDescriptorUpdateTemplateEntry entry = {3, 4, 4, INLINE, 8, 0};
    VkDescriptorUpdateTemplateCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
        .descriptorUpdateEntryCount = 1,
        .pDescriptorUpdateEntries = &entry,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET,
        .descriptorSetLayout = layout};
    VkDescriptorUpdateTemplate t;
    vkt_ok(vkCreateDescriptorUpdateTemplate(v.device, &info, NULL, &t));
    vkUpdateDescriptorSetWithTemplate(v.device, set, t, data);
    vkDestroyDescriptorUpdateTemplate(v.device, t, NULL);
}

KT_TEST(inline_uniform_blocks)
{
    struct rig r = {0};
    if (!vkt_init(&v, NULL))
        return;
    VkDescriptorSetLayoutBinding b[] = {buffers(0, 1),
                                        {1, INLINE, 32, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
                                        {3, INLINE, 8, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    add_layout(&r, 3, b, NULL, 0);
    make_pool(&r, 3, 3, 120, 6, VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT);
    struct vkt_buffer out = vkt_buffer(&v, 48);
    VkDescriptorSet other;
    allocate(&r, 0, 0);
    vkt_ok(vkFreeDescriptorSets(v.device, r.pool, 1, r.sets));
    allocate(&r, 0, 0);
    other = r.sets[0];
    allocate(&r, 0, 0);
    if (make_pipeline(&r, SHADER(inline), 0)) {
        const uint32_t words[] = {10, 11, 12, 13, 14, 15, 16, 17}, more[] = {90, 91, 92, 93};
        write_buffer(r.sets[0], 0, 0, &out, 0, VK_WHOLE_SIZE);
        write_inline(other, 1, 0, 32, words);
        write_inline(r.sets[0], 3, 0, 8, more);
        write_inline(r.sets[0], 1, 16, 16, more);
        VkCopyDescriptorSet copy = {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET,
                                    .srcSet = other,
                                    .srcBinding = 1,
                                    .srcArrayElement = 4,
                                    .dstSet = r.sets[0],
                                    .dstBinding = 1,
                                    .dstArrayElement = 0,
                                    .descriptorCount = 16};
        vkUpdateDescriptorSets(v.device, 0, NULL, 1, &copy);
        template_inline(r.sets[0], r.layouts[0], words);
        VkCommandBuffer cmd = begin(&r);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_run(&v, cmd);
        const uint32_t want[] = {11, 12, 13, 14, 90, 91, 92, 93, 90, 12};
        for (unsigned i = 0; i < 10; i++)
            kt_eq(((uint32_t *)out.map)[i], want[i]);
    }
    vkt_buffer_free(&v, &out);
    free_rig(&r);
    vkt_finish(&v);
}

// ---- many sets, many bindings

KT_TEST(sets_32)
{
    if (vkt_gpu_assisted())
        kt_skip("the layer needs a set for itself");
    struct rig r = {0};
    if (!vkt_init(&v, NULL))
        return;
    VkPhysicalDeviceProperties props;
    vkGetPhysicalDeviceProperties(v.physical, &props);
    kt_ok(props.limits.maxBoundDescriptorSets >= MAX_SETS, "%u sets", props.limits.maxBoundDescriptorSets);
    VkDescriptorSetLayoutBinding one = buffers(0, 1);
    struct vkt_buffer b = vkt_buffer(&v, 64 * MAX_SETS);
    make_pool(&r, MAX_SETS, MAX_SETS, 0, 0, 0);
    for (uint32_t i = 0; i < MAX_SETS; i++) {
        add_layout(&r, 1, &one, NULL, 0);
        allocate(&r, i, 0);
        write_buffer(r.sets[i], 0, 0, &b, 64 * i, 4);
        ((uint32_t *)b.map)[16 * i] = i;
    }
    if (make_pipeline(&r, SHADER(sets), 0)) {
        VkCommandBuffer cmd = begin(&r);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_run(&v, cmd);
        for (uint32_t i = 0; i < MAX_SETS; i++)
            kt_eq(((uint32_t *)b.map)[16 * i], 4 * i);
    }
    vkt_buffer_free(&v, &b);
    free_rig(&r);
    vkt_finish(&v);
}

static void check_wide(const uint32_t *words, uint32_t stride)
{
    for (uint32_t k = 0; k < 20; k++)
        for (uint32_t i = 0; i < 16; i++) {
            uint32_t start = k * 16 + i, want = i == 3 ? start + k : i > 3 ? i * 100 + k : start;
            if (!kt_ok(words[start * stride] == want, "binding %u element %u: %u, not %u", k, i,
                       words[start * stride], want))
                return;
        }
}

KT_TEST(bindings_320)
{
    struct rig r = {0};
    if (!vkt_init(&v, NULL))
        return;
    if (!features_of().runtimeDescriptorArray) {
        vkt_finish(&v);
        kt_skip("no bindless surfaces");
    }
    VkDescriptorSetLayoutBinding all[20];
    for (uint32_t k = 0; k < 20; k++)
        all[k] = buffers(k, 16);
    add_layout(&r, 20, all, NULL, 0);
    make_pool(&r, 1, 320, 0, 0, 0);
    allocate(&r, 0, 0);
    struct vkt_buffer b = vkt_buffer(&v, 320 * 64);
    for (uint32_t i = 0; i < 320; i++) {
        write_buffer(r.sets[0], i / 16, i % 16, &b, 64 * i, 4);
        ((uint32_t *)b.map)[16 * i] = i;
    }
    if (make_pipeline(&r, SHADER(wide), 0)) {
        VkCommandBuffer cmd = begin(&r);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_run(&v, cmd);
        check_wide(b.map, 16);
    }
    vkt_buffer_free(&v, &b);
    free_rig(&r);
    vkt_finish(&v);
}

// As many handles as have no room in the CURBE data; twice, the second time from another set.
KT_TEST(bindings_900)
{
    enum { SINGLE = 900, LAST = 40, ALL = SINGLE + LAST };
    struct rig r = {0};
    if (!vkt_init(&v, NULL))
        return;
    if (!features_of().runtimeDescriptorArray) {
        vkt_finish(&v);
        kt_skip("no bindless surfaces");
    }
    VkDescriptorSetLayoutBinding all[SINGLE + 1];
    for (uint32_t k = 0; k <= SINGLE; k++)
        all[k] = buffers(k, k < SINGLE ? 1 : LAST);
    add_layout(&r, SINGLE + 1, all, NULL, 0);
    make_pool(&r, 2, 2 * ALL, 0, 0, 0);
    r.layouts[1] = r.layouts[0];
    allocate(&r, 0, 0);
    allocate(&r, 1, 0);
    struct vkt_buffer b = vkt_buffer(&v, 2 * ALL * 64);
    uint32_t *words = b.map;
    for (uint32_t i = 0; i < 2 * ALL; i++) {
        uint32_t k = i % ALL;
        write_buffer(r.sets[i / ALL], k < SINGLE ? k : SINGLE, k < SINGLE ? 0 : k - SINGLE, &b, 64 * i, 4);
        words[16 * i] = 7 * i;
    }
    if (make_pipeline(&r, SHADER(many), 0)) {
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, r.pipeline);
        for (uint32_t set = 0; set < 2; set++) {
            vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, r.layout, 0, 1, &r.sets[set], 0,
                                    NULL);
            vkCmdDispatch(cmd, 1, 1, 1);
        }
        vkt_run(&v, cmd);
        for (uint32_t i = 0; i < 2 * ALL; i++) {
            uint32_t k = i % ALL, lane = ALL - 1 - k;
            kt_eq(words[16 * i], k < SINGLE ? 7 * i * 3 + k : 7 * i + (lane < 8 ? lane : 0));
        }
    }
    vkt_buffer_free(&v, &b);
    free_rig(&r);
    vkt_finish(&v);
}

// A pushed set whose array the kernel reaches by a handle.
KT_TEST(pushed_array)
{
    if (vkt_gpu_assisted())
        kt_skip("the layer knows no pushed descriptors");
    struct rig r = {0};
    if (!vkt_init(&v, NULL))
        return;
    if (!features_of().runtimeDescriptorArray) {
        vkt_finish(&v);
        kt_skip("no bindless surfaces");
    }
    PFN_vkCmdPushDescriptorSetKHR push_set = vkt_proc(&v, vkCmdPushDescriptorSetKHR);
    VkDescriptorSetLayoutBinding one = buffers(0, 1), many = buffers(0, 32);
    add_layout(&r, 1, &one, NULL, 0);
    add_layout(&r, 1, &many, NULL, VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR);
    make_pool(&r, 1, 1, 0, 0, 0);
    allocate(&r, 0, 0);
    struct vkt_buffer out = vkt_buffer(&v, 128), data = vkt_buffer(&v, 32 * 64);
    VkDescriptorBufferInfo infos[32];
    uint32_t index[16];
    for (uint32_t i = 0; i < 32; i++) {
        infos[i] = (VkDescriptorBufferInfo){data.buffer, i * 64, 8};
        ((uint32_t *)data.map)[i * 16] = 500 + i;
        index[i / 2] = 31 - i / 2;
    }
    if (push_set && make_pipeline(&r, SHADER(bindless), 64)) {
        write_buffer(r.sets[0], 0, 0, &out, 0, VK_WHOLE_SIZE);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, r.pipeline);
        vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, r.layout, 0, 1, r.sets, 0, NULL);
        VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .descriptorCount = 32,
                                  .descriptorType = SSBO,
                                  .pBufferInfo = infos};
        push_set(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, r.layout, 1, 1, &w);
        push(cmd, &r, 64, index);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_run(&v, cmd);
        for (uint32_t i = 0; i < 16; i++) {
            kt_eq(((uint32_t *)out.map)[i], 500 + 31 - i);
            kt_eq(((uint32_t *)out.map)[16 + i], 1);
        }
    }
    vkt_buffer_free(&v, &out);
    vkt_buffer_free(&v, &data);
    free_rig(&r);
    vkt_finish(&v);
}

// ---- null and mutable descriptors

// A set whose array is mutable: some elements are null, one is a uniform buffer that the shader does not look
// at.
KT_TEST(null_and_mutable)
{
    if (vkt_gpu_assisted())
        kt_skip("the layer knows no mutable descriptors");
    struct rig r = {0};
    if (!vkt_init(&v, NULL))
        return;
    if (!features_of().runtimeDescriptorArray) {
        vkt_finish(&v);
        kt_skip("no bindless surfaces");
    }
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, SSBO,
                                      VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE};
    VkMutableDescriptorTypeListEXT list = {3, types};
    VkMutableDescriptorTypeCreateInfoEXT lists = {
        .sType = VK_STRUCTURE_TYPE_MUTABLE_DESCRIPTOR_TYPE_CREATE_INFO_EXT,
        .mutableDescriptorTypeListCount = 1,
        .pMutableDescriptorTypeLists = &list};
    VkDescriptorSetLayoutBinding one = buffers(0, 1);
    VkDescriptorSetLayoutBinding many = {0, VK_DESCRIPTOR_TYPE_MUTABLE_EXT, 40, VK_SHADER_STAGE_COMPUTE_BIT,
                                         NULL};
    add_layout(&r, 1, &one, NULL, 0);
    VkDescriptorBindingFlags partially = VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT;
    VkDescriptorSetLayoutBindingFlagsCreateInfo flags = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO,
        .pNext = &lists,
        .bindingCount = 1,
        .pBindingFlags = &partially};
    VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                            .pNext = &flags,
                                            .bindingCount = 1,
                                            .pBindings = &many};
    VkDescriptorSetLayoutSupport support = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_SUPPORT};
    vkGetDescriptorSetLayoutSupport(v.device, &info, &support);
    kt_eq(support.supported, VK_TRUE);
    vkt_ok(vkCreateDescriptorSetLayout(v.device, &info, NULL, &r.layouts[r.count++]));
    VkDescriptorPoolSize sizes[] = {{SSBO, 1}, {VK_DESCRIPTOR_TYPE_MUTABLE_EXT, 40}};
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = 2,
                                       .poolSizeCount = 2,
                                       .pPoolSizes = sizes};
    vkt_ok(vkCreateDescriptorPool(v.device, &pool, NULL, &r.pool));
    allocate(&r, 0, 0);
    allocate(&r, 1, 0);
    struct vkt_buffer out = vkt_buffer(&v, 128), data = vkt_buffer(&v, 64 * 16);
    uint32_t index[16];
    for (uint32_t i = 0; i < 16; i++) {
        index[i] = i * 2;
        ((uint32_t *)data.map)[i * 16] = 1000 + i;
        ((uint32_t *)out.map)[i] = ((uint32_t *)out.map)[16 + i] = 77;
    }
    if (make_pipeline(&r, SHADER(bindless), 64)) {
        struct vkt_buffer nothing = {0};
        write_buffer(r.sets[0], 0, 0, &out, 0, VK_WHOLE_SIZE);
        for (uint32_t i = 0; i < 16; i++)
            write_buffer(r.sets[1], 0, 2 * i, i % 3 ? &data : &nothing, i % 3 ? i * 64 : 0,
                         i % 3 ? 12 : VK_WHOLE_SIZE);
        VkDescriptorBufferInfo uniform = {data.buffer, 0, 64};
        VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = r.sets[1],
                                  .dstArrayElement = 1,
                                  .descriptorCount = 1,
                                  .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                  .pBufferInfo = &uniform};
        vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
        VkCommandBuffer cmd = begin(&r);
        push(cmd, &r, 64, index);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_run(&v, cmd);
        for (uint32_t i = 0; i < 16; i++) {
            kt_eq(((uint32_t *)out.map)[i], i % 3 ? 1000 + i : 0);
            kt_eq(((uint32_t *)out.map)[16 + i], i % 3 ? 2 : 0);
        }
    }
    vkt_buffer_free(&v, &out);
    vkt_buffer_free(&v, &data);
    free_rig(&r);
    vkt_finish(&v);
}

// ---- a buffer of almost 4 GiB

KT_TEST(big_buffer)
{
    if (!vkt_init(&v, NULL))
        return;
    VkPhysicalDeviceProperties props;
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceProperties(v.physical, &props);
    vkGetPhysicalDeviceMemoryProperties(v.physical, &memory);
    VkDeviceSize size = UINT32_MAX - 3u;
    if (memory.memoryHeaps[0].size < size + (1u << 20)) {
        vkt_finish(&v);
        kt_skip("a heap of less than 4 GiB");
    }
    kt_eq(props.limits.maxStorageBufferRange, UINT32_MAX);
    struct vkt_buffer big = vkt_buffer(&v, size), out = vkt_buffer(&v, 64);
    const uint32_t index[8] = {0,        1u << 28,       (1u << 28) + 1, 1u << 29, (3u << 28) - 1,
                               3u << 28, (1u << 30) - 2, (1u << 30) - 1};
    for (unsigned i = 0; i < 7; i++)
        ((uint32_t *)big.map)[index[i]] = 100 + i;
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, SHADER(big), 2, NULL, 32, NULL, &p)) {
        vkt_bind_buffer(&v, &p, 0, SSBO, &big, 0, VK_WHOLE_SIZE);
        vkt_bind_buffer(&v, &p, 1, SSBO, &out, 0, VK_WHOLE_SIZE);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkt_bind(cmd, &p);
        vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 32, index);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_run(&v, cmd);
        for (uint32_t i = 0; i < 8; i++) {
            kt_eq(((uint32_t *)out.map)[i], i < 7 ? 100 + i : 0);
            kt_eq(((uint32_t *)out.map)[8 + i], (uint32_t)(size / 4));
            if (i < 7)
                kt_eq(((uint32_t *)big.map)[index[i]], i + 1);
        }
    }
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &out);
    vkt_buffer_free(&v, &big);
    vkt_finish(&v);
}

// ---- addresses

struct addressed {
    VkBuffer buffer;
    VkDeviceMemory memory;
    VkDeviceAddress address;
    uint64_t capture;
    uint32_t *map;
};

static struct addressed addressed_buffer(uint64_t replay)
{
    struct addressed a = {0};
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .flags = VK_BUFFER_CREATE_DEVICE_ADDRESS_CAPTURE_REPLAY_BIT,
                               .size = 65536,
                               .usage = VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &a.buffer));
    VkMemoryOpaqueCaptureAddressAllocateInfo capture = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_OPAQUE_CAPTURE_ADDRESS_ALLOCATE_INFO,
        .opaqueCaptureAddress = replay};
    VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                       .pNext = &capture,
                                       .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT |
                                                VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_CAPTURE_REPLAY_BIT};
    VkMemoryAllocateInfo alloc = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags, .allocationSize = 65536};
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &a.memory));
    VkMemoryRequirements requirements;
    vkGetBufferMemoryRequirements(v.device, a.buffer, &requirements);
    vkt_ok(vkBindBufferMemory(v.device, a.buffer, a.memory, 0));
    vkt_ok(vkMapMemory(v.device, a.memory, 0, VK_WHOLE_SIZE, 0, (void **)&a.map));
    VkBufferDeviceAddressInfo of = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                    .buffer = a.buffer};
    VkDeviceMemoryOpaqueCaptureAddressInfo memory = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_MEMORY_OPAQUE_CAPTURE_ADDRESS_INFO, .memory = a.memory};
    PFN_vkGetBufferDeviceAddressKHR get = vkt_proc(&v, vkGetBufferDeviceAddressKHR);
    PFN_vkGetDeviceMemoryOpaqueCaptureAddressKHR captured =
        vkt_proc(&v, vkGetDeviceMemoryOpaqueCaptureAddressKHR);
    a.address = get(v.device, &of);
    a.capture = captured(v.device, &memory);
    return a;
}

static void free_addressed(struct addressed *a)
{
    vkDestroyBuffer(v.device, a->buffer, NULL);
    vkFreeMemory(v.device, a->memory, NULL);
}

KT_TEST(addresses)
{
    struct rig r = {0};
    if (!vkt_init(&v, NULL))
        return;
    if (!features_of().bufferDeviceAddress) {
        vkt_finish(&v);
        kt_skip("no addresses of buffers");
    }
    struct addressed a = addressed_buffer(0), b = addressed_buffer(0);
    VkDeviceAddress address = a.address;
    uint64_t capture = a.capture;
    kt_ok(a.address && b.address && a.address != b.address, "addresses");
    if (make_pipeline(&r, SHADER(address), 16)) {
        const struct {
            uint64_t at;
            uint32_t add, unused;
        } first = {a.address, 5, 0}, second = {b.address + 4, 7, 0};
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, r.pipeline);
        push(cmd, &r, 16, &first);
        vkCmdDispatch(cmd, 10, 1, 1);
        push(cmd, &r, 16, &second);
        vkCmdDispatch(cmd, 10, 1, 1);
        vkt_run(&v, cmd);
        for (uint32_t i = 0; i < 642; i++)
            if (!kt_ok(a.map[i] == (i < 640 ? 5 : 0) && b.map[i] == (i > 0 && i < 641 ? 7 : 0),
                       "word %u: %u %u", i, a.map[i], b.map[i]))
                break;
    }
    // Another device gives the same address again.
    free_addressed(&a);
    free_addressed(&b);
    free_rig(&r);
    vkt_finish(&v);
    if (!vkt_init(&v, NULL))
        return;
    b = addressed_buffer(0); // takes the first free place
    a = addressed_buffer(capture + (1 << 20));
    kt_eq(a.address, address + (1 << 20));
    free_addressed(&a);
    free_addressed(&b);
    a = addressed_buffer(capture);
    kt_eq(a.address, address);
    free_addressed(&a);
    vkt_finish(&v);
}

KT_MAIN()
