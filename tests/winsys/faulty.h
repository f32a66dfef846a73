// A transport that fails the n-th ioctl and counts what is created and destroyed, over the simulated device
// in process (KILN_TEST_DEVICE, "sim:skl" by default); or, with KILN_TEST_NODE=/dev/dri/renderD128, over
// libdrm and that node (libkiln_node.so's, or a real one). Of i915's ioctls and xe's.
#ifndef KILN_TESTS_FAULTY_H
#define KILN_TESTS_FAULTY_H

#include "winsys/ws_device.h"

#include <drm.h>
#include <errno.h>
#include <i915_drm.h>
#include "hw/xe_uapi.h"
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
static atomic_int faulty_userptrs; // asked for

static const char *faulty_node(void)
{
    return getenv("KILN_TEST_NODE");
}

// What is tested: "sim:NAME", which stands for the node where there is one.
static const char *faulty_device(void)
{
    const char *s = getenv("KILN_TEST_DEVICE");
    return s ? s : "sim:skl";
}

static const struct ws_transport *faulty_base(void)
{
    return faulty_node() ? &ws_transport_node : &ws_transport_sim;
}

static void faulty_count(unsigned long request)
{
    switch (request) {
    case DRM_IOCTL_I915_GEM_CREATE:
    case DRM_IOCTL_I915_GEM_CREATE_EXT:
    case DRM_IOCTL_I915_GEM_USERPTR:
    case DRM_IOCTL_XE_GEM_CREATE:
        faulty_handles++;
        break;
    case DRM_IOCTL_GEM_CLOSE:
        faulty_handles--;
        break;
    case DRM_IOCTL_I915_GEM_CONTEXT_CREATE:
    case DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT:
    case DRM_IOCTL_XE_EXEC_QUEUE_CREATE:
    case DRM_IOCTL_XE_VM_CREATE:
        faulty_contexts++;
        break;
    case DRM_IOCTL_I915_GEM_CONTEXT_DESTROY:
    case DRM_IOCTL_XE_EXEC_QUEUE_DESTROY:
    case DRM_IOCTL_XE_VM_DESTROY:
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
                    request != DRM_IOCTL_SYNCOBJ_DESTROY && request != DRM_IOCTL_XE_EXEC_QUEUE_DESTROY &&
                    request != DRM_IOCTL_XE_VM_DESTROY;
    if (may_fail && faulty_countdown >= 0 && (!faulty_request || faulty_request == request) &&
        faulty_countdown-- == 0) {
        faulty_hit = true;
        return faulty_errno;
    }
    faulty_userptrs += request == DRM_IOCTL_I915_GEM_USERPTR;
    int ret = faulty_base()->ioctl(file, request, arg);
    if (ret == 0)
        faulty_count(request);
    return ret;
}

static int faulty_open(const char *path, void **file)
{
    return faulty_base()->open(faulty_node() && !strcmp(path, faulty_device()) ? faulty_node() : path, file);
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
