// Addresses in the global space, which all contexts of all clients share where i915 has no full PPGTT
// (Gen7.5, INTEL_PPGTT_ALIASING). Softpinning works there as elsewhere: I915_PARAM_HAS_EXEC_SOFTPIN is 1 on
// every chip, and i915_gem_execbuffer.c makes no difference. But others are there: clients, whose memory
// gives way if it is not in use, and the kernel (rings, images of contexts, what is on the display), which
// never gives way. So an address is ours only once the kernel has bound memory there, which an execution that
// does nothing shows.
//
// An object that is not pinned goes to its presumed address if that is free, and elsewhere otherwise: so
// nothing is evicted, and no client waits for another's work. One that is pinned evicts.
//
// Where the space is a context's own, any address is free that we have not taken, and nothing is executed.
//
// No relocations: an address in a command or state is final when it is written. What was evicted comes back
// to its address with the next execution; if the kernel has taken that for itself meanwhile, the execution
// fails (-ENOSPC).
#include "winsys/i915/i915.h"

#include <errno.h>
#include <i915_drm.h>

#include "cmd/gen_pack.h"

static int make_batch(struct ws_node *n, struct ws_memory *m)
{
    void *map = NULL;
    m->size = WS_PAGE;
    int ret = i915_create(n, m);
    if (ret)
        return ret;
    ret = i915_map(n, m, m->size, &map);
    if (ret) {
        ws_close_handle(n, m->handle);
        m->handle = 0;
        return ret;
    }
    const struct gen_MI_BATCH_BUFFER_END end = {};
    gen_MI_BATCH_BUFFER_END_pack(map, &end);
    i915_unmap(n, map, m->size);
    return 0;
}

void i915_bind_finish(struct ws_node *n)
{
    struct i915_node *own = n->own;
    ws_close_handle(n, own->asking.handle);
}

// With the device's lock held. In the file's default context, by the engine that has nothing else to do: the
// memory is not in use when this returns.
int i915_bind(struct ws_node *n, struct ws_space *s, struct ws_binding *b, bool evict)
{
    struct i915_node *own = n->own;
    if (!n->info.shares_space)
        return 0;
    int ret = own->asking.handle ? 0 : make_batch(n, &own->asking);
    if (ret)
        return ret;
    struct drm_i915_gem_exec_object2 objects[] = {
        {.handle = b->memory->handle,
         .offset = b->address,
         .flags = EXEC_OBJECT_ASYNC | EXEC_OBJECT_PAD_TO_SIZE | (evict ? EXEC_OBJECT_PINNED : 0u),
         .pad_to_size = b->taken > b->memory->size ? b->taken : b->memory->size},
        {.handle = own->asking.handle},
    };
    struct drm_i915_gem_execbuffer2 eb = {
        .buffers_ptr = (uintptr_t)objects,
        .buffer_count = 2,
        .batch_len = 8,
        .flags = I915_EXEC_BLT | I915_EXEC_NO_RELOC | I915_EXEC_HANDLE_LUT,
    };
    ret = ws_ioctl(n, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb);
    b->address = objects[0].offset;
    return ret ? ret : i915_wait(n, &own->asking, -1);
}

// It is no longer listed: the kernel lets it go when it needs the place.
void i915_unbind(struct ws_node *n, struct ws_space *s, struct ws_binding *b)
{
}
