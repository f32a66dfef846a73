// See oa.h.
#include "sim/kernel/sched/oa.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "cmd/gen_pack.h"
#include "hw/oa.h"
#include "sim/chip/chip.h"
#include "sim/kernel/drm/device.h"
#include "sim/kernel/sched/context.h"
#include "sim/sync/fence.h"

enum { MOST_CONFIGS = 256 };

// ---- configurations

const struct sim_oa_config *sim_oa_config(const struct sim_device *dev, uint64_t id)
{
    const uint32_t first = dev->oa->first;
    return id >= first && id <= UINT32_MAX ? sim_handles_get(&dev->oa->configs, (uint32_t)id - first + 1)
                                           : NULL;
}

bool sim_oa_is_guid(const char *s)
{
    for (unsigned i = 0; i < KILN_OA_GUID_BYTES; i++) {
        bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        char c = s[i] | 0x20; // in upper case as well
        if (dash ? s[i] != '-' : !((s[i] >= '0' && s[i] <= '9') || (c >= 'a' && c <= 'f')))
            return false;
    }
    return true;
}

bool sim_oa_is_flex(uint32_t reg)
{
    static const uint32_t flex[] = {GEN_REG_EU_PERF_CNTL0, GEN_REG_EU_PERF_CNTL1, GEN_REG_EU_PERF_CNTL2,
                                    GEN_REG_EU_PERF_CNTL3, GEN_REG_EU_PERF_CNTL4, GEN_REG_EU_PERF_CNTL5,
                                    GEN_REG_EU_PERF_CNTL6};
    for (unsigned i = 0; i < sizeof(flex) / sizeof(flex[0]); i++)
        if (flex[i] == reg)
            return true;
    return false;
}

int sim_oa_add(struct sim_device *dev, const char *guid)
{
    struct sim_handles *configs = &dev->oa->configs;
    for (size_t i = 0; i < configs->slots.count; i++) {
        const struct sim_oa_config *c = configs->slots.data[i];
        if (c && !memcmp(c->guid, guid, KILN_OA_GUID_BYTES))
            return -EADDRINUSE;
    }
    struct sim_oa_config *c = configs->slots.count < MOST_CONFIGS ? calloc(1, sizeof(*c)) : NULL;
    if (!c)
        return -ENOMEM;
    memcpy(c->guid, guid, KILN_OA_GUID_BYTES);
    uint32_t handle = sim_handles_add(configs, c);
    if (handle)
        return (int)(handle - 1 + dev->oa->first);
    free(c);
    return -ENOMEM;
}

int sim_oa_remove(struct sim_device *dev, uint64_t id)
{
    if (!sim_oa_config(dev, id))
        return -ENOENT;
    free(sim_handles_remove(&dev->oa->configs, (uint32_t)id - dev->oa->first + 1));
    return 0;
}

// ---- the stream

static void forget_stream(struct sim_device *dev)
{
    struct sim_oa_stream *s = &dev->oa->stream;
    if (!s->open)
        return;
    kiln_fd_close(&s->peer);
    sim_context_unref(s->ctx);
    *s = (struct sim_oa_stream){0};
}

// Whoever had it may have closed it: the other end of a pair of sockets tells.
static bool is_open(struct sim_device *dev)
{
    struct sim_oa_stream *s = &dev->oa->stream;
    struct pollfd p = {.fd = s->peer.number, .events = POLLIN};
    if (s->open && poll(&p, 1, 0) > 0 && p.revents & (POLLHUP | POLLERR))
        forget_stream(dev);
    return s->open;
}

static int descriptor(struct sim_oa_stream *s, const struct sim_oa_open *how)
{
    int fds[2];
    struct stat st;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) < 0)
        return -errno;
    if (fstat(fds[0], &st) < 0 || (!how->close_on_exec && fcntl(fds[0], F_SETFD, 0) < 0) ||
        (how->nonblock && fcntl(fds[0], F_SETFL, O_NONBLOCK) < 0)) {
        kiln_fd_close_number(fds[0]);
        kiln_fd_close_number(fds[1]);
        return -EMFILE;
    }
    s->inode = st.st_ino;
    s->peer = kiln_fd_take(fds[1]);
    return fds[0];
}

int sim_oa_open(struct sim_device *dev, const struct sim_oa_open *how)
{
    if (is_open(dev))
        return -EBUSY;
    if (!sim_chip_can_count(dev->chip)) // while it checks, or debugs
        return -ENODEV;
    struct sim_oa_stream stream = {.open = true, .enabled = how->enabled};
    int fd = descriptor(&stream, how);
    if (fd < 0)
        return fd;
    stream.ctx = how->ctx ? sim_context_ref(how->ctx) : NULL;
    dev->oa->stream = stream;
    return fd;
}

struct sim_oa_stream *sim_oa_stream_of(struct sim_device *dev, int fd)
{
    struct stat st;
    return is_open(dev) && fstat(fd, &st) == 0 && st.st_ino == dev->oa->stream.inode ? &dev->oa->stream
                                                                                     : NULL;
}

bool sim_oa_counts(struct sim_device *dev, const struct sim_context *ctx)
{
    sim_lock();
    const struct sim_oa_stream *s = &dev->oa->stream;
    bool counts = s->open && s->enabled && (!s->ctx || s->ctx == ctx) && is_open(dev);
    sim_unlock();
    return counts;
}

int sim_oa_init(struct sim_device *dev, uint32_t first)
{
    dev->oa = calloc(1, sizeof(*dev->oa));
    if (!dev->oa)
        return -ENOMEM;
    dev->oa->first = first;
    return 0;
}

void sim_oa_finish(struct sim_device *dev)
{
    forget_stream(dev);
    for (size_t i = 0; i < dev->oa->configs.slots.count; i++)
        free(dev->oa->configs.slots.data[i]);
    vec_free(&dev->oa->configs.slots);
    free(dev->oa);
}
