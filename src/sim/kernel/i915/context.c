// Contexts and address spaces: ban rules (i915_reset.c) and ioctls (i915_gem_context.c).
#include "sim/kernel/sched/context.h"

#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/kernel/drm/client.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/vm.h"
#include "hw/target.h"
#include "sim/kernel/i915/i915.h"
#include "sim/kernel/sched/engine.h"
#include "sim/kernel/gem/bo.h"

// I915_CLIENT_SCORE_* and CONTEXT_FAST_HANG_JIFFIES of the kernel.
enum { SCORE_HANG_FAST = 1, SCORE_CONTEXT_BAN = 3, SCORE_BANNED = 9 };
#define FAST_HANG_CONTEXT_NS INT64_C(120000000000)
#define FAST_HANG_CLIENT_NS INT64_C(60000000000)

// ---- files

int sim_i915_open(struct sim_file *file)
{
    struct sim_context *ctx = sim_context_create(file->dev, file->client);
    if (!ctx)
        return -ENOMEM;
    ctx->vm = sim_vm_of_context(file->dev);
    if (!ctx->vm) {
        sim_context_unref(ctx);
        return -ENOMEM;
    }
    file->default_context = ctx;
    return 0;
}

void sim_i915_close(struct sim_file *file)
{
    sim_context_close(file->default_context);
}

// ---- hangs

bool sim_i915_blame(struct sim_context *ctx)
{
    int64_t now = sim_now_ns();
    ctx->guilty++;
    if (!ctx->bannable)
        return false;
    int64_t previous = ctx->hang_time[0];
    ctx->hang_time[0] = ctx->hang_time[1];
    ctx->hang_time[1] = now;
    bool banned = !ctx->recoverable || now < previous + FAST_HANG_CONTEXT_NS;
    if (banned && !ctx->banned) {
        ctx->banned = true;
        ctx->client->ban_score += SCORE_CONTEXT_BAN;
    }
    if (ctx->client->last_hang && now < ctx->client->last_hang + FAST_HANG_CLIENT_NS)
        ctx->client->ban_score += SCORE_HANG_FAST;
    ctx->client->last_hang = now;
    return ctx->banned;
}

// ---- parameters

static bool has_own_spaces(const struct sim_file *file)
{
    return sim_device_has_own_spaces(file->dev); // HAS_FULL_PPGTT
}

static int set_vm(struct sim_file *file, struct sim_context *ctx, const struct drm_i915_gem_context_param *p)
{
    if (p->size)
        return -EINVAL;
    if (ctx->in_use)
        return -EINVAL;
    if (!has_own_spaces(file))
        return -ENODEV;
    struct sim_vm *vm = p->value <= UINT32_MAX ? sim_handles_get(&file->vms, (uint32_t)p->value) : NULL;
    if (!vm)
        return -ENOENT;
    sim_vm_ref(vm);
    sim_vm_unref(ctx->vm);
    ctx->vm = vm;
    return 0;
}

// A "virtual" engine over siblings of one class: here it is the last of them.
struct engine_ext {
    struct sim_context *ctx;
    struct sim_context_engine *engines;
    unsigned count;
};

static int load_balance(struct sim_file *file, uint64_t address, void *data)
{
    struct engine_ext *set = data;
    struct i915_context_engines_load_balance lb;
    struct i915_engine_class_instance siblings[SIM_MAX_ENGINES];
    if (!sim_copy_from_user(&lb, address, sizeof(lb)))
        return -EFAULT;
    if (lb.flags || lb.mbz64 || lb.engine_index >= set->count || lb.num_siblings > SIM_MAX_ENGINES)
        return -EINVAL;
    if (set->engines[lb.engine_index].engine)
        return -EEXIST;
    if (!lb.num_siblings)
        return 0;
    if (!sim_copy_from_user(siblings, address + sizeof(lb), lb.num_siblings * sizeof(siblings[0])))
        return -EFAULT;
    for (unsigned i = 0; i < lb.num_siblings; i++) {
        struct sim_engine *engine =
            sim_device_engine(file->dev, siblings[i].engine_class, siblings[i].engine_instance);
        if (!engine)
            return -EINVAL;
        set->engines[lb.engine_index].engine = engine;
    }
    return 0;
}

