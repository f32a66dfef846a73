// Which memory is in use: xe does not tell. Each execution notes its number in the memory that it lists
// (ws_memory.own), and signals that point of its context's timeline: a memory is idle when every context has
// reached what it had executed up to that number.
#include "winsys/xe/xe.h"

#include <drm.h>
#include <errno.h>
#include <stdlib.h>

#include "util/clock.h"
#include "util/math.h"

// The context's point that ends the uses up to a number; 0: there are none. Those that came after it are not
// waited for if it executed nothing since.
static uint64_t point_of(const struct xe_context *c, uint64_t number)
{
    return KILN_MIN(c->last, number);
}

int xe_uses(const struct xe_node *own, const struct ws_memory *m, struct ws_sync_point **out, unsigned *count)
{
    const uint64_t number = atomic_load_explicit(&m->own, memory_order_relaxed);
    unsigned most = 0;
    *count = 0;
    *out = NULL;
    for (const struct xe_context *c = own->contexts; number && c; c = c->next)
        most++;
    if (!most)
        return 0;
    *out = calloc(most, sizeof(**out));
    if (!*out)
        return -ENOMEM;
    for (const struct xe_context *c = own->contexts; c; c = c->next)
        if (point_of(c, number))
            (*out)[(*count)++] = (struct ws_sync_point){c->timeline, point_of(c, number)};
    return 0;
}

int xe_wait_points(struct ws_node *n, const struct ws_sync_point *points, unsigned count, int64_t abs_ns)
{
    int ret = 0;
    for (unsigned i = 0; i < count && ret == 0; i++) {
        struct drm_syncobj_timeline_wait w = {.handles = (uintptr_t)&points[i].syncobj,
                                              .points = (uintptr_t)&points[i].value,
                                              .timeout_nsec = abs_ns,
                                              .count_handles = 1};
        ret = ws_ioctl(n, DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, &w);
    }
    return ret;
}

void xe_wait_context(struct ws_node *n, const struct xe_context *c)
{
    const struct ws_sync_point last = {c->timeline, c->last};
    if (c->last)
        xe_wait_points(n, &last, 1, INT64_MAX);
}

int xe_wait(struct ws_node *n, struct ws_memory *m, int64_t timeout_ns)
{
    struct xe_node *own = xe_of(n);
    const int64_t until = timeout_ns < 0 ? INT64_MAX : timeout_ns ? kiln_deadline((uint64_t)timeout_ns) : 0;
    int ret;
    do {
        struct ws_sync_point *uses;
        unsigned count;
        kiln_lock(&own->lock);
        ret = xe_uses(own, m, &uses, &count);
        kiln_unlock(&own->lock);
        if (ret)
            return ret;
        ret = xe_wait_points(n, uses, count, until);
        free(uses);
    } while (ret == -ENOENT); // a context is gone, and so are its uses
    return ret;
}

int xe_busy(struct ws_node *n, struct ws_memory *m, bool *busy)
{
    int ret = xe_wait(n, m, 0);
    *busy = ret == -ETIME;
    return *busy ? 0 : ret;
}
