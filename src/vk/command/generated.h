// Generated commands: what generated.c plans, and generated_entries.c writes, also when an execution set has
// changed.
#ifndef KILN_VK_GENERATED_H
#define KILN_VK_GENERATED_H

#include "vk/command/buffer.h"
#include "vk/pipeline/execution_set.h"

// What sequences may run: a pipeline, or all of a set.
struct kiln_choice {
    const struct kiln_pipeline *const *pipelines;
    uint32_t count;
    struct kiln_execution_set *set; // or NULL
};

// Of the preprocess buffer.
struct kiln_plan {
    enum launch_switch how;
    bool surface;         // a pipeline reads push constants through one
    uint32_t slot, block; // dwords of a sequence: commands, constants
    uint32_t tables;      // bytes of binding tables, of all pipelines
    uint32_t run, runs, run_dwords;
    uint64_t constants, size; // bytes: where they begin; all
};

// What the kernel copies; as shaders/generate.comp has it.
#define KILN_NO_PLACE UINT32_MAX
struct kiln_entry {
    uint32_t commands, constants;
    uint32_t x, y, z, block, surface;
    uint32_t push, push_dwords, groups;
    uint32_t start_constants, walk, most_groups, tables, samplers, unused;
    uint32_t dwords[];
};

static inline uint32_t kiln_entry_dwords(const struct kiln_plan *plan)
{
    return sizeof(struct kiln_entry) / 4 + plan->slot + plan->block;
}

// The entries of all that may be chosen, with what is bound. Remembers it, if there is a set.
void kiln_write_entries(struct kiln_cmd_buffer *cmd, const struct kiln_choice *c,
                        const struct kiln_plan *plan, uint8_t *entries, struct launch_called *called);

#endif
