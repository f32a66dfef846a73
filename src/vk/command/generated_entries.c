// What each pipeline of generated commands does, as the driver's kernel copies it: see generated.c.
//
// A set may change until the commands are submitted: what was bound when they were recorded is remembered,
// and the entries of pipelines that are new by then are written once more. That is done in a command buffer
// of its own, of which only the states count: its sequences switch kernels by themselves.
#include "vk/command/generated.h"

enum { MORE_TABLES = 4096 }; // bytes, for pipelines that come later

struct kiln_generated {
    struct kiln_generated *next;
    struct kiln_execution_set *set;
    uint64_t serial; // of the set, when it was looked at last
    struct kiln_plan plan;
    uint8_t *entries;
    struct launch_called *called; // of the stream's
    struct launch_tables tables;  // of LAUNCH_SWITCH_KERNEL
    struct kiln_cmd_buffer later; // with what was bound; its stream is made when it is needed
    bool has_stream;
    struct kiln_push_set push[]; // of the sets in bound.push_sets
};

static void write_entry(struct kiln_cmd_buffer *cmd, const struct kiln_pipeline *p,
                        const struct kiln_plan *plan, struct kiln_entry *e)
{
    struct launch_sequence sequence;
    kiln_cmd_write_sequence(cmd, p, plan->how, &sequence);
    if (cmd->stream.error)
        return;
    if (sequence.count > plan->slot || launch_constant_bytes(&p->launch) / 4 > plan->block) {
        kiln_cmd_set_error(cmd, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        return;
    }
    *e = (struct kiln_entry){.commands = sequence.count,
                             .constants = launch_constant_bytes(&p->launch) / 4,
                             .x = sequence.x,
                             .y = sequence.y,
                             .z = sequence.z,
                             .block = sequence.constants,
                             .surface = sequence.surface,
                             .push = p->push_offset / 4,
                             .push_dwords = p->push_size / 4,
                             .groups =
                                 p->groups_offset == KILN_NO_OFFSET ? KILN_NO_PLACE : p->groups_offset / 4,
                             .start_constants = plan->slot,
                             .walk = sequence.walk,
                             .most_groups = p->launch.slice_groups,
                             .tables = sequence.bindings.tables,
                             .samplers = sequence.bindings.samplers};
    memcpy(e->dwords, sequence.dwords, sequence.count * 4);
    if (e->constants)
        memcpy(e->dwords + plan->slot, cmd->bound.constants_map, e->constants * 4);
}

static struct kiln_entry *entry(const struct kiln_plan *plan, uint8_t *entries, uint32_t index)
{
    return (struct kiln_entry *)(entries + (size_t)index * kiln_entry_dwords(plan) * 4);
}

static void remember(struct kiln_cmd_buffer *cmd, struct kiln_execution_set *set,
                     const struct kiln_plan *plan, uint8_t *entries, struct launch_called *called,
                     const struct launch_tables *tables)
{
    const uint32_t pushed = cmd->bound.push_sets;
    struct kiln_generated *g = kiln_zalloc(
        &cmd->pool->alloc, NULL, sizeof(*g) + (size_t)__builtin_popcount(pushed) * sizeof(g->push[0]),
        VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!g) {
        kiln_cmd_set_error(cmd, kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY));
        return;
    }
    *g = (struct kiln_generated){.next = cmd->generated,
                                 .set = set,
                                 .serial = set->serial,
                                 .plan = *plan,
                                 .entries = entries,
                                 .called = called,
                                 .tables = *tables,
                                 .later = {.device = cmd->device, .pool = cmd->pool, .bound = cmd->bound}};
    memcpy(g->later.set_ranges, cmd->set_ranges, sizeof(cmd->set_ranges));
    g->later.stream.conditional = cmd->stream.conditional;
    for (uint32_t i = 0, n = 0; i < KILN_MAX_SETS; i++) {
        if (!(pushed & (1u << i)))
            continue;
        struct kiln_push_set *p = &g->push[n++];
        *p = *cmd->push[i];
        p->set.slots = p->slots;
        p->set.surfaces_map = p->surfaces;
        p->set.samplers_map = p->samplers;
        g->later.bound.sets[i] = &p->set;
    }
    cmd->generated = g;
}

