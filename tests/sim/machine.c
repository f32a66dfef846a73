// The chip on a bus, without a kernel: page tables, a context image and a ring in memory of the test's,
// registers written as a driver writes them. Then the same with garbage.
#include <unistd.h>

#include "board.h"

KT_TEST(a_ring_is_executed_and_told_of)
{
    struct board b;
    if (!start(&b, "skl"))
        return;
    static const uint32_t words[] = {STORE_GLOBAL, DATA + 8, 0, 0x1234, USER_IRQ, 0};
    ring(&b, 0, words, 6);
    submit(&b, 0, -1);
    wait_for_event(&b, 1);
    kt_eq(*at(&b, DATA + 8), 0x1234);
    kt_eq(at(&b, STATUS)[0x10], 1);    // idle to active
    kt_eq(at(&b, STATUS)[0x12], 0x18); // complete, active to idle
    kt_eq(at(&b, STATUS)[0x13], 7);
    kt_eq(at(&b, IMAGE + 0x1000)[5], 24); // head
    kt_eq(at(&b, IMAGE + 0x1000)[3] & 1, 0);
    kt_ok(b.interrupts > 0 && sim_chip_read(b.chip, IIR) & 1, "the user interrupt is pending");
    kt_eq(sim_chip_read(b.chip, MASTER) & 1, 1);
    sim_chip_write(b.chip, IIR, 0x101);
    kt_eq(sim_chip_read(b.chip, IIR), 0x100); // there were two of these: the second shows
    sim_chip_write(b.chip, IIR, 0x100);
    kt_eq(sim_chip_read(b.chip, IIR), 0);
    kt_eq(sim_chip_read(b.chip, MASTER), 1u << 31);
    finish(&b);
}

// Each engine's interrupts have bits of their own, in the mask of the engine as in its bank's.
KT_TEST(interrupts_of_each_engine)
{
    static const struct {
        uint32_t base, bank, bit;
    } engines[] = {{0x2000, 0, 0}, {0x22000, 0, 16}, {0x12000, 1, 0}, {0x1a000, 3, 0}};
    static const uint32_t words[] = {USER_IRQ, 0};
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t base = engines[i].base, bank = 16 * engines[i].bank, bit = engines[i].bit;
        struct board b;
        if (!start(&b, "skl"))
            return;
        sim_chip_write(b.chip, base + 0x80, STATUS);
        for (unsigned on = 0; on < 2; on++) {
            sim_chip_write(b.chip, IMR + bank, ~(0x101u << bit));
            sim_chip_write(b.chip, IER + bank, UINT32_MAX);
            sim_chip_write(b.chip, base + 0xa8,
                           on ? ~(0x101u << bit) : ~(0x100u << bit)); // user's off, then on
            for (unsigned k = 0; k < 2; k++)
                sim_chip_write(b.chip, IIR + bank, UINT32_MAX);
            b.interrupts = 0;
            ring(&b, 0, words, 2);
            for (int k = 1; k >= 0; k--) {
                sim_chip_write(b.chip, base + 0x230, 0);
                sim_chip_write(b.chip, base + 0x230, k ? 0 : (uint32_t)IMAGE | 0x19);
            }
            wait_for_event(&b, on ? 3 : 1);
            kt_ok(b.interrupts > 0, "base %x: no interrupt", base);
            kt_eq(sim_chip_read(b.chip, IIR + bank), (on ? 0x101u : 0x100u) << bit);
        }
        finish(&b);
    }
}

