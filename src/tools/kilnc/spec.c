// See spec.h.
#include "tools/kilnc/spec.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool parse_float(const char *v, const struct kiln_module_constant *t, uint64_t *data)
{
    char *end;
    double d = strtod(v, &end);
    if (end == v || (*end && strcmp(end, "f") != 0))
        return false;
    float f = (float)d;
    _Float16 h = (_Float16)d;
    memcpy(data, t->bits == 64 ? (void *)&d : t->bits == 32 ? (void *)&f : (void *)&h, t->bits / 8);
    return t->bits >= 16;
}

// Of either sign, as long as the bits are enough.
static bool parse_int(const char *v, const struct kiln_module_constant *t, uint64_t *data)
{
    char *end;
    errno = 0;
    bool negative = *v == '-';
    unsigned long long u = strtoull(v + negative, &end, 0);
    if (end == v + negative || (v[negative] < '0' || v[negative] > '9') || *end || errno)
        return false;
    uint64_t least = UINT64_C(1) << (t->bits - 1);
    if (u > (negative ? least : UINT64_MAX >> (64 - t->bits)))
        return false;
    *data = negative ? -u : u;
    return true;
}

static bool fail(char *message, size_t size, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(message, size, fmt, ap);
    va_end(ap);
    return false;
}

// The one with that SpecId.
static bool find(const struct kiln_module *m, uint32_t id, struct kiln_module_constant *out)
{
    for (uint32_t i = 0; kiln_module_get_constant(m, i, out); i++)
        if (out->id == id)
            return true;
    return false;
}

// "it has 0, 3, 7"
static bool unknown(const struct kiln_module *m, uint32_t id, char *message, size_t size)
{
    struct kiln_module_constant c = {.size = sizeof(c)};
    char known[256] = "";
    size_t n = 0;
    for (uint32_t i = 0; n < sizeof(known) - 16 && kiln_module_get_constant(m, i, &c); i++)
        n += (size_t)snprintf(known + n, sizeof(known) - n, "%s%u", n ? ", " : "", c.id);
    return fail(message, size, "the module has no specialization constant %u; it has %s", id,
                n ? known : "none");
}

bool kilnc_spec(const char *text, const struct kiln_module *m, struct kiln_spec_constant *out, uint64_t *data,
                char *message, size_t size)
{
    static const char *const kinds[] = {"a bool", "an int", "a uint", "a float"};
    struct kiln_module_constant t = {.size = sizeof(t)};
    char *end;
    errno = 0;
    unsigned long id = strtoul(text, &end, 0);
    const char *v = end + 1;
    if (end == text || *end != '=' || errno || id > UINT32_MAX || !*v)
        return fail(message, size, "--spec takes ID=VALUE, not: %s", text);
    if (!find(m, (uint32_t)id, &t))
        return unknown(m, (uint32_t)id, message, size);
    bool truth = !strcmp(v, "true"), is_bool = truth || !strcmp(v, "false");
    *data = truth;
    *out = (struct kiln_spec_constant){(uint32_t)id, t.bits / 8, data};
    if (t.kind == KILN_KIND_BOOL && is_bool)
        return true;
    if (t.kind == KILN_KIND_FLOAT ? parse_float(v, &t, data)
                                  : parse_int(v, &t, data) && (t.kind != KILN_KIND_BOOL || *data < 2))
        return true;
    return fail(message, size, "specialization constant %lu is %s of %u bits, and %s is none that it can be",
                id, kinds[t.kind], t.kind == KILN_KIND_BOOL ? 1 : t.bits, v);
}
