// Contexts and submissions.
//
// Contexts are not recoverable: after a hang the kernel bans the context at once, so that lost work shows as
// -EIO and never as silently skipped commands. Every buffer is softpinned; the execbuffer has no relocations.
#include "winsys/ws_device.h"

#include "util/log.h"

#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include <stdlib.h>
#include <string.h>

// What the kernel wants to know of each buffer, kept from one submission to the next.
struct object_list {
    struct drm_i915_gem_exec_object2 *objects;
    unsigned count, capacity;
    uint64_t version;     // ws_submit.bos_version; 0: nothing is kept
    unsigned long shares; // ws_device.shares
};

struct ws_context {
    struct ws_device *dev;
    uint32_t id;
    struct object_list list;
    atomic_ulong submissions; // for KILN_DEBUG=submit
};

static int set_param(struct ws_device *dev, uint32_t ctx, uint64_t param, uint64_t value)
{
    struct drm_i915_gem_context_param p = {.ctx_id = ctx, .param = param, .value = value};
    return ws_ioctl(dev, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p);
}

static void destroy_id(struct ws_device *dev, uint32_t id)
{
    ws_ioctl(dev, DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, &(struct drm_i915_gem_context_destroy){.ctx_id = id});
}

// Before extensions (Linux 5.3): create, then set.
static int create_plain(struct ws_device *dev, int priority, uint32_t *id)
{
    struct drm_i915_gem_context_create c = {0};
    int ret = ws_ioctl(dev, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &c);
    if (ret)
        return ret;
    ret = set_param(dev, c.ctx_id, I915_CONTEXT_PARAM_RECOVERABLE, 0);
    if (ret == -EINVAL) // Linux before 5.1 has no such parameter, and bans after a few hangs
        ret = 0;
    if (ret == 0 && priority != WS_PRIORITY_MEDIUM)
        ret = set_param(dev, c.ctx_id, I915_CONTEXT_PARAM_PRIORITY, (uint64_t)(int64_t)priority);
    if (ret)
        destroy_id(dev, c.ctx_id);
    else
        *id = c.ctx_id;
    return ret;
}

static int create_ext(struct ws_device *dev, int priority, uint32_t *id)
{
    struct drm_i915_gem_context_create_ext_setparam prio = {
        .base = {.name = I915_CONTEXT_CREATE_EXT_SETPARAM},
        .param = {.param = I915_CONTEXT_PARAM_PRIORITY, .value = (uint64_t)(int64_t)priority},
    };
    struct drm_i915_gem_context_create_ext_setparam recoverable = {
        .base = {.name = I915_CONTEXT_CREATE_EXT_SETPARAM,
                 .next_extension = priority == WS_PRIORITY_MEDIUM ? 0 : (uintptr_t)&prio},
        .param = {.param = I915_CONTEXT_PARAM_RECOVERABLE, .value = 0},
    };
    struct drm_i915_gem_context_create_ext c = {
        .flags = I915_CONTEXT_CREATE_FLAGS_USE_EXTENSIONS,
        .extensions = (uintptr_t)&recoverable,
    };
    int ret = ws_ioctl(dev, DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT, &c);
    if (ret == 0)
        *id = c.ctx_id;
    return ret;
}

int ws_context_create(struct ws_device *dev, int priority, struct ws_context **out)
{
    struct ws_context *ctx = calloc(1, sizeof(*ctx));
    if (!ctx)
        return -ENOMEM;
    ctx->dev = dev;
    int ret = create_ext(dev, priority, &ctx->id);
    if (ret == -EINVAL)
        ret = create_plain(dev, priority, &ctx->id);
    if (ret) {
        free(ctx);
        return ret;
    }
    *out = ctx;
    return 0;
}

void ws_context_destroy(struct ws_context *ctx)
{
    if (!ctx)
        return;
    destroy_id(ctx->dev, ctx->id);
    free(ctx->list.objects);
    free(ctx);
}

bool ws_context_fault(struct ws_context *ctx, struct ws_fault *out)
{
    const struct ws_kernel_ops *ops = ctx->dev->ops;
    return ops->fault && ops->fault(ctx->dev->file, ctx->id, out) == 0;
}

int ws_context_check(struct ws_context *ctx)
{
    struct drm_i915_reset_stats s = {.ctx_id = ctx->id};
    int ret = ws_ioctl(ctx->dev, DRM_IOCTL_I915_GET_RESET_STATS, &s);
    if (ret)
        return ret;
    return s.batch_active || s.batch_pending ? -EIO : 0;
}

// ---- execbuffer
// --------------------------------------------------------------------------------------------------

// The arrays of syncobjs of one execbuffer, in one allocation unless they are short.
struct arrays {
    struct drm_i915_gem_exec_fence *fences;
    uint64_t *values;
    uint64_t inline_storage[64];
    void *heap;
};

static bool arrays_init(struct arrays *a, unsigned fences)
{
    size_t fence_bytes = fences * sizeof(*a->fences), total = fence_bytes + fences * sizeof(*a->values);
    a->heap = NULL;
    char *p = (char *)a->inline_storage;
    if (total > sizeof(a->inline_storage))
        p = a->heap = malloc(total);
    if (!p)
        return false;
    a->fences = (void *)p;
    a->values = (void *)(p + fence_bytes);
    return true;
}

