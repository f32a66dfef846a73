// Libraries that this one loads at first need, and that were built and installed along with it.
#ifndef KILN_UTIL_BESIDE_H
#define KILN_UTIL_BESIDE_H

// Opens the library `name` from the directory of the library or program that contains the address `self`,
// else where the system's loader finds it; its symbols stay private to the caller. NULL on error: dlerror()
// says why.
void *kiln_open_beside(const void *self, const char *name);

#endif
