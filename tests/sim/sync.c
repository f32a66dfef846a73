// Syncobjs, timelines, sync files and the order of requests.
#include <poll.h>
#include <pthread.h>

#include "client.h"

#define DATA UINT64_C(0x100000)

static uint32_t syncobj(struct client *c, uint32_t flags)
{
    struct drm_syncobj_create a = {.flags = flags};
    kt_eq(client_ioctl(c, DRM_IOCTL_SYNCOBJ_CREATE, &a), 0);
    return a.handle;
}

static int wait_one(struct client *c, uint32_t handle, uint32_t flags, int64_t abs_ns)
{
    struct drm_syncobj_wait a = {
        .handles = (uintptr_t)&handle, .count_handles = 1, .flags = flags, .timeout_nsec = abs_ns};
    return client_ioctl(c, DRM_IOCTL_SYNCOBJ_WAIT, &a);
}

static int wait_point(struct client *c, uint32_t handle, uint64_t point, uint32_t flags, int64_t abs_ns)
{
    struct drm_syncobj_timeline_wait a = {.handles = (uintptr_t)&handle,
                                          .points = (uintptr_t)&point,
                                          .count_handles = 1,
                                          .flags = flags,
                                          .timeout_nsec = abs_ns};
    return client_ioctl(c, DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, &a);
}

static uint64_t query(struct client *c, uint32_t handle, uint32_t flags)
{
    uint64_t value = UINT64_MAX;
    struct drm_syncobj_timeline_array a = {
        .handles = (uintptr_t)&handle, .points = (uintptr_t)&value, .count_handles = 1, .flags = flags};
    kt_eq(client_ioctl(c, DRM_IOCTL_SYNCOBJ_QUERY, &a), 0);
    return value;
}

static int signal_point(struct client *c, uint32_t handle, uint64_t point)
{
    struct drm_syncobj_timeline_array a = {
        .handles = (uintptr_t)&handle, .points = (uintptr_t)&point, .count_handles = 1};
    return client_ioctl(c, DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, &a);
}

static int reset(struct client *c, uint32_t handle, bool signal)
{
    struct drm_syncobj_array a = {.handles = (uintptr_t)&handle, .count_handles = 1};
    return client_ioctl(c, signal ? DRM_IOCTL_SYNCOBJ_SIGNAL : DRM_IOCTL_SYNCOBJ_RESET, &a);
}

enum { SUBMIT = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT, AVAILABLE = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE };

KT_TEST(binary)
{
    struct client c;
    if (!client_open(&c))
        return;
    uint32_t s = syncobj(&c, 0), t = syncobj(&c, DRM_SYNCOBJ_CREATE_SIGNALED);
    kt_eq(wait_one(&c, s, 0, 0), -EINVAL); // there is no fence to wait for
    kt_eq(wait_one(&c, s, SUBMIT, 0), -ETIME);
    kt_eq(wait_one(&c, t, 0, 0), 0);
    kt_eq(wait_one(&c, 999, 0, 0), -ENOENT);
    kt_eq(wait_one(&c, t, 1 << 8, 0), -EINVAL);
    uint32_t both[2] = {s, t};
    struct drm_syncobj_wait any = {.handles = (uintptr_t)both, .count_handles = 2, .flags = SUBMIT};
    kt_eq(client_ioctl(&c, DRM_IOCTL_SYNCOBJ_WAIT, &any), 0);
    kt_eq(any.first_signaled, 1);
    any.flags |= DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL;
    kt_eq(client_ioctl(&c, DRM_IOCTL_SYNCOBJ_WAIT, &any), -ETIME);
    int64_t start = now_ns();
    any.timeout_nsec = start + 20000000;
    kt_eq(client_ioctl(&c, DRM_IOCTL_SYNCOBJ_WAIT, &any), -ETIME);
    kt_true(now_ns() - start >= 20000000);
    kt_eq(reset(&c, s, true), 0);
    kt_eq(client_ioctl(&c, DRM_IOCTL_SYNCOBJ_WAIT, &any), 0);
    kt_eq(reset(&c, t, false), 0);
    kt_eq(wait_one(&c, t, SUBMIT, 0), -ETIME);
    kt_eq(query(&c, s, 0), 0);
    struct drm_syncobj_destroy d = {.handle = s};
    kt_eq(client_ioctl(&c, DRM_IOCTL_SYNCOBJ_DESTROY, &d), 0);
    kt_eq(client_ioctl(&c, DRM_IOCTL_SYNCOBJ_DESTROY, &d), -EINVAL);
    struct drm_syncobj_create bad = {.flags = 2};
    kt_eq(client_ioctl(&c, DRM_IOCTL_SYNCOBJ_CREATE, &bad), -EINVAL);
    struct drm_syncobj_array none = {0};
    kt_eq(client_ioctl(&c, DRM_IOCTL_SYNCOBJ_RESET, &none), -EINVAL);
    client_close(&c);
}

