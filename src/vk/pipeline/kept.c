// See kept.h. They lie in the disk cache (util/disk_cache.h), under the build of the compiler that made them.
#include "vk/pipeline/kept.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "vk/object/device.h"
#include "vk/pipeline/compiler_load.h"

// Which compiler a driver has beside it is noted under the driver's own build: where the compiler is not
// installed (it brings LLVM), what it left is still of use.
static const uint8_t note[KILN_KEY_SIZE] = "the compiler beside this driver";
_Static_assert(sizeof("the compiler beside this driver") <= KILN_KEY_SIZE, "a key");

static uint64_t noted_build(struct kiln_device *device)
{
    uint64_t build = 0;
    size_t size;
    void *blob = kiln_disk_cache_load(&device->disk_cache, kiln_driver_build(), note, &size);
    if (blob && size == sizeof(build))
        memcpy(&build, blob, sizeof(build));
    free(blob);
    return build;
}

static void note_build(struct kiln_device *device)
{
    static atomic_flag noted = ATOMIC_FLAG_INIT;
    const uint64_t build = kiln_compiler_build();
    if (build && !atomic_flag_test_and_set(&noted))
        kiln_disk_cache_store(&device->disk_cache, kiln_driver_build(), note, &build, sizeof(build));
}

struct kiln_kernel *kiln_kernel_find(struct kiln_device *device, const uint8_t key[KILN_KEY_SIZE])
{
    struct kiln_kernel *kernel = NULL;
    uint64_t build = kiln_compiler_build();
    size_t size;
    if (!build)
        build = noted_build(device);
    void *blob = build ? kiln_disk_cache_load(&device->disk_cache, build, key, &size) : NULL;
    if (blob && kiln_compiler_get()->kernel_deserialize(blob, size, &kernel))
        kernel = NULL;
    free(blob);
    return kernel;
}

void kiln_kernel_store(struct kiln_device *device, const uint8_t key[KILN_KEY_SIZE], const uint8_t *alias,
                       const struct kiln_kernel *kernel)
{
    void *blob;
    size_t size;
    if (!device->disk_cache.dir[0] || kiln_compiler_get()->kernel_serialize(kernel, &blob, &size))
        return;
    kiln_disk_cache_store(&device->disk_cache, kiln_compiler_build(), key, blob, size);
    if (alias)
        kiln_disk_cache_store(&device->disk_cache, kiln_compiler_build(), alias, blob, size);
    note_build(device);
    free(blob);
}
