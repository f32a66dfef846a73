// A PCI device as its server sees it: BARs, the configuration space, and what is called when the client
// reads, writes or resets. The machine is another room; it raises interrupts through the server (server.h)
// and reaches the client's memory through its windows (dma.h).
#ifndef KILN_SIM_PCI_DEVICE_H
#define KILN_SIM_PCI_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

enum { SIM_PCI_BARS = 6, SIM_PCI_AREAS = 2, SIM_PCI_CONFIG_SIZE = 256 };

// Part of a BAR that the client maps, whole pages.
struct sim_pci_area {
    uint64_t offset, size; // bytes
};

// A base address register. A 64-bit one takes the place of the next, which has size 0.
struct sim_pci_bar {
    uint64_t size; // bytes, a power of two; 0: there is none
    bool io, wide, prefetchable;
    int fd;                                  // of what the client may map, or -1
    unsigned areas;                          // that it may map; 0 with an fd: the whole BAR
    struct sim_pci_area area[SIM_PCI_AREAS]; // at the same offsets in the fd
};

// The configuration space: a byte is what it holds, and which of its bits a write changes.
struct sim_pci_config {
    uint8_t value[SIM_PCI_CONFIG_SIZE], writable[SIM_PCI_CONFIG_SIZE];
};

// Called by the server's thread, one at a time. None may take longer than a client waits for an answer
// (QEMU: 5 s).
struct sim_pci_ops {
    // `size` is 1, 2, 4 or 8, `offset` a multiple of it below the BAR's size.
    uint64_t (*read)(void *of, unsigned bar, uint64_t offset, unsigned size);
    void (*write)(void *of, unsigned bar, uint64_t offset, unsigned size, uint64_t value);
    void (*reset)(void *of); // as at power on; the configuration space is the server's to reset
};

struct sim_pci_device {
    const struct sim_pci_ops *ops;
    void *of; // what they get
    struct sim_pci_bar bar[SIM_PCI_BARS];
    struct sim_pci_config config; // as at power on
};

#endif
