// The steps of fork(2) that all with threads or locks take part in.
#ifndef KILN_UTIL_FORK_H
#define KILN_UTIL_FORK_H

enum kiln_fork { KILN_FORK_PREPARE, KILN_FORK_PARENT, KILN_FORK_CHILD };

// What a library that kiln_open_beside() opens exports if it has locks or threads. Handlers of its own
// (pthread_atfork) are not enough: the C library leaves out those that were registered in the middle of a
// fork, which may be waiting for that very dlopen(). It may have them besides, for programs that are linked
// with it: the function must bear to be called twice for one step.
#define KILN_FORK_ENTRY "kiln_library_fork"
__attribute__((visibility("default"))) void kiln_library_fork(enum kiln_fork step);

#endif
