// See env.h.
#include "util/env.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "util/log.h"

enum { LONGEST = 63, NEAR = 2 }; // of names that are compared; changes that make a name another's misspelling

enum kind { TEXT, SIZE, PAIR, WORD, FLAGS };

static const struct variable {
    const char *name;
    enum kind kind;
    const char *words;
} variables[] = {
#define VARIABLE(name, kind, words) {#name, kind, words},
#include "util/env.def"
#undef VARIABLE
};
enum { VARIABLES = sizeof(variables) / sizeof(variables[0]) };

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

// ---- paths

static char loaded_in[KILN_PATH_MAX]; // "": not known

__attribute__((constructor(101))) static void know_directory(void)
{
    int err = errno;
    if (!getcwd(loaded_in, sizeof(loaded_in)) || loaded_in[0] != '/')
        loaded_in[0] = 0;
    errno = err;
}

const char *kiln_directory(void)
{
    return loaded_in;
}

void kiln_set_directory(const char *directory)
{
    snprintf(loaded_in, sizeof(loaded_in), "%s", directory);
}

const char *kiln_path_absolute(const char *path, char out[KILN_PATH_MAX])
{
    const char *slash = loaded_in[1] ? "/" : "";
    if (path[0] == '/' || !loaded_in[0])
        return path;
    return snprintf(out, KILN_PATH_MAX, "%s%s%s", loaded_in, slash, path) < KILN_PATH_MAX ? out : path;
}

const char *kiln_getenv_path(const char *name, char out[KILN_PATH_MAX])
{
    const char *s = kiln_getenv(name);
    return s && *s ? kiln_path_absolute(s, out) : NULL;
}

// ---- values

bool kiln_parse_size(const char *s, uint64_t *out)
{
    static const char units[] = "kKmMgG";
    char *end;
    if (*s < '0' || *s > '9')
        return false;
    errno = 0;
    uint64_t v = strtoull(s, &end, 0);
    const char *unit = *end ? strchr(units, *end) : NULL;
    unsigned shift = unit ? 10 * (1 + (unsigned)(unit - units) / 2) : 0;
    if (errno || (*end && !unit) || (unit && end[1]) || v > UINT64_MAX >> shift)
        return false;
    *out = v << shift;
    return true;
}

static bool is_pair(const char *s)
{
    size_t first = strspn(s, "0123456789"),
           second = s[first] == ':' ? strspn(s + first + 1, "0123456789") : 0;
    return first && second && !s[first + 1 + second];
}

// `words`: with blanks between them.
static bool is_word(const char *name, const char *value, const char *words)
{
    enum { MOST = 16 };
    char copy[128];
    const char *list[MOST], *near;
    size_t count = 0;
    unsigned changes;
    snprintf(copy, sizeof(copy), "%s", words);
    for (char *rest, *w = strtok_r(copy, " ", &rest); w && count < MOST; w = strtok_r(NULL, " ", &rest))
        list[count++] = w;
    near = kiln_nearest(value, strlen(value), list, count, &changes);
    if (near && !changes)
        return true;
    bool meant = near && changes <= NEAR;
    kiln_warn_once("%s=%s: %s%sit is one of %s", name, value, meant ? near : "", meant ? "? " : "", words);
    return false;
}

static bool check_value(const struct variable *v, const char *value)
{
    uint64_t number;
    switch (*value ? v->kind : TEXT) {
    case TEXT:
        break;
    case SIZE:
        if (kiln_parse_size(value, &number))
            break;
        kiln_warn_once("%s=%s is not a number", v->name, value);
        return false;
    case PAIR:
        if (is_pair(value))
            break;
        kiln_warn_once("%s=%s is not two numbers with a colon between", v->name, value);
        return false;
    case WORD:
        return is_word(v->name, value, v->words);
    case FLAGS:
        return kiln_debug_check();
    }
    return true;
}

// ---- the environment

static bool check_variable(const char *setting)
{
    static const char sim[] = "KILN_SIM_";
    const char *names[VARIABLES];
    size_t n = strcspn(setting, "=");
    unsigned changes;
    for (size_t i = 0; i < VARIABLES; i++) {
        names[i] = variables[i].name;
        if (strlen(names[i]) == n && !memcmp(names[i], setting, n))
            return !setting[n] || check_value(&variables[i], setting + n + 1);
    }
    const char *near = kiln_nearest(setting, n, names, VARIABLES, &changes);
    if (strncmp(setting, sim, sizeof(sim) - 1) != 0 && changes > NEAR)
        return true; // somebody else's
    kiln_warn_once("there is no variable %.*s%s%s%s", (int)(n < LONGEST ? n : LONGEST), setting,
                   near ? ": " : "", near ? near : "", near ? "?" : "");
    return false;
}

bool kiln_env_check(void)
{
    static const char ours[] = "KILN_";
    bool ok = true;
    for (char **e = getauxval(AT_SECURE) ? NULL : environ; e && *e; e++)
        if (!strncmp(*e, ours, sizeof(ours) - 1))
            ok &= check_variable(*e);
    return ok;
}

char *const *kiln_child_environment(void)
{
    static char *none[] = {NULL};
    return getauxval(AT_SECURE) ? NULL : environ ? environ : none;
}
