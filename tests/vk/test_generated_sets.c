// VK_EXT_device_generated_commands with execution sets: pipelines and shader objects that the device chooses;
// and dispatches that are too large for one walker.
#include "vk/sequences.h"

enum { EUS_OF_A_PLANE = 192 };

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

// More than one walker may have, which is the more the larger the chip is.
static void make_large(struct sequence *q)
{
    const uint32_t planes = 2 * ((simulated()->eus + EUS_OF_A_PLANE - 1) / EUS_OF_A_PLANE);
    memcpy(q->groups, (uint32_t[]){41, 250, planes}, sizeof(q->groups));
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
        make_large(&to[large_ones[i]]);
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
    make_large(&to[2]);
    struct vkt_buffer condition = make_buffer(64, VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT, ~0u);
    for (uint32_t value = 0; value < 2; value++) {
        memcpy(condition.map, &value, 4);
        VkCommandBuffer cmd = vkt_begin(&v);
        begin_state(cmd, &s, 1);
        execute_if(cmd, &s, &condition);
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

// Submits commands of a set that changed after the recording: what does not fit is refused, and not run.
static VkResult submit_changed(const struct scene *s, struct kinds *k, VkCommandBuffer cmd)
{
    const struct sequence q = sequence(0, s->most);
    const VkResult result = vkt_submit(v.queue, (struct vkt_submit){.cmd = cmd});
    vkt_ok(vkQueueWaitIdle(v.queue));
    kt_eq(((uint32_t *)s->out.map)[q.where * RESULT], result ? 0 : q.groups[0] * q.groups[1] * q.groups[2]);
    vkFreeCommandBuffers(v.device, v.pool, 1, &cmd);
    free_kinds(k);
    return result;
}

static VkCommandBuffer record_kinds(const struct scene *s, const struct kinds *k)
{
    VkCommandBuffer cmd = vkt_begin(&v);
    begin_kinds(cmd, s, k, 6);
    execute(cmd, s, 0, k->set);
    vkt_ok(vkEndCommandBuffer(cmd));
    return cmd;
}

// A pipeline with longer commands. There is room for a class's longest packets: more fits where the chip's
// are shorter.
KT_TEST(a_set_that_outgrows_its_commands)
{
    struct scene s;
    struct kinds k = {.count = 1, .places = 2, .first = 0};
    if (!start_kinds(&s, 10, &k, false))
        return;
    VkPipeline larger = make_pipeline(&s, 3, true, true);
    VkCommandBuffer cmd = record_kinds(&s, &k);
    const VkWriteIndirectExecutionSetPipelineEXT write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_INDIRECT_EXECUTION_SET_PIPELINE_EXT, .index = 1, .pipeline = larger};
    vkt_proc(&v, vkUpdateIndirectExecutionSetPipelineEXT)(v.device, k.set, 1, &write);
    const VkResult result = submit_changed(&s, &k, cmd);
    kt_true(result == VK_ERROR_OUT_OF_DEVICE_MEMORY ||
            (result == VK_SUCCESS && kiln_target_has_compute_walker(kiln_target_of(simulated()))));
    vkDestroyPipeline(v.device, larger, NULL);
    finish(&s);
}

// Far more binding tables than there is room for.
KT_TEST(a_set_that_outgrows_its_tables)
{
    struct scene s;
    struct kinds k = {.count = 1, .places = 200, .first = 199};
    if (!start_kinds(&s, 10, &k, false))
        return;
    VkCommandBuffer cmd = record_kinds(&s, &k);
    for (uint32_t i = 1; i < k.first; i++)
        put(&k, i, 0);
    kt_eq(submit_changed(&s, &k, cmd), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    finish(&s);
}

KT_MAIN()
