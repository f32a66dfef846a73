// Messages of Gen12.5 to its load-store units: each against what it should do to a few bytes. r4 has a byte
// offset for each channel, r6 and r7 an address.
#include "arc.h"

enum { WORDS = 256 };

static uint32_t *data(struct rig *r)
{
    return rig_data(r, 0);
}

// Runs code on data that are 0x100 + their index.
static bool go(struct rig *r, const char *text)
{
    arc_setup(r);
    for (unsigned i = 0; i < WORDS; i++)
        data(r)[i] = 0x03020100 + i;
    return kt_ok(arc_run(r, text), "%s: %s", text, r->fault.text);
}

#define LOADED(send) send " {A@1,$1}\nsync.nop null {$1.dst}\n"
// r10 or r10 and r11 to the second half of the data.
#define SHOW                                                                                                 \
    "add (8|M0) r8.0<1>:ud r4.0<1;1,0>:ud 0x10200200:ud\nmov (8|M0) r20.0<2>:ud r8.0<1;1,0>:ud {A@1}\n"      \
    "mov (8|M0) r20.1<2>:ud 0x0:ud\nsend.ugm (8|M0) null r20 r10:1 0x0 0x04000584 {A@1,$7}\n"
#define SHOW2                                                                                                \
    SHOW "add (8|M0) r22.0<2>:ud r8.0<1;1,0>:ud 0x20:ud\nmov (8|M0) r22.1<2>:ud 0x0:ud\n"                    \
         "send.ugm (8|M0) null r22 r11:1 0x0 0x04000584 {A@1,$8}\n"

static void expect(struct rig *r, unsigned at, unsigned n, const uint32_t *want, const char *what)
{
    for (unsigned i = 0; i < n; i++)
        kt_ok(data(r)[at + i] == want[i], "%s: dword %u is 0x%x, not 0x%x", what, i, data(r)[at + i],
              want[i]);
}

KT_TEST(loads)
{
    struct rig r;
    uint32_t want[16];
    if (go(&r, LOADED("send.ugm (8|M0) r10 r6 null:0 0x0 0x04100580") SHOW)) { // d32
        for (unsigned i = 0; i < 8; i++)
            want[i] = 0x03020100 + i;
        expect(&r, 128, 8, want, "d32");
    }
    rig_finish(&r);
    if (go(&r, LOADED("send.ugm (8|M0) r10 r6 null:0 0x0 0x04100980") SHOW)) { // d8u32
        for (unsigned i = 0; i < 8; i++)
            want[i] = i;
        expect(&r, 128, 8, want, "d8u32");
    }
    rig_finish(&r);
    if (go(&r, LOADED("send.ugm (8|M0) r10 r6 null:0 0x0 0x04100B80") SHOW)) { // d16u32
        for (unsigned i = 0; i < 8; i++)
            want[i] = 0x0100 + i;
        expect(&r, 128, 8, want, "d16u32");
    }
    rig_finish(&r);
    if (go(&r, LOADED("send.ugm (8|M0) r10 r6 null:0 0x0 0x04201580") SHOW2)) { // d32x2
        for (unsigned i = 0; i < 16; i++)
            want[i] = 0x03020100 + i % 8 + i / 8;
        expect(&r, 128, 16, want, "d32x2");
    }
    rig_finish(&r);
    if (go(&r, LOADED("send.ugm (8|M0) r10 r6 null:0 0x0 0x0420A582") SHOW2)) { // d32, y and w
        for (unsigned i = 0; i < 16; i++)
            want[i] = 0x03020100 + i % 8 + (i / 8 ? 3 : 1);
        expect(&r, 128, 16, want, "d32.yw");
    }
    rig_finish(&r);
    // d64 of every eighth byte.
    if (go(&r, "add (8|M0) r6.0<2>:ud r6.0<2;1,0>:ud r4.0<1;1,0>:ud {A@1}\n" LOADED(
                   "send.ugm (8|M0) r10 r6 null:0 0x0 0x04200780") SHOW2)) {
        for (unsigned i = 0; i < 16; i++)
            want[i] = 0x03020100 + i;
        expect(&r, 128, 16, want, "d64");
    }
    rig_finish(&r);
    // A block of sixteen dwords, at the first channel's address and another 64 bytes on.
    if (go(&r, "(W) add (1|M0) r6.0<1>:ud r6.0<0;1,0>:ud 0x40:ud {A@1}\n" LOADED(
                   "(W) send.ugm (1|M0) r10 r6 null:0 0x0 0x0220D580") SHOW2)) {
        for (unsigned i = 0; i < 16; i++)
            want[i] = 0x03020110 + i;
        expect(&r, 128, 16, want, "d32x16t");
    }
    rig_finish(&r);
    // Without a channel nothing is loaded.
    if (go(&r,
           "mov (8|M0) r10.0<1>:ud 0x55:ud\ncmp (8|M0) (lt)f0.0 null<1>:ud r4.0<1;1,0>:ud 0x10:ud\n"
           "(f0.0) send.ugm (8|M0) r10 r6 null:0 0x0 0x04100580 {A@1,$1}\nsync.nop null {$1.dst}\n" SHOW)) {
        for (unsigned i = 0; i < 8; i++)
            want[i] = i < 4 ? 0x03020100 + i : 0x55;
        expect(&r, 128, 8, want, "four channels");
    }
    rig_finish(&r);
}

