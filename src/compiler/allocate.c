// Two steps of compile.c's list that are more than a call: general registers, and the bytes.
#include "compiler/compile.h"
#include "compiler/mir/emit/emit.h"
#include "compiler/ra/ra.h"

const char *compile_registers(struct compile *c, struct mir_shader *s, struct candidate *out, bool may_spill)
{
    const char *why;
    enum ra_result r = ra_general(&c->ra, s, out->registers, may_spill, &why);
    ra_work_finish(&c->ra);
    out->would_spill = r == RA_SPILLS;
    if (r == RA_FAILED)
        return why;
    mir_facts_keep(s, MIR_KEEPS_LOOPS);
    return r == RA_DONE ? pass_done(c, &out->log, s, "ra") : NULL;
}

const char *compile_check_registers(struct compile *c, struct mir_shader *s)
{
    const char *error = c->validate ? ra_validate(&c->scratch, s) : NULL;
    if (error)
        return arena_printf(&c->arena, "register allocation: %s", error);
    arena_reset(&c->scratch);
    lap_end(&c->lap, "  (check of register allocation)");
    return NULL;
}

const char *compile_bytes(struct compile *c, struct mir_shader *s, struct candidate *out)
{
    const struct kiln_target *target = s->target;
    struct mir_code code;
    struct eu_error eu;
    const char *error;
    if (!mir_emit(s, target, &code, &error))
        return arena_printf(&c->arena, "emit: %s", error);
    pass_done_code(c, &out->log, &code, "emit");
    if (!kiln_target_has_scoreboard(target)) {
        mir_scoreboard(&code);
        pass_done_code(c, &out->log, &code, "scoreboard");
    }
    if (!mir_encode(&code, &out->code, &out->code_size, &error))
        return arena_printf(&c->arena, "encode: %s", error);
    lap_end(&c->lap, "encode");
    if (c->validate && !eu_validate_kernel(target, out->code, out->code_size, &eu))
        return arena_printf(&c->arena, "EU validator: %s", eu.text);
    return NULL;
}
