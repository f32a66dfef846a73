// C++ libraries whose objects live as long as the process.
//
// exit() destroys what a library's constructors made while the other threads are still at work, and a library
// that is loaded just then loses the first of its objects before the last are there. LLVM has 2,500 of them.
// So what it registers to be called at exit is dropped: threads of ours compile on until the process is gone.
// Only the end of the C++ streams, which flushes what a program has written to them, stays.
//
// That works from the call of kiln_skip_exit() on. Call it as early as possible: in a
// constructor of a library that is linked with -z initfirst, and so before those of all that the library
// brings along.
#ifndef KILN_UTIL_LIBRARY_SKIP_EXIT_H
#define KILN_UTIL_LIBRARY_SKIP_EXIT_H

#include <stdbool.h>

#define KILN_SKIP_EXIT_FIRST 101 // the priority of that constructor

void kiln_skip_exit(const void *inside); // the library that has this address

// Whether all of its objects live on: not those of a library that others had loaded before. To be asked
// before the library is first used.
bool kiln_skips_exit(void);

#endif
