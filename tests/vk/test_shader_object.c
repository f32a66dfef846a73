// VK_EXT_shader_object: compute shaders without pipelines, from SPIR-V and from their binaries.
#include <stdlib.h>
#include <string.h>

#include "newer.h"
#include "vk/vkt.h"
#include "vkt_count.h"

static struct vkt v;

enum { N = 128, PUSH = 4 };

static const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, PUSH};

static VkShaderCreateInfoEXT of_code(const struct vkt_pipeline *p)
{
    return (VkShaderCreateInfoEXT){.sType = VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT,
                                   .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                   .codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT,
                                   .codeSize = sizeof(vkt_count),
                                   .pCode = vkt_count,
                                   .pName = "main",
                                   .setLayoutCount = 1,
                                   .pSetLayouts = &p->set_layout,
                                   .pushConstantRangeCount = 1,
                                   .pPushConstantRanges = &range};
}

static bool start(struct vkt_pipeline *p, struct vkt_buffer *b)
{
    const VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}) ||
        !vkt_pipeline(&v, (struct vkt_shader){vkt_count, sizeof(vkt_count)}, 1, &type, PUSH, NULL, p))
        return false;
    *b = vkt_buffer(&v, N * 4);
    vkt_bind_buffer(&v, p, 0, type, b, 0, VK_WHOLE_SIZE);
    return true;
}

static void finish(struct vkt_pipeline *p, struct vkt_buffer *b)
{
    vkt_buffer_free(&v, b);
    vkt_pipeline_free(&v, p);
    vkt_finish(&v);
}

static VkShaderEXT make(const VkShaderCreateInfoEXT *info)
{
    VkShaderEXT s = VK_NULL_HANDLE;
    vkt_ok(vkt_proc(&v, vkCreateShadersEXT)(v.device, 1, info, NULL, &s));
    return s;
}

static void drop(VkShaderEXT s)
{
    vkt_proc(&v, vkDestroyShaderEXT)(v.device, s, NULL);
}

static void bind_shader(VkCommandBuffer cmd, VkShaderEXT s)
{
    const VkShaderStageFlagBits stage = VK_SHADER_STAGE_COMPUTE_BIT;
    vkt_proc(&v, vkCmdBindShadersEXT)(cmd, 1, &stage, &s);
}

// Runs count.comp with what is bound.
static void count(VkCommandBuffer cmd, const struct vkt_pipeline *p, uint32_t add)
{
    vkCmdPushConstants(cmd, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, PUSH, &add);
    vkCmdDispatch(cmd, N / 64, 1, 1);
    vkt_barrier(cmd);
}

static void all_are(const struct vkt_buffer *b, uint32_t want, const char *what)
{
    const uint32_t *got = b->map;
    for (uint32_t i = 0; i < N; i++)
        if (!kt_ok(got[i] == want, "%s: element %u is %u, not %u", what, i, got[i], want))
            break;
}

// A pipeline, a shader object, nothing, and the pipeline once more: the last one bound counts.
KT_TEST(beside_pipelines)
{
    struct vkt_pipeline p;
    struct vkt_buffer b;
    if (!start(&p, &b))
        return;
    const VkShaderCreateInfoEXT info = of_code(&p);
    VkShaderEXT s = make(&info);
    const VkShaderStageFlagBits stage = VK_SHADER_STAGE_COMPUTE_BIT;
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    count(cmd, &p, 1);
    bind_shader(cmd, s);
    count(cmd, &p, 2);
    vkt_proc(&v, vkCmdBindShadersEXT)(cmd, 1, &stage, NULL);
    vkt_bind(cmd, &p);
    count(cmd, &p, 3);
    vkt_run(&v, cmd);
    all_are(&b, (1 * 2 + 2) * 2 + 3, "three dispatches");
    drop(s);
    drop(VK_NULL_HANDLE);
    finish(&p, &b);
}

