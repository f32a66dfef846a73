// The JIT against the interpreter: code runs on the rig interpreted and translated, and must leave the same.
#ifndef KILN_TESTS_SIM_EU_JIT_H
#define KILN_TESTS_SIM_EU_JIT_H

#include <stdarg.h>

#include "eu_random.h"
#include "sim/dispatch/observer.h"
#include "sim/jit/jit.h"

struct outcome {
    uint8_t rf[SIM_RF_SIZE];
    uint64_t instructions, sends;
    bool ended;
};

static unsigned run_budget = 1000; // instructions until a thread is looked at again

// `warm`: with the windows that the run before this one found.
static bool run(struct bench *b, struct sim_program *p, struct outcome *o, bool warm)
{
    static struct sim_window windows[SIM_WINDOWS];
    memset(b->slm, 0, sizeof(b->slm));
    if (!warm)
        memset(windows, 0, sizeof(windows));
    bench_start(b, p);
    b->group.windows = windows;
    for (unsigned turn = 0; turn < 100 && b->t.state == SIM_THREAD_RUN; turn++)
        sim_thread_run(&b->t, run_budget);
    memcpy(o->rf, b->t.rf, sizeof(o->rf));
    o->instructions = b->t.instructions;
    o->sends = b->t.sends;
    o->ended = b->t.state == SIM_THREAD_DONE;
    return o->ended;
}

static bool is_nan(uint32_t v)
{
    return (v & 0x7fffffff) > 0x7f800000;
}

static bool is_half_nan(uint32_t v)
{
    return (v & 0x7fff) > 0x7c00;
}

// Equal, or different NaNs of either size.
static bool same(uint32_t x, uint32_t y)
{
    bool low = (uint16_t)x == (uint16_t)y || (is_half_nan(x) && is_half_nan(y));
    bool high = x >> 16 == y >> 16 || (is_half_nan(x >> 16) && is_half_nan(y >> 16));
    return x == y || (is_nan(x) && is_nan(y)) || (low && high);
}

// Where the two differ, or -1. Which of two NaNs an operation keeps is nobody's promise.
static int difference(const struct outcome *a, const struct outcome *b)
{
    for (unsigned i = 0; i < SIM_RF_SINK; i += 4) {
        uint32_t x, y;
        memcpy(&x, a->rf + i, 4);
        memcpy(&y, b->rf + i, 4);
        if (!same(x, y) && i != SIM_RF_IP && (i < SIM_RF_TM || i >= SIM_RF_TM + 12) && i != SIM_RF_CE)
            return (int)i;
    }
    return a->instructions == b->instructions && a->sends == b->sends ? -1 : SIM_RF_SIZE;
}

// All registers, of a program of Skylake's.
static inline void compare(struct bench *b, const uint8_t *code, size_t size, unsigned simd, const char *what)
{
    static struct outcome first, second;
    struct sim_program *p = sim_program_create(kiln_target("skl"), code, (uint32_t)size, RIG_BASE);
    bool ok = run(b, p, &first, false);
    const struct sim_jit_code *c = sim_jit_now(p, simd, true, 0);
    if (kt_ok(c != NULL, "%s is translated", what)) {
        ok &= run(b, p, &second, false);
        int at = difference(&first, &second);
        uint32_t x = 0, y = 0;
        if (at >= 0 && at < SIM_RF_SIZE) {
            memcpy(&x, first.rf + at, 4);
            memcpy(&y, second.rf + at, 4);
        }
        if (!kt_ok(ok && at < 0,
                   "%s: r%d.%d is %08x interpreted, %08x translated; %llu and %llu instructions (%s)", what,
                   at / 32, at / 4 % 8, x, y, (unsigned long long)first.instructions,
                   (unsigned long long)second.instructions, b->rig.fault.text)) {
            struct eu_text text;
            struct eu_error err;
            if (eu_disassemble(kiln_target("skl"), code, size, &text, &err)) {
                fprintf(stderr, "%s\n", text.data);
                free(text.data);
            }
        }
    }
    sim_program_destroy(p);
}

// ---- programs of which only what is stored counts, so that dead registers may be dropped

enum { MEMORY = 1 << 16, TEXT = 1 << 16 };

struct source {
    char *text;
    size_t used;
    unsigned labels, width;
    bool indirect;
};

__attribute__((format(printf, 2, 3))) static void line(struct source *s, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    s->used += (size_t)vsnprintf(s->text + s->used, TEXT - s->used, fmt, ap);
    va_end(ap);
    s->used += (size_t)snprintf(s->text + s->used, TEXT - s->used, "\n");
}

