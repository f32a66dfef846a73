// A transport that fails the n-th ioctl and counts what is created and destroyed, over the simulated device
// in process; or, with KILN_TEST_NODE=/dev/dri/renderD128, over libdrm and that node (libkiln_node.so's, or a
// real one).
#ifndef KILN_TESTS_FAULTY_H
#define KILN_TESTS_FAULTY_H

#include "winsys/ws_device.h"

#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Counted down at each ioctl (of `faulty_request` only, if that is set); at 0 it fails. Negative: never.
static int faulty_countdown = -1;
static unsigned long faulty_request;
static int faulty_errno = -ENOMEM;
static bool faulty_hit;
static atomic_int faulty_handles, faulty_contexts, faulty_syncobjs, faulty_maps;

static const char *faulty_node(void)
{
    return getenv("KILN_TEST_NODE");
}

static const struct ws_transport *faulty_base(void)
{
    return faulty_node() ? &ws_transport_node : &ws_transport_sim;
}

static void faulty_count(unsigned long request)
{
    switch (request) {
    case DRM_IOCTL_I915_GEM_CREATE:
    case DRM_IOCTL_I915_GEM_USERPTR:
        faulty_handles++;
        break;
    case DRM_IOCTL_GEM_CLOSE:
        faulty_handles--;
        break;
    case DRM_IOCTL_I915_GEM_CONTEXT_CREATE:
    case DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT:
        faulty_contexts++;
        break;
    case DRM_IOCTL_I915_GEM_CONTEXT_DESTROY:
        faulty_contexts--;
        break;
    case DRM_IOCTL_SYNCOBJ_CREATE:
        faulty_syncobjs++;
        break;
    case DRM_IOCTL_SYNCOBJ_DESTROY:
        faulty_syncobjs--;
        break;
    }
}

static int faulty_ioctl(void *file, unsigned long request, void *arg)
{
    // Nobody can handle an error of these.
    bool may_fail = request != DRM_IOCTL_GEM_CLOSE && request != DRM_IOCTL_I915_GEM_CONTEXT_DESTROY &&
                    request != DRM_IOCTL_SYNCOBJ_DESTROY;
    if (may_fail && faulty_countdown >= 0 && (!faulty_request || faulty_request == request) &&
        faulty_countdown-- == 0) {
        faulty_hit = true;
        return faulty_errno;
    }
    int ret = faulty_base()->ioctl(file, request, arg);
    if (ret == 0)
        faulty_count(request);
    return ret;
}

static int faulty_open(const char *path, void **file)
{
    // "sim:skl" stands for the device under test.
    return faulty_base()->open(faulty_node() && !strcmp(path, "sim:skl") ? faulty_node() : path, file);
}

static void faulty_close(void *file)
{
    faulty_base()->close(file);
}

static int faulty_mmap(void *file, size_t size, int prot, int flags, off_t offset, void **out)
{
    int ret = faulty_base()->mmap(file, size, prot, flags, offset, out);
    faulty_maps += ret == 0;
    return ret;
}

static void faulty_munmap(void *ptr, size_t size)
{
    faulty_maps--;
    faulty_base()->munmap(ptr, size);
}

static const struct ws_transport faulty_transport = {
    .open = faulty_open,
    .close = faulty_close,
    .ioctl = faulty_ioctl,
    .mmap = faulty_mmap,
    .munmap = faulty_munmap,
};

#endif
