#include "compiler/mir_query.h"

bool mir_sched(struct mir_shader *s)
{
    return false;
}
