// The JIT against the interpreter on Gen12.5: messages to the load-store units in all shapes, with some
// channels off and out of bounds, and products of matrices, between random instructions.
#include "eu_jit.h"
#include "isa/table/msg.h"

enum { A32 = 2, A64 };                      // LSC_ADDRESS_SIZE
enum { D32 = 2, D64, D8_IN_32, D16_IN_32 }; // LSC_DATA_SIZE
enum { TABLE = 3 };                         // LSC_SURFACE
// Registers: of what is stored, and of addresses: of 32 bits, of 64, of blocks.
enum { DATA = 10, ADDRESSES = 102, WIDE = 80, BLOCK = 92 };

static void random_lines(struct source *s, unsigned n)
{
    while (n) {
        struct eu_inst in;
        struct eu_error err;
        uint8_t code[16];
        char text[256];
        if (!random_inst(kiln_target(rig_device), &in) || in.dst.type == EU_TYPE_F ||
            in.src[0].type == EU_TYPE_F)
            continue;
        if (!eu_encode(kiln_target(rig_device), &in, code, &err) ||
            !eu_validate_chip(kiln_target(rig_device), &in, &err))
            continue;
        eu_print(kiln_target(rig_device), &in, 0, text, sizeof(text));
        line(s, "%s", text);
        n--;
    }
}

// An access by each channel: to a surface, shared memory, or at 64-bit addresses; lanes in a row, all at the
// same place, or anywhere (random_addresses).
static void random_message(struct source *s)
{
    static const uint8_t atomics[] = {
        EU_MSG_LSC_ATOMIC_AND,  EU_MSG_LSC_ATOMIC_OR,   EU_MSG_LSC_ATOMIC_XOR,  EU_MSG_LSC_ATOMIC_INC,
        EU_MSG_LSC_ATOMIC_DEC,  EU_MSG_LSC_ATOMIC_ADD,  EU_MSG_LSC_ATOMIC_MIN,  EU_MSG_LSC_ATOMIC_MAX,
        EU_MSG_LSC_ATOMIC_UMIN, EU_MSG_LSC_ATOMIC_UMAX, EU_MSG_LSC_ATOMIC_FADD, EU_MSG_LSC_ATOMIC_CMPXCHG};
    const unsigned n = s->width, per = n / 8, where = below(3), kind = below(3), how = below(4);
    const bool wide = where == 2;
    enum eu_msg m = kind == 0 ? EU_MSG_LSC_LOAD : kind == 1 ? EU_MSG_LSC_STORE : EU_MSG_LSC_ATOMIC_ADD;
    unsigned data = 1 + below(4), operands = 0;
    uint32_t desc = where == 0 ? EU_DESC_PUT(LSC_SURFACE, TABLE) : 0;
    if (kind == 2) {
        m = (enum eu_msg)atomics[below(sizeof(atomics))];
        operands = m == EU_MSG_LSC_ATOMIC_INC || m == EU_MSG_LSC_ATOMIC_DEC ? 0
                   : m == EU_MSG_LSC_ATOMIC_CMPXCHG                         ? 2
                                                                            : 1;
        desc |= EU_DESC_PUT(LSC_DATA_SIZE, D32);
        data = 1;
    } else if (how == 0) { // bytes or words in dwords
        desc |= EU_DESC_PUT(LSC_DATA_SIZE, below(2) ? D8_IN_32 : D16_IN_32);
        data = 1;
    } else if (how == 1) { // qwords
        desc |= EU_DESC_PUT(LSC_DATA_SIZE, D64);
        data = 2;
    } else {
        desc |= EU_DESC_PUT(LSC_DATA_SIZE, D32) | EU_DESC_PUT(LSC_COUNT, data - 1);
    }
    const unsigned mlen = per * (wide ? 2 : 1), a = (wide ? WIDE : ADDRESSES) + (wide ? 4 : 2) * below(2);
    const unsigned reply = kind == 0 ? per * data : kind == 2 && below(4) ? per : 0;
    const unsigned given = kind == 1 ? per * data : kind == 2 ? per * operands : 0;
    desc |= eu_msg_desc(m) | EU_DESC_PUT(LSC_ADDRESS_SIZE, wide ? A64 : A32) | mlen << 25 | reply << 20;
    line(s, "%ssend.%s (%u|M0) %s%.0u r%u %s%.0u:%u 0x%x 0x%x", below(4) ? "" : "(W) ",
         where == 1 ? "slm" : "ugm", n, reply ? "r" : "null", reply ? 50 + 2 * below(2) : 0, a,
         given ? "r" : "null", given ? DATA + 2 * below(3) : 0, given, where == 0 ? 0u << 24 : 0, desc);
}

// A block for the thread, at the address in the register BLOCK (BLOCK + 1: 64 bits).
static void random_block(struct source *s)
{
    static const uint8_t counts[] = {1, 2, 3, 4, 8, 16, 32};
    const unsigned at = below(sizeof(counts)), dwords = counts[at], regs = (dwords + 7) / 8, where = below(3);
    const bool store = below(2), wide = where == 2;
    const uint32_t desc = eu_msg_desc(store ? EU_MSG_LSC_STORE : EU_MSG_LSC_LOAD) |
                          EU_DESC_PUT(LSC_DATA_SIZE, D32) | EU_DESC_PUT(LSC_COUNT, at) |
                          EU_DESC_PUT(LSC_TRANSPOSE, 1) | (where == 0 ? EU_DESC_PUT(LSC_SURFACE, TABLE) : 0) |
                          EU_DESC_PUT(LSC_ADDRESS_SIZE, wide ? A64 : A32) | 1u << 25 |
                          (store ? 0 : regs << 20);
    const char *mask = below(4) ? "(W) " : "", *unit = where == 1 ? "slm" : "ugm";
    if (store)
        line(s, "%ssend.%s (1|M0) null r%u r%u:%u 0x0 0x%x", mask, unit, BLOCK + wide, DATA + below(8), regs,
             desc);
    else
        line(s, "%ssend.%s (1|M0) r%u r%u null:0 0x0 0x%x", mask, unit, 30 + below(8), BLOCK + wide, desc);
}

