// EXECBUFFER2: from the client's arrays to a request in an engine's queue. The steps and their errors are
// those of the kernel's i915_gem_execbuffer.c: check, look up, reserve addresses, relocate, collect fences,
// queue.
#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hw/target.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/i915/i915.h"
#include "sim/kernel/i915/parser.h"
#include "sim/kernel/drm/syncobj.h"
#include "sim/kernel/sched/slice.h"
#include "sim/kernel/gem/bo.h"
#include "sim/kernel/sched/context.h"
#include "sim/kernel/sched/engine.h"

enum { MAX_OBJECTS = 1 << 20, MAX_FENCES = 1 << 20 };

struct exec_fence {
    struct sim_syncobj *syncobj; // referenced
    uint64_t point;
    uint32_t flags;
    struct sim_fence *wait; // referenced, or NULL
};

struct exec {
    struct sim_file *file;
    struct drm_i915_gem_execbuffer2 *args;
    struct sim_context *ctx; // referenced
    struct sim_context_engine *ce;
    unsigned count;
    struct drm_i915_gem_exec_object2 *objects;
    struct sim_bo **bos;   // referenced
    struct sim_vma **vmas; // behind the objects
    unsigned batch_index;
    uint64_t batch, batch_size;
    bool trusted; // the command parser has nothing against it
    struct exec_fence *fences;
    unsigned fence_count;
    struct sim_fence *in_fence;
    VEC(struct sim_fence *) waits; // referenced
};

static void exec_finish(struct exec *x)
{
    for (unsigned i = 0; x->bos && i < x->count; i++)
        sim_bo_unref(x->bos[i]);
    for (unsigned i = 0; i < x->fence_count; i++) {
        sim_syncobj_unref(x->fences[i].syncobj);
        sim_fence_unref(x->fences[i].wait);
    }
    for (size_t i = 0; i < x->waits.count; i++)
        sim_fence_unref(x->waits.data[i]);
    vec_free(&x->waits);
    sim_fence_unref(x->in_fence);
    sim_context_unref(x->ctx);
    free(x->fences);
    free(x->objects); // and vmas
    free(x->bos);
}

// ---- arguments

static int check_args(const struct drm_i915_gem_execbuffer2 *a)
{
    const uint64_t illegal =
        (uint64_t)(int64_t)__I915_EXEC_UNKNOWN_FLAGS | I915_EXEC_CONSTANTS_MASK | I915_EXEC_RESOURCE_STREAMER;
    if (a->buffer_count < 1 || a->buffer_count > MAX_OBJECTS)
        return -EINVAL;
    if (a->flags & illegal)
        return -EINVAL;
    if (!(a->flags & (I915_EXEC_FENCE_ARRAY | I915_EXEC_USE_EXTENSIONS)) &&
        (a->num_cliprects || a->cliprects_ptr))
        return -EINVAL;
    if (a->DR1 || (a->DR4 && a->DR4 != 0xffffffff))
        return -EINVAL;
    if ((a->batch_start_offset | a->batch_len) & 7)
        return -EINVAL;
    if (a->flags & I915_EXEC_SECURE)
        return -EPERM;
    if ((a->flags & I915_EXEC_FENCE_IN) && (a->flags & I915_EXEC_FENCE_SUBMIT))
        return -EINVAL;
    return 0;
}

