// One EU thread on the rig: set registers, run a few instructions, look at registers. Everything runs twice,
// on the fast paths and on the general code, and both must leave the same register file.
#ifndef KILN_TESTS_SIM_EU_BENCH_H
#define KILN_TESTS_SIM_EU_BENCH_H

#include <math.h>

#include "eu_rig.h"
#include "sim/dispatch/observer.h"
#include "sim/sampler/sampler.h"
#include "sim/surface/surface.h"

struct bench {
    struct rig rig;
    struct sim_tlb clients[SIM_CLIENTS];
    struct sim_surface surfaces[256];
    struct sim_sampler samplers[SIM_SAMPLERS];
    struct sim_group group;
    struct sim_thread t;
    uint8_t slm[65536];
    uint8_t grf[8192]; // start values
    uint32_t cr0, mask;
    bool compare; // both paths (default)
};

static struct bench *bench_new(void)
{
    struct bench *b = aligned_alloc(64, (sizeof(*b) + 63) / 64 * 64);
    memset(b, 0, sizeof(*b));
    rig_init(&b->rig);
    b->mask = 0xffffffff;
    b->cr0 = SIM_CR0_F_DENORM | SIM_CR0_DF_DENORM | SIM_CR0_HF_DENORM;
    b->compare = true;
    return b;
}

static void bench_free(struct bench *b)
{
    rig_finish(&b->rig);
    free(b);
}

// One thread of `p` at its start, with nothing looked up yet.
static void bench_start(struct bench *b, const struct sim_program *p)
{
    for (unsigned i = 0; i < SIM_CLIENTS; i++)
        b->clients[i] = (struct sim_tlb){.pages = &b->rig.pages};
    memset(b->surfaces, 0, sizeof(b->surfaces));
    memset(b->samplers, 0, sizeof(b->samplers));
    b->rig.fault.kind = SIM_FAULT_NONE;
    b->group = (struct sim_group){.launch = &b->rig.w,
                                  .observer = sim_observer_of_program(p),
                                  .tlb = &b->clients[SIM_CLIENT_DATA],
                                  .clients = b->clients,
                                  .slm = b->slm,
                                  .slm_size = sizeof(b->slm),
                                  .threads = 1,
                                  .thread = &b->t,
                                  .fault = &b->rig.fault,
                                  .surfaces = b->surfaces,
                                  .samplers = b->samplers,
                                  .garbage = b->rig.w.seed ? sim_garbage_bytes(b->rig.w.seed) : NULL};
    sim_thread_init(&b->t, &b->group, 0, p, b->mask, b->cr0);
    memcpy(b->t.rf, b->grf, sizeof(b->grf));
}

static bool bench_once(struct bench *b, const uint8_t *code, size_t size, bool general)
{
    sim_eu_general_only = general;
    struct sim_program *p = sim_program_create(kiln_target(rig_device), code, (uint32_t)size, RIG_BASE);
    sim_eu_general_only = false;
    bench_start(b, p);
    sim_thread_run(&b->t, 1 << 16);
    bool ok = b->t.state == SIM_THREAD_DONE;
    sim_program_destroy(p);
    return ok;
}

// Runs `text` and an end of thread. False if the thread did not end (b->rig.fault says why).
static bool bench_run_quiet(struct bench *b, const char *text)
{
    char whole[8192];
    uint8_t *code;
    size_t size;
    struct eu_error err;
    static uint8_t first[SIM_RF_SIZE];
    snprintf(whole, sizeof(whole), "%s\n(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n", text);
    if (!kt_ok(eu_assemble(kiln_target(rig_device), whole, &code, &size, &err), "assembling: %s: %s",
               err.text, text))
        return false;
    bool ok = bench_once(b, code, size, false);
    if (ok && b->compare) {
        memcpy(first, b->t.rf, SIM_RF_SINK);
        ok = bench_once(b, code, size, true);
        for (unsigned i = 0; ok && i < SIM_RF_SINK; i += 4)
            if (memcmp(first + i, b->t.rf + i, 4)) {
                uint32_t x, y;
                float fx, fy;
                memcpy(&x, first + i, 4);
                memcpy(&y, b->t.rf + i, 4);
                memcpy(&fx, &x, 4);
                memcpy(&fy, &y, 4);
                if (!(isnan(fx) && isnan(fy)))
                    ok = kt_ok(false, "fast and general path differ at r%u.%u: %08x, %08x (%g, %g): %s",
                               i / 32, i / 4 % 8, x, y, fx, fy, text);
            }
    }
    free(code);
    return ok;
}

static bool bench_run(struct bench *b, const char *text)
{
    return kt_ok(bench_run_quiet(b, text), "%s in: %s", b->rig.fault.text, text);
}

static void set32(struct bench *b, unsigned reg, unsigned i, uint32_t v)
{
    memcpy(b->grf + reg * 32 + i * 4, &v, 4);
}

static uint32_t get32(const struct bench *b, unsigned reg, unsigned i)
{
    uint32_t v;
    memcpy(&v, b->t.rf + reg * 32 + i * 4, 4);
    return v;
}

static uint32_t flag(const struct bench *b, unsigned n)
{
    uint32_t v;
    memcpy(&v, b->t.rf + SIM_RF_FLAG + 4 * n, 4);
    return v;
}

static uint32_t bench_seed = 12345;

static uint32_t rnd(void)
{
    bench_seed ^= bench_seed << 13;
    bench_seed ^= bench_seed >> 17;
    bench_seed ^= bench_seed << 5;
    return bench_seed;
}

#endif