static void random_product(struct source *s)
{
    static const char *const types[] = {"d r20:d r30:b r40.0:ub", "d null:d r30:b r40.0:b",
                                        "f r20:f r30:hf r40.0:hf", "f r20:f r30:bf r40.0:bf"};
    line(s, "dpas.8x%u (8|M0) r%u:%s", 1 + below(8), 50 + below(8), types[below(4)]);
}

static void body(struct source *s, unsigned depth);

static void branches(struct source *s, unsigned depth)
{
    const unsigned l = s->labels++, w = s->width, f = below(2);
    line(s, "cmp (%u|M0) (lt)f%u.0 null<1>:d r%u.0<1;1,0>:d r%u.0<1;1,0>:d", w, f, 10 + below(7),
         30 + below(7));
    line(s, "(f%u.0) if (%u|M0) E%u N%u", f, w, l, l);
    body(s, depth - 1);
    line(s, "else (%u|M0) N%u N%u", w, l, l);
    line(s, "E%u:", l);
    body(s, depth - 1);
    line(s, "N%u:", l);
    line(s, "endif (%u|M0) M%u", w, l);
    line(s, "M%u:", l);
}

static void body(struct source *s, unsigned depth)
{
    for (unsigned n = 1 + below(3); n; n--) {
        random_lines(s, 1 + below(4));
        (below(2) ? random_message : below(2) ? random_block : random_product)(s);
        if (depth && below(2))
            branches(s, depth);
    }
}

static uint32_t offset_of(unsigned how, uint32_t base, unsigned i)
{
    return how == 0 ? base + 4 * i : how == 1 ? base : how == 2 ? base + 16 * i : below(MEMORY + 4096);
}

static void random_addresses(struct bench *b)
{
    for (unsigned k = 0; k < 2; k++) {
        const unsigned how = below(4), wide = below(3); // 64-bit ones stay within what is mapped
        const uint32_t base = below(MEMORY / 4) * 4;
        for (unsigned i = 0; i < 16; i++) {
            set32(b, ADDRESSES + 2 * k + i / 8, i % 8, offset_of(how, base, i));
            set32(b, WIDE + 4 * k + i / 4, i % 4 * 2,
                  (uint32_t)RIG_BASE + RIG_DATA + offset_of(wide, base, i) % MEMORY);
            set32(b, WIDE + 4 * k + i / 4, i % 4 * 2 + 1, 0);
        }
    }
    set32(b, BLOCK, 0, below(4) ? below(MEMORY / 4) * 4 : MEMORY - 4 * below(16));
    set32(b, BLOCK + 1, 0, (uint32_t)RIG_BASE + RIG_DATA + below(MEMORY / 4) * 4);
    set32(b, BLOCK + 1, 1, 0);
}

// Stores r10 to r77, four to a message.
static void store_all(struct source *s)
{
    line(s, "(W) mov (8|M0) r110.0<1>:uw 0x76543210:uv");
    line(s, "(W) mov (8|M0) r111.0<1>:d r110.0<1;1,0>:uw");
    line(s, "(W) shl (8|M0) r111.0<1>:d r111.0<1;1,0>:d 4:d");
    for (unsigned r = 10; r < 78; r += 4) {
        line(s, "(W) send.ugm (8|M0) null r111 r%u:4 0x1000000 0x%x", r,
             eu_msg_desc(EU_MSG_LSC_STORE) | EU_DESC_PUT(LSC_DATA_SIZE, D32) | EU_DESC_PUT(LSC_COUNT, 3) |
                 EU_DESC_PUT(LSC_SURFACE, TABLE) | EU_DESC_PUT(LSC_ADDRESS_SIZE, A32) | 1u << 25);
        line(s, "(W) add (8|M0) r111.0<1>:d r111.0<1;1,0>:d 128:d");
    }
}

static void programs(unsigned count, unsigned depth)
{
    rig_device = "dg2";
    struct source s = {.text = malloc(TEXT)};
    struct bench *b = memory_bench();
    for (unsigned n = 0; n < count; n++) {
        s.used = s.labels = 0;
        s.width = 8u << below(2);
        line(&s, "(W) mov (2|M0) f0.0<1>:ud r126.0<1;1,0>:ud");
        body(&s, depth);
        store_all(&s);
        line(&s, "(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT}");
        random_registers(b);
        random_addresses(b);
        b->mask = random_mask(s.width);
        run_program(b, s.text, s.width, n);
    }
    bench_free(b);
    free(s.text);
}

KT_TEST(messages)
{
    programs(getenv("KILN_TEST_ALL") ? 150 : 50, 0);
}

KT_TEST(branches)
{
    programs(getenv("KILN_TEST_ALL") ? 60 : 20, 2);
}

// The same programs with r128 to r255.
KT_TEST(large_register_files)
{
    rig_large = true;
    programs(getenv("KILN_TEST_ALL") ? 60 : 20, 1);
    rig_large = false;
}

KT_MAIN()
