// Runs a compile so that nothing in a module ends the process, however hostile: on a thread of its own with a
// stack for the deepest nesting that the limits of the front end allow, with LLVM's fatal errors, failed
// allocations (ours, LLVM's, the C++ library's) and the bounds of time and memory all ending the run alone.
#ifndef KILN_COMPILER_GUARD_H
#define KILN_COMPILER_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a module may take. Checked where our own passes and LLVM allocate (guard_heap.c), and between LLVM's
// pipelines.
#define GUARD_SECONDS 120u                // of processor time
#define GUARD_BYTES ((size_t)3 << 30)     // of memory, ours and LLVM's
#define GUARD_ABANDONED ((size_t)4 << 30) // of memory that cannot be freed any more: see guard_report
#define GUARD_STACK ((size_t)1 << 30)     // of address space; what is not touched takes no memory
// Where LLVM works without allocating anything, nothing can end the work; its caller waits so much longer, of
// processor time, and leaves the thread alone with it.
#define GUARD_GRACE_SECONDS 5u
#define GUARD_OVERDUE 4u      // such threads that may be at it still; then nothing is begun
#define GUARD_FORK_SECONDS 5u // that a fork() waits for the compiles of other threads
#define GUARD_EXIT_SECONDS 2u // that exit() does, before it has them left, if LLVM's objects go then

enum guard_end {
    GUARD_DONE,
    GUARD_OUT_OF_MEMORY,
    GUARD_TOO_LONG,      // GUARD_SECONDS
    GUARD_TOO_LARGE,     // GUARD_BYTES
    GUARD_TOO_MUCH_LEFT, // GUARD_ABANDONED or GUARD_OVERDUE, by earlier ones: it was not begun
    GUARD_CUT_IN_TWO,    // this process is the child of one that was in the middle of a run: it was not begun
    GUARD_ENDING,        // the process ends, and LLVM's objects with it
    GUARD_FATAL          // LLVM gave up
};

struct guard_report {
    char why[256]; // where it was left, if that is known
    // LLVM was not left in the middle of something: its contexts can be disposed of. Else what it had is
    // abandoned, and must not be touched again.
    bool llvm_whole;
    bool overdue; // the run goes on: its data are no longer the caller's
};

struct guard_task {
    void (*run)(void *data);
    // What is done with the data of an overdue run, at its end or where it was left. May be NULL.
    void (*drop)(void *data, const struct guard_report *report);
    void *data;
};

// Calls task->run. Other than GUARD_DONE, it was left in the middle, or (report->overdue) could not be.
enum guard_end guard_run(const struct guard_task *task, struct guard_report *report);

// Within `run`: leaves it when the time is over.
void guard_check_time(void);

// Tests: other bounds for the compiles to come. Returns those before.
struct guard_bounds {
    uint64_t ms;
    size_t bytes, abandoned;
    uint64_t grace_ms, fork_ms, exit_ms;
};
struct guard_bounds guard_set_bounds(const struct guard_bounds *b);
const struct guard_bounds *guard_get_bounds(void);

#endif