KT_TEST(batches_reach_their_space)
{
    struct board b;
    if (!start(&b, "skl"))
        return;
    static const struct {
        uint64_t address;
        uint32_t lands; // in memory
    } of[] = {{0x0040, DATA + 0x40},
              {0x3044, DATA + 0x3044},
              {UINT64_C(0x40000000) + 0x91234, DATA + 0x91234},
              {UINT64_C(0x80000000) + 0xf008, DATA + 0xf008}};
    uint32_t *batch = at(&b, BATCH);
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t words[] = {STORE, (uint32_t)of[i].address, (uint32_t)(of[i].address >> 32), 0x100 + i};
        memcpy(batch + 4 * i, words, sizeof(words));
    }
    // Read only; and what is privileged.
    const uint32_t rest[] = {STORE, 0x8060, 0,   0xbad,  STORE_GLOBAL, DATA + 0x70,
                             0,     0xbad,  LRI, 0x2080, 0xbad,        END};
    memcpy(batch + 16, rest, sizeof(rest));
    static const uint32_t words[] = {JUMP | PPGTT, 0x10000, 0, STORE_GLOBAL, DATA + 0x80, 0, 0x600d, 0};
    ring(&b, 0, words, 8);
    submit(&b, 0, -1);
    wait_for_event(&b, 1);
    for (unsigned i = 0; i < 4; i++)
        kt_eq(*at(&b, of[i].lands), 0x100 + i);
    kt_eq(*at(&b, DATA + 0x60), 0);
    kt_eq(*at(&b, DATA + 0x70), 0);
    kt_eq(*at(&b, DATA + 0x80), 0x600d);
    kt_eq(sim_chip_read(b.chip, HWS_PGA), STATUS);
    finish(&b);
}

// Two elements one after the other; a new tail for what runs; another context instead of one that waits.
KT_TEST(contexts_switch)
{
    struct board b;
    if (!start(&b, "skl"))
        return;
    static const uint32_t first[] = {WAIT_GLOBAL, 1, DATA, 0, STORE_GLOBAL, DATA + 4, 0, 11};
    static const uint32_t other[] = {STORE_GLOBAL, DATA + 12, 0, 22};
    static const uint32_t more[] = {STORE_GLOBAL, DATA + 8, 0, 33};
    ring(&b, 0, first, 8);
    submit(&b, 0, -1);
    wait_for_event(&b, 0); // it has begun, and waits
    ring(&b, 1, other, 4);
    submit(&b, 1, 0);
    wait_for(&b, DATA + 12, 22);
    kt_eq(*at(&b, DATA + 4), 0);
    ring(&b, 0, more, 4);
    submit(&b, 0, -1); // lite restore
    __atomic_store_n(at(&b, DATA), 1, __ATOMIC_RELEASE);
    wait_for(&b, DATA + 8, 33);
    kt_eq(*at(&b, DATA + 4), 11);
    wait_for(&b, IMAGE + 0x1000 + 4 * 5, 48);
    finish(&b);
}

KT_TEST(what_waits_in_a_batch_is_parked_and_goes_on)
{
    struct board b;
    if (!start(&b, "skl"))
        return;
    static const uint32_t batch[] = {STORE, 0x10, 0, 1,  WAIT_GLOBAL & ~(1u << 22), 1, 0, 0, STORE,
                                     0x14,  0,    2, END};
    static const uint32_t first[] = {JUMP | PPGTT, 0x10000, 0, 0}, other[] = {STORE_GLOBAL, DATA + 12, 0, 22};
    memcpy(at(&b, BATCH), batch, sizeof(batch));
    ring(&b, 0, first, 4);
    ring(&b, 1, other, 4);
    submit(&b, 0, -1);
    wait_for(&b, DATA + 0x10, 1);
    *at(&b, DATA + 0x10) = 0; // not to be executed twice
    submit(&b, 1, -1);
    wait_for(&b, DATA + 12, 22);
    __atomic_store_n(at(&b, DATA), 1, __ATOMIC_RELEASE);
    submit(&b, 0, -1);
    wait_for(&b, DATA + 0x14, 2);
    kt_eq(*at(&b, DATA + 0x10), 0);
    finish(&b);
}

