// What a module has: entry points with their workgroup sizes, and specialization constants with their types,
// names and default values.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/kilnc/kilnc.h"
#include "tools/kilnc/spec.h"
#include "util/safe_text.h"

void kilnc_entries(const uint32_t *words, size_t count, kilnc_names *out)
{
    struct kiln_module_entry e = {.size = sizeof(e)};
    struct kiln_module *m = kiln_module_create(words, count);
    for (uint32_t i = 0; kiln_module_get_entry(m, i, &e); i++)
        vec_push(out, e.name);
    kiln_module_destroy(m);
}

static void list_entry(const struct kiln_module_entry *e, bool json, bool first, FILE *f)
{
    const uint32_t *n = e->local_size;
    char size[48] = "";
    if (n[0])
        snprintf(size, sizeof(size), "%u %u %u", n[0], n[1], n[2]);
    if (e->specialized)
        snprintf(size, sizeof(size), "specialized");
    if (!json) {
        fputs("  entry ", f);
        kiln_put_safe(f, e->name, true);
        fprintf(f, "%s%s\n", size[0] ? "  local size " : "", size);
        return;
    }
    fprintf(f, "%s{\"name\": ", first ? "" : ", ");
    kilnc_put_string(f, e->name);
    fprintf(f, ", \"local_size\": ");
    kilnc_put_string(f, size);
    fprintf(f, "}");
}

static void put_float(FILE *f, const struct kiln_module_constant *c)
{
    float single;
    double d;
    _Float16 half;
    memcpy(&single, &c->value, 4);
    memcpy(&d, &c->value, 8);
    memcpy(&half, &c->value, 2);
    d = c->bits == 64 ? d : c->bits == 32 ? (double)single : (double)half;
    fprintf(f, isfinite(d) ? "%.9g" : "\"%g\"", d);
}

// The default, as JSON has it.
static void put_value(FILE *f, const struct kiln_module_constant *c)
{
    if (c->kind == KILN_KIND_BOOL)
        fprintf(f, "%s", c->value ? "true" : "false");
    else if (c->kind == KILN_KIND_FLOAT)
        put_float(f, c);
    else if (c->kind == KILN_KIND_INT)
        fprintf(f, "%" PRId64, (int64_t)(c->value << (64 - c->bits)) >> (64 - c->bits));
    else
        fprintf(f, "%" PRIu64, c->value);
}

static void list_constants(const struct kiln_module *m, bool json, FILE *f)
{
    struct kiln_module_constant c = {.size = sizeof(c)};
    for (uint32_t i = 0; kiln_module_get_constant(m, i, &c); i++) {
        static const char *const kinds[] = {"bool", "int", "uint", "float"};
        char type[16];
        snprintf(type, sizeof(type), c.kind == KILN_KIND_BOOL ? "bool" : "%s%u", kinds[c.kind], c.bits);
        if (json) {
            fprintf(f, "%s{\"id\": %u, \"type\": \"%s\", \"name\": ", i ? ", " : "", c.id, type);
            kilnc_put_string(f, c.name);
            fprintf(f, ", \"value\": ");
        } else {
            fprintf(f, "  spec %u  %s%s", c.id, type, c.name[0] ? " " : "");
            kiln_put_safe(f, c.name, true);
            fputs(" = ", f);
        }
        put_value(f, &c);
        fprintf(f, json ? "}" : "\n");
    }
}

static void list_module(const struct kilnc_unit *u, bool json, FILE *f)
{
    struct kiln_module_entry e = {.size = sizeof(e)};
    struct kiln_module *m = kiln_module_create(u->words, u->count);
    if (!m) {
        fprintf(stderr, "kilnc: out of memory\n");
        exit(KILNC_COMPILE);
    }
    if (json) {
        fprintf(f, " {\"shader\": ");
        kilnc_put_string(f, u->shader);
        fprintf(f, ", \"entries\": [");
    } else {
        kiln_put_safe(f, u->shader, true);
        fputc('\n', f);
    }
    for (uint32_t i = 0; kiln_module_get_entry(m, i, &e); i++)
        list_entry(&e, json, !i, f);
    if (json)
        fprintf(f, "], \"constants\": [");
    list_constants(m, json, f);
    kiln_module_destroy(m);
    if (json)
        fprintf(f, "]}");
}

void kilnc_list(const struct kilnc_unit *units, size_t count, bool json, FILE *f)
{
    const uint32_t *last = NULL;
    bool first = true;
    if (json)
        fprintf(f, "[");
    for (size_t n = 0; n < count; n++) {
        if (units[n].status || units[n].words == last)
            continue;
        last = units[n].words;
        if (json)
            fprintf(f, first ? "\n" : ",\n");
        first = false;
        list_module(&units[n], json, f);
    }
    if (json)
        fprintf(f, "\n]\n");
}
