// See sync.h.
#include "sim/kernel/xe/sync.h"

#include <errno.h>
#include <stdlib.h>

#include "hw/xe_uapi.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/drm/syncobj.h"

enum { MOST = 1 << 16 };

static int read_syncobj(struct sim_file *file, const struct drm_xe_sync *in, unsigned how,
                        struct sim_xe_sync *out)
{
    const bool timeline = in->type == DRM_XE_SYNC_TYPE_TIMELINE_SYNCOBJ;
    const bool signal = in->flags & DRM_XE_SYNC_FLAG_SIGNAL;
    if (how & SIM_XE_LONG_RUNNING && signal)
        return -EOPNOTSUPP;
    if (in->addr >> 32 || (timeline && !in->timeline_value))
        return -EINVAL;
    struct sim_syncobj *s = sim_handles_get(&file->syncobjs, in->handle);
    if (!s)
        return -ENOENT;
    out->syncobj = sim_syncobj_ref(s);
    out->point = timeline ? in->timeline_value : 0;
    // No wait before signal here: that is what DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE is for.
    return signal ? 0 : sim_syncobj_find(s, out->point, &out->wait);
}

static int read_user_fence(const struct drm_xe_sync *in, unsigned how, struct sim_xe_sync *out)
{
    if (how & SIM_XE_NO_USER_FENCE || !(in->flags & DRM_XE_SYNC_FLAG_SIGNAL))
        return -EOPNOTSUPP;
    if (in->addr % 8)
        return -EINVAL;
    out->address = in->addr;
    out->value = in->timeline_value;
    return 0;
}

static int read_one(struct sim_file *file, uint64_t user, unsigned how, struct sim_xe_sync *out)
{
    struct drm_xe_sync in;
    if (!sim_copy_from_user(&in, user, sizeof(in)))
        return -EFAULT;
    if (in.extensions || in.flags & ~(uint32_t)DRM_XE_SYNC_FLAG_SIGNAL || in.reserved[0] || in.reserved[1])
        return -EINVAL;
    switch (in.type) {
    case DRM_XE_SYNC_TYPE_SYNCOBJ:
    case DRM_XE_SYNC_TYPE_TIMELINE_SYNCOBJ:
        return read_syncobj(file, &in, how, out);
    case DRM_XE_SYNC_TYPE_USER_FENCE:
        return read_user_fence(&in, how, out);
    default:
        return -EINVAL;
    }
}

int sim_xe_syncs_read(struct sim_file *file, uint64_t user, uint32_t count, unsigned how,
                      struct sim_xe_syncs *out)
{
    *out = (struct sim_xe_syncs){0};
    if (!count)
        return 0;
    out->list = count <= MOST ? calloc(count, sizeof(*out->list)) : NULL;
    if (!out->list)
        return -ENOMEM;
    int err = 0;
    for (; !err && out->count < count; out->count++)
        err = read_one(file, user + out->count * sizeof(struct drm_xe_sync), how, &out->list[out->count]);
    return err;
}

void sim_xe_syncs_free(struct sim_xe_syncs *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        sim_syncobj_unref(s->list[i].syncobj);
        sim_fence_unref(s->list[i].wait);
    }
    free(s->list);
    *s = (struct sim_xe_syncs){0};
}

const struct sim_xe_sync *sim_xe_syncs_user_fence(const struct sim_xe_syncs *s, unsigned *count)
{
    const struct sim_xe_sync *found = NULL;
    *count = 0;
    for (uint32_t i = 0; i < s->count; i++)
        if (!s->list[i].syncobj) {
            found = &s->list[i];
            ++*count;
        }
    return found;
}

struct sim_fence *sim_xe_syncs_await(const struct sim_xe_syncs *s, struct sim_fence *last)
{
    struct sim_fence *few[8], **all = few;
    unsigned n = 0;
    if (s->count >= sizeof(few) / sizeof(few[0]))
        all = malloc((s->count + 1) * sizeof(*all));
    if (!all)
        return NULL;
    if (last && !sim_fence_signaled(last))
        all[n++] = last;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->list[i].wait && !sim_fence_signaled(s->list[i].wait))
            all[n++] = s->list[i].wait;
    struct sim_fence *await = sim_fence_create_all(all, n);
    if (all != few)
        free(all);
    return await;
}

int sim_xe_syncs_signal(const struct sim_xe_syncs *s, struct sim_fence *fence)
{
    int err = 0;
    for (uint32_t i = 0; !err && i < s->count; i++) {
        const struct sim_xe_sync *sync = &s->list[i];
        if (!sync->syncobj || sync->wait)
            continue;
        err = sync->point ? sim_syncobj_add_point(sync->syncobj, sync->point, fence)
                          : sim_syncobj_replace(sync->syncobj, fence);
    }
    return err;
}
