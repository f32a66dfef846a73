#include "compiler/mir_query.h"

const char *mir_ra_validate(struct arena *a, const struct mir_shader *before, const struct mir_shader *after)
{
    return NULL;
}
