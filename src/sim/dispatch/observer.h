// How the threads of a walker run, without an observer and with one (thread/observer.h).
#ifndef KILN_SIM_DISPATCH_OBSERVER_H
#define KILN_SIM_DISPATCH_OBSERVER_H

#include "sim/thread/dispatch.h"
#include "sim/thread/observer.h"

// Without an observer: translated if the program has been offered to the JIT.
const struct sim_observer *sim_observer_of_program(const struct sim_program *p);

// Of a group: on a strict machine of Gen12 all that are interpreted or observed are held against the software
// scoreboard (eu/scoreboard.h). Code that may be translated is now and then (sim_thread.watch).
const struct sim_observer *sim_observer_of_group(const struct sim_dispatch *d);

#endif
