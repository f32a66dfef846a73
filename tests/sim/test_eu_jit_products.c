// Products of quadwords, which EU programs make of products of dwords and the JIT joins (jit/ir/multiply.c):
// those that are and those that nearly are must leave what the interpreter leaves.
#include "eu_jit.h"

enum { KERNELS = 60 };

static const char end[] = "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n";

// The low or the high dwords of quadwords.
static const char *dwords(bool high)
{
    return high ? "1<2;1,0>" : "0<8;4,2>";
}

struct factor {
    char low[40], high[40]; // as operands of dwords
};

static struct factor random_factor(void)
{
    static const unsigned registers[] = {10, 12, 14};
    struct factor f;
    if (below(2)) {
        const unsigned c = below(4) ? (unsigned)rnd() : 1u << below(32);
        snprintf(f.low, sizeof(f.low), "0x%x:ud", c);
        snprintf(f.high, sizeof(f.high), "0x%x:ud", below(4) ? (unsigned)rnd() : below(3));
        return f;
    }
    const unsigned r = registers[below(3)];
    snprintf(f.low, sizeof(f.low), "r%u.%s:ud", r, dwords(false));
    snprintf(f.high, sizeof(f.high), "r%u.%s:ud", r, dwords(true));
    return f;
}

// One of the operands, mostly the first.
static const char *mostly(const char *usual, const char *other)
{
    return below(12) ? usual : other;
}

// r20 (of quadwords) = r10 * y, with r30 and r31 for parts; mostly.
static void random_product(struct source *s)
{
    const struct factor y = random_factor(), other = random_factor();
    const bool single = y.high[0] == '0' && !below(4), second = below(2);
    const char *const first_channel = below(2) ? "M0" : "M8";
    line(s, "mul (8|%s) r30.0<1>:d r10.%s:d %s", first_channel, dwords(!below(12)),
         mostly(y.high, other.high));
    line(s, "mul (8|%s) r31.0<1>:d r10.%s:d %s", first_channel, dwords(below(12)), mostly(y.low, other.low));
    line(s, "mul (8|%s) r20.0<1>:uq r10.%s:%s %s", first_channel, mostly(dwords(false), dwords(true)),
         mostly("ud", "d"), y.low);
    if (!single)
        line(s, "add (8|%s) r31.0<1>:d r%u.0<8;8,1>:d r%u.0<8;8,1>:d", first_channel, 30u + second,
             below(12) ? 31u - second : 30u + second);
    line(s, "add (8|%s) r20.%u<2>:ud r20.%s:ud r31.0<8;8,1>:ud", first_channel, below(12) ? 1 : 0,
         dwords(below(12)));
}

KT_TEST(products_of_quadwords)
{
    struct source s = {.text = malloc(TEXT)};
    struct bench *b = bench_new();
    for (unsigned n = 0; n < KERNELS; n++) {
        char what[64];
        uint8_t *code;
        size_t size;
        struct eu_error err;
        s.used = 0;
        for (unsigned k = 0; k < 6; k++) {
            random_product(&s);
            line(&s, "xor (8|M0) r%u.0<1>:uq r20.0<4;4,1>:uq r10.0<4;4,1>:uq", 40 + 2 * k);
            if (below(2))
                line(&s, "mov (8|M0) r10.0<1>:uq r20.0<4;4,1>:uq");
        }
        line(&s, end);
        random_registers(b);
        b->mask = below(3) ? 0xffff : 0xffff & rnd();
        snprintf(what, sizeof(what), "products %u, mask %x", n, b->mask);
        if (!kt_ok(eu_assemble(kiln_target("skl"), s.text, &code, &size, &err), "%s: %s", s.text, err.text))
            break;
        compare(b, code, size, 16, what);
        free(code);
    }
    bench_free(b);
    free(s.text);
}

KT_MAIN()
