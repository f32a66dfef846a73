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
// else where the system's loader finds it; its symbols stay private to the caller. NULL on error: dlerror()
// says why. From then on it takes part in each fork() of the process (util/fork.h).
void *kiln_library_open(const void *self, const char *name);

#endif
