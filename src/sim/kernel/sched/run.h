// A request on the chip.
#ifndef KILN_SIM_RUN_H
#define KILN_SIM_RUN_H

#include <stdbool.h>

struct sim_fault;
struct sim_request;

int sim_request_prepare(struct sim_request *rq); // before: 0 or -ENOMEM
// Executes it. False with `fault` filled in. Without the lock.
bool sim_request_execute(struct sim_request *rq, struct sim_fault *fault);

#endif
