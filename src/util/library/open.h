// Libraries that this one loads when they are first needed, and that are built and installed with it.
#ifndef KILN_UTIL_LIBRARY_OPEN_H
#define KILN_UTIL_LIBRARY_OPEN_H

#include <stdbool.h>
#include <stddef.h>

#include "util/env.h"

// The path that the library or program with the address `self` was loaded from, or NULL: it has none with a
// directory.
const char *kiln_path_of(const void *self, char out[KILN_PATH_MAX]);

// The path of the file `name` in its folder; false if it does not exist.
bool kiln_path_next_to(const void *self, const char *name, char *path, size_t size);

// Opens the library `name` from the directory of the library or program that contains the address `self`,
// else where the system's loader finds it; its symbols stay private to the caller. NULL on error, and `why`
// says why. From then on it takes part in each fork() of the process (util/fork.h).
//
// Once exit() has begun it opens nothing, and exit() waits for a library that is being opened. For at its end
// the dynamic linker calls the destructors of all libraries and forgets that they were constructed: a
// dlopen() after that constructs again whatever the new library depends on, and LLVM ends the process by
// abort() when it is constructed twice.
void *kiln_library_open(const void *self, const char *name, const char **why);

// Also before the destructors of the libraries that are loaded by now, exit() waits as above. To be called
// when others may have loaded some, but not yet at exit(). Without it, those that were loaded before this
// one.
void kiln_library_watch_exit(void);

// What such a library exports if it wants to be told that it was opened: the directory is its opener's
// (util/env.h). exit() waits for it, too: here a library registers the handler that protects what it is about
// to use.
#define KILN_OPENED_ENTRY "kiln_library_opened"
__attribute__((visibility("default"))) void kiln_library_opened(const char *directory);

#endif
