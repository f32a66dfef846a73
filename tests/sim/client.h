// A small i915 client for tests: raw ioctls, nothing of winsys. Batches are written in raw dwords, encoded
// here by hand from the PRM, so that a wrong table shows.
//
// On the simulated kernel in process; or, with KILN_TEST_NODE=/dev/dri/renderD128, on the kernel behind that
// node (tests/guest): the same calls hold both to the same answers. There the node has one chip, and cases of
// others are skipped.
#ifndef KILN_TESTS_SIM_CLIENT_H
#define KILN_TESTS_SIM_CLIENT_H

#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <i915_drm.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "hw/devinfo.h"
#include "kt.h"
#include "sim/sim.h"

#pragma GCC diagnostic ignored "-Wunused-function"

enum { MI_NOOP = 0, MI_BATCH_BUFFER_END = 0x05000000 };

struct client {
    struct sim_device *dev;
    struct sim_file *file; // NULL: a real kernel's `node`
    int node;
    uint32_t ctx;
};

struct buffer {
    uint32_t handle;
    uint64_t size, addr;
    void *map;
};

static const char *client_node(void)
{
    return getenv("KILN_TEST_NODE");
}

// Ends a case that asks for what a kernel that is not ours has not.
#define client_skip_on_node(why)                                                                             \
    do {                                                                                                     \
        if (client_node())                                                                                   \
            kt_skip(why);                                                                                    \
    } while (0)

static int client_fd_ioctl(struct client *c, int fd, unsigned long request, void *arg)
{
    if (c->file)
        return sim_fd_ioctl(c->dev, fd, request, arg);
    int ret = ioctl(fd, request, arg);
    return ret < 0 ? -errno : ret;
}

static int client_ioctl(struct client *c, unsigned long request, void *arg)
{
    if (c->file)
        return sim_ioctl(c->file, request, arg);
    int ret;
    do
        ret = ioctl(c->node, request, arg);
    while (ret < 0 && errno == EINTR);
    return ret < 0 ? -errno : ret;
}

static void *client_mmap(struct client *c, size_t size, int prot, off_t offset)
{
    return c->file ? sim_mmap(c->file, NULL, size, prot, MAP_SHARED, offset)
                   : mmap(NULL, size, prot, MAP_SHARED, c->node, offset);
}

// Another file of the same device. It has no context of its own.
static bool client_open_again(const struct client *c, struct client *other)
{
    *other = (struct client){.dev = c->dev, .node = -1};
    if (c->file)
        other->file = sim_open(c->dev);
    else
        other->node = open(client_node(), O_RDWR | O_CLOEXEC);
    return kt_ok(other->file || other->node >= 0, "open");
}

static void client_close_again(struct client *other)
{
    if (other->file)
        sim_close(other->file);
    else
        close(other->node);
}

static const char *client_device = "skl";

// False: the node's chip is another one. A case that runs on none of its chips is skipped.
static bool client_open_node(struct client *c)
{
    static unsigned ran; // the number of the last case that ran
    int chip = 0;
    struct drm_i915_getparam g = {I915_PARAM_CHIPSET_ID, &chip};
    c->node = open(client_node(), O_RDWR | O_CLOEXEC);
    if (!kt_ok(c->node >= 0, "%s: %s", client_node(), strerror(errno)))
        return false;
    kt_eq(client_ioctl(c, DRM_IOCTL_I915_GETPARAM, &g), 0);
    if (chip != (int)kiln_devinfo_simulated(client_device)->pci_id) {
        close(c->node);
        kt_skipped = ran == kt_number + 1 ? NULL : "of another chip";
        return false;
    }
    ran = kt_number + 1;
    kt_skipped = NULL;
    return true;
}

static bool client_open(struct client *c)
{
    struct sim_config config = sim_config_read();
    config.device = client_device;
    config.threads = 2;
    config.memory_bytes = 64 << 20;
    struct drm_i915_gem_context_create ctx = {0};
    *c = (struct client){.node = -1};
    if (client_node()) {
        if (!client_open_node(c))
            return false;
    } else {
        c->dev = sim_device_create(&config);
        if (!kt_ok(c->dev, "sim_device_create"))
            return false;
        c->file = sim_open(c->dev);
        if (!kt_ok(c->file, "sim_open"))
            return false;
    }
    kt_eq(client_ioctl(c, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &ctx), 0);
    c->ctx = ctx.ctx_id;
    return true;
}

static void client_close(struct client *c)
{
    client_close_again(c);
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
                                          .flags = kiln_devinfo_simulated(client_device)->has_local_memory
                                                       ? I915_MMAP_OFFSET_FIXED
                                                       : I915_MMAP_OFFSET_WB};
    kt_eq(client_ioctl(c, DRM_IOCTL_I915_GEM_MMAP_OFFSET, &mo), 0);
    b.map = client_mmap(c, b.size, PROT_READ | PROT_WRITE, (off_t)mo.offset);
    kt_ok(b.map != MAP_FAILED, "mmap: %s", strerror(errno));
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

// Executes the batch at the start of `batch` on an engine (I915_EXEC_*); `data` (may be NULL) is listed too.
static int client_exec_on(struct client *c, uint64_t engine, const struct buffer *batch,
                          const struct buffer *data)
{
    struct drm_i915_gem_exec_object2 objects[2] = {exec_object(batch, 0)};
    struct drm_i915_gem_execbuffer2 eb = {
        .buffers_ptr = (uintptr_t)objects,
        .buffer_count = 1,
        .flags = engine | I915_EXEC_NO_RELOC | I915_EXEC_HANDLE_LUT | I915_EXEC_BATCH_FIRST,
        .rsvd1 = c->ctx,
    };
    if (data)
        objects[eb.buffer_count++] = exec_object(data, EXEC_OBJECT_WRITE);
    return client_ioctl(c, DRM_IOCTL_I915_GEM_EXECBUFFER2, &eb);
}

static int client_exec(struct client *c, const struct buffer *batch, const struct buffer *data)
{
    return client_exec_on(c, I915_EXEC_RENDER, batch, data);
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
