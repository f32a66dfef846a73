// What goes wrong: page faults, unknown and unsimulated commands, hangs; and what the kernel makes of it: the
// fence's error, banned contexts and clients, reset statistics, and a close while work runs.
#include <linux/sync_file.h>
#include <pthread.h>

#include "client.h"

#define DATA UINT64_C(0x100000)
#define BATCH UINT64_C(0x200000)
// i915 lets an endless batch that can be preempted run for 20 s.
#define PATIENCE (client_node() ? INT64_C(60000000000) : INT64_C(20000000000))

struct rig {
    struct client c;
    struct buffer data, batch;
    struct words w;
};

static bool rig_open(struct rig *r)
{
    setenv("KILN_SIM_TIMEOUT_MS", "100", 1);
    if (!client_open(&r->c))
        return false;
    r->data = buffer_create(&r->c, 4096, DATA);
    r->batch = buffer_create(&r->c, 4096, BATCH);
    r->w = (struct words){r->batch.map, 0};
    return true;
}

static void rig_close(struct rig *r)
{
    buffer_destroy(&r->c, &r->batch);
    buffer_destroy(&r->c, &r->data);
    client_close(&r->c);
}

static void set_recoverable(struct client *c, bool on)
{
    struct drm_i915_gem_context_param p = {
        .ctx_id = c->ctx, .param = I915_CONTEXT_PARAM_RECOVERABLE, .value = on};
    kt_eq(client_ioctl(c, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p), 0);
}

// Executes with an out-fence, and returns the fence's status: 0, or -errno.
static int run_status(struct rig *r, int *exec_error)
{
    struct drm_i915_gem_exec_object2 o[2] = {exec_object(&r->batch, 0), exec_object(&r->data, 0)};
    struct drm_i915_gem_execbuffer2 eb = {.buffers_ptr = (uintptr_t)o,
                                          .buffer_count = 2,
                                          .flags =
                                              I915_EXEC_RENDER | I915_EXEC_BATCH_FIRST | I915_EXEC_FENCE_OUT,
                                          .rsvd1 = r->c.ctx};
    *exec_error = client_ioctl(&r->c, DRM_IOCTL_I915_GEM_EXECBUFFER2_WR, &eb);
    if (*exec_error)
        return *exec_error;
    kt_eq(client_wait(&r->c, &r->batch, PATIENCE), 0);
    int fd = (int)(eb.rsvd2 >> 32);
    struct sync_file_info info = {0};
    kt_eq(client_fd_ioctl(&r->c, fd, SYNC_IOC_FILE_INFO, &info), 0);
    close(fd);
    r->w.n = 0;
    return info.status < 0 ? info.status : 0;
}

// The status of the request, and whether its context is guilty and banned.
static void expect(struct rig *r, int status, bool guilty)
{
    unsigned active, pending;
    int err;
    set_recoverable(&r->c, false);
    kt_eq(run_status(r, &err), status);
    kt_eq(err, 0);
    client_reset_stats(&r->c, &active, &pending);
    kt_eq(active, guilty);
    ((uint32_t *)r->batch.map)[0] = MI_BATCH_BUFFER_END;
    kt_eq(client_exec(&r->c, &r->batch, &r->data), guilty ? -EIO : 0);
    // Another context of the file goes on.
    struct client other = r->c;
    struct drm_i915_gem_context_create ctx = {0};
    kt_eq(client_ioctl(&r->c, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &ctx), 0);
    other.ctx = ctx.ctx_id;
    r->w.n = 0;
    store_dword(&r->w, DATA + 64, 55);
    emit(&r->w, MI_BATCH_BUFFER_END);
    kt_eq(client_exec(&other, &r->batch, &r->data), 0);
    kt_eq(client_wait(&other, &r->data, PATIENCE), 0);
    kt_eq(((uint32_t *)r->data.map)[16], 55);
}

static void expect_lost(struct rig *r)
{
    expect(r, -EIO, true);
}

