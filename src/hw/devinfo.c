// The device table: a row per PCI id.
//
// Facts: PRM SKL vol3 (slices, subslices, EUs, threads); product ids as the kernel, libdrm and Mesa list
// them; numbers of threads as Mesa's (rules.def, scratch-slots). Broxton and Gemini Lake (LP parts) have no
// LLC, 6 threads per EU and a 19.2 MHz time base.
#include "hw/devinfo.h"

#include <stdlib.h>
#include <string.h>

// L3CNTLREG: URB in bits 7:1, all other clients in 31:25, both in ways; bit 0 sets 32 ways (16 with one bank)
// apart for shared local memory.
#define L3(urb, all, slm) (((urb) << 1) | ((uint32_t)(all) << 25) | (slm))

#define CONFIG(platform, name, gt, slices, ss, eus, threads, ids, hz, llc, banks, l3_kb, way_kb, no_slm)     \
    KILN_PLATFORM_##platform, (llc) ? EU_GEN9 : EU_GEN9LP, name, gt, slices, ss, (slices) * (ss), eus, (slices) * (ss) * (eus),  \
        threads, (eus) * (threads) > 64 ? 64 : (eus) * (threads), (slices) * (ss) * (eus) * (threads), ids,  \
        hz, banks, (l3_kb) * 1024, (way_kb) * 1024, 65536, 65536, L3(16, 48, 1), no_slm,                     \
        16 * (way_kb) * 1024, llc

// clang-format off
//                                  GT sl ss EU thr ids time base  LLC    banks L3 KB  way KB  L3 without SLM
#define SKL_GT1 CONFIG(SKL, "skl",   1, 1, 2, 6, 7, 56, 12000000, true,   2,  384,  4, L3(48, 48, 0))
#define SKL_GT2 CONFIG(SKL, "skl",   2, 1, 3, 8, 7, 56, 12000000, true,   4,  768,  8, L3(48, 48, 0))
#define SKL_GT3 CONFIG(SKL, "skl",   3, 2, 3, 8, 7, 56, 12000000, true,   8, 1536, 16, L3(48, 48, 0))
#define SKL_GT4 CONFIG(SKL, "skl",   4, 3, 3, 8, 7, 56, 12000000, true,  12, 2304, 24, L3(48, 48, 0))
#define BXT CONFIG(BXT, "bxt",       1, 1, 3, 6, 6, 36, 19200000, false,  2,  384,  4, L3(48, 48, 0))
#define BXT_2X6 CONFIG(BXT, "bxt",   1, 1, 2, 6, 6, 36, 19200000, false,  1,  384,  4, L3(32, 48, 0))
#define KBL_GT1 CONFIG(KBL, "kbl",   1, 1, 2, 6, 7, 42, 12000000, true,   2,  384,  4, L3(48, 48, 0))
#define KBL_GT1_5 CONFIG(KBL, "kbl", 1, 1, 3, 6, 7, 42, 12000000, true,   4,  768,  8, L3(48, 48, 0))
#define KBL_GT2 CONFIG(KBL, "kbl",   2, 1, 3, 8, 7, 56, 12000000, true,   4,  768,  8, L3(48, 48, 0))
#define KBL_GT3 CONFIG(KBL, "kbl",   3, 2, 3, 8, 7, 56, 12000000, true,   8, 1536, 16, L3(48, 48, 0))
#define KBL_GT4 CONFIG(KBL, "kbl",   4, 3, 3, 8, 7, 56, 12000000, true,  12, 2304, 24, L3(48, 48, 0))
#define GLK CONFIG(GLK, "glk",       1, 1, 3, 6, 6, 36, 19200000, false,  2,  384,  4, L3(48, 48, 0))
#define GLK_2X6 CONFIG(GLK, "glk",   1, 1, 2, 6, 6, 36, 19200000, false,  2,  384,  4, L3(48, 48, 0))
#define CFL_GT1 CONFIG(CFL, "cfl",   1, 1, 2, 6, 7, 56, 12000000, true,   2,  384,  4, L3(48, 48, 0))
#define CFL_GT2 CONFIG(CFL, "cfl",   2, 1, 3, 8, 7, 56, 12000000, true,   4,  768,  8, L3(48, 48, 0))
#define CFL_GT3 CONFIG(CFL, "cfl",   3, 2, 3, 8, 7, 56, 12000000, true,   8, 1536, 16, L3(48, 48, 0))
#define CML_GT1 CONFIG(CML, "cml",   1, 1, 2, 6, 7, 56, 12000000, true,   2,  384,  4, L3(48, 48, 0))
#define CML_GT2 CONFIG(CML, "cml",   2, 1, 3, 8, 7, 56, 12000000, true,   4,  768,  8, L3(48, 48, 0))

