// The observation unit on a bus (sim/chip/observation.c): reports in a buffer of the global space, by the
// timer and at switches of contexts; what a kernel writes into images for it; a buffer that is full.
#include "board.h"
#include "hw/oa.h"

enum {
    BUFFER = 0x140000, // 128 KiB
    BUFFER_SIZE = 0x20000,
    FORMAT = 5 << 2,
    ENABLE = 1,
    TIMER = 1 << 1,
    EXPONENT = 9,
    PERIOD = 2 << EXPONENT, // ticks
    REPORT = 256,
    OVERFLOW = 1 << 1,
    BY_TIMER = 1 << 19,
    BY_SWITCH = 1 << 22,
    STATE = 0x1000 // of an image
};

// Registers of the unit, and where a chip has them; the place of OA_CTX_CONTROL in an image's state.
static const struct unit {
    const char *device;
    uint32_t control, debug, status, head, tail, buffer, timer, valid, place;
} units[] = {
    {"skl", 0x2b00, 0x2b04, 0x2b08, 0x2b0c, 0x2b10, 0x2b14, 0x2360, 1 << 16, 0x128},
    {"bdw", 0x2b00, 0x2b04, 0x2b08, 0x2b0c, 0x2b10, 0x2b14, 0x2360, 1 << 25, 0x120},
    {"icl", 0x2b00, 0x2b04, 0x2b08, 0x2b0c, 0x2b10, 0x2b14, 0x2360, 1 << 16, 0x124},
    {"tgl", 0xdaf4, 0xdaf8, 0xdafc, 0xdb00, 0xdb04, 0xdb08, 0x2b28, 1 << 16, 0x2c0},
};

static void let_count(struct board *b, const struct unit *u)
{
    sim_chip_write(b->chip, u->status, 0);
    sim_chip_write(b->chip, u->head, BUFFER);
    sim_chip_write(b->chip, u->buffer, BUFFER | 1); // of the global space
    sim_chip_write(b->chip, u->tail, BUFFER);
    sim_chip_write(b->chip, u->control, FORMAT | ENABLE);
}

static void wait_for_tail(struct board *b, const struct unit *u, uint32_t bytes)
{
    while (sim_chip_read(b->chip, u->tail) - BUFFER < bytes)
        nanosleep(&(struct timespec){0, 100000}, NULL);
}

KT_TEST(the_timer_reports)
{
    for (unsigned i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        const struct unit *u = &units[i];
        struct board b;
        if (!start(&b, u->device))
            return;
        sim_chip_write(b.chip, u->timer, EXPONENT << 2 | TIMER | 1);
        let_count(&b, u);
        wait_for_tail(&b, u, 8 * REPORT);
        for (unsigned k = 0; k < 8; k++) {
            const uint32_t *r = at(&b, BUFFER + k * REPORT);
            kt_eq(r[KILN_OA_REPORT_ID], BY_TIMER);
            kt_eq(r[KILN_OA_CONTEXT], UINT32_MAX);   // none
            kt_eq(r[KILN_OA_TIMESTAMP] % PERIOD, 0); // when it was due
            if (k)
                kt_eq(r[KILN_OA_TIMESTAMP] - at(&b, BUFFER + (k - 1) * REPORT)[KILN_OA_TIMESTAMP], PERIOD);
        }
        sim_chip_write(b.chip, u->control, 0);
        uint32_t tail = sim_chip_read(b.chip, u->tail);
        nanosleep(&(struct timespec){0, 5000000}, NULL);
        kt_eq(sim_chip_read(b.chip, u->tail), tail);
        kt_eq(sim_chip_read(b.chip, u->status), 0);
        finish(&b);
    }
}

