// The fast paths with the vector instructions that every host of this architecture has. See eu/fast.h.
#define SIM_FAST_TABLE sim_fast_base
#include "sim/eu/fast.inc.h"
