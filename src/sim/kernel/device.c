// The device and its files: creation, orderly end, and the copies between client and "kernel".
#include "sim/kernel/drm/device.h"

#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "hw/target.h"
#include "sim/dispatch/pool.h"
#include "sim/kernel/drm/client.h"
#include "sim/kernel/gem/bo.h"
#include "sim/kernel/gem/vm.h"
#include "sim/kernel/i915/i915.h"
#include "sim/kernel/sched/engine.h"
#include "sim/kernel/drm/stats_file.h"
#include "sim/stats/cost.h"
#include "sim/kernel/drm/syncobj.h"
#include "sim/sync/shared_sync.h"
#include "sim/kernel/sched/slice.h"
#include "util/env.h"
#include "util/float_env.h"
#include "util/math.h"

// Gen9's engines and their register bases.
static const struct {
    const char *name;
    uint16_t class;
    uint32_t mmio_base;
} engine_table[] = {
    {"rcs0", I915_ENGINE_CLASS_RENDER, 0x2000},
    {"bcs0", I915_ENGINE_CLASS_COPY, 0x22000},
    {"vcs0", I915_ENGINE_CLASS_VIDEO, 0x12000},
    {"vecs0", I915_ENGINE_CLASS_VIDEO_ENHANCE, 0x1a000},
};

static uint64_t default_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    uint64_t host = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_C(4) << 30;
    return host / 4 * 3;
}

// KILN_SIM_RULES=all: those too that not every driver keeps that works on the chips, and all by the letter.
static void set_rules(struct sim_device *dev, const struct kiln_devinfo *info)
{
    dev->rules = kiln_rules_of(info, SIM_PCI_REVISION);
    for (unsigned i = 0; i < KILN_RULE_COUNT && !dev->config.all_rules; i++)
        if (kiln_rule_info(i)->weight == KILN_RULE_SHOULD)
            dev->rules &= ~(UINT64_C(1) << i);
}

// The device with what its pointers lead to.
struct whole_device {
    struct sim_device dev;
    struct sim_engine engines[SIM_MAX_ENGINES];
};

static void set_engines(struct whole_device *w)
{
    w->dev.engines = w->engines;
    w->dev.engine_count = sizeof(engine_table) / sizeof(engine_table[0]);
    for (unsigned i = 0; i < w->dev.engine_count; i++) {
        struct sim_engine *e = &w->engines[i];
        e->dev = &w->dev;
        e->name = engine_table[i].name;
        e->class = engine_table[i].class;
        e->mmio_base = engine_table[i].mmio_base;
        e->in_flight = &w->dev.in_flight[i];
        e->in_flight->oldest = UINT64_MAX;
        e->queue_tail = &e->queue;
    }
}

static void set_memory(struct sim_device *dev)
{
    uint64_t memory = dev->config.memory_bytes ? dev->config.memory_bytes : default_memory();
    if (memory > UINT64_MAX - SIM_PAGE)
        memory = UINT64_MAX - SIM_PAGE;
    dev->memory_size = (memory + SIM_PAGE - 1) & ~(SIM_PAGE - 1);
    if (dev->devinfo->has_local_memory) // as much as a DG1 has
        dev->local_size = KILN_MIN(dev->memory_size, UINT64_C(4) << 30);
}

static void set_machine(struct sim_device *dev)
{
    enum { MOST_THREADS = 256 }; // of the host: more than any walker keeps busy
    const struct kiln_target *target = kiln_target_of(dev->devinfo);
    struct sim_config *c = &dev->config;
    c->fused &= kiln_target_has_fused_pairs(target);
    if (!c->threads) {
        long n = sysconf(_SC_NPROCESSORS_ONLN);
        c->threads = n > 0 ? (unsigned)n : 1;
    }
    c->threads = KILN_MIN(c->threads, (unsigned)MOST_THREADS);
    set_rules(dev, dev->devinfo);
    dev->clock.instructions_per_second = c->instructions_per_second;
    dev->clock.patience = kiln_target_has_preemption(target) ? SIM_CLOCK_PREEMPT : SIM_CLOCK_STUCK;
}

struct sim_device *sim_device_create(const struct sim_config *config)
{
    KILN_DEFAULT_FLOAT_ENV;
    const struct kiln_devinfo *info = kiln_devinfo_simulated(config->device);
    if (!info) {
        errno = ENODEV;
        return NULL;
    }
    if (!kiln_env_check() ||
        !sim_cost_init()) { // what is asked for would not happen, and nobody would notice
        errno = ENOTSUP;
        return NULL;
    }
    struct whole_device *whole = calloc(1, sizeof(*whole));
    if (!whole) {
        errno = ENOMEM;
        return NULL;
    }
    struct sim_device *dev = &whole->dev;
    dev->driver = &sim_i915_driver;
    dev->devinfo = info;
    dev->config = *config;
    atomic_init(&dev->fail_countdown, config->fail_after);
    set_memory(dev);
    set_machine(dev);
    dev->pool = sim_eu_pool_create(&dev->config);
    if (!dev->pool) {
        free(dev);
        return NULL;
    }
    set_engines(whole);
    dev->stats_files = sim_stats_files_open(dev);
    if ((!dev->stats_files && errno) || dev->driver->init(dev)) {
        sim_stats_files_close(dev->stats_files);
        sim_eu_pool_destroy(dev->pool);
        free(dev);
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
    for (unsigned i = 0; i < dev->engine_count; i++)
        sim_engine_stop(&dev->engines[i]);
    sim_stats_files_close(dev->stats_files);
    sim_lock();
    sim_bo_reap(dev, true);
    sim_unlock();
    sim_eu_pool_destroy(dev->pool);
    dev->driver->finish(dev);
    vec_free(&dev->bos.slots);
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
        sim_eu_pool_fork(dev->pool, step);
        return;
    }
    sim_eu_pool_fork(dev->pool, step);
    if (step == KILN_FORK_CHILD) {
        sim_fences_fork_child();
        sim_shared_fork_child();
        for (unsigned i = 0; i < dev->engine_count; i++)
            sim_engine_fork_child(&dev->engines[i]);
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
    file->default_context = sim_context_create(dev, file->client);
    if (file->default_context) {
        file->default_context->vm = sim_vm_create(dev);
        if (!file->default_context->vm) {
            sim_context_unref(file->default_context);
            file->default_context = NULL;
        }
    }
    if (file->default_context)
        dev->files++;
    sim_unlock();
    if (file->default_context)
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
    sim_context_close(file->default_context);
    for (size_t i = 0; i < file->vms.slots.count; i++)
        sim_vm_unref(file->vms.slots.data[i]);
    for (size_t i = 0; i < file->bos.slots.count; i++)
        sim_bo_unref(file->bos.slots.data[i]);
    for (size_t i = 0; i < file->syncobjs.slots.count; i++)
        sim_syncobj_unref(file->syncobjs.slots.data[i]);
    sim_client_unref(file->client);
    file->dev->files--;
    sim_unlock();
    sim_stats_files_note_close(file->dev->stats_files);
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
