// The transport to a real render node: libdrm's restart loop over ioctl(2).
#include "winsys/kernel/transport.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xf86drm.h>

#include "util/file.h"

struct drm_file {
    int fd;
};

static int node_open(const char *path, void **out)
{
    struct drm_file *file = malloc(sizeof(*file));
    if (!file)
        return -ENOMEM;
    file->fd = kiln_fd_lift(open(path, O_RDWR | O_CLOEXEC));
    if (file->fd < 0) {
        int e = -errno;
        free(file);
        return e;
    }
    *out = file;
    return 0;
}

static void node_close(void *p)
{
    struct drm_file *file = p;
    close(file->fd);
    free(file);
}

static int node_ioctl(void *p, unsigned long request, void *arg)
{
    struct drm_file *file = p;
    int ret = drmIoctl(file->fd, request, arg);
    return ret >= 0 ? ret : errno ? -errno : -EIO;
}

static int node_mmap(void *p, size_t size, int prot, int flags, off_t offset, void **out)
{
    struct drm_file *file = p;
    *out = mmap(NULL, size, prot, flags, file->fd, offset);
    return *out == MAP_FAILED ? -errno : 0;
}

static void node_munmap(void *ptr, size_t size)
{
    munmap(ptr, size);
}

const struct ws_transport ws_transport_node = {
    .open = node_open,
    .close = node_close,
    .ioctl = node_ioctl,
    .mmap = node_mmap,
    .munmap = node_munmap,
};
