// SPIR-V's text as words, for tests that make their modules as they go.
#ifndef KILN_TESTS_VK_ASSEMBLE_H
#define KILN_TESTS_VK_ASSEMBLE_H

#include <spirv-tools/libspirv.h>
#include <string.h>

#include "kt.h"

// A failed check, and NULL, where it is not understood. What the assembler does not know are words: "OpNop"
// in a line, and in the next "!" before each that is no id.
static inline spv_binary vkt_assemble(const char *source)
{
    spv_context ctx = spvContextCreate(SPV_ENV_UNIVERSAL_1_3);
    spv_binary bin = NULL;
    spv_diagnostic diag = NULL;
    spvTextToBinary(ctx, source, strlen(source), &bin, &diag);
    kt_ok(bin != NULL, "line %d: %s", diag ? (int)diag->position.line : 0, diag ? diag->error : "?");
    spvDiagnosticDestroy(diag);
    spvContextDestroy(ctx);
    return bin;
}

#endif
