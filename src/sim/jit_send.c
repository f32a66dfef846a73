// Messages. Those not made here are the interpreter's (sim_eu_send).
#include "sim/jit_ir.h"

bool jit_send_is_end(const struct sim_uop *u)
{
    return !u->pseudo && jit_op_is_send(u->op) && u->inst->eot;
}

bool jit_send(struct jt *j, const struct sim_uop *u)
{
    (void)j;
    (void)u;
    return false;
}
