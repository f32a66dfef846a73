// Texels of several channels at once, for x86 hosts with AVX2 (chosen at run time). See surface/lanes.h.
#if defined(__x86_64__)
#include <immintrin.h>
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#define SIM_LANES_AVX2
#define SIM_LANES_TABLE sim_lanes_avx2
#include "sim/surface/lanes.inc.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int sim_lanes_no_avx2_here;
#endif
