// See config.h.
#include "sim/pci/config.h"

#include <string.h>

enum {
    CONFIG_BAR = 0x10,
    CONFIG_MSI = 0x90, // where Intel's integrated graphics has them
    CONFIG_POWER = 0xd0,
};

// What every device has: offset, size, value, writable bits.
static const struct {
    uint8_t offset, size;
    uint32_t value, writable;
} rows[] = {
    {0x04, 2, 0, 0x0547},                      // command: I/O, memory, master, parity, SERR, INTx disable
    {0x06, 2, 0x0010, 0},                      // status: there is a list of capabilities
    {0x0c, 1, 0, 0xff},                        // cache line size
    {0x34, 1, CONFIG_MSI, 0},                  // the first capability
    {0x3c, 1, 0, 0xff},                        // interrupt line
    {0x3d, 1, 1, 0},                           // interrupt pin: INTA
    {CONFIG_MSI, 2, CONFIG_POWER << 8 | 5, 0}, // MSI
    {CONFIG_MSI + 2, 2, 0, 0x0001},            // one vector, 32-bit address: enable
    {CONFIG_MSI + 4, 4, 0, 0xfffffffc},        // address
    {CONFIG_MSI + 8, 2, 0, 0xffff},            // data
    {CONFIG_POWER, 2, 1, 0},                   // power management, the last
    {CONFIG_POWER + 2, 2, 2, 0},               // version 1.1
    {CONFIG_POWER + 4, 2, 0, 0x0003},          // state D0 to D3
};

void sim_pci_config_set(struct sim_pci_config *config, unsigned offset, unsigned size, uint32_t value,
                        uint32_t writable)
{
    for (unsigned i = 0; i < size; i++) {
        config->value[offset + i] = (uint8_t)(value >> (8 * i));
        config->writable[offset + i] = (uint8_t)(writable >> (8 * i));
    }
}

// The low bits of a BAR say what it is; its address bits above the size are what a write changes, so that a
// write of ones reads as the size.
static void set_bar(struct sim_pci_config *config, unsigned index, const struct sim_pci_bar *bar)
{
    unsigned at = CONFIG_BAR + 4 * index;
    uint64_t mask = ~(bar->size - 1);
    uint32_t kind = bar->io ? 1 : (bar->wide ? 4u : 0) | (bar->prefetchable ? 8u : 0);
    sim_pci_config_set(config, at, 4, kind, (uint32_t)mask & (bar->io ? ~3u : ~15u));
    if (bar->wide)
        sim_pci_config_set(config, at + 4, 4, 0, (uint32_t)(mask >> 32));
}

void sim_pci_config_init(struct sim_pci_config *config, const struct sim_pci_ids *ids,
                         const struct sim_pci_bar bar[SIM_PCI_BARS])
{
    memset(config, 0, sizeof(*config));
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        sim_pci_config_set(config, rows[i].offset, rows[i].size, rows[i].value, rows[i].writable);
    sim_pci_config_set(config, 0x00, 2, ids->vendor, 0);
    sim_pci_config_set(config, 0x02, 2, ids->device, 0);
    sim_pci_config_set(config, 0x08, 4, ids->class_code << 8 | ids->revision, 0);
    sim_pci_config_set(config, 0x2c, 2, ids->subsystem_vendor, 0);
    sim_pci_config_set(config, 0x2e, 2, ids->subsystem, 0);
    for (unsigned i = 0; i < SIM_PCI_BARS; i++)
        if (bar[i].size)
            set_bar(config, i, &bar[i]);
}

void sim_pci_config_read(const struct sim_pci_config *config, unsigned offset, void *out, unsigned size)
{
    memcpy(out, config->value + offset, size);
}

void sim_pci_config_write(struct sim_pci_config *config, unsigned offset, const void *data, unsigned size)
{
    const uint8_t *bytes = data;
    for (unsigned i = 0; i < size; i++) {
        uint8_t mask = config->writable[offset + i];
        config->value[offset + i] = (uint8_t)((config->value[offset + i] & ~mask) | (bytes[i] & mask));
    }
}
