// Objects that are a client's own memory (userptr), which it may unmap or protect as it likes: whether it is
// there is looked for again at each use, and where libkiln_node.so sees a change coming, those that use it
// are waited for, as i915's notifier does. See bo.h.
#include "sim/kernel/gem/bo.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>

#include "sim/kernel/drm/device.h"
#include "sim/kernel/gem/vm.h"
#include "util/fork.h"

// Bytes of a client's memory up to which all of it is touched to see that it is there.
#define TOUCH_MAX (UINT64_C(2) << 20)

// All of the process: looked through where the kernel's lock may be held or not.
KILN_STATIC_LOCK(users_lock);
static struct sim_bo *users;

void sim_user_add(struct sim_bo *bo)
{
    kiln_lock(&users_lock);
    bo->next_user = users;
    users = bo;
    kiln_unlock(&users_lock);
}

void sim_user_remove(struct sim_bo *bo)
{
    kiln_lock(&users_lock);
    struct sim_bo **p = &users;
    while (*p != bo)
        p = &(*p)->next_user;
    *p = bo->next_user;
    kiln_unlock(&users_lock);
}

// ---- is it there?

// Has the host find and make present every page, as i915 does when it pins them: costs by the object's size,
// not by how many mappings the process has. False proves nothing (Linux before 5.14 does not know it).
static bool can_touch(const struct sim_bo *bo)
{
    return madvise(bo->map, bo->size, bo->read_only ? MADV_POPULATE_READ : MADV_POPULATE_WRITE) == 0;
}

// By the list of all mappings, without touching a page.
static bool is_accessible(const struct sim_bo *bo)
{
    FILE *maps = kiln_fopen("/proc/self/maps", "r");
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

bool sim_bo_user_is_mapped(const struct sim_bo *bo)
{
    enum { PAGES = 8192 };
    unsigned char present[PAGES];
    for (uint64_t at = 0; at < bo->size; at += PAGES * SIM_PAGE) {
        uint64_t size = bo->size - at < PAGES * SIM_PAGE ? bo->size - at : PAGES * SIM_PAGE;
        if (mincore(bo->map + at, size, present) && errno == ENOMEM)
            return false;
    }
    return true;
}

// Every page must be mapped, and writable unless the object is read-only. Of large objects few can be, and
// what a client shows of its memory need not all become present.
int sim_bo_check_user(struct sim_bo *bo)
{
    bo->user_checked = bo->user_checked ? sim_bo_user_is_mapped(bo)
                                        : (bo->size <= TOUCH_MAX && can_touch(bo)) || is_accessible(bo);
    return bo->user_checked ? 0 : -EFAULT;
}

// ---- changes

static bool overlaps(const struct sim_bo *bo, const void *addr, size_t size)
{
    uintptr_t at = (uintptr_t)addr, map = (uintptr_t)bo->map;
    return at < map + bo->size && map < at + size;
}

bool sim_uses_memory(struct sim_device *dev, const void *addr, size_t size)
{
    bool uses = false;
    if (!__atomic_load_n(&users, __ATOMIC_RELAXED))
        return false;
    kiln_lock(&users_lock);
    for (const struct sim_bo *bo = users; bo && !uses; bo = bo->next_user)
        uses = bo->dev == dev && overlaps(bo, addr, size);
    kiln_unlock(&users_lock);
    return uses;
}

void sim_memory_changes(struct sim_device *dev, const void *addr, size_t size)
{
    sim_lock();
    for (size_t i = 0; i < dev->bos.slots.count; i++) { // the wait drops the lock
        struct sim_bo *bo = dev->bos.slots.data[i];
        if (!bo || !bo->refs || !bo->userptr || !overlaps(bo, addr, size))
            continue;
        bo->user_checked = false;
        sim_bo_wait(bo, true);
    }
    sim_unlock();
}