static int select_engine(struct exec *x)
{
    static const uint16_t rings[] = {
        [I915_EXEC_DEFAULT] = I915_ENGINE_CLASS_RENDER,      [I915_EXEC_RENDER] = I915_ENGINE_CLASS_RENDER,
        [I915_EXEC_BSD] = I915_ENGINE_CLASS_VIDEO,           [I915_EXEC_BLT] = I915_ENGINE_CLASS_COPY,
        [I915_EXEC_VEBOX] = I915_ENGINE_CLASS_VIDEO_ENHANCE,
    };
    unsigned ring = x->args->flags & I915_EXEC_RING_MASK;
    if (x->ctx->user_engines) {
        if (ring >= x->ctx->engine_count || !x->ctx->engines[ring].engine)
            return -EINVAL;
        x->ce = &x->ctx->engines[ring];
        return 0;
    }
    if (ring >= sizeof(rings) / sizeof(rings[0]))
        return -EINVAL;
    // Of two video engines one may be chosen; i915 chooses for a file that does not.
    uint64_t bsd = x->args->flags & I915_EXEC_BSD_MASK;
    bool has_choice = sim_device_engine(x->file->dev, I915_ENGINE_CLASS_VIDEO, 1);
    if (bsd && (ring != I915_EXEC_BSD || (has_choice && bsd > I915_EXEC_BSD_RING2)))
        return -EINVAL;
    unsigned instance = has_choice && bsd == I915_EXEC_BSD_RING2;
    for (unsigned i = 0; i < x->ctx->engine_count; i++) {
        const struct sim_chip_engine *hw = x->ctx->engines[i].engine->hw;
        if (hw->class == rings[ring] && hw->instance == instance) {
            x->ce = &x->ctx->engines[i];
            return 0;
        }
    }
    return -EINVAL;
}

static int select_context(struct exec *x)
{
    uint32_t id = i915_execbuffer2_get_context_id(*x->args);
    struct sim_context *ctx = id ? sim_handles_get(&x->file->contexts, id) : x->file->default_context;
    if (!ctx)
        return -ENOENT;
    x->ctx = sim_context_ref(ctx);
    ctx->in_use = true;
    int err = select_engine(x);
    if (err)
        return err;
    return ctx->banned ? -EIO : 0;
}

// ---- objects

static int check_object(const struct drm_i915_gem_exec_object2 *o)
{
    if (o->flags & (uint64_t)(int64_t)__EXEC_OBJECT_UNKNOWN_FLAGS)
        return -EINVAL;
    if (o->alignment & (o->alignment - 1))
        return -EINVAL;
    if (o->flags & EXEC_OBJECT_PINNED &&
        o->offset != sim_canonical(o->offset & ((SIM_VM_TOTAL - 1) & ~(SIM_PAGE - 1))))
        return -EINVAL;
    if (o->flags & EXEC_OBJECT_PAD_TO_SIZE && o->pad_to_size % SIM_PAGE)
        return -EINVAL;
    return 0;
}

static int lookup_objects(struct exec *x)
{
    x->count = x->args->buffer_count;
    x->objects = malloc(x->count * (sizeof(*x->objects) + sizeof(struct sim_vma *)));
    x->bos = calloc(x->count, sizeof(struct sim_bo *));
    if (!x->objects || !x->bos)
        return -ENOMEM;
    x->vmas = (struct sim_vma **)(x->objects + x->count);
    if (!sim_copy_from_user(x->objects, x->args->buffers_ptr, x->count * sizeof(*x->objects)))
        return -EFAULT;
    for (unsigned i = 0; i < x->count; i++) {
        struct sim_bo *bo = sim_handles_get(&x->file->bos, x->objects[i].handle);
        if (!bo)
            return -ENOENT;
        x->bos[i] = sim_bo_ref(bo);
        int err = check_object(&x->objects[i]);
        if (!err && bo->userptr)
            err = sim_bo_check_user(bo);
        if (err)
            return err;
    }
    return 0;
}

static int select_batch(struct exec *x)
{
    x->batch_index = x->args->flags & I915_EXEC_BATCH_FIRST ? 0 : x->count - 1;
    const struct sim_bo *bo = x->bos[x->batch_index];
    uint64_t start = x->args->batch_start_offset, len = x->args->batch_len;
    if (x->objects[x->batch_index].flags & EXEC_OBJECT_WRITE)
        return -EINVAL; // self-modifying
    if (start > bo->size || len > bo->size - start)
        return -EINVAL;
    x->batch_size = len ? len : bo->size - start;
    return x->batch_size ? 0 : -EINVAL;
}

