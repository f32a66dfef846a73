// VK_EXT_device_generated_commands, of dispatches. A kernel of the driver's (shaders/generate.comp) writes
// the commands and the constants of all sequences into the application's preprocess buffer; the command
// streamer calls them there.
//
//     runs of commands      each of so many sequences of the same length, and an end
//     constants             a block for each sequence
//
// What a sequence's commands look like is known when vkCmdExecuteGeneratedCommandsEXT is recorded
// (launch/stream/sequence.h): the kernel gets them, and the constants, as an entry that it copies. So it runs
// right before what it writes: nothing is left for vkCmdPreprocessGeneratedCommandsEXT, whose input must be
// the same by then (VUID-vkCmdExecuteGeneratedCommandsEXT-isPreprocessed-11046).
//
// A dispatch too large for one walker ends its run early; the mask behind the run says so before it begins,
// and the queue cuts it (launch/queue/job.c).
#include "entrypoints.h"
#include "vk/command/generated.h"
#include "vk/memory/buffer.h"

enum {
    PUSH_DWORDS = KILN_MAX_PUSH_SIZE / 4,
    RUN = LAUNCH_RUN_MOST, // sequences of a run: between two of them the GPU looks at its clock
    MOST_RUNS = 512,       // of one command; then runs become longer
    END_DWORDS = 16,
    MASK = 8,                      // dwords into these
    REPORT = LAUNCH_REPORT_DWORDS, // the last ones of a sequence
    DISPATCH_SEQUENCES = 1 << 16,  // that one dispatch of the kernel writes
    COLUMNS = 256,
};
#define NONE KILN_NO_PLACE
#define INDEX (UINT32_MAX - 1)

struct kiln_commands_layout {
    uint32_t stride;                    // these in dwords
    uint32_t set_token, dispatch_token; // into a sequence; set_token: NONE
    uint32_t
        push[PUSH_DWORDS]; // where the dwords of push constants come from: into a sequence, NONE or INDEX
};

// As shaders/generate.comp has them.
struct generate {
    uint64_t indirect, count, commands, constants, entries;
    uint32_t stride, most;
    uint32_t slot, run, run_dwords;
    uint32_t block, block_offset;
    uint32_t entry_dwords, entry_count;
    uint32_t set_token, dispatch_token;
    uint32_t end;
    uint32_t mask, unused[3];
    uint32_t push[PUSH_DWORDS];
};

// ---- layouts

static bool read_token(struct kiln_commands_layout *l, const VkIndirectCommandsLayoutTokenEXT *t)
{
    const uint32_t at = t->offset / 4;
    switch ((uint32_t)t->type) {
    case VK_INDIRECT_COMMANDS_TOKEN_TYPE_PUSH_CONSTANT_EXT:
    case VK_INDIRECT_COMMANDS_TOKEN_TYPE_PUSH_DATA_EXT:
    case VK_INDIRECT_COMMANDS_TOKEN_TYPE_SEQUENCE_INDEX_EXT:
    case VK_INDIRECT_COMMANDS_TOKEN_TYPE_PUSH_DATA_SEQUENCE_INDEX_EXT: {
        const VkPushConstantRange *r = &t->data.pPushConstant->updateRange;
        const bool index = t->type == VK_INDIRECT_COMMANDS_TOKEN_TYPE_SEQUENCE_INDEX_EXT ||
                           t->type == VK_INDIRECT_COMMANDS_TOKEN_TYPE_PUSH_DATA_SEQUENCE_INDEX_EXT;
        for (uint32_t i = 0; i < r->size / 4 && r->offset / 4 + i < PUSH_DWORDS; i++)
            l->push[r->offset / 4 + i] = index ? INDEX : at + i;
        return true;
    }
    case VK_INDIRECT_COMMANDS_TOKEN_TYPE_EXECUTION_SET_EXT: // of one stage: one number
        l->set_token = at;
        return true;
    case VK_INDIRECT_COMMANDS_TOKEN_TYPE_DISPATCH_EXT:
        l->dispatch_token = at;
        return true;
    default:
        return false;
    }
}

