// The numbers of cost.def by name, for each instruction set: the compiler takes them as they are, the
// simulator may move some (KILN_SIM_COST).
#ifndef KILN_HW_COST_H
#define KILN_HW_COST_H

#include "hw/target.h"

#include <stddef.h>

struct kiln_cost_class {
    unsigned clocks, latency, flag_latency;
};

// Units: see the table. What a class's pipe is, is its row's.
struct kiln_costs {
#define COST(name, value, unit, source) unsigned name;
#define CLASS(name, pipe, clocks, latency, flag_latency, source) struct kiln_cost_class name;
#include "hw/cost.def"
};

const struct kiln_costs *kiln_costs(enum kiln_isa isa); // never NULL; lives for ever

// The rows, as the table has them for an instruction set, in their order.
struct kiln_cost_row {
    const char *name, *unit, *source, *pipe; // unit: of a number; pipe: of a class; the other is NULL
    size_t offset;                           // in struct kiln_costs: of an unsigned, or a kiln_cost_class
};

unsigned kiln_cost_count(void);
struct kiln_cost_row kiln_cost_row(enum kiln_isa isa, unsigned index); // index < kiln_cost_count()

#endif
