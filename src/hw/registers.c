// The table of registers, and how one is found in it. See registers.h.
#include "hw/registers.h"

#include "hw/platform_sets.h"
#include "hw/target.h"

// clang-format off
#define ROW(name, block, offset, count, stride, kind, argument, chips, batch, where, reset)                  \
    {#name, KILN_BLOCK_##block, KILN_REGISTER_##kind, KILN_BATCH_##batch, count, stride, KILN_PLACE(name),   \
     offset, chips, where, argument, reset},
static const struct kiln_register rows[] = {
#define REGISTER(name, block, offset, count, kind, argument, chips, batch, where, reset)                     \
    ROW(name, block, offset, count, 4, kind, argument, chips, batch, where, reset)
#define STRIDED(...)
#include "hw/registers.def"
#undef STRIDED
#undef REGISTER
#define REGISTER(...)
#define STRIDED(...) ROW(__VA_ARGS__)
#include "hw/registers.def"
#undef STRIDED
#undef REGISTER
};
enum {
    ROWS = sizeof(rows) / sizeof(rows[0]),
    SORTED = 0 // by their numbers, before those that are strided
#define REGISTER(...) +1
#define STRIDED(...)
#include "hw/registers.def"
#undef STRIDED
#undef REGISTER
};
// clang-format on

const struct kiln_parsed *kiln_register_parsed(const struct kiln_register *r)
{
    enum { HARDWARE, PARSER };
    static const struct kiln_parsed parsed[] = {
#define PARSED(name, who, zeros) {KILN_PLACE(name), who == PARSER, zeros},
#include "hw/parsed.def"
#undef PARSED
    };
    for (unsigned i = 0; i < sizeof(parsed) / sizeof(parsed[0]); i++)
        if (parsed[i].place == r->place)
            return &parsed[i];
    return NULL;
}

unsigned kiln_register_count(void)
{
    return ROWS;
}

const struct kiln_register *kiln_register_row(unsigned index)
{
    return &rows[index];
}

// Where a row stands: engines' blocks are where the render engine's is.
static uint32_t number_of(const struct kiln_register *r)
{
    return r->offset + (r->block == KILN_BLOCK_GT ? 0 : KILN_RENDER_BASE);
}

bool kiln_base_computes(const struct kiln_devinfo *info, uint32_t base)
{
    return base == KILN_RENDER_BASE ||
           (base == KILN_COMPUTE_BASE && info && kiln_target_has_compute_walker(kiln_target_of(info)));
}

// Source: NEO 26.27 command_encoder_tgllp_and_later.inl (isRemapApplicable), which has two ranges besides, of
// registers that say of each engine that its tables are to be read anew; Linux 6.12 gen12_emit_aux_table_inv.
uint32_t kiln_register_remapped(const struct kiln_devinfo *info, uint32_t base, uint32_t number)
{
    enum { REMAPPED = 0x800 };
    return number - KILN_RENDER_BASE < REMAPPED && kiln_target_of(info)->isa >= KILN_ISA_GEN12
               ? number - KILN_RENDER_BASE + base
               : number;
}

static bool has_block(const struct kiln_register *r, const struct kiln_devinfo *info, uint32_t base)
{
    return r->block == KILN_BLOCK_GT || r->block == KILN_BLOCK_ENGINE ||
           (r->block == KILN_BLOCK_RENDER ? kiln_base_computes(info, base) : base == KILN_COPY_BASE);
}

static bool is_in(const struct kiln_register *r, uint32_t number, unsigned *index)
{
    uint32_t from = number - number_of(r);
    *index = from / r->stride;
    return number >= number_of(r) && from % r->stride == 0 && from / r->stride < r->count;
}

// How many of the sorted rows begin at or before a number.
static unsigned up_to(uint32_t number)
{
    unsigned low = 0, high = SORTED;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (number_of(&rows[middle]) <= number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// By the number of the render engine, for the engine at `base`.
static const struct kiln_register *find(const struct kiln_devinfo *info, uint32_t base, uint32_t number,
                                        unsigned *index)
{
    uint32_t chips = info ? 1u << info->platform : UINT32_MAX;
    for (unsigned i = up_to(number & ~3u); i-- && is_in(&rows[i], number & ~3u, index);)
        if (has_block(&rows[i], info, base) && rows[i].chips & chips)
            return &rows[i];
    for (unsigned i = SORTED; i < ROWS; i++)
        if (is_in(&rows[i], number & ~3u, index) && has_block(&rows[i], info, base) && rows[i].chips & chips)
            return &rows[i];
    return NULL;
}

const struct kiln_register *kiln_register_of_engine(const struct kiln_devinfo *info, uint32_t base,
                                                    uint32_t offset, unsigned *index)
{
    return offset < KILN_ENGINE_BLOCK ? find(info, base, KILN_RENDER_BASE + offset, index) : NULL;
}

const struct kiln_register *kiln_register_find(const struct kiln_devinfo *info, uint32_t number,
                                               unsigned *index)
{
    static const uint32_t bases[] = {KILN_RENDER_BASE,       KILN_VIDEO_BASE,       KILN_ENHANCE_BASE,
                                     KILN_COPY_BASE,         KILN_VIDEO_BASE_GEN11, KILN_VIDEO2_BASE_GEN11,
                                     KILN_ENHANCE_BASE_GEN11};
    for (unsigned i = 0; i < sizeof(bases) / sizeof(bases[0]); i++)
        if (number >= bases[i] && number - bases[i] < KILN_ENGINE_BLOCK)
            return kiln_register_of_engine(info, bases[i], number - bases[i], index);
    return find(info, KILN_RENDER_BASE, number, index);
}
