// Exec queues.
#ifndef KILN_SIM_XE_QUEUE_H
#define KILN_SIM_XE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

struct sim_context;
struct sim_file;

struct sim_context *sim_xe_queue(const struct sim_file *file, uint32_t id); // NULL: there is none
bool sim_xe_queue_binds(const struct sim_context *q);                       // it is an order of binds

#endif
