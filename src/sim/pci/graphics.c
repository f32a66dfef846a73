// Intel graphics as a PCI device: what BARs and configuration space it has, and where their accesses go.
//
// BAR 0: registers, then in its upper half the global page table. From Gen8 on the client maps it: a kernel
// writes a million entries at load. Before, where fences make the aperture what a kernel's users write
// through, it maps nothing: QEMU waits for the answer of each write to a device of which it has mapped a
// part, and for none otherwise. BAR 2: memory through the global page table (the aperture), or the chip's
// own. BAR 4: ports that no kernel uses. Sources: PRM SKL vol2c (PCI registers; GGC), vol5 (GTTMMADR,
// GTTADR); Linux i915 intel_ggtt.c.
#include "sim/pci/graphics.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hw/devinfo.h"
#include "hw/gt.h"
#include "hw/target.h"
#include "sim/chip/chip.h"
#include "sim/memory/bus.h"
#include "sim/pci/config.h"
#include "sim/pci/dma.h"
#include "sim/pci/server.h"

enum {
    BAR_REGISTERS = 0,
    BAR_APERTURE = 2,
    BAR_PORTS = 4,
    APERTURE_SIZE = 256 << 20, // also of local memory: what a chip of its smallest BAR shows
    PORTS_SIZE = 64,
};

struct sim_graphics {
    struct sim_pci_device device;
    struct sim_dma *dma;
    struct sim_pci_server *server;
    struct sim_chip *chip;
    const struct kiln_gt *gt;
    FILE *log;
    uint32_t half;          // of BAR 0, in bytes
    uint8_t *table, *local; // `half` bytes; APERTURE_SIZE bytes, or NULL
};

// ---- registers

static uint64_t read_registers(struct sim_graphics *g, uint64_t offset, unsigned size)
{
    uint64_t value = 0;
    if (offset >= g->half) {
        memcpy(&value, g->table + (offset - g->half), size);
        return value;
    }
    value = sim_chip_read(g->chip, (uint32_t)offset & ~3u);
    if (size == 8)
        return value | (uint64_t)sim_chip_read(g->chip, (uint32_t)offset + 4) << 32;
    return value >> 8 * (offset & 3) & (size < 4 ? (1u << 8 * size) - 1 : UINT32_MAX);
}

// Registers are written by dwords; what is smaller is put into what is there.
static void write_registers(struct sim_graphics *g, uint64_t offset, unsigned size, uint64_t value)
{
    if (offset >= g->half) {
        memcpy(g->table + (offset - g->half), &value, size);
        return;
    }
    uint32_t at = (uint32_t)offset & ~3u, dword = (uint32_t)value;
    if (size < 4) {
        dword = sim_chip_read(g->chip, at);
        memcpy((uint8_t *)&dword + (offset & 3), &value, size);
    }
    sim_chip_write(g->chip, at, dword);
    if (size == 8)
        sim_chip_write(g->chip, at + 4, (uint32_t)(value >> 32));
}

static void log_access(struct sim_graphics *g, char what, unsigned bar, uint64_t offset, unsigned size,
                       uint64_t value)
{
    const char *name =
        bar == BAR_REGISTERS && offset < g->half ? sim_chip_register_name(g->chip, (uint32_t)offset) : "";
    if (g->log)
        fprintf(g->log, "%c%u bar%u %06" PRIx64 " %0*" PRIx64 " %s\n", what, size, bar, offset,
                (int)(2 * size), value, name ? name : "(unknown)");
}

// ---- the device's operations

static uint64_t read_bar(void *of, unsigned bar, uint64_t offset, unsigned size)
{
    struct sim_graphics *g = of;
    uint64_t value = 0;
    if (bar == BAR_REGISTERS) {
        value = read_registers(g, offset, size);
    } else if (bar == BAR_APERTURE) {
        sim_dma_hold(g->dma);
        const uint8_t *at = g->local ? g->local + offset : sim_chip_aperture(g->chip, offset, false);
        if (at)
            memcpy(&value, at, size);
        sim_dma_release(g->dma);
    }
    log_access(g, 'R', bar, offset, size, value);
    return value;
}

static void write_bar(void *of, unsigned bar, uint64_t offset, unsigned size, uint64_t value)
{
    struct sim_graphics *g = of;
    log_access(g, 'W', bar, offset, size, value);
    if (bar == BAR_REGISTERS) {
        write_registers(g, offset, size, value);
    } else if (bar == BAR_APERTURE) {
        sim_dma_hold(g->dma);
        uint8_t *at = g->local ? g->local + offset : sim_chip_aperture(g->chip, offset, true);
        if (at)
            memcpy(at, &value, size);
        sim_dma_release(g->dma);
    }
}

static void reset(void *of)
{
    sim_chip_reset(((struct sim_graphics *)of)->chip);
}

static const struct sim_pci_ops ops = {read_bar, write_bar, reset};

// ---- the bus, from the chip's side

static uint8_t *bus_host(void *of, uint64_t address, uint64_t size, bool write)
{
    return sim_dma_host(((struct sim_graphics *)of)->dma, address, size, write);
}

static void bus_hold(void *of)
{
    sim_dma_hold(((struct sim_graphics *)of)->dma);
}

static void bus_release(void *of)
{
    sim_dma_release(((struct sim_graphics *)of)->dma);
}

static void bus_interrupt(void *of)
{
    sim_pci_interrupt(((struct sim_graphics *)of)->server);
}

// ---- life

