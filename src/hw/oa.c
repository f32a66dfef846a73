// See oa.h.
#include "hw/oa.h"

#include "hw/target.h"

static const struct kiln_oa_counter counters[] = {
#define OA(id, unit, category, name, text, shift, first, count, first12, count12)                            \
    {KILN_UNIT_##unit, category, name, text, shift, first, count, first12, count12},
#include "hw/oa.def"
#undef OA
};

const struct kiln_oa_counter *kiln_oa_counter(enum kiln_oa_id id)
{
    return &counters[id];
}

static bool sums_parts(const struct kiln_devinfo *info)
{
    return kiln_target_of(info)->isa >= KILN_ISA_GEN12;
}

unsigned kiln_oa_places(const struct kiln_devinfo *info, enum kiln_oa_id id, unsigned *first)
{
    const struct kiln_oa_counter *c = &counters[id];
    *first = sums_parts(info) ? c->first12 : c->first;
    return sums_parts(info) ? c->count12 : c->count;
}

// EU_PERF_CNTL0 to 6, as Mesa's ComputeBasic has them (oa-sklgt2.xml and its like; oa-icl.xml;
// oa-tglgt2.xml).
struct flex {
    const char *guid; // ours: Mesa's sets of these programmes have multiplexers as well
    unsigned pairs;
    uint32_t pair[7][2];
};

static const struct flex
    to_gen9 = {"5b7d7e0e-6b0c-4c53-9b0a-3f1c2a84d109",
               7,
               {{0xe458, 0x5004},
                {0xe558, 0x3},
                {0xe658, 0x2001},
                {0xe758, 0x778008},
                {0xe45c, 0x88078},
                {0xe55c, 0x808708},
                {0xe65c, 0xa08908}}},
    gen11 = {"5b7d7e0e-6b0c-4c53-9b0a-3f1c2a84d111",
             5,
             {{0xe458, 0x5004}, {0xe558, 0x3}, {0xe658, 0x2001}, {0xe758, 0x8}, {0xe65c, 0xffffffff}}},
    gen12 = {"5b7d7e0e-6b0c-4c53-9b0a-3f1c2a84d112",
             7,
             {{0xe458, 0x804704},
              {0xe558, 0xa04904},
              {0xe658, 0x805705},
              {0xe758, 0xa05905},
              {0xe45c, 0x808708},
              {0xe55c, 0xa08908},
              {0xe65c, 0xffffffff}}};

static const struct flex *flex_of(const struct kiln_devinfo *info)
{
    return sums_parts(info) ? &gen12 : kiln_target_of(info)->isa >= KILN_ISA_GEN11 ? &gen11 : &to_gen9;
}

const uint32_t *kiln_oa_flex(const struct kiln_devinfo *info, unsigned *pairs)
{
    *pairs = flex_of(info)->pairs;
    return flex_of(info)->pair[0];
}

const char *kiln_oa_guid(const struct kiln_devinfo *info)
{
    return flex_of(info)->guid;
}
