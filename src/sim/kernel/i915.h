// The ioctl handlers: one per ioctl, called with the lock held and the argument already copied in (and zero
// filled to its full size). Each returns 0 or -errno as the kernel's i915 and DRM core do.
#ifndef KILN_SIM_I915_H
#define KILN_SIM_I915_H

#include <stdint.h>

struct sim_file;

#define SIM_IOCTL_HANDLERS(X)                                                                                \
    X(drm_version)                                                                                           \
    X(drm_get_cap)                                                                                           \
    X(drm_gem_close)                                                                                         \
    X(drm_prime_handle_to_fd)                                                                                \
    X(drm_prime_fd_to_handle)                                                                                \
    X(syncobj_create)                                                                                        \
    X(syncobj_destroy)                                                                                       \
    X(syncobj_handle_to_fd)                                                                                  \
    X(syncobj_fd_to_handle)                                                                                  \
    X(syncobj_wait)                                                                                          \
    X(syncobj_reset)                                                                                         \
    X(syncobj_signal)                                                                                        \
    X(syncobj_timeline_wait)                                                                                 \
    X(syncobj_query)                                                                                         \
    X(syncobj_transfer)                                                                                      \
    X(syncobj_timeline_signal)                                                                               \
    X(getparam)                                                                                              \
    X(query)                                                                                                 \
    X(reg_read)                                                                                              \
    X(gem_create)                                                                                            \
    X(gem_create_ext)                                                                                        \
    X(gem_pread)                                                                                             \
    X(gem_pwrite)                                                                                            \
    X(gem_mmap)                                                                                              \
    X(gem_mmap_offset)                                                                                       \
    X(gem_set_domain)                                                                                        \
    X(gem_sw_finish)                                                                                         \
    X(gem_set_tiling)                                                                                        \
    X(gem_get_tiling)                                                                                        \
    X(gem_set_caching)                                                                                       \
    X(gem_get_caching)                                                                                       \
    X(gem_busy)                                                                                              \
    X(gem_wait)                                                                                              \
    X(gem_madvise)                                                                                           \
    X(gem_get_aperture)                                                                                      \
    X(gem_userptr)                                                                                           \
    X(gem_throttle)                                                                                          \
    X(context_create)                                                                                        \
    X(context_destroy)                                                                                       \
    X(context_getparam)                                                                                      \
    X(context_setparam)                                                                                      \
    X(vm_create)                                                                                             \
    X(vm_destroy)                                                                                            \
    X(get_reset_stats) X(execbuffer2) X(perf_open) X(perf_add_config) X(perf_remove_config) X(name)

#define X(name) int sim_ioctl_##name(struct sim_file *file, void *arg);
SIM_IOCTL_HANDLERS(X)
#undef X

// Walks a chain of i915_user_extension: calls table[name](address, data). -EINVAL for a name outside the
// table.
typedef int (*sim_extension_fn)(struct sim_file *file, uint64_t address, void *data);
// Whether clients may have the kernel copy (pread, pwrite) and relocate.
bool sim_has_legacy_access(const struct sim_device *dev);
int sim_user_extensions(struct sim_file *file, uint64_t address, const sim_extension_fn *table,
                        unsigned count, void *data);

#endif
