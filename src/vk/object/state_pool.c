// State pools and streams: see state_pool.h.
#include "vk/object/state_pool.h"

#include "vk/object/device.h"

void kiln_state_pool_init(struct kiln_state_pool *pool, struct kiln_device *device, const char *name,
                          enum ws_zone zone, uint64_t base, uint64_t size, uint32_t chunk_size)
{
    memset(pool, 0, sizeof(*pool));
    pool->device = device;
    pool->name = name;
    pool->zone = zone;
    pool->base = pool->next = base;
    pool->limit = base + size;
    pool->chunk_size = chunk_size;
    pthread_mutex_init(&pool->lock, NULL);
}

void kiln_state_pool_finish(struct kiln_state_pool *pool)
{
    struct kiln_device *device = pool->device;
    for (uint32_t i = 0; i < pool->chunk_count; i++) {
        kiln_bo_finish(device, &pool->chunks[i]->bo);
        kiln_free(&device->alloc, NULL, pool->chunks[i]);
    }
    kiln_free(&device->alloc, NULL, pool->chunks);
    kiln_free(&device->alloc, NULL, pool->ranges);
    pthread_mutex_destroy(&pool->lock);
}

static bool insert_range(struct kiln_state_pool *pool, uint32_t at, struct state_range range)
{
    if (!kiln_grow(&pool->device->alloc, (void **)&pool->ranges, &pool->range_capacity, pool->range_count + 1,
                   sizeof(pool->ranges[0]), VK_SYSTEM_ALLOCATION_SCOPE_DEVICE))
        return false;
    memmove(&pool->ranges[at + 1], &pool->ranges[at], (pool->range_count - at) * sizeof(pool->ranges[0]));
    pool->ranges[at] = range;
    pool->range_count++;
    return true;
}

static void remove_range(struct kiln_state_pool *pool, uint32_t at)
{
    pool->range_count--;
    memmove(&pool->ranges[at], &pool->ranges[at + 1], (pool->range_count - at) * sizeof(pool->ranges[0]));
}

