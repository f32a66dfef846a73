// Opening and closing a device, and queries of an open device.
#include "winsys/ws_device.h"
#include "winsys/ws_space.h"

#include "util/env.h"
#include "util/file.h"

#include <drm.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static void destroy(struct ws_device *dev)
{
    free(dev->shared);
    kiln_lock_destroy(&dev->lock);
    free(dev);
}

// The row of the driver behind an open file.
static int find_kernel(struct ws_node *n)
{
    static const struct ws_kernel *const kernels[] = {&ws_kernel_i915, &ws_kernel_xe};
    char name[16] = {0};
    struct drm_version v = {.name = name, .name_len = sizeof(name) - 1};
    int ret = ws_ioctl(n, DRM_IOCTL_VERSION, &v);
    if (ret)
        return ret;
    for (unsigned i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++)
        if (!strcmp(name, kernels[i]->driver)) {
            n->kernel = kernels[i];
            return 0;
        }
    return -ENODEV;
}

// What a path says of a device.
static void set_place(struct ws_device_info *info, const char *path)
{
    struct stat st;
    snprintf(info->path, sizeof(info->path), "%s", path);
    info->simulated = !strncmp(path, "sim:", 4);
    info->render_major = info->render_minor = -1;
    if (!info->simulated && stat(path, &st) == 0) {
        info->render_major = major(st.st_rdev);
        info->render_minor = minor(st.st_rdev);
    }
}

static uint64_t host_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : 0;
}

// Leaves some to the rest of the system, more of a small machine. The simulated device's memory is ours
// alone.
static void set_memory_size(struct ws_device_info *info)
{
    uint64_t total = info->memory_size ? info->memory_size : host_memory();
    if (!info->simulated && !info->has_local_memory)
        total = total <= UINT64_C(4) << 30 ? total / 2 : total / 4 * 3;
    uint64_t zone = info->zones[WS_ZONE_HIGH].size / 4 * 3;
    info->memory_size = total < zone ? total : zone;
}

static int open_node(struct ws_node *n, const char *path)
{
    int ret = n->transport->open(path, &n->file);
    if (ret)
        return ret;
    set_place(&n->info, path);
    ret = n->kernel ? 0 : find_kernel(n);
    if (ret == 0)
        ret = n->kernel->open(n);
    if (ret) {
        n->transport->close(n->file);
        return ret;
    }
    ws_zones(n->info.gtt_size, n->info.zones);
    const char *checks = n->info.simulated ? kiln_getenv("KILN_SIM_CHECK") : NULL;
    n->info.checks = checks && *checks && strcmp(checks, "0") != 0;
    set_memory_size(&n->info);
    return 0;
}

static void close_node(struct ws_node *n)
{
    n->kernel->close(n);
    n->transport->close(n->file);
}

int ws_device_open_on(const struct ws_transport *transport, const struct ws_kernel *kernel, const char *path,
                      struct ws_device **out)
{
    struct ws_device *dev = calloc(1, sizeof(*dev));
    if (!dev)
        return -ENOMEM;
    dev->node.transport = transport;
    dev->node.kernel = kernel;
    atomic_init(&dev->oa, -1);
    kiln_lock_init(&dev->lock, KILN_LOCK_WS_DEVICE);
    int ret = open_node(&dev->node, path);
    if (ret == 0 && (ret = ws_space_create(&dev->node, &dev->space)) != 0)
        close_node(&dev->node);
    if (ret) {
        destroy(dev);
        return ret;
    }
    *out = dev;
    return 0;
}

int ws_device_open(const struct ws_device_info *info, struct ws_device **out)
{
    struct ws_device *dev;
    int ret =
        ws_device_open_on(info->simulated ? &ws_transport_sim : &ws_transport_node, NULL, info->path, &dev);
    if (ret)
        return ret;
    // What only enumeration knows.
    dev->node.info.pci_domain = info->pci_domain;
    dev->node.info.pci_bus = info->pci_bus;
    dev->node.info.pci_dev = info->pci_dev;
    dev->node.info.pci_func = info->pci_func;
    dev->node.info.pci_valid = info->pci_valid;
    dev->node.info.simulated = info->simulated;
    // And what the application has been told: a question may have failed this time.
    dev->node.info.has_userptr = info->has_userptr;
    dev->node.info.has_sparse = info->has_sparse;
    dev->node.info.has_read_only = info->has_read_only;
    *out = dev;
    return 0;
}

void ws_device_close(struct ws_device *dev)
{
    if (!dev)
        return;
    ws_device_oa_close(dev);
    ws_bo_cache_trim(dev, true);
    ws_space_destroy(&dev->node, &dev->space);
    close_node(&dev->node);
    destroy(dev);
}

const struct ws_device_info *ws_device_get_info(const struct ws_device *dev)
{
    return &dev->node.info;
}

bool ws_device_sim_stats(struct ws_device *dev, struct ws_sim_stats *out)
{
    const struct ws_node *n = &dev->node;
    return n->transport->stats && n->transport->stats(n->file, out) == 0;
}

int ws_device_counters(struct ws_device *dev, struct kiln_counters **out)
{
    const struct ws_kernel *k = dev->node.kernel;
    return k->counters ? k->counters(&dev->node, out) : -ENODATA;
}

void ws_device_name(struct ws_device *dev, uint64_t object, uint64_t address, uint64_t size, const char *name)
{
    struct kiln_object_place p = {.object = object, .address = address, .size = size};
    snprintf(p.name, sizeof(p.name), "%s", name);
    if (dev->node.kernel->name)
        dev->node.kernel->name(&dev->node, &p);
}

int ws_device_read_timestamp(struct ws_device *dev, uint64_t *ticks)
{
    int ret = dev->node.kernel->read_timestamp(&dev->node, ticks);
    if (ret == 0)
        *ticks &= UINT64_C(0xfffffffff);
    return ret;
}

// The number behind `format` in the first line of a file of the kernel's that has it; 0: none has.
static uint64_t read_number(const char *path, const char *format)
{
    FILE *f = kiln_fopen(path, "r");
    unsigned long long number = 0;
    char line[128];
    while (f && fgets(line, sizeof(line), f))
        if (sscanf(line, format, &number) == 1)
            break;
    if (f)
        fclose(f);
    return number;
}

// MemAvailable of the host, which is the memory of an integrated GPU; 0 if unknown.
static uint64_t host_available(void)
{
    return read_number("/proc/meminfo", "MemAvailable: %llu kB") * 1024;
}

uint32_t ws_mapped_buffers(void)
{
    enum { USUAL = 65530, OWN = 8 }; // of which one in so many is for libraries, threads and the heap
    uint64_t most = read_number("/proc/sys/vm/max_map_count", "%llu");
    most = most ? most : USUAL;
    most = (most - most / OWN) / 2;
    return most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
}

uint64_t ws_memory_available(const struct ws_device_info *info)
{
    uint64_t host = info->has_local_memory ? info->memory_size : host_available();
    return host < info->memory_size ? host : info->memory_size;
}
