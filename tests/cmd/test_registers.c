// The table of registers (hw/registers.def): its order, what is found in it by number, and whose block is
// whose.
#include "cmd/gen_pack.h"
#include "cmd/gen_table.h"
#include "hw/devinfo.h"
#include "hw/registers.h"

#include "kt.h"

// A register's number for the render engine.
static uint32_t number_of(const struct kiln_register *r)
{
    return r->offset + (r->block == KILN_BLOCK_GT ? 0 : KILN_RENDER_BASE);
}

static const struct kiln_devinfo *chip(const char *name)
{
    const struct kiln_devinfo *info = kiln_devinfo_simulated(name);
    kt_ok(info, "%s", name);
    return info;
}

KT_TEST(rows_are_in_order)
{
    unsigned places = 0;
    for (unsigned i = 0; i < kiln_register_count(); i++) {
        const struct kiln_register *r = kiln_register_row(i), *after = kiln_register_row(i + 1);
        kt_ok(r->offset % 4 == 0 && r->count, "%s: whole dwords", r->name);
        kt_ok(r->place == places, "%s: after the one before", r->name);
        places += r->count;
        if (i + 1 < kiln_register_count() && after->stride == 4)
            kt_ok(number_of(r) + 4u * r->count <= number_of(after), "%s ends before %s", r->name,
                  after->name);
        for (unsigned k = 0; k < i; k++)
            kt_ok(strcmp(kiln_register_row(k)->name, r->name) != 0, "%s: once", r->name);
    }
    kt_eq(places, KILN_REGISTER_DWORDS);
}

// What i915's command parser lets batches of a chip without FORCE_TO_NONPRIV write.
KT_TEST(parsed)
{
    unsigned index;
    const struct kiln_devinfo *hsw = chip("hsw");
    static const struct {
        uint32_t number;
        bool known, needs_parser;
        uint32_t zeros;
    } t[] = {{0x2600, true, true, 0},
             {0x267c, true, true, 0},
             {0x2400, true, true, 0},
             {0xb020, true, true, 0},
             {0x2350, true, false, 0},
             {0xb038, true, true, ~(1u << 27)},
             {0xe49c, true, true, ~0x400040u},
             {0x5280, true, false, 0},
             {0x20c0, false}, // INSTPM
             {0x7000, false},
             {0x2360, false}};
    kt_true(!kiln_register_find(hsw, 0x24d0, &index)); // FORCE_TO_NONPRIV
    for (unsigned i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        const struct kiln_register *r = kiln_register_find(hsw, t[i].number, &index);
        const struct kiln_parsed *p = r ? kiln_register_parsed(r) : NULL;
        kt_ok((p != NULL) == t[i].known, "0x%x", t[i].number);
        kt_ok(!p || (p->needs_parser == t[i].needs_parser && p->zeros == t[i].zeros), "0x%x: 0x%x",
              t[i].number, p ? p->zeros : 0);
    }
}

KT_TEST(every_one_is_found)
{
    static const uint32_t bases[] = {KILN_RENDER_BASE, KILN_VIDEO_BASE, KILN_ENHANCE_BASE, KILN_COPY_BASE};
    unsigned index;
    for (unsigned i = 0; i < kiln_register_count(); i++) {
        const struct kiln_register *r = kiln_register_row(i);
        for (unsigned k = 0; k < r->count; k++)
            for (unsigned b = 0; b < 4; b++) {
                bool has = r->block == KILN_BLOCK_GT || r->block == KILN_BLOCK_ENGINE ||
                           bases[b] == (r->block == KILN_BLOCK_COPY ? KILN_COPY_BASE : KILN_RENDER_BASE);
                uint32_t base = r->block == KILN_BLOCK_GT ? 0 : bases[b];
                const struct kiln_register *found =
                    kiln_register_find(NULL, base + r->offset + r->stride * k, &index);
                kt_ok(has ? found == r && index == k : found != r, "%s[%u] of the engine at 0x%x", r->name, k,
                      base);
            }
    }
    kt_true(!kiln_register_find(NULL, 0, &index));
    kt_true(!kiln_register_find(NULL, 0xfffffffc, &index));
    kt_true(!kiln_register_find(NULL, KILN_RENDER_BASE + 4, &index));
}

KT_TEST(rows_are_for_chips)
{
    unsigned index;
    kt_true(!kiln_register_find(chip("skl"), GEN_REG_GFX_CCS_AUX_INV, &index));
    kt_true(kiln_register_find(chip("tgl"), GEN_REG_GFX_CCS_AUX_INV, &index));
    kt_true(kiln_register_find(chip("bdw"), GEN_REG_CS_CHICKEN1, &index));
    // What i915 lets batches of Skylake and of Gemini Lake write: gen9_whitelist_build, glk_whitelist_build.
    char list[2][256] = {"", ""};
    static const enum kiln_platform platforms[] = {KILN_PLATFORM_SKL, KILN_PLATFORM_GLK};
    for (unsigned i = 0; i < kiln_register_count(); i++)
        for (unsigned p = 0; p < 2; p++) {
            const struct kiln_register *r = kiln_register_row(i);
            if (r->batch == KILN_BATCH_I915 && r->where >> platforms[p] & 1)
                strcat(strcat(list[p], " "), r->name);
        }
    kt_streq(list[0], " CTX_PREEMPT CS_CHICKEN1 COMMON_SLICE_CHICKEN2 HDC_CHICKEN1 L3SQCREG4");
    kt_streq(list[1],
             " CTX_PREEMPT CS_CHICKEN1 COMMON_SLICE_CHICKEN2 HDC_CHICKEN1 SLICE_COMMON_ECO_CHICKEN1");
}

KT_TEST(names)
{
    char buf[32];
    kt_streq(gen_register_name(KILN_COPY_BASE + 0x200, buf, sizeof(buf)), "BCS_SWCTRL");
    kt_streq(gen_register_name(KILN_VIDEO_BASE + 0x604, buf, sizeof(buf)), "CS_GPR0.high");
    kt_streq(gen_register_name(GEN_REG_FORCE_TO_NONPRIV + 8, buf, sizeof(buf)), "FORCE_TO_NONPRIV[2]");
    kt_streq(gen_register_name(GEN_REG_PS_DEPTH_COUNT + 4, buf, sizeof(buf)), "PS_DEPTH_COUNT.high");
    kt_true(!gen_register_name(KILN_COPY_BASE + 0x94, buf, sizeof(buf))); // NOPID is the render engine's
}

KT_MAIN()
