// Reads whole files of bounded size.
#include "tools/read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// With room for the zero. NULL with errno.
static char *read_all(FILE *f, size_t most, size_t *size)
{
    char *data = NULL;
    size_t used = 0, capacity = 0;
    for (size_t n = 1; n; used += n) {
        if (capacity - used < 2) {
            capacity = capacity ? capacity * 2 : 65536;
            char *p = used <= most ? realloc(data, capacity) : NULL;
            if (!p) {
                errno = used <= most ? ENOMEM : EFBIG;
                free(data);
                return NULL;
            }
            data = p;
        }
        n = fread(data + used, 1, capacity - used - 1, f);
    }
    if (ferror(f) || used > most) {
        errno = ferror(f) ? errno : EFBIG;
        free(data);
        return NULL;
    }
    data[used] = 0;
    *size = used;
    return data;
}

char *tool_read(const char *path, size_t most, size_t *size)
{
    struct stat st;
    FILE *f = !strcmp(path, "-") ? stdin : fopen(path, "rb");
    if (!f)
        return NULL;
    if (!fstat(fileno(f), &st) && !S_ISREG(st.st_mode) && most > TOOL_MOST_STREAMED)
        most = TOOL_MOST_STREAMED;
    char *data = read_all(f, most, size);
    int error = errno;
    if (f != stdin)
        fclose(f);
    errno = error;
    return data;
}
