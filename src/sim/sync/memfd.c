// See memfd.h.
#include "sim/sync/memfd.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "util/file.h"

enum { FIXED = F_SEAL_SHRINK | F_SEAL_GROW };

int sim_memfd_create(const char *name, uint64_t size)
{
    int fd = kiln_fd_lift(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
    // A limit on the size of files holds for these too. F_SEAL_SEAL: nor can others seal it against writing.
    struct kiln_file_limit limit = kiln_file_limit_begin();
    bool ok = fd >= 0 && !ftruncate(fd, (off_t)size) && !fcntl(fd, F_ADD_SEALS, FIXED | F_SEAL_SEAL);
    kiln_file_limit_end(&limit);
    if (!ok && fd >= 0)
        kiln_fd_close_number(fd);
    return ok ? fd : -1;
}

bool sim_memfd_is_fixed(int fd)
{
    struct statfs fs;
    int seals = fcntl(fd, F_GET_SEALS);
    return seals >= 0 && (seals & FIXED) == FIXED && !fstatfs(fd, &fs) && fs.f_type == TMPFS_MAGIC;
}
