// Contexts have the engine in time slices: what hangs, waits or takes long holds up no other context of the
// device, and each computes as if it were alone.
#include <pthread.h>

#include "contexts.h"

// Kernels that never end and polls for ever.
static void hang_two(struct context *hung, struct context *polls)
{
    count(hung, FOREVER, 100, 0);
    wait_for(&polls->w, DATA, 1);
    submit(hung, NULL);
    submit(polls, NULL);
}

// One context's kernel never ends, one polls for ever, and no limit of the machine's ends them soon: a third
// works meanwhile.
KT_TEST(hung_contexts_hold_up_nobody)
{
    struct machine m;
    setenv("KILN_SIM_BUDGET", "1000G", 1);
    setenv("KILN_SIM_TIMEOUT_MS", "10000000", 1);
    if (!machine_open(&m))
        return;
    struct context hung = context_open(&m), polls = context_open(&m), works = context_open(&m);
    hang_two(&hung, &polls);
    for (unsigned i = 0; i < 20; i++)
        compute(&works, 1000 * i + 1);
    kt_true(!over(&hung, 0) && !over(&polls, 0));
    machine_close(&m);
    unsetenv("KILN_SIM_BUDGET");
    unsetenv("KILN_SIM_TIMEOUT_MS");
}

// The limits end them, and only them.
KT_TEST(hung_contexts_are_guilty)
{
    struct machine m;
    setenv("KILN_SIM_BUDGET", "100M", 1);
    setenv("KILN_SIM_TIMEOUT_MS", "1000", 1);
    if (!machine_open(&m))
        return;
    struct context hung = context_open(&m), polls = context_open(&m), works = context_open(&m);
    hang_two(&hung, &polls);
    kt_true(over(&polls, NO_LIMIT) && !guilty(&polls)); // it would yield
    kt_true(over(&hung, NO_LIMIT) && guilty(&hung));
    compute(&works, 7);
    context_close(&hung);
    context_close(&polls);
    context_close(&works);
    machine_close(&m);
    unsetenv("KILN_SIM_BUDGET");
    unsetenv("KILN_SIM_TIMEOUT_MS");
}

// Many hung contexts, and their end with the device.
KT_TEST(many_hung_contexts)
{
    enum { MANY = 40 };
    struct machine m;
    struct context hung[MANY];
    if (!machine_open(&m))
        return;
    for (unsigned i = 0; i < MANY; i++) {
        hung[i] = context_open(&m);
        if (i % 2)
            wait_for(&hung[i].w, DATA, 1);
        else
            count(&hung[i], FOREVER, 100, 0);
        submit(&hung[i], NULL);
    }
    struct context works = context_open(&m);
    compute(&works, 1000);
    for (unsigned i = 0; i < MANY; i++)
        kt_true(!over(&hung[i], 0));
    machine_close(&m);
}

// Two contexts that each wait for the other's writes, a hundred times.
KT_TEST(semaphores_between_contexts)
{
    enum { TIMES = 100 };
    struct machine m;
    if (!machine_open(&m))
        return;
    struct context a = context_open(&m), b = context_open(&m), hung = context_open(&m);
    struct buffer shared = buffer_create(&m.c, 4096, 0x300000);
    for (uint32_t i = 1; i <= TIMES; i++) {
        store_dword(&a.w, 0x300000, i);
        wait_for(&a.w, 0x300004, i);
        wait_for(&b.w, 0x300000, i);
        store_dword(&b.w, 0x300004, i);
    }
    store_dword(&a.w, DATA, VALUE);
    store_dword(&b.w, DATA, VALUE);
    count(&hung, FOREVER, 100, 0);
    submit(&hung, NULL);
    submit(&a, &shared);
    submit(&b, &shared);
    kt_true(over(&a, NO_LIMIT) && over(&b, NO_LIMIT));
    kt_eq(a.out[0], VALUE);
    kt_eq(b.out[0], VALUE);
    machine_close(&m);
}

// A higher priority goes first, and a lower one waits.
KT_TEST(priorities)
{
    struct machine m;
    if (geteuid() != 0)
        kt_skip("not root: no priority above the default");
    if (!machine_open(&m))
        return;
    struct context hung = context_open(&m), high = context_open(&m), low = context_open(&m);
    set_priority(&high, 100);
    set_priority(&low, -100);
    count(&hung, FOREVER, 100, 0);
    submit(&hung, NULL);
    count(&low, 1, 1, 0);
    submit(&low, NULL);
    compute(&high, 1000);
    kt_true(!over(&low, SECOND / 5));
    machine_close(&m);
}

