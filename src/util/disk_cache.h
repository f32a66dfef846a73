// What takes long to make, on disk, shared by the processes of a user: $KILN_CACHE_DIR, else
// $XDG_CACHE_HOME/kiln, else ~/.cache/kiln; KILN_CACHE=off turns it off.
//
// What is read here is run, on the GPU and (the simulator's translations) on the host: it is believed because
// no other user could have written it. Directory, subdirectories and files are the user's own, and no other
// user may write them; where that is not so, nothing is read or written, and one line of the log says why.
#ifndef KILN_UTIL_DISK_CACHE_H
#define KILN_UTIL_DISK_CACHE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { KILN_DISK_KEY_SIZE = 32 }; // of a SHA-256

struct kiln_disk_cache {
    char dir[256];    // "": off
    uint64_t limit;   // bytes
    uint64_t written; // since the last look at the directory's size; atomic
    pthread_mutex_t lock;
    int fd; // the directory, or -1: not opened yet; below, under the lock
    dev_t device;
    ino_t inode;
};

void kiln_disk_cache_init(struct kiln_disk_cache *c);
void kiln_disk_cache_finish(struct kiln_disk_cache *c);
// Tells builds of a library apart, by its file: a version number does not change with each.
uint64_t kiln_disk_cache_build(const char *path);
// What the library of that build stored by that key, or NULL. The caller frees it.
void *kiln_disk_cache_load(struct kiln_disk_cache *c, uint64_t build, const uint8_t key[KILN_DISK_KEY_SIZE],
                           size_t *size);
void kiln_disk_cache_store(struct kiln_disk_cache *c, uint64_t build, const uint8_t key[KILN_DISK_KEY_SIZE],
                           const void *blob, size_t size);

#endif
