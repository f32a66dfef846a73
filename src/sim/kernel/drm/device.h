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

// A kernel driver of the chip: kernel/i915.
struct sim_driver {
    const char *name;
    const struct sim_ioctl_row *ioctls;     // SIM_IOCTLS of them: what the DRM core does not have
    int (*prepare)(struct sim_request *rq); // before: 0 or -ENOMEM
    // Executes a request on the chip. False with `fault` filled in. Without the lock.
    bool (*execute)(struct sim_request *rq, struct sim_fault *fault);
    // The context hung: whether it is banned now.
    bool (*blame)(struct sim_context *ctx);
    // Of a descriptor that is neither a sync file nor a dma-buf; -ENOTTY: it is none of the driver's. Takes
    // the lock.
    int (*fd_ioctl)(struct sim_device *dev, int fd, unsigned long request, void *arg);
    int (*init)(struct sim_device *dev); // 0 or -ENOMEM
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
    struct sim_oa *oa;      // i915/perf.h
    struct sim_handles bos; // every buffer object by its number
    struct sim_bo *zombies;
    struct sim_vm *global;      // the address space of all contexts (gem/vm.h); NULL: there is none
    struct sim_engine *engines; // sched/engine.h
    struct sim_in_flight in_flight[SIM_MAX_ENGINES];
    unsigned engine_count;
    unsigned files;
    uint64_t requests;          // submitted so far
    atomic_long fail_countdown; // ioctls until one fails (KILN_SIM_FAIL); negative: none does
};

struct sim_file {
    struct sim_device *dev;
    struct sim_client *client;
    struct sim_handles bos, contexts, vms, syncobjs;
    struct sim_context *default_context; // id 0
};

#endif
