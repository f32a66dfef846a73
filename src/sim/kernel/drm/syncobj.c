// DRM syncobjs and their ioctls, after the semantics of the kernel's drm_syncobj.c.
#include <drm.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "sim/kernel/drm/device.h"
#include "sim/kernel/drm/syncobj.h"

// ---- objects

struct sim_syncobj *sim_syncobj_create(void)
{
    struct sim_syncobj *s = calloc(1, sizeof(*s));
    if (s)
        s->refs = 1;
    return s;
}

struct sim_syncobj *sim_syncobj_ref(struct sim_syncobj *s)
{
    s->refs++;
    return s;
}

static void clear_points(struct sim_syncobj *s)
{
    for (size_t i = 0; i < s->points.count; i++)
        sim_fence_unref(s->points.data[i].fence);
    vec_free(&s->points);
    s->reached = s->submitted = 0;
    s->timeline = false;
}

void sim_syncobj_unref(struct sim_syncobj *s)
{
    if (!s || --s->refs)
        return;
    clear_points(s);
    sim_fence_unref(s->fence);
    sim_shared_unref(s->shared);
    free(s);
}

int sim_syncobj_replace(struct sim_syncobj *s, struct sim_fence *f)
{
    if (s->shared)
        return sim_shared_replace(s->shared, f);
    struct sim_fence *old = s->fence;
    s->fence = f ? sim_fence_ref(f) : NULL;
    sim_fence_unref(old);
    clear_points(s);
    sim_broadcast();
    return 0;
}

// Drops the points at the front that have signaled.
static void advance(struct sim_syncobj *s)
{
    size_t n = 0;
    while (n < s->points.count && sim_fence_signaled(s->points.data[n].fence)) {
        s->reached = s->points.data[n].value;
        sim_fence_unref(s->points.data[n++].fence);
    }
    for (size_t i = n; i < s->points.count; i++)
        s->points.data[i - n] = s->points.data[i];
    s->points.count -= n;
}

int sim_syncobj_add_point(struct sim_syncobj *s, uint64_t value, struct sim_fence *f)
{
    if (s->shared)
        return sim_shared_add_point(s->shared, value, f);
    if (!s->timeline) {
        // The fence of a binary syncobj becomes the timeline's past.
        struct sim_fence *old = s->fence;
        s->fence = NULL;
        clear_points(s);
        s->timeline = true;
        if (old && !vec_push(&s->points, ((struct sim_sync_point){0, old}))) {
            sim_fence_unref(old);
            return -ENOMEM;
        }
    }
    advance(s);
    // A value that does not rise is accepted, and stands at the end of the line.
    if (value < s->submitted)
        value = s->submitted;
    if (!vec_push(&s->points, ((struct sim_sync_point){value, f})))
        return -ENOMEM;
    sim_fence_ref(f);
    s->submitted = value;
    sim_broadcast();
    return 0;
}

int sim_syncobj_find(struct sim_syncobj *s, uint64_t value, struct sim_fence **out)
{
    if (s->shared)
        return sim_shared_find(s->shared, value, out);
    if (!s->timeline) {
        if (!s->fence || value)
            return -EINVAL;
        *out = sim_fence_ref(s->fence);
        return 0;
    }
    advance(s);
    if (value > s->submitted)
        return -EINVAL;
    size_t n = s->points.count;
    if (value)
        for (n = 0; n < s->points.count && (n == 0 ? s->reached : s->points.data[n - 1].value) < value;)
            n++;
    VEC(struct sim_fence *) list = {0};
    int err = 0;
    for (size_t i = 0; i < n; i++)
        if (!vec_push(&list, s->points.data[i].fence))
            err = -ENOMEM;
    *out = err ? NULL : sim_fence_create_all(list.data, (unsigned)list.count);
    vec_free(&list);
    return *out ? 0 : -ENOMEM;
}

// ---- descriptors

