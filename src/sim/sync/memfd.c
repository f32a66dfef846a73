// See memfd.h.
#include "sim/sync/memfd.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { FIXED = F_SEAL_SHRINK | F_SEAL_GROW };

int sim_memfd_create(const char *name, uint64_t size)
{
    int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    // F_SEAL_SEAL: nor can others seal it against writing.
    if (fd < 0 || (!ftruncate(fd, (off_t)size) && !fcntl(fd, F_ADD_SEALS, FIXED | F_SEAL_SEAL)))
        return fd;
    int err = errno;
    close(fd);
    errno = err;
    return -1;
}

bool sim_memfd_is_fixed(int fd)
{
    struct statfs fs;
    int seals = fcntl(fd, F_GET_SEALS);
    return seals >= 0 && (seals & FIXED) == FIXED && !fstatfs(fd, &fs) && fs.f_type == TMPFS_MAGIC;
}
