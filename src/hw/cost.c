// See cost.h.
#include "hw/cost.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>

static const struct row {
    struct kiln_cost_row row;
    unsigned value;
    struct kiln_cost_class times;
} rows[] = {
#define COST(name, number, unit, source)                                                                     \
    {.row = {#name, unit, source, NULL, offsetof(struct kiln_costs, name)}, .value = (number)},
#define CLASS(name, pipe, clocks, latency, flag_latency, source)                                             \
    {.row = {#name, NULL, source, #pipe, offsetof(struct kiln_costs, name)},                                 \
     .times = {clocks, latency, flag_latency}},
#include "hw/cost.def"
};

// What an instruction set has instead of a row, found by the place in struct kiln_costs.
static const struct other {
    enum kiln_isa isa;
    size_t offset;
    const char *source;
    unsigned value;
    struct kiln_cost_class times;
} others[] = {
#define ON(set, name, number, text)                                                                          \
    {.isa = KILN_ISA_##set, .offset = offsetof(struct kiln_costs, name), .source = (text), .value = (number)},
#define CLASS_ON(set, name, clocks, latency, flag_latency, source)                                           \
    {KILN_ISA_##set, offsetof(struct kiln_costs, name), source, 0, {clocks, latency, flag_latency}},
#include "hw/cost.def"
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]), OTHERS = sizeof(others) / sizeof(others[0]) };

static struct kiln_costs all[KILN_ISA_COUNT];

static const struct other *other_of(enum kiln_isa isa, size_t offset)
{
    for (unsigned i = 0; i < OTHERS; i++)
        if (others[i].isa == isa && others[i].offset == offset)
            return &others[i];
    return NULL;
}

static void fill(void)
{
    for (unsigned isa = 0; isa < KILN_ISA_COUNT; isa++)
        for (unsigned i = 0; i < ROWS; i++) {
            const struct row *r = &rows[i];
            const struct other *o = other_of((enum kiln_isa)isa, r->row.offset);
            char *to = (char *)&all[isa] + r->row.offset;
            if (r->row.pipe)
                memcpy(to, o ? &o->times : &r->times, sizeof(r->times));
            else
                memcpy(to, o ? &o->value : &r->value, sizeof(r->value));
        }
}

const struct kiln_costs *kiln_costs(enum kiln_isa isa)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill);
    return &all[isa];
}

unsigned kiln_cost_count(void)
{
    return ROWS;
}

struct kiln_cost_row kiln_cost_row(enum kiln_isa isa, unsigned index)
{
    struct kiln_cost_row r = rows[index].row;
    const struct other *o = other_of(isa, r.offset);
    if (o)
        r.source = o->source;
    return r;
}
