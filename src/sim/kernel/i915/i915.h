// The simulated i915: its ioctl handlers (drm/ioctl.h), and what the DRM core asks of it (driver.c).
#ifndef KILN_SIM_I915_H
#define KILN_SIM_I915_H

#include <stdbool.h>
#include <stdint.h>

struct sim_context;
struct sim_device;
struct sim_file;

extern const struct sim_driver sim_i915_driver;

#define SIM_I915_IOCTLS(X)                                                                                   \
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
    X(get_reset_stats)                                                                                       \
    X(execbuffer2)                                                                                           \
    X(perf_open)                                                                                             \
    X(perf_add_config)                                                                                       \
    X(perf_remove_config)

#define X(name) int sim_ioctl_##name(struct sim_file *file, void *arg);
SIM_I915_IOCTLS(X)
#undef X

// struct sim_driver
int sim_i915_open(struct sim_file *file);
void sim_i915_close(struct sim_file *file);
bool sim_i915_blame(struct sim_context *ctx); // by the kernel's ban rules

// Walks a chain of i915_user_extension: calls table[name](address, data). -EINVAL for a name outside the
// table.
typedef int (*sim_extension_fn)(struct sim_file *file, uint64_t address, void *data);
// Whether clients may have the kernel copy (pread, pwrite) and relocate.
bool sim_has_legacy_access(const struct sim_device *dev);
uint64_t sim_local_page(const struct sim_device *dev);
int sim_user_extensions(struct sim_file *file, uint64_t address, const sim_extension_fn *table,
                        unsigned count, void *data);

#endif
