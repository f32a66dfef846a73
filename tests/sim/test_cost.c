// KILN_SIM_COST moves what the cycle model assumes, and nothing else of it.
#include <stdlib.h>

#include "kt.h"
#include "sim/stats/cost.h"

// Read once in a process: a refusal of each kind, among what is taken.
static const char moves[] =
    "DATA_LATENCY=50,DRAM_MEGABYTES=1,NO_SUCH_NUMBER=3,WIDE=4,MATH=1,DATA_LATENC=7,WALKER=2000,BARRIER=0,"
    "FENCE_PORT=60";

KT_TEST(only_assumed_numbers_move)
{
    setenv("KILN_SIM_COST", moves, 1);
    sim_cost_init();
    kt_eq(sim_cost_now.DATA_LATENCY, 50);
    kt_eq(sim_cost_now.WALKER, 2000);
    kt_eq(sim_cost_class_clocks("WIDE"), 4);
    kt_eq(sim_cost_now.DRAM_MEGABYTES, KILN_COST_DRAM_MEGABYTES);
    kt_eq(sim_cost_class_clocks("MATH"), 4);
    // The list ends at what is no number.
    kt_eq(sim_cost_now.BARRIER, KILN_COST_BARRIER);
    kt_eq(sim_cost_now.FENCE_PORT, KILN_COST_FENCE_PORT);
}

KT_MAIN()