// What would yield to others, but does not end: its request expires. On Gen8, which does not preempt, the
// heartbeat ends a loop before, and a reset ends the wait for a semaphore: both contexts are guilty.
static void expect_expired(void (*emit_endless)(struct words *w), int status_on_bdw)
{
    static const char *const chips[] = {"skl", "bdw", "icl", "tgl"};
    for (unsigned i = 0; i < 4; i++) {
        struct rig r;
        client_device = chips[i];
        if (rig_open(&r)) {
            emit_endless(&r.w);
            const bool gen8 = !strcmp(chips[i], "bdw");
            expect(&r, gen8 ? status_on_bdw : -EINTR, gen8);
            rig_close(&r);
        }
    }
    client_device = "skl";
}

KT_TEST(unmapped_write)
{
    client_skip_on_node("i915 has a scratch page there");
    struct rig r;
    if (!rig_open(&r))
        return;
    store_dword(&r.w, DATA, 1);
    store_dword(&r.w, DATA + 4096 + 64, 2); // just past the buffer
    store_dword(&r.w, DATA + 4, 3);
    emit(&r.w, MI_BATCH_BUFFER_END);
    expect_lost(&r);
    kt_eq(((uint32_t *)r.data.map)[0], 1);
    kt_eq(((uint32_t *)r.data.map)[1], 0);
    rig_close(&r);
}

KT_TEST(null_read)
{
    client_skip_on_node("i915 has a scratch page there");
    struct rig r;
    if (!rig_open(&r))
        return;
    load_reg_mem(&r.w, 0x2600, 0);
    emit(&r.w, MI_BATCH_BUFFER_END);
    expect_lost(&r);
    rig_close(&r);
}

KT_TEST(unknown_command)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    emit(&r.w, 0xdeadbeef);
    emit(&r.w, MI_BATCH_BUFFER_END);
    expect_lost(&r);
    rig_close(&r);
}

KT_TEST(unsimulated_command)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    emit(&r.w, 0x7b000005); // 3DPRIMITIVE
    for (unsigned i = 0; i < 6; i++)
        emit(&r.w, 0);
    emit(&r.w, MI_BATCH_BUFFER_END);
    expect_lost(&r);
    rig_close(&r);
}

KT_TEST(batch_runs_off_its_buffer)
{
    client_skip_on_node("i915 has a scratch page there");
    struct rig r;
    if (!rig_open(&r))
        return;
    memset(r.batch.map, 0, 4096); // MI_NOOP to the end
    expect_lost(&r);
    rig_close(&r);
}

KT_TEST(walker_without_state)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    emit(&r.w, 0x7105000d); // GPGPU_WALKER
    for (unsigned i = 0; i < 14; i++)
        emit(&r.w, 1);
    emit(&r.w, MI_BATCH_BUFFER_END);
    expect_lost(&r);
    rig_close(&r);
}

// A jump is no command at which an engine takes something else: nothing but a reset ends it.
KT_TEST(endless_batch)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    emit(&r.w, 0x31u << 23 | 1u << 8 | 1); // jumps to itself
    emit_addr(&r.w, BATCH);
    expect_lost(&r);
    rig_close(&r);
}

static void check_for_ever(struct words *w)
{
    emit(w, 0x05u << 23); // MI_ARB_CHECK
    emit(w, 0x31u << 23 | 1u << 8 | 1);
    emit_addr(w, BATCH);
}

KT_TEST(endless_batch_that_yields)
{
    expect_expired(check_for_ever, -EIO);
}

static void wait_for_nothing(struct words *w)
{
    emit(w, 0x1cu << 23 | 4u << 12 | 1u << 15 | 2);
    emit(w, 1);
    emit_addr(w, DATA);
    emit(w, MI_BATCH_BUFFER_END);
}

KT_TEST(semaphore_that_nobody_signals)
{
    expect_expired(wait_for_nothing, -EINTR);
}

