// VkPipelineCache: serialized kernels by compile key.
//
// The format is that of kiln/cache.h. What does not check out is left out: stale or corrupt data costs a
// compile, no more.
#include <stdlib.h>
#include <sys/random.h>

#include "entrypoints.h"
#include "kiln/cache.h"
#include "util/clock.h"
#include "vk/pipeline/pipeline.h"

// By a number of this process: data whose keys were chosen to be alike must not make one long list.
static pthread_once_t seed_once = PTHREAD_ONCE_INIT;
static uint64_t seed;

static void make_seed(void)
{
    if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) != sizeof(seed))
        seed = (uint64_t)kiln_now();
}

static uint32_t bucket_of(const uint8_t key[KILN_KEY_SIZE])
{
    uint64_t words[KILN_KEY_SIZE / 8], h;
    pthread_once(&seed_once, make_seed);
    h = seed;
    memcpy(words, key, sizeof(words));
    for (unsigned i = 0; i < KILN_KEY_SIZE / 8; i++) {
        h = (h ^ words[i]) * UINT64_C(0xff51afd7ed558ccd);
        h ^= h >> 32;
    }
    return (uint32_t)h % KILN_CACHE_BUCKETS;
}

static struct kiln_cache_entry *lookup(struct kiln_cache *cache, const uint8_t key[KILN_KEY_SIZE])
{
    struct kiln_cache_entry *e = cache->buckets[bucket_of(key)];
    while (e && memcmp(e->key, key, KILN_KEY_SIZE) != 0)
        e = e->next;
    return e;
}

static void insert(struct kiln_device *device, struct kiln_cache *cache, const uint8_t key[KILN_KEY_SIZE],
                   const void *blob, uint32_t size)
{
    if (lookup(cache, key))
        return;
    // Device scope: entries move between caches by vkMergePipelineCaches.
    struct kiln_cache_entry *e =
        kiln_zalloc(&device->alloc, NULL, sizeof(*e) + size, VK_SYSTEM_ALLOCATION_SCOPE_CACHE);
    if (!e)
        return;
    memcpy(e->key, key, KILN_KEY_SIZE);
    e->size = size;
    memcpy(e->blob, blob, size);
    e->next = cache->buckets[bucket_of(key)];
    cache->buckets[bucket_of(key)] = e;
    cache->count++;
}

struct kiln_kernel *kiln_cache_find(struct kiln_cache *cache, const uint8_t key[KILN_KEY_SIZE])
{
    struct kiln_kernel *kernel = NULL;
    kiln_lock(&cache->lock);
    struct kiln_cache_entry *e = lookup(cache, key);
    if (e && kiln_compiler_get()->kernel_deserialize(e->blob, e->size, &kernel))
        kernel = NULL;
    kiln_unlock(&cache->lock);
    return kernel;
}

void kiln_cache_add(struct kiln_device *device, struct kiln_cache *cache, const uint8_t key[KILN_KEY_SIZE],
                    const struct kiln_kernel *kernel)
{
    void *blob;
    size_t size;
    if (kiln_compiler_get()->kernel_serialize(kernel, &blob, &size))
        return;
    if (size <= UINT32_MAX / 2) {
        kiln_lock(&cache->lock);
        insert(device, cache, key, blob, (uint32_t)size);
        kiln_unlock(&cache->lock);
    }
    free(blob);
}

static struct kiln_cache_header own_header(const struct kiln_device *device)
{
    struct kiln_cache_header h = {.header_size = sizeof(h),
                                  .header_version = VK_PIPELINE_CACHE_HEADER_VERSION_ONE,
                                  .vendor_id = KILN_VENDOR_ID,
                                  .device_id = device->physical->info.pci_id};
    _Static_assert(sizeof(h) == sizeof(VkPipelineCacheHeaderVersionOne), "Vulkan's header");
    memcpy(h.uuid, device->physical->cache_uuid, VK_UUID_SIZE);
    return h;
}

static bool header_matches(const struct kiln_device *device, const void *data, size_t size)
{
    struct kiln_cache_header own = own_header(device), offline = own;
    offline.device_id = 0;
    memcpy(offline.uuid, KILN_CACHE_OFFLINE_UUID, VK_UUID_SIZE);
    return size >= sizeof(own) && (!memcmp(data, &own, sizeof(own)) || !memcmp(data, &offline, sizeof(own)));
}

