// The device table against public product data.
#include "hw/devinfo.h"
#include "hw/target.h"

#include "kt.h"

KT_TEST(default_skl)
{
    const struct kiln_devinfo *d = kiln_devinfo_from_name("skl");
    kt_true(d && d == kiln_devinfo_from_pci_id(0x1912));
    kt_streq(d->marketing_name, "Intel(R) HD Graphics 530");
    kt_eq(d->eus, 24);
    kt_eq(d->subslices, 3);
    kt_eq(d->max_cs_threads, 56);
    kt_eq(d->max_threads, 168);
    kt_eq(d->timestamp_frequency, 12000000);
    kt_eq(d->l3_size, 768 * 1024);
    kt_eq(d->l3_register, 0x7034);
    kt_eq(d->l3_config, 0x60000021);
    kt_true(d->has_llc);
}

KT_TEST(others)
{
    static const struct {
        const char *name;
        unsigned eus, max_cs, llc;
    } t[] = {{"skl-gt1", 12, 42, 1}, {"skl-gt3", 48, 56, 1}, {"skl-gt4", 72, 56, 1}, {"bxt", 18, 36, 0},
             {"bxt-2x6", 12, 36, 0}, {"kbl", 24, 56, 1},     {"glk", 18, 36, 0},     {"cfl", 24, 56, 1},
             {"cml", 24, 56, 1},     {"0x1926", 48, 56, 1}};
    for (unsigned i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        const struct kiln_devinfo *d = kiln_devinfo_from_name(t[i].name);
        if (!kt_ok(d != NULL, "%s is missing", t[i].name))
            continue;
        kt_ok(d->eus == t[i].eus && d->max_cs_threads == t[i].max_cs && d->has_llc == t[i].llc,
              "%s: %u EUs, %u threads", t[i].name, d->eus, d->max_cs_threads);
    }
    kt_true(!kiln_devinfo_from_name("ptl"));
    kt_true(!kiln_devinfo_from_name(""));
    kt_true(!kiln_devinfo_from_name("0x"));
    kt_true(!kiln_devinfo_from_name("0x1912z"));
    kt_true(!kiln_devinfo_from_pci_id(0xb080)); // Panther Lake
}

KT_TEST(rows_are_sound)
{
    unsigned n = 0, driven = 0, simulated = 0;
    for (const struct kiln_devinfo *d; (d = kiln_devinfo_get(n)); n++) {
        char id[8];
        snprintf(id, sizeof(id), "0x%04x", d->pci_id);
        const struct kiln_target *t = kiln_target(id);
        kt_ok(t && t->dev == d, "%s is there twice", id);
        kt_ok(kiln_devinfo_from_pci_id(d->pci_id) == (d->driven ? d : NULL), "%s", id);
        kt_ok(d->subslices == d->slices * d->subslices_per_slice &&
                  d->eus == d->subslices * d->eus_per_subslice &&
                  d->max_threads == d->eus * d->threads_per_eu && d->max_cs_threads,
              "%s: totals", id);
        kt_ok(!d->driven ||
                  (d->simulated && d->max_group_threads <= kiln_target_group_threads(kiln_target_of(d)) &&
                   d->mocs &&
                   (d->l3_register || kiln_target_has_split_l3_registers(t) || !kiln_target_has_l3_ways(t)) &&
                   !(d->uncached_mocs >> (d->mocs >> 1) & 1)),
              "%s: limits", id);
        // No two threads have the same number.
        kt_ok(!d->simulated ||
                  (d->thread_ids >= d->eus_per_subslice * d->thread_ids_per_eu &&
                   d->thread_ids_per_eu >= d->threads_per_eu && d->thread_places >= d->subslices &&
                   d->timestamp_frequency && d->l3_size && d->address_bits >= 31),
              "%s: of the simulated device", id);
        kt_ok(kiln_target(d->name) != NULL, "%s is no name", d->name);
        driven += d->driven;
        simulated += d->simulated;
    }
    kt_eq(driven, 97 + 26 + 22 + 69 + 60 + 33 + 5 + 12);
    kt_eq(simulated, 97 + 26 + 69 + 22 + 60 + 33 + 5 + 12);
    kt_eq(n, 304 + 3 + 5 + 20);
}

