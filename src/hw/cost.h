// The numbers of cost.def by name, for those who take them as they are: the compiler. The simulator, in which
// some can be moved (KILN_SIM_COST), includes the table itself.
#ifndef KILN_HW_COST_H
#define KILN_HW_COST_H

#define COST(name, value, unit, source) KILN_COST_##name = (value),
#define CLASS(name, pipe, clocks, latency, flag_latency, source)                                             \
    KILN_CLOCKS_##name = (clocks), KILN_LATENCY_##name = (latency), KILN_FLAG_LATENCY_##name = (flag_latency),
enum kiln_cost {
#include "hw/cost.def"
};
#undef COST
#undef CLASS

#endif
