// KILN_DEBUG=spirv=DIR: the modules that a program compiles, for kilnc.
#ifndef KILN_COMPILER_KEEP_MODULE_H
#define KILN_COMPILER_KEEP_MODULE_H

#include <stddef.h>
#include <stdint.h>

struct kiln_spec_constant;

// Writes a module to DIR/HASH.spv, if requested and missing; warns once where it cannot. Its
// specialization constants are by default the values that are given, so that kilnc compiles the same.
void keep_module(const uint32_t *words, size_t count, const struct kiln_spec_constant *values,
                 unsigned value_count);

#endif
