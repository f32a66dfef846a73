// A shader as LLVM IR, with what the translation of its SPIR-V found out: what the rest of the compiler works
// on.
#ifndef KILN_COMPILER_LLVM_SHADER_H
#define KILN_COMPILER_LLVM_SHADER_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "kiln/compiler.h"
#include "kiln/target.h"

struct llvm_line {
    const char *file; // in the arena
    uint32_t line;
    uint32_t instance; // of the function that it was emitted for, for a debugger; else 0
};

// Execution modes of floating-point arithmetic: widths, in bits (16 | 32 | 64).
struct llvm_float_modes {
    uint8_t preserve, flush; // denormals
    uint8_t rte, rtz;
    uint8_t zero_inf_nan; // their signs, and they, matter
};

struct llvm_shader {
    const struct kiln_target *target;
    LLVMModuleRef module;
    LLVMValueRef kernel;
    uint32_t local_size[3];
    uint32_t shared_size, push_size;
    struct llvm_float_modes float_modes;
    struct kiln_binding *bindings;
    const char **binding_names;
    uint32_t binding_count, bti_count, handle_count, sampler_count;
    uint32_t far_handle_count, far_handle_bti; // kiln/compiler.h
    uint32_t shared_count;
    uint32_t *shared_offsets; // of the globals "shared.N"
    struct kiln_shared_variable *shared_variables;
    uint32_t shared_variable_count;
    const uint8_t *data; // of the surface data_bti, if there is one
    uint32_t data_size, data_bti;
    const struct llvm_line *lines; // debug location N is lines[N - 1]
    uint32_t line_count;
    bool debug;             // compiled for a debugger:
    const char *debug_text; // JSON without its last members (compiler/result.c)
    uint32_t frame_bytes;   // a lane's variables, at constant addresses of private memory
    bool quads;             // DerivativeGroupQuads
    bool reads_states;      // of surfaces, from KILN_SURFACE_STATES on
    bool wide_buffers;      // KILN_AS_BUFFER may occur
    bool valid_descriptors; // kiln/compiler.h
    unsigned simd;          // the width that it must have, or 0
    bool sees_width;        // it can tell how wide it is
};

#endif