static struct drm_i915_gem_exec_object2 exec_object(struct ws_bo *bo)
{
    uint64_t flags = EXEC_OBJECT_PINNED | EXEC_OBJECT_SUPPORTS_48B_ADDRESS;
    if (bo->flags & WS_BO_CAPTURE)
        flags |= EXEC_OBJECT_CAPTURE;
    // Implicit synchronization only with buffers that other processes or drivers see.
    flags |= bo->shared ? EXEC_OBJECT_WRITE : EXEC_OBJECT_ASYNC;
    return (struct drm_i915_gem_exec_object2){
        .handle = bo->handle, .offset = vma_canonical(bo->address), .flags = flags};
}

static bool list_reserve(struct object_list *l, unsigned count)
{
    if (count <= l->capacity)
        return true;
    unsigned capacity = count + count / 2;
    void *p = realloc(l->objects, capacity * sizeof(l->objects[0]));
    if (!p)
        return false;
    l->objects = p;
    l->capacity = capacity;
    return true;
}

// With room for the batch. False: out of memory.
static bool list_fill(struct object_list *l, const struct ws_submit *s, unsigned long shares)
{
    if (s->bos_version && s->bos_version == l->version && shares == l->shares)
        return true;
    l->version = 0;
    if (!list_reserve(l, s->bo_count + 1))
        return false;
    for (unsigned i = 0; i < s->bo_count; i++)
        l->objects[i] = exec_object(s->bos[i]);
    l->count = s->bo_count;
    l->version = s->bos_version;
    l->shares = shares;
    return true;
}

// The batch comes last. False if it was not in the list and had to be added.
static bool list_put_last(struct object_list *l, struct ws_bo *batch)
{
    unsigned i = l->count;
    while (i && l->objects[i - 1].handle != batch->handle)
        i--;
    if (!i) {
        l->objects[l->count++] = exec_object(batch);
        return false;
    }
    struct drm_i915_gem_exec_object2 last = l->objects[l->count - 1];
    l->objects[l->count - 1] = l->objects[i - 1];
    l->objects[i - 1] = last;
    return true;
}

static bool fill_fences(struct arrays *a, const struct ws_submit *s)
{
    bool timeline = false;
    for (unsigned i = 0; i < s->wait_count + s->signal_count; i++) {
        bool wait = i < s->wait_count;
        const struct ws_sync_point *p = wait ? &s->waits[i] : &s->signals[i - s->wait_count];
        a->fences[i] = (struct drm_i915_gem_exec_fence){
            .handle = p->syncobj, .flags = wait ? I915_EXEC_FENCE_WAIT : I915_EXEC_FENCE_SIGNAL};
        a->values[i] = p->value;
        timeline |= p->value != 0;
    }
    return timeline;
}

static int exec(struct ws_context *ctx, const struct ws_submit *s, const struct object_list *l,
                struct arrays *a)
{
    struct ws_device *dev = ctx->dev;
    unsigned fence_count = s->wait_count + s->signal_count;
    struct drm_i915_gem_execbuffer2 eb = {
        .buffers_ptr = (uintptr_t)l->objects,
        .buffer_count = l->count,
        .batch_start_offset = (uint32_t)s->batch_offset,
        .batch_len = (uint32_t)((s->batch_size + 7) & ~UINT64_C(7)),
        .flags = I915_EXEC_RENDER | I915_EXEC_NO_RELOC | I915_EXEC_HANDLE_LUT,
        .rsvd1 = ctx->id,
    };
    struct drm_i915_gem_execbuffer_ext_timeline_fences ext = {
        .base = {.name = DRM_I915_GEM_EXECBUFFER_EXT_TIMELINE_FENCES},
        .fence_count = fence_count,
        .handles_ptr = (uintptr_t)a->fences,
        .values_ptr = (uintptr_t)a->values,
    };
    if (fill_fences(a, s)) {
        if (!dev->has_exec_timeline)
            return -EOPNOTSUPP;
        eb.flags |= I915_EXEC_USE_EXTENSIONS;
        eb.cliprects_ptr = (uintptr_t)&ext;
    } else if (fence_count) {
        eb.flags |= I915_EXEC_FENCE_ARRAY;
        eb.cliprects_ptr = (uintptr_t)a->fences;
        eb.num_cliprects = fence_count;
    }
    return ws_ioctl(dev, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb);
}

int ws_submit(struct ws_context *ctx, const struct ws_submit *s)
{
    struct arrays a;
    if (!s->batch || (s->batch_offset & 7) || s->batch_offset >= s->batch->size ||
        s->batch_offset > UINT32_MAX || s->batch_size > s->batch->size - s->batch_offset ||
        s->batch_size > UINT32_MAX - 7)
        return -EINVAL;
    if (kiln_debug_value(KILN_DEBUG_BIT_CAPTURE))
        ws_capture(ctx->dev, s);
    struct object_list own = {0}, *list = s->bos_version ? &ctx->list : &own;
    if (!list_fill(list, s, atomic_load(&ctx->dev->shares)) ||
        !arrays_init(&a, s->wait_count + s->signal_count)) {
        free(own.objects);
        return -ENOMEM;
    }
    bool listed = list_put_last(list, s->batch);
    if (s->listed)
        s->listed(s->listed_arg);
    int ret = exec(ctx, s, list, &a);
    list->count -= !listed;
    free(own.objects);
    free(a.heap);
    if (KILN_DEBUG(SUBMIT))
        kiln_log("submit %lu on context %u: %u buffers, batch 0x%llx, %u waits, %u signals: %d",
                 atomic_fetch_add(&ctx->submissions, 1), ctx->id, s->bo_count,
                 (unsigned long long)(ws_bo_address(s->batch) + s->batch_offset), s->wait_count,
                 s->signal_count, ret);
    return ret;
}
