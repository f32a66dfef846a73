// See server.h.
#include "sim/pci/server.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/pci/config.h"
#include "sim/pci/irq.h"
#include "sim/pci/message.h"

struct sim_pci_server {
    const struct sim_pci_device *device;
    struct sim_dma *dma;
    FILE *log;
    struct sim_pci_config config;
    struct sim_pci_irqs irqs;
    bool negotiated;
    int socket;
    struct sim_pci_message message;
};

// A handler answers, or returns an errno that is the answer. `gone`: the client is.
enum { GONE = -1 };

static int sent(bool ok)
{
    return ok ? 0 : GONE;
}

#define note(s, ...)                                                                                         \
    do {                                                                                                     \
        if ((s)->log)                                                                                        \
            fprintf((s)->log, __VA_ARGS__);                                                                  \
    } while (0)

static int on_version(struct sim_pci_server *s, struct sim_pci_message *m)
{
    static const char json[] =
        "{\"capabilities\":{\"max_msg_fds\":%d,\"max_data_xfer_size\":%d,\"max_dma_maps\":%d,"
        "\"pgsizes\":4096,\"write_multiple\":true}}";
    const struct vfio_user_version *asked = (const void *)m->payload;
    const char *text = (const char *)(asked + 1);
    size_t length = m->size - sizeof(*asked);
    if (s->negotiated || (length && text[length - 1]))
        return EINVAL;
    note(s, "version %u.%u %s\n", asked->major, asked->minor, length ? text : "");
    if (asked->major != 0)
        return GONE; // the specification: closes the connection
    struct {
        struct vfio_user_version version;
        char json[sizeof(json) + 64];
    } reply = {0};
    int n =
        snprintf(reply.json, sizeof(reply.json), json, SIM_PCI_MAX_FDS, SIM_PCI_MAX_DATA, SIM_DMA_WINDOWS);
    s->negotiated = true;
    return sent(sim_pci_reply(s->socket, m, &reply, sizeof(reply.version) + (size_t)n + 1, -1));
}

static int on_dma_map(struct sim_pci_server *s, struct sim_pci_message *m)
{
    const struct vfio_user_dma_map *map = (const void *)m->payload;
    // What may be written can be read by mmap's rules; what may not be read is no memory.
    bool reads = (map->flags & VFIO_USER_DMA_READ_ALLOWED) != 0,
         writes = (map->flags & VFIO_USER_DMA_WRITE_ALLOWED) != 0;
    int fd = m->fds && reads ? m->fd[0] : -1;
    int error = m->fds > 1 ? EINVAL : sim_dma_map(s->dma, map->address, map->size, fd, map->offset, writes);
    note(s, "map %#" PRIx64 " + %#" PRIx64 " offset %#" PRIx64 " flags %#x%s: %s\n", map->address, map->size,
         map->offset, map->flags, m->fds ? "" : " (no file)", strerror(error));
    return error ? error : sent(sim_pci_reply(s->socket, m, NULL, 0, -1));
}

static int on_dma_unmap(struct sim_pci_server *s, struct sim_pci_message *m)
{
    const struct vfio_user_dma_unmap *map = (const void *)m->payload;
    int error = map->flags ? EINVAL : sim_dma_unmap(s->dma, map->address, map->size);
    note(s, "unmap %#" PRIx64 " + %#" PRIx64 ": %s\n", map->address, map->size, strerror(error));
    return error ? error : sent(sim_pci_reply(s->socket, m, map, sizeof(*map), -1));
}

static int on_device_info(struct sim_pci_server *s, struct sim_pci_message *m)
{
    struct vfio_user_device_info info = {
        .argsz = sizeof(info),
        .flags = VFIO_USER_DEVICE_RESETS | VFIO_USER_DEVICE_PCI,
        .regions = VFIO_USER_REGIONS,
        .irqs = VFIO_USER_IRQS,
    };
    if (((const struct vfio_user_device_info *)m->payload)->argsz < sizeof(info))
        return EINVAL;
    return sent(sim_pci_reply(s->socket, m, &info, sizeof(info), -1));
}

static uint64_t region_size(const struct sim_pci_server *s, uint32_t index)
{
    if (index < SIM_PCI_BARS)
        return s->device->bar[index].size;
    return index == VFIO_USER_REGION_CONFIG ? SIM_PCI_CONFIG_SIZE : 0;
}