// Registers of a context are in its image by their numbers: saved there, and loaded as the kernel left them.
KT_TEST(an_image_holds_registers)
{
    enum { SRM_GLOBAL = 0x24 << 23 | 1 << 22 | 2, LIST = 0x22 << 23, FROM_BLOCK = 1 << 19 };
    struct board b;
    if (!start(&b, "skl"))
        return;
    uint32_t *r = at(&b, IMAGE + 0x1000);
    r[1] = LIST | (2 * 14 - 1); // the ring's, whose places are fixed
    for (unsigned i = 2; i < 30; i += 2)
        r[i] = 0x2244;
    r[3] = 0x10000; // there is something to restore
    r[0x21] = LIST | (2 * 9 - 1);
    for (unsigned i = 0x22; i < 0x34; i += 2)
        r[i] = 0x228c;
    static const uint32_t lists[] = {LIST | 3, 0x2600, 0xabc,  0x2608,     0,  LIST | FROM_BLOCK | 3,
                                     0x610,    0x111,  0x2580, 0x00060002, END};
    memcpy(r + 0x41, lists, sizeof(lists));
    static const uint32_t words[] = {SRM_GLOBAL, 0x2600, DATA,     0, SRM_GLOBAL, 0x2610, DATA + 4, 0,
                                     SRM_GLOBAL, 0x2580, DATA + 8, 0, LRI,        0x2608, 0x77,     0};
    ring(&b, 0, words, 16);
    submit(&b, 0, -1);
    wait_for_event(&b, 1);
    kt_eq(*at(&b, DATA), 0xabc);
    kt_eq(*at(&b, DATA + 4), 0x111);
    kt_eq(*at(&b, DATA + 8), 2); // a masked one
    kt_eq(r[0x43], 0xabc);
    kt_eq(r[0x45], 0x77);
    kt_eq(r[0x4a], 0xffff0002);
    kt_ok(r[0x23] > 0, "its time on the engine");
    r[0x43] = 0xdef; // the kernel's
    ring(&b, 0, words, 16);
    submit(&b, 0, -1);
    wait_for_event(&b, 3);
    kt_eq(*at(&b, DATA), 0xdef);
    finish(&b);
}

KT_TEST(an_engine_is_reset)
{
    struct board b;
    if (!start(&b, "skl"))
        return;
    static const uint32_t bad[] = {0x7fff0000, 0}, endless[] = {JUMP | PPGTT, 0x10000, 0},
                          good[] = {STORE_GLOBAL, DATA, 0, 5};
    static const uint32_t jump[] = {JUMP | PPGTT, 0x10000, 0, 0};
    for (unsigned i = 0; i < 2; i++) {
        uint32_t pointer = at(&b, STATUS)[0x1f];
        memcpy(at(&b, BATCH), endless, sizeof(endless));
        ring(&b, 0, i ? jump : bad, i ? 4 : 2);
        submit(&b, 0, -1);
        if (i == 0)
            wait_for_event(&b, pointer); // 0: it has begun
        sim_chip_write(b.chip, 0x20d0, 0x10001);
        kt_eq(sim_chip_read(b.chip, 0x20d0) & 2, 2);
        sim_chip_write(b.chip, GDRST, 2);
        kt_eq(sim_chip_read(b.chip, GDRST), 0);
        kt_eq(sim_chip_read(b.chip, 0x2234), 0); // nothing runs
        make_image(&b, 0);
        at(&b, STATUS)[0x1f] = 5;
        *at(&b, DATA) = 0;
        ring(&b, 0, good, 4);
        submit(&b, 0, -1);
        wait_for(&b, DATA, 5);
        wait_for_event(&b, 1);
        make_image(&b, 0);
    }
    finish(&b);
}

KT_TEST(registers_do_what_their_rows_say)
{
    struct board b;
    if (!start(&b, "skl"))
        return;
    sim_chip_write(b.chip, 0x7000, 0x00ff0055); // masked
    sim_chip_write(b.chip, 0x7000, 0x000f0000);
    kt_eq(sim_chip_read(b.chip, 0x7000), 0x50);
    sim_chip_write(b.chip, 0xa278, 0x10001); // forcewake, acknowledged
    kt_eq(sim_chip_read(b.chip, 0xd84), 1);
    sim_chip_write(b.chip, 0xd84, 0);
    kt_eq(sim_chip_read(b.chip, 0xd84), 1);
    sim_chip_write(b.chip, 0xa278, 0x10000);
    kt_eq(sim_chip_read(b.chip, 0xd84), 0);
    sim_chip_write(b.chip, 0x4260, 1); // at once
    kt_eq(sim_chip_read(b.chip, 0x4260), 0);
    kt_eq(sim_chip_read(b.chip, 0x9120), 1u << 25 | 8u << 20 | 4);
    kt_streq(sim_chip_register_name(b.chip, 0x22230), "RING_ELSP");
    kt_ok(!sim_chip_register_name(b.chip, 0x7f0000), "a name for what is not there");
    for (uint32_t offset = 0x7ffff0; offset < 0x800010; offset += 4) // to the end, and beyond
        sim_chip_write(b.chip, offset, 1);
    kt_eq(sim_chip_read(b.chip, 0x800004), 0);
    kt_eq(sim_chip_read(b.chip, UINT32_MAX), 0);
    finish(&b);
}

