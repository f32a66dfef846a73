// VK_EXT_device_generated_commands: dispatches whose group counts, push constants and pipelines the device
// reads from memory. The layer is off: it does not know the extension.
#include <stdlib.h>
#include <string.h>

#include "newer.h"
#include "vk/slow.h"
#include "vkt_fill_sequences.h"
#include "vkt_generated.h"

static struct vkt v;

enum { RESULT = 8 }; // dwords of a sequence

// generated.comp's push constants.
struct push {
    uint32_t where, value, sequence, kept, table[4];
};

// What the device reads of a sequence, with room between that it does not.
struct sequence {
    uint32_t unused, table[4], skipped, where, value, index, more, groups[3], behind;
};

struct scene {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    VkPipeline pipeline;
    VkIndirectCommandsLayoutEXT commands;
    struct vkt_buffer out, in, preprocess;
    VkDeviceAddress in_address, preprocess_address;
    VkDeviceSize preprocess_size;
    uint32_t most; // sequences
};

static VkDeviceAddress address_of(VkBuffer buffer)
{
    return vkGetBufferDeviceAddress(
        v.device, &(VkBufferDeviceAddressInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                               .buffer = buffer});
}

// Memory of what type `bits` allow, mapped.
static struct vkt_buffer make_buffer(VkDeviceSize size, VkBufferUsageFlags2KHR usage, uint32_t bits)
{
    struct vkt_buffer b = {.size = size};
    const VkBufferUsageFlags2CreateInfoKHR wide = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_USAGE_FLAGS_2_CREATE_INFO_KHR,
        .usage = usage | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .pNext = &wide, .size = size};
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &b.buffer));
    VkMemoryRequirements r;
    vkGetBufferMemoryRequirements(v.device, b.buffer, &r);
    kt_true(r.memoryTypeBits & bits);
    const VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                             .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    const VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                        .pNext = &flags,
                                        .allocationSize = r.size,
                                        .memoryTypeIndex = (uint32_t)__builtin_ctz(r.memoryTypeBits & bits)};
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &b.memory));
    vkt_ok(vkBindBufferMemory(v.device, b.buffer, b.memory, 0));
    vkt_ok(vkMapMemory(v.device, b.memory, 0, VK_WHOLE_SIZE, 0, &b.map));
    memset(b.map, 0, size);
    return b;
}

// Elements of the array that the pipeline with a factor has: those of several have scratch memory, of several
// sizes.
static uint32_t deep(uint32_t factor)
{
    static const uint32_t of[] = {3, 3, 1500, 1500, 500};
    return of[factor % 5];
}

static uint32_t deepest(uint32_t value, uint32_t kept, uint32_t factor)
{
    const uint32_t n = deep(factor), at = value % n;
    uint32_t sum = at * value;
    for (uint32_t i = 0; i < kept; i++)
        sum += (value + i) % n == at ? i : 0;
    return sum;
}

static VkPipeline make_pipeline(const struct scene *s, uint32_t factor, bool pick, bool bindable)
{
    const VkSpecializationMapEntry entries[] = {{0, 0, 4}, {1, 4, 4}, {2, 8, 4}};
    const uint32_t values[] = {factor, pick, deep(factor)};
    const VkSpecializationInfo spec = {3, entries, sizeof(values), values};
    const VkPipelineCreateFlags2CreateInfoKHR flags = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO_KHR,
        .flags = bindable ? VK_PIPELINE_CREATE_2_INDIRECT_BINDABLE_BIT_EXT : 0};
    const VkShaderModuleCreateInfo code = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                           .codeSize = sizeof(vkt_generated),
                                           .pCode = vkt_generated};
    VkShaderModule module;
    vkt_ok(vkCreateShaderModule(v.device, &code, NULL, &module));
    VkComputePipelineCreateInfo info = vkt_compute_info(module, s->layout);
    info.pNext = &flags;
    info.stage.pSpecializationInfo = &spec;
    VkPipeline p = VK_NULL_HANDLE;
    vkt_ok(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &p));
    vkDestroyShaderModule(v.device, module, NULL);
    return p;
}

