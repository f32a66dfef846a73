// What the EUs, the data ports and the dispatch of Gen11 have that Gen9's have not, and what they lack.
#include "eu_bench.h"

#define EOT "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n"

static struct bench *bench(void)
{
    rig_device = "icl";
    struct bench *b = bench_new();
    for (unsigned r = 10; r < 14; r++)
        for (unsigned i = 0; i < 8; i++)
            set32(b, r, i, (uint32_t)rnd());
    return b;
}

static uint32_t start(const struct bench *b, unsigned reg, unsigned i)
{
    uint32_t v;
    memcpy(&v, b->grf + reg * 32 + 4 * i, 4);
    return v;
}

KT_TEST(rotates)
{
    struct bench *b = bench();
    if (bench_run(b, "rol (8|M0) r20.0<1>:ud r10.0<8;8,1>:ud r11.0<8;8,1>:ud\n"
                     "ror (8|M0) r21.0<1>:ud r10.0<8;8,1>:ud 8:ud\n"
                     "rol (8|M0) r22.0<1>:ud r10.0<8;8,1>:ud 32:ud\n"
                     "ror (16|M0) r23.0<1>:uw r10.0<16;16,1>:uw 4:uw\n"))
        for (unsigned i = 0; i < 8; i++) {
            uint32_t a = start(b, 10, i), n = start(b, 11, i) & 31;
            kt_eq(get32(b, 20, i), n ? a << n | a >> (32 - n) : a);
            kt_eq(get32(b, 21, i), a >> 8 | a << 24);
            kt_eq(get32(b, 22, i), a);
            kt_eq(get32(b, 23, i), (a >> 4 & 0x0fff0fff) | (a << 12 & 0xf000f000));
        }
    bench_free(b);
}

// Three sources in align1: words, halves, an immediate, rows of a stride, and one element for all.
KT_TEST(three_sources)
{
    struct bench *b = bench();
    uint16_t h[16];
    for (unsigned i = 0; i < 16; i++)
        h[i] = (uint16_t)(0x3c00 + 0x40 * i); // 1 to 1.94
    memcpy(b->grf + 12 * 32, h, 32);
    if (bench_run(b, "csel (8|M0) (lt)f0.0 r20.0<1>:d r10.0<8;1>:d r11.0<8;1>:d r10.0<1>:d\n"
                     "mad (8|M0) r21.0<1>:d r10.0<8;1>:d r11.0<8;2>:w r11.0<2>:w\n"
                     "mad (16|M0) r22.0<1>:hf 0x3C00:hf r12.0<8;1>:hf r12.0<1>:hf\n"
                     "mad (8|M0) r24.0<1>:d r10.0<0;0>:d r11.0<8;2>:w r11.0<0>:w\n"
                     "mad (8|M0) r25.0<1>:d r10.0<8;1>:d r11.0<8;1>:d -7:w\n"
                     "mad (8|M0) r26.0<1>:d 0x8001:uw r11.0<8;1>:d r13.0<1>:d\n"))
        for (unsigned i = 0; i < 8; i++) {
            int32_t a = (int32_t)start(b, 10, i);
            int16_t w = (int16_t)start(b, 11, i), first = (int16_t)start(b, 11, 0);
            kt_eq(get32(b, 20, i), (uint32_t)a >> 31 ? (uint32_t)a : start(b, 11, i));
            kt_eq(get32(b, 21, i), (uint32_t)a + (uint32_t)(w * w));
            kt_eq(get32(b, 24, i), start(b, 10, 0) + (uint32_t)(w * first));
            kt_eq(get32(b, 25, i), start(b, 10, i) + start(b, 11, i) * -7u);
            kt_eq(get32(b, 26, i), 0x8001u + start(b, 11, i) * start(b, 13, i));
            // 1 + x * x of x = 1 + k / 16 is exact in ten bits.
            for (unsigned k = 2 * i; k < 2 * i + 2; k++) {
                unsigned sum = 256 + (16 + k) * (16 + k); // of 256ths: 2 to 4.8
                unsigned want = sum < 1024 ? 0x4000 + (sum - 512) * 2 : 0x4400 + (sum - 1024);
                kt_ok((get32(b, 22, i) >> 16 * (k & 1) & 0xffff) == want, "1 + (%u / 16)^2: %x, not %x",
                      16 + k, get32(b, 22, i) >> 16 * (k & 1) & 0xffff, want);
            }
        }
    bench_free(b);
}

