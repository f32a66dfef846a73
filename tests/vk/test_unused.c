// Descriptors that no lane comes to use: of bindings that are partially bound they need not be valid, so that
// the compiler may not read there on its own account (compiler/llvm/opt/speculate.c).
#include "vk/vkt.h"
#include "vkt_unused.h"

#define SSBO VK_DESCRIPTOR_TYPE_STORAGE_BUFFER

enum { N = 64, LIMIT = 100, BIG = 80 << 20 }; // BIG: memory of its own, which goes with it

static struct vkt v;

static VkDescriptorSetLayout set_layout(VkDescriptorBindingFlags of_last)
{
    VkDescriptorSetLayoutBinding bindings[3];
    VkDescriptorBindingFlags flags[3] = {0, 0, of_last};
    for (uint32_t i = 0; i < 3; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){i, SSBO, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    VkDescriptorSetLayoutBindingFlagsCreateInfo more = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO,
        .bindingCount = 3,
        .pBindingFlags = flags};
    VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                            .pNext = &more,
                                            .bindingCount = 3,
                                            .pBindings = bindings};
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    vkt_ok(vkCreateDescriptorSetLayout(v.device, &info, NULL, &layout));
    return layout;
}

// The third descriptor is that of a buffer that is gone, if `gone`, and was never written if `never`.
static void run(VkDescriptorBindingFlags flags, bool gone, bool never)
{
    VkDescriptorSetLayout set = set_layout(flags);
    struct vkt_pipeline p = {.set_layout = set, .layout = vkt_layout(&v, 1, &set, 0)};
    VkDescriptorPoolSize size = {SSBO, 3};
    p.pool = vkt_allocate(&v, 1, &set, 1, &size, &p.set);
    p.pipeline = vkt_compute(&v, (struct vkt_shader){vkt_unused, sizeof(vkt_unused)}, p.layout, 0, NULL);
    struct vkt_buffer x = vkt_buffer(&v, N * 4), y = vkt_buffer(&v, N * 4), z = vkt_buffer(&v, BIG);
    for (uint32_t i = 0; i < N; i++)
        ((uint32_t *)x.map)[i] = gone || never ? i : 4 * i;
    for (uint32_t i = 0; i < 16; i++)
        ((uint32_t *)z.map)[i] = 1000 * i;
    const struct vkt_buffer *buffers[] = {&x, &y, &z};
    for (uint32_t i = 0; i < (never ? 2 : 3); i++)
        vkt_bind_buffer(&v, &p, i, SSBO, buffers[i], 0, VK_WHOLE_SIZE);
    if (gone)
        vkt_buffer_free(&v, &z);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_run(&v, cmd);
    for (uint32_t i = 0; i < N; i++) {
        uint32_t sum = ((uint32_t *)x.map)[i];
        kt_eq(((uint32_t *)y.map)[i], sum > LIMIT ? sum + 3000 + 10000 : sum);
    }
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &x);
    vkt_buffer_free(&v, &y);
    if (!gone)
        vkt_buffer_free(&v, &z);
}

KT_TEST(descriptors_that_nobody_uses)
{
    if (!vkt_init(&v, NULL))
        return;
    run(0, false, false);
    run(VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT, false, false);
    run(VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT, false, true);
    run(VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT, true, false);
    vkt_finish(&v);
}

KT_MAIN()
