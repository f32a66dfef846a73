// Transcendental functions translated and interpreted: the same bits, of lanes that the series cover and of
// such that they do not, together and alone, under masks, of floats and halves.
#include "eu_jit.h"

#include <math.h>

static const char *const unary[] = {"log", "exp", "sin", "cos", "rsqt"};
enum { UNARY = sizeof(unary) / sizeof(unary[0]), FLOATS = 10, HALVES = 20 };

// What no series covers, and the last that one does.
static const uint32_t odd[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x00000001,
                               0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x48800000, 0x48800001,
                               0xc8800000, 0x4479ffff, 0x447a0000, 0xc47a0000, 0xbf800000, 0x3f800000};

static uint32_t ordinary(void)
{
    const float v = (float)(rnd() >> 8) / (1 << 20) * (below(2) ? 1.f : 0.01f) + 0.001f;
    uint32_t bits;
    memcpy(&bits, &v, 4);
    return bits;
}

// Registers of floats: ordinary ones, with one that is not, with many, and any bits.
static void put_floats(struct bench *b)
{
    for (unsigned i = 0; i < 10 * 8; i++) {
        const unsigned r = i / 8, few = r / 2 == 1 && i % 8 == 5, many = r / 2 == 2 && below(2);
        const uint32_t v = few || many  ? odd[below(sizeof(odd) / sizeof(odd[0]))]
                           : r / 2 == 3 ? rnd()
                           : r / 2 == 4 ? ordinary() | below(2) << 31
                                        : ordinary();
        memcpy(b->grf + 32 * FLOATS + 4 * i, &v, 4);
    }
    for (unsigned i = 0; i < 4 * 16; i++) {
        const uint16_t v = (uint16_t)(i < 32 ? 0x3000 + below(0x1800) : rnd());
        memcpy(b->grf + 32 * HALVES + 2 * i, &v, 2);
    }
}

// Each function of five pairs of registers, of one channel, under a flag, and of halves.
static void functions(struct source *s, unsigned width)
{
    line(s, "(W) mov (1|M0) f0.0<1>:uw 0x5a3c:uw");
    for (unsigned n = 0; n <= UNARY; n++) {
        char name[16], second[32] = "", half[32] = "", one[32] = "";
        snprintf(name, sizeof(name), "%s", n < UNARY ? unary[n] : "pow");
        if (n == UNARY) {
            snprintf(second, sizeof(second), " r18.0<8;8,1>:f");
            snprintf(one, sizeof(one), " r18.2<0;1,0>:f");
            snprintf(half, sizeof(half), " r21.0<8;8,1>:hf");
        }
        for (unsigned k = 0; k < 5; k++)
            line(s, "math.%s (%u|M0) r%u.0<1>:f r%u.0<8;8,1>:f%s", name, width, 30 + 10 * n + 2 * k,
                 FLOATS + 2 * k, second);
        line(s, "(f0.0) math.%s (%u|M0) r%u.0<1>:f (abs)r%u.0<8;8,1>:f%s", name, width, 30 + 10 * n,
             FLOATS + 4, second);
        line(s, "(W) math.%s (1|M0) r%u.1<1>:f r%u.5<0;1,0>:f%s", name, 91 + n, FLOATS + 2, one);
        line(s, "(W) math.%s (1|M0) r%u.2<1>:f r%u.1<0;1,0>:f%s", name, 91 + n, FLOATS, one);
        for (unsigned k = 0; k < 2; k++)
            line(s, "math.%s (%u|M0) r%u.0<1>:hf r%u.0<8;8,1>:hf%s", name, width, 100 + 2 * n + k,
                 HALVES + 2 * k, half);
    }
    line(s, "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}");
}

static void try_functions(unsigned width, uint32_t cr0, uint32_t mask)
{
    static char text[TEXT];
    struct source s = {.text = text, .width = width};
    struct bench *b = bench_new();
    struct eu_error err;
    uint8_t *code;
    size_t size;
    char what[64];
    functions(&s, width);
    if (kt_ok(eu_assemble(kiln_target("skl"), text, &code, &size, &err), "%s", err.text)) {
        random_registers(b);
        put_floats(b);
        b->cr0 = cr0;
        b->mask = mask;
        snprintf(what, sizeof(what), "functions, SIMD%u, mask %x, cr0 %x", width, mask, cr0);
        compare(b, code, size, width, what);
        free(code);
    }
    bench_free(b);
}

KT_TEST(functions_of_all_lanes)
{
    try_functions(8, SIM_CR0_F_DENORM | SIM_CR0_HF_DENORM, 0xff);
    try_functions(16, SIM_CR0_HF_DENORM, 0xffff);
}

KT_TEST(functions_of_some_lanes)
{
    try_functions(8, SIM_CR0_HF_DENORM, 0xd2);
    try_functions(16, SIM_CR0_F_DENORM | SIM_CR0_HF_DENORM, 0x3f91);
}

// Neither the interpreter's function nor, but for rare lanes, one of eight lanes is called.
KT_TEST(functions_are_translated)
{
    static char text[TEXT];
    struct source s = {.text = text, .width = 16};
    struct eu_error err;
    uint8_t *code;
    size_t size;
    functions(&s, 16);
    if (!kt_ok(eu_assemble(kiln_target("skl"), text, &code, &size, &err), "%s", err.text))
        return;
    struct sim_program *p = sim_program_create(kiln_target("skl"), code, (uint32_t)size, RIG_BASE);
    const struct sim_jit_code *c = sim_jit_now(p, 16, false, 0);
    if (kt_ok(c != NULL, "translated"))
        kt_ok(!strstr(c->head->calls, " op"), "left to the interpreter:%s", c->head->calls);
    sim_program_destroy(p);
    free(code);
}

KT_MAIN()
