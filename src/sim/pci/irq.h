// Where a device's interrupts go: an eventfd for INTx and one for MSI, that the client brought.
#ifndef KILN_SIM_PCI_IRQ_H
#define KILN_SIM_PCI_IRQ_H

#include <pthread.h>
#include <stdbool.h>

#include "sim/pci/message.h"

struct sim_pci_irqs {
    pthread_mutex_t lock;
    int fd[VFIO_USER_IRQ_MSI + 1]; // -1: none
    bool masked, missed;           // INTx: after each one, until the client unmasks it; one came meanwhile
};

void sim_pci_irqs_init(struct sim_pci_irqs *irqs);
void sim_pci_irqs_finish(struct sim_pci_irqs *irqs);
void sim_pci_irqs_reset(struct sim_pci_irqs *irqs); // as without a client
void sim_pci_irqs_raise(struct sim_pci_irqs *irqs);
// What the device has of interrupt `index`.
struct vfio_user_irq_info sim_pci_irq_info(uint32_t index);
// Carries out VFIO_USER_DEVICE_SET_IRQS. 0, or an errno, with nothing changed.
int sim_pci_irqs_set(struct sim_pci_irqs *irqs, struct sim_pci_message *m);

#endif
