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

static bool go(struct rig *r, const char *text)
{
    char whole[8192];
    rig_device = "bmg";
    rig_init(r);
    rig_shape(r, LANES, 1, 0, 1);
    r->m.idd.shared_local_memory_size = 1;
    r->w.seed = 1;
    for (unsigned i = 0; i < WORDS; i++)
        data(r)[i] = FIRST + i;
    snprintf(whole, sizeof(whole), LANES_AND_ADDRESSES "%s" END, text);
    return rig_load(r, whole) && rig_dispatch(r);
}

// What r10 has in each channel: `first` and `step` more in each.
KT_TEST(messages)
{
    static const struct {
        const char *what, *text;
        uint32_t first, step;
    } t[] = {
        {"d32", LOADED("send.ugm (16|M0) r10 r6 null:0 0x0 0x04100580") SHOW, FIRST, 1},
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

// Math is in order, in a pipe of its own; qwords go with integers, and there are 32 tokens.
KT_TEST(scoreboard)
{
#define INV "math.inv (16|M0) r10.0<1>:f r4.0<1;1,0>:f\n"
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
        {"send.ugm (16|M0) r10 r6 null:0 0x0 0x04100580 {$31}\nmov (16|M0) r12.0<1>:d r10.0<1;1,0>:d "
         "{$31.dst}\n",
         NULL},
        {"send.ugm (16|M0) r10 r6 null:0 0x0 0x04100580 {$31}\nmov (16|M0) r12.0<1>:d r10.0<1;1,0>:d "
         "{$15.dst}\n",
         "(r10)"},
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

// What the machine refuses by name: threads and messages that are too narrow or too wide.
KT_TEST(refused)
{
    struct rig r;
    kt_ok(!go(&r, "send.tgm (16|M0) r10 r6 null:0 0x0 0x64100500 {$1}\n"), "texels without a mask");
    rig_finish(&r);
}
KT_MAIN()
