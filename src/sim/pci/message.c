// See message.h.
#include "sim/pci/message.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

union control {
    char bytes[CMSG_SPACE(sizeof(int) * SIM_PCI_MAX_FDS)];
    struct cmsghdr align;
};

static void take_fds(struct sim_pci_message *m, struct msghdr *msg)
{
    for (struct cmsghdr *c = CMSG_FIRSTHDR(msg); c; c = CMSG_NXTHDR(msg, c)) {
        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
            continue;
        size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < count; i++) {
            int fd;
            memcpy(&fd, CMSG_DATA(c) + i * sizeof(fd), sizeof(fd));
            if (m->fds < SIM_PCI_MAX_FDS) {
                m->fd[m->fds++] = fd;
            } else {
                close(fd);
                m->fds_lost = true;
            }
        }
    }
    m->fds_lost |= (msg->msg_flags & MSG_CTRUNC) != 0;
}

// Exactly `size` bytes, with whatever fds come with any of them.
static bool receive(int socket, struct sim_pci_message *m, void *out, size_t size)
{
    uint8_t *at = out;
    while (size) {
        union control control;
        struct iovec v = {at, size};
        struct msghdr msg = {.msg_iov = &v,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof(control.bytes)};
        ssize_t got = recvmsg(socket, &msg, MSG_CMSG_CLOEXEC);
        if (got < 0 && errno == EINTR)
            continue;
        if (got >= 0)
            take_fds(m, &msg);
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

bool sim_pci_receive(int socket, struct sim_pci_message *m)
{
    m->fds = 0;
    m->fds_lost = false;
    m->size = 0;
    if (!receive(socket, m, &m->header, sizeof(m->header)))
        return false;
    if (m->header.size < sizeof(m->header) || m->header.size - sizeof(m->header) > SIM_PCI_MAX_PAYLOAD)
        return false;
    if ((m->header.flags & VFIO_USER_TYPE_MASK) != 0) // a reply, to a question that was not asked
        return false;
    m->size = m->header.size - sizeof(m->header);
    return receive(socket, m, m->payload, m->size);
}

void sim_pci_message_finish(struct sim_pci_message *m)
{
    for (unsigned i = 0; i < m->fds; i++)
        if (m->fd[i] >= 0)
            close(m->fd[i]);
    m->fds = 0;
}

static bool send_all(int socket, struct iovec *v, unsigned count, int fd)
{
    union control control;
    struct msghdr msg = {.msg_iov = v, .msg_iovlen = count};
    if (fd >= 0) {
        memset(&control, 0, sizeof(control));
        msg.msg_control = control.bytes;
        msg.msg_controllen = CMSG_SPACE(sizeof(fd));
        struct cmsghdr *c = CMSG_FIRSTHDR(&msg);
        c->cmsg_level = SOL_SOCKET;
        c->cmsg_type = SCM_RIGHTS;
        c->cmsg_len = CMSG_LEN(sizeof(fd));
        memcpy(CMSG_DATA(c), &fd, sizeof(fd));
    }
    while (msg.msg_iovlen) {
        ssize_t sent = sendmsg(socket, &msg, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return false;
        msg.msg_control = NULL;
        msg.msg_controllen = 0;
        size_t left = (size_t)sent;
        while (msg.msg_iovlen && left >= msg.msg_iov->iov_len) {
            left -= msg.msg_iov->iov_len;
            msg.msg_iov++;
            msg.msg_iovlen--;
        }
        if (left) {
            msg.msg_iov->iov_base = (uint8_t *)msg.msg_iov->iov_base + left;
            msg.msg_iov->iov_len -= left;
        }
    }
    return true;
}

static bool answer(int socket, const struct sim_pci_message *m, uint32_t flags, int error, const void *data,
                   size_t size, int fd)
{
    struct vfio_user_header header = {
        .id = m->header.id,
        .command = m->header.command,
        .size = (uint32_t)(sizeof(header) + size),
        .flags = VFIO_USER_REPLY | flags,
        .error = (uint32_t)error,
    };
    struct iovec v[2] = {{&header, sizeof(header)}, {(void *)(uintptr_t)data, size}};
    if (m->header.flags & VFIO_USER_NO_REPLY)
        return true;
    return send_all(socket, v, size ? 2 : 1, fd);
}

bool sim_pci_reply(int socket, const struct sim_pci_message *m, const void *data, size_t size, int fd)
{
    return answer(socket, m, 0, 0, data, size, fd);
}

bool sim_pci_reply_error(int socket, const struct sim_pci_message *m, int error)
{
    return answer(socket, m, VFIO_USER_ERROR, error, NULL, 0, -1);
}