// ---- addresses

static int reserve_one(struct exec *x, unsigned i)
{
    const struct drm_i915_gem_exec_object2 *o = &x->objects[i];
    struct sim_vm *vm = x->ctx->vm;
    struct sim_bo *bo = x->bos[i];
    struct sim_vma *vma = sim_vm_find(vm, bo);
    const uint64_t page = bo->may_be_local ? sim_local_page(x->ctx->dev) : SIM_PAGE;
    uint64_t align = o->alignment > page ? o->alignment : page, size = bo->size;
    uint64_t low = (UINT64_C(1) << 32) - SIM_PAGE;
    uint64_t end = o->flags & EXEC_OBJECT_SUPPORTS_48B_ADDRESS || vm->total < low ? vm->total : low;
    uint64_t addr = o->offset & (SIM_VM_TOTAL - 1) & ~(SIM_PAGE - 1);
    if (o->flags & EXEC_OBJECT_PAD_TO_SIZE && o->pad_to_size > size)
        size = o->pad_to_size;
    if (size > end)
        return -ENOSPC;
    bool pinned = o->flags & EXEC_OBJECT_PINNED;
    if (pinned && (addr & (align - 1) || addr > end - size))
        return -EINVAL;
    if (vma && vma->size >= size && !(vma->addr & (align - 1)) && vma->addr <= end - size &&
        (!pinned || vma->addr == addr)) {
        vma->exec_mark = vm->exec_serial;
        x->vmas[i] = vma;
        return 0;
    }
    if (vma && vma->exec_mark == vm->exec_serial) { // listed before, elsewhere
        x->vmas[i] = vma;
        return 0;
    }
    if (vma) {
        sim_bo_wait(bo, true);
        vma = sim_vm_find(vm, bo); // the lock was dropped
        if (vma)
            sim_vm_unbind(vma);
    }
    // Without a wish, the presumed address is as good as any; page 0 stays free, to catch null pointers.
    if (!pinned && !sim_vm_find_hole(vm, size, align, addr >= SIM_PAGE ? addr : SIM_PAGE, end, &addr) &&
        !sim_vm_find_hole(vm, size, align, SIM_PAGE, end, &addr) &&
        !(sim_vm_make_room(vm) && sim_vm_find_hole(vm, size, align, SIM_PAGE, end, &addr)))
        return -ENOSPC;
    return sim_vm_bind(vm, bo, addr, size, &x->vmas[i]);
}

static int reserve(struct exec *x)
{
    struct sim_vm *vm = x->ctx->vm;
    for (unsigned tries = 0; tries < 16; tries++) {
        uint64_t serial = ++vm->exec_serial;
        // Softpinned objects first: the others go around them.
        for (unsigned pass = 0; pass < 2; pass++)
            for (unsigned i = 0; i < x->count; i++) {
                if ((x->objects[i].flags & EXEC_OBJECT_PINNED ? 0u : 1u) != pass)
                    continue;
                int err = reserve_one(x, i);
                if (err)
                    return err;
            }
        // Waiting for a busy binding drops the lock; if another execbuffer of this VM came in between, it may
        // have taken addresses of ours.
        if (vm->exec_serial == serial)
            return 0;
    }
    return -ENOSPC;
}

// ---- relocations

