// The steps of fork(2) that all with threads or locks take part in: see sim_device_fork (sim.h).
#ifndef KILN_SIM_FORK_H
#define KILN_SIM_FORK_H

enum sim_fork { SIM_FORK_PREPARE, SIM_FORK_PARENT, SIM_FORK_CHILD };

#endif
