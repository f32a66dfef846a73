#include "tools/kilnc/spec.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_WORDS = 5 };

// Opcodes and a decoration of the SPIR-V specification, 3.
enum {
    OP_TYPE_BOOL = 20,
    OP_TYPE_INT = 21,
    OP_TYPE_FLOAT = 22,
    OP_SPEC_CONSTANT_TRUE = 48,
    OP_SPEC_CONSTANT_FALSE = 49,
    OP_SPEC_CONSTANT = 50,
    OP_DECORATE = 71,
    DECORATION_SPEC_ID = 1
};

struct type {
    uint32_t op, bits;
    bool is_signed;
};

// The next instruction at or behind *at: its words, or NULL at the end.
static const uint32_t *next(const uint32_t *words, size_t count, size_t *at)
{
    const uint32_t *i = words + *at;
    if (*at >= count || !(i[0] >> 16) || (i[0] >> 16) > count - *at)
        return NULL;
    *at += i[0] >> 16;
    return i;
}

// The first instruction of one of two opcodes with `value` as its word `n`.
static const uint32_t *find(const uint32_t *words, size_t count, uint32_t first_op, uint32_t last_op,
                            unsigned n, uint32_t value)
{
    size_t at = HEADER_WORDS;
    for (const uint32_t *i; (i = next(words, count, &at));)
        if ((i[0] & 0xffff) >= first_op && (i[0] & 0xffff) <= last_op && i[0] >> 16 > n && i[n] == value)
            return i;
    return NULL;
}

// A decoration SpecId: its target. `id` is the number of it; NULL: any, one after the other.
static bool spec_id(const uint32_t *words, size_t count, size_t *at, uint32_t *target, uint32_t *id)
{
    for (const uint32_t *i; (i = next(words, count, at));)
        if ((i[0] & 0xffff) == OP_DECORATE && i[0] >> 16 == 4 && i[2] == DECORATION_SPEC_ID) {
            *target = i[1];
            *id = i[3];
            return true;
        }
    return false;
}

static bool type_of(const uint32_t *words, size_t count, uint32_t constant, struct type *out)
{
    const uint32_t *c = find(words, count, OP_SPEC_CONSTANT_TRUE, OP_SPEC_CONSTANT, 2, constant);
    const uint32_t *t = c ? find(words, count, OP_TYPE_BOOL, OP_TYPE_FLOAT, 1, c[1]) : NULL;
    if (!t)
        return false;
    *out = (struct type){.op = t[0] & 0xffff, .bits = t[0] >> 16 > 2 ? t[2] : 8};
    out->is_signed = out->op == OP_TYPE_INT && t[0] >> 16 > 3 && t[3];
    return out->bits == 8 || out->bits == 16 || out->bits == 32 || out->bits == 64;
}

static bool parse_float(const char *v, const struct type *t, uint64_t *data)
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
static bool parse_int(const char *v, const struct type *t, uint64_t *data)
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

// "there are 0, 3 and 7"
static bool unknown(const uint32_t *words, size_t count, uint32_t id, char *message, size_t size)
{
    char known[256] = "";
    size_t at = HEADER_WORDS, n = 0;
    for (uint32_t target, has; spec_id(words, count, &at, &target, &has) && n < sizeof(known) - 16;)
        n += (size_t)snprintf(known + n, sizeof(known) - n, "%s%u", n ? ", " : "", has);
    return fail(message, size, "the module has no specialization constant %u; it has %s", id,
                n ? known : "none");
}

bool kilnc_spec(const char *text, const uint32_t *words, size_t count, struct kiln_spec_constant *out,
                uint64_t *data, char *message, size_t size)
{
    char *end;
    errno = 0;
    unsigned long id = strtoul(text, &end, 0);
    const char *v = end + 1;
    if (end == text || *end != '=' || errno || id > UINT32_MAX || !*v)
        return fail(message, size, "--spec takes ID=VALUE, not: %s", text);
    size_t at = HEADER_WORDS;
    uint32_t target, has;
    do {
        if (!spec_id(words, count, &at, &target, &has))
            return unknown(words, count, (uint32_t)id, message, size);
    } while (has != id);
    struct type t;
    if (!type_of(words, count, target, &t))
        return fail(message, size, "specialization constant %lu is of no type that has values", id);
    bool truth = !strcmp(v, "true"), is_bool = truth || !strcmp(v, "false");
    *data = truth;
    *out = (struct kiln_spec_constant){(uint32_t)id, t.op == OP_TYPE_BOOL ? 1 : t.bits / 8, data};
    if (t.op == OP_TYPE_BOOL && is_bool)
        return true;
    if (t.op == OP_TYPE_FLOAT ? parse_float(v, &t, data)
                              : parse_int(v, &t, data) && (t.op == OP_TYPE_INT || *data < 2))
        return true;
    return fail(message, size, "specialization constant %lu is %s of %u bits, and %s is none that it can be",
                id,
                t.op == OP_TYPE_BOOL    ? "a bool"
                : t.op == OP_TYPE_FLOAT ? "a float"
                : t.is_signed           ? "an int"
                                        : "a uint",
                t.op == OP_TYPE_BOOL ? 1 : t.bits, v);
}

static void print_value(const struct type *t, const uint32_t *constant, char *out, size_t size)
{
    uint64_t v = constant[0] >> 16 > 3 ? constant[3] : 0;
    if (t->bits == 64 && constant[0] >> 16 > 4)
        v |= (uint64_t)constant[4] << 32;
    float f;
    double d;
    _Float16 h;
    memcpy(&f, &v, 4);
    memcpy(&d, &v, 8);
    memcpy(&h, &v, 2);
    d = t->bits == 64 ? d : t->bits == 32 ? (double)f : (double)h;
    if (t->op == OP_TYPE_BOOL)
        snprintf(out, size, "%s", (constant[0] & 0xffff) == OP_SPEC_CONSTANT_TRUE ? "true" : "false");
    else if (t->op == OP_TYPE_FLOAT)
        snprintf(out, size, isfinite(d) ? "%.9g" : "\"%g\"", d);
    else if (t->is_signed)
        snprintf(out, size, "%" PRId64, (int64_t)(v << (64 - t->bits)) >> (64 - t->bits));
    else
        snprintf(out, size, "%" PRIu64, v);
}

bool kilnc_next_spec(const uint32_t *words, size_t count, size_t *at, struct kilnc_spec_info *out)
{
    struct type t;
    while (spec_id(words, count, at, &out->target, &out->id)) {
        const uint32_t *c = find(words, count, OP_SPEC_CONSTANT_TRUE, OP_SPEC_CONSTANT, 2, out->target);
        if (!c || !type_of(words, count, out->target, &t))
            continue;
        const char *kind = t.op == OP_TYPE_FLOAT ? "float" : t.is_signed ? "int" : "uint";
        if (t.op == OP_TYPE_BOOL)
            snprintf(out->type, sizeof(out->type), "bool");
        else
            snprintf(out->type, sizeof(out->type), "%s%u", kind, t.bits);
        print_value(&t, c, out->value, sizeof(out->value));
        return true;
    }
    return false;
}
