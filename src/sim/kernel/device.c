// The device and its files: creation, orderly end, and the copies between client and "kernel".
#include "sim/kernel/drm/device.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "hw/target.h"
#include "sim/chip/chip.h"
#include "sim/kernel/drm/client.h"
#include "sim/kernel/gem/bo.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/i915/i915.h"
#include "sim/kernel/xe/xe.h"
#include "sim/kernel/sched/engine.h"
#include "sim/kernel/drm/syncobj.h"
#include "sim/sync/shared_sync.h"
#include "sim/kernel/sched/slice.h"
#include "util/env.h"
#include "util/float_env.h"
#include "util/math.h"

static uint64_t default_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    uint64_t host = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_C(4) << 30;
    return host / 4 * 3;
}

// The device with what its pointers lead to.
struct whole_device {
    struct sim_device dev;
    struct sim_engine engines[SIM_MAX_ENGINES];
};

static void set_engines(struct whole_device *w)
{
    w->dev.engine_count = sim_chip_engine_count(w->dev.chip);
    w->dev.engines = w->engines;
    for (unsigned i = 0; i < w->dev.engine_count; i++) {
        struct sim_engine *e = &w->engines[i];
        e->dev = &w->dev;
        e->hw = sim_chip_engine(w->dev.chip, i);
        e->in_flight = &w->dev.in_flight[i];
        e->in_flight->oldest = UINT64_MAX;
        e->queue_tail = &e->queue;
    }
}

static void set_memory(struct sim_device *dev)
{
    uint64_t memory = dev->config->memory_bytes ? dev->config->memory_bytes : default_memory();
    if (memory > UINT64_MAX - SIM_PAGE)
        memory = UINT64_MAX - SIM_PAGE;
    dev->memory_size = (memory + SIM_PAGE - 1) & ~(SIM_PAGE - 1);
    if (dev->devinfo->has_local_memory) // as much as a DG1 has
        dev->local_size = KILN_MIN(dev->memory_size, UINT64_C(4) << 30);
}

static bool set_capture(struct sim_device *dev)
{
    char absolute[KILN_PATH_MAX];
    if (dev->config->capture)
        dev->capture_dir = strdup(kiln_path_absolute(dev->config->capture, absolute));
    return dev->capture_dir || !dev->config->capture;
}

bool sim_device_is_driven(const struct kiln_devinfo *info, enum sim_kernel kernel)
{
    const struct kiln_target *target = kiln_target_of(info);
    return kernel == SIM_KERNEL_XE ? kiln_target_has_xe(target) : kiln_target_has_i915(target);
}

struct sim_device *sim_device_create(const struct sim_config *config)
{
    KILN_DEFAULT_FLOAT_ENV;
    struct whole_device *whole = calloc(1, sizeof(*whole));
    if (!whole) {
        errno = ENOMEM;
        return NULL;
    }
    struct sim_device *dev = &whole->dev;
    dev->chip = sim_chip_create(config);
    if (dev->chip && !sim_device_is_driven(sim_chip_devinfo(dev->chip), config->kernel)) {
        sim_chip_destroy(dev->chip);
        dev->chip = NULL;
        errno = ENODEV;
    }
    if (!dev->chip) {
        int err = errno;
        free(whole);
        errno = err;
        return NULL;
    }
    dev->devinfo = sim_chip_devinfo(dev->chip);
    dev->config = sim_chip_config(dev->chip);
    dev->driver = config->kernel == SIM_KERNEL_XE ? &sim_xe_driver : &sim_i915_driver;
    atomic_init(&dev->fail_countdown, config->fail_after);
    set_memory(dev);
    set_engines(whole);
    if (!set_capture(dev) || dev->driver->init(dev)) {
        free(dev->capture_dir);
        sim_chip_destroy(dev->chip);
        free(whole);
        errno = ENOMEM;
        return NULL;
    }
    return dev;
}

void sim_device_destroy(struct sim_device *dev)
{
    KILN_DEFAULT_FLOAT_ENV;
    if (!dev)
        return;
    if (dev->driver->stop)
        dev->driver->stop(dev);
    for (unsigned i = 0; i < dev->engine_count; i++)
        sim_engine_stop(&dev->engines[i]);
    sim_lock();
    sim_bo_reap(dev, true);
    sim_vm_unref(dev->global);
    sim_unlock();
    dev->driver->finish(dev);
    sim_chip_destroy(dev->chip);
    vec_free(&dev->bos.slots);
    free(dev->capture_dir);
    free(dev);
}

