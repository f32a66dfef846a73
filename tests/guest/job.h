// In a guest: a buffer, a batch and a context on the render node, and what is submitted of them.
#ifndef KILN_TESTS_GUEST_JOB_H
#define KILN_TESTS_GUEST_JOB_H

#include <errno.h>
#include <fcntl.h>
#include <i915_drm.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kt.h"

#pragma GCC diagnostic ignored "-Wunused-function"

enum {
    NOOP = 0,
    CHECK = 0x05 << 23, // MI_ARB_CHECK
    END = 0x0a << 23,
    STORE = 0x20 << 23 | 2,
    ILLEGAL = 0x7fff0000
};
// Before Gen8 commands have addresses of 32 bits, and a space has 2 GiB.
#define DATA (is_narrow() ? UINT64_C(0x40000000) : UINT64_C(0x200000000))
#define BATCH UINT64_C(0x100000)
#define JUMP                                                                                                 \
    (0x31u << 23 | 1 << 8 | (is_narrow() ? 0 : 1)) // what follows the address's low half is a no-op there

static int node;

static int parameter(int which)
{
    int value = -1;
    struct drm_i915_getparam g = {which, &value};
    return ioctl(node, DRM_IOCTL_I915_GETPARAM, &g) ? -errno : value;
}

static bool is_narrow(void)
{
    struct drm_i915_gem_context_param p = {.param = I915_CONTEXT_PARAM_GTT_SIZE};
    return !ioctl(node, DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, &p) && p.value <= UINT64_C(1) << 31;
}

static uint32_t create(uint64_t size, void **map)
{
    struct drm_i915_gem_create c = {.size = size};
    *map = NULL;
    if (ioctl(node, DRM_IOCTL_I915_GEM_CREATE, &c))
        return 0;
    struct drm_i915_gem_mmap_offset m = {.handle = c.handle, .flags = I915_MMAP_OFFSET_WB};
    if (ioctl(node, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &m)) {
        m.flags = I915_MMAP_OFFSET_FIXED; // of a chip with memory of its own
        if (ioctl(node, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &m))
            return 0;
    }
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, node, (off_t)m.offset);
    *map = p == MAP_FAILED ? NULL : p;
    return c.handle;
}

static uint32_t context(void)
{
    struct drm_i915_gem_context_create c = {0};
    return ioctl(node, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &c) ? 0 : c.ctx_id;
}

struct job {
    uint32_t data, batch, context;
    uint32_t *out, *commands;
};

static bool make(struct job *j)
{
    void *out, *commands;
    j->data = create(65536, &out);
    j->batch = create(4096, &commands);
    j->out = out;
    j->commands = commands;
    j->context = context();
    return kt_ok(out && commands && j->context, "buffers and a context");
}

static int submit(struct job *j, uint64_t engine)
{
    struct drm_i915_gem_exec_object2 o[2] = {
        {.handle = j->data,
         .offset = DATA,
         .flags = EXEC_OBJECT_PINNED | EXEC_OBJECT_SUPPORTS_48B_ADDRESS | EXEC_OBJECT_WRITE},
        {.handle = j->batch, .offset = BATCH, .flags = EXEC_OBJECT_PINNED | EXEC_OBJECT_SUPPORTS_48B_ADDRESS},
    };
    struct drm_i915_gem_execbuffer2 e = {.buffers_ptr = (uintptr_t)o,
                                         .buffer_count = 2,
                                         .batch_len = 4096,
                                         .flags = engine | I915_EXEC_NO_RELOC};
    i915_execbuffer2_set_context_id(e, j->context);
    return ioctl(node, DRM_IOCTL_I915_GEM_EXECBUFFER2, &e) ? -errno : 0;
}

static int wait_for(const struct job *j)
{
    struct drm_i915_gem_wait w = {.bo_handle = j->data, .timeout_ns = -1}; // i915's own timers end what hangs
    return ioctl(node, DRM_IOCTL_I915_GEM_WAIT, &w) ? -errno : 0;
}

static int run(struct job *j, uint64_t engine)
{
    int error = submit(j, engine);
    return error ? error : wait_for(j);
}

static void store(struct job *j, uint64_t address, uint32_t value)
{
    const uint32_t low = (uint32_t)address, high = (uint32_t)(address >> 32);
    const uint32_t words[] = {STORE, is_narrow() ? 0 : low, is_narrow() ? low : high, value, END, NOOP};
    memcpy(j->commands, words, sizeof(words));
}

#endif