static void load(struct kiln_device *device, struct kiln_cache *cache, const uint8_t *data, size_t size)
{
    if (!header_matches(device, data, size))
        return;
    size_t at = sizeof(struct kiln_cache_header);
    struct kiln_cache_entry_header h;
    while (size - at >= sizeof(h)) {
        memcpy(&h, data + at, sizeof(h));
        at += sizeof(h);
        if (h.size > size - at)
            return;
        uint8_t digest[KILN_KEY_SIZE];
        kiln_cache_digest(h.key, data + at, h.size, digest);
        if (h.size <= UINT32_MAX / 2 && !memcmp(digest, h.digest, sizeof(digest)))
            insert(device, cache, h.key, data + at, (uint32_t)h.size);
        size_t padded = (size_t)kiln_align(h.size, 8);
        if (padded > size - at)
            return;
        at += padded;
    }
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreatePipelineCache(VkDevice handle,
                                                        const VkPipelineCacheCreateInfo *info,
                                                        const VkAllocationCallbacks *alloc,
                                                        VkPipelineCache *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_cache *cache =
        kiln_zalloc(&device->alloc, alloc, sizeof(*cache), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!cache)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    kiln_lock_init(&cache->lock, KILN_LOCK_PIPELINE_CACHE);
    if (info->initialDataSize)
        load(device, cache, info->pInitialData, info->initialDataSize);
    *out = KILN_TO_HANDLE(VkPipelineCache, cache);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyPipelineCache(VkDevice handle, VkPipelineCache cache_handle,
                                                     const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_cache, cache, cache_handle);
    if (!cache)
        return;
    for (unsigned i = 0; i < KILN_CACHE_BUCKETS; i++) {
        while (cache->buckets[i]) {
            struct kiln_cache_entry *e = cache->buckets[i];
            cache->buckets[i] = e->next;
            kiln_free(&device->alloc, NULL, e);
        }
    }
    kiln_lock_destroy(&cache->lock);
    kiln_free(&device->alloc, alloc, cache);
}

static size_t entry_bytes(const struct kiln_cache_entry *e)
{
    return sizeof(struct kiln_cache_entry_header) + (size_t)kiln_align(e->size, 8);
}

static uint8_t *write_entry(uint8_t *at, const struct kiln_cache_entry *e)
{
    struct kiln_cache_entry_header h = {.size = e->size};
    kiln_cache_digest(e->key, e->blob, e->size, h.digest);
    memcpy(h.key, e->key, KILN_KEY_SIZE);
    memset(at, 0, entry_bytes(e));
    memcpy(at, &h, sizeof(h));
    memcpy(at + sizeof(h), e->blob, e->size);
    return at + entry_bytes(e);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPipelineCacheData(VkDevice handle, VkPipelineCache cache_handle,
                                                         size_t *size, void *data)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_cache, cache, cache_handle);
    struct kiln_cache_header h = own_header(device);
    if (data && *size < sizeof(h)) {
        *size = 0;
        return VK_INCOMPLETE;
    }
    VkResult result = VK_SUCCESS;
    size_t used = sizeof(h);
    uint8_t *at = data;
    if (data) {
        memcpy(at, &h, sizeof(h));
        at += sizeof(h);
    }
    kiln_lock(&cache->lock);
    for (unsigned i = 0; i < KILN_CACHE_BUCKETS; i++) {
        for (const struct kiln_cache_entry *e = cache->buckets[i]; e; e = e->next) {
            if (data && entry_bytes(e) > *size - used) {
                result = VK_INCOMPLETE; // only whole entries are written
                continue;
            }
            if (data)
                at = write_entry(at, e);
            used += entry_bytes(e);
        }
    }
    kiln_unlock(&cache->lock);
    *size = used;
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_MergePipelineCaches(VkDevice handle, VkPipelineCache dst_handle,
                                                        uint32_t count, const VkPipelineCache *sources)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_cache, dst, dst_handle);
    for (uint32_t s = 0; s < count; s++) {
        KILN_FROM_HANDLE(kiln_cache, src, sources[s]);
        // Others may merge the other way meanwhile, so only one lock is held at a time: entries stay as they
        // are until their cache goes, and new ones come before them.
        for (unsigned i = 0; i < KILN_CACHE_BUCKETS; i++) {
            kiln_lock(&src->lock);
            const struct kiln_cache_entry *e = src->buckets[i];
            kiln_unlock(&src->lock);
            kiln_lock(&dst->lock);
            for (; e; e = e->next)
                insert(device, dst, e->key, e->blob, e->size);
            kiln_unlock(&dst->lock);
        }
    }
    return VK_SUCCESS;
}