static VkIndirectCommandsLayoutEXT make_commands(const struct scene *s, VkFlags flags,
                                                 const VkIndirectExecutionSetInfoTypeEXT *set)
{
    static const VkIndirectCommandsPushConstantTokenEXT where = {{VK_SHADER_STAGE_COMPUTE_BIT,
                                                                  offsetof(struct push, where), 8}},
                                                        index = {{VK_SHADER_STAGE_COMPUTE_BIT,
                                                                  offsetof(struct push, sequence), 4}},
                                                        table = {{VK_SHADER_STAGE_COMPUTE_BIT,
                                                                  offsetof(struct push, table), 16}};
    const VkIndirectCommandsExecutionSetTokenEXT which = {set ? *set : 0, VK_SHADER_STAGE_COMPUTE_BIT};
    const VkIndirectCommandsLayoutTokenEXT tokens[] = {
        {.sType = VK_STRUCTURE_TYPE_INDIRECT_COMMANDS_LAYOUT_TOKEN_EXT,
         .type = VK_INDIRECT_COMMANDS_TOKEN_TYPE_EXECUTION_SET_EXT,
         .data.pExecutionSet = &which,
         .offset = offsetof(struct sequence, unused)},
        {.sType = VK_STRUCTURE_TYPE_INDIRECT_COMMANDS_LAYOUT_TOKEN_EXT,
         .type = VK_INDIRECT_COMMANDS_TOKEN_TYPE_PUSH_CONSTANT_EXT,
         .data.pPushConstant = &table,
         .offset = offsetof(struct sequence, table)},
        {.sType = VK_STRUCTURE_TYPE_INDIRECT_COMMANDS_LAYOUT_TOKEN_EXT,
         .type = VK_INDIRECT_COMMANDS_TOKEN_TYPE_PUSH_CONSTANT_EXT,
         .data.pPushConstant = &where,
         .offset = offsetof(struct sequence, where)},
        {.sType = VK_STRUCTURE_TYPE_INDIRECT_COMMANDS_LAYOUT_TOKEN_EXT,
         .type = VK_INDIRECT_COMMANDS_TOKEN_TYPE_SEQUENCE_INDEX_EXT,
         .data.pPushConstant = &index,
         .offset = offsetof(struct sequence, index)},
        {.sType = VK_STRUCTURE_TYPE_INDIRECT_COMMANDS_LAYOUT_TOKEN_EXT,
         .type = VK_INDIRECT_COMMANDS_TOKEN_TYPE_DISPATCH_EXT,
         .offset = offsetof(struct sequence, groups)},
    };
    const VkIndirectCommandsLayoutCreateInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_INDIRECT_COMMANDS_LAYOUT_CREATE_INFO_EXT,
        .flags = flags,
        .shaderStages = VK_SHADER_STAGE_COMPUTE_BIT,
        .indirectStride = sizeof(struct sequence),
        .pipelineLayout = s->layout,
        .tokenCount = set ? 5 : 4,
        .pTokens = tokens + !set};
    VkIndirectCommandsLayoutEXT l = VK_NULL_HANDLE;
    vkt_ok(vkt_proc(&v, vkCreateIndirectCommandsLayoutEXT)(v.device, &info, NULL, &l));
    return l;
}

// Memory for what the device writes of so many sequences.
static void need_preprocess(struct scene *s, VkIndirectExecutionSetEXT set)
{
    const VkGeneratedCommandsPipelineInfoEXT pipeline = {
        .sType = VK_STRUCTURE_TYPE_GENERATED_COMMANDS_PIPELINE_INFO_EXT, .pipeline = s->pipeline};
    const VkGeneratedCommandsMemoryRequirementsInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_GENERATED_COMMANDS_MEMORY_REQUIREMENTS_INFO_EXT,
        .pNext = set ? NULL : &pipeline,
        .indirectExecutionSet = set,
        .indirectCommandsLayout = s->commands,
        .maxSequenceCount = s->most};
    VkMemoryRequirements2 r = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    vkt_proc(&v, vkGetGeneratedCommandsMemoryRequirementsEXT)(v.device, &info, &r);
    s->preprocess_size = r.memoryRequirements.size;
    kt_true(s->preprocess_size >= s->most * 64u);
    s->preprocess = make_buffer(s->preprocess_size, VK_BUFFER_USAGE_2_PREPROCESS_BUFFER_BIT_EXT,
                                r.memoryRequirements.memoryTypeBits);
    s->preprocess_address = address_of(s->preprocess.buffer);
}

