// The execution units of Xe2: registers of 64 bytes, threads of 16 channels, messages by the load-store unit
// with offsets of their own, and the pipes of its scoreboard. r4 has a byte offset for each channel, r6 and
// r7 the addresses of the data.
#include "eu_rig.h"

enum { WORDS = 256, LANES = 16, SHOWN = 128, FIRST = 0x03020100 };

#define LANES_AND_ADDRESSES                                                                                  \
    "mov (8|M0) r2.0<1>:uw 0x76543210:v\nadd (8|M0) r2.8<1>:uw r2.0<1;1,0>:uw 8:uw {I@1}\n"                  \
    "shl (16|M0) r4.0<1>:ud r2.0<1;1,0>:uw 2:uw {I@1}\n"                                                     \
    "add (16|M0) r5.0<1>:ud r4.0<1;1,0>:ud 0x10200000:ud {I@1}\n"                                            \
    "mov (16|M0) r6.0<2>:ud r5.0<1;1,0>:ud {I@1}\nmov (16|M0) r6.1<2>:ud 0x0:ud\n"
// r10 to the 128th word of the data and those after it: 512 bytes after the addresses, by the descriptor.
#define SHOW "send.ugm (16|M0) null r6 r10:1 0x00200000 0x04000584 {A@1,$7}\n"
#define END                                                                                                  \
    "(W) mov (16|M0) r127.0<1>:ud r0.0<1;1,0>:ud\n"                                                          \
    "(W) send.gtwy (16|M0) null r127 null:0 0x0 0x02000010 {EOT,I@1}\n"
#define LOADED(send) send " {A@1,$1}\nsync.nop null {$1.dst}\n"

static uint32_t *data(struct rig *r)
{
    return rig_data(r, 0);
}

static void prepare(struct rig *r)
{
    rig_device = "bmg";
    rig_init(r);
    rig_shape(r, LANES, 1, 0, 1);
    r->m.idd.shared_local_memory_size = 1;
    r->w.seed = 1;
}

static bool execute(struct rig *r, const char *text)
{
    char whole[8192];
    snprintf(whole, sizeof(whole), LANES_AND_ADDRESSES "%s" END, text);
    return rig_load(r, whole) && rig_dispatch(r);
}

static bool go(struct rig *r, const char *text)
{
    prepare(r);
    for (unsigned i = 0; i < WORDS; i++)
        data(r)[i] = FIRST + i;
    return execute(r, text);
}

// What r10 has in each channel: `first` and `step` more in each.
KT_TEST(messages)
{
    static const struct {
        const char *what, *text;
        uint32_t first, step;
    } t[] = {
        {"d32", LOADED("send.ugm (16|M0) r10 r6 null:0 0x0 0x04100580") SHOW, FIRST, 1},
        {"the stateless index, from the general state base",
         "add (16|M0) r8.0<1>:ud r4.0<1;1,0>:ud 0x200000:ud {I@3}\n" LOADED(
             "send.ugm (16|M0) r10 r8 null:0 0xFF000000 0x62100500") SHOW,
         FIRST, 1},
        {"an offset of 64", LOADED("send.ugm (16|M0) r10 r6 null:0 0x00040000 0x04100580") SHOW, FIRST + 16,
         1},
        {"an offset of -4 from 64 bytes on",
         "add (16|M0) r6.0<2>:ud r6.0<2;1,0>:ud 0x40:ud {I@1}\n" LOADED(
             "send.ugm (16|M0) r10 r6 null:0 0xffffc000 0x04100580") "add (16|M0) r6.0<2>:ud r6.0<2;1,0>:ud "
                                                                     "0xffffffc0:ud {I@1}\n" SHOW,
         FIRST + 15, 1},
        {"d32x2", LOADED("send.ugm (16|M0) r9 r6 null:0 0x0 0x04201580") SHOW, FIRST + 1, 1},
        {"d8u32", LOADED("send.ugm (16|M0) r10 r6 null:0 0x0 0x04100980") SHOW, 0, 1},
        {"d32x16t", "(W) " LOADED("send.ugm (1|M0) r10 r6 null:0 0x0 0x0210D580") SHOW, FIRST, 1},
        {"slm",
         "send.slm (16|M0) null r4 r4:1 0x0 0x02000504 {A@1,$1}\n"
         "(W) send.slm (1|M0) r30 r0 null:0 0x0 0x0210011F {$2}\nsync.nop null {$2.dst}\n"
         "add (16|M0) r9.0<1>:d -r4.0<1;1,0>:d 60:d\n" LOADED("send.slm (16|M0) r10 r9 null:0 0x0 0x02100500")
             SHOW,
         60, -4u},
        {"atomic add", LOADED("send.ugm (16|M0) r10 r6 r4:1 0x0 0x0410058C") SHOW, FIRST, 1},
    };
    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        struct rig r;
        if (kt_ok(go(&r, t[i].text), "%s: %s", t[i].what, r.fault.text))
            for (unsigned k = 0; k < LANES; k++)
                kt_ok(data(&r)[SHOWN + k] == t[i].first + k * t[i].step, "%s: channel %u is 0x%x", t[i].what,
                      k, data(&r)[SHOWN + k]);
        rig_finish(&r);
    }
}

