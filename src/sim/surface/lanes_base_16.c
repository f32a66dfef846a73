// Texels of sixteen channels at once, with the vector instructions that every host of this architecture has.
// See surface/lanes.h.
#define SIM_LANES_TABLE sim_lanes_base_16
#define SIM_LANES_COUNT 16
#include "sim/surface/lanes.inc.h"
