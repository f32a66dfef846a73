// A chip before execlists on a bus, without a kernel: rings by registers, page tables of 32-bit entries,
// contexts by MI_SET_CONTEXT, interrupts, and fences. Registers are written as a driver does.
#include <unistd.h>

#include "board.h"

enum {
    TAIL = 0x30,
    HEAD = 0x34,
    START = 0x38,
    CTL = 0x3c,
    PP_DIR_BASE = 0x228,
    GPR0 = 0x2600,
    STATUS_PAGES = 0x4080,
    DEIER = 0x4400c,
    FENCES = 0x100000,
    TILECTL = 0x101000,
    DIMM = 0x145004,
    TABLE = 0x81000,    // of the context's space
    DIRECTORY = 0x1c00, // bytes into the global table: after what is mapped there
    SET_CONTEXT = 0x18 << 23,
    GLOBAL_SPACE = 1 << 8,
    INHIBIT = 1,
    STORE_REGISTER = 0x24 << 23 | 1 << 22 | 1,
    CONTEXT = 0x20000, // and the next 0x10000 on
};

struct narrow {
    struct board b;
    uint32_t table[4096]; // the global one
    uint32_t tail;
};

static bool begin(struct narrow *n)
{
    struct sim_config config = sim_config_read();
    memset(n, 0, sizeof(*n));
    config.device = "hsw";
    config.strict = config.lazy = false;
    config.threads = 2;
    n->b.memory = aligned_alloc(4096, MEMORY);
    memset(n->b.memory, 0, MEMORY);
    for (unsigned i = 0; i < MEMORY / 4096; i++)
        n->table[i] = i << 12 | 1;
    // Two pages of DATA at 4 MiB of the context's space.
    n->table[DIRECTORY / 4 + 1] = TABLE | 1;
    at(&n->b, TABLE)[0] = DATA | 1;
    at(&n->b, TABLE)[1] = (DATA + 0x3000) | 1;
    at(&n->b, TABLE)[2] = BATCH | 1;
    const struct sim_bus bus = {host, hold, let_go, interrupt, &n->b, NULL, 0, n->table, 4096};
    n->b.chip = sim_chip_create(&config);
    if (!kt_ok(n->b.chip && sim_chip_attach(n->b.chip, &bus), "no chip"))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        sim_chip_write(n->b.chip, 0x44014 + 16 * i, 0);
        sim_chip_write(n->b.chip, 0x4401c + 16 * i, UINT32_MAX);
    }
    sim_chip_write(n->b.chip, DEIER, 1u << 31);
    return true;
}

static void start_ring(struct narrow *n, uint32_t base)
{
    n->tail = 0;
    sim_chip_write(n->b.chip, base + START, RING);
    sim_chip_write(n->b.chip, base + HEAD, 0);
    sim_chip_write(n->b.chip, base + TAIL, 0);
    sim_chip_write(n->b.chip, base + 0xa8, 0);
    sim_chip_write(n->b.chip, base + CTL, 1); // one page
}

// Whose last command stores `value` into DATA, until it is there.
static void run(struct narrow *n, uint32_t base, const uint32_t *words, unsigned count, uint32_t value)
{
    const uint32_t last[] = {STORE_GLOBAL, 0, DATA, value, 0, 0};
    for (unsigned i = 0; i < count + 4; i++, n->tail += 4)
        *at(&n->b, RING + n->tail) = i < count ? words[i] : last[i - count];
    if (n->tail & 4) {
        *at(&n->b, RING + n->tail) = 0;
        n->tail += 4;
    }
    sim_chip_write(n->b.chip, base + TAIL, n->tail);
    wait_for(&n->b, DATA, value);
    while (sim_chip_read(n->b.chip, base + HEAD) != n->tail)
        nanosleep(&(struct timespec){0, 100000}, NULL);
}

static void end(struct narrow *n)
{
    sim_chip_destroy(n->b.chip);
    kt_eq(n->b.holds, 0);
    free(n->b.memory);
}

