// The numbers of budget.def by name: BUDGET_SCHED_SPARE.
#ifndef KILN_HW_BUDGET_H
#define KILN_HW_BUDGET_H

#include "hw/target.h"

enum kiln_budget {
#define BUDGET(name, value, unit, meaning, source) BUDGET_##name = (value),
#include "hw/budget.def"
};

// Percent as a factor.
#define BUDGET_SHARE(name) (BUDGET_##name / 100.0)

// Of so many registers, as many as those are of 128.
static inline unsigned kiln_budget_of(unsigned registers, unsigned of_128)
{
    return registers * of_128 / 128;
}

static inline unsigned kiln_budget_registers(const struct kiln_target *t, unsigned of_128)
{
    return kiln_budget_of(t->grf_count, of_128);
}

#endif