// All channels of a message of 32: of a thread of 16 the upper half is off.
KT_TEST(wide_message)
{
    struct rig r;
    if (kt_ok(go(&r,
                 "(W) mov (16|M0) r8.0<1>:ud r6.0<1;1,0>:ud {I@1}\n(W) mov (16|M0) r9.0<1>:ud "
                 "r7.0<1;1,0>:ud\n(W) add (8|M0) r8.0<2>:ud r8.0<2;1,0>:ud 0x40:ud {I@1}\n"
                 "(W) add (8|M0) r9.0<2>:ud r9.0<2;1,0>:ud 0x40:ud {I@2}\n"
                 "(W) send.ugm (32|M0) r9 r6 null:0 0x0 0x08200580 {A@1,$1}\nsync.nop null {$1.dst}\n" SHOW),
              "%s", r.fault.text))
        for (unsigned k = 0; k < LANES; k++)
            kt_eq(data(&r)[SHOWN + k], FIRST + 16 + k);
    rig_finish(&r);
}

// Products of dwords: the accumulator has a register's channels, and each half is an instruction.
KT_TEST(products)
{
    static const struct {
        const char *op;
        uint32_t want;
    } t[] = {{"mach", 0x12345678u >> 4}, {"macl", 0x80000000}};
    for (unsigned i = 0; i < 2; i++) {
        struct rig r;
        char text[512];
        snprintf(text, sizeof(text),
                 "mov (16|M0) r12.0<1>:ud 0x12345678:ud\nmov (16|M0) r13.0<1>:ud 0x10000000:ud {I@1}\n"
                 "mul (16|M0) acc0.0<1>:ud r12.0<1;1,0>:ud r13.0<2;1,0>:uw {I@1}\n"
                 "%s (16|M0) r10.0<1>:ud r12.0<1;1,0>:ud r13.0<1;1,0>:ud {I@1}\n" SHOW,
                 t[i].op);
        if (kt_ok(go(&r, text), "%s: %s", t[i].op, r.fault.text))
            for (unsigned k = 0; k < LANES; k++)
                kt_eq(data(&r)[SHOWN + k], t[i].want);
        rig_finish(&r);
    }
}

// ---- products of matrices: 16 columns, a register of B and 32 bytes of a row of A for eight steps

enum { OF_C = 0x400, OF_B = 0x600, OF_A = 0x800, RESULT = 0xa00, GRF = 64, ROW = 32 };

// Registers from or to the data at `offset`, one by one.
static int move_registers(char *to, size_t size, bool load, unsigned first, unsigned count, unsigned offset)
{
    int n = 0;
    for (unsigned k = 0; k < count; k++) {
        const unsigned at = (offset + k * GRF) << 12;
        n += load ? snprintf(to + n, size - (size_t)n,
                             "(W) send.ugm (1|M0) r%u r6 null:0 0x%08X 0x0210D580 {A@1,$1}\n", first + k, at)
                  : snprintf(to + n, size - (size_t)n,
                             "(W) send.ugm (1|M0) null r6 r%u:1 0x%08X 0x0200D584 {A@1,$1}\n", first + k, at);
        n += snprintf(to + n, size - (size_t)n, "(W) sync.nop null {$1.%s}\n", load ? "dst" : "src");
    }
    return n;
}

