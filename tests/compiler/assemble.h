// The last passes, which make bytes of a shader with registers and messages.
#ifndef KILN_TESTS_ASSEMBLE_H
#define KILN_TESTS_ASSEMBLE_H

#include "compiler/mir/emit/emit.h"

static inline bool assemble(struct mir_shader *s, const struct kiln_target *target, const uint8_t **bytes,
                            size_t *size, const char **error)
{
    struct mir_code code;
    if (!mir_emit(s, target, &code, error))
        return false;
    if (!kiln_target_has_scoreboard(target))
        mir_scoreboard(&code);
    return mir_encode(&code, bytes, size, error);
}

#endif