KT_TEST(a_ring_is_executed_up_to_its_tail)
{
    static struct narrow n;
    static const struct {
        uint32_t base, bank, bit, page;
    } engines[] = {{0x2000, 0, 0, 0}, {0x12000, 0, 12, 1}, {0x22000, 0, 22, 2}, {0x1a000, 1, 10, 3}};
    enum { INDEX = 0x21 << 23 | 1 };
    for (unsigned i = 0; i < 4; i++) {
        if (!begin(&n))
            return;
        const uint32_t iir = 0x44018 + 16 * engines[i].bank;
        const uint32_t words[] = {STORE_GLOBAL, 0, DATA + 8, 0x1234, INDEX, 0x40, 0x77, USER_IRQ};
        sim_chip_write(n.b.chip, STATUS_PAGES + 0x100 * engines[i].page, STATUS);
        start_ring(&n, engines[i].base);
        run(&n, engines[i].base, words, 8, 1);
        kt_eq(*at(&n.b, DATA + 8), 0x1234);
        kt_eq(*at(&n.b, STATUS + 0x40), 0x77);
        kt_eq(sim_chip_read(n.b.chip, iir), 1u << engines[i].bit);
        kt_ok(n.b.interrupts > 0, "base %x: no interrupt", engines[i].base);
        sim_chip_write(n.b.chip, iir, UINT32_MAX);
        kt_eq(sim_chip_read(n.b.chip, iir), 0);
        run(&n, engines[i].base, words, 4, 2); // it goes on from there
        end(&n);
    }
}

// What lies between MI_ARB_CHECK and the pending head is not executed, and the pending head is used once.
KT_TEST(arbitration_takes_the_pending_head)
{
    enum { UHPTR = 0x2134, VALID = 1, ARB_CHECK = 5 << 23 };
    static struct narrow n;
    if (!begin(&n))
        return;
    const uint32_t words[] = {STORE_GLOBAL, 0, DATA + 8, 1, ARB_CHECK,    0, STORE_GLOBAL, 0,
                              DATA + 12,    2, 0,        0, STORE_GLOBAL, 0, DATA + 16,    3};
    start_ring(&n, 0x2000);
    sim_chip_write(n.b.chip, UHPTR, 48 | VALID);
    run(&n, 0x2000, words, 16, 4);
    kt_eq(*at(&n.b, DATA + 8), 1);
    kt_eq(*at(&n.b, DATA + 12), 0);
    kt_eq(*at(&n.b, DATA + 16), 3);
    kt_eq(sim_chip_read(n.b.chip, UHPTR), 48);
    run(&n, 0x2000, words, 16, 5);
    kt_eq(*at(&n.b, DATA + 12), 2);
    sim_chip_write(n.b.chip, 0x2000 + TAIL, n.tail | 1); // the semaphore of the tail is off
    kt_eq(sim_chip_read(n.b.chip, 0x2000 + TAIL), n.tail);
    end(&n);
}

KT_TEST(a_batch_reaches_the_space_of_the_directory)
{
    static struct narrow n;
    if (!begin(&n))
        return;
    const uint32_t batch[] = {STORE,        0, 0x400010,    11, STORE, 0, 0x401014, 22,
                              STORE_GLOBAL, 0, DATA + 0x20, 33, END};
    const uint32_t words[] = {LRI, 0x2000 + PP_DIR_BASE,         DIRECTORY << 10,
                              0,   0x31 << 23 | PPGTT | 1 << 13, 0x402000};
    memcpy(at(&n.b, BATCH), batch, sizeof(batch));
    start_ring(&n, 0x2000);
    run(&n, 0x2000, words, 6, 1);
    kt_eq(*at(&n.b, DATA + 0x10), 11);
    kt_eq(*at(&n.b, DATA + 0x3014), 22);
    kt_eq(*at(&n.b, DATA + 0x20), 0); // which is privileged
    end(&n);
}

static void set_context(struct narrow *n, unsigned which, uint32_t flags, uint32_t gpr, uint32_t value)
{
    const uint32_t words[] = {SET_CONTEXT,    (CONTEXT + which * 0x10000) | GLOBAL_SPACE | flags,
                              STORE_REGISTER, GPR0,
                              DATA + 4,       LRI,
                              GPR0,           gpr};
    run(n, 0x2000, words, gpr ? 8 : 5, value);
}

KT_TEST(contexts_keep_their_registers)
{
    static struct narrow n;
    if (!begin(&n))
        return;
    start_ring(&n, 0x2000);
    set_context(&n, 0, INHIBIT, 0xaaa, 1);
    kt_eq(*at(&n.b, DATA + 4), 0);
    set_context(&n, 1, INHIBIT, 0xbbb, 2);
    kt_eq(*at(&n.b, DATA + 4), 0);
    set_context(&n, 0, 0, 0, 3);
    kt_eq(*at(&n.b, DATA + 4), 0xaaa);
    set_context(&n, 1, 0, 0, 4);
    kt_eq(*at(&n.b, DATA + 4), 0xbbb);
    // A kernel makes new contexts of a copy.
    memcpy(at(&n.b, CONTEXT + 0x20000), at(&n.b, CONTEXT), 4096);
    memset(at(&n.b, CONTEXT + 0x30000), 0, 4096);
    n.tail = 0;
    sim_chip_write(n.b.chip, 0x2000 + CTL, 0);
    start_ring(&n, 0x2000);
    set_context(&n, 2, 0, 0xccc, 5);
    kt_eq(*at(&n.b, DATA + 4), 0xaaa);
    set_context(&n, 0, 0, 0, 6);
    kt_eq(*at(&n.b, DATA + 4), 0xaaa);
    set_context(&n, 2, 0, 0, 7);
    kt_eq(*at(&n.b, DATA + 4), 0xccc);
    end(&n);
}

