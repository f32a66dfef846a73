// A small xe client for tests: raw ioctls, nothing of winsys, batches in dwords encoded by hand. On the
// simulated kernel in process, or, with KILN_TEST_NODE, on the kernel behind that node: the same calls hold
// both to the same answers.
#ifndef KILN_TESTS_SIM_XE_CLIENT_H
#define KILN_TESTS_SIM_XE_CLIENT_H

#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "hw/devinfo.h"
#include "hw/xe_uapi.h"
#include "kt.h"
#include "sim/sim.h"

#pragma GCC diagnostic ignored "-Wunused-function"

enum { MI_BATCH_BUFFER_END = 0x05000000 };

struct xe {
    struct sim_device *dev;
    struct sim_file *file; // NULL: a real kernel's `node`
    int node;
    uint32_t vm, queue;
};

struct xe_buffer {
    uint32_t handle;
    uint64_t size;
    uint32_t *map;
};

static const char *xe_device = "tgl";
static bool xe_scratch_is_silent; // of the next device

static const char *xe_node(void)
{
    return getenv("KILN_TEST_NODE");
}

#define xe_skip_on_node(why)                                                                                 \
    do {                                                                                                     \
        if (xe_node())                                                                                       \
            kt_skip(why);                                                                                    \
    } while (0)

static int xe_ioctl(struct xe *x, unsigned long request, void *arg)
{
    if (x->file)
        return sim_ioctl(x->file, request, arg);
    int ret;
    do
        ret = ioctl(x->node, request, arg);
    while (ret < 0 && (errno == EINTR || errno == EAGAIN));
    return ret < 0 ? -errno : ret;
}

// ---- life

static uint32_t xe_vm_create(struct xe *x, uint32_t flags)
{
    struct drm_xe_vm_create c = {.flags = flags};
    kt_eq(xe_ioctl(x, DRM_IOCTL_XE_VM_CREATE, &c), 0);
    return c.vm_id;
}

static int xe_queue_create(struct xe *x, uint32_t vm, uint16_t class, uint32_t *id)
{
    struct drm_xe_engine_class_instance engine = {.engine_class = class};
    struct drm_xe_exec_queue_create c = {
        .width = 1, .num_placements = 1, .vm_id = vm, .instances = (uintptr_t)&engine};
    int ret = xe_ioctl(x, DRM_IOCTL_XE_EXEC_QUEUE_CREATE, &c);
    *id = c.exec_queue_id;
    return ret;
}

// Without a space or a queue.
static bool xe_open_bare(struct xe *x)
{
    *x = (struct xe){.node = -1};
    if (xe_node()) {
        x->node = open(xe_node(), O_RDWR | O_CLOEXEC);
        return kt_ok(x->node >= 0, "%s: %s", xe_node(), strerror(errno));
    }
    setenv("KILN_SIM_TIMEOUT_MS", "1000", 1);
    setenv("KILN_SIM_SCRATCH_PAGE", xe_scratch_is_silent ? "1" : "0", 1);
    struct sim_config config = sim_config_read();
    config.device = xe_device;
    config.kernel = SIM_KERNEL_XE;
    config.threads = 2;
    config.memory_bytes = 64 << 20;
    x->dev = sim_device_create(&config);
    x->file = x->dev ? sim_open(x->dev) : NULL;
    return kt_ok(x->file, "sim_open");
}

static bool xe_open(struct xe *x, uint32_t vm_flags)
{
    xe_scratch_is_silent = vm_flags & DRM_XE_VM_CREATE_FLAG_SCRATCH_PAGE;
    if (!xe_open_bare(x))
        return false;
    x->vm = xe_vm_create(x, vm_flags);
    return kt_eq(xe_queue_create(x, x->vm, DRM_XE_ENGINE_CLASS_RENDER, &x->queue), 0);
}

static void xe_close(struct xe *x)
{
    if (x->file)
        sim_close(x->file);
    else
        close(x->node);
    sim_device_destroy(x->dev);
}

// ---- memory and addresses

static struct xe_buffer xe_buffer_create(struct xe *x, uint64_t size)
{
    struct drm_xe_gem_create c = {.size = size, .placement = 1, .cpu_caching = DRM_XE_GEM_CPU_CACHING_WB};
    struct xe_buffer b = {.size = size, .map = MAP_FAILED};
    kt_eq(xe_ioctl(x, DRM_IOCTL_XE_GEM_CREATE, &c), 0);
    b.handle = c.handle;
    struct drm_xe_gem_mmap_offset o = {.handle = c.handle};
    kt_eq(xe_ioctl(x, DRM_IOCTL_XE_GEM_MMAP_OFFSET, &o), 0);
    b.map = x->file ? sim_mmap(x->file, NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, (off_t)o.offset)
                    : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, x->node, (off_t)o.offset);
    kt_ok(b.map != MAP_FAILED, "mmap: %s", strerror(errno));
    return b;
}

static int xe_close_handle(struct xe *x, uint32_t handle)
{
    return xe_ioctl(x, DRM_IOCTL_GEM_CLOSE, &(struct drm_gem_close){.handle = handle});
}

