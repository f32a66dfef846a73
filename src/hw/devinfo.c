// The device table, devices.def, as rows; and the names that stand for them.
#include "hw/devinfo.h"
#include "hw/target.h"

#include <stdlib.h>
#include <string.h>

#include "util/env.h"

// The columns of a platform and those of a configuration (devices.def): what `take` makes of them.
#define COLUMNS(take, ...) take(__VA_ARGS__)

#define ROW(platform, name, driven, simulated, isa, grf, grfs, large, exec, int64, mul, fp64, restricted,    \
            hz, llc, local, bits, astc, mocs, shared_mocs, uncached, l3_register, l3_config, gt, slices, ss, \
            eus, threads, group, ids, ids_per_eu, places, banks, l3_kb, way_kb)                              \
    KILN_PLATFORM_##platform, driven, simulated, name, gt, slices, ss, (slices) * (ss), eus,                 \
        (slices) * (ss) * (eus), threads, group, (group) < 64 ? (group) : 64,                                \
        (slices) * (ss) * (eus) * (threads), ids, ids_per_eu, places, hz, banks, (l3_kb) * 1024,             \
        (way_kb) * 1024, 65536, 65536, l3_register, l3_config, mocs, shared_mocs, uncached, llc, local,      \
        bits, astc
#define CONFIG(...) COLUMNS(ROW, __VA_ARGS__)
#define DEVICE(id, marketing_name, config) {id, marketing_name, config},

static const struct kiln_devinfo devices[] = {
#include "hw/devices.def"
};

#define DEVICE_COUNT (sizeof(devices) / sizeof(devices[0]))

// Of a thread, as many registers as `of` says of those two columns, and as many threads as an EU then has
// room for.
#define TARGET_WITH(count, isa, grf, grfs, exec, int64, mul, fp64, restricted, threads)                      \
    isa, grf, (count), (uint8_t)((count) ? (threads) * (grfs) / ((count) + !(count)) : 0), exec, int64, mul, \
        fp64, restricted
#define TARGET(platform, name, driven, simulated, isa, grf, grfs, large, exec, int64, mul, fp64, restricted, \
               hz, llc, local, bits, astc, mocs, shared_mocs, uncached, l3_register, l3_config, gt, slices,  \
               ss, eus, threads, ...)                                                                        \
    TARGET_WITH(grfs, isa, grf, grfs, exec, int64, mul, fp64, restricted, threads)
#define LARGE(platform, name, driven, simulated, isa, grf, grfs, large, exec, int64, mul, fp64, restricted,  \
              hz, llc, local, bits, astc, mocs, shared_mocs, uncached, l3_register, l3_config, gt, slices,   \
              ss, eus, threads, ...)                                                                         \
    TARGET_WITH(large, isa, grf, grfs, exec, int64, mul, fp64, restricted, threads)
enum {
#define CONFIG(...)
#define DEVICE(id, marketing_name, config) ROW_##id,
#include "hw/devices.def"
};
#define CONFIG(...) COLUMNS(TARGET, __VA_ARGS__)
#define DEVICE(id, marketing_name, config) {&devices[ROW_##id], config},

static const struct kiln_target targets[DEVICE_COUNT] = {
#include "hw/devices.def"
};

// With large register files; no registers where there is no such mode.
#define CONFIG(...) COLUMNS(LARGE, __VA_ARGS__)
#define DEVICE(id, marketing_name, config) {&devices[ROW_##id], config},

static const struct kiln_target large_targets[DEVICE_COUNT] = {
#include "hw/devices.def"
};

// The configuration that a name stands for.
static const struct {
    const char *name;
    uint32_t pci_id;
} names[] = {
    // clang-format off
    {"skl", 0x1912},       {"skl-gt1", 0x1902}, {"skl-gt2", 0x1912}, {"skl-gt3", 0x1926}, {"skl-gt4", 0x1932},
    {"bxt", 0x5a84},       {"bxt-3x6", 0x5a84}, {"bxt-2x6", 0x5a85}, {"kbl", 0x5912},     {"kbl-gt1", 0x5902},
    {"kbl-gt1.5", 0x5913}, {"kbl-gt2", 0x5912}, {"kbl-gt3", 0x5926}, {"kbl-gt4", 0x593b}, {"glk", 0x3184},
    {"glk-3x6", 0x3184},   {"glk-2x6", 0x3185}, {"cfl", 0x3e92},     {"cfl-gt1", 0x3e90}, {"cfl-gt2", 0x3e92},
    {"cfl-gt3", 0x3ea5},   {"cml", 0x9bc5},     {"cml-gt1", 0x9ba5}, {"cml-gt2", 0x9bc5},
    {"bdw", 0x1616},       {"bdw-gt1", 0x1606}, {"bdw-gt2", 0x1616}, {"bdw-gt3", 0x1626}, {"chv", 0x22b0},
    {"icl", 0x8a52},       {"icl-gt1", 0x8a56}, {"icl-gt1.5", 0x8a5a}, {"icl-gt2", 0x8a52}, {"ehl", 0x4571},
    {"jsl", 0x4e71},       {"lkf", 0x9840},     {"tgl", 0x9a49},     {"tgl-gt1", 0x9a60}, {"tgl-gt2", 0x9a49},
    {"rkl", 0x4c8a},       {"adls", 0x4680},    {"adlp", 0x46a6},    {"adln", 0x46d0},    {"rpls", 0xa780},
    {"rplp", 0xa7a0},      {"dg1", 0x4905},     {"dg2", 0x5690},     {"dg2-g10", 0x5690}, {"dg2-g11", 0x5693},
    {"dg2-g12", 0x5696},   {"mtl", 0x7d45},     {"mtl-u", 0x7d45},   {"mtl-h", 0x7d55},   {"hsw", 0x0416},
    {"arl", 0x7d41},       {"arl-u", 0x7d41},   {"arl-s", 0x7d67},   {"arl-h", 0x7d51},
    {"lnl", 0x64a0},       {"bmg", 0xe20b},     {"bmg-g21", 0xe20b}, {"ptl", 0xb080},
    {"hsw-gt1", 0x0406},   {"hsw-gt2", 0x0416}, {"hsw-gt3", 0x0426},
    // clang-format on
};

