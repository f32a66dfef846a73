// A small i915 client of the simulated device for tests: raw ioctls, nothing of winsys. Batches are written
// in raw dwords, encoded here by hand from the PRM, so that a wrong table shows.
#ifndef KILN_TESTS_SIM_CLIENT_H
#define KILN_TESTS_SIM_CLIENT_H

#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "kt.h"
#include "sim/sim.h"

#pragma GCC diagnostic ignored "-Wunused-function"

enum { MI_NOOP = 0, MI_BATCH_BUFFER_END = 0x05000000 };

struct client {
    struct sim_device *dev;
    struct sim_file *file;
    uint32_t ctx;
};

struct buffer {
    uint32_t handle;
    uint64_t size, addr;
    void *map;
};

static int client_ioctl(struct client *c, unsigned long request, void *arg)
{
    return sim_ioctl(c->file, request, arg);
}

static const char *client_device = "skl";

static bool client_open(struct client *c)
{
    struct sim_config config = sim_config_read();
    config.device = client_device;
    config.threads = 2;
    config.memory_bytes = 64 << 20;
    struct drm_i915_gem_context_create ctx = {0};
    c->dev = sim_device_create(&config);
    if (!kt_ok(c->dev, "sim_device_create"))
        return false;
    c->file = sim_open(c->dev);
    if (!kt_ok(c->file, "sim_open"))
        return false;
    kt_eq(client_ioctl(c, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &ctx), 0);
    c->ctx = ctx.ctx_id;
    return true;
}

static void client_close(struct client *c)
{
    sim_close(c->file);
    sim_device_destroy(c->dev);
}

static struct buffer buffer_create(struct client *c, uint64_t size, uint64_t addr)
{
    struct drm_i915_gem_create create = {.size = size};
    struct buffer b = {.size = size, .addr = addr};
    kt_eq(client_ioctl(c, DRM_IOCTL_I915_GEM_CREATE, &create), 0);
    b.handle = create.handle;
    b.size = create.size;
    struct drm_i915_gem_mmap_offset mo = {.handle = b.handle,
                                          .flags = strcmp(client_device, "dg1") ? I915_MMAP_OFFSET_WB
                                                                                : I915_MMAP_OFFSET_FIXED};
    kt_eq(client_ioctl(c, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &mo), 0);
    b.map = sim_mmap(c->file, NULL, b.size, PROT_READ | PROT_WRITE, MAP_SHARED, (off_t)mo.offset);
    kt_ok(b.map != MAP_FAILED, "sim_mmap: %s", strerror(errno));
    return b;
}

static void buffer_destroy(struct client *c, struct buffer *b)
{
    struct drm_gem_close close = {.handle = b->handle};
    munmap(b->map, b->size);
    kt_eq(client_ioctl(c, DRM_IOCTL_GEM_CLOSE, &close), 0);
}

static struct drm_i915_gem_exec_object2 exec_object(const struct buffer *b, uint64_t flags)
{
    return (struct drm_i915_gem_exec_object2){
        .handle = b->handle,
        .offset = (uint64_t)((int64_t)(b->addr << 16) >> 16),
        .flags = EXEC_OBJECT_PINNED | EXEC_OBJECT_SUPPORTS_48B_ADDRESS | flags,
    };
}

// Executes the batch at the start of `batch`; `data` (may be NULL) is listed too.
static int client_exec(struct client *c, const struct buffer *batch, const struct buffer *data)
{
    struct drm_i915_gem_exec_object2 objects[2] = {exec_object(batch, 0)};
    struct drm_i915_gem_execbuffer2 eb = {
        .buffers_ptr = (uintptr_t)objects,
        .buffer_count = 1,
        .flags = I915_EXEC_RENDER | I915_EXEC_NO_RELOC | I915_EXEC_HANDLE_LUT | I915_EXEC_BATCH_FIRST,
        .rsvd1 = c->ctx,
    };
    if (data)
        objects[eb.buffer_count++] = exec_object(data, EXEC_OBJECT_WRITE);
    return client_ioctl(c, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb);
}

static int client_wait(struct client *c, const struct buffer *b, int64_t timeout_ns)
{
    struct drm_i915_gem_wait wait = {.bo_handle = b->handle, .timeout_ns = timeout_ns};
    return client_ioctl(c, DRM_IOCTL_I915_GEM_WAIT, &wait);
}

static void client_reset_stats(struct client *c, unsigned *active, unsigned *pending)
{
    struct drm_i915_reset_stats s = {.ctx_id = c->ctx};
    kt_eq(client_ioctl(c, DRM_IOCTL_I915_GET_RESET_STATS, &s), 0);
    *active = s.batch_active;
    *pending = s.batch_pending;
}

static int64_t now_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

// Commands, in dwords.
struct words {
    uint32_t *dw;
    unsigned n;
};

static void emit(struct words *w, uint32_t v)
{
    w->dw[w->n++] = v;
}

static void emit_addr(struct words *w, uint64_t a)
{
    emit(w, (uint32_t)a);
    emit(w, (uint32_t)(a >> 32));
}

static void store_dword(struct words *w, uint64_t addr, uint32_t v) // MI_STORE_DATA_IMM
{
    emit(w, 0x20u << 23 | 2);
    emit_addr(w, addr);
    emit(w, v);
}

static void store_qword(struct words *w, uint64_t addr, uint64_t v)
{
    emit(w, 0x20u << 23 | 1u << 21 | 3);
    emit_addr(w, addr);
    emit_addr(w, v);
}

static void load_reg_imm(struct words *w, uint32_t reg, uint32_t v)
{
    emit(w, 0x22u << 23 | 1);
    emit(w, reg);
    emit(w, v);
}

static void load_reg_mem(struct words *w, uint32_t reg, uint64_t addr)
{
    emit(w, 0x29u << 23 | 2);
    emit(w, reg);
    emit_addr(w, addr);
}

static void store_reg_mem(struct words *w, uint32_t reg, uint64_t addr, bool predicate)
{
    emit(w, 0x24u << 23 | (predicate ? 1u << 21 : 0) | 2);
    emit(w, reg);
    emit_addr(w, addr);
}

#endif
