// The registry of hardware rules (src/hw/rules.def), both sides of it: what the driver submits keeps every
// rule of the device, and where KILN_DEBUG=forget makes it break one, the simulated device says which.
//
// Each case is a process of its own: the driver reads its environment once.
#include <sys/wait.h>
#include <unistd.h>

#include "hw/rules.h"
#include "newer.h"
#include "util/math.h"
#include "vk/vkt.h"
#include "vkt_matrix_product.h"
#include "vkt_rules.h"
#include "vkt_saxpy.h"
#include "vkt_texels.h"

static void record(VkCommandBuffer cmd, const struct vkt_pipeline *p, const struct vkt_pipeline *small,
                   const struct vkt_buffer *counts, VkQueryPool pool)
{
    VkMemoryBarrier host = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                            .srcAccessMask = VK_ACCESS_HOST_WRITE_BIT,
                            .dstAccessMask = VK_ACCESS_UNIFORM_READ_BIT | VK_ACCESS_SHADER_READ_BIT};
    vkCmdResetQueryPool(cmd, pool, 0, 2);
    vkt_bind(cmd, small);
    vkCmdPushConstants(cmd, small->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, (uint32_t[]){3, 64});
    vkCmdDispatch(cmd, 1, 1, 1);
    for (uint32_t i = 0; i < 3; i++) {
        vkt_bind(cmd, p);
        vkCmdPushConstants(cmd, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &i);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, pool, i & 1);
        vkt_barrier(cmd);
        vkCmdDispatch(cmd, 9, 1, 1);
        vkCmdDispatchIndirect(cmd, counts->buffer, 0);
        vkt_barrier(cmd);
    }
    vkt_bind(cmd, small);
    for (uint32_t i = 0; i < 2; i++) { // other constants, and nothing to wait for
        vkCmdPushConstants(cmd, small->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, (uint32_t[]){i, 64});
        vkCmdDispatch(cmd, 1, 1, 1);
    }
    // As many binding tables as make the base addresses move.
    for (uint32_t i = 0; i < 1500; i++) {
        vkt_bind(cmd, &small[i & 1]);
        vkCmdPushConstants(cmd, small->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, (uint32_t[]){i, 64});
        vkCmdDispatch(cmd, 1, 1, 1);
    }
    // From the host: nothing is to be waited for.
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &host,
                         0, NULL, 0, NULL);
}

// Dispatches that need everything: memory written by one and read as uniforms by the next, constants,
// scratch, shared memory, timestamps, counts from memory, and a barrier that only invalidates.
static VkResult work(struct vkt *v)
{
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_pipeline p, small[2];
    struct vkt_buffer b = vkt_buffer(v, 4096), counts = vkt_buffer(v, 64);
    if (!vkt_pipeline(v, (struct vkt_shader){vkt_rules, sizeof(vkt_rules)}, 2, types, 4, NULL, &p))
        return VK_ERROR_UNKNOWN;
    for (unsigned i = 0; i < 2; i++) {
        if (!vkt_pipeline(v, (struct vkt_shader){vkt_saxpy, sizeof(vkt_saxpy)}, 2,
                          (VkDescriptorType[]){types[1], types[1]}, 8, NULL, &small[i]))
            return VK_ERROR_UNKNOWN;
        for (unsigned k = 0; k < 2; k++)
            vkt_bind_buffer(v, &small[i], k, types[1], &b, 2048 + k * 1024, 1024);
    }
    memcpy(counts.map, (uint32_t[]){7, 1, 1}, 12);
    vkt_bind_buffer(v, &p, 0, types[0], &b, 0, 1024);
    vkt_bind_buffer(v, &p, 1, types[1], &b, 0, 1024);
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = 2};
    VkQueryPool pool;
    vkt_ok(vkCreateQueryPool(v->device, &info, NULL, &pool));
    VkCommandBuffer cmd[2];
    for (unsigned i = 0; i < 2; i++) {
        cmd[i] = vkt_begin(v);
        record(cmd[i], &p, small, &counts, pool);
        vkt_ok(vkEndCommandBuffer(cmd[i]));
    }
    VkSubmitInfo s = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 2, .pCommandBuffers = cmd};
    VkResult result = vkQueueSubmit(v->queue, 1, &s, VK_NULL_HANDLE);
    return result ? result : vkQueueWaitIdle(v->queue);
}

