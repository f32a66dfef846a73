// The life of buffer objects. See bo.h.
//
// Host memory of an object may be in the address cache of a walker (sim_tlb) although the walker's batch does
// not list it, so the last unreference does not unmap it: the object becomes a zombie that waits until every
// engine has left the request that it was executing at that time.
#include "sim/kernel/bo.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/kernel/device.h"
#include "sim/kernel/vm.h"
#include "sim/kernel/turns.h"
#include "sim/sync/memfd.h"

#define MEMFD_NAME "kiln-bo"

// Bytes of a client's memory up to which all of it is touched to see that it is there.
#define TOUCH_MAX (UINT64_C(2) << 20)

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
    bo->fd = -1;
    *error = 0;
    return bo;
}

static void free_bo(struct sim_bo *bo)
{
    sim_handles_remove(&bo->dev->bos, bo->number);
    if (bo->map && !bo->userptr)
        munmap(bo->map, bo->size);
    if (bo->fd >= 0)
        close(bo->fd);
    *(bo->local ? &bo->dev->local_used : &bo->dev->memory_used) -= bo->charged;
    sim_fence_unref(bo->writer);
    for (size_t i = 0; i < bo->readers.count; i++)
        sim_fence_unref(bo->readers.data[i]);
    vec_free(&bo->readers);
    vec_free(&bo->vmas);
    free(bo);
}

static bool map_memfd(struct sim_bo *bo, int fd)
{
    struct stat st;
    if (fstat(fd, &st) < 0)
        return false;
    void *p = mmap(NULL, bo->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED)
        return false;
    bo->map = p;
    bo->fd = fd;
    bo->device = st.st_dev;
    bo->inode = st.st_ino;
    return true;
}

static bool allocate(struct sim_bo *bo)
{
    int fd = sim_memfd_create(MEMFD_NAME, bo->size);
    if (fd >= 0 && !descriptors_are_scarce(fd)) {
        if (map_memfd(bo, fd))
            return true;
        close(fd);
        return false;
    }
    if (fd >= 0)
        close(fd);
    void *p = mmap(NULL, bo->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
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
    return bo;
}

// Has the host find and make present every page, as i915 does when it pins them: costs by the object's size,
// not by how many mappings the process has. False proves nothing (Linux before 5.14 does not know it).
static bool can_touch(const struct sim_bo *bo)
{
    return madvise(bo->map, bo->size, bo->read_only ? MADV_POPULATE_READ : MADV_POPULATE_WRITE) == 0;
}

// By the list of all mappings, without touching a page.
static bool is_mapped(const struct sim_bo *bo)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    if (!maps)
        return true;
    uint64_t at = (uint64_t)(uintptr_t)bo->map, end = at + bo->size;
    unsigned long lo, hi;
    char line[512], perms[5];
    while (at < end && fgets(line, sizeof(line), maps)) {
        if (sscanf(line, "%lx-%lx %4s", &lo, &hi, perms) != 3 || hi <= at)
            continue;
        if (lo > at || perms[0] != 'r' || (!bo->read_only && perms[1] != 'w'))
            break;
        at = hi;
    }
    fclose(maps);
    return at >= end;
}

// Every page must be mapped, and writable unless the object is read-only. Of large objects few can be, and
// what a client shows of its memory need not all become present.
int sim_bo_check_user(struct sim_bo *bo)
{
    if (!bo->user_checked)
        bo->user_checked = (bo->size <= TOUCH_MAX && can_touch(bo)) || is_mapped(bo);
    return bo->user_checked ? 0 : -EFAULT;
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
        if (bo && bo->fd >= 0 && bo->inode == st.st_ino && bo->device == st.st_dev && bo->refs)
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
    if (!bo || !map_memfd(bo, own)) {
        close(own);
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
        if (sim_turns_oldest(&bo->dev->engines[i]) <= bo->engine_serial[i])
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
        bo->engine_serial[i] = bo->dev->engines[i].started;
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

void *sim_bo_mmap(struct sim_bo *bo, uint64_t offset, size_t length, int prot, int flags)
{
    if (offset % SIM_PAGE || offset >= bo->size || !length || length > bo->size - offset ||
        (prot & PROT_WRITE && bo->read_only) || bo->userptr) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    if (bo->fd >= 0)
        return mmap(NULL, length, prot, MAP_SHARED | (flags & (MAP_POPULATE | MAP_NORESERVE)), bo->fd,
                    (off_t)offset);
    // mremap of zero bytes of a shared mapping makes a second view of the same pages.
    void *p = mremap(bo->map + offset, 0, length, MREMAP_MAYMOVE);
    if (p != MAP_FAILED && prot != (PROT_READ | PROT_WRITE) && mprotect(p, length, prot) < 0) {
        munmap(p, length);
        return MAP_FAILED;
    }
    return p;
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
