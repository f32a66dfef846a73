// Clients: what outlives a file as long as one of its contexts runs.
#ifndef KILN_SIM_CLIENT_H
#define KILN_SIM_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/names.h"
#include "util/vec.h"

// The score of misbehaviour, and what the application calls its memory.
struct sim_client {
    unsigned refs;
    unsigned ban_score;
    int64_t last_hang;
    VEC(struct kiln_object_place) names;
};
void sim_client_unref(struct sim_client *c);
// The name of the smallest named thing that has the address; false: there is none. Takes the lock.
bool sim_client_name_of(struct sim_client *c, uint64_t address, char name[KILN_NAME_BYTES]);

#endif