// A shader samples an image whose memory has been exported.
static VkResult shared_work(struct vkt *v)
{
    const VkExternalMemoryHandleTypeFlagBits type = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_pipeline p;
    VkExternalMemoryImageCreateInfo ext = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
                                           .handleTypes = type};
    VkImageCreateInfo info = vkt_image_2d(VK_FORMAT_R8G8B8A8_UNORM, 8, 8, 1, 1,
                                          VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.pNext = &ext;
    VkImage image;
    VkMemoryRequirements req;
    VkDeviceMemory memory;
    VkImageView view;
    int fd = -1;
    struct vkt_buffer out = vkt_buffer(v, 1024);
    if (!vkt_pipeline(v, (struct vkt_shader){vkt_texels, sizeof(vkt_texels)}, 2, types, 8, NULL, &p))
        return VK_ERROR_UNKNOWN;
    vkt_ok(vkCreateImage(v->device, &info, NULL, &image));
    vkGetImageMemoryRequirements(v->device, image, &req);
    VkExportMemoryAllocateInfo ex = {.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                                     .handleTypes = type};
    VkMemoryAllocateInfo alloc = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &ex, .allocationSize = req.size};
    vkt_ok(vkAllocateMemory(v->device, &alloc, NULL, &memory));
    vkt_ok(vkBindImageMemory(v->device, image, memory, 0));
    VkMemoryGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR, .memory = memory, .handleType = type};
    vkt_ok(vkt_proc(v, vkGetMemoryFdKHR)(v->device, &get, &fd));
    VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                       .image = image,
                                       .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                       .format = info.format,
                                       .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    vkt_ok(vkCreateImageView(v->device, &view_info, NULL, &view));
    VkDescriptorImageInfo desc = {.imageView = view, .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = p.set,
                              .descriptorCount = 1,
                              .descriptorType = types[0],
                              .pImageInfo = &desc};
    vkUpdateDescriptorSets(v->device, 1, &w, 0, NULL);
    vkt_bind_buffer(v, &p, 1, types[1], &out, 0, VK_WHOLE_SIZE);
    vkt_general(v, image);
    VkCommandBuffer cmd = vkt_begin(v);
    vkt_bind(cmd, &p);
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, (int32_t[]){8, 8});
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_ok(vkEndCommandBuffer(cmd));
    VkSubmitInfo s = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
    VkResult result = vkQueueSubmit(v->queue, 1, &s, VK_NULL_HANDLE);
    close(fd);
    return result ? result : vkQueueWaitIdle(v->queue);
}

static struct vkt_buffer addressed_buffer(struct vkt *v, VkDeviceSize size, VkBufferUsageFlags usage,
                                          VkDeviceAddress *address)
{
    struct vkt_buffer b = {.size = size};
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = size,
                                     .usage = usage | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    const VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                             .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    VkMemoryRequirements r;
    vkt_ok(vkCreateBuffer(v->device, &info, NULL, &b.buffer));
    vkGetBufferMemoryRequirements(v->device, b.buffer, &r);
    const VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                        .pNext = &flags,
                                        .allocationSize = r.size,
                                        .memoryTypeIndex = (uint32_t)__builtin_ctz(r.memoryTypeBits)};
    vkt_ok(vkAllocateMemory(v->device, &alloc, NULL, &b.memory));
    vkt_ok(vkBindBufferMemory(v->device, b.buffer, b.memory, 0));
    vkt_ok(vkMapMemory(v->device, b.memory, 0, VK_WHOLE_SIZE, 0, &b.map));
    *address = vkGetBufferDeviceAddress(
        v->device, &(VkBufferDeviceAddressInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                                .buffer = b.buffer});
    return b;
}