static int on_region_info(struct sim_pci_server *s, struct sim_pci_message *m)
{
    struct {
        struct vfio_user_region_info info;
        struct vfio_user_sparse_mmap sparse;
        struct vfio_user_sparse_area area[SIM_PCI_AREAS];
    } reply = {0};
    const struct vfio_user_region_info *asked = (const void *)m->payload;
    if (asked->argsz < sizeof(*asked) || asked->index >= VFIO_USER_REGIONS)
        return EINVAL;
    const struct sim_pci_bar *bar = asked->index < SIM_PCI_BARS ? &s->device->bar[asked->index] : NULL;
    reply.info.index = asked->index;
    reply.info.size = region_size(s, asked->index);
    reply.info.flags = reply.info.size ? VFIO_USER_REGION_READS | VFIO_USER_REGION_WRITES : 0;
    size_t size = sizeof(reply.info);
    if (bar && bar->fd >= 0)
        reply.info.flags |= VFIO_USER_REGION_MMAP;
    if (bar && bar->fd >= 0 && bar->areas) {
        reply.info.flags |= VFIO_USER_REGION_CAPS;
        reply.info.cap_offset = sizeof(reply.info); // QEMU wants to see it when it asks for the size, too
        reply.sparse = (struct vfio_user_sparse_mmap){
            .id = VFIO_USER_CAP_SPARSE_MMAP, .version = 1, .areas = bar->areas};
        for (unsigned i = 0; i < bar->areas; i++)
            reply.area[i] = (struct vfio_user_sparse_area){bar->area[i].offset, bar->area[i].size};
        size += sizeof(reply.sparse) + bar->areas * sizeof(reply.area[0]);
    }
    reply.info.argsz = (uint32_t)size;
    bool whole = asked->argsz >= size;
    int fd = whole && bar ? bar->fd : -1;
    return sent(sim_pci_reply(s->socket, m, &reply, whole ? size : sizeof(reply.info), fd));
}

static int on_irq_info(struct sim_pci_server *s, struct sim_pci_message *m)
{
    const struct vfio_user_irq_info *asked = (const void *)m->payload;
    if (asked->argsz < sizeof(*asked) || asked->index >= VFIO_USER_IRQS)
        return EINVAL;
    struct vfio_user_irq_info info = sim_pci_irq_info(asked->index);
    return sent(sim_pci_reply(s->socket, m, &info, sizeof(info), -1));
}

static int on_set_irqs(struct sim_pci_server *s, struct sim_pci_message *m)
{
    const struct vfio_user_irq_set *set = (const void *)m->payload;
    unsigned fds = m->fds;
    int error = sim_pci_irqs_set(&s->irqs, m);
    note(s, "irqs: index %u flags %#x start %u count %u, %u files: %s\n", set->index, set->flags, set->start,
         set->count, fds, strerror(error));
    return error ? error : sent(sim_pci_reply(s->socket, m, NULL, 0, -1));
}

// 0, or EINVAL: there is no such region, or not so much of it.
static int check_access(const struct sim_pci_server *s, const struct vfio_user_region_access *a)
{
    uint64_t size = a->region < VFIO_USER_REGIONS ? region_size(s, a->region) : 0;
    return !a->count || a->count > SIM_PCI_MAX_DATA || a->offset >= size || a->count > size - a->offset
               ? EINVAL
               : 0;
}

// The largest access at `offset` within `count` bytes.
static unsigned piece(uint64_t offset, uint32_t count)
{
    unsigned size = 8;
    while (size > count || offset % size)
        size /= 2;
    return size;
}

static int on_region_read(struct sim_pci_server *s, struct sim_pci_message *m)
{
    struct vfio_user_region_access *a = (void *)m->payload;
    uint8_t *data = (uint8_t *)(a + 1);
    int error = check_access(s, a);
    if (error)
        return error;
    if (a->region == VFIO_USER_REGION_CONFIG) {
        sim_pci_config_read(&s->config, (unsigned)a->offset, data, a->count);
    } else {
        for (uint32_t done = 0, size; done < a->count; done += size) {
            size = piece(a->offset + done, a->count - done);
            uint64_t value = s->device->ops->read(s->device->of, a->region, a->offset + done, size);
            memcpy(data + done, &value, size);
        }
    }
    return sent(sim_pci_reply(s->socket, m, a, sizeof(*a) + a->count, -1));
}

static void write_region(struct sim_pci_server *s, const struct vfio_user_region_access *a,
                         const uint8_t *data)
{
    if (a->region == VFIO_USER_REGION_CONFIG) {
        sim_pci_config_write(&s->config, (unsigned)a->offset, data, a->count);
        return;
    }
    for (uint32_t done = 0, size; done < a->count; done += size) {
        uint64_t value = 0;
        size = piece(a->offset + done, a->count - done);
        memcpy(&value, data + done, size);
        s->device->ops->write(s->device->of, a->region, a->offset + done, size, value);
    }
}

static int on_region_write(struct sim_pci_server *s, struct sim_pci_message *m)
{
    struct vfio_user_region_access *a = (void *)m->payload;
    if (check_access(s, a) || m->size != sizeof(*a) + a->count)
        return EINVAL;
    write_region(s, a, (const uint8_t *)(a + 1));
    return sent(sim_pci_reply(s->socket, m, a, sizeof(*a), -1));
}