KT_TEST(timeline)
{
    struct client c;
    if (!client_open(&c))
        return;
    uint32_t s = syncobj(&c, 0);
    kt_eq(query(&c, s, 0), 0);
    kt_eq(wait_point(&c, s, 5, 0, 0), -EINVAL);
    kt_eq(wait_point(&c, s, 5, SUBMIT, 0), -ETIME);
    kt_eq(signal_point(&c, s, 3), 0);
    kt_eq(query(&c, s, 0), 3);
    kt_eq(wait_point(&c, s, 3, 0, 0), 0);
    kt_eq(wait_point(&c, s, 2, 0, 0), 0);
    kt_eq(wait_point(&c, s, 4, SUBMIT, 0), -ETIME);
    kt_eq(wait_point(&c, s, 4, AVAILABLE, 0), -ETIME);
    kt_eq(signal_point(&c, s, 10), 0);
    kt_eq(query(&c, s, 0), 10);
    kt_eq(wait_point(&c, s, 4, AVAILABLE, 0), 0);
    // A point moved to a binary syncobj and back.
    uint32_t b = syncobj(&c, 0), t = syncobj(&c, 0);
    struct drm_syncobj_transfer x = {.src_handle = s, .src_point = 7, .dst_handle = b};
    kt_eq(client_ioctl(&c, DRM_IOCTL_SYNCOBJ_TRANSFER, &x), 0);
    kt_eq(wait_one(&c, b, 0, 0), 0);
    x = (struct drm_syncobj_transfer){.src_handle = b, .dst_handle = t, .dst_point = 42};
    kt_eq(client_ioctl(&c, DRM_IOCTL_SYNCOBJ_TRANSFER, &x), 0);
    kt_eq(query(&c, t, 0), 42);
    x = (struct drm_syncobj_transfer){.src_handle = s, .src_point = 99, .dst_handle = b};
    kt_eq(client_ioctl(&c, DRM_IOCTL_SYNCOBJ_TRANSFER, &x), -EINVAL);
    x.src_handle = 999;
    kt_eq(client_ioctl(&c, DRM_IOCTL_SYNCOBJ_TRANSFER, &x), -ENOENT);
    client_close(&c);
}

// ---- with requests

struct rig {
    struct client c;
    struct buffer data, batch;
};

// A batch that waits until data[64] holds `gate` (0: no wait), then stores `value` to data[word].
static void gated_batch(struct rig *r, struct buffer *batch, uint32_t gate, unsigned word, uint32_t value)
{
    struct words w = {batch->map, 0};
    if (gate) {
        emit(&w, 0x1cu << 23 | 4u << 12 | 1u << 15 | 2);
        emit(&w, gate);
        emit_addr(&w, r->data.addr + 256);
    }
    store_dword(&w, r->data.addr + 4 * word, value);
    emit(&w, MI_BATCH_BUFFER_END);
}

static int exec_fences(struct rig *r, struct buffer *batch, uint32_t ctx,
                       struct drm_i915_gem_exec_fence *fences, uint64_t *points, unsigned count)
{
    struct drm_i915_gem_exec_object2 o[2] = {exec_object(batch, 0), exec_object(&r->data, EXEC_OBJECT_ASYNC)};
    struct drm_i915_gem_execbuffer_ext_timeline_fences ext = {
        .fence_count = count, .handles_ptr = (uintptr_t)fences, .values_ptr = (uintptr_t)points};
    struct drm_i915_gem_execbuffer2 eb = {.buffers_ptr = (uintptr_t)o,
                                          .buffer_count = 2,
                                          .flags =
                                              I915_EXEC_RENDER | I915_EXEC_NO_RELOC | I915_EXEC_BATCH_FIRST,
                                          .rsvd1 = ctx};
    if (points) {
        eb.flags |= I915_EXEC_USE_EXTENSIONS;
        eb.cliprects_ptr = (uintptr_t)&ext;
    } else {
        eb.flags |= I915_EXEC_FENCE_ARRAY;
        eb.cliprects_ptr = (uintptr_t)fences;
        eb.num_cliprects = count;
    }
    return client_ioctl(&r->c, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb);
}

static bool rig_open(struct rig *r)
{
    if (!client_open(&r->c))
        return false;
    r->data = buffer_create(&r->c, 4096, DATA);
    r->batch = buffer_create(&r->c, 4096, DATA + 0x10000);
    return true;
}

static void rig_close(struct rig *r)
{
    buffer_destroy(&r->c, &r->batch);
    buffer_destroy(&r->c, &r->data);
    client_close(&r->c);
}