static int set_engines(struct sim_file *file, struct sim_context *ctx,
                       const struct drm_i915_gem_context_param *p)
{
    static const sim_extension_fn extensions[] = {[I915_CONTEXT_ENGINES_EXT_LOAD_BALANCE] = load_balance};
    struct i915_engine_class_instance list[SIM_CONTEXT_MAX_ENGINES];
    struct sim_context_engine engines[SIM_CONTEXT_MAX_ENGINES] = {0};
    uint64_t ext;
    if (ctx->in_use)
        return -EINVAL;
    if (!p->size) { // back to the legacy rings
        sim_context_default_engines(ctx);
        return 0;
    }
    if (p->size < sizeof(ext) || (p->size - sizeof(ext)) % sizeof(list[0]))
        return -EINVAL;
    unsigned count = (unsigned)((p->size - sizeof(ext)) / sizeof(list[0]));
    if (count > SIM_CONTEXT_MAX_ENGINES)
        return -EINVAL;
    if (!sim_copy_from_user(&ext, p->value, sizeof(ext)) ||
        !sim_copy_from_user(list, p->value + sizeof(ext), count * sizeof(list[0])))
        return -EFAULT;
    for (unsigned i = 0; i < count; i++) {
        if (list[i].engine_class == (uint16_t)I915_ENGINE_CLASS_INVALID &&
            list[i].engine_instance == (uint16_t)I915_ENGINE_CLASS_INVALID_NONE)
            continue;
        engines[i].engine = sim_device_engine(file->dev, list[i].engine_class, list[i].engine_instance);
        if (!engines[i].engine)
            return -ENOENT;
    }
    struct engine_ext set = {ctx, engines, count};
    int err = sim_user_extensions(file, ext, extensions, 1, &set);
    if (err)
        return err;
    memset(ctx->engines, 0, sizeof(ctx->engines));
    memcpy(ctx->engines, engines, count * sizeof(engines[0]));
    ctx->engine_count = count;
    ctx->user_engines = true;
    return 0;
}

static bool privileged(void)
{
    return geteuid() == 0;
}

static int set_param(struct sim_file *file, struct sim_context *ctx,
                     const struct drm_i915_gem_context_param *p)
{
    switch (p->param) {
    case I915_CONTEXT_PARAM_NO_ERROR_CAPTURE:
        if (p->size)
            return -EINVAL;
        ctx->no_error_capture = p->value;
        return 0;
    case I915_CONTEXT_PARAM_BANNABLE:
        if (p->size)
            return -EINVAL;
        if (!p->value && !privileged())
            return -EPERM;
        ctx->bannable = p->value;
        return 0;
    case I915_CONTEXT_PARAM_RECOVERABLE:
        if (p->size)
            return -EINVAL;
        ctx->recoverable = p->value;
        return 0;
    case I915_CONTEXT_PARAM_PRIORITY: {
        int64_t priority = (int64_t)p->value;
        if (!p->size && !kiln_target_has_execlists(kiln_target_of(file->dev->devinfo)))
            return -ENODEV; // nothing schedules
        if (p->size || priority > I915_CONTEXT_MAX_USER_PRIORITY || priority < I915_CONTEXT_MIN_USER_PRIORITY)
            return -EINVAL;
        if (priority > I915_CONTEXT_DEFAULT_PRIORITY && !privileged())
            return -EPERM;
        ctx->priority = (int)priority;
        return 0;
    }
    case I915_CONTEXT_PARAM_SSEU:
        return -ENODEV; // only Gen11 can change it
    case I915_CONTEXT_PARAM_VM:
        return set_vm(file, ctx, p);
    case I915_CONTEXT_PARAM_ENGINES:
        return set_engines(file, ctx, p);
    case I915_CONTEXT_PARAM_PERSISTENCE:
        if (p->size)
            return -EINVAL;
        if (!p->value && !kiln_target_has_preemption(kiln_target_of(file->dev->devinfo)))
            return -ENODEV; // it could not be taken off its engine
        ctx->persistent = p->value;
        return 0;
    default: // BAN_PERIOD, NO_ZEROMAP, RINGSIZE, PROTECTED_CONTENT (after creation), unknown ones
        return -EINVAL;
    }
}