// Moves the state to where other processes see it.
static int share(struct sim_syncobj *s)
{
    struct sim_shared *shared = sim_shared_create();
    int err = 0;
    if (!shared)
        return errno == EMFILE || errno == ENFILE ? -errno : -ENOMEM;
    if (s->timeline) {
        advance(s);
        sim_shared_set_reached(shared, s->reached);
    } else if (s->fence) {
        err = sim_shared_replace(shared, s->fence);
    }
    for (size_t i = 0; i < s->points.count && !err; i++)
        err = sim_shared_add_point(shared, s->points.data[i].value, s->points.data[i].fence);
    if (err) {
        sim_shared_unref(shared);
        return err;
    }
    sim_syncobj_replace(s, NULL);
    s->shared = shared;
    return 0;
}

static int export_syncobj(struct sim_syncobj *s)
{
    int err = s->shared ? 0 : share(s);
    return err ? err : sim_shared_fd(s->shared);
}

static struct sim_syncobj *import_syncobj(int fd)
{
    struct sim_syncobj *s = sim_syncobj_create();
    if (s && !(s->shared = sim_shared_open(fd))) {
        sim_syncobj_unref(s);
        return NULL;
    }
    return s;
}

static int add_handle(struct sim_file *file, struct sim_syncobj *s, uint32_t *handle)
{
    *handle = sim_handles_add(&file->syncobjs, s);
    if (*handle)
        return 0;
    sim_syncobj_unref(s);
    return -ENOMEM;
}

int sim_ioctl_syncobj_destroy(struct sim_file *file, void *arg)
{
    struct drm_syncobj_destroy *a = arg;
    if (a->pad)
        return -EINVAL;
    struct sim_syncobj *s = sim_handles_remove(&file->syncobjs, a->handle);
    if (!s)
        return -EINVAL;
    sim_syncobj_unref(s);
    return 0;
}

int sim_ioctl_syncobj_create(struct sim_file *file, void *arg)
{
    struct drm_syncobj_create *a = arg;
    if (a->flags & ~(uint32_t)DRM_SYNCOBJ_CREATE_SIGNALED)
        return -EINVAL;
    struct sim_syncobj *s = sim_syncobj_create();
    if (!s)
        return -ENOMEM;
    if (a->flags & DRM_SYNCOBJ_CREATE_SIGNALED && !(s->fence = sim_fence_create_signaled())) {
        sim_syncobj_unref(s);
        return -ENOMEM;
    }
    return add_handle(file, s, &a->handle);
}

int sim_ioctl_syncobj_handle_to_fd(struct sim_file *file, void *arg)
{
    struct drm_syncobj_handle *a = arg;
    if (a->pad || a->flags & ~(uint32_t)DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE)
        return -EINVAL;
    struct sim_syncobj *s = sim_handles_get(&file->syncobjs, a->handle);
    int fd;
    if (a->flags) {
        struct sim_fence *f;
        if (!s)
            return -ENOENT;
        int err = sim_syncobj_find(s, 0, &f);
        if (err)
            return err;
        fd = sim_sync_file_export(f);
        sim_fence_unref(f);
    } else {
        if (!s)
            return -EINVAL;
        fd = export_syncobj(s);
    }
    if (fd < 0)
        return fd;
    a->fd = fd;
    return 0;
}

int sim_ioctl_syncobj_fd_to_handle(struct sim_file *file, void *arg)
{
    struct drm_syncobj_handle *a = arg;
    if (a->pad || a->flags & ~(uint32_t)DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE)
        return -EINVAL;
    if (!a->flags) {
        struct sim_syncobj *s = import_syncobj(a->fd);
        return s ? add_handle(file, s, &a->handle) : -EINVAL;
    }
    struct sim_fence *f = sim_sync_file_import(a->fd);
    if (!f)
        return -EINVAL;
    struct sim_syncobj *s = sim_handles_get(&file->syncobjs, a->handle);
    int err = s ? sim_syncobj_replace(s, f) : -ENOENT;
    sim_fence_unref(f);
    return err;
}

