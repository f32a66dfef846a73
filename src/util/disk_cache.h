// What takes long to make, on disk, shared by the processes of a user: $KILN_CACHE_DIR, else
// $XDG_CACHE_HOME/kiln, else ~/.cache/kiln; KILN_CACHE=off turns it off.
#ifndef KILN_UTIL_DISK_CACHE_H
#define KILN_UTIL_DISK_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kiln_disk_cache {
    char dir[256];    // "": off
    uint64_t limit;   // bytes
    uint64_t written; // since the last look at the directory's size; atomic
};

void kiln_disk_cache_init(struct kiln_disk_cache *c);
// Tells builds of a library apart, by its file: a version number does not change with each.
uint32_t kiln_disk_cache_build(const char *path);
// What the library of that build stored by that key, or NULL. The caller frees it.
void *kiln_disk_cache_load(struct kiln_disk_cache *c, uint32_t build, const uint8_t key[16], size_t *size);
void kiln_disk_cache_store(struct kiln_disk_cache *c, uint32_t build, const uint8_t key[16], const void *blob,
                           size_t size);

#endif
