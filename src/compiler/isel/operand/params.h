// The parameters of instruction selection for a kernel.
#ifndef KILN_COMPILER_ISEL_PARAMS_H
#define KILN_COMPILER_ISEL_PARAMS_H

#include "hw/target.h"

// What the front end decided and the back end needs or fills in.
struct isel_params {
    const struct kiln_target *target;
    unsigned simd;
    struct lap *lap;                // KILN_DEBUG=time: of each step; or NULL
    const struct llvm_graph *graph; // of the kernel
    uint32_t local_size[3];
    uint32_t push_size; // bytes of push constants in the cross-thread data, from byte 0
    uint32_t push_bti;  // binding-table index of the push constants as a buffer, for dynamic indices
    uint32_t sampler_count;
    uint32_t num_workgroups_offset; // in the cross-thread data, or KILN_NO_OFFSET
    uint32_t handle_offset;         // bytes into the cross-thread data
    uint32_t handle_count;          // there; further ones are in a buffer
    uint32_t far_handle_bti;        // binding-table index of that
    uint32_t cross_thread_regs, per_thread_regs;
    uint32_t frame_bytes; // of a lane's private memory, at its start: variables that a debugger looks at
    unsigned array_regs;  // registers that private arrays may have
    bool robust_buffer_access;
    bool surface_states; // lie where handles say: from KILN_SURFACE_STATES on,
    uint32_t heap_low; // or with KILN_HEAP_FIRST at the address in the dword before this one of the handles;
                       // 0: there is none
};

#endif