static uint32_t xe_syncobj(struct xe *x)
{
    struct drm_syncobj_create c = {0};
    kt_eq(xe_ioctl(x, DRM_IOCTL_SYNCOBJ_CREATE, &c), 0);
    return c.handle;
}

static int64_t xe_in(int64_t ns)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec + ns;
}

// A syncobj, or a point of one. 0 or -ETIME.
static int xe_wait_for(struct xe *x, uint32_t syncobj, uint64_t point, int64_t ns)
{
    struct drm_syncobj_timeline_wait w = {.handles = (uintptr_t)&syncobj,
                                          .points = (uintptr_t)&point,
                                          .timeout_nsec = xe_in(ns),
                                          .count_handles = 1,
                                          .flags = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT};
    return xe_ioctl(x, DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, &w);
}

static struct drm_xe_sync xe_waits(uint32_t syncobj)
{
    return (struct drm_xe_sync){.handle = syncobj};
}

static struct drm_xe_sync xe_signals(uint32_t syncobj)
{
    return (struct drm_xe_sync){.flags = DRM_XE_SYNC_FLAG_SIGNAL, .handle = syncobj};
}

static int xe_bind_with(struct xe *x, uint32_t queue, const struct drm_xe_vm_bind_op *op,
                        const struct drm_xe_sync *syncs, uint32_t count)
{
    struct drm_xe_vm_bind b = {.vm_id = x->vm,
                               .exec_queue_id = queue,
                               .num_binds = 1,
                               .bind = *op,
                               .num_syncs = count,
                               .syncs = (uintptr_t)syncs};
    return xe_ioctl(x, DRM_IOCTL_XE_VM_BIND, &b);
}

// Returns when it is carried out.
static int xe_bind_now(struct xe *x, const struct drm_xe_vm_bind_op *op)
{
    const uint32_t done = xe_syncobj(x);
    const struct drm_xe_sync signal = xe_signals(done);
    int ret = xe_bind_with(x, 0, op, &signal, 1);
    if (ret == 0)
        ret = xe_wait_for(x, done, 0, INT64_C(10000000000));
    xe_ioctl(x, DRM_IOCTL_SYNCOBJ_DESTROY, &(struct drm_syncobj_destroy){.handle = done});
    return ret;
}

static struct drm_xe_vm_bind_op xe_map_op(const struct xe_buffer *b, uint64_t offset, uint64_t size,
                                          uint64_t addr)
{
    return (struct drm_xe_vm_bind_op){
        .op = DRM_XE_VM_BIND_OP_MAP, .obj = b->handle, .obj_offset = offset, .range = size, .addr = addr};
}

static void xe_map(struct xe *x, const struct xe_buffer *b, uint64_t addr)
{
    const struct drm_xe_vm_bind_op op = xe_map_op(b, 0, b->size, addr);
    kt_eq(xe_bind_now(x, &op), 0);
}

// ---- execution

static int xe_exec_with(struct xe *x, uint32_t queue, uint64_t address, const struct drm_xe_sync *syncs,
                        uint32_t count)
{
    struct drm_xe_exec e = {.exec_queue_id = queue,
                            .num_syncs = count,
                            .syncs = (uintptr_t)syncs,
                            .address = address,
                            .num_batch_buffer = 1};
    return xe_ioctl(x, DRM_IOCTL_XE_EXEC, &e);
}

// Returns when it is over.
static int xe_exec_now(struct xe *x, uint64_t address)
{
    const uint32_t done = xe_syncobj(x);
    const struct drm_xe_sync signal = xe_signals(done);
    int ret = xe_exec_with(x, x->queue, address, &signal, 1);
    if (ret == 0)
        ret = xe_wait_for(x, done, 0, INT64_C(60000000000));
    xe_ioctl(x, DRM_IOCTL_SYNCOBJ_DESTROY, &(struct drm_syncobj_destroy){.handle = done});
    return ret;
}

static unsigned xe_store(uint32_t *dw, uint64_t addr, uint32_t value) // MI_STORE_DATA_IMM
{
    dw[0] = 0x20u << 23 | 2;
    dw[1] = (uint32_t)addr;
    dw[2] = (uint32_t)(addr >> 32);
    dw[3] = value;
    return 4;
}

static unsigned xe_copy(uint32_t *dw, uint64_t to, uint64_t from) // MI_COPY_MEM_MEM, of a dword
{
    dw[0] = 0x2eu << 23 | 3;
    dw[1] = (uint32_t)to;
    dw[2] = (uint32_t)(to >> 32);
    dw[3] = (uint32_t)from;
    dw[4] = (uint32_t)(from >> 32);
    return 5;
}

// A batch that stores `value`, and its end.
static void xe_write_store(struct xe_buffer *batch, uint64_t addr, uint32_t value)
{
    batch->map[xe_store(batch->map, addr, value)] = MI_BATCH_BUFFER_END;
}

static uint64_t xe_banned(struct xe *x, uint32_t queue)
{
    struct drm_xe_exec_queue_get_property p = {.exec_queue_id = queue};
    kt_eq(xe_ioctl(x, DRM_IOCTL_XE_EXEC_QUEUE_GET_PROPERTY, &p), 0);
    return p.value;
}

#endif