VKAPI_ATTR VkResult VKAPI_CALL
kiln_CreateIndirectCommandsLayoutEXT(VkDevice handle, const VkIndirectCommandsLayoutCreateInfoEXT *info,
                                     const VkAllocationCallbacks *alloc, VkIndirectCommandsLayoutEXT *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_commands_layout *l =
        kiln_zalloc(&device->alloc, alloc, sizeof(*l), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!l)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    l->stride = info->indirectStride / 4;
    l->set_token = l->dispatch_token = NONE;
    memset(l->push, 0xff, sizeof(l->push));
    for (uint32_t i = 0; i < info->tokenCount; i++)
        if (!read_token(l, &info->pTokens[i])) {
            kiln_free(&device->alloc, alloc, l);
            return kiln_error(VK_ERROR_UNKNOWN, "token %u is of type %u", i, (uint32_t)info->pTokens[i].type);
        }
    if (l->dispatch_token == NONE) {
        kiln_free(&device->alloc, alloc, l);
        return kiln_error(VK_ERROR_UNKNOWN, "no token dispatches");
    }
    *out = KILN_TO_HANDLE(VkIndirectCommandsLayoutEXT, l);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyIndirectCommandsLayoutEXT(VkDevice handle,
                                                                 VkIndirectCommandsLayoutEXT layout,
                                                                 const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_commands_layout, l, layout);
    kiln_free(&device->alloc, alloc, l);
}

// ---- the preprocess buffer

// More binding tables than base addresses reach, or handles into descriptor buffers that may be anywhere:
// sequences set them.
static bool needs_base(const struct kiln_choice *c, const struct kiln_plan *plan)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->pipelines[i] && c->pipelines[i]->in_buffers && c->pipelines[i]->handle_count)
            return true;
    return plan->tables > LAUNCH_TABLE_REACH;
}

static struct kiln_plan plan_of(const struct kiln_device *device, const struct kiln_choice *c, uint32_t most)
{
    struct kiln_plan plan = {0};
    for (uint32_t i = 0; i < c->count; i++) {
        const struct kiln_pipeline *p = c->pipelines[i];
        if (!p)
            continue;
        plan.surface |= kiln_reads_push_surface(p);
        plan.block = KILN_MAX(plan.block, launch_constant_bytes(&p->launch) / 4);
        plan.tables += (uint32_t)kiln_align(KILN_MAX(p->launch.table_count, 1u) * 4, 64);
    }
    if (c->set)
        plan.how = needs_base(c, &plan) ? LAUNCH_SWITCH_BASE : LAUNCH_SWITCH_KERNEL;
    plan.slot = launch_sequence_dwords(&device->launch, plan.how, plan.surface);
    plan.run = KILN_MAX(KILN_MIN(most, (uint32_t)RUN), (most + MOST_RUNS - 1) / MOST_RUNS);
    plan.runs = plan.run ? (most + plan.run - 1) / plan.run : 0;
    plan.run_dwords = plan.run * plan.slot + END_DWORDS;
    plan.constants = (uint64_t)plan.runs * plan.run_dwords * 4;
    plan.size = plan.constants + (uint64_t)most * plan.block * 4;
    return plan;
}

// What all sequences run, if there is no execution set.
static const struct kiln_pipeline *only_pipeline(const void *next)
{
    const VkGeneratedCommandsPipelineInfoEXT *pipeline =
        kiln_find_const(next, VK_STRUCTURE_TYPE_GENERATED_COMMANDS_PIPELINE_INFO_EXT);
    const VkGeneratedCommandsShaderInfoEXT *shaders =
        kiln_find_const(next, VK_STRUCTURE_TYPE_GENERATED_COMMANDS_SHADER_INFO_EXT);
    if (pipeline)
        return (const struct kiln_pipeline *)(uintptr_t)pipeline->pipeline;
    return shaders && shaders->shaderCount ? kiln_shader_pipeline(shaders->pShaders[0]) : NULL;
}

// *only: p, where it stays.
static struct kiln_choice choice_of(VkIndirectExecutionSetEXT handle, const struct kiln_pipeline *p,
                                    const struct kiln_pipeline **only)
{
    KILN_FROM_HANDLE(kiln_execution_set, set, handle);
    *only = p;
    return set ? (struct kiln_choice){set->pipelines, set->count, set} : (struct kiln_choice){only, 1, NULL};
}

VKAPI_ATTR void VKAPI_CALL kiln_GetGeneratedCommandsMemoryRequirementsEXT(
    VkDevice handle, const VkGeneratedCommandsMemoryRequirementsInfoEXT *info, VkMemoryRequirements2 *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    const struct kiln_pipeline *only;
    const struct kiln_choice choice =
        choice_of(info->indirectExecutionSet, only_pipeline(info->pNext), &only);
    const struct kiln_plan plan = plan_of(device, &choice, info->maxSequenceCount);
    out->memoryRequirements = (VkMemoryRequirements){
        .size = plan.size, .alignment = 64, .memoryTypeBits = 1u << KILN_MEMORY_DESCRIPTORS};
}