// Executes `op`, of r10 to r17, C in r20 on, B in r30 on and A in r40 on.
static bool multiply(struct rig *r, const char *op)
{
    char text[6144];
    int n = move_registers(text, sizeof(text), true, 20, 8, OF_C);
    n += move_registers(text + n, sizeof(text) - (size_t)n, true, 30, 8, OF_B);
    n += move_registers(text + n, sizeof(text) - (size_t)n, true, 40, 4, OF_A);
    n += snprintf(text + n, sizeof(text) - (size_t)n, "%s {@1,$2}\n(W) sync.nop null {$2.dst}\n", op);
    move_registers(text + n, sizeof(text) - (size_t)n, false, 10, 8, RESULT);
    return execute(r, text);
}

static void random_operands(struct rig *r)
{
    uint8_t *bytes = rig_data(r, 0);
    uint64_t x = 88172645463325252u;
    for (unsigned i = OF_C; i < RESULT; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        bytes[i] = (uint8_t)(x >> 24);
    }
}

// Bits [index * bits, + bits), as a number.
static int64_t element(const uint8_t *at, unsigned index, unsigned bits, bool is_signed)
{
    uint32_t v = 0;
    for (unsigned i = 0, first = index * bits; i < bits; i++)
        v |= (uint32_t)(at[(first + i) / 8] >> (first + i) % 8 & 1) << i;
    return is_signed && v >> (bits - 1) ? (int64_t)v - (INT64_C(1) << bits) : v;
}

KT_TEST(products_of_integers)
{
    static const struct {
        const char *op;
        unsigned rows, skipped, bits_b, bits_a; // `skipped`: rows of A before the first
        bool b_signed, a_signed, adds;
    } t[] = {
        {"dpas.8x8 (16|M0) r10:d r20:d r30:b r40.0:b", 8, 0, 8, 8, true, true, true},
        {"dpas.8x8 (16|M0) r10:ud null:ud r30:ub r40.0:ub", 8, 0, 8, 8, false, false, false},
        {"dpas.8x5 (16|M0) r10:d r20:d r30:b r40.0:ub", 5, 0, 8, 8, true, false, true},
        {"dpas.8x3 (16|M0) r10:d r20:d r30:ub r40.32:b", 3, 1, 8, 8, false, true, true}, // within a register
        {"dpas.8x8 (16|M0) r10:d r20:d r30:s4 r40.0:u4", 8, 0, 4, 4, true, false, true},
    };
    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        struct rig r;
        prepare(&r);
        random_operands(&r);
        const uint32_t *c = rig_data(&r, OF_C), *d = rig_data(&r, RESULT);
        const uint8_t *b = rig_data(&r, OF_B), *a = rig_data(&r, OF_A);
        const unsigned per_dword = 32 / t[i].bits_b, depth = 8 * per_dword;
        const bool ok = kt_ok(multiply(&r, t[i].op), "%s: %s", t[i].op, r.fault.text);
        for (unsigned m = 0; ok && m < t[i].rows; m++)
            for (unsigned n = 0; n < LANES; n++) {
                int64_t sum = t[i].adds ? c[LANES * m + n] : 0;
                for (unsigned k = 0; k < depth; k++)
                    sum +=
                        element(a + (m + t[i].skipped) * ROW, k, t[i].bits_a, t[i].a_signed) *
                        element(b + k / per_dword * GRF + n * 4, k % per_dword, t[i].bits_b, t[i].b_signed);
                kt_ok(d[LANES * m + n] == (uint32_t)sum, "%s: row %u, column %u: 0x%x, not 0x%x", t[i].op, m,
                      n, d[LANES * m + n], (uint32_t)sum);
            }
        rig_finish(&r);
    }
}