static bool start(struct scene *s, uint32_t most, bool pick)
{
    memset(s, 0, sizeof(*s));
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return false;
    s->most = most;
    const VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                                  VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    const VkDescriptorSetLayoutCreateInfo set = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                 .bindingCount = 1,
                                                 .pBindings = &binding};
    vkt_ok(vkCreateDescriptorSetLayout(v.device, &set, NULL, &s->set_layout));
    s->layout = vkt_layout(&v, 1, &s->set_layout, sizeof(struct push));
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    s->pool = vkt_allocate(&v, 1, &s->set_layout, 1, &size, &s->set);
    s->pipeline = make_pipeline(s, 1, pick, true);
    s->out = vkt_buffer(&v, (uint64_t)most * RESULT * 4);
    s->in = make_buffer((uint64_t)most * sizeof(struct sequence) + 64,
                        VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                            VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                        ~0u);
    s->in_address = address_of(s->in.buffer);
    const VkDescriptorBufferInfo info = {s->out.buffer, 0, VK_WHOLE_SIZE};
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = s->set,
                                        .descriptorCount = 1,
                                        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                        .pBufferInfo = &info};
    vkUpdateDescriptorSets(v.device, 1, &write, 0, NULL);
    return true;
}

static bool start_plain(struct scene *s, uint32_t most, bool pick, VkFlags flags)
{
    if (!start(s, most, pick))
        return false;
    s->commands = make_commands(s, flags, NULL);
    need_preprocess(s, VK_NULL_HANDLE);
    return true;
}

static void finish(struct scene *s)
{
    vkt_proc(&v, vkDestroyIndirectCommandsLayoutEXT)(v.device, s->commands, NULL);
    vkt_buffer_free(&v, &s->preprocess);
    vkt_buffer_free(&v, &s->in);
    vkt_buffer_free(&v, &s->out);
    vkDestroyPipeline(v.device, s->pipeline, NULL);
    vkDestroyDescriptorPool(v.device, s->pool, NULL);
    vkDestroyPipelineLayout(v.device, s->layout, NULL);
    vkDestroyDescriptorSetLayout(v.device, s->set_layout, NULL);
    vkt_finish(&v);
}

// So many instructions a second on the virtual clock of the next device, for a chip of EUS; 0: no such clock.
static void set_clock(uint64_t rate)
{
    char text[24];
    snprintf(text, sizeof(text), "%llu", (unsigned long long)(rate * simulated()->eus / EUS));
    if (rate)
        setenv("KILN_SIM_CLOCK", text, 1);
    else
        unsetenv("KILN_SIM_CLOCK");
}

// ---- sequences

static uint32_t mixed(uint32_t i)
{
    i = (i ^ 0x9e3779b9u) * 0x85ebca6bu;
    return i ^ i >> 13;
}

// Of every ninth there are no groups, in one dimension or another.
static struct sequence sequence(uint32_t i, uint32_t most)
{
    const uint32_t m = mixed(i);
    struct sequence s = {.table = {m, m + 1, m + 2, m + 3},
                         .where = most - 1 - i,
                         .value = m >> 3,
                         .index = 0xbad,
                         .groups = {1 + m % 3, 1 + (m >> 4) % 2, 1 + (m >> 6) % 2}};
    if (i % 9 == 5)
        s.groups[i / 9 % 3] = 0;
    return s;
}

static void write_sequences(struct scene *s)
{
    struct sequence *to = s->in.map;
    for (uint32_t i = 0; i < s->most; i++)
        to[i] = sequence(i, s->most);
}