static int get_sseu(struct sim_context *ctx, struct drm_i915_gem_context_param *p)
{
    struct drm_i915_gem_context_param_sseu s;
    if (!p->size) {
        p->size = sizeof(s);
        return 0;
    }
    if (p->size < sizeof(s))
        return -EINVAL;
    if (!sim_copy_from_user(&s, p->value, sizeof(s)))
        return -EFAULT;
    if (s.rsvd || s.flags & ~(uint32_t)I915_CONTEXT_SSEU_FLAG_ENGINE_INDEX)
        return -EINVAL;
    if (!sim_device_engine(ctx->dev, s.engine.engine_class, s.engine.engine_instance))
        return -EINVAL;
    const struct kiln_devinfo *d = ctx->dev->devinfo;
    s.slice_mask = (1u << d->slices) - 1;
    s.subslice_mask = (1u << d->subslices_per_slice) - 1;
    s.min_eus_per_subslice = s.max_eus_per_subslice = d->eus_per_subslice;
    if (!sim_copy_to_user(p->value, &s, sizeof(s)))
        return -EFAULT;
    p->size = sizeof(s);
    return 0;
}

static int get_vm(struct sim_file *file, struct sim_context *ctx, struct drm_i915_gem_context_param *p)
{
    if (!has_own_spaces(file))
        return -ENODEV;
    if (p->size)
        return -EINVAL;
    uint32_t id = sim_handles_add(&file->vms, ctx->vm);
    if (!id)
        return -ENOMEM;
    sim_vm_ref(ctx->vm);
    p->value = id;
    return 0;
}

static struct sim_context *lookup(struct sim_file *file, uint32_t id)
{
    return id ? sim_handles_get(&file->contexts, id) : file->default_context;
}

int sim_ioctl_context_getparam(struct sim_file *file, void *arg)
{
    struct drm_i915_gem_context_param *p = arg;
    struct sim_context *ctx = lookup(file, p->ctx_id);
    if (!ctx)
        return -ENOENT;
    ctx->in_use = true;
    if (p->param == I915_CONTEXT_PARAM_SSEU)
        return get_sseu(ctx, p);
    if (p->param == I915_CONTEXT_PARAM_VM)
        return get_vm(file, ctx, p);
    switch (p->param) {
    case I915_CONTEXT_PARAM_GTT_SIZE:
        p->value = ctx->vm->total;
        break;
    case I915_CONTEXT_PARAM_NO_ERROR_CAPTURE:
        p->value = ctx->no_error_capture;
        break;
    case I915_CONTEXT_PARAM_BANNABLE:
        p->value = ctx->bannable;
        break;
    case I915_CONTEXT_PARAM_RECOVERABLE:
        p->value = ctx->recoverable;
        break;
    case I915_CONTEXT_PARAM_PRIORITY:
        p->value = (uint64_t)(int64_t)ctx->priority;
        break;
    case I915_CONTEXT_PARAM_PERSISTENCE:
        p->value = ctx->persistent;
        break;
    case I915_CONTEXT_PARAM_PROTECTED_CONTENT:
        p->value = 0;
        break;
    default: // ENGINES and RINGSIZE can only be set
        return -EINVAL;
    }
    p->size = 0;
    return 0;
}

int sim_ioctl_context_setparam(struct sim_file *file, void *arg)
{
    struct drm_i915_gem_context_param *p = arg;
    struct sim_context *ctx = lookup(file, p->ctx_id);
    return ctx ? set_param(file, ctx, p) : -ENOENT;
}

// ---- creation

