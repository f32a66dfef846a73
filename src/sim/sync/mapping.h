// mmap(2) and similar calls for the simulator's own memory, by the system calls: libkiln_node.so interposes
// the C library's, to tell the simulated kernel what the client does with its memory, and that may wait for a
// lock which its caller here holds.
#ifndef KILN_SIM_MAPPING_H
#define KILN_SIM_MAPPING_H

#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static inline void *sim_map(void *addr, size_t size, int prot, int flags, int fd, off_t offset)
{
    return (void *)syscall(SYS_mmap, addr, size, prot, flags, fd, offset);
}

static inline int sim_unmap(void *addr, size_t size)
{
    return (int)syscall(SYS_munmap, addr, size);
}

static inline void *sim_remap(void *addr, size_t size, size_t new_size, int flags, void *to)
{
    return (void *)syscall(SYS_mremap, addr, size, new_size, flags, to);
}

static inline int sim_protect(void *addr, size_t size, int prot)
{
    return (int)syscall(SYS_mprotect, addr, size, prot);
}

#endif
