// The observation unit (OA): counters of the whole GPU, which the kernel switches on
// (DRM_IOCTL_I915_PERF_OPEN) and a batch writes to memory (MI_REPORT_PERF_COUNT). Both sides of the ioctl
// include this.
#ifndef KILN_HW_OA_H
#define KILN_HW_OA_H

#include <stdint.h>

#include "hw/counters.h"
#include "hw/devinfo.h"

// A report: dwords, in the format A32u40_A4u32_B8_C8 (Mesa 22.3.6 intel_perf.c
// intel_perf_query_result_accumulate; i915 6.1 i915_perf.c).
enum {
    KILN_OA_REPORT_BYTES = 256,
    KILN_OA_REPORT_ID = 0,
    KILN_OA_TIMESTAMP = 1,
    KILN_OA_CONTEXT = 2,
    KILN_OA_CLOCKS = 3,  // of the core
    KILN_OA_A = 4,       // A0 to A31: the low 32 of 40 bits
    KILN_OA_A32 = 36,    // A32 to A35: 32 bits
    KILN_OA_A_HIGH = 40, // the high bytes of A0 to A31
    KILN_OA_WIDE = 32,   // so many of the A counters have 40 bits
    KILN_OA_COUNTERS = 36,
};

enum kiln_oa_id {
#define OA(id, ...) KILN_OA_##id,
#include "hw/oa.def"
#undef OA
    KILN_OA_IDS
};

struct kiln_oa_counter {
    enum kiln_counter_unit unit;
    const char *category, *name, *text;
    uint8_t shift, first, count, first12, count12;
};

const struct kiln_oa_counter *kiln_oa_counter(enum kiln_oa_id id);
// How many A counters it is the sum of; *first: the first of them. 0: this chip does not have it.
unsigned kiln_oa_places(const struct kiln_devinfo *info, enum kiln_oa_id id, unsigned *first);

// What the kernel is to write to the flexible EU counters, in pairs of register and value.
const uint32_t *kiln_oa_flex(const struct kiln_devinfo *info, unsigned *pairs);
// Names that programme: 36 characters.
enum { KILN_OA_GUID_BYTES = 36 }; // without a terminator (drm_i915_perf_oa_config.uuid)
const char *kiln_oa_guid(const struct kiln_devinfo *info);

// Counter A`index` of a report.
static inline uint64_t kiln_oa_get(const uint32_t report[KILN_OA_REPORT_BYTES / 4], unsigned index)
{
    return index < KILN_OA_WIDE
               ? report[KILN_OA_A + index] |
                     (uint64_t)(report[KILN_OA_A_HIGH + index / 4] >> (index % 4 * 8) & 0xff) << 32
               : report[KILN_OA_A32 + index - KILN_OA_WIDE];
}

static inline void kiln_oa_put(uint32_t report[KILN_OA_REPORT_BYTES / 4], unsigned index, uint64_t value)
{
    if (index >= KILN_OA_WIDE) {
        report[KILN_OA_A32 + index - KILN_OA_WIDE] = (uint32_t)value;
    } else {
        report[KILN_OA_A + index] = (uint32_t)value;
        report[KILN_OA_A_HIGH + index / 4] |= (uint32_t)(value >> 32 & 0xff) << (index % 4 * 8);
    }
}

#endif