static VkResult add_chunk(struct kiln_state_pool *pool, uint32_t size)
{
    struct kiln_device *device = pool->device;
    size = (uint32_t)kiln_align(KILN_MAX(size, pool->chunk_size), pool->chunk_size);
    if (pool->next + size > pool->limit)
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "the %s window is full", pool->name);
    if (!kiln_grow(&device->alloc, (void **)&pool->chunks, &pool->chunk_capacity, pool->chunk_count + 1,
                   sizeof(pool->chunks[0]), VK_SYSTEM_ALLOCATION_SCOPE_DEVICE))
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    struct state_chunk *chunk =
        kiln_zalloc(&device->alloc, NULL, sizeof(*chunk), VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (!chunk)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    struct ws_bo_desc desc = {.size = size,
                              .zone = pool->zone,
                              .flags = WS_BO_CAPTURE | WS_BO_COHERENT,
                              .address = pool->next,
                              .name = pool->name};
    VkResult result = kiln_bo_init(device, &chunk->bo, &desc, true);
    if (result) {
        kiln_free(&device->alloc, NULL, chunk);
        return result;
    }
    struct state_range all = {.address = pool->next, .size = size, .chunk = pool->chunk_count};
    if (!insert_range(pool, pool->range_count, all)) {
        kiln_bo_finish(device, &chunk->bo);
        kiln_free(&device->alloc, NULL, chunk);
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    pool->chunks[pool->chunk_count++] = chunk;
    pool->next += size;
    return VK_SUCCESS;
}

// Cuts [address, address + size) out of free range i. False when out of host memory.
static bool carve(struct kiln_state_pool *pool, uint32_t i, uint64_t address, uint32_t size)
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

static bool take_from(struct kiln_state_pool *pool, uint32_t i, uint64_t address, uint32_t size,
                      struct kiln_state *out)
{
    const struct kiln_bo *bo = &pool->chunks[pool->ranges[i].chunk]->bo;
    if (!carve(pool, i, address, size))
        return false;
    out->address = address;
    out->map = (uint8_t *)bo->map + (address - bo->address);
    out->size = size;
    return true;
}

static bool take(struct kiln_state_pool *pool, uint32_t size, uint32_t align, struct kiln_state *out)
{
    for (uint32_t i = 0; i < pool->range_count; i++) {
        struct state_range r = pool->ranges[i];
        uint64_t address = kiln_align(r.address, align);
        if (address + size <= r.address + r.size)
            return take_from(pool, i, address, size, out);
    }
    return false;
}

VkResult kiln_state_alloc(struct kiln_state_pool *pool, uint32_t size, uint32_t align, struct kiln_state *out)
{
    VkResult result = VK_SUCCESS;
    memset(out, 0, sizeof(*out));
    if (size > (1u << 30))
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY);
    size = (uint32_t)kiln_align(KILN_MAX(size, 1u), 64);
    pthread_mutex_lock(&pool->lock);
    if (!take(pool, size, align, out)) {
        result = add_chunk(pool, size);
        if (!result && !take(pool, size, align, out))
            result = kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    pthread_mutex_unlock(&pool->lock);
    return result;
}

static VkResult take_at(struct kiln_state_pool *pool, uint64_t address, uint32_t size, struct kiln_state *out)
{
    for (uint32_t i = 0; i < pool->range_count; i++) {
        struct state_range r = pool->ranges[i];
        if (address >= r.address && address + size <= r.address + r.size)
            return take_from(pool, i, address, size, out) ? VK_SUCCESS
                                                          : kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    return kiln_error(VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS, "0x%llx of the %s is in use",
                      (unsigned long long)address, pool->name);
}

VkResult kiln_state_alloc_at(struct kiln_state_pool *pool, uint64_t address, uint32_t size,
                             struct kiln_state *out)
{
    VkResult result = VK_SUCCESS;
    memset(out, 0, sizeof(*out));
    if (address % 64 || address < pool->base || address >= pool->limit)
        return kiln_error(VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS, "0x%llx is not of the %s",
                          (unsigned long long)address, pool->name);
    pthread_mutex_lock(&pool->lock);
    while (!result && pool->next <= address)
        result = add_chunk(pool, 1);
    if (!result)
        result = take_at(pool, address, (uint32_t)kiln_align(size, 64), out);
    pthread_mutex_unlock(&pool->lock);
    return result;
}

const void *kiln_state_map(struct kiln_state_pool *pool, uint64_t address, uint64_t size)
{
    const void *found = NULL;
    pthread_mutex_lock(&pool->lock);
    for (uint32_t i = 0; i < pool->chunk_count && !found; i++) {
        const struct kiln_bo *bo = &pool->chunks[i]->bo;
        if (address >= bo->address && size <= bo->size && address - bo->address <= bo->size - size)
            found = (const uint8_t *)bo->map + (address - bo->address);
    }
    pthread_mutex_unlock(&pool->lock);
    return found;
}

void kiln_state_free(struct kiln_state_pool *pool, struct kiln_state *state)
{
    if (!state->size)
        return;
    pthread_mutex_lock(&pool->lock);
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
    pthread_mutex_unlock(&pool->lock);
    memset(state, 0, sizeof(*state));
}

void kiln_state_stream_init(struct kiln_state_stream *s, struct kiln_state_pool *pool, uint32_t block_size)
{
    memset(s, 0, sizeof(*s));
    s->pool = pool;
    s->block_size = block_size;
}

static void use_block(struct kiln_state_stream *s, const struct kiln_state *block)
{
    s->map = block->map;
    s->address = block->address;
    s->next = 0;
    s->end = block->size;
}

void kiln_state_stream_reset(struct kiln_state_stream *s, bool keep)
{
    uint32_t kept = keep && s->block_count;
    for (uint32_t i = kept; i < s->block_count; i++)
        kiln_state_free(s->pool, &s->blocks[i]);
    s->block_count = kept;
    use_block(s, kept ? &s->blocks[0] : &(struct kiln_state){0});
}

void kiln_state_stream_finish(struct kiln_state_stream *s)
{
    kiln_state_stream_reset(s, false);
    kiln_free(&s->pool->device->alloc, NULL, s->blocks);
    s->blocks = NULL;
    s->block_capacity = 0;
}

VkResult kiln_state_stream_grow(struct kiln_state_stream *s, uint32_t size)
{
    if (!kiln_grow(&s->pool->device->alloc, (void **)&s->blocks, &s->block_capacity, s->block_count + 1,
                   sizeof(s->blocks[0]), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT))
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    struct kiln_state block;
    VkResult result = kiln_state_alloc(s->pool, KILN_MAX(s->block_size, size), 4096, &block);
    if (result)
        return result;
    s->blocks[s->block_count++] = block;
    use_block(s, &block);
    return VK_SUCCESS;
}