// What the tools know only by its instruction set is no device to drive or to simulate.
KT_TEST(known_only)
{
    static const struct {
        const char *name;
        enum kiln_isa isa;
        unsigned eus;
        bool driven, simulated;
    } t[] = {{"bdw", KILN_ISA_GEN8, 24, true},
             {"chv", KILN_ISA_GEN8, 16, true},
             {"icl", KILN_ISA_GEN11, 64, true},
             {"ehl", KILN_ISA_GEN11, 32, true},
             {"jsl", KILN_ISA_GEN11, 32, true},
             {"lkf", KILN_ISA_GEN11, 64, true},
             {"tgl", KILN_ISA_GEN12, 96, true},
             {"rkl", KILN_ISA_GEN12, 32, true},
             {"adls", KILN_ISA_GEN12, 32, true},
             {"adlp", KILN_ISA_GEN12, 96, true},
             {"dg1", KILN_ISA_GEN12, 96, true},
             {"hsw", KILN_ISA_GEN75, 20, true},
             {"dg2", KILN_ISA_GEN125, 512, true},
             {"mtl", KILN_ISA_GEN125, 64, true},
             {"arl", KILN_ISA_GEN125, 64, true},
             {"arl-h", KILN_ISA_GEN125, 128, true},
             {"lnl", KILN_ISA_XE2, 64, true},
             {"bmg", KILN_ISA_XE2, 160, true},
             {"ptl", KILN_ISA_XE3, 96}};
    for (unsigned i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        const struct kiln_target *target = kiln_target(t[i].name);
        if (!kt_ok(target != NULL, "%s is missing", t[i].name))
            continue;
        kt_ok(target->isa == t[i].isa && target->dev->eus == t[i].eus, "%s: %u EUs", t[i].name,
              target->dev->eus);
        const struct kiln_devinfo *here = t[i].driven ? target->dev : NULL;
        kt_true(kiln_devinfo_from_name(t[i].name) == here);
        kt_true(kiln_devinfo_simulated(t[i].name) == (t[i].simulated ? target->dev : here));
        if (!t[i].driven)
            kt_streq(kiln_devinfo_refusal(t[i].name), t[i].simulated
                                                          ? "simulated, but not driven yet"
                                                          : "known, but not driven or simulated yet");
    }
    kt_streq(kiln_devinfo_refusal("xyz"), "no such device");
    kt_true(kiln_target("skl")->has_int64 && !kiln_target("icl")->has_int64 && !kiln_target("tgl")->has_fp64);
    kt_true(kiln_target("bxt")->restricted_qwords && !kiln_target("kbl")->restricted_qwords);
    kt_true(kiln_target_of(kiln_devinfo_from_name("glk")) == kiln_target("glk"));
    kt_eq(kiln_target("skl-gt3")->dev->eus, 48);
}

// Xe2 and Xe3 have registers of 64 bytes; nothing compiles for the latter yet.
KT_TEST(large_registers)
{
    static const char *const names[] = {"lnl", "bmg", "ptl"};
    for (unsigned i = 0; i < 3; i++) {
        const struct kiln_target *t = kiln_target(names[i]);
        kt_ok(t->grf_bytes == 64 && kiln_target_native_width(t) == 16 && t->has_int64 && t->has_fp64 &&
                  !t->has_dword_mul && kiln_target_has_systolic(t) && kiln_target_is_compiled(t) == (i < 2),
              "%s", names[i]);
        kt_eq(t->dev->has_local_memory, i == 1);
    }
}

// With twice the registers an EU has half as many threads, and so have its subslice and a group.
KT_TEST(large_register_files)
{
    static const struct {
        const char *name;
        unsigned threads, resident, group, tokens;
    } t[] = {
        {"dg2", 4, 64, 64, 16}, {"arl-h", 4, 64, 64, 16}, {"bmg", 4, 32, 32, 32}, {"lnl", 4, 32, 32, 32}};
    for (unsigned i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        const struct kiln_target *small = kiln_target(t[i].name), *large = kiln_target_large(small);
        kt_eq(small->grf_count, 128);
        kt_eq(small->threads_per_eu, small->dev->threads_per_eu);
        kt_eq(kiln_target_resident_threads(small), small->dev->max_cs_threads);
        kt_eq(kiln_target_max_group(small), small->dev->max_group_threads);
        kt_eq(kiln_target_tokens(small), 16);
        kt_true(!kiln_target_is_large(small) && kiln_target_is_large(large));
        kt_true(kiln_target_small(large) == small && large->dev == small->dev);
        kt_eq(large->grf_count, 256);
        kt_eq(large->threads_per_eu, t[i].threads);
        kt_eq(kiln_target_resident_threads(large), t[i].resident);
        kt_eq(kiln_target_max_group(large), t[i].group);
        kt_eq(kiln_target_tokens(large), t[i].tokens);
    }
    kt_true(!kiln_target_large(kiln_target("tgl")));
    kt_true(!kiln_target_large(kiln_target("skl")));
}

// What is said of Gen12.5, before anything is made of it.
KT_TEST(arc)
{
    const struct kiln_devinfo *d = kiln_target("dg2")->dev, *m = kiln_target("mtl")->dev;
    kt_eq(d->subslices, 32);
    kt_eq(d->threads_per_eu, 8);
    kt_eq(d->max_threads, 4096);
    kt_eq(d->max_group_threads, 64);
    kt_eq(d->thread_ids * d->thread_places, 4096);
    kt_eq(d->timestamp_frequency, 19200000);
    kt_true(d->has_local_memory && !d->has_llc && d->address_bits == 48);
    kt_true(d->l3_register == 0xb134 && d->l3_config == 1 << 9);
    kt_true(!m->has_local_memory && !m->has_llc && m->subslices == 4);
    kt_eq(kiln_target("dg2-g11")->dev->eus, 128);
    kt_eq(kiln_target("0x56c1")->dev->eus, 128);
    // Our own memory is cached in L3, and what others see of Meteor Lake's as well.
    kt_true(!(d->uncached_mocs >> (d->mocs >> 1) & 1) && !(m->uncached_mocs >> (m->mocs >> 1) & 1));
    kt_true(!(m->uncached_mocs >> (m->mocs_shared >> 1) & 1) && m->uncached_mocs >> 9 & 1);
    kt_true(kiln_target_has_systolic(kiln_target("dg2")) && kiln_target_has_systolic(kiln_target("arl-h")));
    kt_true(!kiln_target_has_systolic(kiln_target("mtl")) &&
            !kiln_target_has_systolic(kiln_target("arl-s")) && !kiln_target_has_systolic(kiln_target("tgl")));
    kt_true(kiln_target_computes_doubles_in_math(kiln_target("mtl")) &&
            !kiln_target_computes_doubles_in_math(kiln_target("dg2")) &&
            !kiln_target_computes_doubles_in_math(kiln_target("bdw")));
}

KT_MAIN()
