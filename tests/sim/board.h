// A chip on a bus without a kernel: page tables, context images and rings in memory of the test's, for a test
// that writes registers as a driver does.
#ifndef KILN_TESTS_SIM_BOARD_H
#define KILN_TESTS_SIM_BOARD_H

#include <time.h>

#include "kt.h"
#include "sim/chip/chip.h"
#include "sim/memory/bus.h"

#pragma GCC diagnostic ignored "-Wunused-function"

enum {
    MEMORY = 4 << 20,
    ENTRIES = 2048, // of the global table
    // Pages of memory, also at these addresses of the global space.
    STATUS = 0x10000,
    IMAGE = 0x20000, // two pages a context; the next one 0x10000 on
    RING = 0x40000,
    GLOBAL_BATCH = 0x60000,
    TABLES = 0x80000, // of the context's space
    DATA = 0x200000,
    BATCH = 0x300000,
    NEXT = 0x1000, // from one context's to the next one's ring
};
enum {
    ELSP = 0x2230,
    HWS_PGA = 0x2080,
    GDRST = 0x941c,
    MASTER = 0x44200,
    IMR = 0x44304,
    IIR = 0x44308,
    IER = 0x4430c
};
enum {
    STORE = 0x20 << 23 | 2,
    STORE_GLOBAL = STORE | 1 << 22,
    USER_IRQ = 2 << 23,
    END = 0x0a << 23,
    JUMP = 0x31 << 23 | 1,
    PPGTT = 1 << 8
};
enum { WAIT_GLOBAL = 0x1c << 23 | 1 << 22 | 1 << 15 | 4 << 12 | 2, LRI = 0x22 << 23 | 1 };

struct board {
    struct sim_chip *chip;
    uint8_t *memory;
    uint64_t global[ENTRIES];
    _Atomic unsigned interrupts, holds;
    uint64_t seed;
};

static uint8_t *host(void *of, uint64_t address, uint64_t size, bool write)
{
    struct board *b = of;
    return address < MEMORY && size <= MEMORY - address ? b->memory + address : NULL;
}

static void hold(void *of)
{
    ((struct board *)of)->holds++;
}

static void let_go(void *of)
{
    ((struct board *)of)->holds--;
}

static void interrupt(void *of)
{
    ((struct board *)of)->interrupts++;
}

static uint32_t *at(struct board *b, uint64_t address)
{
    return (uint32_t *)(void *)(b->memory + address);
}

static void entry(struct board *b, uint64_t table, unsigned index, uint64_t value)
{
    memcpy(b->memory + table + 8 * index, &value, 8);
}

// Four levels: 4 KiB pages at 0 of the space for DATA and BATCH, 2 MiB at 1 GiB, 64 KiB at 2 GiB, each to
// DATA; nothing elsewhere.
static void make_tables(struct board *b)
{
    enum {
        PDP = TABLES + 0x1000,
        PD0 = TABLES + 0x2000,
        PD1 = TABLES + 0x3000,
        PD2 = TABLES + 0x4000,
        PT0 = TABLES + 0x5000,
        PT2 = TABLES + 0x6000
    };
    entry(b, TABLES, 0, PDP | 3);
    entry(b, PDP, 0, PD0 | 3);
    entry(b, PDP, 1, PD1 | 3);
    entry(b, PDP, 2, PD2 | 3);
    entry(b, PD0, 0, PT0 | 3);
    for (unsigned i = 0; i < 4; i++) {
        entry(b, PT0, i, (DATA + i * 0x1000) | 3);
        entry(b, PT0, 16 + i, (BATCH + i * 0x1000) | 3);
    }
    entry(b, PT0, 8, DATA | 1); // read only
    entry(b, PD1, 0, DATA | 0x83);
    entry(b, PD2, 0, PT2 | 0x803);
    entry(b, PT2, 0, DATA | 3);
}

static void make_image(struct board *b, unsigned n)
{
    uint32_t *r = at(b, IMAGE + n * 0x10000 + 0x1000);
    memset(r, 0, 4096);
    r[3] = 0x10001; // nothing to restore
    r[9] = RING + n * NEXT;
    r[0xb] = 1; // one page
    r[0x33] = TABLES;
}

static bool start(struct board *b, const char *device)
{
    struct sim_config config = sim_config_read();
    memset(b, 0, sizeof(*b));
    config.device = device;
    config.strict = config.lazy = false;
    config.threads = 2;
    b->memory = aligned_alloc(4096, MEMORY);
    memset(b->memory, 0, MEMORY);
    for (unsigned i = 0; i < MEMORY / 4096; i++)
        b->global[i] = (uint64_t)i << 12 | 1;
    make_tables(b);
    make_image(b, 0);
    make_image(b, 1);
    const struct sim_bus bus = {host, hold, let_go, interrupt, b, NULL, 0, b->global, ENTRIES};
    b->chip = sim_chip_create(&config);
    if (!kt_ok(b->chip && sim_chip_attach(b->chip, &bus), "no chip %s", device))
        return false;
    sim_chip_write(b->chip, HWS_PGA, STATUS);
    sim_chip_write(b->chip, IMR, 0);
    sim_chip_write(b->chip, IER, 0xffff);
    sim_chip_write(b->chip, MASTER, 1u << 31);
    sim_chip_write(b->chip, 0x20a8, 0);
    return true;
}

static void finish(struct board *b)
{
    sim_chip_destroy(b->chip);
    kt_eq(b->holds, 0);
    free(b->memory);
}

static void ring(struct board *b, unsigned n, const uint32_t *words, unsigned count)
{
    uint32_t *r = at(b, IMAGE + n * 0x10000 + 0x1000), tail = r[7];
    for (unsigned i = 0; i < count; i++)
        at(b, RING + n * NEXT)[tail / 4 + i] = words[i];
    __atomic_store_n(&r[7], tail + (count + 1) / 2 * 8, __ATOMIC_RELEASE);
}

static void submit(struct board *b, int first, int second)
{
    for (int i = 1; i >= 0; i--) {
        int n = i ? second : first;
        sim_chip_write(b->chip, ELSP, n < 0 ? 0 : (uint32_t)n + 7);
        sim_chip_write(b->chip, ELSP, n < 0 ? 0 : (uint32_t)(IMAGE + n * 0x10000) | 0x19);
    }
}

// Until memory holds the value: the machine works meanwhile. No clock decides; a test that hangs is ended
// from outside.
static void wait_for(struct board *b, uint64_t address, uint32_t value)
{
    while (__atomic_load_n(at(b, address), __ATOMIC_ACQUIRE) != value)
        nanosleep(&(struct timespec){0, 100000}, NULL);
}

static void wait_for_event(struct board *b, uint32_t pointer)
{
    wait_for(b, STATUS + 4 * 0x1f, pointer);
}

#endif
