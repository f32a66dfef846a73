// Specialization constants of the command line, by what the module says of them.
#ifndef KILN_TOOLS_KILNC_SPEC_H
#define KILN_TOOLS_KILNC_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kiln/compiler.h"

// `text` is ID=VALUE: an integer, a number or true and false, by the type of the module's constant.
// False: `message` says what is wrong.
bool kilnc_spec(const char *text, const struct kiln_module *m, struct kiln_spec_constant *out, uint64_t *data,
                char *message, size_t size);

#endif