KT_TEST(a_full_buffer_is_told)
{
    const struct unit *u = &units[0];
    struct board b;
    if (!start(&b, u->device))
        return;
    sim_chip_write(b.chip, u->timer, 0 << 2 | TIMER); // 6 MHz
    let_count(&b, u);
    while (!(sim_chip_read(b.chip, u->status) & OVERFLOW))
        nanosleep(&(struct timespec){0, 100000}, NULL);
    sim_chip_write(b.chip, u->control, 0);
    kt_eq(sim_chip_read(b.chip, u->tail), BUFFER + BUFFER_SIZE - REPORT); // never up to the head
    // What was read makes room; the tail goes round.
    sim_chip_write(b.chip, u->status, 0);
    sim_chip_write(b.chip, u->head, BUFFER + BUFFER_SIZE - REPORT);
    sim_chip_write(b.chip, u->control, FORMAT | ENABLE);
    while (sim_chip_read(b.chip, u->tail) == BUFFER + BUFFER_SIZE - REPORT)
        nanosleep(&(struct timespec){0, 100000}, NULL);
    kt_ok(sim_chip_read(b.chip, u->tail) < BUFFER + BUFFER_SIZE, "the tail left the buffer");
    finish(&b);
}

// A kernel finds the register in the image that the chip saved, and what it writes there starts the timer
// when the context is loaded.
KT_TEST(contexts_are_reported_and_start_the_timer)
{
    const struct unit *u = &units[0];
    struct board b;
    if (!start(&b, u->device))
        return;
    static const uint32_t words[] = {STORE_GLOBAL, DATA + 8, 0, 1, USER_IRQ, 0};
    let_count(&b, u);
    ring(&b, 0, words, 6);
    submit(&b, 0, -1);
    wait_for_event(&b, 1);
    uint32_t *state = at(&b, IMAGE + STATE);
    kt_eq(sim_chip_read(b.chip, u->tail), BUFFER + REPORT);
    kt_eq(at(&b, BUFFER)[KILN_OA_REPORT_ID], BY_SWITCH | u->valid);
    kt_eq(at(&b, BUFFER)[KILN_OA_CONTEXT], 7); // as submitted
    kt_eq(state[u->place - 1], (uint32_t)LRI);
    kt_eq(state[u->place], u->timer);
    kt_eq(state[u->place + 1], 0);
    state[u->place + 1] = EXPONENT << 2 | TIMER;
    ring(&b, 0, words, 6);
    submit(&b, 0, -1);
    wait_for_event(&b, 3);
    wait_for_tail(&b, u, 3 * REPORT); // also when no context is on the engine
    kt_eq(at(&b, BUFFER + REPORT)[KILN_OA_REPORT_ID], BY_SWITCH | u->valid);
    kt_eq(at(&b, BUFFER + 2 * REPORT)[KILN_OA_REPORT_ID] & BY_TIMER, BY_TIMER);
    kt_eq(sim_chip_read(b.chip, u->timer), EXPONENT << 2 | TIMER);
    sim_chip_write(b.chip, u->debug, 1 << 17 | 1 << 1); // no switches any more, no timer
    state[u->place + 1] = 0;
    ring(&b, 0, words, 6);
    submit(&b, 0, -1);
    wait_for_event(&b, 5);
    uint32_t tail = sim_chip_read(b.chip, u->tail);
    ring(&b, 0, words, 6);
    submit(&b, 0, -1);
    wait_for_event(&b, 1);
    kt_eq(sim_chip_read(b.chip, u->tail), tail);
    finish(&b);
}

// A space that is not the global one, or an address that nothing maps, loses reports and nothing else.
KT_TEST(a_buffer_that_is_nowhere)
{
    const struct unit *u = &units[0];
    for (unsigned i = 0; i < 2; i++) {
        struct board b;
        if (!start(&b, u->device))
            return;
        sim_chip_write(b.chip, u->timer, EXPONENT << 2 | TIMER);
        let_count(&b, u);
        sim_chip_write(b.chip, u->buffer, i ? 0xff000000 | 1 : BUFFER);
        while (!(sim_chip_read(b.chip, u->status) & 1))
            nanosleep(&(struct timespec){0, 100000}, NULL);
        finish(&b);
    }
}

KT_MAIN()