// Of small multiples of a quarter, which no sum rounds.
KT_TEST(products_of_floats)
{
    struct rig r;
    prepare(&r);
    random_operands(&r);
    float *c = rig_data(&r, OF_C), *d = rig_data(&r, RESULT);
    const uint8_t *seed = rig_data(&r, OF_C);
    _Float16 *b = rig_data(&r, OF_B), *a = rig_data(&r, OF_A);
    for (unsigned i = 0; i < 256; i++)
        b[i] = (_Float16)((float)(seed[i] % 17) * 0.25f - 2);
    for (unsigned i = 0; i < 128; i++)
        a[i] = (_Float16)((float)(seed[i + 256] % 17) * 0.25f - 2);
    for (unsigned i = 0; i < 128; i++)
        c[i] = (float)i - 60;
    if (kt_ok(multiply(&r, "dpas.8x8 (16|M0) r10:f r20:f r30:hf r40.0:hf"), "%s", r.fault.text))
        for (unsigned i = 0; i < 128; i++) {
            float sum = c[i];
            for (unsigned k = 0; k < 16; k++)
                sum += (float)a[i / LANES * 16 + k] * (float)b[(k / 2 * LANES + i % LANES) * 2 + k % 2];
            kt_ok(d[i] == sum, "element %u: %g, not %g", i, (double)d[i], (double)sum);
        }
    rig_finish(&r);
}

// Math is in order, in a pipe of its own; qwords go with integers, and there are 32 tokens.
KT_TEST(scoreboard)
{
#define INV "math.inv (16|M0) r10.0<1>:f r4.0<1;1,0>:f\n"
#define DPAS "dpas.8x3 (16|M0) r10:f null:f r30:hf r40.0:hf {@1,$2}\n"
    static const struct {
        const char *text, *says;
    } t[] = {
        {INV "mov (16|M0) r11.0<1>:f r10.0<1;1,0>:f {M@1}\n", NULL},
        {INV "mov (16|M0) r11.0<1>:f r10.0<1;1,0>:f {A@1}\n", NULL},
        {INV "mov (16|M0) r11.0<1>:f r10.0<1;1,0>:f\n", "reads what is not there yet (r10)"},
        {INV "mov (16|M0) r11.0<1>:f r10.0<1;1,0>:f {F@1}\n", "reads what is not there yet (r10)"},
        {INV "math.inv (16|M0) r10.0<1>:f r4.0<1;1,0>:f\n", NULL},
        {"mov (16|M0) r10.0<1>:q 1:d\nmov (16|M0) r12.0<1>:d r10.0<2;1,0>:d {I@1}\n", NULL},
        {"mov (16|M0) r10.0<1>:q 1:d\nmov (16|M0) r12.0<1>:d r10.0<2;1,0>:d {L@1}\n", "(r10)"},
        // A distance without a pipe: qwords are in that of integers, as they are by their own name.
        {"mov (16|M0) r10.0<1>:q 1:d\nadd (16|M0) r12.0<1>:q r10.0<1;1,0>:q 1:w {@1}\n", NULL},
        {"send.ugm (16|M0) r10 r6 null:0 0x0 0x04100580 {$14}\nmov (16|M0) r12.0<1>:d r10.0<1;1,0>:d "
         "{$14.dst}\n",
         NULL},
        {"send.ugm (16|M0) r10 r6 null:0 0x0 0x04100580 {$14}\nmov (16|M0) r12.0<1>:d r10.0<1;1,0>:d "
         "{$15.dst}\n",
         "(r10)"},
        // Products of matrices: eight registers of B, and half as many of A as there are rows.
        {DPAS "mov (16|M0) r13.0<1>:f r11.0<1;1,0>:f {$2.dst}\n", NULL},
        {DPAS "mov (16|M0) r13.0<1>:f r11.0<1;1,0>:f {A@1}\n", "reads what is not there yet (r11)"},
        {DPAS "mov (16|M0) r37.0<1>:d 1:d\n", "overwrites what is still read (r37)"},
        {DPAS "mov (16|M0) r41.0<1>:d 1:d\n", "overwrites what is still read (r41)"},
        {DPAS "mov (16|M0) r41.0<1>:d 1:d {$2.src}\n", NULL},
        {DPAS "mov (16|M0) r42.0<1>:d 1:d\nmov (16|M0) r13.0<1>:d 1:d\nmov (16|M0) r38.0<1>:d 1:d\n", NULL},
    };
    for (unsigned i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        struct rig r;
        char text[1024];
        snprintf(text, sizeof(text), "sync.nop null {A@1}\n%s", t[i].text);
        const bool ok = go(&r, text);
        if (!t[i].says)
            kt_ok(ok, "%u: %s", i, r.fault.text);
        else
            kt_ok(!ok && strstr(r.fault.text, "rule software-scoreboard") && strstr(r.fault.text, t[i].says),
                  "%u: %s", i, r.fault.text);
        rig_finish(&r);
    }
}

