// See spelling.h. Source: LLVM's lib/Passes/PassRegistry.def of releases 16 to 21.
#include "compiler/llvm/spelling.h"

#include <string.h>

static const struct {
    unsigned since; // the release that brought the name
    const char *name, *before;
} spellings[] = {
    {19, "lower-switch", "lowerswitch"},
    // instcombine did it itself, and knows no parameter of this kind.
    {18, "infer-alignment", "no-op-function"},
    {18, "instcombine<no-verify-fixpoint>", "instcombine"},
};

const char *llvm_spell(struct arena *a, const char *passes)
{
    for (unsigned k = 0; k < sizeof(spellings) / sizeof(spellings[0]); k++) {
        const char *at;
        while (LLVM_VERSION_MAJOR < spellings[k].since && (at = strstr(passes, spellings[k].name)))
            passes = arena_printf(a, "%.*s%s%s", (int)(at - passes), passes, spellings[k].before,
                                  at + strlen(spellings[k].name));
    }
    return passes;
}