// Gen11: sources, identities, the submission queue.
KT_TEST(the_queue_and_its_interrupts)
{
    struct board b;
    if (!start(&b, "tgl"))
        return;
    static const uint32_t words[] = {STORE_GLOBAL, DATA, 0, 9, USER_IRQ, 0};
    sim_chip_write(b.chip, 0x190030, 0x11111111);
    sim_chip_write(b.chip, 0x190010, 1u << 31);
    ring(&b, 0, words, 6);
    sim_chip_write(b.chip, 0x2510, IMAGE | 0x19);
    sim_chip_write(b.chip, 0x2514, 5 << 5);
    sim_chip_write(b.chip, 0x2518, 0);
    sim_chip_write(b.chip, 0x251c, 0);
    sim_chip_write(b.chip, 0x2550, 1);
    wait_for(&b, STATUS + 4 * 0x2f, 1);
    kt_eq(*at(&b, DATA), 9);
    kt_eq(at(&b, STATUS)[0x10], 5 << 15 | 1);
    kt_eq(at(&b, STATUS)[0x12], 0x7ff << 15);
    kt_eq(at(&b, STATUS)[0x13], 5 << 15);
    kt_eq(sim_chip_read(b.chip, 0x190018), 1);
    sim_chip_write(b.chip, 0x190070, 1);
    uint32_t identity = sim_chip_read(b.chip, 0x190060);
    kt_eq(identity & ~0x100u, 1u << 31 | 1);
    sim_chip_write(b.chip, 0x190060, 1u << 31);
    kt_eq(sim_chip_read(b.chip, 0x190060), 0);
    finish(&b);
}

// What is shared with the microcontroller: two buffers of messages and their descriptors.
enum {
    H2G_DESCRIPTOR = 0x70000,
    G2H_DESCRIPTOR = 0x70800,
    H2G = 0x71000,
    G2H = 0x72000,
    NOTIFY = 0x1901f0,
    MAILBOX = 0x190240
};

static void boot_guc(struct board *b)
{
    static const uint32_t config[][3] = {{0x902, H2G, 0}, {0x903, H2G_DESCRIPTOR, 0}, {0x904, 4096, 0},
                                         {0x905, G2H, 0}, {0x906, G2H_DESCRIPTOR, 0}, {0x907, 256, 0}};
    kt_eq(sim_chip_read(b->chip, 0xc000), 1);
    sim_chip_write(b->chip, 0xc314, 1 << 9 | 1); // HuC's firmware is not this one's
    kt_eq(sim_chip_read(b->chip, 0xc000), 1);
    sim_chip_write(b->chip, 0xc314, 1);
    kt_eq(sim_chip_read(b->chip, 0xc000), 0xf000);
    for (unsigned i = 0; i < 7; i++) {
        sim_chip_write(b->chip, MAILBOX, i < 6 ? 0x508 : 0x4509);
        sim_chip_write(b->chip, MAILBOX + 4, i < 6 ? config[i][0] << 16 | 1 : 1);
        sim_chip_write(b->chip, MAILBOX + 8, i < 6 ? config[i][1] : 0);
        sim_chip_write(b->chip, NOTIFY, 1);
        kt_eq(sim_chip_read(b->chip, MAILBOX), 0xf0000000 | (i < 6));
    }
}