// ---- waiting

struct wait {
    struct sim_syncobj **objects; // referenced
    uint64_t *points;
    unsigned count;
    void *heap; // the arrays, unless they are short
    struct sim_syncobj *few_objects[8];
    uint64_t few_points[8];
};

static void wait_finish(struct wait *w)
{
    for (unsigned i = 0; i < w->count; i++)
        sim_syncobj_unref(w->objects[i]);
    free(w->heap);
}

// Looks up `count` handles, and points if `points` is not 0.
static int wait_init(struct wait *w, struct sim_file *file, uint64_t handles, uint64_t points, unsigned count)
{
    enum { FEW = sizeof(w->few_points) / sizeof(w->few_points[0]) };
    uint32_t few_names[FEW], *names = few_names;
    int err = 0;
    *w = (struct wait){0};
    w->objects = w->few_objects;
    w->points = w->few_points;
    if (!count)
        return -EINVAL;
    if (count > 1u << 20)
        return -ENOMEM;
    if (count > FEW) {
        w->heap = calloc(count, sizeof(*w->points) + sizeof(struct sim_syncobj *) + sizeof(*names));
        if (!w->heap)
            return -ENOMEM;
        w->points = w->heap;
        w->objects = (struct sim_syncobj **)(w->points + count);
        names = (uint32_t *)(w->objects + count);
    }
    if (!sim_copy_from_user(names, handles, count * sizeof(*names)) ||
        (points && !sim_copy_from_user(w->points, points, count * sizeof(*w->points))))
        err = -EFAULT;
    for (; !err && w->count < count; w->count++) {
        struct sim_syncobj *s = sim_handles_get(&file->syncobjs, names[w->count]);
        if (!s) {
            err = -ENOENT;
            break;
        }
        w->objects[w->count] = sim_syncobj_ref(s);
    }
    if (err)
        wait_finish(w);
    return err;
}

// The state of one entry: -EINVAL no fence yet, 0 pending, 1 reached.
static int wait_state(struct wait *w, unsigned i, bool available_is_enough)
{
    struct sim_fence *f;
    int err = sim_syncobj_find(w->objects[i], w->points[i], &f);
    if (err)
        return err;
    bool done = available_is_enough || sim_fence_signaled(f);
    sim_fence_unref(f);
    return done;
}

static int wait_run(struct wait *w, uint32_t flags, int64_t abs_ns, uint32_t *first)
{
    bool all = flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL;
    bool available = flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE;
    bool submit = available || flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT;
    for (;;) {
        unsigned done = 0;
        for (unsigned i = 0; i < w->count; i++) {
            int s = wait_state(w, i, available);
            if (s == -ENOMEM || (s == -EINVAL && !submit))
                return s;
            if (s == 1 && !done++)
                *first = i;
        }
        if (all ? done == w->count : done > 0)
            return 0;
        int err = sim_wait_interruptible(abs_ns);
        if (err)
            return err;
    }
}

int sim_ioctl_syncobj_wait(struct sim_file *file, void *arg)
{
    struct drm_syncobj_wait *a = arg;
    const uint32_t known = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT;
    struct wait w;
    if (a->flags & ~known)
        return -EINVAL;
    if (!a->count_handles)
        return 0;
    int err = wait_init(&w, file, a->handles, 0, a->count_handles);
    if (err)
        return err;
    err = wait_run(&w, a->flags, a->timeout_nsec, &a->first_signaled);
    wait_finish(&w);
    return err;
}

int sim_ioctl_syncobj_timeline_wait(struct sim_file *file, void *arg)
{
    struct drm_syncobj_timeline_wait *a = arg;
    const uint32_t known = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT |
                           DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE;
    struct wait w;
    if (a->flags & ~known)
        return -EINVAL;
    if (!a->count_handles)
        return 0;
    int err = wait_init(&w, file, a->handles, a->points, a->count_handles);
    if (err)
        return err;
    err = wait_run(&w, a->flags, a->timeout_nsec, &a->first_signaled);
    wait_finish(&w);
    return err;
}

