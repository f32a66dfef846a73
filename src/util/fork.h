// The steps of fork(2) that all with threads or locks take part in.
//
// A lock of the process that another thread holds at a fork stays held in the child, and what it guards is
// half done: each static lock is either held across a fork, or given to the child anew along with what it
// guards (tests/layers.py looks for locks that are neither).
#ifndef KILN_UTIL_FORK_H
#define KILN_UTIL_FORK_H

#include <pthread.h>
#include <stdbool.h>

#include "util/lock.h"

// A static lock that fork() holds. No other lock is taken while it is held (lock_order.def), and fork() takes
// it after whatever else it waits for: handlers that are registered first are the last to prepare.
#define KILN_STATIC_LOCK(name)                                                                               \
    static struct kiln_lock name = KILN_LOCK_INITIALIZER(STATIC);                                            \
    static void name##_hold(void)                                                                            \
    {                                                                                                        \
        kiln_lock_beside(&name, true);                                                                       \
    }                                                                                                        \
    static void name##_let_go(void)                                                                          \
    {                                                                                                        \
        kiln_unlock(&name);                                                                                  \
    }                                                                                                        \
    __attribute__((constructor(150))) static void name##_watch_forks(void)                                   \
    {                                                                                                        \
        pthread_atfork(name##_hold, name##_let_go, name##_let_go);                                           \
    }                                                                                                        \
    _Static_assert(1, "")

enum kiln_fork { KILN_FORK_PREPARE, KILN_FORK_PARENT, KILN_FORK_CHILD };

// What a library that kiln_library_open() opens exports if it has locks or threads. Handlers of its own
// (pthread_atfork) are not enough: the C library leaves out those that were registered in the middle of a
// fork, which may be waiting for that very dlopen(). It may have them besides, for programs that are linked
// with it: the function must bear to be called twice for one step.
#define KILN_FORK_ENTRY "kiln_library_fork"
__attribute__((visibility("default"))) void kiln_library_fork(enum kiln_fork step);

// For that function: whether this call is the one that acts, the first that prepares and the last after the
// fork. `prepared` is the thread's, zero at first.
static inline bool kiln_fork_acts(enum kiln_fork step, unsigned *prepared)
{
    return step == KILN_FORK_PREPARE ? !(*prepared)++ : !--*prepared;
}

#endif