static bool start_with_guc(struct board *b)
{
    if (!start(b, "tgl"))
        return false;
    boot_guc(b);
    return true;
}

// Messages up to `tail` dwords are there.
static void send(struct board *b, const uint32_t *messages, uint32_t tail)
{
    memcpy(at(b, H2G), messages, 4 * tail);
    at(b, H2G_DESCRIPTOR)[1] = tail;
    sim_chip_write(b->chip, NOTIFY, 1);
}

static void is_told(struct board *b, const uint32_t *told, uint32_t count)
{
    wait_for(b, G2H_DESCRIPTOR + 4, count);
    for (uint32_t i = 0; i < count; i++)
        kt_ok(at(b, G2H)[i] == told[i], "dword %u of what is told: 0x%x, not 0x%x", i, at(b, G2H)[i],
              told[i]);
}

// Buffers by its mailbox, then a context by messages; what it tells comes back in order.
KT_TEST(the_microcontroller_schedules)
{
    struct board b;
    if (!start_with_guc(&b))
        return;
    static const uint32_t refused[] = {0x4000, 0x4601}; // HuC, multi-LRC
    for (unsigned i = 0; i < 2; i++) {
        sim_chip_write(b.chip, MAILBOX, refused[i]);
        sim_chip_write(b.chip, NOTIFY, 1);
        kt_eq(sim_chip_read(b.chip, MAILBOX), 0xe0000020);
    }
    static const uint32_t words[] = {STORE_GLOBAL, DATA, 0, 77, USER_IRQ, 0};
    ring(&b, 0, words, 6);
    static const uint32_t messages[] = {
        11,          0x20004502, 1, 5, 0, 1, 0, 0, 0, 0, 0, IMAGE, // register context 5: class 0, engine 0
        3,           0x20001001, 5, 1,                             // enable it
        3 | 9 << 16, 0x00000506, 1, 2,                             // a request, with fence 9
        3,           0x20001001, 5, 0,                             // disable it
        2,           0x20004503, 5,                                // deregister it
    };
    static const uint32_t told[] = {3,          0x90001002, 5, 1, 1 | 9 << 16, 0xf0000000, 3,
                                    0x90001002, 5,          0, 2, 0x90004600,  5};
    send(&b, messages, 16); // up to the enabling
    wait_for(&b, DATA, 77);
    wait_for(&b, IMAGE + 0x1000 + 4 * 5, 24);
    send(&b, messages, sizeof(messages) / 4);
    is_told(&b, told, sizeof(told) / 4);
    kt_eq(at(&b, H2G_DESCRIPTOR)[0], sizeof(messages) / 4);
    sim_chip_write(b.chip, 0x190070, 1u << 25);
    kt_eq(sim_chip_read(b.chip, 0x190060), 1u << 31 | 4 << 16 | 1 << 15);
    kt_eq(at(&b, STATUS)[0x2f], 0); // no status buffer is written
    // Descriptors that lie: nothing is taken from beyond the buffer, and it ends.
    static const uint32_t lies[][2] = {{0xffffffff, 0}, {0, 0xffffffff}, {1023, 5}, {1024, 0}};
    for (unsigned i = 0; i < 4; i++) {
        memcpy(at(&b, H2G_DESCRIPTOR), lies[i], 8);
        memset(at(&b, H2G), 0xff, 4096);
        at(&b, G2H_DESCRIPTOR)[1] = i ? lies[i][0] : 0xfffffff0;
        sim_chip_write(b.chip, NOTIFY, 1);
    }
    sim_chip_write(b.chip, GDRST, 1);
    kt_eq(sim_chip_read(b.chip, 0xc000), 1);
    finish(&b);
}

// Stores 77, cannot be preempted and never ends; and a ring that jumps to it.
enum { NO_ARBITRATION = 0x08 << 23 };
static const uint32_t never_leaves[] = {NO_ARBITRATION, STORE_GLOBAL,      DATA, 0, 77,
                                        JUMP,           GLOBAL_BATCH + 20, 0};
static const uint32_t never_leaves_ring[] = {JUMP, GLOBAL_BATCH, 0, 0};