static void begin_state(VkCommandBuffer cmd, const struct scene *s, uint32_t kept)
{
    const struct push push = {.where = 0xffffff, .value = 0xffffff, .sequence = 0xffffff, .kept = kept};
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, s->pipeline);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, s->layout, 0, 1, &s->set, 0, NULL);
    vkCmdPushConstants(cmd, s->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), &push);
}

static VkGeneratedCommandsInfoEXT info_of(const struct scene *s, VkDeviceAddress count,
                                          VkIndirectExecutionSetEXT set)
{
    return (VkGeneratedCommandsInfoEXT){.sType = VK_STRUCTURE_TYPE_GENERATED_COMMANDS_INFO_EXT,
                                        .shaderStages = VK_SHADER_STAGE_COMPUTE_BIT,
                                        .indirectExecutionSet = set,
                                        .indirectCommandsLayout = s->commands,
                                        .indirectAddress = s->in_address,
                                        .indirectAddressSize = s->most * sizeof(struct sequence),
                                        .preprocessAddress = s->preprocess_address,
                                        .preprocessSize = s->preprocess_size,
                                        .maxSequenceCount = s->most,
                                        .sequenceCountAddress = count};
}

static void execute(VkCommandBuffer cmd, const struct scene *s, VkDeviceAddress count,
                    VkIndirectExecutionSetEXT set)
{
    const VkGeneratedCommandsPipelineInfoEXT pipeline = {
        .sType = VK_STRUCTURE_TYPE_GENERATED_COMMANDS_PIPELINE_INFO_EXT, .pipeline = s->pipeline};
    VkGeneratedCommandsInfoEXT info = info_of(s, count, set);
    info.pNext = set ? NULL : (void *)(uintptr_t)&pipeline;
    vkt_proc(&v, vkCmdExecuteGeneratedCommandsEXT)(cmd, VK_FALSE, &info);
}

// Pipelines of a set multiply each with a number of its own, and every other one picks its constants.
static uint32_t which(uint32_t i, uint32_t kinds)
{
    return mixed(i * 3) % kinds;
}

// What the first `count` of all sequences left; kinds: of how many pipelines, in turns; 0: of s->pipeline.
static void check(const struct scene *s, uint32_t count, uint32_t kept, bool pick, uint32_t kinds)
{
    const uint32_t *got = s->out.map;
    for (uint32_t i = 0; i < s->most; i++) {
        const struct sequence q = sequence(i, s->most);
        const uint32_t groups = q.groups[0] * q.groups[1] * q.groups[2], kind = kinds ? which(i, kinds) : 0,
                       factor = kinds ? kind + 2 : 1;
        uint32_t want[RESULT] = {0};
        if (i < count && groups) {
            want[0] = groups;
            want[1] = q.value * factor;
            want[2] = i;
            want[3] = q.groups[0] | q.groups[1] << 8 | q.groups[2] << 16;
            want[4] = q.table[(kinds ? kind % 2 : pick) ? q.value & 3 : 2];
            want[5] = kept;
            want[6] = deepest(q.value, kept, factor);
        }
        for (uint32_t k = 0; k < RESULT; k++)
            if (!kt_ok(got[q.where * RESULT + k] == want[k], "sequence %u of %u, dword %u: 0x%x, not 0x%x", i,
                       count, k, got[q.where * RESULT + k], want[k]))
                return;
    }
}

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

// The most that there may be, of which the count leaves a few.
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
    if (!start_plain(&s, limits.maxIndirectSequenceCount, false, 0))
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
        vkt_proc(&v, vkCmdBeginConditionalRenderingEXT)(
            cmd,
            &(VkConditionalRenderingBeginInfoEXT){
                .sType = VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_EXT, .buffer = condition.buffer});
        execute(cmd, &s, 0, VK_NULL_HANDLE);
        vkt_proc(&v, vkCmdEndConditionalRenderingEXT)(cmd);
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

// ---- with execution sets

