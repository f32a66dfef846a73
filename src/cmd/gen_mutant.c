// What can be left out of a packet (util/mutant.h): of PIPE_CONTROL each bit that flushes, invalidates or
// stalls, and the whole of commands that are there for the hardware's sake. The command's place is taken by
// MI_NOOPs.
#include "util/mutant.h"

#include <stdio.h>
#include <string.h>

#include "cmd/gen_table.h"

static bool is_removable(enum gen_cmd_id id, const uint32_t *dw)
{
    switch (id) {
    case GEN_CMD_MEDIA_STATE_FLUSH:
    case GEN_CMD_MI_SEMAPHORE_WAIT:
    case GEN_CMD_PIPELINE_SELECT:
    case GEN_CMD_MI_ARB_CHECK:
        return true;
    case GEN_CMD_PIPE_CONTROL: {
        struct gen_PIPE_CONTROL c;
        gen_PIPE_CONTROL_unpack(dw, &c);
        return !c.post_sync_operation;
    }
    case GEN_CMD_MI_LOAD_REGISTER_IMM: {
        struct gen_MI_LOAD_REGISTER_IMM c;
        gen_MI_LOAD_REGISTER_IMM_unpack(dw, &c);
        // Workarounds and modes; what computes with registers has tests of its own.
        return c.register_offset < GEN_REG_CS_GPR0 || c.register_offset >= GEN_REG_CS_GPR(16);
    }
    default: // 3DSTATE_*: commands of the 3D pipeline are in our batches for workarounds only
        return !strncmp(gen_cmd_table[id].name, "3DSTATE_", 8);
    }
}

void gen_mutate(enum gen_cmd_id id, uint32_t *dw, uint32_t length, const void *at)
{
    const struct gen_desc *d = &gen_cmd_table[id];
    char what[96];
    if (d->kind != GEN_KIND_COMMAND)
        return;
    for (const struct gen_field *f = d->fields; id == GEN_CMD_PIPE_CONTROL && f->name; f++) {
        if (f->type != GEN_FIELD_BOOL || !gen_field_get(f, dw, length))
            continue;
        snprintf(what, sizeof(what), "PIPE_CONTROL:%s", f->name);
        if (kiln_mutant_at(at, what))
            dw[f->dw] &= ~(1u << f->low);
    }
    if (!is_removable(id, dw))
        return;
    snprintf(what, sizeof(what), "%s:all", d->name);
    if (kiln_mutant_at(at, what))
        memset(dw, 0, length * sizeof(*dw));
}
