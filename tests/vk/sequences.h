// What the tests of generated commands share: a scene with all kinds of tokens, the sequences that the device
// reads, and what they must leave.
#ifndef KILN_TESTS_SEQUENCES_H
#define KILN_TESTS_SEQUENCES_H

#include <stdlib.h>
#include <string.h>

#include "newer.h"
#include "vk/slow.h"
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

static inline VkDeviceAddress address_of(VkBuffer buffer)
{
    return vkGetBufferDeviceAddress(
        v.device, &(VkBufferDeviceAddressInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                               .buffer = buffer});
}

// Memory of what type `bits` allow, mapped.
static inline struct vkt_buffer make_buffer(VkDeviceSize size, VkBufferUsageFlags2KHR usage, uint32_t bits)
{
    struct vkt_buffer b = {.size = size};
    const VkBufferUsageFlags2CreateInfoKHR wide = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_USAGE_FLAGS_2_CREATE_INFO_KHR,
        .usage = usage | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .pNext = &wide, .size = size};
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &b.buffer));
    vkt_back_addressed(&v, &b, bits);
    return b;
}

// Elements of the array that the pipeline with a factor has: those of several have scratch memory, of several
// sizes.
static inline uint32_t deep(uint32_t factor)
{
    static const uint32_t of[] = {3, 3, 1500, 1500, 500};
    return of[factor % 5];
}

static inline uint32_t deepest(uint32_t value, uint32_t kept, uint32_t factor)
{
    const uint32_t n = deep(factor), at = value % n;
    uint32_t sum = at * value;
    for (uint32_t i = 0; i < kept; i++)
        sum += (value + i) % n == at ? i : 0;
    return sum;
}

static inline VkPipeline make_pipeline(const struct scene *s, uint32_t factor, bool pick, bool bindable)
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

static inline VkIndirectCommandsLayoutEXT make_commands(const struct scene *s, VkFlags flags,
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
static inline void need_preprocess(struct scene *s, VkIndirectExecutionSetEXT set)
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

static inline bool start(struct scene *s, uint32_t most, bool pick)
{
    memset(s, 0, sizeof(*s));
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return false;
    if (!vkt_has_extension(&v, "VK_EXT_device_generated_commands")) {
        vkt_finish(&v);
        kt_skipped = "the device has no generated commands";
        return false;
    }
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

static inline bool start_plain(struct scene *s, uint32_t most, bool pick, VkFlags flags)
{
    if (!start(s, most, pick))
        return false;
    s->commands = make_commands(s, flags, NULL);
    need_preprocess(s, VK_NULL_HANDLE);
    return true;
}

static inline void finish(struct scene *s)
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
static inline void set_clock(uint64_t rate)
{
    char text[24];
    snprintf(text, sizeof(text), "%llu", (unsigned long long)(rate * simulated()->eus / EUS));
    if (rate)
        setenv("KILN_SIM_CLOCK", text, 1);
    else
        unsetenv("KILN_SIM_CLOCK");
}

// ---- sequences

static inline uint32_t mixed(uint32_t i)
{
    i = (i ^ 0x9e3779b9u) * 0x85ebca6bu;
    return i ^ i >> 13;
}

// Of every ninth there are no groups, in one dimension or another.
static inline struct sequence sequence(uint32_t i, uint32_t most)
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

static inline void write_sequences(struct scene *s)
{
    struct sequence *to = s->in.map;
    for (uint32_t i = 0; i < s->most; i++)
        to[i] = sequence(i, s->most);
}

static inline void begin_state(VkCommandBuffer cmd, const struct scene *s, uint32_t kept)
{
    const struct push push = {.where = 0xffffff, .value = 0xffffff, .sequence = 0xffffff, .kept = kept};
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, s->pipeline);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, s->layout, 0, 1, &s->set, 0, NULL);
    vkCmdPushConstants(cmd, s->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), &push);
}

static inline VkGeneratedCommandsInfoEXT info_of(const struct scene *s, VkDeviceAddress count,
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

static inline void execute(VkCommandBuffer cmd, const struct scene *s, VkDeviceAddress count,
                           VkIndirectExecutionSetEXT set)
{
    const VkGeneratedCommandsPipelineInfoEXT pipeline = {
        .sType = VK_STRUCTURE_TYPE_GENERATED_COMMANDS_PIPELINE_INFO_EXT, .pipeline = s->pipeline};
    VkGeneratedCommandsInfoEXT info = info_of(s, count, set);
    info.pNext = set ? NULL : (void *)(uintptr_t)&pipeline;
    vkt_proc(&v, vkCmdExecuteGeneratedCommandsEXT)(cmd, VK_FALSE, &info);
}

// All sequences of s->pipeline, under a condition.
static inline void execute_if(VkCommandBuffer cmd, const struct scene *s, const struct vkt_buffer *condition)
{
    vkt_proc(&v, vkCmdBeginConditionalRenderingEXT)(
        cmd,
        &(VkConditionalRenderingBeginInfoEXT){.sType = VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_EXT,
                                              .buffer = condition->buffer});
    execute(cmd, s, 0, VK_NULL_HANDLE);
    vkt_proc(&v, vkCmdEndConditionalRenderingEXT)(cmd);
}

// Pipelines of a set multiply each with a number of its own, and every other one picks its constants.
static inline uint32_t which(uint32_t i, uint32_t kinds)
{
    return mixed(i * 3) % kinds;
}

// What the first `count` of all sequences left; kinds: of how many pipelines, in turns; 0: of s->pipeline.
static inline void check(const struct scene *s, uint32_t count, uint32_t kept, bool pick, uint32_t kinds)
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

#endif