static VkShaderEXT make_shader(const struct scene *s, uint32_t factor, bool pick)
{
    const VkSpecializationMapEntry entries[] = {{0, 0, 4}, {1, 4, 4}, {2, 8, 4}};
    const uint32_t values[] = {factor, pick, deep(factor)};
    const VkSpecializationInfo spec = {3, entries, sizeof(values), values};
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(struct push)};
    const VkShaderCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT,
                                        .flags = VK_SHADER_CREATE_INDIRECT_BINDABLE_BIT_EXT,
                                        .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                        .codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT,
                                        .codeSize = sizeof(vkt_generated),
                                        .pCode = vkt_generated,
                                        .pName = "main",
                                        .setLayoutCount = 1,
                                        .pSetLayouts = &s->set_layout,
                                        .pushConstantRangeCount = 1,
                                        .pPushConstantRanges = &range,
                                        .pSpecializationInfo = &spec};
    VkShaderEXT shader = VK_NULL_HANDLE;
    vkt_ok(vkt_proc(&v, vkCreateShadersEXT)(v.device, 1, &info, NULL, &shader));
    return shader;
}

// Of `kinds` pipelines or shaders, of which the set's places from `first` on are filled, in turns.
struct kinds {
    uint32_t count, places, first;
    VkPipeline pipelines[8];
    VkShaderEXT shaders[8]; // or these
    VkIndirectExecutionSetEXT set;
};

static void make_kinds(struct scene *s, struct kinds *k, bool shaders)
{
    for (uint32_t i = 0; i < k->count; i++)
        if (shaders)
            k->shaders[i] = make_shader(s, i + 2, i % 2);
        else
            k->pipelines[i] = make_pipeline(s, i + 2, i % 2, true);
    const VkIndirectExecutionSetPipelineInfoEXT of_pipelines = {
        .sType = VK_STRUCTURE_TYPE_INDIRECT_EXECUTION_SET_PIPELINE_INFO_EXT,
        .initialPipeline = k->pipelines[0],
        .maxPipelineCount = k->places};
    const VkIndirectExecutionSetShaderLayoutInfoEXT layouts = {
        .sType = VK_STRUCTURE_TYPE_INDIRECT_EXECUTION_SET_SHADER_LAYOUT_INFO_EXT,
        .setLayoutCount = 1,
        .pSetLayouts = &s->set_layout};
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(struct push)};
    const VkIndirectExecutionSetShaderInfoEXT of_shaders = {
        .sType = VK_STRUCTURE_TYPE_INDIRECT_EXECUTION_SET_SHADER_INFO_EXT,
        .shaderCount = 1,
        .pInitialShaders = k->shaders,
        .pSetLayoutInfos = &layouts,
        .maxShaderCount = k->places,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &range};
    VkIndirectExecutionSetCreateInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_INDIRECT_EXECUTION_SET_CREATE_INFO_EXT,
        .type = shaders ? VK_INDIRECT_EXECUTION_SET_INFO_TYPE_SHADER_OBJECTS_EXT
                        : VK_INDIRECT_EXECUTION_SET_INFO_TYPE_PIPELINES_EXT};
    if (shaders)
        info.info.pShaderInfo = &of_shaders;
    else
        info.info.pPipelineInfo = &of_pipelines;
    vkt_ok(vkt_proc(&v, vkCreateIndirectExecutionSetEXT)(v.device, &info, NULL, &k->set));
}

static void put(const struct kinds *k, uint32_t place, uint32_t kind)
{
    const VkWriteIndirectExecutionSetPipelineEXT pipeline = {
        .sType = VK_STRUCTURE_TYPE_WRITE_INDIRECT_EXECUTION_SET_PIPELINE_EXT,
        .index = place,
        .pipeline = k->pipelines[kind]};
    const VkWriteIndirectExecutionSetShaderEXT shader = {
        .sType = VK_STRUCTURE_TYPE_WRITE_INDIRECT_EXECUTION_SET_SHADER_EXT,
        .index = place,
        .shader = k->shaders[kind]};
    if (k->pipelines[0])
        vkt_proc(&v, vkUpdateIndirectExecutionSetPipelineEXT)(v.device, k->set, 1, &pipeline);
    else
        vkt_proc(&v, vkUpdateIndirectExecutionSetShaderEXT)(v.device, k->set, 1, &shader);
}

