// A client of vfio-user for tests: sends messages over a socket pair to a server that runs in a thread.
#ifndef KILN_TESTS_SIM_PCI_CLIENT_H
#define KILN_TESTS_SIM_PCI_CLIENT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sim/pci/config.h"
#include "sim/pci/server.h"
#include "sim/pci/vfio_user.h"

// A device of three BARs: 0 is registers (words that keep what is written) with a part that is mapped, 2 is
// all mapped, 4 is ports.
enum { RIG_BAR0 = 1 << 16, RIG_MAPPED_AT = 1 << 15, RIG_BAR2 = 1 << 16, RIG_BAR4 = 64 };

struct rig {
    uint8_t *bar0;
    struct sim_pci_device device;
    struct sim_dma *dma;
    struct sim_pci_server *server;
    atomic_uint resets, reads, writes, wrong; // accesses out of the BAR, or not aligned
    int client, socket;
    pthread_t thread;
    uint16_t id;
};

__attribute__((unused)) static bool rig_is_right(struct rig *r, unsigned bar, uint64_t offset, unsigned size)
{
    bool ok = bar < SIM_PCI_BARS && (size == 1 || size == 2 || size == 4 || size == 8) &&
              offset % size == 0 && offset < r->device.bar[bar].size &&
              size <= r->device.bar[bar].size - offset;
    if (!ok)
        atomic_fetch_add(&r->wrong, 1);
    return ok && bar == 0;
}

__attribute__((unused)) static uint64_t rig_read(void *of, unsigned bar, uint64_t offset, unsigned size)
{
    struct rig *r = of;
    uint64_t value = 0;
    atomic_fetch_add(&r->reads, 1);
    if (rig_is_right(r, bar, offset, size))
        memcpy(&value, r->bar0 + offset, size);
    return value;
}

__attribute__((unused)) static void rig_write(void *of, unsigned bar, uint64_t offset, unsigned size,
                                              uint64_t value)
{
    struct rig *r = of;
    atomic_fetch_add(&r->writes, 1);
    if (rig_is_right(r, bar, offset, size))
        memcpy(r->bar0 + offset, &value, size);
}

__attribute__((unused)) static void rig_reset(void *of)
{
    struct rig *r = of;
    atomic_fetch_add(&r->resets, 1);
}

__attribute__((unused)) static void *rig_serve(void *of)
{
    struct rig *r = of;
    sim_pci_serve(r->server, r->socket);
    shutdown(r->socket, SHUT_RDWR); // the client sees the end, as when the program closes it
    return NULL;
}

__attribute__((unused)) static int rig_memory(uint64_t size)
{
    int fd = memfd_create("rig", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t)size))
        abort();
    return fd;
}

// Connects a (new) client.
__attribute__((unused)) static void rig_connect(struct rig *r)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
        abort();
    r->client = pair[0];
    r->socket = pair[1];
    if (pthread_create(&r->thread, NULL, rig_serve, r))
        abort();
}

__attribute__((unused)) static void rig_disconnect(struct rig *r)
{
    close(r->client);
    pthread_join(r->thread, NULL);
    close(r->socket);
}

__attribute__((unused)) static void rig_init(struct rig *r)
{
    static const struct sim_pci_ops ops = {rig_read, rig_write, rig_reset};
    static const struct sim_pci_ids ids = {.vendor = 0x8086,
                                           .device = 0x1912,
                                           .revision = 6,
                                           .class_code = 0x030000,
                                           .subsystem_vendor = 0x8086,
                                           .subsystem = 0x2212};
    memset(r, 0, sizeof(*r));
    r->device.ops = &ops;
    r->device.of = r;
    struct sim_pci_bar *bar = r->device.bar;
    for (unsigned i = 0; i < SIM_PCI_BARS; i++)
        bar[i].fd = -1;
    bar[0] = (struct sim_pci_bar){.size = RIG_BAR0, .wide = true, .fd = rig_memory(RIG_BAR0), .areas = 1};
    bar[0].area[0] = (struct sim_pci_area){RIG_MAPPED_AT, RIG_BAR0 - RIG_MAPPED_AT};
    bar[2] = (struct sim_pci_bar){
        .size = RIG_BAR2, .wide = true, .prefetchable = true, .fd = rig_memory(RIG_BAR2)};
    bar[4] = (struct sim_pci_bar){.size = RIG_BAR4, .io = true, .fd = -1};
    r->bar0 = mmap(NULL, RIG_BAR0, PROT_READ | PROT_WRITE, MAP_SHARED, bar[0].fd, 0);
    sim_pci_config_init(&r->device.config, &ids, bar);
    r->dma = sim_dma_create();
    r->server = sim_pci_server_create(&r->device, r->dma, NULL);
    if (r->bar0 == MAP_FAILED || !r->dma || !r->server)
        abort();
}

__attribute__((unused)) static void rig_finish(struct rig *r)
{
    sim_pci_server_destroy(r->server);
    sim_dma_destroy(r->dma);
    munmap(r->bar0, RIG_BAR0);
    close(r->device.bar[0].fd);
    close(r->device.bar[2].fd);
}

