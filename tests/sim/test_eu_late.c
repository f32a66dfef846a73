// When other threads see what a thread writes: on the strict machine (a seed) no earlier than a fence makes
// them.
#include "eu_rig.h"

#define EOT "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n"
// Memory fence with commit; barrier; untyped SIMD8 writes of r6 to surface 0, reads to r12, of r12 to
// surface 1.
#define FENCE "(W) send (8|M0) r30 r0 0xA 0x0219E000\n"
#define BARRIER                                                                                              \
    "(W) mov (8|M0) r11.0<1>:ud r0.0<8;8,1>:ud\n(W) send (1|M0) null r11 0x3 0x02000004\n(W) wait "          \
    "n0.0<0;1,0>:ud\n"
#define WRITE(address, value) "sends (8|M0) null:w " address " " value " 0x4C 0x02026E00\n"
#define READ(address) "send (8|M0) r12:w " address " 0xC 0x02106E00\n"
#define STORE "sends (8|M0) null:w r4 r12 0x4C 0x02026E01\n"
// r4, r5: addresses of 8 dwords, and of 8 others; r6: NEW; f0.0: not the group's first thread.
#define BEGIN                                                                                                \
    "mov (8|M0) r2.0<1>:uw 0x76543210:v\n"                                                                   \
    "shl (8|M0) r4.0<1>:ud r2.0<8;8,1>:uw 2:uw\n"                                                            \
    "add (8|M0) r5.0<1>:ud r4.0<8;8,1>:ud 256:ud\n"                                                          \
    "mov (8|M0) r6.0<1>:ud 42:ud\n"                                                                          \
    "(W) and (1|M0) r10.0<1>:ud r0.5<0;1,0>:ud 1:ud\n"                                                       \
    "(W) cmp (1|M0) (ne)f0.0 null<1>:ud r10.0<0;1,0>:ud 0:ud\n"

enum { OLD = 7, NEW = 42 };

// What the kernel stores, and what it left in surface 0.
static uint32_t run(const char *text, unsigned threads, uint64_t seed, uint32_t *left)
{
    struct rig r;
    rig_init(&r);
    rig_shape(&r, 8, threads, 0, 1);
    r.w.seed = seed;
    uint32_t *x = rig_data(&r, 0), *out = rig_data(&r, 0x1000);
    for (unsigned i = 0; i < 128; i++)
        x[i] = out[i] = OLD;
    rig_surface(&r, 0, 512);
    rig_surface(&r, 0x1000, 512);
    rig_run(&r, text);
    uint32_t stored = out[7];
    *left = x[7];
    rig_finish(&r);
    return stored;
}

static void expect(const char *what, const char *text, unsigned threads, uint64_t seed, uint32_t want)
{
    uint32_t left, got = run(text, threads, seed, &left);
    kt_ok(got == want, "%s, seed %llu: %u, not %u", what, (unsigned long long)seed, got, want);
    kt_ok(left == NEW, "%s: %u is left", what, left);
}

KT_TEST(a_barrier_alone_shows_nothing)
{
#define EXCHANGE(between)                                                                                    \
    BEGIN "(W&f0.0) jmpi READER\n" WRITE("r4", "r6") between BARRIER                                         \
        "(W) jmpi END\nREADER:\n" BARRIER READ("r4") STORE "END:\n" EOT
    expect("without a fence", EXCHANGE(""), 2, 1, OLD);
    expect("with one", EXCHANGE(FENCE), 2, 1, NEW);
    expect("without, on a machine that is not strict", EXCHANGE(""), 2, 0, NEW);
    for (uint64_t seed = 2; seed < 10; seed++)
        expect("with one", EXCHANGE(FENCE), 2, seed, NEW);
}

KT_TEST(a_thread_sees_its_own_writes)
{
    expect("read back", BEGIN WRITE("r4", "r6") READ("r4") STORE EOT, 1, 1, NEW);
    // A byte of each dword.
    expect("read back, a part of it",
           BEGIN "add (8|M0) r7.0<1>:ud r4.0<8;8,1>:ud 0:ud\n" WRITE(
               "r4", "r6") "send (8|M0) r12:w r7 0xA 0x02110800\n" STORE EOT,
           1, 1, NEW);
}

// The reader polls a flag that is written behind the data by another message: without a fence in between it
// may see the flag first. It must see it some day, though the writer waits for the reader.
KT_TEST(messages_are_not_ordered_and_not_lost)
{
#define MESSAGE(between)                                                                                     \
    BEGIN "(W&f0.0) jmpi READER\n" WRITE("r4", "r6") between WRITE("r5", "r6") BARRIER                       \
        "(W) jmpi END\nREADER:\n" READ(                                                                      \
            "r5") "(W) cmp (1|M0) (ne)f1.0 null<1>:ud r12.0<0;1,0>:ud r6.0<0;1,0>:ud\n"                      \
                  "(W&f1.0) jmpi READER\n" READ("r4") STORE BARRIER "END:\n" EOT
    expect("without a fence", MESSAGE(""), 2, 1, OLD);
    expect("with one", MESSAGE(FENCE), 2, 1, NEW);
}

// In translated code of some groups, which the seed chooses. Everything is translated at once.
KT_TEST(translated)
{
    enum { SEEDS = 256 };
    unsigned late = 0, left;
    setenv("KILN_SIM_JIT", "2", 1);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        bool is_late = run(EXCHANGE(""), 2, seed, &left) == OLD;
        kt_eq(left, NEW);
        late += is_late;
        if (!is_late && seed > 2)
            continue;
        expect("with a fence", EXCHANGE(FENCE), 2, seed, NEW);
        expect("with one, polled", MESSAGE(FENCE), 2, seed, NEW);
        expect("read back", BEGIN WRITE("r4", "r6") READ("r4") STORE EOT, 1, seed, NEW);
        // A read behind the fence finds its window again, and not the one of who has late writes.
        expect("read back behind another",
               BEGIN WRITE("r4", "r4") FENCE READ("r4") WRITE("r4", "r6") READ("r4") STORE EOT, 1, seed, NEW);
    }
    kt_ok(late >= SEEDS / 32 && late <= SEEDS / 4, "without a fence %u of %u groups show it", late, SEEDS);
    setenv("KILN_SIM_JIT", "0", 1);
}

KT_MAIN()
