// A message of vfio-user on a socket: its bytes and the file descriptors that come with it.
#ifndef KILN_SIM_PCI_MESSAGE_H
#define KILN_SIM_PCI_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/pci/vfio_user.h"

enum {
    SIM_PCI_MAX_FDS = 8,        // of one message (max_msg_fds)
    SIM_PCI_MAX_DATA = 1 << 16, // bytes of one access (max_data_xfer_size)
    SIM_PCI_MAX_PAYLOAD = SIM_PCI_MAX_DATA + sizeof(struct vfio_user_region_access),
};

struct sim_pci_message {
    struct vfio_user_header header;
    size_t size; // of the payload
    unsigned fds;
    bool fds_lost;           // there were more than SIM_PCI_MAX_FDS
    int fd[SIM_PCI_MAX_FDS]; // who keeps one puts -1 in its place
    uint64_t payload[(SIM_PCI_MAX_PAYLOAD + 7) / 8];
};

// Waits for a message. False: the client has gone, or says something that no message starts with (a size
// below the header's or above the payload's, no command), after which nothing can be read either.
bool sim_pci_receive(int socket, struct sim_pci_message *m);
void sim_pci_message_finish(struct sim_pci_message *m); // closes the fds that no handler kept
// Answers `m`, unless the client wants none, with `size` bytes and an fd (or -1). False: the client has gone.
bool sim_pci_reply(int socket, const struct sim_pci_message *m, const void *data, size_t size, int fd);
bool sim_pci_reply_error(int socket, const struct sim_pci_message *m, int error); // an errno

#endif
