// Contexts and executions of i915.
//
// Contexts are not recoverable: after a hang the kernel bans the context at once, so that lost work shows as
// -EIO and never as silently skipped commands. Every buffer is softpinned; the execbuffer has no relocations.
#include "winsys/i915/i915.h"

#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include <stdlib.h>
#include <string.h>

#include "winsys/address/vma.h"

// What the kernel wants to know of each buffer, kept from one submission to the next.
struct object_list {
    struct drm_i915_gem_exec_object2 *objects;
    unsigned count, capacity;
    uint64_t version;     // ws_submit.bos_version; 0: nothing is kept
    unsigned long shares; // ws_node.shares
};

struct i915_context {
    struct ws_kernel_context base;
    struct object_list list;
};

static int set_param(struct ws_node *n, uint32_t ctx, uint64_t param, uint64_t value)
{
    struct drm_i915_gem_context_param p = {.ctx_id = ctx, .param = param, .value = value};
    return ws_ioctl(n, DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM, &p);
}

static void destroy_id(struct ws_node *n, uint32_t id)
{
    ws_ioctl(n, DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, &(struct drm_i915_gem_context_destroy){.ctx_id = id});
}

// Before extensions (Linux 5.3): create, then set.
static int create_plain(struct ws_node *n, int priority, uint32_t *id)
{
    struct drm_i915_gem_context_create c = {0};
    int ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &c);
    if (ret)
        return ret;
    ret = set_param(n, c.ctx_id, I915_CONTEXT_PARAM_RECOVERABLE, 0);
    if (ret == -EINVAL) // Linux before 5.1 has no such parameter, and bans after a few hangs
        ret = 0;
    if (ret == 0 && priority != WS_PRIORITY_MEDIUM)
        ret = set_param(n, c.ctx_id, I915_CONTEXT_PARAM_PRIORITY, (uint64_t)(int64_t)priority);
    if (ret)
        destroy_id(n, c.ctx_id);
    else
        *id = c.ctx_id;
    return ret;
}

// Of one engine, which executions then name by its place, 0.
static const struct {
    struct i915_context_param_engines head;
    struct i915_engine_class_instance first;
} compute = {.first = {.engine_class = I915_ENGINE_CLASS_COMPUTE}};

static int create_ext(struct ws_node *n, int priority, uint32_t *id)
{
    struct drm_i915_gem_context_create_ext_setparam engine = {
        .base = {.name = I915_CONTEXT_CREATE_EXT_SETPARAM},
        .param = {.param = I915_CONTEXT_PARAM_ENGINES, .size = sizeof(compute), .value = (uintptr_t)&compute},
    };
    struct drm_i915_gem_context_create_ext_setparam prio = {
        .base = {.name = I915_CONTEXT_CREATE_EXT_SETPARAM,
                 .next_extension = n->info.compute_engine ? (uintptr_t)&engine : 0},
        .param = {.param = I915_CONTEXT_PARAM_PRIORITY, .value = (uint64_t)(int64_t)priority},
    };
    struct drm_i915_gem_context_create_ext_setparam recoverable = {
        .base = {.name = I915_CONTEXT_CREATE_EXT_SETPARAM,
                 .next_extension =
                     priority == WS_PRIORITY_MEDIUM ? prio.base.next_extension : (uintptr_t)&prio},
        .param = {.param = I915_CONTEXT_PARAM_RECOVERABLE, .value = 0},
    };
    struct drm_i915_gem_context_create_ext c = {
        .flags = I915_CONTEXT_CREATE_FLAGS_USE_EXTENSIONS,
        .extensions = (uintptr_t)&recoverable,
    };
    int ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT, &c);
    if (ret == 0)
        *id = c.ctx_id;
    return ret;
}