static const struct kiln_devinfo devices[] = {
    {0x1902, "Intel(R) HD Graphics 510", SKL_GT1},
    {0x1906, "Intel(R) HD Graphics 510", SKL_GT1},
    {0x190a, "Intel(R) HD Graphics", SKL_GT1},
    {0x190b, "Intel(R) HD Graphics 510", SKL_GT1},
    {0x190e, "Intel(R) HD Graphics", SKL_GT1},
    {0x1912, "Intel(R) HD Graphics 530", SKL_GT2},
    {0x1913, "Intel(R) HD Graphics", SKL_GT2},
    {0x1915, "Intel(R) HD Graphics", SKL_GT2},
    {0x1916, "Intel(R) HD Graphics 520", SKL_GT2},
    {0x1917, "Intel(R) HD Graphics", SKL_GT2},
    {0x191a, "Intel(R) HD Graphics", SKL_GT2},
    {0x191b, "Intel(R) HD Graphics 530", SKL_GT2},
    {0x191d, "Intel(R) HD Graphics P530", SKL_GT2},
    {0x191e, "Intel(R) HD Graphics 515", SKL_GT2},
    {0x1921, "Intel(R) HD Graphics 520", SKL_GT2},
    {0x1923, "Intel(R) HD Graphics 535", SKL_GT3},
    {0x1926, "Intel(R) Iris(R) Graphics 540", SKL_GT3},
    {0x1927, "Intel(R) Iris(R) Graphics 550", SKL_GT3},
    {0x192a, "Intel(R) HD Graphics", SKL_GT4},
    {0x192b, "Intel(R) Iris(R) Graphics 555", SKL_GT3},
    {0x192d, "Intel(R) Iris(R) Graphics P555", SKL_GT3},
    {0x1932, "Intel(R) Iris(R) Pro Graphics 580", SKL_GT4},
    {0x193a, "Intel(R) Iris(R) Pro Graphics P580", SKL_GT4},
    {0x193b, "Intel(R) Iris(R) Pro Graphics 580", SKL_GT4},
    {0x193d, "Intel(R) Iris(R) Pro Graphics P580", SKL_GT4},

    {0x0a84, "Intel(R) HD Graphics", BXT},
    {0x1a84, "Intel(R) HD Graphics", BXT},
    {0x1a85, "Intel(R) HD Graphics", BXT_2X6},
    {0x5a84, "Intel(R) HD Graphics 505", BXT},
    {0x5a85, "Intel(R) HD Graphics 500", BXT_2X6},

    {0x5902, "Intel(R) HD Graphics 610", KBL_GT1},
    {0x5906, "Intel(R) HD Graphics 610", KBL_GT1},
    {0x590a, "Intel(R) HD Graphics", KBL_GT1},
    {0x5908, "Intel(R) HD Graphics", KBL_GT1},
    {0x590b, "Intel(R) HD Graphics 610", KBL_GT1},
    {0x590e, "Intel(R) HD Graphics", KBL_GT1},
    {0x5913, "Intel(R) HD Graphics", KBL_GT1_5},
    {0x5915, "Intel(R) HD Graphics", KBL_GT1_5},
    {0x5917, "Intel(R) UHD Graphics 620", KBL_GT2},
    {0x5912, "Intel(R) HD Graphics 630", KBL_GT2},
    {0x5916, "Intel(R) HD Graphics 620", KBL_GT2},
    {0x591a, "Intel(R) HD Graphics P630", KBL_GT2},
    {0x591b, "Intel(R) HD Graphics 630", KBL_GT2},
    {0x591d, "Intel(R) HD Graphics P630", KBL_GT2},
    {0x591e, "Intel(R) HD Graphics 615", KBL_GT2},
    {0x5921, "Intel(R) HD Graphics 620", KBL_GT2},
    {0x5923, "Intel(R) HD Graphics 635", KBL_GT3},
    {0x5926, "Intel(R) Iris(R) Plus Graphics 640", KBL_GT3},
    {0x5927, "Intel(R) Iris(R) Plus Graphics 650", KBL_GT3},
    {0x593b, "Intel(R) HD Graphics", KBL_GT4},
    {0x591c, "Intel(R) UHD Graphics 615", KBL_GT2},
    {0x87c0, "Intel(R) UHD Graphics 617", KBL_GT2},

    {0x3184, "Intel(R) UHD Graphics 605", GLK},
    {0x3185, "Intel(R) UHD Graphics 600", GLK_2X6},

    {0x87ca, "Intel(R) UHD Graphics", CFL_GT2},
    {0x3e90, "Intel(R) UHD Graphics 610", CFL_GT1},
    {0x3e93, "Intel(R) UHD Graphics 610", CFL_GT1},
    {0x3e99, "Intel(R) UHD Graphics 610", CFL_GT1},
    {0x3e9c, "Intel(R) UHD Graphics 610", CFL_GT1},
    {0x3e91, "Intel(R) UHD Graphics 630", CFL_GT2},
    {0x3e92, "Intel(R) UHD Graphics 630", CFL_GT2},
    {0x3e96, "Intel(R) UHD Graphics P630", CFL_GT2},
    {0x3e98, "Intel(R) UHD Graphics 630", CFL_GT2},
    {0x3e9a, "Intel(R) UHD Graphics P630", CFL_GT2},
    {0x3e9b, "Intel(R) UHD Graphics 630", CFL_GT2},
    {0x3e94, "Intel(R) UHD Graphics P630", CFL_GT2},
    {0x3ea9, "Intel(R) UHD Graphics 620", CFL_GT2},
    {0x3ea5, "Intel(R) Iris(R) Plus Graphics 655", CFL_GT3},
    {0x3ea6, "Intel(R) Iris(R) Plus Graphics 645", CFL_GT3},
    {0x3ea7, "Intel(R) HD Graphics", CFL_GT3},
    {0x3ea8, "Intel(R) Iris(R) Plus Graphics 655", CFL_GT3},
    {0x3ea1, "Intel(R) UHD Graphics 610", CFL_GT1},
    {0x3ea4, "Intel(R) UHD Graphics", CFL_GT1},
    {0x3ea0, "Intel(R) UHD Graphics 620", CFL_GT2},
    {0x3ea3, "Intel(R) UHD Graphics", CFL_GT2},
    {0x3ea2, "Intel(R) UHD Graphics", CFL_GT3},

    {0x9b21, "Intel(R) UHD Graphics", CML_GT1},
    {0x9ba0, "Intel(R) UHD Graphics", CML_GT1},
    {0x9ba2, "Intel(R) UHD Graphics", CML_GT1},
    {0x9ba4, "Intel(R) UHD Graphics", CML_GT1},
    {0x9ba5, "Intel(R) UHD Graphics 610", CML_GT1},
    {0x9ba8, "Intel(R) UHD Graphics 610", CML_GT1},
    {0x9baa, "Intel(R) UHD Graphics", CML_GT1},
    {0x9bab, "Intel(R) UHD Graphics", CML_GT1},
    {0x9bac, "Intel(R) UHD Graphics", CML_GT1},
    {0x9b41, "Intel(R) UHD Graphics", CML_GT2},
    {0x9bc0, "Intel(R) UHD Graphics", CML_GT2},
    {0x9bc2, "Intel(R) UHD Graphics", CML_GT2},
    {0x9bc4, "Intel(R) UHD Graphics", CML_GT2},
    {0x9bc5, "Intel(R) UHD Graphics 630", CML_GT2},
    {0x9bc6, "Intel(R) UHD Graphics P630", CML_GT2},
    {0x9bc8, "Intel(R) UHD Graphics 630", CML_GT2},
    {0x9bca, "Intel(R) UHD Graphics", CML_GT2},
    {0x9bcb, "Intel(R) UHD Graphics", CML_GT2},
    {0x9bcc, "Intel(R) UHD Graphics", CML_GT2},
    {0x9be6, "Intel(R) UHD Graphics P630", CML_GT2},
    {0x9bf6, "Intel(R) UHD Graphics P630", CML_GT2},
};
// clang-format on