static const struct kiln_devinfo *row_of_id(uint32_t pci_id)
{
    for (unsigned i = 0; i < DEVICE_COUNT; i++)
        if (devices[i].pci_id == pci_id)
            return &devices[i];
    return NULL;
}

static const struct kiln_devinfo *row_of_name(const char *name)
{
    if (!strncmp(name, "0x", 2)) {
        char *end;
        unsigned long id = strtoul(name, &end, 16);
        return *end || id > 0xffff ? NULL : row_of_id((uint32_t)id);
    }
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (!strcmp(names[i].name, name))
            return row_of_id(names[i].pci_id);
    return NULL;
}

const struct kiln_devinfo *kiln_devinfo_simulated(const char *name)
{
    const struct kiln_devinfo *row = row_of_name(name);
    return row && row->simulated ? row : NULL;
}

static const struct kiln_devinfo *if_driven(const struct kiln_devinfo *row)
{
    return row && row->driven ? row : NULL;
}

const struct kiln_devinfo *kiln_devinfo_get(unsigned i)
{
    return i < DEVICE_COUNT ? &devices[i] : NULL;
}

const struct kiln_devinfo *kiln_devinfo_from_pci_id(uint32_t pci_id)
{
    return if_driven(row_of_id(pci_id));
}

const struct kiln_devinfo *kiln_devinfo_from_name(const char *name)
{
    return if_driven(row_of_name(name));
}

const char *kiln_devinfo_refusal(const char *name)
{
    const struct kiln_devinfo *row = row_of_name(name);
    return !row             ? "no such device"
           : row->simulated ? "simulated, but not driven yet"
                            : "known, but not driven or simulated yet";
}

const char *kiln_devinfo_nearest(const char *name)
{
    const char *words[DEVICE_COUNT];
    unsigned changes;
    for (unsigned i = 0; i < DEVICE_COUNT; i++)
        words[i] = devices[i].name;
    const char *near = kiln_nearest(name, strlen(name), words, DEVICE_COUNT, &changes);
    return near && changes && changes <= 2 ? near : NULL;
}

bool kiln_target_has_legacy_access(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_GEN12 || t->dev->platform == KILN_PLATFORM_TGL;
}

bool kiln_target_has_pat(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN125 && !t->dev->has_local_memory;
}

bool kiln_target_ends_after_fence(const struct kiln_target *t)
{
    return t->dev->platform == KILN_PLATFORM_DG2;
}

bool kiln_target_has_systolic(const struct kiln_target *t)
{
    return t->dev->platform == KILN_PLATFORM_DG2 || t->dev->platform == KILN_PLATFORM_ARLH ||
           t->isa >= KILN_ISA_XE2;
}

bool kiln_target_computes_doubles_in_math(const struct kiln_target *t)
{
    return t->isa == KILN_ISA_GEN125 && t->has_fp64;
}

const struct kiln_target *kiln_target_of(const struct kiln_devinfo *dev)
{
    return &targets[dev - devices];
}

const struct kiln_target *kiln_target_large(const struct kiln_target *t)
{
    const struct kiln_target *large = &large_targets[t->dev - devices];
    return large->grf_count ? large : NULL;
}

const struct kiln_target *kiln_target_with_registers(const struct kiln_target *t, unsigned registers)
{
    const struct kiln_target *large = t ? kiln_target_large(t) : NULL;
    if (t && kiln_target_of(t->dev)->grf_count == registers)
        return kiln_target_of(t->dev);
    return large && large->grf_count == registers ? large : NULL;
}

const struct kiln_target *kiln_target_small(const struct kiln_target *t)
{
    return kiln_target_of(t->dev);
}

bool kiln_target_is_large(const struct kiln_target *t)
{
    return t->grf_count > kiln_target_of(t->dev)->grf_count;
}

unsigned kiln_target_resident_threads(const struct kiln_target *t)
{
    return t->dev->max_cs_threads * t->threads_per_eu / t->dev->threads_per_eu;
}

unsigned kiln_target_max_group(const struct kiln_target *t)
{
    const unsigned resident = kiln_target_resident_threads(t);
    return resident < t->dev->max_group_threads ? resident : t->dev->max_group_threads;
}

const struct kiln_target *kiln_target(const char *name)
{
    const struct kiln_devinfo *row = row_of_name(name);
    return row ? kiln_target_of(row) : NULL;
}