// Any and all are of the instruction's channels, by one flag register.
KT_TEST(votes)
{
    struct rig r;
    if (kt_ok(go(&r,
                 "mov (16|M0) r10.0<1>:ud 1:ud\ncmp (16|M0) (eq)f0.0 null<1>:ud r4.0<1;1,0>:ud 8:ud {I@1}\n"
                 "(W&f0.0.any) add (16|M0) r10.0<1>:ud r10.0<1;1,0>:ud 16:ud {I@1}\n"
                 "(W&f0.0.all) add (16|M0) r10.0<1>:ud r10.0<1;1,0>:ud 256:ud {I@1}\n"
                 "cmp (16|M0) (ge)f0.0 null<1>:ud r4.0<1;1,0>:ud 0:ud {I@1}\n"
                 "(W&f0.0.all) add (16|M0) r10.0<1>:ud r10.0<1;1,0>:ud 4096:ud {I@1}\n" SHOW),
              "%s", r.fault.text))
        for (unsigned k = 0; k < LANES; k++)
            kt_eq(data(&r)[SHOWN + k], 0x1011);
    rig_finish(&r);
}

// A loop that each of 32 channels leaves after another number of rounds, by break and by goto. What a channel
// has: its rounds, and three times those that it went on in.
KT_TEST(loops_of_32_channels)
{
    enum { WIDE = 32, ROUNDS = 128, WENT_ON = 160 };
#define LANES_OF_32                                                                                          \
    "mov (8|M0) r2.0<1>:uw 0x76543210:v\nadd (8|M0) r2.8<1>:uw r2.0<1;1,0>:uw 8:uw {I@1}\n"                  \
    "add (16|M0) r2.16<1>:uw r2.0<1;1,0>:uw 16:uw {I@1}\n"                                                   \
    "mov (32|M0) r4.0<1>:d r2.0<1;1,0>:uw {I@1}\nshl (32|M0) r6.0<1>:d r4.0<1;1,0>:d 2:d {I@1}\n"            \
    "add (32|M0) r6.0<1>:d r6.0<1;1,0>:d 0x10200200:d {I@1}\n"                                               \
    "mov (16|M0) r8.0<2>:d r6.0<1;1,0>:d {I@1}\nmov (16|M16) r10.0<2>:d r7.0<1;1,0>:d\n"                     \
    "mov (16|M0) r8.1<2>:d 0:d\nmov (16|M16) r10.1<2>:d 0:d\n"                                               \
    "mov (32|M0) r14.0<1>:d 0:d\nmov (32|M0) r16.0<1>:d 0:d\n"
#define ROUND                                                                                                \
    "  add (32|M0) r14.0<1>:d r14.0<1;1,0>:d 1:d {I@1}\n"                                                    \
    "  cmp (32|M0) (gt)f0.0 null<1>:d r14.0<1;1,0>:d r4.0<1;1,0>:d {I@1}\n"
#define GO_ON "  add (32|M0) r16.0<1>:d r16.0<1;1,0>:d 3:d\n"
    static const char *const loops[] = {
        "LOOP:\n" ROUND "  (f0.0) break (32|M0) END_ END_\n" GO_ON "END_:\n  while (32|M0) LOOP\n",
        "LOOP:\n" ROUND "  (f0.0) goto (32|M0) OUT_ OUT_\n" GO_ON "  goto.b (32|M0) OUT_ LOOP\n"
        "OUT_:\n  join (32|M0) AFTER\nAFTER:\n"};
    for (unsigned i = 0; i < sizeof(loops) / sizeof(loops[0]); i++) {
        struct rig r;
        char text[4096];
        rig_device = "bmg";
        rig_init(&r);
        rig_shape(&r, WIDE, 1, 0, 1);
        r.w.seed = 1;
        snprintf(text, sizeof(text),
                 LANES_OF_32 "%ssend.ugm (32|M0) null r8 r14:2 0x0 0x08000584 {A@1,$1}\n"
                             "send.ugm (32|M0) null r8 r16:2 0x00080000 0x08000584 {$2}\n" END,
                 loops[i]);
        if (kt_ok(rig_load(&r, text) && rig_dispatch(&r), "loop %u: %s", i, r.fault.text))
            for (unsigned k = 0; k < WIDE; k++)
                kt_ok(data(&r)[ROUNDS + k] == k + 1 && data(&r)[WENT_ON + k] == 3 * k,
                      "loop %u, channel %u: %u and %u", i, k, data(&r)[ROUNDS + k], data(&r)[WENT_ON + k]);
        rig_finish(&r);
    }
}