// Writes that nobody waits for, which a client gathers while the socket is full. None is done where one is
// wrong.
static int on_region_writes(struct sim_pci_server *s, struct sim_pci_message *m)
{
    struct one {
        struct vfio_user_region_access access;
        uint8_t data[VFIO_USER_MULTI_DATA];
    };
    const struct vfio_user_region_writes *writes = (const void *)m->payload;
    const struct one *one = (const void *)(writes + 1);
    size_t room = m->size - sizeof(*writes);
    if (room % sizeof(*one) || writes->count != room / sizeof(*one))
        return EINVAL;
    for (uint64_t i = 0; i < writes->count; i++)
        if (one[i].access.count > sizeof(one[i].data) || check_access(s, &one[i].access))
            return EINVAL;
    for (uint64_t i = 0; i < writes->count; i++)
        write_region(s, &one[i].access, one[i].data);
    return sent(sim_pci_reply(s->socket, m, writes, sizeof(*writes), -1));
}

static void reset(struct sim_pci_server *s)
{
    s->config = s->device->config;
    s->device->ops->reset(s->device->of);
}

static int on_reset(struct sim_pci_server *s, struct sim_pci_message *m)
{
    note(s, "reset\n");
    reset(s);
    return sent(sim_pci_reply(s->socket, m, NULL, 0, -1));
}

// By command: how large its payload is, how many file descriptors it may have.
static const struct {
    uint32_t least, most;
    unsigned fds;
    int (*handle)(struct sim_pci_server *s, struct sim_pci_message *m);
} commands[VFIO_USER_COMMANDS] = {
    // clang-format off
    [VFIO_USER_VERSION]                = {sizeof(struct vfio_user_version), 4096, 0, on_version},
    [VFIO_USER_DMA_MAP]                = {sizeof(struct vfio_user_dma_map), sizeof(struct vfio_user_dma_map), 1, on_dma_map},
    [VFIO_USER_DMA_UNMAP]              = {sizeof(struct vfio_user_dma_unmap), sizeof(struct vfio_user_dma_unmap), 0, on_dma_unmap},
    [VFIO_USER_DEVICE_GET_INFO]        = {sizeof(struct vfio_user_device_info), sizeof(struct vfio_user_device_info), 0, on_device_info},
    [VFIO_USER_DEVICE_GET_REGION_INFO] = {sizeof(struct vfio_user_region_info), 4096, 0, on_region_info},
    [VFIO_USER_DEVICE_GET_IRQ_INFO]    = {sizeof(struct vfio_user_irq_info), sizeof(struct vfio_user_irq_info), 0, on_irq_info},
    [VFIO_USER_DEVICE_SET_IRQS]        = {sizeof(struct vfio_user_irq_set), 4096, SIM_PCI_MAX_FDS, on_set_irqs},
    [VFIO_USER_REGION_READ]            = {sizeof(struct vfio_user_region_access), sizeof(struct vfio_user_region_access), 0, on_region_read},
    [VFIO_USER_REGION_WRITE]           = {sizeof(struct vfio_user_region_access), SIM_PCI_MAX_PAYLOAD, 0, on_region_write},
    [VFIO_USER_REGION_WRITE_MULTI]     = {sizeof(struct vfio_user_region_writes), SIM_PCI_MAX_PAYLOAD, 0, on_region_writes},
    [VFIO_USER_DEVICE_RESET]           = {0, 0, 0, on_reset},
    // clang-format on
};

static int handle(struct sim_pci_server *s, struct sim_pci_message *m)
{
    uint16_t command = m->header.command;
    if (command >= VFIO_USER_COMMANDS || !commands[command].handle)
        return ENOTSUP;
    if (!s->negotiated && command != VFIO_USER_VERSION)
        return EINVAL;
    if (m->size < commands[command].least || m->size > commands[command].most ||
        m->fds > commands[command].fds || m->fds_lost)
        return EINVAL;
    return commands[command].handle(s, m);
}

void sim_pci_serve(struct sim_pci_server *s, int socket)
{
    struct sim_pci_message *m = &s->message;
    s->socket = socket;
    s->negotiated = false;
    reset(s);
    bool stays = true;
    while (stays && sim_pci_receive(socket, m)) {
        int error = handle(s, m);
        if (error > 0) {
            note(s, "command %u with %zu bytes and %u files: %s\n", m->header.command, m->size, m->fds,
                 strerror(error));
            stays = sim_pci_reply_error(socket, m, error);
        } else {
            stays = !error;
        }
        sim_pci_message_finish(m);
    }
    sim_pci_message_finish(m); // what came with half a message
    sim_pci_irqs_reset(&s->irqs);
    sim_dma_unmap_all(s->dma);
    reset(s);
    note(s, "the client has gone\n");
}

void sim_pci_interrupt(struct sim_pci_server *s)
{
    sim_pci_irqs_raise(&s->irqs);
}

struct sim_pci_server *sim_pci_server_create(const struct sim_pci_device *device, struct sim_dma *dma,
                                             FILE *log)
{
    struct sim_pci_server *s = calloc(1, sizeof(*s));
    if (!s)
        return NULL;
    s->device = device;
    s->dma = dma;
    s->log = log;
    sim_pci_irqs_init(&s->irqs);
    return s;
}

void sim_pci_server_destroy(struct sim_pci_server *s)
{
    if (!s)
        return;
    sim_pci_irqs_finish(&s->irqs);
    free(s);
}
