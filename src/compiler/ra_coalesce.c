#include "compiler/ra.h"

bool ra_coalesce(struct mir_shader *s)
{
    return false;
}
