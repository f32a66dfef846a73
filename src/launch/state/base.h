// STATE_BASE_ADDRESS: where a stream's states are. PRM SKL vol2a STATE_BASE_ADDRESS; src/hw/rules.def.
#ifndef KILN_LAUNCH_STATE_BASE_H
#define KILN_LAUNCH_STATE_BASE_H

#include "launch/stream/stream.h"

void state_base_addresses(struct launch_stream *s, uint64_t surface_base);
// Whether how threads are made, and their constants, are lost when base addresses are set.
bool state_base_forgets(const struct launch_stream *s);

#endif
