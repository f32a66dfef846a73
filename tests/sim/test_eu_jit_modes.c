// Doubles among floats that flush denormals: the host's mode changes, but not in a loop of doubles
// (jit/ir/mode.c). Branches and loops of either, with numbers that one mode flushes and the other keeps.
#include "eu_jit.h"

enum { PROGRAMS = 10, ALL_PROGRAMS = 60, DOUBLES = 40, FLOATS = 20, RESULTS = 60 };

static unsigned some_double(void)
{
    return DOUBLES + 2 * below(4);
}

static unsigned some_float(void)
{
    return FLOATS + below(4);
}

static void arithmetic(struct source *s, bool any)
{
    const unsigned d = some_double(), f = some_float();
    switch (any ? below(7) : below(2)) {
    case 0:
        line(s, "add (8|M0) r%u.0<1>:df r%u.0<4;4,1>:df r%u.0<4;4,1>:df", d, some_double(), some_double());
        return;
    case 1:
        line(s, "mul (8|M0) r%u.0<1>:df r%u.0<4;4,1>:df r80.0<0;1,0>:df", d, some_double());
        return;
    case 2:
        line(s, "add (8|M0) r%u.0<1>:f r%u.0<8;8,1>:f r%u.0<8;8,1>:f", f, some_float(), some_float());
        return;
    case 3:
        line(s, "mul (8|M0) r%u.0<1>:f r%u.0<8;8,1>:f 0x3f400000:f", f, some_float());
        return;
    case 4:
        line(s, "mov (8|M0) r%u.0<1>:df r%u.0<8;8,1>:f", d, f);
        return;
    case 5:
        line(s, "mov (8|M0) r%u.0<2>:f r%u.0<4;4,1>:df", RESULTS + 2 * below(2), d);
        return;
    default:
        line(s, "add (8|M0) r%u.0<1>:d r%u.0<8;8,1>:d 3:d", 10 + below(4), 10 + below(4));
        return;
    }
}

// Read, written or added to at the addresses in r102.
static void message(struct source *s)
{
    switch (below(3)) {
    case 0:
        line(s, "send (8|M0) r%u r102 0xc 0x%x", 12 + below(4), 1u << 25 | 1 << 20 | 1 << 14 | 0x2e << 8);
        return;
    case 1:
        line(s, "sends (8|M0) null:ud r102 r%u 0x4c 0x%x", some_float(), 1u << 25 | 9 << 14 | 0x2e << 8);
        return;
    default:
        line(s, "sends (8|M0) r14:ud r102 r12 0x4c 0x%x", 1u << 25 | 1 << 20 | 2 << 14 | 0x37 << 8);
        return;
    }
}

static void body(struct source *s, unsigned depth);

static void branches(struct source *s, unsigned depth)
{
    const unsigned l = s->labels++;
    line(s, "cmp (8|M0) (lt)f0.0 null<1>:d r%u.0<8;8,1>:d r30.0<8;8,1>:d", 10 + below(4));
    line(s, "(f0.0) if (8|M0) E%u N%u", l, l);
    body(s, depth - 1);
    line(s, "else (8|M0) N%u N%u", l, l);
    line(s, "E%u:", l);
    if (below(2))
        body(s, depth - 1);
    line(s, "N%u:", l);
    line(s, "endif (8|M0) M%u", l);
    line(s, "M%u:", l);
}

// All channels alike, or each as often as it wants.
static void loop(struct source *s, unsigned depth)
{
    const unsigned l = s->labels++, c = 110 + 2 * depth;
    const bool alike = below(2);
    line(s, alike ? "(W) mov (8|M0) r%u.0<1>:d 3:d" : "mov (8|M0) r%u.0<1>:d r122.0<8;8,1>:d", c);
    line(s, "T%u:", l);
    body(s, depth - 1);
    line(s, "%sadd (8|M0) r%u.0<1>:d r%u.0<8;8,1>:d -1:d", alike ? "(W) " : "", c, c);
    if (alike) {
        line(s, "(W) cmp (1|M0) (gt)f1.0 null<1>:d r%u.0<0;1,0>:d 0:d", c);
        line(s, "(W&f1.0) jmpi T%u", l);
        return;
    }
    line(s, "cmp (8|M0) (gt)f0.0 null<1>:d r%u.0<8;8,1>:d 0:d", c);
    line(s, "(f0.0) while (8|M0) T%u", l);
}

static void body(struct source *s, unsigned depth)
{
    for (unsigned n = 1 + below(3); n; n--) {
        const bool any = below(2);
        for (unsigned k = below(4); k; k--)
            arithmetic(s, any);
        if (below(4) == 0)
            message(s);
        if (depth && below(3))
            (below(2) ? branches : loop)(s, depth);
    }
}

// Denormals of either size, and none that becomes infinite.
static void numbers(struct source *s)
{
    line(s, "(W) mov (1|M0) r80.0<1>:df 0.75:df");
    line(s, "(W) mov (1|M0) r80.1<1>:df 3e-320:df");
    for (unsigned k = 0; k < 4; k++) {
        line(s, "(W) mov (8|M0) r%u.0<1>:df r%u.0<8;8,1>:d", DOUBLES + 2 * k, 10 + k);
        line(s, "(W) mul (8|M0) r%u.0<1>:df r%u.0<4;4,1>:df r80.1<0;1,0>:df", DOUBLES + 2 * k,
             DOUBLES + 2 * k);
        line(s, "(W) and (8|M0) r%u.0<1>:ud r%u.0<8;8,1>:ud 0x80ffffff:ud", FLOATS + k, 34 + k);
    }
}

static void programs(uint32_t cr0)
{
    struct source s = {.text = malloc(TEXT), .width = 8};
    struct bench *b = memory_bench();
    b->cr0 = cr0;
    run_budget = 25; // so that threads are entered in the middle
    const unsigned count = getenv("KILN_TEST_ALL") ? ALL_PROGRAMS : PROGRAMS;
    for (unsigned n = 0; n < count; n++) {
        s.used = s.labels = 0;
        numbers(&s);
        body(&s, 2);
        store_results(&s);
        line(&s, "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}");
        random_registers(b);
        for (unsigned i = 0; i < 8; i++) {
            set32(b, 102, i, 4 * below(MEMORY / 4));
            set32(b, 122, i, below(5));
        }
        b->mask = random_mask(8);
        kt_ok(run_program(b, s.text, 8, n), "program %u ends", n);
    }
    bench_free(b);
    free(s.text);
}

KT_TEST(doubles_among_floats_that_flush)
{
    programs(SIM_CR0_DF_DENORM);
}

KT_TEST(doubles_among_floats_that_do_not)
{
    programs(SIM_CR0_DF_DENORM | SIM_CR0_F_DENORM);
}

KT_MAIN()