// Products of dwords: without AccWrEn mach gives the low half.
KT_TEST(low_halves)
{
    struct bench *b = bench();
    if (bench_run(b, "mul (8|M0) acc0.0<1>:d r10.0<8;8,1>:d r11.0<16;8,2>:uw\n"
                     "mach (8|M0) r20.0<1>:d r10.0<8;8,1>:d r11.0<8;8,1>:d\n"
                     "mul (8|M0) acc0.0<1>:ud r10.0<8;8,1>:ud r11.0<16;8,2>:uw\n"
                     "mach (8|M0) r21.0<1>:ud r10.0<8;8,1>:ud r11.0<8;8,1>:ud {AccWrEn}\n"))
        for (unsigned i = 0; i < 8; i++) {
            uint32_t x = start(b, 10, i), y = start(b, 11, i);
            kt_eq(get32(b, 20, i), x * y);
            kt_eq(get32(b, 21, i), (uint32_t)((uint64_t)x * y >> 32));
        }
    bench_free(b);
}

// A forward goto: those go whose predicate is true; of Gen9 the others.
KT_TEST(goto_jumps_on_true)
{
    for (unsigned gen11 = 0; gen11 < 2; gen11++) {
        rig_device = gen11 ? "icl" : "skl";
        struct bench *b = bench_new();
        for (unsigned i = 0; i < 8; i++)
            set32(b, 10, i, i);
        if (bench_run(b, "mov (8|M0) r20.0<1>:d 1:d\n"
                         "cmp (8|M0) (lt)f0.0 null<1>:d r10.0<8;8,1>:d 3:d\n"
                         "(f0.0) goto (8|M0) L L\n"
                         "mov (8|M0) r20.0<1>:d 2:d\n"
                         "L:\n"
                         "join (8|M0) E\n"
                         "E:\n"
                         "nop\n"))
            for (unsigned i = 0; i < 8; i++)
                kt_eq(get32(b, 20, i), (i < 3) == gen11 ? 1 : 2);
        bench_free(b);
    }
}

// lrp of Gen9, and what is in align16 there.
KT_TEST(what_is_gone_does_not_run)
{
    static const char *const gone[] = {"lrp (8|M0) r20.0<1>:f r10.0<8;1>:f r11.0<8;1>:f r12.0<1>:f\n",
                                       "mad (8|M0) r20.0<1>:f r10.0<8;1>:f r11.0<8;1>:f r12.0<1>:f\n"};
    for (unsigned i = 0; i < 2; i++) {
        struct rig r;
        rig_device = "skl";
        rig_init(&r);
        rig_shape(&r, 8, 1, 0, 1);
        char text[512];
        snprintf(text, sizeof(text), "%s" EOT, gone[i]);
        if (rig_load(&r, text)) {
            kt_ok(rig_dispatch(&r), "on Gen9: %s", r.fault.text);
            r.w.devinfo = kiln_devinfo_simulated("icl");
            kt_ok(!rig_dispatch(&r), "runs: %s", gone[i]);
        }
        rig_finish(&r);
    }
}

