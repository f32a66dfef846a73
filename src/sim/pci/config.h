// The configuration space of a device: the type 0 header of its identifiers and BARs, power management and
// one message-signalled interrupt. Source: PCI Local Bus Specification 3.0, 6.1, 6.2.5 (BARs), 6.8.1 (MSI);
// PCI Power Management 1.2, 3.2.
#ifndef KILN_SIM_PCI_CONFIG_H
#define KILN_SIM_PCI_CONFIG_H

#include "sim/pci/device.h"

struct sim_pci_ids {
    uint16_t vendor, device, subsystem_vendor, subsystem;
    uint8_t revision;
    uint32_t class_code; // 24 bits: base class, subclass, interface
};

// Fills in the space; the BARs are as in `bar`.
void sim_pci_config_init(struct sim_pci_config *config, const struct sim_pci_ids *ids,
                         const struct sim_pci_bar bar[SIM_PCI_BARS]);
// Sets a value of `size` bytes (1, 2, 4) and the bits of it that writes change.
void sim_pci_config_set(struct sim_pci_config *config, unsigned offset, unsigned size, uint32_t value,
                        uint32_t writable);
// Reads or writes `size` bytes at `offset`; the caller has checked that they lie in the space.
void sim_pci_config_read(const struct sim_pci_config *config, unsigned offset, void *out, unsigned size);
void sim_pci_config_write(struct sim_pci_config *config, unsigned offset, const void *data, unsigned size);

#endif
