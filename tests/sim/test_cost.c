// KILN_SIM_COST moves any number of the cycle model, and what it takes of the chip; what was moved is
// reported.
#include <stdlib.h>
#include <string.h>

#include "kt.h"
#include "sim/observe/stats/cost.h"

// Read once in a process: a refusal of each kind, among what is taken.
static const char moves[] =
    "SAMPLER_TEXELS=3,DATA_LATENCY=50,DRAM_MEGABYTES=100000,NO_SUCH_NUMBER=3,WIDE=4,MATH=1,"
    "MATH.latency=9,SIMPLE.flag_latency=0,DATA_LATENC=7,WALKER=2000,BARRIER=0,EM_IS_FPU=2,"
    "SUBSLICES=6,EUS_PER_SUBSLICE=16,MEGAHERTZ=2000,FENCE_PORT=6x,GTI_READ_BYTES=1";

KT_TEST(every_number_moves)
{
    setenv("KILN_SIM_COST", moves, 1);
    kt_true(!sim_cost_init()); // there are refusals
    for (unsigned isa = KILN_ISA_GEN8; isa < KILN_ISA_COUNT; isa++) {
        const struct kiln_costs *now = sim_cost_numbers((enum kiln_isa)isa),
                                *was = kiln_costs((enum kiln_isa)isa);
        kt_eq(now->DATA_LATENCY, 50);
        kt_eq(now->WALKER, 2000);
        kt_eq(now->WIDE.clocks, 4);
        kt_eq(now->DRAM_MEGABYTES, 100000);
        kt_eq(now->SAMPLER_TEXELS, 3);
        kt_eq(now->MEGAHERTZ, 2000);
        kt_eq(now->MATH.clocks, 1);
        kt_eq(now->MATH.latency, 9);
        kt_eq(now->SIMPLE.flag_latency, 0);
        kt_eq(now->SIMPLE.latency, was->SIMPLE.latency);
        kt_eq(now->EM_IS_FPU, was->EM_IS_FPU);
        kt_eq(now->BARRIER, was->BARRIER);
        // The list ends at what is no number.
        kt_eq(now->FENCE_PORT, was->FENCE_PORT);
        kt_eq(now->GTI_READ_BYTES, was->GTI_READ_BYTES);
    }
    static const char *const told[] = {
        "SAMPLER_TEXELS=3", "DATA_LATENCY=50",     "DRAM_MEGABYTES=100000", "WIDE=4",
        "MATH=1",           "MATH.latency=9",      "SIMPLE.flag_latency=0", "WALKER=2000",
        "SUBSLICES=6",      "EUS_PER_SUBSLICE=16", "MEGAHERTZ=2000"};
    unsigned n = 0;
    for (; sim_cost_moved(n) && n < sizeof(told) / sizeof(told[0]); n++)
        kt_streq(sim_cost_moved(n), told[n]);
    kt_eq(n, sizeof(told) / sizeof(told[0]));
    kt_true(!sim_cost_moved(n));
}

// Twice the subslices, of twice the EUs: what is bound by the EUs takes a quarter; the device is what it was.
KT_TEST(the_chip_moves)
{
    const struct kiln_devinfo *skl = kiln_devinfo_simulated("skl");
    const struct sim_cost_chip m = sim_cost_chip_of(kiln_target_of(skl));
    kt_eq(m.subslices, 6);
    kt_eq(m.eus_per_subslice, 16);
    kt_eq(m.threads_per_eu, skl->threads_per_eu);
    kt_eq(m.slm_per_subslice, skl->slm_per_subslice);
    kt_eq(skl->subslices, 3);
    struct sim_estimate e;
    const struct sim_demand d = {.pipe = {[SIM_PIPE_ANY] = 96000000}, .groups = 10000, .group_threads = 8};
    sim_estimate(&d, kiln_target_of(skl), &e);
    kt_eq(e.eus, 96);
    kt_eq(e.bound[SIM_BOUND_EU], 96000000 / 2 / 96);
    kt_eq(e.threads_at_once, 96 * skl->threads_per_eu);
}

KT_TEST(rows_of_an_instruction_set)
{
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
    // Arc: the same peak of a clock and engine again, and 64 products of halves a clock in its matrix unit.
    const struct kiln_costs *arc = kiln_costs(KILN_ISA_GEN125);
    kt_eq(arc->SIMPLE.clocks * arc->FPUS_PER_EU, gen12->SIMPLE.clocks * gen12->FPUS_PER_EU);
    kt_eq(8 * arc->SYSTOLIC.clocks, 8 * 8 * 16 / 64); // 8 rows of 8 channels, 16 deep
    kt_true(arc->SLM_LATENCY < arc->DATA_LATENCY && gen12->SLM_LATENCY == gen12->DATA_LATENCY);
}

KT_MAIN()
