// Specialization constants of the command line, by what the module says of them.
#ifndef KILN_TOOLS_KILNC_SPEC_H
#define KILN_TOOLS_KILNC_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kiln/compiler.h"

// `text` is ID=VALUE: an integer, a number or true and false, as the type of the module's constant wants it.
// `words` are SPIR-V of the host's byte order. False: `message` says what is wrong.
bool kilnc_spec(const char *text, const uint32_t *words, size_t count, struct kiln_spec_constant *out,
                uint64_t *data, char *message, size_t size);

// One specialization constant of a module.
struct kilnc_spec_info {
    uint32_t id, target; // SpecId, and the id of the constant
    char type[12];       // "bool", "int32", "uint16", "float64", ...
    char value[32];      // the default, as JSON has it
};

// The next one at or behind *at (from 5 on); false at the end.
bool kilnc_next_spec(const uint32_t *words, size_t count, size_t *at, struct kilnc_spec_info *out);

#endif