KT_TEST(binaries)
{
    struct vkt_pipeline p;
    struct vkt_buffer b;
    if (!start(&p, &b))
        return;
    VkShaderCreateInfoEXT info = of_code(&p);
    VkShaderEXT s = make(&info);
    PFN_vkGetShaderBinaryDataEXT binary_of = vkt_proc(&v, vkGetShaderBinaryDataEXT);
    size_t size = 0, less;
    vkt_ok(binary_of(v.device, s, &size, NULL));
    kt_true(size > 0);
    uint8_t *binary = aligned_alloc(16, (size + 15) & ~(size_t)15);
    memset(binary, 0x5a, size);
    less = size - 1;
    kt_eq(binary_of(v.device, s, &less, binary), VK_INCOMPLETE);
    kt_eq(less, 0);
    kt_eq(binary[0], 0x5a);
    vkt_ok(binary_of(v.device, s, &size, binary));
    drop(s);

    info.codeType = VK_SHADER_CODE_TYPE_BINARY_EXT;
    info.pCode = binary;
    info.codeSize = size;
    s = make(&info);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 1, &p.set, 0, NULL);
    bind_shader(cmd, s);
    count(cmd, &p, 7);
    vkt_run(&v, cmd);
    all_are(&b, 7, "from the binary");
    uint8_t *again = malloc(size);
    less = size;
    vkt_ok(binary_of(v.device, s, &less, again));
    kt_eq(less, size);
    kt_true(!memcmp(again, binary, size));
    drop(s);

    PFN_vkCreateShadersEXT create = vkt_proc(&v, vkCreateShadersEXT);
    s = (VkShaderEXT)1;
    info.codeSize = size / 2;
    kt_eq(create(v.device, 1, &info, NULL, &s), VK_INCOMPATIBLE_SHADER_BINARY_EXT);
    kt_true(s == VK_NULL_HANDLE);
    info.codeSize = size;
    binary[0] ^= 1;
    kt_eq(create(v.device, 1, &info, NULL, &s), VK_INCOMPATIBLE_SHADER_BINARY_EXT);
    free(binary);
    free(again);
    finish(&p, &b);
}

// The first that cannot be made ends the call; those before it are there.
KT_TEST(some_cannot_be_made)
{
    struct vkt_pipeline p;
    struct vkt_buffer b;
    if (!start(&p, &b))
        return;
    VkShaderCreateInfoEXT infos[3] = {of_code(&p), of_code(&p), of_code(&p)};
    infos[1].stage = VK_SHADER_STAGE_VERTEX_BIT;
    VkShaderEXT s[3] = {(VkShaderEXT)1, (VkShaderEXT)1, (VkShaderEXT)1};
    kt_eq(vkt_proc(&v, vkCreateShadersEXT)(v.device, 3, infos, NULL, s), VK_ERROR_INITIALIZATION_FAILED);
    kt_true(s[0] && !s[1] && !s[2]);
    drop(s[0]);
    finish(&p, &b);
}

// A required subgroup size comes with the shader; a compile that fails leaves nothing behind.
KT_TEST(subgroup_sizes)
{
    struct vkt_pipeline p;
    struct vkt_buffer b;
    if (!start(&p, &b))
        return;
    for (uint32_t size = vkt_min_subgroup(&v); size <= 32; size *= 2) {
        const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo required = {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
            .requiredSubgroupSize = size};
        VkShaderCreateInfoEXT info = of_code(&p);
        info.pNext = &required;
        info.flags = VK_SHADER_CREATE_REQUIRE_FULL_SUBGROUPS_BIT_EXT;
        VkShaderEXT s = make(&info);
        memset(b.map, 0, b.size);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 1, &p.set, 0, NULL);
        bind_shader(cmd, s);
        count(cmd, &p, size);
        vkt_run(&v, cmd);
        all_are(&b, size, "with a subgroup size");
        drop(s);
    }
    finish(&p, &b);
}

// The state of graphics shaders belongs to the extension: its commands can be found.
KT_TEST(commands_of_graphics_state)
{
    static const char *const names[] = {"vkCmdSetCullModeEXT",       "vkCmdSetVertexInputEXT",
                                        "vkCmdSetPolygonModeEXT",    "vkCmdSetLogicOpEXT",
                                        "vkCmdSetColorWriteMaskEXT", "vkCmdBindVertexBuffers2EXT"};
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return;
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        kt_ok(vkGetDeviceProcAddr(v.device, names[i]) != NULL, "%s is not there", names[i]);
    vkt_finish(&v);
}

KT_MAIN()
