// KILN_DEBUG=spirv=DIR: the modules that a program compiles, for kilnc.
#ifndef KILN_COMPILER_KEEP_MODULE_H
#define KILN_COMPILER_KEEP_MODULE_H

#include <stddef.h>
#include <stdint.h>

// Writes a module to DIR/HASH.spv, where it is asked for and not there; warns once where it cannot.
void keep_module(const uint32_t *words, size_t count);

#endif