static int create_setparam(struct sim_file *file, uint64_t address, void *data)
{
    struct drm_i915_gem_context_create_ext_setparam ext;
    if (!sim_copy_from_user(&ext, address, sizeof(ext)))
        return -EFAULT;
    if (ext.param.ctx_id)
        return -EINVAL;
    if (ext.param.param == I915_CONTEXT_PARAM_PROTECTED_CONTENT)
        return ext.param.value ? -ENODEV : 0;
    return set_param(file, data, &ext.param);
}

int sim_ioctl_context_create(struct sim_file *file, void *arg)
{
    static const sim_extension_fn extensions[] = {[I915_CONTEXT_CREATE_EXT_SETPARAM] = create_setparam};
    struct drm_i915_gem_context_create_ext *a = arg;
    if (a->flags & (uint32_t)I915_CONTEXT_CREATE_FLAGS_UNKNOWN)
        return -EINVAL;
    if (file->client->ban_score >= SCORE_BANNED)
        return -EIO;
    struct sim_context *ctx = sim_context_create(file->dev, file->client);
    if (!ctx)
        return -ENOMEM;
    ctx->single_timeline = a->flags & I915_CONTEXT_CREATE_FLAGS_SINGLE_TIMELINE;
    int err = 0;
    if (a->flags & I915_CONTEXT_CREATE_FLAGS_USE_EXTENSIONS)
        err = sim_user_extensions(file, a->extensions, extensions, 1, ctx);
    if (!err && !ctx->vm && !(ctx->vm = sim_vm_of_context(file->dev)))
        err = -ENOMEM;
    if (!err && !(ctx->id = sim_handles_add(&file->contexts, ctx)))
        err = -ENOMEM;
    if (err) {
        sim_context_unref(ctx);
        return err;
    }
    a->ctx_id = ctx->id;
    return 0;
}

int sim_ioctl_context_destroy(struct sim_file *file, void *arg)
{
    const struct drm_i915_gem_context_destroy *a = arg;
    if (a->pad)
        return -EINVAL;
    struct sim_context *ctx = sim_handles_remove(&file->contexts, a->ctx_id);
    if (!ctx)
        return -ENOENT;
    sim_context_close(ctx);
    return 0;
}

int sim_ioctl_vm_create(struct sim_file *file, void *arg)
{
    struct drm_i915_gem_vm_control *a = arg;
    if (!has_own_spaces(file))
        return -ENODEV;
    if (a->flags)
        return -EINVAL;
    int err = sim_user_extensions(file, a->extensions, NULL, 0, NULL);
    if (err)
        return err;
    struct sim_vm *vm = sim_vm_create(file->dev, SIM_SCRATCH_I915);
    if (!vm)
        return -ENOMEM;
    a->vm_id = sim_handles_add(&file->vms, vm);
    if (!a->vm_id) {
        sim_vm_unref(vm);
        return -ENOMEM;
    }
    return 0;
}

int sim_ioctl_vm_destroy(struct sim_file *file, void *arg)
{
    const struct drm_i915_gem_vm_control *a = arg;
    if (a->flags || a->extensions)
        return -EINVAL;
    struct sim_vm *vm = sim_handles_remove(&file->vms, a->vm_id);
    if (!vm)
        return -ENOENT;
    sim_vm_unref(vm);
    return 0;
}

bool sim_context_get_fault(struct sim_file *file, uint32_t id, struct sim_fault *out)
{
    sim_lock();
    const struct sim_context *ctx = lookup(file, id);
    bool there = ctx && ctx->fault;
    if (there)
        *out = *ctx->fault;
    sim_unlock();
    return there;
}

int sim_ioctl_get_reset_stats(struct sim_file *file, void *arg)
{
    struct drm_i915_reset_stats *a = arg;
    if (a->flags || a->pad)
        return -EINVAL;
    struct sim_context *ctx = lookup(file, a->ctx_id);
    if (!ctx)
        return -ENOENT;
    ctx->in_use = true;
    a->reset_count = 0; // only for CAP_SYS_ADMIN
    a->batch_active = ctx->guilty;
    a->batch_pending = ctx->active;
    return 0;
}
