// A library that must not be loaded: leaves a file where KILN_TEST_MARK says, past secure_getenv.
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void mark(void)
{
    const char *path = getenv("KILN_TEST_MARK");
    FILE *f = path ? fopen(path, "w") : NULL;
    if (f)
        fclose(f);
}