static void open_gate(struct rig *r, uint32_t value)
{
    __atomic_store_n((uint32_t *)r->data.map + 64, value, __ATOMIC_RELEASE);
}

static int64_t soon(void)
{
    return now_ns() + INT64_C(10000000000);
}

KT_TEST(fences_of_requests)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    uint32_t s = syncobj(&r.c, 0);
    struct drm_i915_gem_exec_fence f = {.handle = s, .flags = I915_EXEC_FENCE_WAIT};
    gated_batch(&r, &r.batch, 7, 0, 1);
    kt_eq(exec_fences(&r, &r.batch, r.c.ctx, &f, NULL, 1), -EINVAL); // nothing to wait for yet
    f.flags = 1u << 5;
    kt_eq(exec_fences(&r, &r.batch, r.c.ctx, &f, NULL, 1), -EINVAL);
    f.flags = I915_EXEC_FENCE_SIGNAL;
    kt_eq(exec_fences(&r, &r.batch, r.c.ctx, &f, NULL, 1), 0);
    kt_eq(wait_one(&r.c, s, 0, 0), -ETIME);
    kt_eq(wait_one(&r.c, s, 0, now_ns() + 10000000), -ETIME);
    struct drm_i915_gem_busy busy = {.handle = r.batch.handle};
    kt_eq(client_ioctl(&r.c, DRM_IOCTL_I915_GEM_BUSY, &busy), 0);
    kt_eq(busy.busy, 0x10000); // read by the render class
    // A sync file of it: not readable, then readable.
    struct drm_syncobj_handle h = {.handle = s, .flags = DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE};
    kt_eq(client_ioctl(&r.c, DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, &h), 0);
    struct pollfd p = {.fd = h.fd, .events = POLLIN};
    kt_eq(poll(&p, 1, 0), 0);
    uint32_t imported = syncobj(&r.c, 0);
    struct drm_syncobj_handle in = {
        .handle = imported, .fd = h.fd, .flags = DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE};
    kt_eq(client_ioctl(&r.c, DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &in), 0);
    kt_eq(wait_one(&r.c, imported, 0, 0), -ETIME);
    open_gate(&r, 7);
    kt_eq(wait_one(&r.c, s, 0, soon()), 0);
    kt_eq(wait_one(&r.c, imported, 0, soon()), 0);
    kt_eq(poll(&p, 1, 1000), 1);
    kt_eq(((uint32_t *)r.data.map)[0], 1);
    kt_eq(client_ioctl(&r.c, DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &in), 0); // also when it has signaled
    kt_eq(wait_one(&r.c, imported, 0, 0), 0);
    close(h.fd);
    kt_eq(client_ioctl(&r.c, DRM_IOCTL_I915_GEM_BUSY, &busy), 0);
    kt_eq(busy.busy, 0);
    rig_close(&r);
}

KT_TEST(timeline_of_requests)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    uint32_t s = syncobj(&r.c, 0);
    struct drm_i915_gem_exec_fence f = {.handle = s, .flags = I915_EXEC_FENCE_SIGNAL};
    uint64_t point = 5;
    gated_batch(&r, &r.batch, 9, 0, 1);
    kt_eq(exec_fences(&r, &r.batch, r.c.ctx, &f, &point, 1), 0);
    kt_eq(query(&r.c, s, 0), 0);
    kt_eq(query(&r.c, s, DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED), 5);
    kt_eq(wait_point(&r.c, s, 5, AVAILABLE, 0), 0);
    kt_eq(wait_point(&r.c, s, 5, 0, 0), -ETIME);
    kt_eq(wait_point(&r.c, s, 6, 0, 0), -EINVAL);
    // A second context waits for the point, on the same engine, and signals the next one.
    struct drm_i915_gem_context_create ctx = {0};
    kt_eq(client_ioctl(&r.c, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &ctx), 0);
    struct buffer second = buffer_create(&r.c, 4096, DATA + 0x20000);
    gated_batch(&r, &second, 0, 1, 2);
    struct drm_i915_gem_exec_fence two[2] = {{s, I915_EXEC_FENCE_WAIT}, {s, I915_EXEC_FENCE_SIGNAL}};
    uint64_t points[2] = {5, 6};
    kt_eq(exec_fences(&r, &second, ctx.ctx_id, two, points, 2), 0);
    kt_eq(wait_point(&r.c, s, 6, 0, now_ns() + 10000000), -ETIME);
    kt_eq(((uint32_t *)r.data.map)[1], 0);
    open_gate(&r, 9);
    kt_eq(wait_point(&r.c, s, 6, 0, soon()), 0);
    kt_eq(query(&r.c, s, 0), 6);
    kt_eq(((uint32_t *)r.data.map)[0], 1);
    kt_eq(((uint32_t *)r.data.map)[1], 2);
    points[0] = 50;
    kt_eq(exec_fences(&r, &second, ctx.ctx_id, two, points, 2),
          -EINVAL); // not submitted: no wait before signal
    buffer_destroy(&r.c, &second);
    rig_close(&r);
}