static bool all_idle(const struct sim_device *dev)
{
    for (unsigned i = 0; i < dev->engine_count; i++)
        if (dev->engines[i].queue || dev->in_flight[i].oldest != UINT64_MAX)
            return false;
    return true;
}

void sim_device_fork(struct sim_device *dev, enum kiln_fork step)
{
    KILN_DEFAULT_FLOAT_ENV;
    enum { PATIENCE = 1000000000, STEP = 10000000 };
    if (step == KILN_FORK_PREPARE) {
        sim_lock();
        for (int64_t until = sim_now_ns() + PATIENCE; !all_idle(dev) && sim_now_ns() < until;)
            sim_wait_until(sim_now_ns() + STEP);
        sim_chip_fork(dev->chip, step);
        return;
    }
    sim_chip_fork(dev->chip, step);
    if (step == KILN_FORK_CHILD) {
        sim_fences_fork_child();
        sim_shared_fork_child();
        for (unsigned i = 0; i < dev->engine_count; i++)
            sim_engine_fork_child(&dev->engines[i]);
        if (dev->driver->fork_child)
            dev->driver->fork_child(dev);
    }
    sim_unlock();
}

void sim_fork_child(void)
{
    sim_fences_forget();
    sim_shared_forget();
}

// ---- files

struct sim_file *sim_open(struct sim_device *dev)
{
    KILN_DEFAULT_FLOAT_ENV;
    struct sim_file *file = calloc(1, sizeof(*file));
    if (!file)
        goto fail;
    file->dev = dev;
    file->client = calloc(1, sizeof(*file->client));
    if (!file->client)
        goto fail;
    file->client->refs = 1;
    sim_lock();
    int err = dev->driver->open ? dev->driver->open(file) : 0;
    if (!err)
        dev->files++;
    sim_unlock();
    if (!err)
        return file;
    sim_lock();
    sim_client_unref(file->client);
    sim_unlock();
fail:
    free(file);
    errno = ENOMEM;
    return NULL;
}

void sim_close(struct sim_file *file)
{
    KILN_DEFAULT_FLOAT_ENV;
    if (!file)
        return;
    sim_lock();
    for (size_t i = 0; i < file->contexts.slots.count; i++)
        if (file->contexts.slots.data[i])
            sim_context_close(file->contexts.slots.data[i]);
    if (file->dev->driver->close)
        file->dev->driver->close(file);
    for (size_t i = 0; i < file->vms.slots.count; i++)
        sim_vm_unref(file->vms.slots.data[i]);
    for (size_t i = 0; i < file->bos.slots.count; i++)
        sim_bo_unref(file->bos.slots.data[i]);
    for (size_t i = 0; i < file->syncobjs.slots.count; i++)
        sim_syncobj_unref(file->syncobjs.slots.data[i]);
    sim_client_unref(file->client);
    file->dev->files--;
    sim_unlock();
    sim_chip_write_stats(file->dev->chip, true);
    vec_free(&file->contexts.slots);
    vec_free(&file->vms.slots);
    vec_free(&file->bos.slots);
    vec_free(&file->syncobjs.slots);
    free(file);
}

void *sim_mmap(struct sim_file *file, void *addr, size_t length, int prot, int flags, off_t offset)
{
    KILN_DEFAULT_FLOAT_ENV;
    uint64_t number = (uint64_t)offset >> SIM_MMAP_SHIFT;
    struct sim_bo *bo = NULL;
    void *p = MAP_FAILED;
    int err = EINVAL;
    sim_lock();
    if (number <= UINT32_MAX)
        bo = sim_handles_get(&file->dev->bos, (uint32_t)number);
    bool mine = false;
    for (size_t i = 0; bo && i < file->bos.slots.count && !mine; i++)
        mine = file->bos.slots.data[i] == bo;
    if (bo && !mine)
        err = EACCES;
    if (mine) {
        p = sim_bo_mmap(bo, addr, (uint64_t)offset & (SIM_MMAP_FIRST - 1), length, prot, flags);
        err = errno;
    }
    sim_unlock();
    if (p == MAP_FAILED)
        errno = err;
    return p;
}
