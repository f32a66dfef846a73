// VK_EXT_device_generated_commands: dispatches whose group counts, push constants and pipelines the device
// reads from memory. The layer is off: it does not know the extension.
#include "vk/sequences.h"
#include "vkt_fill_sequences.h"

// ---- without execution sets

static void all_tokens(uint32_t most, bool pick)
{
    struct scene s;
    if (!start_plain(&s, most, pick, VK_INDIRECT_COMMANDS_LAYOUT_USAGE_UNORDERED_SEQUENCES_BIT_EXT))
        return;
    write_sequences(&s);
    VkCommandBuffer cmd = vkt_begin(&v);
    begin_state(cmd, &s, 0xab);
    execute(cmd, &s, 0, VK_NULL_HANDLE);
    vkt_run(&v, cmd);
    check(&s, s.most, 0xab, pick, 0);
    finish(&s);
}

KT_TEST(all_tokens_of_one_sequence)
{
    all_tokens(1, false);
}

KT_TEST(all_tokens_of_many_sequences)
{
    all_tokens(1000, false);
}

KT_TEST(constants_that_are_indexed)
{
    all_tokens(600, true);
}

// Of more than the driver's kernel writes at once.
KT_TEST(very_many_sequences)
{
    all_tokens(70000, false);
}

KT_TEST(counts_from_memory)
{
    struct scene s;
    if (!start_plain(&s, 700, false, 0))
        return;
    write_sequences(&s);
    static const uint32_t counts[] = {0, 1, 31, 32, 33, 699, 700, 5000};
    uint32_t *count = (uint32_t *)((uint8_t *)s.in.map + s.most * sizeof(struct sequence)) + 1;
    for (uint32_t i = 0; i < sizeof(counts) / 4; i++) {
        *count = counts[i];
        memset(s.out.map, 0, s.out.size);
        VkCommandBuffer cmd = vkt_begin(&v);
        begin_state(cmd, &s, i);
        execute(cmd, &s, s.in_address + s.most * sizeof(struct sequence) + 4, VK_NULL_HANDLE);
        vkt_run(&v, cmd);
        check(&s, counts[i] < s.most ? counts[i] : s.most, i, false, 0);
    }
    finish(&s);
}

// The most that there may be, of which the count leaves a few. An eighth of that on other chips than the
// first: it is the same kernel that looks at each.
KT_TEST(few_of_the_most)
{
    struct scene s;
    VkPhysicalDeviceDeviceGeneratedCommandsPropertiesEXT limits = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEVICE_GENERATED_COMMANDS_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 props = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                         .pNext = &limits};
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return;
    vkGetPhysicalDeviceProperties2(v.physical, &props);
    vkt_finish(&v);
    kt_true(limits.maxIndirectSequenceCount >= 1u << 20);
    const char *device = getenv("KILN_DEVICE");
    const bool whole = !device || !strcmp(device, "sim:skl") || getenv("KILN_TEST_ALL");
    if (!start_plain(&s, limits.maxIndirectSequenceCount / (whole ? 1 : 8), false, 0))
        return;
    const uint32_t few = 3;
    struct sequence *to = s.in.map;
    for (uint32_t i = 0; i < few; i++)
        to[i] = sequence(i, s.most);
    memcpy(to + s.most, &few, 4);
    VkCommandBuffer cmd = vkt_begin(&v);
    begin_state(cmd, &s, 1);
    execute(cmd, &s, s.in_address + s.most * sizeof(struct sequence), VK_NULL_HANDLE);
    vkt_run(&v, cmd);
    check(&s, few, 1, false, 0);
    finish(&s);
}

// A kernel writes the sequences and their number; and what is bound is as before behind them.
KT_TEST(sequences_that_the_device_writes)
{
    struct scene s;
    struct vkt_pipeline fill;
    const VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    if (!start_plain(&s, 64, false, 0) ||
        !vkt_pipeline(&v, (struct vkt_shader){vkt_fill_sequences, sizeof(vkt_fill_sequences)}, 1, &type, 4,
                      NULL, &fill))
        return;
    vkt_bind_buffer(&v, &fill, 0, type, &s.in, 0, VK_WHOLE_SIZE);
    const uint32_t count = 41;
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &fill);
    vkCmdPushConstants(cmd, fill.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &count);
    vkCmdDispatch(cmd, 1, 1, 1);
    const VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                     .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                     .dstAccessMask = VK_ACCESS_INDIRECT_COMMAND_READ_BIT};
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, 0, 1,
                         &barrier, 0, NULL, 0, NULL);
    begin_state(cmd, &s, 17);
    const struct push last = {.where = 63, .value = 5, .sequence = 6, .kept = 17, .table = {0, 0, 9, 0}};
    vkCmdPushConstants(cmd, s.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(last), &last);
    vkCmdDispatch(cmd, 2, 1, 1);
    execute(cmd, &s, s.in_address + s.most * sizeof(struct sequence), VK_NULL_HANDLE);
    vkCmdDispatch(cmd, 2, 1, 1);
    vkt_run(&v, cmd);
    const uint32_t *got = s.out.map;
    for (uint32_t i = 0; i < 63; i++) {
        const uint32_t *r = got + i * RESULT;
        if (i < count)
            kt_ok(r[0] == i % 3 + 1 && r[1] == i * 7 && r[2] == i && r[4] == i + 200 && r[5] == 17,
                  "sequence %u: %u %u %u %u %u", i, r[0], r[1], r[2], r[4], r[5]);
        else
            kt_eq(r[0], 0);
    }
    const uint32_t *r = got + 63 * RESULT;
    kt_ok(r[0] == 4 && r[1] == 5 && r[2] == 6 && r[3] == (2 | 1 << 8 | 1 << 16) && r[4] == 9,
          "the dispatches around: %u %u %u %u %u", r[0], r[1], r[2], r[3], r[4]);
    vkt_pipeline_free(&v, &fill);
    finish(&s);
}