static void free_kinds(struct kinds *k)
{
    vkt_proc(&v, vkDestroyIndirectExecutionSetEXT)(v.device, k->set, NULL);
    for (uint32_t i = 0; i < k->count; i++) {
        vkDestroyPipeline(v.device, k->pipelines[i], NULL);
        vkt_proc(&v, vkDestroyShaderEXT)(v.device, k->shaders[i], NULL);
    }
}

static bool start_kinds(struct scene *s, uint32_t most, struct kinds *k, bool shaders)
{
    if (!start(s, most, false))
        return false;
    make_kinds(s, k, shaders);
    for (uint32_t i = k->first; i < k->places; i++)
        put(k, i, (i - k->first) % k->count);
    const VkIndirectExecutionSetInfoTypeEXT type =
        shaders ? VK_INDIRECT_EXECUTION_SET_INFO_TYPE_SHADER_OBJECTS_EXT
                : VK_INDIRECT_EXECUTION_SET_INFO_TYPE_PIPELINES_EXT;
    s->commands = make_commands(s, 0, &type);
    need_preprocess(s, k->set);
    write_sequences(s);
    struct sequence *to = s->in.map;
    for (uint32_t i = 0; i < s->most; i++) { // a place anywhere that has the kind
        const uint32_t rows = (k->places - k->first) / k->count;
        to[i].unused = k->first + i % rows * k->count + which(i, k->count);
    }
    return true;
}

static void begin_kinds(VkCommandBuffer cmd, const struct scene *s, const struct kinds *k, uint32_t kept)
{
    begin_state(cmd, s, kept);
    const VkShaderStageFlagBits stage = VK_SHADER_STAGE_COMPUTE_BIT;
    if (k->pipelines[0])
        vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, k->pipelines[0]);
    else
        vkt_proc(&v, vkCmdBindShadersEXT)(cmd, 1, &stage, k->shaders);
}

// With a dispatch of the pipeline that is bound before and behind, into the result of one sequence more.
static void set_of(uint32_t most, uint32_t count, uint32_t places, uint32_t first, bool shaders)
{
    struct scene s;
    struct kinds k = {.count = count, .places = places, .first = first};
    if (!start_kinds(&s, most, &k, shaders))
        return;
    struct sequence *to = s.in.map;
    to[most - 1].groups[0] = 0; // what the others write to is the dispatches'
    VkCommandBuffer cmd = vkt_begin(&v);
    begin_kinds(cmd, &s, &k, 12);
    const struct push own = {.where = 0, .value = 1, .sequence = most - 1, .kept = 12};
    vkCmdPushConstants(cmd, s.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(own), &own);
    vkCmdDispatch(cmd, 2, 2, 1);
    execute(cmd, &s, 0, k.set);
    vkCmdDispatch(cmd, 2, 2, 1);
    vkt_run(&v, cmd);
    uint32_t *got = s.out.map;
    kt_eq(got[0], 8);
    kt_eq(got[1], 2);
    kt_eq(got[3], 2 | 2 << 8 | 1 << 16);
    memset(got, 0, RESULT * 4);
    check(&s, s.most - 1, 12, false, count);
    free_kinds(&k);
    finish(&s);
}

KT_TEST(pipelines_of_a_set)
{
    set_of(500, 5, 5, 0, false);
}

KT_TEST(shaders_of_a_set)
{
    set_of(500, 4, 40, 7, true);
}

// Their binding tables are more than one base address reaches.
KT_TEST(as_many_pipelines_as_there_may_be)
{
    set_of(700, 7, 4096, 3, false);
}

