// See irq.h.
#include "sim/pci/irq.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void sim_pci_irqs_init(struct sim_pci_irqs *irqs)
{
    memset(irqs, 0, sizeof(*irqs));
    pthread_mutex_init(&irqs->lock, NULL);
    irqs->fd[VFIO_USER_IRQ_INTX] = irqs->fd[VFIO_USER_IRQ_MSI] = -1;
}

static void set_fd(struct sim_pci_irqs *irqs, uint32_t index, int fd)
{
    if (irqs->fd[index] >= 0)
        close(irqs->fd[index]);
    irqs->fd[index] = fd;
    if (index == VFIO_USER_IRQ_INTX)
        irqs->masked = irqs->missed = false;
}

void sim_pci_irqs_reset(struct sim_pci_irqs *irqs)
{
    pthread_mutex_lock(&irqs->lock);
    set_fd(irqs, VFIO_USER_IRQ_INTX, -1);
    set_fd(irqs, VFIO_USER_IRQ_MSI, -1);
    pthread_mutex_unlock(&irqs->lock);
}

void sim_pci_irqs_finish(struct sim_pci_irqs *irqs)
{
    sim_pci_irqs_reset(irqs);
    pthread_mutex_destroy(&irqs->lock);
}

// An eventfd that is full has an interrupt in it already. Writing to it could wait for ever.
static void signal_fd(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLOUT};
    uint64_t one = 1;
    if (fd >= 0 && poll(&p, 1, 0) == 1 && (p.revents & POLLOUT))
        (void)!write(fd, &one, sizeof(one));
}

static void raise_intx(struct sim_pci_irqs *irqs)
{
    irqs->missed = irqs->masked;
    if (irqs->masked)
        return;
    irqs->masked = true;
    signal_fd(irqs->fd[VFIO_USER_IRQ_INTX]);
}

void sim_pci_irqs_raise(struct sim_pci_irqs *irqs)
{
    pthread_mutex_lock(&irqs->lock);
    if (irqs->fd[VFIO_USER_IRQ_MSI] >= 0)
        signal_fd(irqs->fd[VFIO_USER_IRQ_MSI]);
    else if (irqs->fd[VFIO_USER_IRQ_INTX] >= 0)
        raise_intx(irqs);
    pthread_mutex_unlock(&irqs->lock);
}

struct vfio_user_irq_info sim_pci_irq_info(uint32_t index)
{
    struct vfio_user_irq_info info = {.argsz = sizeof(info), .index = index};
    if (index == VFIO_USER_IRQ_INTX)
        info.flags = VFIO_USER_IRQ_EVENTFD | VFIO_USER_IRQ_MASKABLE | VFIO_USER_IRQ_AUTOMASKED;
    else if (index == VFIO_USER_IRQ_MSI)
        info.flags = VFIO_USER_IRQ_EVENTFD | VFIO_USER_IRQ_NORESIZE;
    info.count = index <= VFIO_USER_IRQ_MSI;
    return info;
}

// Whether writing 8 bytes to it is what it is for.
static bool is_eventfd(int fd)
{
    char path[64], target[64];
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    ssize_t n = readlink(path, target, sizeof(target) - 1);
    target[n < 0 ? 0 : n] = 0;
    return !strcmp(target, "anon_inode:[eventfd]");
}

// What is asked for, or an errno: one action, one kind of data, as much of it as `count` says.
static int check(const struct vfio_user_irq_set *set, const struct sim_pci_message *m)
{
    uint32_t data = set->flags & VFIO_USER_SET_DATA, action = set->flags & VFIO_USER_SET_ACTIONS;
    if (set->flags & ~(uint32_t)(VFIO_USER_SET_DATA | VFIO_USER_SET_ACTIONS) || !data || data & (data - 1) ||
        !action || action & (action - 1))
        return EINVAL;
    if (set->index > VFIO_USER_IRQ_MSI || set->start || set->count > 1)
        return EINVAL;
    if (set->count == 0) // only to take the eventfd away
        return data == VFIO_USER_SET_NONE && action == VFIO_USER_SET_TRIGGER ? 0 : EINVAL;
    if (data == VFIO_USER_SET_BOOL && m->size != sizeof(*set) + set->count)
        return EINVAL;
    if (data == VFIO_USER_SET_EVENTFD && (m->fds > 1 || (m->fds && !is_eventfd(m->fd[0]))))
        return EINVAL;
    if (action != VFIO_USER_SET_TRIGGER && set->index != VFIO_USER_IRQ_INTX)
        return EINVAL; // MSI has no mask here
    if (action != VFIO_USER_SET_TRIGGER && data == VFIO_USER_SET_EVENTFD)
        return ENOTSUP;
    return 0;
}

static void carry_out(struct sim_pci_irqs *irqs, const struct vfio_user_irq_set *set,
                      struct sim_pci_message *m)
{
    uint32_t data = set->flags & VFIO_USER_SET_DATA;
    bool yes = data != VFIO_USER_SET_BOOL || ((const uint8_t *)m->payload)[sizeof(*set)];
    if (!set->count) {
        set_fd(irqs, set->index, -1);
    } else if (data == VFIO_USER_SET_EVENTFD) {
        set_fd(irqs, set->index, m->fds ? m->fd[0] : -1);
        if (m->fds)
            m->fd[0] = -1;
    } else if (set->flags & VFIO_USER_SET_TRIGGER) {
        if (yes)
            signal_fd(irqs->fd[set->index]);
    } else if (yes) {
        irqs->masked = (set->flags & VFIO_USER_SET_MASK) != 0;
        if (!irqs->masked && irqs->missed)
            raise_intx(irqs);
    }
}

int sim_pci_irqs_set(struct sim_pci_irqs *irqs, struct sim_pci_message *m)
{
    struct vfio_user_irq_set set;
    memcpy(&set, m->payload, sizeof(set));
    int error = check(&set, m);
    if (error)
        return error;
    pthread_mutex_lock(&irqs->lock);
    carry_out(irqs, &set, m);
    pthread_mutex_unlock(&irqs->lock);
    return 0;
}