// A batch that cannot be preempted and never ends is taken off within the context's preemption timeout when
// the kernel disables it: xe waits five seconds for the answer, and gives the microcontroller up.
KT_TEST(the_microcontroller_ends_what_does_not_leave)
{
    struct board b;
    if (!start_with_guc(&b))
        return;
    static const uint32_t healthy[] = {STORE_GLOBAL, DATA + 4, 0, 78};
    static const uint32_t messages[] = {
        11, 0x20004502, 1, 5,          0,     1, 0, 0, 0, 0, 0, IMAGE,           // register context 5
        11, 0x20004502, 1, 6,          0,     1, 0, 0, 0, 0, 0, IMAGE + 0x10000, // and 6
        4,  0x2000100b, 5, 0x20020001, 20000, // its preemption timeout: 20 ms
        3,  0x20001001, 5, 1,                 // enable it
        3,  0x20001001, 5, 0,                 // disable it
        3,  0x20001001, 6, 1,
    };
    static const uint32_t told[] = {3,          0x90001002, 5, 1, 2,          0x90001008, 5, 3,
                                    0x90001002, 5,          0, 3, 0x90001002, 6,          1};
    memcpy(at(&b, GLOBAL_BATCH), never_leaves, sizeof(never_leaves));
    ring(&b, 0, never_leaves_ring, 4);
    ring(&b, 1, healthy, 4);
    send(&b, messages, 33);
    wait_for(&b, DATA, 77);
    send(&b, messages, 37);
    is_told(&b, told, 11);
    send(&b, messages, sizeof(messages) / 4);
    is_told(&b, told, sizeof(told) / 4);
    wait_for(&b, DATA + 4, 78); // the engine serves others
    finish(&b);
}

// Context 5 never ends; context 6 waits behind it.
static void stand_in_line(struct board *b, uint32_t *messages, uint32_t *count)
{
    static const uint32_t second[] = {STORE_GLOBAL, DATA + 4, 0, 78};
    static const uint32_t first[] = {
        11, 0x20004502, 1, 5, 0, 1, 0, 0, 0, 0, 0, IMAGE,                                // register context 5
        11, 0x20004502, 1, 6, 0, 1, 0, 0, 0, 0, 0, IMAGE + 0x10000, 3, 0x20001001, 5, 1, // enable it
        3,  0x20001001, 6, 1,
    };
    memcpy(at(b, GLOBAL_BATCH), never_leaves, sizeof(never_leaves));
    ring(b, 0, never_leaves_ring, 4);
    ring(b, 1, second, 4);
    memcpy(messages, first, sizeof(first));
    *count = sizeof(first) / 4;
    send(b, messages, *count);
    wait_for(b, DATA, 77);
}

// A reset of the whole chip stops the microcontroller first: what waits is not begun, nobody is blamed.
KT_TEST(a_reset_begins_nothing)
{
    static const uint32_t told[] = {3, 0x90001002, 5, 1, 3, 0x90001002, 6, 1};
    struct board b;
    uint32_t messages[256], count;
    if (!start_with_guc(&b))
        return;
    for (unsigned i = 0; i < 20; i++) {
        if (i) {
            memset(at(&b, H2G_DESCRIPTOR), 0, 0x1000);
            memset(at(&b, DATA), 0, 8);
            make_image(&b, 0);
            make_image(&b, 1);
            boot_guc(&b);
        }
        stand_in_line(&b, messages, &count);
        sim_chip_write(b.chip, GDRST, 1);
        is_told(&b, told, 8);
        kt_eq(at(&b, G2H_DESCRIPTOR)[1], 8);
        kt_eq(*at(&b, DATA + 4), 0);
        kt_eq(at(&b, IMAGE + 0x1000)[5], 0); // heads: nothing was saved
        kt_eq(at(&b, IMAGE + 0x11000)[5], 0);
        kt_eq(sim_chip_read(b.chip, 0xc000), 1);
    }
    finish(&b);
}

