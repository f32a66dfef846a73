// Random instructions on the fast paths and on the general code: both must leave the same register file. Also
// the register regions of the general code against the PRM's address rule, computed here.
#include "eu_random.h"

enum { COUNT = 6000 };

static void assembled(const char *text, uint8_t code[16])
{
    struct eu_error err;
    uint8_t *bytes;
    size_t size = 0;
    if (kt_ok(eu_assemble(kiln_target(rig_device), text, &bytes, &size, &err) && size == 16, "%s: %s", text,
              err.text))
        memcpy(code, bytes, 16);
    if (size)
        free(bytes);
}

// After both ways. False: they differ.
static bool same_registers(const uint8_t *fast, const uint8_t *general, const char *text)
{
    for (unsigned i = 0; i < SIM_RF_SINK; i += 4) {
        uint32_t x, y;
        memcpy(&x, fast + i, 4);
        memcpy(&y, general + i, 4);
        bool nans = (x & 0x7fffffff) > 0x7f800000 && (y & 0x7fffffff) > 0x7f800000;
        if (x != y && !nans)
            return kt_ok(false, "byte %u of the registers: %08x on the fast path, %08x in general: %s", i, x,
                         y, text);
    }
    return true;
}

// Random flags come first, by a move of r126. `strict`: of a device that faults at what the validator
// refuses.
static void random_runs_of(const char *device, const char *end, uint32_t cr0, bool strict)
{
    static uint8_t first[SIM_RF_SIZE];
    unsigned bad = 0, wide = 0;
    uint8_t whole[48];
    rig_device = device;
    const struct kiln_target *target = kiln_target(device);
    struct bench *b = bench_new();
    b->cr0 = cr0;
    assembled("(W) mov (2|M0) f0.0<1>:ud r126.0<2;2,1>:ud\n", whole);
    assembled(end, whole + 32);
    for (unsigned n = 0; n < COUNT && bad < 10; n++) {
        struct eu_inst in;
        struct eu_error err;
        char text[256];
        if (!random_inst(target, &in) || !eu_encode(target, &in, whole + 16, &err) ||
            (strict && !eu_validate_chip(target, &in, &err)))
            continue;
        random_registers(b);
        b->mask = below(3) ? 0xffffffff : rnd();
        eu_print(target, &in, 0, text, sizeof(text));
        if (!kt_ok(bench_once(b, whole, sizeof(whole), false), "%s: %s", text, b->rig.fault.text))
            break;
        memcpy(first, b->t.rf, SIM_RF_SINK);
        bench_once(b, whole, sizeof(whole), true);
        bad += !same_registers(first, b->t.rf, text);
        wide += in.exec_size == 32;
    }
    kt_ok(wide > COUNT / 200, "%s: %u instructions of 32 channels", device, wide);
    bench_free(b);
    rig_device = "skl";
}

// Xe2 has 32 channels of dwords in an instruction.
static void random_runs(uint32_t cr0)
{
    random_runs_of("skl", "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n", cr0, false);
    random_runs_of("bmg", "(W) send.gtwy (16|M0) null r127 null:0 0x0 0x02000010 {EOT}\n", cr0, true);
}

KT_TEST(fast_paths_agree_with_general_code)
{
    random_runs(SIM_CR0_F_DENORM | SIM_CR0_DF_DENORM | SIM_CR0_HF_DENORM);
}

KT_TEST(fast_paths_agree_when_flushing)
{
    random_runs(0);
}

KT_TEST(fast_paths_agree_when_rounding_up)
{
    random_runs(SIM_CR0_F_DENORM | 1 << SIM_CR0_ROUND_SHIFT);
}

// ---- regions

KT_TEST(source_regions)
{
    static const struct {
        unsigned v, w, h;
    } regions[] = {{8, 8, 1}, {0, 1, 0}, {4, 4, 1}, {2, 1, 0}, {1, 1, 0}, {8, 4, 2}, {16, 8, 2}, {0, 4, 1},
                   {1, 4, 0}, {2, 2, 1}, {4, 2, 2}, {8, 2, 4}, {0, 2, 1}, {0, 8, 1}, {4, 1, 0}};
    static const char *const types[] = {"ub", "uw", "ud"};
    struct bench *b = bench_new();
    for (unsigned i = 0; i < sizeof(b->grf); i++)
        b->grf[i] = (uint8_t)(i * 7 + (i >> 8));
    for (unsigned r = 0; r < sizeof(regions) / sizeof(*regions); r++)
        for (unsigned ty = 0; ty < 3; ty++)
            for (unsigned n = 4; n <= 16; n *= 2) {
                unsigned size = 1u << ty, w = regions[r].w, sub = (r * 3) % (8 >> ty);
                if (w > n || ((n / w - 1) * regions[r].v + (w - 1) * regions[r].h + sub + 1) * size > 64)
                    continue;
                char text[256];
                snprintf(text, sizeof(text), "mov (%u|M0) r70.0<1>:ud r10.%u<%u;%u,%u>:%s", n, sub,
                         regions[r].v, w, regions[r].h, types[ty]);
                if (!bench_run(b, text))
                    continue;
                for (unsigned i = 0; i < n; i++) {
                    unsigned at = 320 + (sub + i / w * regions[r].v + i % w * regions[r].h) * size;
                    uint32_t want = 0;
                    memcpy(&want, b->grf + at, size);
                    if (get32(b, 70, i) != want) {
                        kt_ok(false, "channel %u is %08x, not %08x: %s", i, get32(b, 70, i), want, text);
                        break;
                    }
                }
            }
    bench_free(b);
}

KT_TEST(indirect_regions)
{
    struct bench *b = bench_new();
    for (unsigned i = 0; i < 1024; i++)
        set32(b, i / 8, i % 8, i * 3);
    for (unsigned i = 0; i < 8; i++) { // byte addresses of dwords, one a channel
        uint16_t a = (uint16_t)((10 + i * 5) * 32 + i * 4);
        memcpy(b->grf + 120 * 32 + 2 * i, &a, 2);
    }
    if (bench_run(b, "(W) mov (8|M0) a0.0<1>:uw r120.0<8;8,1>:uw\n"
                     "mov (8|M0) r70.0<1>:ud r[a0.0, 0]<1,0>:ud\n"
                     "mov (8|M0) r71.0<1>:ud r[a0.2, 32]<8;8,1>:ud\n"
                     "mov (8|M0) r[a0.1, 0]<1>:ud 0x77:ud\n"))
        for (unsigned i = 0; i < 8; i++) {
            kt_eq(get32(b, 70, i), ((10 + i * 5) * 8 + i) * 3);
            kt_eq(get32(b, 71, i), (20 * 8 + 2 + 8 + i) * 3);
            kt_eq(get32(b, 15 + (1 + i) / 8, (1 + i) % 8), 0x77);
        }
    bench_free(b);
}

KT_MAIN()
