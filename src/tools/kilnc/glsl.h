// GLSL to SPIR-V with glslang, for kilnc.
#ifndef KILN_TOOLS_KILNC_GLSL_H
#define KILN_TOOLS_KILNC_GLSL_H

#include <stddef.h>
#include <stdint.h>

#include "tools/kilnc/kilnc.h"

// With the command line's definitions, target and -g. The module's words (the caller frees them), or NULL
// with *log (the caller frees it too), whose lines begin with FILE:LINE.
uint32_t *kilnc_compile_glsl(const struct kilnc_args *args, const char *path, const char *source,
                             size_t *words, char **log);

#endif
