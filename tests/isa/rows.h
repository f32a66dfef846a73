// Rows of the validator's tests: an instruction as text, and the rule that it breaks.
#ifndef KILN_TESTS_ISA_ROWS_H
#define KILN_TESTS_ISA_ROWS_H

#include "kiln/isa.h"
#include "kt.h"

struct row {
    const char *rule; // NULL: valid
    const char *text;
};

static inline bool validate_text(const struct kiln_target *target, const char *text, struct eu_error *err)
{
    uint8_t *code;
    size_t size;
    struct eu_inst inst;
    if (!eu_assemble(target, text, &code, &size, err))
        return kt_ok(false, "\"%s\" does not assemble: %s", text, err->text);
    bool ok = kt_ok(eu_decode(target, code, size, &inst, err) == size, "\"%s\" does not decode: %s", text,
                    err->text) &&
              eu_validate(target, &inst, err);
    free(code);
    return ok;
}

static inline void expect(const struct row *row, bool ok, const struct eu_error *err)
{
    if (!row->rule) {
        kt_ok(ok, "\"%s\" is refused: %s", row->text, err->text);
        return;
    }
    size_t n = strlen(row->rule);
    kt_ok(!ok, "\"%s\" is accepted, not %s", row->text, row->rule);
    kt_ok(!strncmp(err->text, row->rule, n) && err->text[n] == ':', "\"%s\" breaks \"%s\", not %s", row->text,
          err->text, row->rule);
}

#endif
