// Opening and closing a device, and the questions one asks of an open device.
#include "winsys/ws_device.h"

#include "cmd/gen_pack.h"
#include "util/log.h"

#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int ws_ioctl(struct ws_device *dev, unsigned long request, void *arg)
{
    int ret = dev->ops->ioctl(dev->file, request, arg);
    if (KILN_DEBUG(IOCTL))
        kiln_log("ioctl 0x%02lx (%lu bytes) = %d", request & 0xff, (request >> 16) & 0x3fff, ret);
    return ret;
}

static void destroy(struct ws_device *dev)
{
    for (unsigned z = 0; z < WS_ZONE_COUNT; z++)
        vma_finish(&dev->vma[z]);
    free(dev->shared);
    pthread_mutex_destroy(&dev->lock);
    free(dev);
}

static bool init_zones(struct ws_device *dev)
{
    // The high zone ends below bit 47, so that its addresses are canonical as they are.
    uint64_t top = dev->info.gtt_size < UINT64_C(1) << 47 ? dev->info.gtt_size : UINT64_C(1) << 47;
    const struct {
        uint64_t start, end;
    } zones[WS_ZONE_COUNT] = {
        [WS_ZONE_HIGH] = {WS_HIGH_BASE, top - WS_PAGE}, // the kernel does not map the last page
        [WS_ZONE_SURFACE] = {WS_SURFACE_BASE, WS_SURFACE_BASE + WS_ZONE_SIZE},
        [WS_ZONE_DYNAMIC] = {WS_DYNAMIC_BASE, WS_DYNAMIC_BASE + WS_DYNAMIC_SIZE},
        [WS_ZONE_KERNEL] = {WS_KERNEL_BASE, WS_KERNEL_BASE + WS_ZONE_SIZE},
        [WS_ZONE_SCRATCH] = {WS_SCRATCH_BASE, WS_SCRATCH_BASE + WS_ZONE_SIZE},
        [WS_ZONE_DESCRIPTOR] = {WS_DESCRIPTOR_BASE, WS_DESCRIPTOR_BASE + WS_DESCRIPTOR_SIZE},
    };
    for (unsigned z = 0; z < WS_ZONE_COUNT; z++)
        if (!vma_init(&dev->vma[z], zones[z].start, zones[z].end))
            return false;
    return true;
}

int ws_device_open_ops(const struct ws_kernel_ops *ops, const char *path, struct ws_device **out)
{
    struct ws_device *dev = calloc(1, sizeof(*dev));
    if (!dev)
        return -ENOMEM;
    dev->ops = ops;
    pthread_mutex_init(&dev->lock, NULL);
    int ret = ops->open(path, &dev->file);
    if (ret) {
        destroy(dev);
        return ret;
    }
    ret = ws_device_probe(dev, path);
    if (ret == 0 && !init_zones(dev))
        ret = -ENOMEM;
    if (ret) {
        ops->close(dev->file);
        destroy(dev);
        return ret;
    }
    *out = dev;
    return 0;
}

int ws_device_open(const struct ws_device_info *info, struct ws_device **out)
{
    struct ws_device *dev;
    int ret = ws_device_open_ops(info->simulated ? &ws_kernel_sim : &ws_kernel_drm, info->path, &dev);
    if (ret)
        return ret;
    // What only enumeration knows.
    dev->info.pci_domain = info->pci_domain;
    dev->info.pci_bus = info->pci_bus;
    dev->info.pci_dev = info->pci_dev;
    dev->info.pci_func = info->pci_func;
    dev->info.pci_valid = info->pci_valid;
    dev->info.simulated = info->simulated;
    *out = dev;
    return 0;
}

void ws_device_close(struct ws_device *dev)
{
    if (!dev)
        return;
    ws_bo_cache_trim(dev, true);
    dev->ops->close(dev->file);
    destroy(dev);
}

const struct ws_device_info *ws_device_get_info(const struct ws_device *dev)
{
    return &dev->info;
}

bool ws_device_sim_stats(struct ws_device *dev, struct ws_sim_stats *out)
{
    return dev->ops->stats && dev->ops->stats(dev->file, out) == 0;
}

int ws_device_read_timestamp(struct ws_device *dev, uint64_t *ticks)
{
    // The flag asks for the workaround that reads the 36 bits of the counter without tearing.
    struct drm_i915_reg_read r = {.offset = GEN_REG_TIMESTAMP | I915_REG_READ_8B_WA};
    int ret = ws_ioctl(dev, DRM_IOCTL_I915_REG_READ, &r);
    if (ret == -EINVAL) {
        r = (struct drm_i915_reg_read){.offset = GEN_REG_TIMESTAMP};
        ret = ws_ioctl(dev, DRM_IOCTL_I915_REG_READ, &r);
    }
    if (ret)
        return ret;
    *ticks = r.val & UINT64_C(0xfffffffff);
    return 0;
}

// MemAvailable of the host, which is the memory of an integrated GPU; 0 if unknown.
static uint64_t host_available(void)
{
    FILE *f = fopen("/proc/meminfo", "re");
    unsigned long long kb = 0;
    char line[128];
    while (f && fgets(line, sizeof(line), f))
        if (sscanf(line, "MemAvailable: %llu kB", &kb) == 1)
            break;
    if (f)
        fclose(f);
    return kb * 1024;
}

uint64_t ws_memory_available(const struct ws_device_info *info)
{
    uint64_t host = host_available();
    return host < info->memory_size ? host : info->memory_size;
}
