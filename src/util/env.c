#include "util/env.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "util/log.h"

enum { LONGEST = 63, NEAR = 2 }; // of names that are compared; changes that make a name another's misspelling

static const char *const variables[] = {
#define VARIABLE(name) #name,
#include "util/env.def"
#undef VARIABLE
};

// Letters to insert, leave out, exchange or swap with their neighbour (Damerau's distance, of adjacent
// letters).
static unsigned distance(const char *a, size_t n, const char *b, size_t m)
{
    uint8_t rows[3][LONGEST + 2];
    uint8_t *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= m; j++)
        last[j] = (uint8_t)j;
    for (size_t i = 1; i <= n; i++) {
        now[0] = (uint8_t)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned d = last[j - 1] + (a[i - 1] != b[j - 1]);
            d = d < last[j] + 1u ? d : last[j] + 1u;
            d = d < now[j - 1] + 1u ? d : now[j - 1] + 1u;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1u < d)
                d = before[j - 2] + 1u;
            now[j] = (uint8_t)d;
        }
        uint8_t *oldest = before;
        before = last;
        last = now;
        now = oldest;
    }
    return last[m];
}

const char *kiln_nearest(const char *word, size_t length, const char *const *words, size_t count,
                         unsigned *changes)
{
    const char *nearest = NULL;
    *changes = UINT32_MAX;
    for (size_t i = 0; i < count && length <= LONGEST; i++) {
        size_t m = strlen(words[i]);
        unsigned d = m <= LONGEST ? distance(word, length, words[i], m) : UINT32_MAX;
        if (d < *changes) {
            *changes = d;
            nearest = words[i];
        }
    }
    return nearest;
}

bool kiln_env_check(void)
{
    static const char ours[] = "KILN_", sim[] = "KILN_SIM_";
    bool ok = true;
    for (char **e = getauxval(AT_SECURE) ? NULL : environ; e && *e; e++) {
        size_t n = strcspn(*e, "=");
        unsigned changes;
        if (strncmp(*e, ours, sizeof(ours) - 1) != 0)
            continue;
        const char *near = kiln_nearest(*e, n, variables, sizeof(variables) / sizeof(variables[0]), &changes);
        if (!changes || (strncmp(*e, sim, sizeof(sim) - 1) != 0 && changes > NEAR))
            continue; // one of ours, or of somebody else's
        kiln_warn("there is no variable %.*s%s%s%s", (int)(n < LONGEST ? n : LONGEST), *e, near ? ": " : "",
                  near ? near : "", near ? "?" : "");
        ok = false;
    }
    return ok;
}
