// Fast paths of the ALU: instructions on packed 32-bit regions with simple predication. See eu_alu.c for
// meaning.
#include "sim/eu_alu.h"

sim_uop_fn *sim_alu_fast(struct sim_uop *u)
{
    (void)u;
    return NULL;
}