// Explicitly, in a command buffer of its own that is gone by then.
KT_TEST(preprocessed)
{
    struct scene s;
    if (!start_plain(&s, 300, true, VK_INDIRECT_COMMANDS_LAYOUT_USAGE_EXPLICIT_PREPROCESS_BIT_EXT))
        return;
    write_sequences(&s);
    const VkGeneratedCommandsPipelineInfoEXT pipeline = {
        .sType = VK_STRUCTURE_TYPE_GENERATED_COMMANDS_PIPELINE_INFO_EXT, .pipeline = s.pipeline};
    VkGeneratedCommandsInfoEXT info = info_of(&s, 0, VK_NULL_HANDLE);
    info.pNext = &pipeline;
    VkCommandBuffer cmd = vkt_begin(&v), before = vkt_begin(&v);
    begin_state(cmd, &s, 3);
    vkt_proc(&v, vkCmdPreprocessGeneratedCommandsEXT)(before, &info, cmd);
    vkt_run(&v, before);
    const VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                     .srcAccessMask = VK_ACCESS_COMMAND_PREPROCESS_WRITE_BIT_EXT,
                                     .dstAccessMask = VK_ACCESS_INDIRECT_COMMAND_READ_BIT};
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_COMMAND_PREPROCESS_BIT_EXT,
                         VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
    vkt_proc(&v, vkCmdExecuteGeneratedCommandsEXT)(cmd, VK_TRUE, &info);
    vkt_run(&v, cmd);
    check(&s, s.most, 3, true, 0);
    finish(&s);
}

// A condition that holds, and one that does not.
KT_TEST(conditions)
{
    struct scene s;
    if (!start_plain(&s, 40, false, 0))
        return;
    write_sequences(&s);
    struct vkt_buffer condition = make_buffer(64, VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT, ~0u);
    for (uint32_t value = 0; value < 2; value++) {
        memcpy(condition.map, &value, 4);
        memset(s.out.map, 0, s.out.size);
        VkCommandBuffer cmd = vkt_begin(&v);
        begin_state(cmd, &s, 8);
        execute_if(cmd, &s, &condition);
        vkt_run(&v, cmd);
        check(&s, value ? s.most : 0, 8, false, 0);
    }
    vkt_buffer_free(&v, &condition);
    finish(&s);
}

// Two commands in a command buffer, which is run twice, with another dispatch's state between.
KT_TEST(twice)
{
    struct scene s;
    if (!start_plain(&s, 100, false, 0))
        return;
    write_sequences(&s);
    struct vkt_buffer first = s.preprocess;
    const VkDeviceAddress first_address = s.preprocess_address;
    need_preprocess(&s, VK_NULL_HANDLE);
    VkCommandBuffer cmd = VK_NULL_HANDLE;
    const VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                               .commandPool = v.pool,
                                               .commandBufferCount = 1};
    vkt_ok(vkAllocateCommandBuffers(v.device, &alloc, &cmd));
    vkt_ok(vkBeginCommandBuffer(
        cmd, &(VkCommandBufferBeginInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO}));
    begin_state(cmd, &s, 4);
    execute(cmd, &s, 0, VK_NULL_HANDLE);
    vkt_barrier(cmd);
    begin_state(cmd, &s, 5);
    s.preprocess_address = first_address;
    execute(cmd, &s, 0, VK_NULL_HANDLE);
    vkt_ok(vkEndCommandBuffer(cmd));
    for (uint32_t i = 0; i < 2; i++) {
        memset(s.out.map, 0, s.out.size);
        vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.cmd = cmd}));
        vkt_ok(vkQueueWaitIdle(v.queue));
        for (uint32_t k = 0; k < s.most; k++)
            ((uint32_t *)s.out.map)[k * RESULT] /= 2; // groups of both
        check(&s, s.most, 5, false, 0);
    }
    vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
    vkt_buffer_free(&v, &first);
    finish(&s);
}

// More than two minutes on the virtual clock (KILN_SIM_CLOCK), of which the kernel gives a request 20 s.
KT_TEST(sequences_of_minutes)
{
    struct scene s;
    set_clock(500000);
    bool ok = start_plain(&s, 1000, false, 0);
    set_clock(0);
    if (!ok)
        return;
    vkDestroyPipeline(v.device, s.pipeline, NULL);
    s.pipeline = make_pipeline(&s, 2, false, true);
    write_sequences(&s);
    VkCommandBuffer cmd = vkt_begin(&v);
    begin_state(cmd, &s, 1);
    execute(cmd, &s, 0, VK_NULL_HANDLE);
    vkt_run(&v, cmd);
    check(&s, s.most, 1, false, 1);
    finish(&s);
}

KT_MAIN()
