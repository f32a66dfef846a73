// The environment. It belongs to whoever started the program: where that is somebody with fewer rights than
// the program (setuid, setgid, file capabilities: AT_SECURE), none of it is read, since variables of ours
// name libraries to load and files to write. Nothing else in Kiln reads the environment
// (tests/winsys/test_env.py). Source: getauxval(3), AT_SECURE; secure_getenv(3).
#ifndef KILN_UTIL_ENV_H
#define KILN_UTIL_ENV_H

#include <stdlib.h>

// NULL: not set, or not to be believed.
static inline const char *kiln_getenv(const char *name)
{
    return secure_getenv(name);
}

#endif