KT_TEST(stores)
{
    struct rig r;
    const uint32_t bytes[] = {0x030201a0, 0x030201a1, 0x030201a2};
    if (go(&r,
           "add (8|M0) r10.0<1>:ud r4.0<1;1,0>:ud 0x0:ud\nshr (8|M0) r10.0<1>:ud r10.0<1;1,0>:ud 2:uw {A@1}\n"
           "add (8|M0) r10.0<1>:ud r10.0<1;1,0>:ud 0x777777a0:ud {A@1}\n"
           "send.ugm (8|M0) null r6 r10:1 0x0 0x04000984 {A@1,$1}\n"))
        expect(&r, 0, 3, bytes, "d8u32");
    rig_finish(&r);
    const uint32_t words[] = {0x030277a0, 0x030277a1};
    if (go(&r, "shr (8|M0) r10.0<1>:ud r4.0<1;1,0>:ud 2:uw\nadd (8|M0) r10.0<1>:ud r10.0<1;1,0>:ud "
               "0x777777a0:ud {A@1}\n"
               "send.ugm (8|M0) null r6 r10:1 0x0 0x04000B84 {A@1,$1}\n"))
        expect(&r, 0, 2, words, "d16u32");
    rig_finish(&r);
    // Components x and z; of what lies upon each other the last channel's stay.
    const uint32_t masked[] = {0, 0, 8, 8};
    if (go(&r, "mov (8|M0) r10.0<1>:ud r4.0<1;1,0>:ud\nmov (8|M0) r11.0<1>:ud 0x8:ud\n"
               "shl (8|M0) r12.0<1>:ud r4.0<1;1,0>:ud 2:uw\nadd (8|M0) r12.0<1>:ud r12.0<1;1,0>:ud "
               "0x10200000:ud {A@1}\n"
               "mov (8|M0) r14.0<2>:ud r12.0<1;1,0>:ud {A@1}\nmov (8|M0) r14.1<2>:ud 0x0:ud\n"
               "send.ugm (8|M0) null r14 r10:2 0x0 0x04005586 {A@1,$1}\n")) {
        kt_eq(data(&r)[0], masked[0]);
        kt_eq(data(&r)[1], 0x03020101);
        kt_eq(data(&r)[2], 8);
        kt_eq(data(&r)[3], 0x03020103);
        kt_eq(data(&r)[4], 4);
        kt_eq(data(&r)[28], 28);
    }
    rig_finish(&r);
}

// Shared memory: stored, fenced, loaded the other way round.
KT_TEST(shared_memory)
{
    struct rig r;
    uint32_t want[8];
    arc_setup(&r);
    r.m.idd.shared_local_memory_size = 1;
    if (kt_ok(arc_run(&r, "send.slm (8|M0) null r4 r4:1 0x0 0x02000504 {A@1,$1}\n"
                          "(W) send.slm (1|M0) r30 r0 null:0 0x0 0x0210011F {$2}\nsync.nop null {$2.dst}\n"
                          "add (8|M0) r9.0<1>:d -r4.0<1;1,0>:d 28:d\n" LOADED(
                              "send.slm (8|M0) r10 r9 null:0 0x0 0x02100500") SHOW),
              "%s", r.fault.text)) {
        for (unsigned i = 0; i < 8; i++)
            want[i] = 28 - 4 * i;
        expect(&r, 128, 8, want, "slm");
    }
    rig_finish(&r);
}