// An offset beside a surface's state, of 17 bits in two parts. The table's first state is that of the data.
KT_TEST(offsets_beside_states)
{
    static const struct {
        const char *ex_desc;
        int words;
    } t[] = {{"0x4000:a0.0", 1}, {"0x80000:a0.0", 4}, {"0x84000:a0.0", 5}, {"0xFFF8C000:a0.0", -1}};
    for (unsigned i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        struct rig r;
        char text[512];
        snprintf(
            text, sizeof(text),
            "(W) mov (1|M0) a0.0<1>:ud 0x1000:ud\nadd (16|M0) r8.0<1>:ud r4.0<1;1,0>:ud 16:ud {I@4}\n" LOADED(
                "send.ugm (16|M0) r10 r8 null:0 %s 0x42100500") SHOW,
            t[i].ex_desc);
        prepare(&r);
        rig_surface(&r, 0, WORDS * 4);
        for (unsigned k = 0; k < WORDS; k++)
            data(&r)[k] = FIRST + k;
        if (kt_ok(execute(&r, text), "%s: %s", t[i].ex_desc, r.fault.text))
            for (unsigned k = 0; k < LANES; k++)
                kt_eq(data(&r)[SHOWN + k], FIRST + 4u + k + (unsigned)t[i].words);
        rig_finish(&r);
    }
}

// What the machine refuses by name: threads and messages that are too narrow or too wide.
KT_TEST(refused)
{
    struct rig r;
    kt_ok(!go(&r, "send.tgm (16|M0) r10 r6 null:0 0x0 0x64100500 {$1}\n"), "texels without a mask");
    rig_finish(&r);
    kt_ok(!go(&r, "dpas.8x8 (8|M0) r10:f null:f r30:hf r40.0:hf {$1}\n"), "a product of eight columns");
    rig_finish(&r);
    kt_ok(!go(&r, "dpas.8x8 (16|M0) r10:f null:f r30:tf32 r40.0:tf32 {$1}\n") &&
              r.fault.kind == SIM_FAULT_UNIMPLEMENTED,
          "%s", r.fault.text);
    rig_finish(&r);
    kt_ok(!go(&r, "dpas.8x8 (16|M0) r10:hf null:hf r30:hf r40.0:hf {$1}\n") &&
              r.fault.kind == SIM_FAULT_UNIMPLEMENTED,
          "%s", r.fault.text);
    rig_finish(&r);
}
// Twice the registers, and twice the tokens; without that mode neither is there.
KT_TEST(large_register_files)
{
    static const char *const t[] = {
        LOADED(
            "send.ugm (16|M0) r200 r6 null:0 0x0 0x04100580") "mov (16|M0) r10.0<1>:d r200.0<1;1,0>:d\n" SHOW,
        LOADED("send.ugm (16|M0) r20 r6 null:0 0x0 0x04100580") "mov (16|M0) r255.0<1>:d r20.0<1;1,0>:d\n"
                                                                "mov (16|M0) r10.0<1>:d r255.0<1;1,0>:d "
                                                                "{I@1}\n" SHOW,
        "send.ugm (16|M0) r10 r6 null:0 0x0 0x04100580 {A@1,$31}\nsync.nop null {$31.dst}\n" SHOW,
    };
    for (unsigned i = 0; i < 2 * sizeof(t) / sizeof(t[0]); i++) {
        struct rig r;
        rig_large = i % 2;
        const bool ok = go(&r, t[i / 2]);
        kt_ok(ok == rig_large && (ok || strstr(r.fault.text, "illegal") || strstr(r.fault.text, "register")),
              "%u: %s", i, r.fault.text);
        for (unsigned k = 0; ok && k < LANES; k++)
            kt_eq(data(&r)[SHOWN + k], FIRST + k);
        rig_finish(&r);
    }
    rig_large = false;
}

KT_MAIN()