// ---- from the host

// f: NULL empties them.
static int replace_fences(struct sim_file *file, const struct drm_syncobj_array *a, struct sim_fence *f)
{
    struct wait w;
    int err = wait_init(&w, file, a->handles, 0, a->count_handles);
    if (err)
        return err;
    for (unsigned i = 0; i < w.count; i++)
        sim_syncobj_replace(w.objects[i], f);
    wait_finish(&w);
    return 0;
}

int sim_ioctl_syncobj_reset(struct sim_file *file, void *arg)
{
    const struct drm_syncobj_array *a = arg;
    return a->pad ? -EINVAL : replace_fences(file, a, NULL);
}

int sim_ioctl_syncobj_signal(struct sim_file *file, void *arg)
{
    const struct drm_syncobj_array *a = arg;
    if (a->pad)
        return -EINVAL;
    struct sim_fence *f = sim_fence_create_signaled();
    int err = f ? replace_fences(file, a, f) : -ENOMEM;
    sim_fence_unref(f);
    return err;
}

int sim_ioctl_syncobj_timeline_signal(struct sim_file *file, void *arg)
{
    struct drm_syncobj_timeline_array *a = arg;
    struct wait w;
    if (a->flags)
        return -EINVAL;
    int err = wait_init(&w, file, a->handles, a->points, a->count_handles);
    if (err)
        return err;
    struct sim_fence *f = sim_fence_create_signaled();
    err = f ? 0 : -ENOMEM;
    for (unsigned i = 0; !err && i < w.count; i++)
        err = sim_syncobj_add_point(w.objects[i], w.points[i], f);
    sim_fence_unref(f);
    wait_finish(&w);
    return err;
}

int sim_ioctl_syncobj_query(struct sim_file *file, void *arg)
{
    struct drm_syncobj_timeline_array *a = arg;
    struct wait w;
    if (a->flags & ~(uint32_t)DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED)
        return -EINVAL;
    int err = wait_init(&w, file, a->handles, 0, a->count_handles);
    if (err)
        return err;
    for (unsigned i = 0; i < w.count; i++) {
        struct sim_syncobj *s = w.objects[i];
        uint64_t reached = s->reached, submitted = s->submitted;
        if (s->shared) {
            sim_shared_query(s->shared, &reached, &submitted);
        } else {
            advance(s);
            reached = s->timeline ? s->reached : 0;
        }
        w.points[i] = a->flags ? submitted : reached;
    }
    if (!sim_copy_to_user(a->points, w.points, w.count * sizeof(*w.points)))
        err = -EFAULT;
    wait_finish(&w);
    return err;
}

int sim_ioctl_syncobj_transfer(struct sim_file *file, void *arg)
{
    struct drm_syncobj_transfer *a = arg;
    if (a->pad)
        return -EINVAL;
    struct sim_syncobj *src = sim_handles_get(&file->syncobjs, a->src_handle);
    struct sim_syncobj *dst = sim_handles_get(&file->syncobjs, a->dst_handle);
    if (!dst || !src)
        return -ENOENT;
    sim_syncobj_ref(src);
    sim_syncobj_ref(dst);
    struct sim_fence *f;
    int err;
    // The kernel gives a point that is not submitted yet five seconds to appear.
    int64_t until = sim_now_ns() + INT64_C(5000000000);
    while ((err = sim_syncobj_find(src, a->src_point, &f)) == -EINVAL &&
           a->flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT)
        if ((err = sim_wait_interruptible(until)))
            break;
    if (!err) {
        if (a->dst_point)
            err = sim_syncobj_add_point(dst, a->dst_point, f);
        else
            err = sim_syncobj_replace(dst, f);
        sim_fence_unref(f);
    }
    sim_syncobj_unref(src);
    sim_syncobj_unref(dst);
    return err;
}
