// With the vector instructions that every host of this architecture has. See eu/transcend.h.
#define SIM_TRANSCEND_TABLE sim_transcend_base
#include "sim/eu/transcend.inc.h"
