// The life of buffer objects. See bo.h.
//
// Host memory of an object may be in the address cache of a walker (sim_tlb) although the walker's batch does
// not list it, so the last unreference does not unmap it: the object becomes a zombie that waits until every
// engine has left the request that it was executing at that time.
#include "sim/kernel/gem/bo.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/vm.h"
#include "sim/sync/mapping.h"
#include "sim/sync/memfd.h"

#define MEMFD_NAME "kiln-bo"

// Descriptors are the client's too: when three quarters are used, objects do without (and cannot be
// exported).
static bool descriptors_are_scarce(int fd)
{
    struct rlimit lim;
    return getrlimit(RLIMIT_NOFILE, &lim) == 0 && lim.rlim_cur != RLIM_INFINITY &&
           (rlim_t)fd > lim.rlim_cur / 4 * 3;
}

static struct sim_bo *new_bo(struct sim_device *dev, uint64_t size, int *error)
{
    struct sim_bo *bo = calloc(1, sizeof(*bo));
    *error = -ENOMEM;
    if (!bo)
        return NULL;
    bo->number = sim_handles_add(&dev->bos, bo);
    if (!bo->number) {
        free(bo);
        return NULL;
    }
    bo->dev = dev;
    bo->refs = 1;
    bo->size = size;
    bo->fd = KILN_FD_NONE;
    *error = 0;
    return bo;
}

static void free_bo(struct sim_bo *bo)
{
    if (bo->userptr)
        sim_user_remove(bo);
    sim_handles_remove(&bo->dev->bos, bo->number);
    if (bo->map && !bo->userptr)
        sim_unmap(bo->map, bo->size);
    kiln_fd_close(&bo->fd);
    *(bo->local ? &bo->dev->local_used : &bo->dev->memory_used) -= bo->charged;
    sim_fence_unref(bo->writer);
    for (size_t i = 0; i < bo->readers.count; i++)
        sim_fence_unref(bo->readers.data[i]);
    vec_free(&bo->readers);
    vec_free(&bo->vmas);
    free(bo);
}

// Takes `fd`.
static bool map_memfd(struct sim_bo *bo, int fd)
{
    struct kiln_fd taken = kiln_fd_take(fd);
    void *p = taken.number < 0 ? MAP_FAILED
                               : sim_map(NULL, bo->size, PROT_READ | PROT_WRITE, MAP_SHARED, taken.number, 0);
    if (p == MAP_FAILED) {
        kiln_fd_close(&taken);
        return false;
    }
    bo->map = p;
    bo->fd = taken;
    return true;
}

