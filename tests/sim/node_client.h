// What tests inside a process with libkiln_node.so share: the node's chip, and a batch that stores a dword.
#ifndef KILN_TESTS_NODE_CLIENT_H
#define KILN_TESTS_NODE_CLIENT_H

#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

static inline bool have_node(void)
{
    return getenv("LD_PRELOAD") && strstr(getenv("LD_PRELOAD"), "kiln_node");
}

// The chip's PCI id, or -errno.
static inline int chipset(int fd)
{
    int value = 0;
    drm_i915_getparam_t gp = {.param = I915_PARAM_CHIPSET_ID, .value = &value};
    return ioctl(fd, DRM_IOCTL_I915_GETPARAM, &gp) ? -errno : value;
}

static inline uint32_t create(int fd, uint64_t size)
{
    struct drm_i915_gem_create c = {.size = size};
    return ioctl(fd, DRM_IOCTL_I915_GEM_CREATE, &c) ? 0 : c.handle;
}

static inline int close_handle(int fd, uint32_t handle)
{
    struct drm_gem_close c = {.handle = handle};
    return ioctl(fd, DRM_IOCTL_GEM_CLOSE, &c) ? -errno : 0;
}

// Executes a batch, which is `batch` or a buffer of its own (0), that stores `value` at the start of `target`
// through a relocation. 0 or -errno.
static inline int store_by(int fd, uint32_t target, uint32_t value, uint32_t batch)
{
    uint32_t own = batch ? batch : create(fd, 4096);
    // MI_STORE_DATA_IMM of a dword, MI_BATCH_BUFFER_END
    uint32_t words[6] = {0x20u << 23 | 2, 0, 0, value, 0xau << 23, 0};
    struct drm_i915_gem_pwrite w = {own, .size = sizeof(words), .data_ptr = (uintptr_t)words};
    struct drm_i915_gem_relocation_entry reloc = {.target_handle = target,
                                                  .offset = 4,
                                                  .presumed_offset = ~UINT64_C(0),
                                                  .write_domain = I915_GEM_DOMAIN_RENDER,
                                                  .read_domains = I915_GEM_DOMAIN_RENDER};
    struct drm_i915_gem_exec_object2 objects[2] = {
        {.handle = target}, {.handle = own, .relocation_count = 1, .relocs_ptr = (uintptr_t)&reloc}};
    struct drm_i915_gem_execbuffer2 e = {
        .buffers_ptr = (uintptr_t)objects, .buffer_count = 2, .batch_len = sizeof(words)};
    struct drm_i915_gem_wait wait = {.bo_handle = target, .timeout_ns = 10000000000};
    int err = !batch && ioctl(fd, DRM_IOCTL_I915_GEM_PWRITE, &w) ? -errno : 0;
    if (!err && (ioctl(fd, DRM_IOCTL_I915_GEM_EXECBUFFER2, &e) || ioctl(fd, DRM_IOCTL_I915_GEM_WAIT, &wait)))
        err = -errno;
    if (!batch)
        close_handle(fd, own);
    return err;
}

static inline int store(int fd, uint32_t target, uint32_t value)
{
    return store_by(fd, target, value, 0);
}

#endif
