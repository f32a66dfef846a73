// Texels of several channels at once, with the vector instructions that every host of this architecture has.
// See surface/lanes.h.
#define SIM_LANES_TABLE sim_lanes_base
#include "sim/surface/lanes.inc.h"