KT_TEST(the_head_and_interrupts_are_told_in_the_status_page)
{
    static struct narrow n;
    enum { REPORT_HEAD = 7 << 23, HWSTAM = 0x2098, CCID = 0x2180 };
    const uint32_t words[] = {0, 0, REPORT_HEAD, USER_IRQ};
    if (!begin(&n))
        return;
    sim_chip_write(n.b.chip, STATUS_PAGES, STATUS);
    start_ring(&n, 0x2000);
    run(&n, 0x2000, words, 4, 1);
    kt_eq(*at(&n.b, STATUS + 0x10), 8);
    kt_eq(*at(&n.b, STATUS), 0);
    sim_chip_write(n.b.chip, HWSTAM, ~1u);
    run(&n, 0x2000, words, 4, 2);
    kt_eq(*at(&n.b, STATUS + 0x10), 32 + 8);
    kt_eq(*at(&n.b, STATUS), 1);
    set_context(&n, 1, INHIBIT, 0, 3);
    kt_eq(sim_chip_read(n.b.chip, CCID), (CONTEXT + 0x10000) | 1);
    end(&n);
    // By itself, each time 64 KiB are over: a ring of 32 pages.
    if (!begin(&n))
        return;
    sim_chip_write(n.b.chip, STATUS_PAGES, STATUS);
    sim_chip_write(n.b.chip, 0x2000 + START, DATA + 0x10000);
    sim_chip_write(n.b.chip, 0x2000 + CTL, 31 << 12 | 1 << 1 | 1);
    sim_chip_write(n.b.chip, 0x2000 + TAIL, 0x10000 - 8);
    while (sim_chip_read(n.b.chip, 0x2000 + HEAD) != 0x10000 - 8)
        nanosleep(&(struct timespec){0, 100000}, NULL);
    kt_eq(*at(&n.b, STATUS + 0x10), 0);
    sim_chip_write(n.b.chip, 0x2000 + TAIL, 0x10008);
    while (sim_chip_read(n.b.chip, 0x2000 + HEAD) != 0x10008)
        nanosleep(&(struct timespec){0, 100000}, NULL);
    kt_eq(*at(&n.b, STATUS + 0x10), 0x10000);
    end(&n);
}

KT_TEST(an_engine_that_hangs_is_reset)
{
    static struct narrow n;
    static const uint32_t loop[] = {0x31 << 23, BATCH}, words[] = {0x31 << 23, BATCH};
    if (!begin(&n))
        return;
    memcpy(at(&n.b, BATCH), loop, sizeof(loop));
    start_ring(&n, 0x2000);
    memcpy(at(&n.b, RING), words, sizeof(words));
    sim_chip_write(n.b.chip, 0x2000 + TAIL, 8);
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    sim_chip_write(n.b.chip, GDRST, 1 << 1);
    kt_eq(sim_chip_read(n.b.chip, 0x2000 + CTL), 0);
    start_ring(&n, 0x2000);
    run(&n, 0x2000, words, 0, 5);
    end(&n);
}

// ---- fences

// Bits of an offset within a tile, lowest first: of x in bytes, of y.
static uint32_t tiled(bool y_tiles, uint32_t pitch, uint32_t x, uint32_t y)
{
    const char *bits = y_tiles ? "xxxxyyyyyxxx" : "xxxxxxxxxyyy";
    uint32_t offset = 0, nx = 0, ny = 0;
    for (unsigned b = 0; b < 12; b++)
        offset |= (bits[b] == 'x' ? x >> nx++ & 1 : y >> ny++ & 1) << b;
    return offset + 4096 * ((y >> ny) * (pitch >> nx) + (x >> nx));
}

// I915_BIT_6_SWIZZLE_9 of Y tiles, I915_BIT_6_SWIZZLE_9_10 of X tiles.
static uint32_t swizzle(bool y_tiles, uint32_t at)
{
    const unsigned ones = (at >> 9 & 1) + (y_tiles ? 0 : at >> 10 & 1);
    return ones == 1 ? at ^ 1u << 6 : at;
}

