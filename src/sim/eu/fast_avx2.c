// The fast paths for x86 hosts with AVX2 and FMA (chosen at run time). See eu/fast.h.
#if defined(__x86_64__)
#pragma GCC target("avx2,fma,bmi,bmi2,lzcnt,popcnt")
#define SIM_FAST_TABLE sim_fast_avx2
#include "sim/eu/fast.inc.h"
#else
typedef int sim_no_avx2_here;
#endif