#define DEVICE_COUNT (sizeof(devices) / sizeof(devices[0]))

// The configuration that a name stands for.
static const struct {
    const char *name;
    uint32_t pci_id;
} names[] = {
    {"skl", 0x1912},       {"skl-gt1", 0x1902}, {"skl-gt2", 0x1912}, {"skl-gt3", 0x1926}, {"skl-gt4", 0x1932},
    {"bxt", 0x5a84},       {"bxt-3x6", 0x5a84}, {"bxt-2x6", 0x5a85}, {"kbl", 0x5912},     {"kbl-gt1", 0x5902},
    {"kbl-gt1.5", 0x5913}, {"kbl-gt2", 0x5912}, {"kbl-gt3", 0x5926}, {"kbl-gt4", 0x593b}, {"glk", 0x3184},
    {"glk-3x6", 0x3184},   {"glk-2x6", 0x3185}, {"cfl", 0x3e92},     {"cfl-gt1", 0x3e90}, {"cfl-gt2", 0x3e92},
    {"cfl-gt3", 0x3ea5},   {"cml", 0x9bc5},     {"cml-gt1", 0x9ba5}, {"cml-gt2", 0x9bc5},
};

const struct kiln_devinfo *kiln_devinfo_get(unsigned i)
{
    return i < DEVICE_COUNT ? &devices[i] : NULL;
}

const struct kiln_devinfo *kiln_devinfo_from_pci_id(uint32_t pci_id)
{
    for (unsigned i = 0; i < DEVICE_COUNT; i++)
        if (devices[i].pci_id == pci_id)
            return &devices[i];
    return NULL;
}

const struct kiln_devinfo *kiln_devinfo_from_name(const char *name)
{
    if (!strncmp(name, "0x", 2)) {
        char *end;
        unsigned long id = strtoul(name, &end, 16);
        return *end || id > 0xffff ? NULL : kiln_devinfo_from_pci_id((uint32_t)id);
    }
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (!strcmp(names[i].name, name))
            return kiln_devinfo_from_pci_id(names[i].pci_id);
    return NULL;
}