// Sends a message: `header.size` as it stands, then `size` bytes, with fds.
__attribute__((unused)) static bool rig_send_raw(struct rig *r, struct vfio_user_header header,
                                                 const void *payload, size_t size, const int *fd,
                                                 unsigned fds)
{
    union {
        char bytes[CMSG_SPACE(sizeof(int) * 32)];
        struct cmsghdr align;
    } control = {0};
    struct iovec v[2] = {{&header, sizeof(header)}, {(void *)(uintptr_t)payload, size}};
    struct msghdr msg = {.msg_iov = v, .msg_iovlen = size ? 2 : 1};
    if (fds) {
        msg.msg_control = control.bytes;
        msg.msg_controllen = CMSG_SPACE(sizeof(int) * fds);
        struct cmsghdr *c = CMSG_FIRSTHDR(&msg);
        c->cmsg_level = SOL_SOCKET;
        c->cmsg_type = SCM_RIGHTS;
        c->cmsg_len = CMSG_LEN(sizeof(int) * fds);
        memcpy(CMSG_DATA(c), fd, sizeof(int) * fds);
    }
    return sendmsg(r->client, &msg, MSG_NOSIGNAL) == (ssize_t)(sizeof(header) + size);
}

__attribute__((unused)) static bool rig_read_all(int fd, void *out, size_t size)
{
    for (uint8_t *at = out; size;) {
        ssize_t got = read(fd, at, size);
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

// Receives a reply. Its errno, 0, or -1: the server has closed. *fd: what came with it, or -1; NULL: is
// closed.
__attribute__((unused)) static int rig_receive(struct rig *r, uint16_t id, void *out, size_t capacity,
                                               size_t *size, int *fd)
{
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } control = {0};
    struct vfio_user_header header;
    struct iovec v = {&header, sizeof(header)};
    struct msghdr msg = {.msg_iov = &v,
                         .msg_iovlen = 1,
                         .msg_control = control.bytes,
                         .msg_controllen = sizeof(control.bytes)};
    int got = -1;
    if (recvmsg(r->client, &msg, MSG_WAITALL) != (ssize_t)sizeof(header))
        return -1;
    struct cmsghdr *c = CMSG_FIRSTHDR(&msg);
    if (c)
        memcpy(&got, CMSG_DATA(c), sizeof(got));
    if (fd)
        *fd = got;
    else if (got >= 0)
        close(got);
    uint8_t rest[1 << 17];
    size_t n = header.size - sizeof(header);
    if (header.id != id || (header.flags & VFIO_USER_TYPE_MASK) != VFIO_USER_REPLY || n > sizeof(rest) ||
        !rig_read_all(r->client, rest, n))
        return -2; // no reply of this protocol
    if (capacity && n)
        memcpy(out, rest, n < capacity ? n : capacity);
    if (size)
        *size = n;
    return header.flags & VFIO_USER_ERROR ? (int)header.error : 0;
}

// A command and its reply, which replaces the `capacity` bytes at `payload`.
__attribute__((unused)) static int rig_command(struct rig *r, uint16_t command, void *payload, size_t size,
                                               const int *send_fd, unsigned fds, size_t capacity, size_t *got,
                                               int *fd)
{
    struct vfio_user_header header = {
        .id = ++r->id, .command = command, .size = (uint32_t)(sizeof(header) + size)};
    if (!rig_send_raw(r, header, payload, size, send_fd, fds))
        return -1;
    return rig_receive(r, header.id, payload, capacity, got, fd);
}

__attribute__((unused)) static int rig_negotiate(struct rig *r)
{
    struct {
        struct vfio_user_version version;
        char json[300];
    } m = {.json = "{\"capabilities\":{\"max_msg_fds\":8}}"};
    return rig_command(r, VFIO_USER_VERSION, &m, sizeof(m.version) + strlen(m.json) + 1, NULL, 0, sizeof(m),
                       NULL, NULL);
}

__attribute__((unused)) static int rig_map(struct rig *r, uint64_t address, uint64_t size, int fd,
                                           uint64_t offset)
{
    struct vfio_user_dma_map m = {sizeof(m), VFIO_USER_DMA_READ_ALLOWED | VFIO_USER_DMA_WRITE_ALLOWED, offset,
                                  address, size};
    return rig_command(r, VFIO_USER_DMA_MAP, &m, sizeof(m), &fd, fd >= 0, sizeof(m), NULL, NULL);
}

__attribute__((unused)) static int rig_unmap(struct rig *r, uint64_t address, uint64_t size)
{
    struct vfio_user_dma_unmap m = {sizeof(m), 0, address, size};
    return rig_command(r, VFIO_USER_DMA_UNMAP, &m, sizeof(m), NULL, 0, sizeof(m), NULL, NULL);
}

struct rig_access {
    struct vfio_user_region_access at;
    uint8_t data[64];
};

__attribute__((unused)) static int rig_access(struct rig *r, bool write, uint32_t region, uint64_t offset,
                                              void *data, uint32_t count)
{
    struct rig_access m = {{offset, region, count}, {0}};
    if (write && count <= sizeof(m.data))
        memcpy(m.data, data, count);
    int error = rig_command(r, write ? VFIO_USER_REGION_WRITE : VFIO_USER_REGION_READ, &m,
                            sizeof(m.at) + (write ? count : 0), NULL, 0, sizeof(m), NULL, NULL);
    if (!error && !write && count <= sizeof(m.data))
        memcpy(data, m.data, count);
    return error;
}

__attribute__((unused)) static int rig_irqs(struct rig *r, uint32_t flags, uint32_t index, uint32_t start,
                                            uint32_t count, int fd)
{
    struct vfio_user_irq_set m = {sizeof(m), flags, index, start, count};
    return rig_command(r, VFIO_USER_DEVICE_SET_IRQS, &m, sizeof(m), &fd, fd >= 0, sizeof(m), NULL, NULL);
}

#endif
