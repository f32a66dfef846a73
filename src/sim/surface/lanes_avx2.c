// Texels of several channels at once, for x86 hosts with AVX2 (chosen at run time). See surface/lanes.h.
#if defined(__x86_64__)
#pragma GCC target("avx2")
#include <immintrin.h>
#define SIM_LANES_AVX2
#define SIM_LANES_TABLE sim_lanes_avx2
#include "sim/surface/lanes.inc.h"
#else
typedef int sim_lanes_no_avx2_here;
#endif
