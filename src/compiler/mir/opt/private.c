// Without spills, private memory begins at the thread's base: nothing need be added to its offsets. Behind
// register allocation, which says so.
#include "compiler/mir/ir/query.h"

bool mir_opt_private(struct mir_shader *s)
{
    bool any = false;
    for (uint32_t b = 0; b < s->block_count && !s->spill_bytes; b++)
        mir_foreach_inst_safe(i, s->blocks[b])
        {
            if (i->op != EU_OP_ADD || i->src[1].kind != MIR_OPK_PRIVATE)
                continue;
            mir_remove(i);
            any = true;
        }
    return any;
}
