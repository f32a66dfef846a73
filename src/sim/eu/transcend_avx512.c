// For x86 hosts with AVX-512 (chosen at run time). See eu/transcend.h.
#if defined(__x86_64__)
#pragma GCC target("avx512f,avx512dq,avx512vl")
#define SIM_TRANSCEND_TABLE sim_transcend_avx512
#include "sim/eu/transcend.inc.h"
#else
typedef int sim_no_avx512_here;
#endif