// By number: what is there afterwards, and what is returned; operands 0x10 (r12) and 0x20 (r13) on 5, at one
// address for all channels would depend on their order, so each has its own.
KT_TEST(atomics)
{
    static const struct {
        unsigned op, operands;
        uint32_t old, a, b, want;
    } t[] = {
        {8, 0, 5, 0, 0, 6},
        {9, 0, 5, 0, 0, 4},
        {11, 1, 5, 16, 0, 16},
        {12, 1, 5, 16, 0, 21},
        {13, 1, 5, 16, 0, 5u - 16u},
        {14, 1, 5, ~0u, 0, ~0u},
        {15, 1, 5, ~0u, 0, 5},
        {16, 1, 5, ~0u, 0, 5},
        {17, 1, 5, ~0u, 0, ~0u},
        {18, 2, 5, 5, 9, 9},
        {18, 2, 5, 6, 9, 5},
        {24, 1, 5, 6, 0, 4},
        {25, 1, 5, 6, 0, 7},
        {26, 1, 5, 6, 0, 3},
        {19, 1, 0x3fc00000, 0x40100000, 0, 0x40700000},
        {21, 1, 0x3fc00000, 0x40100000, 0, 0x3fc00000},
        {22, 1, 0x3fc00000, 0x40100000, 0, 0x40100000},
        {23, 2, 0x3fc00000, 0x3fc00000, 7, 7},
    };
    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        struct rig r;
        char text[1024];
        arc_setup(&r);
        for (unsigned k = 0; k < WORDS; k++)
            data(&r)[k] = t[i].old;
        snprintf(text, sizeof(text),
                 "mov (8|M0) r12.0<1>:ud 0x%x:ud\nmov (8|M0) r13.0<1>:ud 0x%x:ud\n"
                 "send.ugm (8|M0) r10 r6 %s:%u 0x0 0x%08x {A@1,$1}\nsync.nop null {$1.dst}\n" SHOW,
                 t[i].a, t[i].b, t[i].operands ? "r12" : "null", t[i].operands, 0x04100580u | t[i].op);
        if (!kt_ok(arc_run(&r, text), "%u: %s", t[i].op, r.fault.text))
            continue;
        for (unsigned k = 0; k < 8; k++) {
            kt_ok(data(&r)[k] == t[i].want, "operation %u: 0x%x, not 0x%x", t[i].op, data(&r)[k], t[i].want);
            kt_ok(data(&r)[128 + k] == t[i].old, "operation %u returns 0x%x", t[i].op, data(&r)[128 + k]);
        }
        kt_eq(data(&r)[8], t[i].old);
        rig_finish(&r);
    }
}

// Of 64 bytes from the 256th byte of the data on: beyond are zeros.
static void put_state(struct rig *r, uint32_t at)
{
    const uint32_t last = 64 - 1;
    struct gen_RENDER_SURFACE_STATE_GEN125 s = {.surface_type = GEN_SURFTYPE_BUFFER,
                                                .surface_format = 0x1ff, // RAW
                                                .width = last & 0x7f,
                                                .height = last >> 7 & 0x3fff,
                                                .depth = last >> 21,
                                                .surface_base_address = rig_address(256)};
    gen_RENDER_SURFACE_STATE_GEN125_pack((uint32_t *)(void *)(r->pages.mem + RIG_STATE + at), &s);
}

