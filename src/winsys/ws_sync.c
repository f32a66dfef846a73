// Syncobjs: binary ones hold one fence, timelines a chain of points. Value 0 in a point means binary.
#include "winsys/ws_device.h"

#include <drm.h>
#include <errno.h>
#include <stdlib.h>

int ws_syncobj_create(struct ws_device *dev, bool signaled, uint32_t *out)
{
    struct drm_syncobj_create c = {.flags = signaled ? DRM_SYNCOBJ_CREATE_SIGNALED : 0};
    int ret = ws_ioctl(&dev->node, DRM_IOCTL_SYNCOBJ_CREATE, &c);
    if (ret == 0)
        *out = c.handle;
    return ret;
}

void ws_syncobj_destroy(struct ws_device *dev, uint32_t syncobj)
{
    ws_ioctl(&dev->node, DRM_IOCTL_SYNCOBJ_DESTROY, &(struct drm_syncobj_destroy){.handle = syncobj});
}

int ws_syncobj_reset(struct ws_device *dev, const uint32_t *syncobjs, unsigned count)
{
    struct drm_syncobj_array a = {.handles = (uintptr_t)syncobjs, .count_handles = count};
    return count ? ws_ioctl(&dev->node, DRM_IOCTL_SYNCOBJ_RESET, &a) : 0;
}

// The handles and values of points as two arrays, on the stack for few of them.
struct split {
    uint32_t *handles;
    uint64_t *values;
    bool timeline; // any value is not 0
    uint64_t inline_values[32];
    uint32_t inline_handles[32];
    void *heap;
};

static int split(struct split *s, const struct ws_sync_point *points, unsigned count)
{
    s->heap = NULL;
    s->values = s->inline_values;
    s->handles = s->inline_handles;
    s->timeline = false;
    if (count > 32) {
        s->heap = malloc(count * (sizeof(uint64_t) + sizeof(uint32_t)));
        if (!s->heap)
            return -ENOMEM;
        s->values = s->heap;
        s->handles = (uint32_t *)(s->values + count);
    }
    for (unsigned i = 0; i < count; i++) {
        s->handles[i] = points[i].syncobj;
        s->values[i] = points[i].value;
        s->timeline |= points[i].value != 0;
    }
    return 0;
}

int ws_syncobj_signal(struct ws_device *dev, const struct ws_sync_point *points, unsigned count)
{
    struct split s;
    int ret = count ? split(&s, points, count) : 0;
    if (!count || ret)
        return ret;
    if (s.timeline) { // a timeline signal of point 0 signals a binary syncobj
        struct drm_syncobj_timeline_array a = {
            .handles = (uintptr_t)s.handles, .points = (uintptr_t)s.values, .count_handles = count};
        ret = ws_ioctl(&dev->node, DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, &a);
    } else {
        struct drm_syncobj_array a = {.handles = (uintptr_t)s.handles, .count_handles = count};
        ret = ws_ioctl(&dev->node, DRM_IOCTL_SYNCOBJ_SIGNAL, &a);
    }
    free(s.heap);
    return ret;
}

int ws_syncobj_query(struct ws_device *dev, uint32_t syncobj, uint64_t *value)
{
    *value = 0;
    struct drm_syncobj_timeline_array a = {
        .handles = (uintptr_t)&syncobj, .points = (uintptr_t)value, .count_handles = 1};
    return ws_ioctl(&dev->node, DRM_IOCTL_SYNCOBJ_QUERY, &a);
}

static int wait(struct ws_device *dev, const struct ws_sync_point *points, unsigned count, uint32_t flags,
                int64_t abs_timeout_ns, unsigned *first)
{
    struct split s;
    uint32_t signaled;
    int ret = split(&s, points, count);
    if (ret)
        return ret;
    if (s.timeline || (flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE)) {
        struct drm_syncobj_timeline_wait w = {.handles = (uintptr_t)s.handles,
                                              .points = (uintptr_t)s.values,
                                              .timeout_nsec = abs_timeout_ns,
                                              .count_handles = count,
                                              .flags = flags};
        ret = ws_ioctl(&dev->node, DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, &w);
        signaled = w.first_signaled;
    } else {
        struct drm_syncobj_wait w = {.handles = (uintptr_t)s.handles,
                                     .timeout_nsec = abs_timeout_ns,
                                     .count_handles = count,
                                     .flags = flags};
        ret = ws_ioctl(&dev->node, DRM_IOCTL_SYNCOBJ_WAIT, &w);
        signaled = w.first_signaled;
    }
    if (ret == 0 && first)
        *first = signaled < count ? signaled : 0;
    free(s.heap);
    return ret;
}

int ws_syncobj_wait(struct ws_device *dev, const struct ws_sync_point *points, unsigned count, bool all,
                    int64_t abs_timeout_ns, unsigned *first)
{
    if (!count)
        return 0;
    return wait(dev, points, count,
                DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT | (all ? DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL : 0),
                abs_timeout_ns, first);
}

int ws_syncobj_wait_submitted(struct ws_device *dev, const struct ws_sync_point *points, unsigned count,
                              int64_t abs_timeout_ns)
{
    if (!count)
        return 0;
    return wait(dev, points, count,
                DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL |
                    DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE,
                abs_timeout_ns, NULL);
}

int ws_syncobj_transfer(struct ws_device *dev, struct ws_sync_point dst, struct ws_sync_point src)
{
    struct drm_syncobj_transfer t = {
        .src_handle = src.syncobj, .src_point = src.value, .dst_handle = dst.syncobj, .dst_point = dst.value};
    return ws_ioctl(&dev->node, DRM_IOCTL_SYNCOBJ_TRANSFER, &t);
}

int ws_syncobj_export_fd(struct ws_device *dev, uint32_t syncobj, bool sync_file, int *fd)
{
    struct drm_syncobj_handle h = {.handle = syncobj,
                                   .flags = sync_file ? DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE : 0,
                                   .fd = -1};
    int ret = ws_ioctl(&dev->node, DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, &h);
    if (ret == 0)
        *fd = h.fd;
    return ret;
}

int ws_syncobj_import_fd(struct ws_device *dev, uint32_t syncobj, bool sync_file, int fd)
{
    if (!sync_file)
        return -EINVAL; // an opaque fd is a syncobj by itself: ws_syncobj_open_fd
    struct drm_syncobj_handle h = {
        .handle = syncobj, .flags = DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE, .fd = fd};
    return ws_ioctl(&dev->node, DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &h);
}

int ws_syncobj_open_fd(struct ws_device *dev, int fd, uint32_t *out)
{
    struct drm_syncobj_handle h = {.fd = fd};
    int ret = ws_ioctl(&dev->node, DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &h);
    if (ret == 0)
        *out = h.handle;
    return ret;
}
