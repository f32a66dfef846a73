// What a compile takes from the heap, its own code and LLVM's, seen as it happens (guard_heap.c).
#ifndef KILN_COMPILER_GUARD_HEAP_H
#define KILN_COMPILER_GUARD_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Asked at each allocation: at a fixed offset from the thread's pointer, where the default is a call. The
// room that glibc keeps for libraries that are loaded late is small (some 1,600 bytes), so only these few are
// there.
#define GUARD_TLS __attribute__((tls_model("initial-exec")))

// Of a thread. Bytes taken and not given back, by whom.
struct guard_heap {
    int64_t llvm, ours;
    uint64_t limit; // of both together
    unsigned events;
    void (*over)(bool in_llvm); // would be over the limit: does not return
    void (*tick)(bool in_llvm); // every GUARD_HEAP_TICK-th allocation; may not return
};

enum { GUARD_HEAP_TICK = 1024 };

void guard_heap_install(void); // once in a process
// Watches this thread's allocations from now on; NULL: no more.
void guard_heap_watch(struct guard_heap *h);

#endif