// Dispatches whose commands the device writes itself.
static VkResult generated_work(struct vkt *v)
{
    enum { SEQUENCES = 3 };
    VkPhysicalDeviceDeviceGeneratedCommandsFeaturesEXT has = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEVICE_GENERATED_COMMANDS_FEATURES_EXT};
    vkGetPhysicalDeviceFeatures2(
        v->physical,
        &(VkPhysicalDeviceFeatures2){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &has});
    if (!has.deviceGeneratedCommands)
        return VK_SUCCESS;
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_pipeline p;
    struct vkt_buffer b = vkt_buffer(v, 4096);
    if (!vkt_pipeline(v, (struct vkt_shader){vkt_saxpy, sizeof(vkt_saxpy)}, 2, types, 8, NULL, &p))
        return VK_ERROR_UNKNOWN;
    for (unsigned k = 0; k < 2; k++)
        vkt_bind_buffer(v, &p, k, types[k], &b, k * 1024, 1024);
    const VkIndirectCommandsLayoutTokenEXT token = {.sType =
                                                        VK_STRUCTURE_TYPE_INDIRECT_COMMANDS_LAYOUT_TOKEN_EXT,
                                                    .type = VK_INDIRECT_COMMANDS_TOKEN_TYPE_DISPATCH_EXT};
    const VkIndirectCommandsLayoutCreateInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_INDIRECT_COMMANDS_LAYOUT_CREATE_INFO_EXT,
        .shaderStages = VK_SHADER_STAGE_COMPUTE_BIT,
        .indirectStride = 12,
        .pipelineLayout = p.layout,
        .tokenCount = 1,
        .pTokens = &token};
    VkIndirectCommandsLayoutEXT layout = VK_NULL_HANDLE;
    vkt_ok(vkt_proc(v, vkCreateIndirectCommandsLayoutEXT)(v->device, &info, NULL, &layout));
    VkGeneratedCommandsPipelineInfoEXT pipeline = {
        .sType = VK_STRUCTURE_TYPE_GENERATED_COMMANDS_PIPELINE_INFO_EXT, .pipeline = p.pipeline};
    const VkGeneratedCommandsMemoryRequirementsInfoEXT needs = {
        .sType = VK_STRUCTURE_TYPE_GENERATED_COMMANDS_MEMORY_REQUIREMENTS_INFO_EXT,
        .pNext = &pipeline,
        .indirectCommandsLayout = layout,
        .maxSequenceCount = SEQUENCES};
    VkMemoryRequirements2 r = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    vkt_proc(v, vkGetGeneratedCommandsMemoryRequirementsEXT)(v->device, &needs, &r);
    VkDeviceAddress in, preprocess;
    struct vkt_buffer counts = addressed_buffer(v, 64, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT, &in);
    addressed_buffer(v, r.memoryRequirements.size, VK_BUFFER_USAGE_2_PREPROCESS_BUFFER_BIT_EXT, &preprocess);
    memcpy(counts.map, (uint32_t[SEQUENCES * 3]){1, 1, 1, 1, 0, 1, 2, 1, 1}, SEQUENCES * 12);
    const VkGeneratedCommandsInfoEXT run = {.sType = VK_STRUCTURE_TYPE_GENERATED_COMMANDS_INFO_EXT,
                                            .pNext = &pipeline,
                                            .shaderStages = VK_SHADER_STAGE_COMPUTE_BIT,
                                            .indirectCommandsLayout = layout,
                                            .indirectAddress = in,
                                            .indirectAddressSize = SEQUENCES * 12,
                                            .preprocessAddress = preprocess,
                                            .preprocessSize = r.memoryRequirements.size,
                                            .maxSequenceCount = SEQUENCES};
    VkCommandBuffer cmd = vkt_begin(v);
    vkt_bind(cmd, &p);
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, (uint32_t[]){1, 64});
    vkt_proc(v, vkCmdExecuteGeneratedCommandsEXT)(cmd, VK_FALSE, &run);
    vkt_ok(vkEndCommandBuffer(cmd));
    VkResult result = vkt_submit(v->queue, (struct vkt_submit){.cmd = cmd});
    return result ? result : vkQueueWaitIdle(v->queue);
}

// A product of matrices by the unit: one group's of shaders/matrix_product.spvasm.
static VkResult matrix_work(struct vkt *v)
{
    enum { SIDE = 256 };
    struct vkt_pipeline p;
    if (!vkt_pipeline(v, (struct vkt_shader){vkt_matrix_product, sizeof(vkt_matrix_product)}, 3, NULL, 0,
                      NULL, &p))
        return VK_ERROR_UNKNOWN;
    for (unsigned k = 0; k < 3; k++) {
        struct vkt_buffer b = vkt_buffer(v, SIDE * SIDE * (k < 2 ? 2 : 4));
        vkt_bind_buffer(v, &p, k, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &b, 0, VK_WHOLE_SIZE);
    }
    VkCommandBuffer cmd = vkt_begin(v);
    vkt_bind(cmd, &p);
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_ok(vkEndCommandBuffer(cmd));
    VkResult result = vkt_submit(v->queue, (struct vkt_submit){.cmd = cmd});
    return result ? result : vkQueueWaitIdle(v->queue);
}

