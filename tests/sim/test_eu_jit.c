// The JIT against the interpreter: random sequences of instructions, with branches around and in loops, must
// leave the same registers, flags, accumulators and counters.
#include "eu_random.h"
#include "sim/jit.h"

enum { LENGTH = 24, KERNELS = 50 };

struct outcome {
    uint8_t rf[SIM_RF_SIZE];
    uint64_t instructions, sends;
    bool ended;
};

static bool run(struct bench *b, struct sim_program *p, struct outcome *o)
{
    b->tlb = (struct sim_tlb){.vm = &b->rig.vm};
    memset(b->surfaces, 0, sizeof(b->surfaces));
    memset(b->slm, 0, sizeof(b->slm));
    b->rig.fault.kind = SIM_FAULT_NONE;
    static struct sim_window windows[SIM_WINDOWS];
    memset(windows, 0, sizeof(windows));
    b->group = (struct sim_group){.walker = &b->rig.w,
                                  .tlb = &b->tlb,
                                  .slm = b->slm,
                                  .slm_size = sizeof(b->slm),
                                  .threads = 1,
                                  .thread = &b->t,
                                  .fault = &b->rig.fault,
                                  .surfaces = b->surfaces,
                                  .windows = windows};
    sim_thread_init(&b->t, &b->group, 0, p, b->mask, b->cr0);
    memcpy(b->t.rf, b->grf, sizeof(b->grf));
    for (unsigned turn = 0; turn < 100 && b->t.state == SIM_THREAD_RUN; turn++)
        sim_thread_run(&b->t, 1000);
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

// Where the two differ, or -1. Which of two NaNs an operation keeps is nobody's promise.
static int difference(const struct outcome *a, const struct outcome *b)
{
    for (unsigned i = 0; i < SIM_RF_SINK; i += 4) {
        uint32_t x, y;
        memcpy(&x, a->rf + i, 4);
        memcpy(&y, b->rf + i, 4);
        if (x != y && !(is_nan(x) && is_nan(y)) && i != SIM_RF_IP && (i < SIM_RF_TM || i >= SIM_RF_TM + 12) &&
            i != SIM_RF_CE)
            return (int)i;
    }
    return a->instructions == b->instructions && a->sends == b->sends ? -1 : SIM_RF_SIZE;
}

static void compare(struct bench *b, const uint8_t *code, size_t size, unsigned simd, const char *what)
{
    static struct outcome first, second;
    struct sim_program *p = sim_program_create(code, (uint32_t)size, RIG_BASE);
    bool ok = run(b, p, &first);
    const struct sim_jit_code *c = sim_jit_now(p, simd, true);
    if (kt_ok(c != NULL, "%s is translated", what)) {
        ok &= run(b, p, &second);
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
            if (eu_disassemble(EU_GEN9, code, size, &text, &err)) {
                fprintf(stderr, "%s\n", text.data);
                free(text.data);
            }
        }
    }
    sim_program_destroy(p);
}

static size_t append(uint8_t *code, size_t at, const char *text)
{
    uint8_t *more;
    size_t size;
    struct eu_error err;
    if (!kt_ok(eu_assemble(EU_GEN9, text, &more, &size, &err), "%s: %s", text, err.text))
        return at;
    memcpy(code + at, more, size);
    free(more);
    return at + size;
}

static size_t append_random(uint8_t *code, size_t at, unsigned n)
{
    for (unsigned i = 0; i < n;) {
        struct eu_inst in;
        struct eu_error err;
        random_inst(&in);
        if (below(2))
            in.dst.reg = (uint8_t)(10 + 20 * below(3) + below(8));
        if (!eu_encode(EU_GEN9, &in, code + at, &err))
            continue;
        at += 16;
        i++;
    }
    return at;
}

static const char flags[] = "(W) mov (2|M0) f0.0<1>:ud r126.0<2;2,1>:ud\n";
static const char end[] = "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n";

static void sequences(uint32_t cr0)
{
    static uint8_t code[(LENGTH + 4) * 16];
    struct bench *b = bench_new();
    b->cr0 = cr0;
    for (unsigned n = 0; n < KERNELS; n++) {
        unsigned simd = 8u << below(3);
        size_t size = append(code, 0, flags);
        size = append_random(code, size, LENGTH);
        size = append(code, size, end);
        random_registers(b);
        b->mask = simd == 32 ? 0xffffffff : (1u << simd) - 1;
        if (below(2))
            b->mask &= rnd();
        char what[64];
        snprintf(what, sizeof(what), "sequence %u, SIMD%u, mask %x", n, simd, b->mask);
        compare(b, code, size, simd, what);
    }
    bench_free(b);
}

KT_TEST(sequences_with_denormals)
{
    sequences(SIM_CR0_F_DENORM | SIM_CR0_DF_DENORM | SIM_CR0_HF_DENORM);
}

KT_TEST(sequences_that_flush)
{
    sequences(0);
}

KT_MAIN()
