// For x86 hosts with AVX2 (chosen at run time). See eu/transcend.h.
#if defined(__x86_64__)
#pragma GCC target("avx2")
#define SIM_TRANSCEND_TABLE sim_transcend_avx2
#include "sim/eu/transcend.inc.h"
#else
typedef int sim_no_avx2_here;
#endif