// Some of the sequences are far too large for one walker, or one request: a minute each on the virtual clock.
// Others of their run come before, between and behind.
static void large(bool shaders, bool of_set)
{
    static const uint32_t large_ones[] = {0, 2, 3, 31, 32, 40};
    struct scene s;
    struct kinds k = {.count = 2, .places = 4, .first = 2};
    set_clock(40000);
    bool ok = of_set ? start_kinds(&s, 41, &k, shaders) : start_plain(&s, 41, false, 0);
    set_clock(0);
    if (!ok)
        return;
    if (!of_set)
        write_sequences(&s);
    struct sequence *to = s.in.map;
    for (uint32_t i = 0; i < s.most; i++) // pipelines without scratch memory
        to[i].unused = 0;
    for (unsigned i = 0; of_set && i < s.most; i++)
        to[i].unused = i % 2 ? k.first : 1;
    if (of_set && shaders)
        k.shaders[2] = make_shader(&s, 5, true);
    else if (of_set)
        k.pipelines[2] = make_pipeline(&s, 5, true, true);
    if (of_set) {
        k.count = 3;
        put(&k, 1, 2);
        put(&k, k.first, 2);
        vkt_buffer_free(&v, &s.preprocess);
        need_preprocess(&s, k.set);
    }
    for (unsigned i = 0; i < sizeof(large_ones) / 4; i++)
        memcpy(to[large_ones[i]].groups, (uint32_t[]){41, 250, 2}, 12);
    VkCommandBuffer cmd = vkt_begin(&v);
    if (of_set)
        begin_kinds(cmd, &s, &k, 1);
    else
        begin_state(cmd, &s, 1);
    execute(cmd, &s, 0, k.set);
    vkCmdDispatch(cmd, 1, 1, 1); // what comes behind is not left out
    vkt_run(&v, cmd);
    const uint32_t *got = s.out.map;
    for (uint32_t i = 0; i < s.most; i++) {
        const uint32_t *r = got + to[i].where * RESULT, *n = to[i].groups, groups = n[0] * n[1] * n[2];
        const uint32_t table = to[i].table[of_set ? to[i].value & 3 : 2];
        kt_ok(groups ? r[0] == groups && r[1] == to[i].value * (of_set ? 5 : 1) && r[2] == i && r[4] == table
                     : r[0] == 0,
              "sequence %u: %u groups, %u %u %u", i, r[0], r[1], r[2], r[4]);
    }
    if (of_set)
        free_kinds(&k);
    finish(&s);
}

KT_TEST(a_large_dispatch_on_condition)
{
    struct scene s;
    set_clock(40000);
    bool ok = start_plain(&s, 5, false, 0);
    set_clock(0);
    if (!ok)
        return;
    write_sequences(&s);
    struct sequence *to = s.in.map;
    memcpy(to[2].groups, (uint32_t[]){41, 250, 2}, 12);
    struct vkt_buffer condition = make_buffer(64, VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT, ~0u);
    for (uint32_t value = 0; value < 2; value++) {
        memcpy(condition.map, &value, 4);
        VkCommandBuffer cmd = vkt_begin(&v);
        begin_state(cmd, &s, 1);
        vkt_proc(&v, vkCmdBeginConditionalRenderingEXT)(
            cmd,
            &(VkConditionalRenderingBeginInfoEXT){
                .sType = VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_EXT, .buffer = condition.buffer});
        execute(cmd, &s, 0, VK_NULL_HANDLE);
        vkt_proc(&v, vkCmdEndConditionalRenderingEXT)(cmd);
        vkt_run(&v, cmd);
        for (uint32_t i = 0; i < s.most; i++) {
            const uint32_t *n = to[i].groups;
            kt_eq(((uint32_t *)s.out.map)[to[i].where * RESULT], value * n[0] * n[1] * n[2]);
        }
    }
    vkt_buffer_free(&v, &condition);
    finish(&s);
}

KT_TEST(large_dispatches)
{
    large(false, false);
}

KT_TEST(large_dispatches_of_pipelines)
{
    large(false, true);
}

KT_TEST(large_dispatches_of_shaders)
{
    large(true, true);
}

