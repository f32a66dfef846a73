// What the DRM core says of a driver and of itself: VERSION, GET_CAP.
#include <drm.h>
#include <errno.h>
#include <string.h>

#include "sim/kernel/drm/device.h"
#include "sim/kernel/drm/ioctl.h"

static int version_string(uint64_t user, __kernel_size_t *len, const char *s)
{
    size_t n = strlen(s), copy = *len < n ? *len : n;
    *len = n;
    return copy && user && !sim_copy_to_user(user, s, copy) ? -EFAULT : 0;
}

int sim_ioctl_drm_version(struct sim_file *file, void *arg)
{
    struct drm_version *v = arg;
    const struct sim_driver *d = file->dev->driver;
    v->version_major = d->version[0];
    v->version_minor = d->version[1];
    v->version_patchlevel = d->version[2];
    int err = version_string((uint64_t)(uintptr_t)v->name, &v->name_len, d->name);
    if (!err)
        err = version_string((uint64_t)(uintptr_t)v->date, &v->date_len, d->date);
    if (!err)
        err = version_string((uint64_t)(uintptr_t)v->desc, &v->desc_len, d->text);
    return err;
}

int sim_ioctl_drm_get_cap(struct sim_file *file, void *arg)
{
    struct drm_get_cap *a = arg;
    a->value = 0;
    switch (a->capability) {
    case DRM_CAP_TIMESTAMP_MONOTONIC:
    case DRM_CAP_SYNCOBJ:
    case DRM_CAP_SYNCOBJ_TIMELINE:
        a->value = 1;
        return 0;
    case DRM_CAP_PRIME:
        a->value = DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT;
        return 0;
    default: // the rest, or what is none, is about displays, and this device has none
        return -EOPNOTSUPP;
    }
}
