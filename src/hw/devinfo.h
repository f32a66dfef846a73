// What differs between the GPUs that Kiln knows: one const row per configuration, found by PCI id or by name.
// Most it drives and simulates (a generation in the making is simulated first, for others' drivers: `driven`
// is false then); of the others (`simulated` is false, too) its tools know the instruction set.
//
// A row says what the configuration has when nothing is fused off; the kernel's topology query tells what a
// particular chip has. Source: PRM SKL vol3 "Device attributes"; PCI ids as in libdrm and Mesa.
#ifndef KILN_HW_DEVINFO_H
#define KILN_HW_DEVINFO_H

#include <stdbool.h>
#include <stdint.h>

enum kiln_platform {
    KILN_PLATFORM_SKL,
    KILN_PLATFORM_BXT,
    KILN_PLATFORM_KBL,
    KILN_PLATFORM_GLK,
    KILN_PLATFORM_CFL,
    KILN_PLATFORM_CML,
    KILN_PLATFORM_BDW,
    KILN_PLATFORM_CHV,
    KILN_PLATFORM_ICL,
    KILN_PLATFORM_EHL,
    KILN_PLATFORM_JSL,
    KILN_PLATFORM_LKF,
    KILN_PLATFORM_TGL,
    KILN_PLATFORM_RKL,
    KILN_PLATFORM_ADLS,
    KILN_PLATFORM_ADLP,
    KILN_PLATFORM_ADLN,
    KILN_PLATFORM_RPLS,
    KILN_PLATFORM_RPLP,
    KILN_PLATFORM_DG1,
    KILN_PLATFORM_HSW,
    KILN_PLATFORM_DG2,
    KILN_PLATFORM_MTL,
    KILN_PLATFORM_ARL,
    KILN_PLATFORM_ARLH,
    KILN_PLATFORM_LNL,
    KILN_PLATFORM_BMG,
    KILN_PLATFORM_PTL,
};

// What the sampler decodes of ASTC, two-dimensional blocks; what has the one has what stands before.
enum kiln_astc {
    KILN_ASTC_NONE,
    KILN_ASTC_LDR,
    KILN_ASTC_HDR,
};

struct kiln_devinfo {
    uint32_t pci_id;
    const char *marketing_name; // "Intel(R) HD Graphics 530"
    enum kiln_platform platform;
    bool driven;      // compiled for and driven
    bool simulated;   // else the columns of L3 and of thread numbers may be 0
    const char *name; // "skl": the platform, as in KILN_DEVICE=sim:skl and kilnc -d skl
    uint8_t gt;       // 1..4, or 0: the chip has no such name
    uint8_t slices;
    uint8_t subslices_per_slice;
    uint8_t subslices; // of all slices
    uint8_t eus_per_subslice;
    uint16_t eus; // of all slices
    uint8_t threads_per_eu;
    uint16_t max_cs_threads;      // hardware threads of a subslice
    uint8_t max_group_threads;    // that one thread group may have: those of a subslice, up to
                                  // kiln_target_group_threads()
    uint16_t max_threads;         // hardware threads of the whole GPU
    uint16_t thread_ids;          // that the threads of a subslice are numbered by: rule scratch-slots
    uint8_t thread_ids_per_eu;    // likewise: from Gen11 more than there are threads
    uint8_t thread_places;        // subslices that are counted for thread numbers, there or not
    uint32_t timestamp_frequency; // Hz
    uint8_t l3_banks;
    uint32_t l3_size;           // bytes
    uint32_t l3_way_size;       // bytes that one unit of an L3 allocation stands for; 0: unknown
    uint32_t slm_per_subslice;  // bytes
    uint32_t max_slm_per_group; // bytes
    uint32_t l3_register;       // that shares L3 out: L3CNTLREG or L3ALLOC; 0: none is known
    uint32_t l3_config;         // and what it is set to
    uint8_t mocs;               // caching of our own memory, in L3 and LLC
    uint8_t mocs_shared;        // of images that other devices or the display see
    uint64_t uncached_mocs;     // bits by entry of the kernel's table: those that L3 does not cache
    bool has_llc;               // CPU and GPU share the last level cache
    bool has_local_memory;      // a memory region of the device's own, in addition to the system's
    uint8_t address_bits;       // of a context's addresses: what i915 has for the chip (ppgtt_size)
    enum kiln_astc astc; // of Cherryview not to be relied on: it needs workarounds that are not written
};

// NULL if we do not drive it (yet). Rows live for ever.
const struct kiln_devinfo *kiln_devinfo_from_pci_id(uint32_t pci_id);
// "skl" (GT2, 0x1912), "bxt", ..., "tgl": the configuration that the simulator shows by default; also
// "skl-gt1" ... "tgl-gt2", "bxt-2x6", "glk-2x6", and any id as "0x1912". NULL if there is none.
const struct kiln_devinfo *kiln_devinfo_from_name(const char *name);
// The same of what the simulated device can be, driven or not.
const struct kiln_devinfo *kiln_devinfo_simulated(const char *name);
// Why a name got none, of either: a text to print after it.
const char *kiln_devinfo_refusal(const char *name);
// The name that it may be a misspelling of, within two letters; or NULL.
const char *kiln_devinfo_nearest(const char *name);
// The i-th row, driven or not, NULL after the last: for tools that list devices.
const struct kiln_devinfo *kiln_devinfo_get(unsigned i);

#endif