// A place that was not written, and such that there are not: such sequences do nothing, and the others what
// they should.
KT_TEST(places_that_hold_nothing)
{
    struct scene s;
    struct kinds k = {.count = 2, .places = 8, .first = 4};
    static const uint32_t nowhere[] = {1, 3, 8, 9, 0x7fffffff, UINT32_MAX};
    enum { N = sizeof(nowhere) / sizeof(nowhere[0]) };
    if (!start_kinds(&s, 90, &k, false))
        return;
    struct sequence *to = s.in.map;
    for (uint32_t i = 0; i < s.most; i += 2)
        to[i].unused = nowhere[i / 2 % N];
    VkCommandBuffer cmd = vkt_begin(&v);
    begin_kinds(cmd, &s, &k, 6);
    execute(cmd, &s, 0, k.set);
    vkt_run(&v, cmd);
    uint32_t *got = s.out.map;
    for (uint32_t i = 0; i < s.most; i++) {
        const struct sequence q = sequence(i, s.most);
        kt_eq(got[q.where * RESULT], i % 2 ? q.groups[0] * q.groups[1] * q.groups[2] : 0);
    }
    free_kinds(&k);
    finish(&s);
}

// Places of a set are written after the commands that use them were recorded, and again between two
// submissions.
static void changed_later(bool shaders)
{
    struct scene s;
    struct kinds k = {.count = 5, .places = 12, .first = 1};
    if (!start_kinds(&s, 300, &k, shaders))
        return;
    VkCommandBuffer cmd = VK_NULL_HANDLE;
    const VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                               .commandPool = v.pool,
                                               .commandBufferCount = 1};
    vkt_ok(vkAllocateCommandBuffers(v.device, &alloc, &cmd));
    vkt_ok(vkBeginCommandBuffer(
        cmd, &(VkCommandBufferBeginInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO}));
    for (uint32_t i = 0; i < k.count; i++) // what all kinds want is there, in another order
        put(&k, k.first + i, (i + 1) % k.count);
    begin_kinds(cmd, &s, &k, 6);
    execute(cmd, &s, 0, k.set);
    begin_state(cmd, &s, 99); // is not theirs
    vkt_ok(vkEndCommandBuffer(cmd));
    struct sequence *to = s.in.map;
    for (uint32_t round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < k.count; i++)
            put(&k, k.first + i, (i + round) % k.count);
        for (uint32_t i = 0; i < s.most; i++)
            to[i].unused = k.first + (which(i, k.count) + k.count - round) % k.count;
        memset(s.out.map, 0, s.out.size);
        vkt_ok(vkt_submit(v.queue, (struct vkt_submit){.cmd = cmd}));
        vkt_ok(vkQueueWaitIdle(v.queue));
        check(&s, s.most, 6, false, k.count);
    }
    vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
    free_kinds(&k);
    finish(&s);
}

KT_TEST(a_set_of_pipelines_that_changes)
{
    changed_later(false);
}

KT_TEST(a_set_of_shaders_that_changes)
{
    changed_later(true);
}

// What does not fit what was recorded is refused, and not run.
KT_TEST(a_set_that_outgrows_its_commands)
{
    struct scene s;
    struct kinds k = {.count = 1, .places = 2, .first = 0};
    if (!start_kinds(&s, 10, &k, false))
        return;
    VkPipeline larger = make_pipeline(&s, 3, true, true);
    VkCommandBuffer cmd = vkt_begin(&v);
    begin_kinds(cmd, &s, &k, 6);
    execute(cmd, &s, 0, k.set);
    vkt_ok(vkEndCommandBuffer(cmd));
    const VkWriteIndirectExecutionSetPipelineEXT write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_INDIRECT_EXECUTION_SET_PIPELINE_EXT, .index = 1, .pipeline = larger};
    vkt_proc(&v, vkUpdateIndirectExecutionSetPipelineEXT)(v.device, k.set, 1, &write);
    kt_eq(vkt_submit(v.queue, (struct vkt_submit){.cmd = cmd}), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    vkt_ok(vkQueueWaitIdle(v.queue));
    kt_eq(((uint32_t *)s.out.map)[s.most * RESULT - RESULT], 0);
    vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
    vkDestroyPipeline(v.device, larger, NULL);
    free_kinds(&k);
    finish(&s);
}

KT_MAIN()
