// A kernel's code taken apart, for reports.
#ifndef KILN_TOOLS_KILNC_ANALYSIS_H
#define KILN_TOOLS_KILNC_ANALYSIS_H

#include "tools/kilnc/kilnc.h"

// The source line of the instruction at an offset, or NULL.
const struct kiln_line *kilnc_line_at(const struct kiln_kernel *k, uint32_t offset);
// Writes the members files, blocks and listing of a JSON object, with a comma before the first. The kernel
// has its KILN_EMIT_ASM text; `u` is what it was compiled of. Sources are the module's, or else read from
// where their names say.
void kilnc_put_analysis(FILE *f, const struct kiln_kernel *k, const struct kilnc_unit *u);

#endif
