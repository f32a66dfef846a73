// KILN_SIM_COST moves what the cycle model assumes, and nothing else of it.
#include <stdlib.h>
#include <string.h>

#include "kt.h"
#include "sim/stats/cost.h"

// Read once in a process: a refusal of each kind, among what is taken.
static const char moves[] = "SAMPLER_TEXELS=3,DATA_LATENCY=50,DRAM_MEGABYTES=1,NO_SUCH_NUMBER=3,WIDE=4,MATH="
                            "1,DATA_LATENC=7,WALKER=2000,BARRIER=0,"
                            "FENCE_PORT=60";

KT_TEST(only_assumed_numbers_move)
{
    setenv("KILN_SIM_COST", moves, 1);
    sim_cost_init();
    const struct kiln_costs *now = sim_cost_numbers(KILN_ISA_GEN9), *was = kiln_costs(KILN_ISA_GEN9);
    kt_eq(now->DATA_LATENCY, 50);
    kt_eq(now->WALKER, 2000);
    kt_eq(now->WIDE.clocks, 4);
    kt_eq(now->DRAM_MEGABYTES, was->DRAM_MEGABYTES);
    kt_eq(now->MATH.clocks, 4);
    // The list ends at what is no number.
    kt_eq(now->BARRIER, was->BARRIER);
    kt_eq(now->FENCE_PORT, was->FENCE_PORT);
}

// What only Gen12 assumes moves there, and not where it has a source.
KT_TEST(rows_of_an_instruction_set)
{
    kt_eq(sim_cost_numbers(KILN_ISA_GEN12)->SAMPLER_TEXELS, 3);
    kt_eq(sim_cost_numbers(KILN_ISA_GEN9)->SAMPLER_TEXELS, kiln_costs(KILN_ISA_GEN9)->SAMPLER_TEXELS);
    for (unsigned i = 0; i < kiln_cost_count(); i++) {
        struct kiln_cost_row gen9 = kiln_cost_row(KILN_ISA_GEN9, i), gen12 = kiln_cost_row(KILN_ISA_GEN12, i);
        kt_ok(!strcmp(gen9.name, gen12.name) && gen9.offset == gen12.offset, "%s", gen9.name);
        if (!strcmp(gen9.name, "FPUS_PER_EU"))
            kt_ok(strcmp(gen9.source, gen12.source) != 0, "%s", gen12.source);
    }
    // The same peak from one ALU as from two of half its width; extended math is as wide.
    const struct kiln_costs *gen9 = kiln_costs(KILN_ISA_GEN9), *gen12 = kiln_costs(KILN_ISA_GEN12);
    kt_eq(gen9->SIMPLE.clocks * gen12->FPUS_PER_EU, gen12->SIMPLE.clocks * gen9->FPUS_PER_EU);
    kt_eq(gen9->MATH.clocks, gen12->MATH.clocks);
    kt_eq(kiln_costs(KILN_ISA_GEN8)->SIMPLE.latency, gen9->SIMPLE.latency);
    kt_eq(kiln_costs(KILN_ISA_GEN11)->SIMPLE.latency, 10);
}

KT_MAIN()
