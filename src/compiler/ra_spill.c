#include "compiler/ra.h"

uint32_t ra_max_pressure(const struct mir_shader *s, const struct mir_live *l)
{
    return 0;
}

unsigned ra_spill_grf(struct mir_shader *s, const struct mir_live *l, uint32_t limit, uint32_t must)
{
    return 0;
}

bool ra_spill_flag(struct mir_shader *s, const struct mir_live *l, uint32_t failed)
{
    return false;
}
