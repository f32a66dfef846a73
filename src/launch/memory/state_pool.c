// State pools and streams: see state_pool.h.
#include "launch/memory/state_pool.h"

#include <string.h>

#include "launch/memory/device.h"
#include "util/math.h"

void launch_state_pool_init(struct launch_state_pool *pool, struct launch_device *device, const char *name,
                            enum ws_zone zone, uint64_t base, uint64_t size, uint32_t chunk_size)
{
    memset(pool, 0, sizeof(*pool));
    pool->device = device;
    pool->name = name;
    pool->zone = zone;
    pool->base = pool->next = base;
    pool->limit = base + size;
    pool->chunk_size = chunk_size;
    kiln_lock_init(&pool->lock, KILN_LOCK_STATE_POOL);
}

void launch_state_pool_finish(struct launch_state_pool *pool)
{
    struct launch_device *device = pool->device;
    for (uint32_t i = 0; i < pool->chunk_count; i++) {
        launch_bo_finish(device, &pool->chunks[i]->bo);
        launch_free(&device->alloc, pool->chunks[i]);
    }
    launch_free(&device->alloc, pool->chunks);
    launch_free(&device->alloc, pool->ranges);
    kiln_lock_destroy(&pool->lock);
}

static bool insert_range(struct launch_state_pool *pool, uint32_t at, struct state_range range)
{
    if (!launch_grow(&pool->device->alloc, (void **)&pool->ranges, &pool->range_capacity,
                     pool->range_count + 1, sizeof(pool->ranges[0])))
        return false;
    memmove(&pool->ranges[at + 1], &pool->ranges[at], (pool->range_count - at) * sizeof(pool->ranges[0]));
    pool->ranges[at] = range;
    pool->range_count++;
    return true;
}

static void remove_range(struct launch_state_pool *pool, uint32_t at)
{
    pool->range_count--;
    memmove(&pool->ranges[at], &pool->ranges[at + 1], (pool->range_count - at) * sizeof(pool->ranges[0]));
}

// At pool->next, or further on, where the address space is not ours alone.
static enum launch_result place_chunk(struct launch_state_pool *pool, uint32_t size, struct launch_bo *bo)
{
    struct launch_device *device = pool->device;
    struct ws_bo_desc desc = {.size = size,
                              .zone = pool->zone,
                              .flags = WS_BO_CAPTURE | WS_BO_COHERENT,
                              .address = pool->next,
                              .name = pool->name};
    enum launch_result result = launch_bo_init(device, bo, &desc, true);
    while (result && device->info->shares_space && desc.address + pool->chunk_size + size <= pool->limit) {
        desc.address += pool->chunk_size;
        result = launch_bo_init(device, bo, &desc, true);
    }
    if (!result)
        pool->next = desc.address;
    return result;
}

static enum launch_result add_chunk(struct launch_state_pool *pool, uint32_t size)
{
    struct launch_device *device = pool->device;
    size = (uint32_t)kiln_align(KILN_MAX(size, pool->chunk_size), pool->chunk_size);
    if (pool->next + size > pool->limit)
        return launch_error(LAUNCH_NO_DEVICE_MEMORY, "the %s window is full", pool->name);
    if (!launch_grow(&device->alloc, (void **)&pool->chunks, &pool->chunk_capacity, pool->chunk_count + 1,
                     sizeof(pool->chunks[0])))
        return launch_error(LAUNCH_NO_HOST_MEMORY);
    struct state_chunk *chunk = launch_zalloc(&device->alloc, sizeof(*chunk));
    if (!chunk)
        return launch_error(LAUNCH_NO_HOST_MEMORY);
    enum launch_result result = place_chunk(pool, size, &chunk->bo);
    if (result) {
        launch_free(&device->alloc, chunk);
        return result;
    }
    struct state_range all = {.address = pool->next, .size = size, .chunk = pool->chunk_count};
    if (!insert_range(pool, pool->range_count, all)) {
        launch_bo_finish(device, &chunk->bo);
        launch_free(&device->alloc, chunk);
        return launch_error(LAUNCH_NO_HOST_MEMORY);
    }
    pool->chunks[pool->chunk_count++] = chunk;
    pool->next += size;
    return LAUNCH_OK;
}

// Cuts [address, address + size) out of free range i. False when out of host memory.
static bool carve(struct launch_state_pool *pool, uint32_t i, uint64_t address, uint32_t size)
{
    struct state_range *r = &pool->ranges[i];
    uint64_t end = r->address + r->size;
    uint32_t before = (uint32_t)(address - r->address), after = (uint32_t)(end - (address + size));
    if (before && after) {
        struct state_range tail = {.address = address + size, .size = after, .chunk = r->chunk};
        if (!insert_range(pool, i + 1, tail))
            return false;
        pool->ranges[i].size = before;
    } else if (before) {
        r->size = before;
    } else if (after) {
        r->address = address + size;
        r->size = after;
    } else {
        remove_range(pool, i);
    }
    return true;
}

static bool take_from(struct launch_state_pool *pool, uint32_t i, uint64_t address, uint32_t size,
                      struct launch_state *out)
{
    const struct launch_bo *bo = &pool->chunks[pool->ranges[i].chunk]->bo;
    if (!carve(pool, i, address, size))
        return false;
    out->address = address;
    out->map = (uint8_t *)bo->map + (address - bo->address);
    out->size = size;
    return true;
}

static bool take(struct launch_state_pool *pool, uint32_t size, uint32_t align, struct launch_state *out)
{
    for (uint32_t i = 0; i < pool->range_count; i++) {
        struct state_range r = pool->ranges[i];
        uint64_t address = kiln_align(r.address, align);
        if (address + size <= r.address + r.size)
            return take_from(pool, i, address, size, out);
    }
    return false;
}

