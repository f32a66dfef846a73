// The device table against public product data.
#include "hw/devinfo.h"

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
    kt_eq(d->l3cntlreg_slm, 0x60000021);
    kt_eq(d->l3cntlreg_no_slm, 0x60000060);
    kt_eq(d->urb_size_slm, 128 * 1024);
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
    kt_true(!kiln_devinfo_from_name("tgl"));
    kt_true(!kiln_devinfo_from_name(""));
    kt_true(!kiln_devinfo_from_name("0x"));
    kt_true(!kiln_devinfo_from_name("0x1912z"));
    kt_true(!kiln_devinfo_from_pci_id(0x9a49)); // Tiger Lake
}

KT_TEST(rows_are_sound)
{
    unsigned n = 0;
    for (const struct kiln_devinfo *d; (d = kiln_devinfo_get(n)); n++) {
        kt_ok(kiln_devinfo_from_pci_id(d->pci_id) == d, "0x%04x is there twice", d->pci_id);
        kt_ok(d->subslices == d->slices * d->subslices_per_slice &&
                  d->eus == d->subslices * d->eus_per_subslice &&
                  d->max_threads == d->eus * d->threads_per_eu && d->max_cs_threads <= 64,
              "0x%04x: totals", d->pci_id);
        kt_ok(kiln_devinfo_from_name(d->name) != NULL, "%s is no name", d->name);
    }
    kt_eq(n, 97);
}

KT_MAIN()
