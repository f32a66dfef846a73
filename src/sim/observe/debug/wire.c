// Messages over the socket to the debugger. See state.h.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "sim/observe/debug/state.h"
#include "util/file.h"
#include "util/log.h"

bool debug_connect(struct sim_debug *d)
{
    if (d->process == getpid())
        return d->fd >= 0;
    debug_hang_up(d); // of the parent, where this is a child of fork()
    d->process = getpid();
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    if (!d->socket[0]) {
        kiln_warn_once("KILN_SIM_DEBUG: no path of a socket");
        return false;
    }
    _Static_assert(sizeof(to.sun_path) >= sizeof(d->socket), "it fits");
    strcpy(to.sun_path, d->socket);
    d->fd = kiln_fd_lift(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (d->fd < 0 || connect(d->fd, (struct sockaddr *)&to, sizeof(to))) {
        kiln_warn_once("no debugger at KILN_SIM_DEBUG=%s: %s", d->socket, strerror(errno));
        debug_hang_up(d);
    }
    return d->fd >= 0;
}

void debug_hang_up(struct sim_debug *d)
{
    if (d->fd >= 0)
        close(d->fd);
    d->fd = -1;
}

// All of it, in one direction.
static bool move_all(struct sim_debug *d, uint8_t *p, size_t size, bool out)
{
    while (size) {
        ssize_t n = out ? send(d->fd, p, size, MSG_NOSIGNAL) : recv(d->fd, p, size, 0);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            debug_hang_up(d);
            return false;
        }
        p += n;
        size -= (size_t)n;
    }
    return true;
}

static bool send_all(struct sim_debug *d, const void *data, size_t size)
{
    return move_all(d, (uint8_t *)(uintptr_t)data, size, true);
}

static bool receive_all(struct sim_debug *d, void *data, size_t size)
{
    return move_all(d, data, size, false);
}

bool debug_send(struct sim_debug *d, enum debug_op op, const uint64_t *numbers, unsigned count,
                const void *bytes, size_t size)
{
    struct debug_header h = {(uint32_t)(8 * (size_t)count + size), (uint16_t)op, (uint16_t)count};
    return d->fd >= 0 && size < UINT32_MAX / 2 && count <= UINT16_MAX && send_all(d, &h, sizeof(h)) &&
           send_all(d, numbers, 8 * (size_t)count) && send_all(d, bytes, size);
}

static bool refuse(struct sim_debug *d, const struct debug_header *h)
{
    kiln_warn("the debugger sent what is no command (%u, %u bytes)", h->op, h->size);
    debug_hang_up(d);
    return false;
}

bool debug_receive(struct sim_debug *d, enum debug_op *op, uint64_t **numbers, unsigned *count)
{
    struct debug_header h;
    *numbers = NULL;
    if (d->fd < 0 || !receive_all(d, &h, sizeof(h)))
        return false;
    if (h.op < DEBUG_SET_BREAKS || h.op > DEBUG_PAUSE || h.size > DEBUG_MAX_COMMAND || h.size != 8u * h.count)
        return refuse(d, &h);
    *numbers = calloc(h.count + 1u, 8);
    if (!*numbers || !receive_all(d, *numbers, h.size)) {
        free(*numbers);
        *numbers = NULL;
        debug_hang_up(d);
        return false;
    }
    *op = (enum debug_op)h.op;
    *count = h.count;
    return true;
}

bool debug_wants_pause(struct sim_debug *d)
{
    struct debug_header h;
    if (d->fd < 0)
        return false;
    ssize_t n = recv(d->fd, &h, sizeof(h), MSG_DONTWAIT | MSG_PEEK);
    if (n == 0) {
        debug_hang_up(d);
        return false;
    }
    if (n < (ssize_t)sizeof(h))
        return false;
    enum debug_op op;
    uint64_t *numbers;
    unsigned count;
    if (h.op != DEBUG_PAUSE) // a command to one that does not wait for any
        return refuse(d, &h);
    bool ok = debug_receive(d, &op, &numbers, &count);
    free(numbers);
    return ok;
}
