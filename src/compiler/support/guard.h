// Runs a compile so that nothing in a module ends the process, however hostile: on a thread of its own with a
// stack for the deepest nesting that the limits of the front end allow, with LLVM's fatal errors, failed
// allocations (ours, LLVM's, the C++ library's) and the bounds of time and memory all ending the run alone.
#ifndef KILN_COMPILER_GUARD_H
#define KILN_COMPILER_GUARD_H

#include <stdbool.h>
#include <stddef.h>

// What a module may take. Checked where our own passes allocate and between LLVM's pipelines; what LLVM does
// within one is bounded by the size of what it is given (MAX_EMITTED in spirv/cf.c; llvm/pipeline.c gives large
// kernels the passes whose work grows with their size).
#define GUARD_SECONDS 120u            // of processor time
#define GUARD_BYTES ((size_t)3 << 30) // of our own memory
#define GUARD_STACK ((size_t)1 << 30) // of address space; what is not touched takes no memory

enum guard_end {
    GUARD_DONE,
    GUARD_OUT_OF_MEMORY,
    GUARD_TOO_LONG,  // GUARD_SECONDS
    GUARD_TOO_LARGE, // GUARD_BYTES
    GUARD_FATAL      // LLVM gave up: what it had is abandoned, and must not be touched again
};

// Calls `f`. Other than GUARD_DONE, it was left in the middle; `why` says where, if that is known.
enum guard_end guard_run(void (*f)(void *), void *data, char *why, size_t why_size);

// Within `f`: leaves it when the time is over.
void guard_check_time(void);

#endif