static int relocate_one(struct exec *x, unsigned i, struct drm_i915_gem_relocation_entry *r)
{
    unsigned target = x->count;
    if (x->args->flags & I915_EXEC_HANDLE_LUT)
        target = r->target_handle;
    else
        for (unsigned j = 0; j < x->count && target == x->count; j++)
            if (x->objects[j].handle == r->target_handle)
                target = j;
    if (target >= x->count)
        return -ENOENT;
    const uint32_t gpu = I915_GEM_DOMAIN_RENDER | I915_GEM_DOMAIN_SAMPLER | I915_GEM_DOMAIN_COMMAND |
                         I915_GEM_DOMAIN_INSTRUCTION | I915_GEM_DOMAIN_VERTEX;
    if (r->write_domain & (r->write_domain - 1))
        return -EINVAL;
    if ((r->write_domain | r->read_domains) & ~gpu)
        return -EINVAL;
    if (r->write_domain)
        x->objects[target].flags |= EXEC_OBJECT_WRITE;
    uint64_t addr = sim_canonical(x->vmas[target]->addr);
    if (r->presumed_offset == addr)
        return 0;
    struct sim_bo *bo = x->bos[i];
    const size_t size = kiln_target_has_long_addresses(kiln_target_of(x->ctx->dev->devinfo)) ? 8 : 4;
    if (r->offset > bo->size - size || r->offset & 3)
        return -EINVAL;
    uint64_t value = sim_canonical(addr + r->delta);
    if (bo->read_only || (bo->userptr && !sim_copy_to_user((uintptr_t)bo->map + r->offset, &value, size)))
        return -EFAULT;
    if (!bo->userptr)
        memcpy(bo->map + r->offset, &value, size);
    r->presumed_offset = addr;
    return 1;
}

static int relocate_object(struct exec *x, unsigned i)
{
    const struct drm_i915_gem_exec_object2 *o = &x->objects[i];
    // The client's words are about to change: nobody may be using them.
    if (o->relocation_count && !sim_has_legacy_access(x->ctx->dev))
        return -EINVAL;
    if (o->relocation_count)
        sim_bo_wait(x->bos[i], true);
    for (uint32_t k = 0; k < o->relocation_count; k++) {
        struct drm_i915_gem_relocation_entry r;
        uint64_t at = o->relocs_ptr + k * sizeof(r);
        if (!sim_copy_from_user(&r, at, sizeof(r)))
            return -EFAULT;
        int changed = relocate_one(x, i, &r);
        if (changed < 0)
            return changed;
        if (changed && !sim_copy_to_user(at, &r, sizeof(r)))
            return -EFAULT;
    }
    return 0;
}

static int relocate(struct exec *x)
{
    bool moved = !(x->args->flags & I915_EXEC_NO_RELOC);
    for (unsigned i = 0; i < x->count; i++)
        moved |= sim_canonical(x->vmas[i]->addr) != x->objects[i].offset;
    for (unsigned i = 0; moved && i < x->count; i++) {
        int err = relocate_object(x, i);
        if (err)
            return err;
    }
    return 0;
}

// ---- fences

static int add_fence(struct exec *x, uint32_t handle, uint32_t flags, uint64_t point)
{
    struct exec_fence *f = &x->fences[x->fence_count];
    if (flags & (uint32_t)__I915_EXEC_FENCE_UNKNOWN_FLAGS)
        return -EINVAL;
    struct sim_syncobj *s = sim_handles_get(&x->file->syncobjs, handle);
    if (!s)
        return -ENOENT;
    *f = (struct exec_fence){.syncobj = sim_syncobj_ref(s), .point = point, .flags = flags};
    x->fence_count++;
    if (!(flags & I915_EXEC_FENCE_WAIT))
        return 0;
    // No wait before signal here: that is what DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE is for.
    return sim_syncobj_find(s, point, &f->wait);
}

static int add_fences(struct exec *x, uint64_t count, uint64_t handles, uint64_t values)
{
    if (!count)
        return 0;
    if (count > MAX_FENCES)
        return -EINVAL;
    x->fences = calloc(count, sizeof(*x->fences));
    if (!x->fences)
        return -ENOMEM;
    for (uint64_t i = 0; i < count; i++) {
        struct drm_i915_gem_exec_fence f;
        uint64_t point = 0;
        if (!sim_copy_from_user(&f, handles + i * sizeof(f), sizeof(f)) ||
            (values && !sim_copy_from_user(&point, values + i * sizeof(point), sizeof(point))))
            return -EFAULT;
        int err = add_fence(x, f.handle, f.flags, point);
        if (err)
            return err;
    }
    return 0;
}

