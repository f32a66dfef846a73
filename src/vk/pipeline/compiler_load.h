// The compiler's functions. `compile` loads libkiln_compiler.so.1, with LLVM, at the first call:
// what is in a cache does not pay for that. The others are linked in.
#ifndef KILN_VK_COMPILER_LOAD_H
#define KILN_VK_COMPILER_LOAD_H

#include "kiln/compiler.h"

struct kiln_compiler {
    __typeof__(kiln_compile) *compile;
    __typeof__(kiln_kernel_destroy) *kernel_destroy;
    __typeof__(kiln_kernel_get_info) *kernel_get_info;
    __typeof__(kiln_kernel_get_bindings) *kernel_get_bindings;
    __typeof__(kiln_kernel_get_code) *kernel_get_code;
    __typeof__(kiln_kernel_get_text) *kernel_get_text;
    __typeof__(kiln_kernel_get_lines) *kernel_get_lines;
    __typeof__(kiln_kernel_get_binding_name) *kernel_get_binding_name;
    __typeof__(kiln_kernel_get_shared) *kernel_get_shared;
    __typeof__(kiln_kernel_get_file) *kernel_get_file;
    __typeof__(kiln_kernel_get_debug) *kernel_get_debug;
    __typeof__(kiln_kernel_get_small) *kernel_get_small;
    __typeof__(kiln_kernel_serialize) *kernel_serialize;
    __typeof__(kiln_kernel_deserialize) *kernel_deserialize;
    __typeof__(kiln_compile_key) *compile_key;
    __typeof__(kiln_compiler_version) *version;
};

// Which build of the library it is, for what is kept on disk.
// 0: it is not there. And of the library that this code is in.
uint64_t kiln_compiler_build(void);
uint64_t kiln_driver_build(void);

const struct kiln_compiler *kiln_compiler_get(void);

#endif