KT_TEST(bans)
{
    struct rig r;
    int err;
    if (!rig_open(&r))
        return;
    // A recoverable context is banned at the third hang within two minutes.
    for (unsigned i = 0; i < 3; i++) {
        emit(&r.w, 0xdeadbeef);
        kt_eq(run_status(&r, &err), -EIO);
        kt_eq(err, 0);
    }
    kt_eq(run_status(&r, &err), -EIO);
    kt_eq(err, -EIO);
    // And a client that goes on like this gets no more contexts: 3 points a ban, 1 a quick hang, 9 are
    // enough.
    unsigned created = 0;
    for (;;) {
        struct drm_i915_gem_context_create ctx = {0};
        err = client_ioctl(&r.c, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &ctx);
        if (err || created++ > 10)
            break;
        r.c.ctx = ctx.ctx_id;
        set_recoverable(&r.c, false);
        r.w.n = 0;
        emit(&r.w, 0xdeadbeef);
        kt_eq(run_status(&r, &err), -EIO);
    }
    kt_eq(err, -EIO);
    kt_eq(created, 1);   // 2 quick hangs and a ban are 5; one more of both makes 9
    struct client fresh; // another client is not concerned
    struct drm_i915_gem_context_create ctx = {0};
    if (!client_open_again(&r.c, &fresh))
        return;
    kt_eq(client_ioctl(&fresh, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &ctx), 0);
    client_close_again(&fresh);
    rig_close(&r);
}

KT_TEST(queued_requests_of_a_banned_context)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    set_recoverable(&r.c, false);
    struct buffer second = buffer_create(&r.c, 4096, BATCH + 0x10000);
    struct words w = {second.map, 0};
    store_dword(&w, DATA, 9);
    emit(&w, MI_BATCH_BUFFER_END);
    emit(&r.w, 0x1cu << 23 | 4u << 12 | 1u << 15 | 2); // waits until both are queued
    emit(&r.w, 1);
    emit_addr(&r.w, DATA + 64);
    emit(&r.w, 0xdeadbeef);
    kt_eq(client_exec(&r.c, &r.batch, &r.data), 0);
    kt_eq(client_exec(&r.c, &second, &r.data), 0);
    __atomic_store_n((uint32_t *)r.data.map + 16, 1, __ATOMIC_RELEASE);
    kt_eq(client_wait(&r.c, &r.data, PATIENCE), 0);
    kt_eq(((uint32_t *)r.data.map)[0], 0); // it never ran
    buffer_destroy(&r.c, &second);
    rig_close(&r);
}

KT_TEST(close_while_work_runs)
{
    struct rig r;
    setenv("KILN_SIM_TIMEOUT_MS", "10000000", 1); // longer than this test may take
    if (!client_open(&r.c))
        return;
    r.data = buffer_create(&r.c, 4096, DATA);
    r.batch = buffer_create(&r.c, 4096, BATCH);
    r.w = (struct words){r.batch.map, 0};
    emit(&r.w, 0x1cu << 23 | 4u << 12 | 1u << 15 | 2);
    emit(&r.w, 1);
    emit_addr(&r.w, DATA);
    emit(&r.w, MI_BATCH_BUFFER_END);
    for (unsigned i = 0; i < 3; i++)
        kt_eq(client_exec(&r.c, &r.batch, &r.data), 0);
    usleep(20000); // so that the first one executes
    rig_close(&r);
}

// ---- many at once (also for ThreadSanitizer)

static void *hammer(void *arg)
{
    struct client c;
    struct drm_i915_gem_context_create ctx = {0};
    if (!client_open_again(arg, &c) || client_ioctl(&c, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &ctx))
        return NULL;
    c.ctx = ctx.ctx_id;
    intptr_t sum = 0;
    for (unsigned i = 0; i < 50; i++) {
        struct buffer data = buffer_create(&c, 4096, DATA), batch = buffer_create(&c, 4096, BATCH);
        struct words w = {batch.map, 0};
        store_dword(&w, DATA, i);
        emit(&w, MI_BATCH_BUFFER_END);
        if (client_exec(&c, &batch, &data) || client_wait(&c, &data, PATIENCE))
            sum = -1000000;
        sum += *(uint32_t *)data.map;
        buffer_destroy(&c, &data);
        buffer_destroy(&c, &batch);
    }
    client_close_again(&c);
    return (void *)sum;
}

KT_TEST(threads)
{
    struct client c;
    pthread_t threads[4];
    if (!client_open(&c))
        return;
    for (unsigned i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, hammer, &c);
    for (unsigned i = 0; i < 4; i++) {
        void *sum;
        pthread_join(threads[i], &sum);
        kt_eq((intptr_t)sum, 49 * 50 / 2);
    }
    client_close(&c);
}

KT_MAIN()