static unsigned wrong_bytes(struct sim_chip *chip, struct board *b, bool y_tiles, uint32_t pitch,
                            bool swizzles)
{
    enum { FIRST = DATA, BYTES = 0x8000, VALID = 1, Y_TILES = 2 };
    unsigned wrong = 0;
    sim_chip_write(chip, FENCES + 8 * 5, FIRST | VALID | (y_tiles ? Y_TILES : 0));
    sim_chip_write(chip, FENCES + 8 * 5 + 4, (FIRST + BYTES - 4096) | (pitch / 128 - 1));
    for (uint32_t i = 0; i < BYTES; i++) {
        const uint32_t at = tiled(y_tiles, pitch, i % pitch, i / pitch);
        wrong += sim_chip_aperture(chip, FIRST + i, true) !=
                 b->memory + FIRST + (swizzles ? swizzle(y_tiles, at) : at);
    }
    wrong += sim_chip_aperture(chip, FIRST + BYTES, true) != b->memory + FIRST + BYTES;
    wrong += sim_chip_aperture(chip, FIRST - 1, true) != b->memory + FIRST - 1;
    sim_chip_write(chip, FENCES + 8 * 5, 0);
    wrong += sim_chip_aperture(chip, FIRST + 0x1234, true) != b->memory + FIRST + 0x1234;
    return wrong;
}

KT_TEST(fences_tile_the_aperture)
{
    static struct narrow n;
    static struct board b;
    if (!begin(&n))
        return;
    kt_eq(wrong_bytes(n.b.chip, &n.b, false, 1024, false), 0);
    kt_eq(wrong_bytes(n.b.chip, &n.b, true, 512, false), 0);
    kt_eq(sim_chip_read(n.b.chip, DIMM), sim_chip_read(n.b.chip, DIMM + 4)); // which calls for it
    sim_chip_write(n.b.chip, TILECTL, 1);
    kt_eq(wrong_bytes(n.b.chip, &n.b, false, 1024, true), 0);
    kt_eq(wrong_bytes(n.b.chip, &n.b, true, 512, true), 0);
    end(&n);
    if (!start(&b, "skl"))
        return;
    kt_eq(wrong_bytes(b.chip, &b, false, 512, false), 0);
    sim_chip_write(b.chip, TILECTL, 1); // later chips have no such bit
    kt_eq(wrong_bytes(b.chip, &b, true, 128, false), 0);
    finish(&b);
}

// ---- what is refused

// Whether `text` comes to be in the file, within ten seconds. The place in it is the writer's as well, and
// stays.
static bool is_said(FILE *f, const char *text)
{
    for (unsigned i = 0; i < 10000; i++) {
        char all[4096];
        const ssize_t n = pread(fileno(f), all, sizeof(all) - 1, 0);
        all[n > 0 ? n : 0] = 0;
        if (strstr(all, text))
            return true;
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    return false;
}

KT_TEST(events_of_the_display_are_refused_by_name)
{
    enum { WAIT_FOR_EVENT = 3 << 23 };
    static struct narrow n;
    FILE *f = tmpfile();
    const int before = dup(2);
    if (!kt_true(f && before >= 0) || !begin(&n))
        return;
    kt_eq(dup2(fileno(f), 2), 2);
    start_ring(&n, 0x2000);
    *at(&n.b, RING) = WAIT_FOR_EVENT;
    *at(&n.b, RING + 4) = 0;
    sim_chip_write(n.b.chip, 0x2000 + TAIL, 8);
    const bool said = is_said(f, "the display, whose events it waits for, is fused off");
    dup2(before, 2);
    close(before);
    fclose(f);
    kt_true(said);
    end(&n);
}

KT_TEST(observation_is_refused_by_name)
{
    enum { OACONTROL = 0x2360, ENABLE = 1 };
    static struct narrow n;
    char line[256], said[256] = "";
    unsigned lines = 0;
    FILE *f = tmpfile();
    const int before = dup(2);
    if (!kt_true(f && before >= 0) || !begin(&n))
        return;
    kt_eq(dup2(fileno(f), 2), 2);
    sim_chip_write(n.b.chip, OACONTROL, 0);
    for (unsigned i = 0; i < 2; i++)
        sim_chip_write(n.b.chip, OACONTROL, ENABLE);
    dup2(before, 2);
    close(before);
    rewind(f);
    for (; fgets(line, sizeof(line), f); lines++)
        memcpy(said, line, sizeof(said));
    fclose(f);
    kt_eq(lines, 1);
    kt_ok(strstr(said, "Gen7.5's observation unit is not simulated"), "said: %s", said);
    end(&n);
}

KT_MAIN()