// ---- commands

static void write_commands(struct kiln_cmd_buffer *cmd, uint64_t job, uint32_t most)
{
    for (uint32_t first = 0; first < most; first += DISPATCH_SEQUENCES) {
        const uint32_t count = KILN_MIN(most - first, (uint32_t)DISPATCH_SEQUENCES),
                       columns = KILN_MIN(count, (uint32_t)COLUMNS);
        const struct {
            uint64_t job;
            uint32_t first, columns;
        } push = {job, first, columns};
        const uint32_t groups[3] = {columns, (count + columns - 1) / columns, 1};
        kiln_cmd_dispatch_builtin3(cmd, KILN_BUILTIN_GENERATE, NULL, 0, &push, sizeof(push), groups);
    }
}

static void execute(struct kiln_cmd_buffer *cmd, const struct kiln_commands_layout *l,
                    const VkGeneratedCommandsInfoEXT *info)
{
    struct launch_stream *stream = &cmd->stream;
    const struct kiln_pipeline *only;
    const struct kiln_choice choice = choice_of(info->indirectExecutionSet, cmd->bound.pipeline, &only);
    const struct kiln_plan plan = plan_of(cmd->device, &choice, info->maxSequenceCount);
    if (plan.size > info->preprocessSize) {
        kiln_cmd_set_error(cmd, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        return;
    }
    const uint32_t entry_dwords = kiln_entry_dwords(&plan);
    uint64_t job_address, entries_address;
    struct generate *job = launch_dynamic(stream, sizeof(*job), &job_address);
    uint8_t *entries = launch_dynamic(stream, choice.count * entry_dwords * 4, &entries_address);
    struct launch_called *called = launch_called(stream, choice.count);
    if (!job || !entries || !called)
        return;
    const bool cuts = plan.run <= LAUNCH_RUN_MOST;
    called->slot = plan.slot * 4;
    called->mask = cuts ? (plan.run * plan.slot + MASK) * UINT64_C(4) : 0;
    called->report = (plan.slot - REPORT) * 4;
    const uint64_t constants = info->preprocessAddress + plan.constants;
    *job = (struct generate){.indirect = info->indirectAddress,
                             .count = info->sequenceCountAddress,
                             .commands = info->preprocessAddress,
                             .constants = constants,
                             .entries = entries_address,
                             .stride = l->stride,
                             .most = info->maxSequenceCount,
                             .slot = plan.slot,
                             .run = plan.run,
                             .run_dwords = plan.run_dwords,
                             .block = plan.block,
                             .block_offset = launch_constant_offset(&cmd->device->launch, constants),
                             .entry_dwords = entry_dwords,
                             .entry_count = choice.count,
                             .set_token = l->set_token,
                             .dispatch_token = l->dispatch_token,
                             .end = launch_sequence_end(),
                             .mask = cuts ? MASK : NONE};
    memcpy(job->push, l->push, sizeof(job->push));
    write_commands(cmd, job_address, info->maxSequenceCount);
    launch_need(stream, LAUNCH_PIPE_STALL | LAUNCH_PIPE_DATA_FLUSH);
    kiln_write_entries(cmd, &choice, &plan, entries, called);
    if (!stream->error)
        launch_call(stream, plan.how, called, info->preprocessAddress, plan.runs,
                    plan.run_dwords * UINT64_C(4), cmd->device->launch.limits.segment_ns);
    cmd->bound.dirty |= KILN_DIRTY_ALL_STATE;
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdExecuteGeneratedCommandsEXT(VkCommandBuffer handle, VkBool32 preprocessed,
                                                               const VkGeneratedCommandsInfoEXT *info)
{
    (void)preprocessed; // nothing was left to be done
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    KILN_FROM_HANDLE(kiln_commands_layout, l, info->indirectCommandsLayout);
    if (info->maxSequenceCount)
        execute(cmd, l, info);
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdPreprocessGeneratedCommandsEXT(VkCommandBuffer handle,
                                                                  const VkGeneratedCommandsInfoEXT *info,
                                                                  VkCommandBuffer state)
{
    (void)handle;
    (void)info;
    (void)state;
}