// What the driver and the device say of `work`, on an engine, without this rule; NULL: with all.
static char *said(const char *device, const char *engine, const char *rule, int *result)
{
    int pipes[2];
    if (pipe(pipes))
        return NULL;
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        char debug[128];
        struct vkt v;
        // At SIMD16 the scratch memory of all threads is as large as what is allocated for it.
        snprintf(debug, sizeof(debug), "forget=%s,simd16", rule ? rule : "");
        setenv("KILN_DEBUG", debug, 1);
        setenv("KILN_DEVICE", device, 1);
        setenv("KILN_ENGINE", engine, 1);
        dup2(pipes[1], 2);
        bool ok = vkt_init(&v, &(struct vkt_options){.newer = true});
        bool unit = strstr(device, "dg2") != NULL;
        _exit(!ok                                                                              ? 3
              : work(&v) || shared_work(&v) || generated_work(&v) || (unit && matrix_work(&v)) ? 1
                                                                                               : 0);
    }
    close(pipes[1]);
    char *text = calloc(1, 1 << 20);
    size_t n = 0;
    for (ssize_t got; text && n < (1 << 20) - 1 && (got = read(pipes[0], text + n, (1 << 20) - 1 - n)) > 0;)
        n += (size_t)got;
    close(pipes[0]);
    int status = 0;
    waitpid(child, &status, 0);
    *result = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return text;
}

// By enum kiln_platform, of those that rules begin with.
static const char *const names[] = {
    [KILN_PLATFORM_SKL] = "skl",   [KILN_PLATFORM_BXT] = "bxt",   [KILN_PLATFORM_KBL] = "kbl",
    [KILN_PLATFORM_GLK] = "glk",   [KILN_PLATFORM_CFL] = "cfl",   [KILN_PLATFORM_CML] = "cml",
    [KILN_PLATFORM_BDW] = "bdw",   [KILN_PLATFORM_ICL] = "icl",   [KILN_PLATFORM_TGL] = "tgl",
    [KILN_PLATFORM_ADLS] = "adls", [KILN_PLATFORM_ADLN] = "adln", [KILN_PLATFORM_DG2] = "dg2",
};

KT_TEST(the_driver_keeps_the_rules)
{
    static const char *const devices[] = {"sim:skl",     "sim:skl-gt1", "sim:bxt",  "sim:kbl", "sim:glk",
                                          "sim:cfl-gt1", "sim:cml",     "sim:bdw",  "sim:chv", "sim:icl",
                                          "sim:tgl",     "sim:adln",    "sim:rplp", "sim:dg2", "sim:mtl"};
    for (unsigned i = 0; i < KILN_ARRAY_LEN(devices); i++) {
        // The last one on either engine.
        for (unsigned engine = 0; engine < (i + 1 < KILN_ARRAY_LEN(devices) ? 1 : 2); engine++) {
            int result;
            char *text = said(devices[i], engine ? "render" : "compute", NULL, &result);
            kt_ok(result == 0 && text && !strstr(text, "rule "), "%s: %d: %s", devices[i], result, text);
            free(text);
        }
    }
}

KT_TEST(a_forgotten_rule_is_reported)
{
    for (unsigned i = 0; i < KILN_RULE_COUNT; i++) {
        const struct kiln_rule_info *rule = kiln_rule_info((enum kiln_rule)i);
        char device[32], wanted[64];
        int result;
        if (rule->doer != KILN_RULE_DRIVER)
            continue;
        snprintf(device, sizeof(device), "sim:%s%s", names[__builtin_ctz(rule->platforms)],
                 i == KILN_RULE_SCRATCH_SLOTS ? "-gt1" : "");
        // Threads without scratch of their own are a page fault, or write where others do.
        snprintf(wanted, sizeof(wanted),
                 i == KILN_RULE_SCRATCH_SLOTS ? "page fault" : "rule %s:", rule->name);
        char *text = said(device, "compute", rule->name, &result);
        // The host may take the last write for the end before the batch is found wrong.
        bool end = i == KILN_RULE_END_FLUSH || i == KILN_RULE_FLUSH_WRITE_SPLIT;
        kt_ok((result == 1 || (end && result == 0)) && text && strstr(text, wanted), "%s on %s: %d: %s",
              rule->name, device, result, text);
        free(text);
    }
}

KT_TEST(names)
{
    for (unsigned i = 0; i < KILN_RULE_COUNT; i++) {
        char list[160];
        snprintf(list, sizeof(list), "none:%s,submit", kiln_rule_info((enum kiln_rule)i)->name);
        kt_true(kiln_rules_named(list) == UINT64_C(1) << i);
        kt_true(kiln_rule_info((enum kiln_rule)i)->platforms != 0);
    }
    kt_true(kiln_rules_named(NULL) == 0 && kiln_rules_named("") == 0);
}

KT_MAIN()