// Memory that a client may map, of which `used` bytes at `at` are ours to see, too. NULL: out of memory.
static uint8_t *make_memory(const char *name, uint64_t size, uint64_t at, uint64_t used, int *fd)
{
    *fd = memfd_create(name, MFD_CLOEXEC);
    if (*fd < 0 || ftruncate(*fd, (off_t)size))
        return NULL;
    void *p = mmap(NULL, used, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, (off_t)at);
    return p == MAP_FAILED ? NULL : p;
}

static bool init_bars(struct sim_graphics *g, const struct kiln_devinfo *info)
{
    struct sim_pci_bar *bar = g->device.bar;
    for (unsigned i = 0; i < SIM_PCI_BARS; i++)
        bar[i].fd = -1;
    g->half = g->gt->has_rings ? 2 << 20 : 8 << 20;
    bar[BAR_REGISTERS] = (struct sim_pci_bar){.size = 2 * g->half, .wide = true, .areas = 1, .fd = -1};
    bar[BAR_REGISTERS].area[0] = (struct sim_pci_area){g->half, g->half};
    g->table = make_memory("registers", 2 * g->half, g->half, g->half, &bar[BAR_REGISTERS].fd);
    if (g->gt->has_rings && g->table) {
        close(bar[BAR_REGISTERS].fd);
        bar[BAR_REGISTERS].fd = -1;
    }
    bar[BAR_APERTURE] =
        (struct sim_pci_bar){.size = APERTURE_SIZE, .wide = true, .prefetchable = true, .fd = -1};
    if (info->has_local_memory)
        g->local = make_memory("local memory", APERTURE_SIZE, 0, APERTURE_SIZE, &bar[BAR_APERTURE].fd);
    else
        bar[BAR_PORTS] = (struct sim_pci_bar){.size = PORTS_SIZE, .io = true, .fd = -1};
    return g->table && (g->local || !info->has_local_memory);
}

// The last that was sold, where a kernel takes the one that drivers meet in process for a pre-production
// chip, or for one that there is not. Source: Linux i915 intel_step.c, intel_detect_preproduction_hw.
static uint8_t revision_of(const struct kiln_devinfo *info)
{
    switch (info->platform) {
    case KILN_PLATFORM_BDW:
        return 9;
    case KILN_PLATFORM_ICL:
        return 7;
    case KILN_PLATFORM_TGL:
        return 3;
    case KILN_PLATFORM_DG1:
        return 1;
    default:
        return SIM_PCI_REVISION;
    }
}

static void init_config(struct sim_graphics *g, const struct kiln_devinfo *info)
{
    const struct sim_pci_ids ids = {
        .vendor = 0x8086,
        .device = (uint16_t)info->pci_id,
        .subsystem_vendor = 0x8086,
        .subsystem = 0x2212,
        .revision = revision_of(info),
        .class_code = 0x030000, // VGA-compatible
    };
    sim_pci_config_init(&g->device.config, &ids, g->device.bar);
    // GGC: 8 MiB of page table, or 2 MiB; no stolen memory.
    enum { GGC = 0x50, TABLE_8M = 3 << 6, TABLE_2M = 2 << 8 };
    sim_pci_config_set(&g->device.config, GGC, 2, g->gt->has_rings ? TABLE_2M : TABLE_8M, 0);
}

static bool init_chip(struct sim_graphics *g, const char *device)
{
    struct sim_config config = sim_config_read();
    config.device = device;
    config.jit.in_background = true;
    const struct sim_bus bus = {
        .host = bus_host,
        .hold = bus_hold,
        .release = bus_release,
        .interrupt = bus_interrupt,
        .of = g,
        .local = g->local,
        .local_size = g->local ? APERTURE_SIZE : 0,
        .global = g->table,
        .global_entries = g->half / (g->gt->has_rings ? 4 : 8),
    };
    g->chip = sim_chip_create(&config);
    return g->chip && sim_chip_attach(g->chip, &bus);
}

struct sim_graphics *sim_graphics_create(const char *device, FILE *log, char *why, size_t size)
{
    const struct kiln_devinfo *info = kiln_devinfo_simulated(device);
    if (!info) {
        snprintf(why, size, "'%s' %s", device, kiln_devinfo_refusal(device));
        return NULL;
    }
    struct sim_graphics *g = calloc(1, sizeof(*g));
    snprintf(why, size, "out of memory");
    if (!g)
        return NULL;
    g->gt = kiln_gt_of(kiln_target_of(info));
    g->log = log;
    g->device.ops = &ops;
    g->device.of = g;
    g->dma = sim_dma_create();
    bool ok = init_bars(g, info) && g->dma;
    init_config(g, info);
    if (ok)
        g->server = sim_pci_server_create(&g->device, g->dma, log);
    errno = ENOMEM;
    ok = ok && g->server && init_chip(g, device);
    if (!ok) {
        if (errno == ENOTSUP)
            snprintf(why, size, "a variable of the environment is wrong");
        sim_graphics_destroy(g);
        return NULL;
    }
    sim_dma_guard(g->dma);
    return g;
}

void sim_graphics_destroy(struct sim_graphics *g)
{
    if (!g)
        return;
    sim_chip_destroy(g->chip);
    sim_pci_server_destroy(g->server);
    sim_dma_destroy(g->dma);
    for (unsigned i = 0; i < SIM_PCI_BARS; i++)
        if (g->device.bar[i].fd >= 0)
            close(g->device.bar[i].fd);
    if (g->table)
        munmap(g->table, g->half);
    if (g->local)
        munmap(g->local, APERTURE_SIZE);
    free(g);
}

void sim_graphics_serve(struct sim_graphics *g, int socket)
{
    memset(g->table, 0, g->half);
    sim_pci_serve(g->server, socket);
    close(socket);
    if (g->log)
        fflush(g->log);
}