// Stores r10 to r77, four to a message: what stores is translated as well.
static inline void store_results(struct source *s)
{
    line(s, "(W) mov (8|M0) r110.0<1>:uw 0x76543210:uv");
    line(s, "(W) mov (8|M0) r111.0<1>:d r110.0<8;8,1>:uw");
    line(s, "(W) shl (8|M0) r111.0<1>:d r111.0<8;8,1>:d 4:d");
    for (unsigned r = 10; r < 78; r += 4) {
        line(s, "(W) sends (8|M0) null:ud r111 r%u 0x10c 0x2026001", r);
        line(s, "(W) add (8|M0) r111.0<1>:d r111.0<8;8,1>:d 128:d");
    }
}

// With two surfaces of MEMORY bytes, one after the other.
static struct bench *memory_bench(void)
{
    struct bench *b = bench_new();
    rig_surface(&b->rig, 0, MEMORY);
    rig_surface(&b->rig, MEMORY, MEMORY);
    b->cr0 = 0;
    return b;
}

// All channels of a program, or some.
static uint32_t random_mask(unsigned width)
{
    const uint32_t all = width == 32 ? 0xffffffff : (1u << width) - 1;
    return below(3) == 0 ? all & (rnd() | 1) : all;
}

// A program of the lower registers becomes one of the upper ones, where there are twice as many; so do their
// values.
static void raise_registers(struct bench *b, uint8_t *code, size_t size)
{
    const unsigned half = sizeof(b->grf) / 2, by = half / rig_target()->grf_bytes;
    struct eu_inst in;
    struct eu_error err;
    for (size_t at = 0; at < size; at += 16) {
        if (!kt_ok(eu_decode(rig_target(), code + at, size - at, &in, &err) == 16, "%s", err.text))
            return;
        struct eu_operand *all[] = {&in.dst, &in.src[0], &in.src[1], &in.src[2]};
        for (unsigned k = 0; k < 4; k++)
            if (all[k]->file == EU_FILE_GRF)
                all[k]->reg = (uint8_t)(all[k]->reg + by);
        kt_ok(eu_encode(rig_target(), &in, code + at, &err), "%s", err.text);
    }
    memcpy(b->grf + half, b->grf, half);
    for (unsigned i = 0; i < half; i++)
        b->grf[i] = (uint8_t)rnd();
}

// False: there is nothing to compare, as the program overwrites its own loop counters and goes on for ever.
static bool run_program(struct bench *b, const char *text, unsigned simd, unsigned n)
{
    static struct outcome first, second;
    static uint8_t memory[3][2 * MEMORY], slm[3][65536], start[2 * MEMORY];
    uint8_t *code, *data = rig_data(&b->rig, 0);
    size_t size;
    struct eu_error err;
    if (!kt_ok(eu_assemble(kiln_target(rig_device), text, &code, &size, &err), "%s", err.text))
        return true;
    for (unsigned i = 0; i < sizeof(start); i++)
        start[i] = (uint8_t)rnd();
    if (rig_large)
        raise_registers(b, code, size);
    struct sim_program *p = sim_program_create(rig_target(), code, (uint32_t)size, RIG_BASE);
    bool ok = true;
    const struct sim_jit_code *c = NULL;
    unsigned piece = below(2) ? 4 + below(60) : 0;
    // Interpreted; translated, where each message looks for its memory; and again, where it knows.
    bool same = true;
    unsigned at = 0, differs = 0;
    for (unsigned pass = 0; pass < 3 && same; pass++) {
        if (pass == 1)
            c = sim_jit_now(p, simd, false, piece);
        memcpy(data, start, sizeof(start));
        ok &= run(b, p, pass ? &second : &first, pass == 2);
        if (!pass && !ok && b->rig.fault.kind == SIM_FAULT_NONE)
            break;
        memcpy(memory[pass], data, sizeof(start));
        memcpy(slm[pass], b->slm, sizeof(b->slm));
        for (at = 0; at < sizeof(start) && memory[0][at] == memory[pass][at];)
            at++;
        same = at == sizeof(start) && !memcmp(slm[0], slm[pass], sizeof(slm[0])) &&
               (!pass || (first.instructions == second.instructions && first.sends == second.sends));
        differs = pass;
    }
    bool ends = ok || c || b->rig.fault.kind != SIM_FAULT_NONE;
    if (ends &&
        !kt_ok(c && ok && same,
               "program %u, SIMD%u, mask %x, pass %u: %s%s; memory differs at 0x%x (r%u.%u); %llu and %llu "
               "instructions",
               n, simd, b->mask, differs, c ? "" : "not translated ", b->rig.fault.text, at,
               10 + (at - MEMORY) / 128 * 4 + at / 4 % 4, at / 16 % 8, (unsigned long long)first.instructions,
               (unsigned long long)second.instructions))
        fprintf(stderr, "%s\n", text);
    sim_program_destroy(p);
    free(code);
    return ends;
}

#endif
