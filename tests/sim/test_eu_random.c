// Random instructions on the fast paths and on the general code: both must leave the same register file. Also
// the register regions of the general code against the PRM's address rule, computed here.
#include "eu_random.h"

enum { COUNT = 6000 };

// End of thread, encoded once.
static const uint8_t *eot(void)
{
    static uint8_t *code;
    size_t size;
    struct eu_error err;
    if (!code)
        eu_assemble(kiln_target("skl"), "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n", &code, &size,
                    &err);
    return code;
}

static void random_runs(uint32_t cr0)
{
    struct bench *b = bench_new();
    static uint8_t first[SIM_RF_SIZE];
    unsigned bad = 0;
    b->cr0 = cr0;
    for (unsigned n = 0; n < COUNT && bad < 10; n++) {
        struct eu_inst in, set = {.op = EU_OP_NOP, .exec_size = 1};
        struct eu_error err;
        uint8_t code[48];
        random_inst(&in);
        if (!eu_encode(kiln_target("skl"), &in, code + 16, &err))
            continue;
        // Random flags first, by moves of r126.
        uint8_t *flags;
        size_t size;
        (void)set;
        static uint8_t *prefix;
        static size_t prefix_size;
        if (!prefix) {
            if (!eu_assemble(kiln_target("skl"), "(W) mov (2|M0) f0.0<1>:ud r126.0<2;2,1>:ud\n", &flags,
                             &size, &err)) {
                kt_ok(false, "%s", err.text);
                break;
            }
            prefix = flags;
            prefix_size = size;
        }
        uint8_t whole[64];
        memcpy(whole, prefix, prefix_size);
        memcpy(whole + prefix_size, code + 16, 16);
        memcpy(whole + prefix_size + 16, eot(), 16);
        random_registers(b);
        b->mask = below(3) ? 0xffffffff : rnd();
        char text[256];
        eu_print(kiln_target("skl"), &in, 0, text, sizeof(text));
        if (!kt_ok(bench_once(b, whole, prefix_size + 32, false), "%s: %s", text, b->rig.fault.text))
            break;
        memcpy(first, b->t.rf, SIM_RF_SINK);
        bench_once(b, whole, prefix_size + 32, true);
        for (unsigned i = 0; i < SIM_RF_SINK; i += 4) {
            uint32_t x, y;
            memcpy(&x, first + i, 4);
            memcpy(&y, b->t.rf + i, 4);
            bool nans = (x & 0x7fffffff) > 0x7f800000 && (y & 0x7fffffff) > 0x7f800000;
            if (x != y && !nans) {
                kt_ok(false, "r%u.%u is %08x on the fast path, %08x in general: %s", i / 32, i / 4 % 8, x, y,
                      text);
                bad++;
                break;
            }
        }
    }
    bench_free(b);
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
