// Memory for state that lies within 32-bit offsets of a base address: surface states, binding tables,
// interface descriptors, CURBE data, kernels.
//
// A pool owns a window of one winsys zone and fills it from the bottom with buffer objects ("chunks"), which
// stay until the device goes. Free ranges are kept sorted and merged; an allocation is the first that fits.
// A stream takes blocks of a pool and hands them out by a bump pointer, for one command buffer.
#ifndef KILN_LAUNCH_STATE_POOL_H
#define KILN_LAUNCH_STATE_POOL_H

#include "launch/memory/bo.h"
#include "util/lock.h"

struct launch_state {
    void *map;
    uint64_t address;
    uint32_t size; // 0: nothing allocated
};

struct state_chunk {
    struct launch_bo bo;
};

struct state_range {
    uint64_t address;
    uint32_t size;
    uint32_t chunk;
};

struct launch_state_pool {
    struct launch_device *device;
    const char *name;
    enum ws_zone zone;
    uint64_t base;
    uint64_t next, limit; // where the next chunk goes; the window's end
    uint32_t chunk_size;
    struct kiln_lock lock;
    struct state_chunk **chunks;
    uint32_t chunk_count, chunk_capacity;
    struct state_range *ranges; // free, by rising address
    uint32_t range_count, range_capacity;
};

void launch_state_pool_init(struct launch_state_pool *pool, struct launch_device *device, const char *name,
                            enum ws_zone zone, uint64_t base, uint64_t size, uint32_t chunk_size);
void launch_state_pool_finish(struct launch_state_pool *pool);
// `size` is rounded up to 64 bytes; `align` is a power of two, at least 64 and at most a page.
enum launch_result launch_state_alloc(struct launch_state_pool *pool, uint32_t size, uint32_t align,
                                      struct launch_state *out);
// The same at an address that was given out before, maybe to another device of this kind.
enum launch_result launch_state_alloc_at(struct launch_state_pool *pool, uint64_t address, uint32_t size,
                                         struct launch_state *out);
// Where the host sees an address; NULL if the `size` bytes there are not the pool's.
const void *launch_state_map(struct launch_state_pool *pool, uint64_t address, uint64_t size);
void launch_state_free(struct launch_state_pool *pool, struct launch_state *state);

struct launch_state_stream {
    struct launch_state_pool *pool;
    uint32_t block_size;
    uint8_t *map;       // of the current block
    uint64_t address;   // of the current block
    uint32_t next, end; // bytes within it
    struct launch_state *blocks;
    uint32_t block_count, block_capacity;
};

void launch_state_stream_init(struct launch_state_stream *s, struct launch_state_pool *pool,
                              uint32_t block_size);
// Gives the blocks back, all or (`keep`) but the first one.
void launch_state_stream_reset(struct launch_state_stream *s, bool keep);
void launch_state_stream_finish(struct launch_state_stream *s);
enum launch_result launch_state_stream_grow(struct launch_state_stream *s, uint32_t size);

// Address and map of `size` bytes (a multiple of `align`, which is a power of two up to 4096); NULL map on
// failure.
static inline void *launch_state_stream_alloc(struct launch_state_stream *s, uint32_t size, uint32_t align,
                                              uint64_t *address)
{
    uint32_t at = (s->next + align - 1) & ~(align - 1);
    if (__builtin_expect(at + size > s->end, 0)) {
        if (launch_state_stream_grow(s, size))
            return NULL;
        at = 0;
    }
    s->next = at + size;
    *address = s->address + at;
    return s->map + at;
}

#endif