static bool allocate(struct sim_bo *bo)
{
    int fd = sim_memfd_create(MEMFD_NAME, bo->size);
    if (fd >= 0 && !descriptors_are_scarce(fd))
        return map_memfd(bo, fd);
    if (fd >= 0)
        kiln_fd_close_number(fd);
    void *p =
        sim_map(NULL, bo->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return false;
    bo->map = p;
    return true;
}

static struct sim_bo *create_in(struct sim_device *dev, bool local, uint64_t size, int *error)
{
    const uint64_t total = local ? dev->local_size : dev->memory_size;
    uint64_t *used = local ? &dev->local_used : &dev->memory_used;
    sim_bo_reap(dev, false);
    *error = -ENOMEM;
    if (size > total || *used > total - size)
        return NULL;
    struct sim_bo *bo = new_bo(dev, size, error);
    if (!bo)
        return NULL;
    if (!allocate(bo)) {
        *error = -ENOMEM;
        free_bo(bo);
        return NULL;
    }
    bo->local = local;
    bo->charged = size;
    *used += size;
    return bo;
}

struct sim_bo *sim_bo_create(struct sim_device *dev, uint64_t size, int *error)
{
    return create_in(dev, false, size, error);
}

struct sim_bo *sim_bo_create_local(struct sim_device *dev, uint64_t size, int *error)
{
    return create_in(dev, true, size, error);
}

struct sim_bo *sim_bo_create_userptr(struct sim_device *dev, void *ptr, uint64_t size, bool read_only,
                                     int *error)
{
    struct sim_bo *bo = new_bo(dev, size, error);
    if (!bo)
        return NULL;
    bo->map = ptr;
    bo->userptr = true;
    bo->read_only = read_only;
    sim_user_add(bo);
    return bo;
}

struct sim_bo *sim_bo_import(struct sim_device *dev, int fd, int *error)
{
    struct stat st;
    char path[64], target[64] = "";
    if (fstat(fd, &st) < 0) {
        *error = -EBADF;
        return NULL;
    }
    for (size_t i = 0; i < dev->bos.slots.count; i++) {
        struct sim_bo *bo = dev->bos.slots.data[i];
        if (bo && bo->fd.inode == st.st_ino && bo->fd.device == st.st_dev && bo->refs && bo->fd.number >= 0)
            return sim_bo_ref(bo);
    }
    // One of another process or device: recognised by its name, and believed as far as its size is fixed.
    *error = -EINVAL;
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    if (readlink(path, target, sizeof(target) - 1) < 0 || !strstr(target, "memfd:" MEMFD_NAME) ||
        !sim_memfd_is_fixed(fd) || st.st_size <= 0 || st.st_size % SIM_PAGE ||
        (uint64_t)st.st_size > dev->memory_size)
        return NULL;
    int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (own < 0) {
        *error = -EMFILE;
        return NULL;
    }
    struct sim_bo *bo = new_bo(dev, (uint64_t)st.st_size, error);
    if (!bo)
        kiln_fd_close_number(own);
    if (!bo || !map_memfd(bo, own)) {
        if (bo)
            free_bo(bo);
        *error = -ENOMEM;
        return NULL;
    }
    bo->imported = true;
    return bo;
}

struct sim_bo *sim_bo_ref(struct sim_bo *bo)
{
    bo->refs++;
    return bo;
}

static bool reachable(const struct sim_bo *bo)
{
    for (unsigned i = 0; i < bo->dev->engine_count; i++)
        if (bo->dev->in_flight[i].oldest <= bo->engine_serial[i])
            return true;
    return false;
}

void sim_bo_unref(struct sim_bo *bo)
{
    if (!bo || --bo->refs)
        return;
    while (bo->vmas.count)
        sim_vm_unbind(bo->vmas.data[0]);
    for (unsigned i = 0; i < bo->dev->engine_count; i++)
        bo->engine_serial[i] = bo->dev->in_flight[i].started;
    if (reachable(bo)) {
        bo->next_zombie = bo->dev->zombies;
        bo->dev->zombies = bo;
    } else {
        free_bo(bo);
    }
}

void sim_bo_reap(struct sim_device *dev, bool all)
{
    struct sim_bo **link = &dev->zombies;
    while (*link) {
        struct sim_bo *bo = *link;
        if (all || !reachable(bo)) {
            *link = bo->next_zombie;
            free_bo(bo);
        } else {
            link = &bo->next_zombie;
        }
    }
}

// mremap of zero bytes of a shared mapping makes a second view of the same pages, at a place that is first
// taken as mmap takes it.
static void *view_anonymous(struct sim_bo *bo, void *addr, uint64_t offset, size_t length, int prot,
                            int place)
{
    void *to = sim_map(addr, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | place, -1, 0);
    if (to == MAP_FAILED)
        return to;
    void *p = sim_remap(bo->map + offset, 0, length, MREMAP_MAYMOVE | MREMAP_FIXED, to);
    if (p != MAP_FAILED && (prot == (PROT_READ | PROT_WRITE) || !sim_protect(p, length, prot)))
        return p;
    int err = errno;
    sim_unmap(to, length);
    errno = err;
    return MAP_FAILED;
}

#ifndef MAP_32BIT // x86's
#define MAP_32BIT 0
#endif

void *sim_bo_mmap(struct sim_bo *bo, void *addr, uint64_t offset, size_t length, int prot, int flags)
{
    const int place = flags & (MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_32BIT);
    if (offset % SIM_PAGE || offset >= bo->size || !length || length > bo->size - offset ||
        (prot & PROT_WRITE && bo->read_only) || bo->userptr) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    if (kiln_fd_is_open(&bo->fd))
        return sim_map(addr, length, prot, MAP_SHARED | place | (flags & (MAP_POPULATE | MAP_NORESERVE)),
                       bo->fd.number, (off_t)offset);
    return view_anonymous(bo, addr, offset, length, prot, place);
}

// ---- activity

static void retire(struct sim_bo *bo)
{
    if (bo->writer && sim_fence_signaled(bo->writer)) {
        sim_fence_unref(bo->writer);
        bo->writer = NULL;
    }
    size_t kept = 0;
    for (size_t i = 0; i < bo->readers.count; i++) {
        if (sim_fence_signaled(bo->readers.data[i]))
            sim_fence_unref(bo->readers.data[i]);
        else
            bo->readers.data[kept++] = bo->readers.data[i];
    }
    bo->readers.count = kept;
    if (!kept)
        bo->reader_engines = 0;
}

bool sim_bo_busy(struct sim_bo *bo)
{
    retire(bo);
    return bo->writer || bo->readers.count;
}

int sim_bo_add_fence(struct sim_bo *bo, struct sim_fence *f, bool write, unsigned engine_class)
{
    retire(bo);
    if (!vec_push(&bo->readers, f))
        return -ENOMEM;
    sim_fence_ref(f);
    bo->reader_engines |= (uint8_t)(1u << engine_class);
    if (write) {
        sim_fence_unref(bo->writer);
        bo->writer = sim_fence_ref(f);
        bo->writer_class = (uint8_t)engine_class;
    }
    return 0;
}

static bool idle(struct sim_bo *bo, bool reads_too)
{
    retire(bo);
    return !bo->writer && (!reads_too || !bo->readers.count);
}

void sim_bo_wait(struct sim_bo *bo, bool reads_too)
{
    sim_bo_ref(bo);
    while (!idle(bo, reads_too))
        sim_wait_until(INT64_MAX);
    sim_bo_unref(bo);
}

int sim_bo_wait_interruptible(struct sim_bo *bo, bool reads_too, int64_t abs_ns)
{
    int err = 0;
    sim_bo_ref(bo);
    while (!idle(bo, reads_too) && !err)
        err = sim_wait_interruptible(abs_ns);
    err = idle(bo, reads_too) ? 0 : err;
    sim_bo_unref(bo);
    return err;
}
