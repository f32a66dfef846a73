// The source texts that a SPIR-V module carries, with their lines where line numbers say that they are.
//
// A text is not numbered as its rows lie: glslang writes a preamble before it ("// OpModuleProcessed ..." and
// "#line 1", for SPIR-V 1.0), and a #line directive gives the next row another number, or another file.
// OpLine and DebugLine count as the directives say. Here line n of a text is what they call n.
#ifndef KILN_COMPILER_SOURCE_H
#define KILN_COMPILER_SOURCE_H

#include <stdint.h>

#include "util/arena.h"

struct kernel_source {
    const char *file; // as OpLine's string
    const char *text; // lines that nothing is known of are empty
};

// Of OpSource and OpSourceContinued, and of DebugSource and DebugSourceContinued
// (NonSemantic.Shader.DebugInfo.100). A file of which the module has no text is not among them. The words are
// not believed; what is returned is in the arena.
const struct kernel_source *kernel_sources(struct arena *a, const uint32_t *words, size_t word_count,
                                           uint32_t *count);
// The same of one text that was read elsewhere.
const struct kernel_source *kernel_sources_of_text(struct arena *a, const char *file, const char *text,
                                                   uint32_t *count);
// The text of a file, or NULL.
const char *kernel_source_find(const struct kernel_source *sources, uint32_t count, const char *file);

#endif
