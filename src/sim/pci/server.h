// A vfio-user server: gives a PCI device to a client such as QEMU's vfio-user-pci, over a unix socket.
//
// The client may be wrong or hostile: whatever it sends is answered with an errno, or ends its connection
// where the socket cannot be read on. Nothing that it sends changes what the next client meets: its windows,
// its interrupts and its file descriptors go with it, and the device is reset.
#ifndef KILN_SIM_PCI_SERVER_H
#define KILN_SIM_PCI_SERVER_H

#include <stdbool.h>
#include <stdio.h>

#include "sim/pci/device.h"
#include "sim/pci/dma.h"

struct sim_pci_server;

// Both must live as long as the server. log: what is written of the messages that are no accesses; or NULL.
// NULL: out of memory.
struct sim_pci_server *sim_pci_server_create(const struct sim_pci_device *device, struct sim_dma *dma,
                                             FILE *log);
void sim_pci_server_destroy(struct sim_pci_server *server);

// Serves one client, until it has gone. Does not close the socket.
void sim_pci_serve(struct sim_pci_server *server, int socket);

// Raises the device's interrupt. By any thread, at any time.
void sim_pci_interrupt(struct sim_pci_server *server);

#endif