KT_TEST(surfaces)
{
    static const struct {
        const char *send;
        uint32_t a0;
    } sends[] = {
        {"send.ugm (8|M0) r10 r9 null:0 0x2000000 0x62100500", 0}, // by index 2
        // A state from the surface base, and from the bindless base: by its place, and by its number.
        {"send.ugm (8|M0) r10 r9 null:0 a0.2 0x42100500", 0x1000},
        {"send.ugm (8|M0) r10 r9 null:0 a0.2 0x22100500", 0x1000},
        {"send.ugm (8|M0) r10 r9 null a0.2 0x42100500", 0x4000f},
        {"send.ugm (8|M0) r10 r9 null a0.2 0x22100500", 0x4000f},
    };
    for (size_t i = 0; i < sizeof(sends) / sizeof(sends[0]); i++) {
        struct rig r;
        char text[1024];
        uint32_t want[8], entry = 0x1000;
        arc_setup(&r);
        r.w.bindless_surface_base = RIG_BASE + RIG_STATE;
        r.m.sba.bindless_surface_state_base_address = RIG_BASE + RIG_STATE;
        put_state(&r, entry);
        memcpy(r.pages.mem + RIG_STATE + 8, &entry, 4);
        for (unsigned k = 0; k < WORDS; k++)
            data(&r)[k] = k;
        snprintf(text, sizeof(text),
                 "(W) mov (1|M0) a0.2<1>:ud 0x%x:ud\nshl (8|M0) r9.0<1>:ud r4.0<1;1,0>:ud 2:uw\n%s {A@1,$1}\n"
                 "sync.nop null {$1.dst}\n" SHOW,
                 sends[i].a0, sends[i].send);
        if (kt_ok(arc_run(&r, text), "%s: %s", sends[i].send, r.fault.text)) {
            for (unsigned k = 0; k < 8; k++)
                want[k] = k < 4 ? 64 + 4 * k : 0;
            expect(&r, 128, 8, want, sends[i].send);
        }
        rig_finish(&r);
    }
}

// Texels go through the data port of before, as ANV's and Intel's own code for Arc has them: a buffer of
// sixteen.
KT_TEST(texels)
{
    struct rig r;
    uint32_t want[8], entry = 0x1000;
    arc_setup(&r);
    const struct gen_RENDER_SURFACE_STATE_GEN125 s = {.surface_type = GEN_SURFTYPE_BUFFER,
                                                      .surface_format = GEN_FORMAT_R32_UINT,
                                                      .width = 16 - 1,
                                                      .surface_pitch = 4 - 1,
                                                      .surface_base_address = rig_address(256)};
    gen_RENDER_SURFACE_STATE_GEN125_pack((uint32_t *)(void *)(r.pages.mem + RIG_STATE + entry), &s);
    memcpy(r.pages.mem + RIG_STATE + 8, &entry, 4);
    for (unsigned k = 0; k < WORDS; k++)
        data(&r)[k] = k;
    if (kt_ok(arc_run(&r, LOADED("send.dc1 (8|M0) r10 r4 null:0 0x0 0x02115E02") SHOW), "%s", r.fault.text)) {
        for (unsigned k = 0; k < 8; k++)
            want[k] = k < 4 ? 64 + 4 * k : 0;
        expect(&r, 128, 8, want, "typed read");
    }
    rig_finish(&r);
}

KT_TEST(refused)
{
    static const struct {
        const char *send, *says;
    } t[] = {
        {"send.ugm (8|M0) r10 r6 null:0 0x0 0x04100581", "reserved message of the load-store unit"},
        {"send.ugm (8|M0) r10 r6 null:0 0x0 0x04100180", "narrow elements that do not fill a dword"},
        {"send.ugm (8|M0) r10 r6 null:0 0x0 0x04200F80", "reserved data size"},
        {"send.ugm (8|M0) r10 r6 null:0 0x0 0x04100582", "no component"},
        {"send.ugm (8|M0) r10 r6 null:0 0x0 0x0410D580", "a block of more than one channel"},
        {"send.ugm (8|M0) r10 r6 null:0 0x0 0x04104580", "more than four elements"},
        {"send.slm (8|M0) r10 r6 null:0 0x0 0x04100580", "addresses of another size"},
        {"send.ugm (8|M0) r10 r6 null:0 0x0 0x0410058A", "this atomic of the load-store unit"},
        {"send.ugm (8|M0) r10 r6 r12:1 0x0 0x04100B8C", "an atomic of this size"},
        {"send.tgm (8|M0) r10 r6 null:0 0x3000000 0x62101502", "texels by the load-store unit"},
        {"send.rta (8|M0) r10 r6 null:0 0x0 0x04100580", "ray tracing"},
        {"send.ugm (8|M0) r10 r6 null:0 0x0 0x04001580", "the response is too short"},
        {"send.ugm (8|M0) r10 r6 null:0 0xF0000000 0x64100500", "reserved binding table index"},
    };
    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        struct rig r;
        char text[256];
        arc_setup(&r);
        snprintf(text, sizeof(text), "%s {A@1,$1}\n", t[i].send);
        kt_ok(!arc_run(&r, text) && strstr(r.fault.text, t[i].says), "%s: %s", t[i].send, r.fault.text);
        rig_finish(&r);
    }
}

KT_MAIN()