// A number is another context's once it was deregistered, also if the first one stood in line.
KT_TEST(a_number_is_used_again)
{
    struct board b;
    uint32_t messages[256], count;
    if (!start_with_guc(&b))
        return;
    stand_in_line(&b, messages, &count);
    static const uint32_t rest[] = {
        3, 0x20001001, 6, 0,                                                          // disable, deregister
        2, 0x20004503, 6, 11, 0x20004502, 1, 6, 3, 1, 0, 0, 0, 0, 0, IMAGE + 0x10000, // the copy engine's now
        3, 0x20001001, 6, 1,
    };
    memcpy(messages + count, rest, sizeof(rest));
    send(&b, messages, count + sizeof(rest) / 4);
    wait_for(&b, DATA + 4, 78); // beside context 5
    sim_chip_write(b.chip, GDRST, 1);
    finish(&b);
}

static uint32_t next(struct board *b)
{
    b->seed = b->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(b->seed >> 32);
}

// A guest that writes anything anywhere: the machine ends its work, within the memory that it was given.
static void garbage(const char *device, uint64_t seed)
{
    static const uint32_t commands[] = {STORE,
                                        STORE_GLOBAL,
                                        USER_IRQ,
                                        END,
                                        JUMP,
                                        JUMP | PPGTT,
                                        WAIT_GLOBAL,
                                        LRI,
                                        0x7a000004,
                                        0x26 << 23 | 3,
                                        0x24 << 23 | 2,
                                        0x29 << 23 | 2,
                                        0x2f << 23 | 1,
                                        0x2e << 23 | 3,
                                        0x21 << 23 | 1,
                                        8 << 23,
                                        0};
    static const uint32_t registers[] = {ELSP,    0x22230, 0x12230,  0x1a230,  0x2550,   0x2510,   0x2514,
                                         GDRST,   0x20d0,  MASTER,   IIR,      0x190010, 0x190070, 0x190018,
                                         HWS_PGA, 0xa188,  0x138124, 0x1901f0, 0x190240, 0xc314};
    struct board b;
    if (!start(&b, device))
        return;
    b.seed = seed;
    for (unsigned round = 0; round < 60; round++) {
        if (round % 4 == 0)
            make_tables(&b);
        sim_chip_write(b.chip, HWS_PGA, STATUS);
        for (unsigned i = 0; i < 200; i++) {
            uint32_t place = next(&b) % 4 == 0 ? TABLES + next(&b) % 0x7000
                             : next(&b) % 2    ? BATCH
                                               : RING + next(&b) % 2 * NEXT;
            at(&b, (place + next(&b) % 1024) & ~3u)[0] = next(&b) % 3   ? commands[next(&b) % 17]
                                                         : next(&b) % 2 ? next(&b) % MEMORY
                                                                        : next(&b);
        }
        b.global[next(&b) % ENTRIES] = next(&b) % 2 ? next(&b) : (uint64_t)next(&b) << 32 | next(&b);
        for (unsigned n = 0; n < 2; n++) {
            if (next(&b) % 2)
                make_image(&b, n);
            uint32_t *r = at(&b, IMAGE + n * 0x10000 + 0x1000);
            r[next(&b) % 64] = next(&b);
            r[7] = next(&b) % 4096 & ~7u;
        }
        for (unsigned i = 0; i < 30; i++)
            sim_chip_write(b.chip, next(&b) % 4 ? registers[next(&b) % 20] : next(&b) % 0x200000,
                           next(&b) % 2 ? next(&b) : 0xfffff);
        submit(&b, 0, 1);
        nanosleep(&(struct timespec){0, 200000}, NULL);
        sim_chip_write(b.chip, GDRST, 1);
        if (round % 8 == 7)
            sim_chip_reset(b.chip);
        sim_chip_read(b.chip, next(&b) % 0x800000);
    }
    finish(&b);
}

KT_TEST(garbage_is_survived)
{
    int quiet = dup(2); // the faults' reports
    if (!freopen("/dev/null", "w", stderr))
        return;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        garbage("skl", seed);
        garbage("tgl", seed);
    }
    dup2(quiet, 2);
}

KT_MAIN()