static void *signal_later(void *arg)
{
    struct rig *r = arg;
    usleep(20000);
    kt_eq(signal_point(&r->c, 1, 8), 0);
    return NULL;
}

KT_TEST(wait_before_submit)
{
    struct rig r;
    pthread_t thread;
    if (!rig_open(&r))
        return;
    uint32_t s = syncobj(&r.c, 0);
    kt_eq(s, 1);
    pthread_create(&thread, NULL, signal_later, &r);
    kt_eq(wait_point(&r.c, s, 8, SUBMIT, soon()), 0);
    pthread_join(thread, NULL);
    // An opaque descriptor is the same object in another file.
    struct drm_syncobj_handle h = {.handle = s};
    kt_eq(client_ioctl(&r.c, DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, &h), 0);
    struct client other;
    if (!client_open_again(&r.c, &other))
        return;
    struct drm_syncobj_handle in = {.fd = h.fd};
    kt_eq(client_ioctl(&other, DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &in), 0);
    kt_eq(signal_point(&other, in.handle, 30), 0);
    kt_eq(query(&r.c, s, 0), 30);
    in.fd = 0;
    kt_eq(client_ioctl(&other, DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &in), -EINVAL);
    close(h.fd);
    client_close_again(&other);
    rig_close(&r);
}

KT_TEST(out_fence_and_in_fence)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    struct buffer second = buffer_create(&r.c, 4096, DATA + 0x20000);
    gated_batch(&r, &r.batch, 3, 0, 1);
    gated_batch(&r, &second, 0, 0, 2);
    struct drm_i915_gem_exec_object2 o[2] = {exec_object(&r.batch, 0),
                                             exec_object(&r.data, EXEC_OBJECT_ASYNC)};
    struct drm_i915_gem_execbuffer2 eb = {.buffers_ptr = (uintptr_t)o,
                                          .buffer_count = 2,
                                          .flags =
                                              I915_EXEC_RENDER | I915_EXEC_BATCH_FIRST | I915_EXEC_FENCE_OUT,
                                          .rsvd1 = r.c.ctx};
    kt_eq(client_ioctl(&r.c, DRM_IOCTL_I915_GEM_EXECBUFFER2_WR, &eb), 0);
    int fd = (int)(eb.rsvd2 >> 32);
    kt_true(fd > 2);
    o[0] = exec_object(&second, 0);
    // The copy engine waits for the render engine.
    eb.flags = I915_EXEC_BLT | I915_EXEC_BATCH_FIRST | I915_EXEC_FENCE_IN;
    eb.rsvd2 = (uint32_t)fd;
    kt_eq(client_ioctl(&r.c, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb), 0);
    kt_eq(client_wait(&r.c, &second, 10000000), -ETIME);
    open_gate(&r, 3);
    kt_eq(client_wait(&r.c, &second, INT64_C(10000000000)), 0);
    kt_eq(((uint32_t *)r.data.map)[0], 2);
    close(fd);
    buffer_destroy(&r.c, &second);
    rig_close(&r);
}

KT_TEST(implicit_order)
{
    // Two engines, one buffer, no fences: the writer comes first, because it was queued first.
    struct rig r;
    if (!rig_open(&r))
        return;
    struct buffer second = buffer_create(&r.c, 4096, DATA + 0x20000);
    gated_batch(&r, &r.batch, 3, 0, 1);
    gated_batch(&r, &second, 0, 0, 2);
    struct drm_i915_gem_exec_object2 o[2] = {exec_object(&r.batch, 0),
                                             exec_object(&r.data, EXEC_OBJECT_WRITE)};
    struct drm_i915_gem_execbuffer2 eb = {.buffers_ptr = (uintptr_t)o,
                                          .buffer_count = 2,
                                          .flags = I915_EXEC_RENDER | I915_EXEC_BATCH_FIRST,
                                          .rsvd1 = r.c.ctx};
    kt_eq(client_ioctl(&r.c, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb), 0);
    o[0] = exec_object(&second, 0);
    eb.flags = I915_EXEC_BLT | I915_EXEC_BATCH_FIRST;
    kt_eq(client_ioctl(&r.c, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb), 0);
    kt_eq(client_wait(&r.c, &second, 10000000), -ETIME);
    open_gate(&r, 3);
    kt_eq(client_wait(&r.c, &r.data, INT64_C(10000000000)), 0);
    kt_eq(((uint32_t *)r.data.map)[0], 2);
    buffer_destroy(&r.c, &second);
    rig_close(&r);
}

KT_MAIN()
