// Which executor a walker gets.
#ifndef KILN_SIM_DISPATCH_EXECUTOR_H
#define KILN_SIM_DISPATCH_EXECUTOR_H

#include "sim/thread/dispatch.h"
#include "sim/thread/executor.h"

// If nothing observes it: translated if the program has been offered to the JIT.
const struct sim_executor *sim_executor_of_program(const struct sim_program *p);
// `counts`: its workers have a profile. Checks come first (KILN_SIM_CHECK and KILN_SIM_STATS exclude each
// other).
const struct sim_executor *sim_executor_of(const struct sim_dispatch *d, bool counts);

// Of one group: on a strict machine of Gen12 all that are interpreted, checked, counted or debugged are held
// against the software scoreboard (eu/scoreboard.h), and the first ones of a walker that may be translated.
// Translated code is now and then (sim_thread.watch).
const struct sim_executor *sim_executor_of_group(const struct sim_dispatch *d, uint64_t number);

#endif
