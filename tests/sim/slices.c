// Contexts have the engine in time slices: what hangs, waits or takes long holds up no other context of the
// device, and each computes as if it were alone.
#include <pthread.h>

#include "gpgpu.h"
#include "kiln/isa.h"

// Counts down from r1.0, then stores r1.1 at the address in r1.2:uq (A64 untyped write, one channel).
static const char source[] = "(W) mov (1|M0) r2.0<1>:ud r1.0<0;1,0>:ud\n"
                             "L1:\n"
                             "(W) add (1|M0) (ne)f0.0 r2.0<1>:d r2.0<0;1,0>:d -1:w\n"
                             "(W&f0.0) jmpi (1|M0) L1\n"
                             "(W) mov (1|M0) r20.0<1>:ud r1.2<0;1,0>:ud\n"
                             "(W) mov (1|M0) r20.1<1>:ud r1.3<0;1,0>:ud\n"
                             "(W) mov (1|M0) r11.0<1>:ud r1.1<0;1,0>:ud\n"
                             "(W) sends (1|M0) null:w r20 r11 0x4C 0x04066EFF\n"
                             "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n"
                             "(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n";

enum { FOREVER = 0 }; // counts through all of 2^32
enum { SECOND = 1000000000, VALUE = 0x600d };
// What must come waits without a limit: a loaded machine is slow, and what never comes ends by the test's own
// time limit.
enum { NO_LIMIT = -1 };

// A context with an address space of its own: a batch, state, and memory that the batch writes.
struct machine {
    struct client c;
    uint8_t *code;
    size_t code_size;
};

struct context {
    struct client c; // of the machine's file
    struct buffer data, batch, state;
    struct words w;
    uint32_t *out;
};

static bool machine_open(struct machine *m)
{
    struct eu_error err;
    return kt_ok(eu_assemble(kiln_target("skl"), source, &m->code, &m->code_size, &err), "%s", err.text) &&
           client_open(&m->c);
}

static void machine_close(struct machine *m)
{
    client_close(&m->c);
    free(m->code);
}

static struct context context_open(struct machine *m)
{
    struct context x = {.c = m->c};
    struct drm_i915_gem_context_create create = {0};
    kt_eq(client_ioctl(&m->c, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &create), 0);
    x.c.ctx = create.ctx_id;
    struct drm_i915_gem_context_param p = {.ctx_id = x.c.ctx, .param = I915_CONTEXT_PARAM_RECOVERABLE};
    kt_eq(client_ioctl(&m->c, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p), 0);
    x.data = buffer_create(&x.c, 4096, DATA);
    x.batch = buffer_create(&x.c, 16384, BATCH);
    x.state = buffer_create(&x.c, 16384, STATE);
    x.w = (struct words){x.batch.map, 0};
    x.out = x.data.map;
    uint32_t *s = x.state.map;
    memcpy(s, m->code, m->code_size);
    s[1024 + 6] = 2; // threads of a group
    s[1024 + 7] = 1; // registers of constants
    return x;
}

static void context_close(struct context *x)
{
    struct drm_i915_gem_context_destroy d = {.ctx_id = x->c.ctx};
    buffer_destroy(&x->c, &x->state);
    buffer_destroy(&x->c, &x->batch);
    buffer_destroy(&x->c, &x->data);
    kt_eq(client_ioctl(&x->c, DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, &d), 0);
}

static void set_priority(struct context *x, int64_t priority)
{
    struct drm_i915_gem_context_param p = {
        .ctx_id = x->c.ctx, .param = I915_CONTEXT_PARAM_PRIORITY, .value = (uint64_t)priority};
    kt_eq(client_ioctl(&x->c, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p), 0);
}

// A walker that counts and then stores VALUE in data[word].
static void count(struct context *x, uint32_t from, uint32_t groups, unsigned word)
{
    uint32_t *constants = (uint32_t *)x->state.map + 0x2000 / 4;
    constants[0] = from;
    constants[1] = VALUE;
    constants[2] = (uint32_t)(DATA + 4 * word);
    constants[3] = 0;
    good_state(&x->w);
    walker(&x->w, 0, groups, 1, 1);
}

static void flush(struct words *w) // PIPE_CONTROL: stall, DC flush
{
    emit(w, 0x7a000004);
    emit(w, 1u << 20 | 1u << 5);
    for (unsigned i = 0; i < 4; i++)
        emit(w, 0);
}

static void wait_for(struct words *w, uint64_t addr, uint32_t value) // MI_SEMAPHORE_WAIT: poll until equal
{
    emit(w, 0x1cu << 23 | 1u << 15 | 4u << 12 | 2);
    emit(w, value);
    emit_addr(w, addr);
}

static void copy_dword(struct words *w, uint64_t to, uint64_t from) // MI_COPY_MEM_MEM
{
    emit(w, 0x2eu << 23 | 3);
    emit_addr(w, to);
    emit_addr(w, from);
}

static void submit(struct context *x, const struct buffer *shared)
{
    struct drm_i915_gem_exec_object2 o[4] = {
        exec_object(&x->batch, 0), exec_object(&x->data, EXEC_OBJECT_WRITE), exec_object(&x->state, 0)};
    struct drm_i915_gem_execbuffer2 eb = {.buffers_ptr = (uintptr_t)o,
                                          .buffer_count = 3,
                                          .flags =
                                              I915_EXEC_RENDER | I915_EXEC_NO_RELOC | I915_EXEC_BATCH_FIRST,
                                          .rsvd1 = x->c.ctx};
    if (shared) // without implicit synchronization
        o[eb.buffer_count++] = exec_object(shared, EXEC_OBJECT_ASYNC);
    emit(&x->w, MI_BATCH_BUFFER_END);
    kt_eq(client_ioctl(&x->c, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb), 0);
    x->w.n = 0;
}

static bool over(struct context *x, int64_t timeout_ns)
{
    return !client_wait(&x->c, &x->data, timeout_ns);
}

static bool guilty(struct context *x)
{
    unsigned active, pending;
    client_reset_stats(&x->c, &active, &pending);
    return active;
}

static void compute(struct context *x, uint32_t from)
{
    x->out[0] = 0;
    count(x, from, 4, 0);
    submit(x, NULL);
    kt_true(over(x, NO_LIMIT));
    kt_eq(x->out[0], VALUE);
    kt_true(!guilty(x));
}

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

// At 4 million instructions a second.
static void clocked(bool by_groups, bool beside, uint32_t from, uint32_t groups, bool lost)
{
    struct machine m;
    setenv("KILN_SIM_CLOCK", "4000000", 1);
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