// A switch flushes nothing: what a walker wrote and nobody flushed, the command streamer does not see,
// although another context's request ended meanwhile, which flushes all caches.
KT_TEST(caches_are_a_contexts_own)
{
    struct machine m;
    if (!machine_open(&m))
        return;
    struct context a = context_open(&m), b = context_open(&m);
    struct buffer shared = buffer_create(&m.c, 4096, 0x300000);
    a.out[1] = a.out[2] = 1;
    count(&a, 1, 1, 0);
    stall(&a.w);
    store_dword(&a.w, 0x300000, 1);
    wait_for(&a.w, 0x300004, 1);
    copy_dword(&a.w, DATA + 4, DATA);
    flush(&a.w);
    copy_dword(&a.w, DATA + 8, DATA);
    submit(&a, &shared);
    wait_for(&b.w, 0x300000, 1);
    submit(&b, &shared);
    kt_true(over(&b, NO_LIMIT));
    ((_Atomic uint32_t *)shared.map)[1] = 1;
    kt_true(over(&a, NO_LIMIT));
    kt_eq(a.out[0], VALUE);
    kt_eq(a.out[1], 0); // stale
    kt_eq(a.out[2], VALUE);
    machine_close(&m);
}

// What is counted is the same, alone and beside others.
KT_TEST(counters_stay)
{
    struct sim_stats alone, beside;
    for (unsigned round = 0; round < 2; round++) {
        struct machine m;
        enum { COUNT = 3 };
        struct context x[COUNT];
        if (!machine_open(&m))
            return;
        for (unsigned i = 0; i < COUNT; i++) {
            x[i] = context_open(&m);
            count(&x[i], 300000, 20, i);
            flush(&x[i].w);
            store_reg_mem(&x[i].w, 0x2290, DATA + 64, false);
            submit(&x[i], NULL);
            if (!round)
                kt_true(over(&x[i], NO_LIMIT));
        }
        for (unsigned i = 0; i < COUNT; i++) {
            kt_true(over(&x[i], NO_LIMIT));
            kt_eq(x[i].out[i], VALUE);
            kt_eq(x[i].out[16], 20 * 19);
        }
        sim_device_get_stats(m.c.dev, round ? &beside : &alone);
        machine_close(&m);
    }
    kt_eq(alone.eu_instructions, beside.eu_instructions);
    kt_eq(alone.eu_threads, beside.eu_threads);
    kt_eq(alone.thread_groups, beside.thread_groups);
    kt_eq(alone.walkers, beside.walkers);
}

// ---- on the virtual clock

// At 4 million instructions a second. Interpreted: translated, the walker may be over before the other
// context has anything submitted.
static void clocked(bool by_groups, bool beside, uint32_t from, uint32_t groups, bool lost)
{
    struct machine m;
    setenv("KILN_SIM_CLOCK", "4000000", 1);
    setenv("KILN_SIM_JIT", "0", 1);
    if (!machine_open(&m))
        return;
    struct context slow = context_open(&m), other = context_open(&m);
    if (by_groups)
        load_reg_imm(&slow.w, 0x2580, 6u << 16 | 1u << 1); // CS_CHICKEN1: between thread groups
    count(&slow, from, groups, 0);
    submit(&slow, NULL);
    if (beside)
        compute(&other, 10);
    kt_true(over(&slow, NO_LIMIT));
    kt_ok(guilty(&slow) == lost, "the slow walker %s", lost ? "is not reset" : "is reset");
    kt_true(lost || slow.out[0] == VALUE);
    machine_close(&m);
    unsetenv("KILN_SIM_CLOCK");
    unsetenv("KILN_SIM_JIT");
}

// A second of a walker, without a heartbeat in it: nobody minds, unless another context waits for longer than
// the preemption timeout.
KT_TEST(preemption_timeout)
{
    clocked(false, false, 1000000, 1, false);
    clocked(false, true, 1000000, 1, true);
    clocked(true, true, 1000000, 1, true);  // one group does not yield
    clocked(true, true, 1000, 1000, false); // between groups it does
    clocked(false, true, 1000, 1000, true);
}

KT_MAIN()
