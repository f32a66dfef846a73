// Other ways to compile the same kernel, by KILN_DEBUG, for tests: what computes something else without a
// pass, in another order or with fewer registers is wrong somewhere.
#ifndef KILN_COMPILER_VARIANT_H
#define KILN_COMPILER_VARIANT_H

#include <stdbool.h>
#include <stdint.h>

#include "util/arena.h"

// without=NAME:NAME...: does the list have this pass? As llvm/passes.def or --emit mir names it.
bool variant_without(const char *pass);
// Does it have this step of llvm/passes.def, by its name or by its number there, from 1?
bool variant_without_step(const char *name, unsigned number);
// Whether KILN_DEBUG's without= names only passes that there are (llvm/passes.def, passes.def), and
// registers= and shuffle= numbers; a warning names what is wrong, and the nearest name.
bool variant_check(void);
// shuffle=SEED: a random pipeline; the whole optimizer.
const char *variant_random_pipeline(struct arena *a);
// shuffle=SEED: the next number of a sequence of which `state` is the start; changes `state`. 0 without it.
uint32_t variant_random(uint32_t *state);
// registers=N, else `count`; no more than that. And whether it is more: threads are to have more registers.
unsigned variant_registers(unsigned count);
bool variant_wants_more_registers(unsigned count);
bool variant_has_registers(void); // says how many
// All of it, for the key of caches: "" without any.
const char *variant_name(struct arena *a);

#endif
