// The simulated device and an open file of it, as the kernel keeps them: what drm_device, drm_file and
// drm_driver are in Linux.
#ifndef KILN_SIM_DEVICE_H
#define KILN_SIM_DEVICE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "sim/kernel/drm/handles.h"
#include "sim/kernel/drm/ioctl.h"
#include "sim/kernel/drm/user.h"
#include "sim/sim.h"

struct sim_chip;
struct sim_context;
struct sim_engine;
struct sim_request;

// What a kernel does to work that takes too long, on the virtual clock (sched/timers.h).
struct sim_limits {
    uint64_t request_ns;   // a request may take, from when it was queued, or began to execute
    bool from_its_start;   // the latter
    uint64_t heartbeat_ns; // the kernel's own wish to preempt comes at this interval; 0: never
    uint64_t preempt_ns;   // what runs has to yield within this time of a wish
};

// A kernel driver of the chip: kernel/i915, kernel/xe.
struct sim_driver {
    const char *name, *date, *text; // DRM_IOCTL_VERSION
    int version[3];
    const struct sim_ioctl_row *ioctls; // SIM_IOCTLS of them: what the DRM core does not have
    struct sim_limits limits;
    int hung, cancelled; // errors of fences: of the request that hung, and of others of its context
    bool expiry_hangs;   // a request that takes too long has hung; else it is interrupted (-EINTR)
    int (*open)(struct sim_file *file); // 0 or -ENOMEM
    void (*close)(struct sim_file *file);
    // The context hung: whether it is banned now.
    bool (*blame)(struct sim_context *ctx);
    // The number of a buffer object that the host's caches hide things of, or 0. NULL: of none. Without the
    // lock, as the next.
    uint32_t (*unsnooped)(const struct sim_request *rq);
    // Whether it counts for a stream of the observation unit. NULL: there are none.
    bool (*oa_counts)(const struct sim_request *rq);
    void (*executed)(struct sim_request *rq); // it has, without a fault. NULL: nothing is to be done
    // Of a descriptor that is neither a sync file nor a dma-buf; -ENOTTY: it is none of the driver's. Takes
    // the lock.
    int (*fd_ioctl)(struct sim_device *dev, int fd, unsigned long request, void *arg);
    int (*init)(struct sim_device *dev);  // 0 or -ENOMEM
    void (*stop)(struct sim_device *dev); // before its engines stop. NULL: nothing is to be done
    void (*fork_child)(
        struct sim_device *dev); // in the child of a fork(), which has no threads. NULL: likewise
    void (*finish)(struct sim_device *dev);
};

enum { SIM_MAX_ENGINES = 8 };

// Requests of an engine by the order in which they went into flight: how many have, and the first of those
// that are in flight (UINT64_MAX: none is). Memory that one may reach lives until it is over.
struct sim_in_flight {
    uint64_t started, oldest;
};

struct sim_device {
    const struct kiln_devinfo *devinfo;
    const struct sim_config *config;
    struct sim_chip *chip;
    char *capture_dir;                 // KILN_SIM_CAPTURE, absolute; or NULL
    uint64_t memory_size, memory_used; // of the system
    uint64_t local_size, local_used;   // of the device's own; 0: it has none
    const struct sim_driver *driver;
    struct sim_oa *oa;         // sched/oa.h
    struct sim_binder *binder; // xe/bind.h
    struct sim_handles bos;    // every buffer object by its number
    struct sim_bo *zombies;
    struct sim_vm *global;      // the address space of all contexts (gem/vm.h); NULL: there is none
    struct sim_engine *engines; // sched/engine.h
    struct sim_in_flight in_flight[SIM_MAX_ENGINES];
    unsigned engine_count;
    unsigned files;
    uint64_t requests;          // submitted so far
    uint64_t spaces;            // created so far
    atomic_long fail_countdown; // ioctls until one fails (KILN_SIM_FAIL); negative: none does
};

struct sim_file {
    struct sim_device *dev;
    struct sim_client *client;
    struct sim_handles bos, contexts, vms, syncobjs;
    struct sim_context *default_context; // i915: id 0
};

#endif