void kiln_write_entries(struct kiln_cmd_buffer *cmd, const struct kiln_choice *c,
                        const struct kiln_plan *plan, uint8_t *entries, struct launch_called *called)
{
    struct launch_stream *stream = &cmd->stream;
    struct launch_tables tables = {0};
    if (c->set)
        kiln_lock(&c->set->lock);
    if (plan->how == LAUNCH_SWITCH_KERNEL) {
        launch_prepare(stream, &cmd->bound.pipeline->launch,
                       kiln_cmd_common_window(cmd, cmd->bound.pipeline));
        launch_invalidate(stream, LAUNCH_PIPE_INVALIDATE);
        launch_tables_begin(stream, plan->tables, MORE_TABLES, &tables);
    }
    for (uint32_t i = 0; i < c->count && !stream->error; i++) {
        struct kiln_entry *e = entry(plan, entries, i);
        e->commands = 0;
        if (!c->pipelines[i])
            continue;
        called->kernels[i] = &c->pipelines[i]->launch;
        write_entry(cmd, c->pipelines[i], plan, e);
    }
    if (plan->how == LAUNCH_SWITCH_KERNEL && !stream->error)
        launch_tables_end(stream, &tables);
    if (c->set && !stream->error)
        remember(cmd, c->set, plan, entries, called, &tables);
    if (c->set)
        kiln_unlock(&c->set->lock);
}

// ---- when they are submitted

static void begin_later(struct kiln_generated *g)
{
    struct kiln_cmd_buffer *later = &g->later;
    const bool conditional = later->stream.conditional;
    if (!g->has_stream)
        launch_stream_init(&later->stream, &later->device->launch, &later->device->launch.alloc);
    g->has_stream = true;
    later->stream.conditional = conditional;
    if (g->plan.how == LAUNCH_SWITCH_KERNEL)
        launch_tables_resume(&later->stream, &g->tables);
}

// Whether what was recorded for the set suits what it has become.
static bool is_whole(const struct kiln_generated *g)
{
    const struct launch_stream *s = &g->later.stream;
    return !s->error && !s->block_count &&
           (g->plan.how != LAUNCH_SWITCH_KERNEL || launch_tables_suffice(s, &g->tables));
}

static VkResult follow(struct kiln_cmd_buffer *cmd, struct kiln_generated *g)
{
    begin_later(g);
    for (uint32_t i = 0; i < g->set->count; i++) {
        if (g->set->serials[i] <= g->serial)
            continue;
        g->called->kernels[i] = &g->set->pipelines[i]->launch;
        write_entry(&g->later, g->set->pipelines[i], &g->plan, entry(&g->plan, g->entries, i));
        if (!is_whole(g))
            return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY,
                              "place %u of an execution set is not what commands were recorded for", i);
    }
    if (g->plan.how == LAUNCH_SWITCH_KERNEL)
        g->tables.next = g->later.stream.table.next;
    g->serial = g->set->serial;
    cmd->stream.scratch |= g->later.stream.scratch;
    return VK_SUCCESS;
}

VkResult kiln_cmd_follow_sets(struct kiln_cmd_buffer *cmd)
{
    VkResult result = VK_SUCCESS;
    for (struct kiln_generated *g = cmd->generated; g && !result; g = g->next) {
        kiln_lock(&g->set->lock);
        if (g->set->serial != g->serial)
            result = follow(cmd, g);
        kiln_unlock(&g->set->lock);
    }
    return result;
}

void kiln_cmd_forget_sets(struct kiln_cmd_buffer *cmd)
{
    while (cmd->generated) {
        struct kiln_generated *g = cmd->generated;
        cmd->generated = g->next;
        if (g->has_stream)
            launch_stream_finish(&g->later.stream);
        kiln_free(&cmd->pool->alloc, NULL, g);
    }
}