static int timeline_fences(struct sim_file *file, uint64_t address, void *data)
{
    struct drm_i915_gem_execbuffer_ext_timeline_fences ext;
    struct exec *x = data;
    if (x->fences)
        return -EINVAL;
    if (!sim_copy_from_user(&ext, address, sizeof(ext)))
        return -EFAULT;
    return add_fences(x, ext.fence_count, ext.handles_ptr, ext.values_ptr);
}

static int collect_fences(struct exec *x)
{
    static const sim_extension_fn extensions[] = {[DRM_I915_GEM_EXECBUFFER_EXT_TIMELINE_FENCES] =
                                                      timeline_fences};
    struct drm_i915_gem_execbuffer2 *a = x->args;
    if (a->flags & (I915_EXEC_FENCE_IN | I915_EXEC_FENCE_SUBMIT)) {
        x->in_fence = sim_sync_file_import((int)(uint32_t)a->rsvd2);
        if (!x->in_fence)
            return -EINVAL;
    }
    if (a->flags & I915_EXEC_USE_EXTENSIONS) {
        if (a->flags & I915_EXEC_FENCE_ARRAY || a->num_cliprects)
            return -EINVAL;
        return sim_user_extensions(x->file, a->cliprects_ptr, extensions, 1, x);
    }
    return a->flags & I915_EXEC_FENCE_ARRAY ? add_fences(x, a->num_cliprects, a->cliprects_ptr, 0) : 0;
}

static bool wait_for(struct exec *x, struct sim_fence *f)
{
    if (!f || sim_fence_signaled(f))
        return true;
    if (!vec_push(&x->waits, f))
        return false;
    sim_fence_ref(f);
    return true;
}

// Everything the request comes after: earlier requests of the context, in-fences, and what uses its objects.
static bool collect_waits(struct exec *x)
{
    bool ok = wait_for(x, x->ce->last) && wait_for(x, x->in_fence);
    if (x->ctx->single_timeline)
        ok = ok && wait_for(x, x->ctx->timeline);
    for (unsigned i = 0; ok && i < x->fence_count; i++)
        ok = wait_for(x, x->fences[i].wait);
    for (unsigned i = 0; ok && i < x->count; i++) {
        if (x->objects[i].flags & EXEC_OBJECT_ASYNC)
            continue;
        ok = wait_for(x, x->bos[i]->writer);
        if (x->objects[i].flags & EXEC_OBJECT_WRITE)
            for (size_t j = 0; ok && j < x->bos[i]->readers.count; j++)
                ok = wait_for(x, x->bos[i]->readers.data[j]);
    }
    return ok;
}

// ---- the parser

// A client that does not say how long its batch is does without.
static int parse(struct exec *x)
{
    const struct kiln_devinfo *info = x->ctx->dev->devinfo;
    const struct sim_bo *bo = x->bos[x->batch_index];
    const bool render = x->ce->engine->hw->class == SIM_ENGINE_RENDER;
    if (!render || !x->args->batch_len || !kiln_target_has_parsed_batches(kiln_target_of(info)))
        return 0;
    const void *from = bo->map + x->args->batch_start_offset;
    return sim_i915_parse(info, from, x->args->batch_len / 4, &x->trusted);
}

// ---- the request

