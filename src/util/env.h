// The environment. It belongs to the user who started the program: if that user has fewer rights than
// the program (setuid, setgid, file capabilities: AT_SECURE), none of it is read, since variables of ours
// name libraries to load and files to write. Nothing else in Kiln reads the environment
// (tests/winsys/test_env.py). Source: getauxval(3), AT_SECURE; secure_getenv(3).
#ifndef KILN_UTIL_ENV_H
#define KILN_UTIL_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// NULL: not set, or not to be believed.
static inline const char *kiln_getenv(const char *name)
{
    return secure_getenv(name);
}

// Relative paths, in variables and in the names that libraries were loaded by, are meant from where the
// process was when this library was loaded: a program that goes elsewhere (chdir) finds its files all the
// same. `path` itself, or `out` with the directory before it, if that fits.
enum { KILN_PATH_MAX = 4096 };
const char *kiln_path_absolute(const char *path, char out[KILN_PATH_MAX]);
const char *kiln_directory(void); // that directory; "": not known
// Another one: a library that kiln_library_open() opens gets its opener's.
void kiln_set_directory(const char *directory);
// A variable that is a path, as that; NULL also where it is empty.
const char *kiln_getenv_path(const char *name, char out[KILN_PATH_MAX]);

// Whether the environment sets only variables that there are (env.def), to values that they can have: others
// of the simulator's (KILN_SIM_*), and names within two letters of one of ours, are misspelt. Each is named
// in a warning, once in a process, with the nearest name or word that there is.
bool kiln_env_check(void);

// What a program that is started gets for an environment; NULL in one with more rights than its user: it
// starts none, since PATH says which.
char *const *kiln_child_environment(void);

// A number of bytes or anything else: decimal, octal or hexadecimal, K, M or G (of 1024) after it. False if
// it is none, or over 64 bits.
bool kiln_parse_size(const char *s, uint64_t *out);

// The word of a list that is the fewest letters from another (of `length` bytes), and how many: NULL if that
// is too long to tell.
const char *kiln_nearest(const char *word, size_t length, const char *const *words, size_t count,
                         unsigned *changes);

#endif
