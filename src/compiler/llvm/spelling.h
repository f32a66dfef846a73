// LLVM's passes by the names of LLVM 19, which is what llvm/passes.def uses, in the spelling of the LLVM that
// is here: older releases have another name for one, and others in one with their neighbour.
#ifndef KILN_LLVM_SPELLING_H
#define KILN_LLVM_SPELLING_H

#include <llvm/Config/llvm-config.h>

#include "util/arena.h"

// `passes`, a textual pipeline; in the arena if it is another one.
const char *llvm_spell(struct arena *a, const char *passes);

#endif
