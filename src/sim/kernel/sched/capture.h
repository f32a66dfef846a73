// KILN_SIM_CAPTURE=DIR: each batch with the memory that it lists, or that is bound, as files that kiln-decode
// reads.
#ifndef KILN_SIM_CAPTURE_H
#define KILN_SIM_CAPTURE_H

struct sim_request;

void sim_capture(struct sim_request *rq); // at submission; needs the lock

#endif