static struct sim_request *make_request(struct exec *x)
{
    struct sim_request *rq = calloc(1, sizeof(*rq));
    if (!rq)
        return NULL;
    rq->engine = x->ce->engine;
    rq->ctx = sim_context_ref(x->ctx);
    rq->ce = x->ce;
    rq->bos = x->bos; // with their references
    rq->bo_count = x->count;
    x->bos = NULL;
    rq->batch = x->vmas[x->batch_index]->addr + x->args->batch_start_offset;
    rq->batch_size = x->batch_size;
    rq->trusted = x->trusted;
    atomic_init(&rq->cancel, false);
    rq->fence = sim_fence_create();
    rq->await = sim_fence_create_all(x->waits.data, (unsigned)x->waits.count);
    if (!rq->fence || !rq->await) {
        sim_request_free(rq);
        return NULL;
    }
    return rq;
}

static void replace(struct sim_fence **slot, struct sim_fence *f)
{
    sim_fence_unref(*slot);
    *slot = sim_fence_ref(f);
}

static int publish(struct exec *x, struct sim_request *rq)
{
    for (unsigned i = 0; i < rq->bo_count; i++)
        if (sim_bo_add_fence(rq->bos[i], rq->fence, x->objects[i].flags & EXEC_OBJECT_WRITE,
                             rq->engine->hw->class))
            return -ENOMEM;
    for (unsigned i = 0; i < x->fence_count; i++) {
        if (!(x->fences[i].flags & I915_EXEC_FENCE_SIGNAL))
            continue;
        struct sim_syncobj *s = x->fences[i].syncobj;
        uint64_t point = x->fences[i].point;
        if (point ? sim_syncobj_add_point(s, point, rq->fence) : sim_syncobj_replace(s, rq->fence))
            return -ENOMEM;
    }
    replace(&x->ce->last, rq->fence);
    if (x->ctx->single_timeline)
        replace(&x->ctx->timeline, rq->fence);
    return 0;
}

static int submit(struct exec *x)
{
    int out_fd = -1, err;
    struct sim_request *rq = make_request(x);
    if (!rq)
        return -ENOMEM;
    err = sim_slices_start(rq->engine);
    if (!err && x->args->flags & I915_EXEC_FENCE_OUT) {
        out_fd = sim_sync_file_export(rq->fence);
        err = out_fd < 0 ? out_fd : 0;
    }
    if (!err)
        err = publish(x, rq);
    if (err) {
        // Whoever holds the fence already must not wait for ever.
        sim_fence_signal(rq->fence, err);
        sim_request_free(rq);
        if (out_fd >= 0)
            close(out_fd);
        return err;
    }
    if (x->args->flags & I915_EXEC_FENCE_OUT)
        x->args->rsvd2 = (x->args->rsvd2 & UINT32_MAX) | (uint64_t)(uint32_t)out_fd << 32;
    sim_engine_submit(rq);
    return 0;
}

// Tells the client where its objects are, if that is not where it thought.
static int write_back(struct exec *x)
{
    for (unsigned i = 0; i < x->count; i++) {
        uint64_t addr = sim_canonical(x->vmas[i]->addr);
        uint64_t at = x->args->buffers_ptr + i * sizeof(x->objects[0]) +
                      offsetof(struct drm_i915_gem_exec_object2, offset);
        if (x->objects[i].offset != addr && !sim_copy_to_user(at, &addr, sizeof(addr)))
            return -EFAULT;
    }
    return 0;
}

static int execute(struct exec *x)
{
    int err = check_args(x->args);
    if (!err)
        err = collect_fences(x);
    if (!err)
        err = select_context(x);
    if (!err)
        err = lookup_objects(x);
    if (!err)
        err = select_batch(x);
    if (!err)
        err = reserve(x);
    if (!err)
        err = relocate(x);
    if (!err)
        err = write_back(x);
    if (!err)
        err = parse(x);
    if (!err && !collect_waits(x))
        err = -ENOMEM;
    return err ? err : submit(x);
}

int sim_ioctl_execbuffer2(struct sim_file *file, void *arg)
{
    struct exec x = {.file = file, .args = arg};
    int err = execute(&x);
    exec_finish(&x);
    return err;
}
