// Which devices there are: KILN_DEVICE, the render nodes of kernels that we know, the simulated device.
#include "winsys/ws_device.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xf86drm.h>

#include "util/env.h"

// Opens, probes and closes one device.
static int probe(const char *path, struct ws_device_info *info)
{
    struct ws_device *dev;
    bool sim = !strncmp(path, "sim:", 4);
    int ret = ws_device_open_on(sim ? &ws_transport_sim : &ws_transport_node, NULL, path, &dev);
    if (ret)
        return ret;
    *info = *ws_device_get_info(dev);
    ws_device_close(dev);
    return 0;
}

static void set_pci(struct ws_device_info *info, const drmDevice *d)
{
    if (d->bustype != DRM_BUS_PCI)
        return;
    info->pci_valid = true;
    info->pci_domain = d->businfo.pci->domain;
    info->pci_bus = d->businfo.pci->bus;
    info->pci_dev = d->businfo.pci->dev;
    info->pci_func = d->businfo.pci->func;
}

// Adds the real devices that we drive; with `only`, just the one with that render node.
static void add_nodes(struct ws_device_info *infos, unsigned *count, const char *only)
{
    drmDevice *devices[64];
    int n = drmGetDevices2(0, devices, 64);
    for (int i = 0; i < n && *count < WS_MAX_DEVICES; i++) {
        if (!(devices[i]->available_nodes & (1 << DRM_NODE_RENDER)))
            continue;
        const char *path = devices[i]->nodes[DRM_NODE_RENDER];
        if ((only && strcmp(only, path) != 0) || probe(path, &infos[*count]) != 0)
            continue;
        set_pci(&infos[*count], devices[i]);
        (*count)++;
    }
    if (n > 0)
        drmFreeDevices(devices, n);
}

int ws_enumerate(struct ws_device_info infos[WS_MAX_DEVICES], unsigned *count)
{
    const char *want = kiln_getenv("KILN_DEVICE");
    *count = 0;
    if (!want || !want[0] || !strcmp(want, "auto")) {
        add_nodes(infos, count, NULL);
        // Out of memory or a broken build of the simulator: no device is not an error.
        if (!*count && probe("sim:skl", &infos[0]) == 0)
            *count = 1;
        return 0;
    }
    if (!strcmp(want, "sim"))
        want = "sim:skl";
    if (!strncmp(want, "sim:", 4)) {
        int ret = strlen(want) < sizeof(infos[0].path) ? probe(want, &infos[0]) : -ENODEV;
        *count = ret == 0;
        return ret == -ENODEV ? -EINVAL : ret;
    }
    add_nodes(infos, count, want);
    if (!*count && probe(want, &infos[0]) == 0) // a node that drmGetDevices2 does not list
        *count = 1;
    return *count ? 0 : -EINVAL;
}

const char *ws_refusal(const char *name)
{
    return strncmp(name, "sim:", 4) != 0 ? "no such device" : ws_sim_refusal(name + 4);
}
