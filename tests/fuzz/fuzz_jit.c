// fuzz_eu.c with every kernel translated before it runs: what LLVM makes of a damaged kernel, and the
// translator itself.
#define FUZZ_JIT 1
#include "fuzz_eu.c"