enum launch_result launch_state_alloc(struct launch_state_pool *pool, uint32_t size, uint32_t align,
                                      struct launch_state *out)
{
    enum launch_result result = LAUNCH_OK;
    memset(out, 0, sizeof(*out));
    if (size > (1u << 30))
        return launch_error(LAUNCH_NO_DEVICE_MEMORY);
    size = (uint32_t)kiln_align(KILN_MAX(size, 1u), 64);
    kiln_lock(&pool->lock);
    if (!take(pool, size, align, out)) {
        result = add_chunk(pool, size);
        if (!result && !take(pool, size, align, out))
            result = launch_error(LAUNCH_NO_HOST_MEMORY);
    }
    kiln_unlock(&pool->lock);
    return result;
}

static enum launch_result take_at(struct launch_state_pool *pool, uint64_t address, uint32_t size,
                                  struct launch_state *out)
{
    for (uint32_t i = 0; i < pool->range_count; i++) {
        struct state_range r = pool->ranges[i];
        if (address >= r.address && address + size <= r.address + r.size)
            return take_from(pool, i, address, size, out) ? LAUNCH_OK : launch_error(LAUNCH_NO_HOST_MEMORY);
    }
    return launch_error(LAUNCH_ADDRESS_TAKEN, "0x%llx of the %s is in use", (unsigned long long)address,
                        pool->name);
}

enum launch_result launch_state_alloc_at(struct launch_state_pool *pool, uint64_t address, uint32_t size,
                                         struct launch_state *out)
{
    enum launch_result result = LAUNCH_OK;
    memset(out, 0, sizeof(*out));
    if (address % 64 || address < pool->base || address >= pool->limit)
        return launch_error(LAUNCH_ADDRESS_TAKEN, "0x%llx is not of the %s", (unsigned long long)address,
                            pool->name);
    kiln_lock(&pool->lock);
    while (!result && pool->next <= address)
        result = add_chunk(pool, 1);
    if (!result)
        result = take_at(pool, address, (uint32_t)kiln_align(size, 64), out);
    kiln_unlock(&pool->lock);
    return result;
}

const void *launch_state_map(struct launch_state_pool *pool, uint64_t address, uint64_t size)
{
    const void *found = NULL;
    kiln_lock(&pool->lock);
    for (uint32_t i = 0; i < pool->chunk_count && !found; i++) {
        const struct launch_bo *bo = &pool->chunks[i]->bo;
        if (address >= bo->address && size <= bo->size && address - bo->address <= bo->size - size)
            found = (const uint8_t *)bo->map + (address - bo->address);
    }
    kiln_unlock(&pool->lock);
    return found;
}

void launch_state_free(struct launch_state_pool *pool, struct launch_state *state)
{
    if (!state->size)
        return;
    kiln_lock(&pool->lock);
    uint32_t lo = 0, hi = pool->range_count;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (pool->ranges[mid].address < state->address)
            lo = mid + 1;
        else
            hi = mid;
    }
    uint32_t chunk = 0;
    while (state->address - pool->chunks[chunk]->bo.address >= pool->chunks[chunk]->bo.size)
        chunk++;
    struct state_range *prev = lo ? &pool->ranges[lo - 1] : NULL;
    struct state_range *next = lo < pool->range_count ? &pool->ranges[lo] : NULL;
    bool joins_prev = prev && prev->chunk == chunk && prev->address + prev->size == state->address;
    bool joins_next = next && next->chunk == chunk && state->address + state->size == next->address;
    if (joins_prev && joins_next) {
        prev->size += state->size + next->size;
        remove_range(pool, lo);
    } else if (joins_prev) {
        prev->size += state->size;
    } else if (joins_next) {
        next->address = state->address;
        next->size += state->size;
    } else {
        // Out of host memory here loses the range until the pool goes; nothing else breaks.
        struct state_range r = {.address = state->address, .size = state->size, .chunk = chunk};
        (void)insert_range(pool, lo, r);
    }
    kiln_unlock(&pool->lock);
    memset(state, 0, sizeof(*state));
}

void launch_state_stream_init(struct launch_state_stream *s, struct launch_state_pool *pool,
                              uint32_t block_size)
{
    memset(s, 0, sizeof(*s));
    s->pool = pool;
    s->block_size = block_size;
}

static void use_block(struct launch_state_stream *s, const struct launch_state *block)
{
    s->map = block->map;
    s->address = block->address;
    s->next = 0;
    s->end = block->size;
}

void launch_state_stream_reset(struct launch_state_stream *s, bool keep)
{
    uint32_t kept = keep && s->block_count;
    for (uint32_t i = kept; i < s->block_count; i++)
        launch_state_free(s->pool, &s->blocks[i]);
    s->block_count = kept;
    use_block(s, kept ? &s->blocks[0] : &(struct launch_state){0});
}

void launch_state_stream_finish(struct launch_state_stream *s)
{
    launch_state_stream_reset(s, false);
    launch_free(&s->pool->device->alloc, s->blocks);
    s->blocks = NULL;
    s->block_capacity = 0;
}

enum launch_result launch_state_stream_grow(struct launch_state_stream *s, uint32_t size)
{
    if (!launch_grow(&s->pool->device->alloc, (void **)&s->blocks, &s->block_capacity, s->block_count + 1,
                     sizeof(s->blocks[0])))
        return launch_error(LAUNCH_NO_HOST_MEMORY);
    struct launch_state block;
    enum launch_result result = launch_state_alloc(s->pool, KILN_MAX(s->block_size, size), 4096, &block);
    if (result)
        return result;
    s->blocks[s->block_count++] = block;
    use_block(s, &block);
    return LAUNCH_OK;
}
