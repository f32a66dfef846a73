// Compiled kernels on disk, shared by the processes of a user: $KILN_CACHE_DIR, else $XDG_CACHE_HOME/kiln,
// else
// ~/.cache/kiln; KILN_CACHE=off turns it off.
#ifndef KILN_VK_DISK_CACHE_H
#define KILN_VK_DISK_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kiln_disk_cache {
    char dir[256];    // "": off
    uint64_t limit;   // bytes
    uint64_t written; // since the last look at the directory's size; atomic
};

void kiln_disk_cache_init(struct kiln_disk_cache *c);
// The kernel of that key as kiln_kernel_serialize gave it, or NULL. The caller frees it.
void *kiln_disk_cache_load(struct kiln_disk_cache *c, const uint8_t key[16], size_t *size);
void kiln_disk_cache_store(struct kiln_disk_cache *c, const uint8_t key[16], const void *blob, size_t size);

#endif