// r0.5 of all threads of a group, and r0.2: numbers count eight threads for each of eight EUs, of which seven
// are there.
KT_TEST(thread_numbers)
{
    enum { THREADS = 56, IDS = 64 };
    struct rig r;
    rig_device = "icl";
    rig_init(&r);
    rig_shape(&r, 8, THREADS, 0, 1);
    r.w.seed = 1;
    uint32_t *out = rig_data(&r, 0);
    rig_surface(&r, 0, IDS * 32);
    if (rig_run(&r, "(W) and (1|M0) r10.0<1>:ud r0.5<0;1,0>:ud 0x3ff:ud\n"
                    "mov (8|M0) r2.0<1>:uw 0x76543210:v\n"
                    "shl (8|M0) r4.0<1>:ud r2.0<8;8,1>:uw 2:uw\n"
                    "shl (1|M0) r11.0<1>:ud r10.0<0;1,0>:ud 5:ud\n"
                    "add (8|M0) r4.0<1>:ud r4.0<8;8,1>:ud r11.0<0;1,0>:ud\n"
                    "mov (8|M0) r6.0<1>:ud r0.2<0;1,0>:ud\n"
                    "or (8|M0) r6.0<1>:ud r6.0<8;8,1>:ud 1:ud\n"
                    "sends (8|M0) null:w r4 r6 0x4C 0x02026E00\n" EOT))
        for (unsigned id = 0; id < IDS; id++) {
            kt_ok((id % 8 < 7) == (out[8 * id] != 0), "number %u: %x", id, out[8 * id]);
            kt_eq(out[8 * id] >> 24 & 0x7f, 0); // the group's barrier is the first
        }
    rig_finish(&r);
}

#define FENCE(bti) "(W) send (1|M0) r30 r0 0xA 0x0219E0" bti "\n"
#define BARRIER                                                                                              \
    "(W) mov (8|M0) r11.0<1>:ud 0:ud\n(W) and (1|M0) r11.2<1>:ud r0.2<0;1,0>:ud 0x7f000000:ud\n"             \
    "(W) send (16|M0) null r11 0x3 0x02000004\n(W) wait n0.0<0;1,0>:ud\n"

// What the second thread of a group reads of shared memory that the first has written, with a seed.
static uint32_t exchange(const char *device, const char *between, uint64_t seed)
{
    struct rig r;
    rig_device = device;
    rig_init(&r);
    rig_shape(&r, 8, 2, 0, 1);
    r.w.seed = seed;
    r.m.slm_enabled = true;
    r.m.idd.shared_local_memory_size = 1;
    rig_surface(&r, 0, 4096);
    uint32_t *out = rig_data(&r, 0);
    char text[2048];
    snprintf(text, sizeof(text),
             "mov (8|M0) r2.0<1>:uw 0x76543210:v\n"
             "shl (8|M0) r4.0<1>:ud r2.0<8;8,1>:uw 2:uw\n"
             "mov (8|M0) r6.0<1>:ud 42:ud\nmov (8|M0) r7.0<1>:ud 7:ud\n"
             "(W) and (1|M0) r10.0<1>:ud r0.5<0;1,0>:ud 0x3ff:ud\n"
             "(W) cmp (1|M0) (ne)f0.0 null<1>:ud r10.0<0;1,0>:ud 0:ud\n"
             "(W&f0.0) jmpi READER\n"
             "sends (8|M0) null:w r4 r7 0x4C 0x02026EFE\n" FENCE(
                 "FE") "sends (8|M0) null:w r4 r6 0x4C 0x02026EFE\n"
                       "%s" BARRIER "(W) jmpi END\n"
                       "READER:\n" BARRIER "send (8|M0) r12:w r4 0xC 0x02106EFE\n"
                       "sends (8|M0) null:w r4 r12 0x4C 0x02026E00\n"
                       "END:\n" EOT,
             between);
    rig_run(&r, text);
    uint32_t got = out[5];
    rig_finish(&r);
    return got;
}

KT_TEST(shared_memory_has_a_fence)
{
    kt_eq(exchange("icl", "", 1), 7);
    kt_eq(exchange("icl", FENCE("00"), 1), 7); // of all else
    kt_eq(exchange("icl", FENCE("FE"), 1), 42);
    kt_eq(exchange("icl", "", 0), 42);
    kt_eq(exchange("skl", "", 1), 42); // in order
    kt_eq(exchange("skl", FENCE("00"), 1), 42);
}

KT_MAIN()
