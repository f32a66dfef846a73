// The simulated xe: its ioctl handlers (drm/ioctl.h), and what the DRM core asks of it (driver.c). As
// Linux 6.12 has it, on one tile.
#ifndef KILN_SIM_XE_H
#define KILN_SIM_XE_H

#include <stdbool.h>
#include <stdint.h>

struct kiln_target;
struct sim_file;
struct sim_vm;

extern const struct sim_driver sim_xe_driver;

#define SIM_XE_IOCTLS(X)                                                                                     \
    X(xe_device_query)                                                                                       \
    X(xe_gem_create)                                                                                         \
    X(xe_gem_mmap_offset)                                                                                    \
    X(xe_vm_create)                                                                                          \
    X(xe_vm_destroy)                                                                                         \
    X(xe_vm_bind)                                                                                            \
    X(xe_exec_queue_create)                                                                                  \
    X(xe_exec_queue_destroy)                                                                                 \
    X(xe_exec_queue_get_property)                                                                            \
    X(xe_exec)                                                                                               \
    X(xe_wait_user_fence)                                                                                    \
    X(xe_observation)

#define X(name) int sim_ioctl_##name(struct sim_file *file, void *arg);
SIM_XE_IOCTLS(X)
#undef X

// Memory regions, by their number: bits of drm_xe_gem_create.placement.
enum { SIM_XE_SYSTEM, SIM_XE_VRAM };

// The table of page attributes (xe_pat.c): whether an entry may be used, and whether its memory is coherent
// with the processor's caches, which that of none else is.
bool sim_xe_pat_exists(const struct kiln_target *t, unsigned index);
bool sim_xe_pat_is_coherent(const struct kiln_target *t, unsigned index);

struct sim_vm *sim_xe_vm(const struct sim_file *file, uint32_t id); // NULL: there is none

// DRM_XE_OBSERVATION_IOCTL_* of a stream's descriptor; -ENOTTY: it is none. Takes the lock.
struct sim_device;
int sim_xe_stream_ioctl(struct sim_device *dev, int fd, unsigned long request, void *arg);

// CAP_SYS_NICE.
bool sim_xe_may_hurry(void);

#endif
