// libkiln_node.so: mappings of the node, and changes of the process's memory that the device may be using.
//
// Where a client unmaps memory that it has shown to the device (userptr), the kernel waits for those that use
// it, and looks for the pages again before it lets anyone else. Memory that the C library unmaps by itself,
// as free() does, is missed at the next use only.
#undef _FILE_OFFSET_BITS
#include <errno.h>
#include <stdarg.h>
#include <sys/mman.h>

#include "sim/node/descriptors.h"
#include "sim/node/interpose.h"
#include "sim/node/signals.h"
#include "sim/sim.h"

// Before the memory changes.
static void tell_device(const void *addr, size_t length)
{
    struct sim_device *dev = node_device();
    struct node_signals h;
    if (!dev || !sim_uses_memory(dev, addr, length))
        return;
    node_hold_signals(&h);
    sim_memory_changes(dev, addr, length);
    node_let_signals(&h);
}

static struct node *node_of_mapping(int flags, int fd, off_t offset)
{
    if (flags & MAP_ANONYMOUS || fd < 0)
        return NULL;
    struct node *n = node_acquire(fd);
    // No file is that large.
    return n || offset < (off_t)SIM_MMAP_FIRST ? n : node_adopt(fd);
}

EXPORT void *mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset)
{
    struct node_signals h;
    bool ours = !(flags & MAP_ANONYMOUS) && (node_has(fd) || offset >= (off_t)SIM_MMAP_FIRST);
    void *p = MAP_FAILED;
    if ((flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) == MAP_FIXED)
        tell_device(addr, length);
    if (ours)
        node_hold_signals(&h);
    struct node *n = ours ? node_of_mapping(flags, fd, offset) : NULL;
    if (n) {
        p = sim_mmap(n->file, addr, length, prot, flags, offset);
        node_release(n);
    }
    if (ours)
        node_let_signals(&h);
    if (n)
        return p;
    REAL(void *, mmap, void *, size_t, int, int, int, off_t)
    return real(addr, length, prot, flags, fd, offset);
}

EXPORT void *mmap64(void *addr, size_t length, int prot, int flags, int fd, off64_t offset)
{
    return mmap(addr, length, prot, flags, fd, offset);
}

EXPORT int munmap(void *addr, size_t length)
{
    REAL(int, munmap, void *, size_t)
    tell_device(addr, length);
    return real(addr, length);
}

EXPORT int mprotect(void *addr, size_t length, int prot)
{
    REAL(int, mprotect, void *, size_t, int)
    tell_device(addr, length);
    return real(addr, length, prot);
}

EXPORT void *mremap(void *addr, size_t length, size_t new_length, int flags, ...)
{
    va_list ap;
    va_start(ap, flags);
    void *to = flags & MREMAP_FIXED ? va_arg(ap, void *) : NULL;
    va_end(ap);
    REAL(void *, mremap, void *, size_t, size_t, int, ...)
    tell_device(addr, length);
    if (flags & MREMAP_FIXED)
        tell_device(to, new_length);
    return real(addr, length, new_length, flags, to);
}
