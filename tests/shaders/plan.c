// Directives of test shaders: README.md has the table of words.
#include "plan.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = {"none",  "uint", "int", "small", "index",   "zero",
                                         "float", "unit", "pos", "wide",  "special", "any"};
#define KIND_COUNT (sizeof(kind_names) / sizeof(*kind_names))
static bool parse_kind(const char *s, enum kind *out)
{
    for (unsigned i = 1; i < KIND_COUNT; i++)
        if (!strncmp(s, kind_names[i], strlen(kind_names[i])) &&
            !isalnum((unsigned char)s[strlen(kind_names[i])])) {
            *out = (enum kind)i;
            return true;
        }
    return false;
}

static int kind_of(const char *name)
{
    enum kind k;
    return parse_kind(name, &k) && !strcmp(name, kind_names[k]) ? (int)k : 0;
}

static bool parse_tolerance(const char *s, struct plan *p)
{
    while (*s) {
        char *end;
        double *to = !strncmp(s, "ulp:", 4)   ? &p->tol_ulp
                     : !strncmp(s, "abs:", 4) ? &p->tol_abs
                     : !strncmp(s, "rel:", 4) ? &p->tol_rel
                                              : NULL;
        if (!to)
            return false;
        *to = strtod(s + 4, &end);
        s = *end == ',' ? end + 1 : end;
        if (*end && *end != ',')
            return false;
    }
    return true;
}

static bool parse_word(const char *w, struct plan *p)
{
    unsigned n;
    int used = 0;
    if (sscanf(w, "groups=%u,%u,%u%n", &p->groups[0], &p->groups[1], &p->groups[2], &used) == 3)
        return !w[used];
    if (sscanf(w, "elems=%u%n", &p->elems, &used) == 1 || sscanf(w, "seeds=%u%n", &p->seeds, &used) == 1)
        return !w[used];
    if (!strncmp(w, "tol=", 4))
        return parse_tolerance(w + 4, p);
    if (!strncmp(w, "check=", 6)) {
        snprintf(p->check, sizeof(p->check), "%s", w + 6);
        return true;
    }
    if (!strncmp(w, "more=", 5)) {
        snprintf(p->more_on, sizeof(p->more_on), "%s", w + 5);
        return true;
    }
    if (!strncmp(w, "not=", 4)) {
        snprintf(p->not_on, sizeof(p->not_on), "%s", w + 4);
        return true;
    }
    if (!strncmp(w, "slow=", 5)) {
        snprintf(p->slow_on, sizeof(p->slow_on), "%s", w + 5);
        return true;
    }
    if (!strcmp(w, "all"))
        return p->only_all = true;
    if (!strcmp(w, "refused"))
        return p->refused = true;
    if (!strcmp(w, "alone"))
        return p->alone = true;
    if (!strcmp(w, "address"))
        return p->address = true;
    if (!strncmp(w, "env=", 4)) // for build.sh
        return true;
    unsigned id, value;
    if (sscanf(w, "same=%u:%u", &id, &value) == 2 && id < MAX_BINDINGS && value < id) {
        p->same[id] = value;
        return true;
    }
    if (sscanf(w, "array=%u:%u", &id, &value) == 2 && id < MAX_BINDINGS) {
        p->array[id] = value;
        return true;
    }
    if (sscanf(w, "expect=%u:%u", &id, &value) == 2 && id < MAX_BINDINGS) {
        p->expect_value[id] = value;
        return p->expected[id] = true;
    }
    uint64_t bits;
    unsigned bytes = 4;
    if (sscanf(w, "spec=%u:%" SCNu64 ":%u", &id, &bits, &bytes) >= 2 && p->spec_count < MAX_SPECS) {
        p->spec_entries[p->spec_count] = (VkSpecializationMapEntry){id, 8 * p->spec_count, bytes};
        p->spec_data[p->spec_count++] = bits; // little endian
        return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    }
    if (!strncmp(w, "push=", 5)) {
        const char *colon = strchr(w, ':');
        p->push_words = colon ? (uint32_t)atoi(colon + 1) : 0;
        return p->push_words > 0 && p->push_words <= MAX_PUSH && parse_kind(w + 5, &p->push_kind);
    }
    if (w[0] == 't' && sscanf(w + 1, "%u=%n", &n, &used) == 1 && used && n < MAX_BINDINGS) {
        p->is_image[n] = true;
        if (n >= p->bindings)
            p->bindings = n + 1;
        bool ok = img_parse(w + 1 + used, &p->image[n], kind_of);
        p->kind[n] = (enum kind)p->image[n].kind;
        return ok;
    }
    if ((w[0] == 'b' || w[0] == 'u') && sscanf(w + 1, "%u=%n", &n, &used) == 1 && used && n < MAX_BINDINGS) {
        p->uniform[n] = w[0] == 'u';
        if (n >= p->bindings)
            p->bindings = n + 1;
        return parse_kind(w + 1 + used, &p->kind[n]);
    }
    return false;
}

// Folds a word into the hash by which answers know their directives (FNV-1a).
static uint64_t fold(uint64_t hash, const char *word)
{
    do
        hash = (hash ^ (unsigned char)*word) * UINT64_C(0x100000001b3);
    while (*word++);
    return hash;
}

const char *plan_read(const char *path, struct plan *p)
{
    static char why[512];
    char line[1024];
    FILE *f = fopen(path, "r");
    *p = (struct plan){.groups = {4, 1, 1}, .elems = 4096, .seeds = 2, .words = UINT64_C(0xcbf29ce484222325)};
    for (unsigned i = 0; i < MAX_BINDINGS; i++)
        p->same[i] = i;
    why[0] = 0;
    if (!f)
        snprintf(why, sizeof(why), "cannot open %s", path);
    while (f && fgets(line, sizeof(line), f)) {
        char *at = strstr(line, " kiln:");
        if (!at || (strncmp(line, "//", 2) && line[0] != ';'))
            continue;
        for (char *w = strtok(at + 6, " \t\r\n"); w; w = strtok(NULL, " \t\r\n")) {
            p->words = fold(p->words, w);
            if (!parse_word(w, p))
                snprintf(why, sizeof(why), "%s: bad directive '%s'", path, w);
        }
    }
    if (f)
        fclose(f);
    if (!p->bindings) {
        p->bindings = 1;
        p->kind[0] = K_UINT;
    }
    for (unsigned i = 0; i < p->bindings; i++)
        if (p->kind[i] == K_NONE)
            snprintf(why, sizeof(why), "%s: binding %u has no kind", path, i);
    return why[0] ? why : NULL;
}

uint32_t plan_elements(const struct plan *p, unsigned binding)
{
    return p->is_image[binding] ? (uint32_t)(p->image[binding].size / 4) : p->elems;
}