int i915_context_create(struct ws_node *n, struct ws_space *space, int priority,
                        struct ws_kernel_context **out)
{
    struct i915_context *ctx = calloc(1, sizeof(*ctx));
    if (!ctx)
        return -ENOMEM;
    int ret = create_ext(n, priority, &ctx->base.id);
    if (ret == -EINVAL && !n->info.compute_engine) // which is later than extensions
        ret = create_plain(n, priority, &ctx->base.id);
    if (ret) {
        free(ctx);
        return ret;
    }
    *out = &ctx->base;
    return 0;
}

void i915_context_destroy(struct ws_node *n, struct ws_kernel_context *c)
{
    struct i915_context *ctx = (struct i915_context *)c;
    destroy_id(n, c->id);
    free(ctx->list.objects);
    free(ctx);
}

int i915_context_check(struct ws_node *n, struct ws_kernel_context *c)
{
    struct drm_i915_reset_stats s = {.ctx_id = c->id};
    int ret = ws_ioctl(n, DRM_IOCTL_I915_GET_RESET_STATS, &s);
    if (ret)
        return ret;
    return s.batch_active || s.batch_pending ? -EIO : 0;
}

// ---- execbuffer

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
    if (bo->memory.flags & WS_BO_CAPTURE)
        flags |= EXEC_OBJECT_CAPTURE;
    // Implicit synchronization only with buffers that other processes or drivers see.
    flags |= bo->memory.shared ? EXEC_OBJECT_WRITE : EXEC_OBJECT_ASYNC;
    return (struct drm_i915_gem_exec_object2){
        .handle = bo->memory.handle, .offset = vma_canonical(bo->binding.address), .flags = flags};
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
    while (i && l->objects[i - 1].handle != batch->memory.handle)
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

static int execbuffer(struct ws_node *n, uint32_t id, const struct ws_submit *s, const struct object_list *l,
                      struct arrays *a)
{
    unsigned fence_count = s->wait_count + s->signal_count;
    struct drm_i915_gem_execbuffer2 eb = {
        .buffers_ptr = (uintptr_t)l->objects,
        .buffer_count = l->count,
        .batch_start_offset = (uint32_t)s->batch_offset,
        .batch_len = (uint32_t)((s->batch_size + 7) & ~UINT64_C(7)),
        .flags = (n->info.compute_engine ? 0 : I915_EXEC_RENDER) | I915_EXEC_NO_RELOC | I915_EXEC_HANDLE_LUT,
        .rsvd1 = id,
    };
    struct drm_i915_gem_execbuffer_ext_timeline_fences ext = {
        .base = {.name = DRM_I915_GEM_EXECBUFFER_EXT_TIMELINE_FENCES},
        .fence_count = fence_count,
        .handles_ptr = (uintptr_t)a->fences,
        .values_ptr = (uintptr_t)a->values,
    };
    if (fill_fences(a, s)) {
        if (!i915_of(n)->has_exec_timeline)
            return -EOPNOTSUPP;
        eb.flags |= I915_EXEC_USE_EXTENSIONS;
        eb.cliprects_ptr = (uintptr_t)&ext;
    } else if (fence_count) {
        eb.flags |= I915_EXEC_FENCE_ARRAY;
        eb.cliprects_ptr = (uintptr_t)a->fences;
        eb.num_cliprects = fence_count;
    }
    return ws_ioctl(n, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb);
}

int i915_execute(struct ws_node *n, struct ws_kernel_context *c, const struct ws_submit *s)
{
    struct i915_context *ctx = (struct i915_context *)c;
    struct arrays a;
    struct object_list own = {0}, *list = s->bos_version ? &ctx->list : &own;
    if (!list_fill(list, s, atomic_load(&n->shares)) || !arrays_init(&a, s->wait_count + s->signal_count)) {
        free(own.objects);
        return -ENOMEM;
    }
    bool listed = list_put_last(list, s->batch);
    if (s->listed)
        s->listed(s->listed_arg);
    int ret = execbuffer(n, c->id, s, list, &a);
    list->count -= !listed;
    free(own.objects);
    free(a.heap);
    return ret;
}
