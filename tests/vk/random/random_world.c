// See random.h: what a world is made of, and how it is compared with the model.
#include <stdlib.h>

#include "random/random.h"

#include "newer.h"

uint64_t random_next(uint64_t *state) // splitmix64
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint32_t rnd(struct world *w, uint32_t n)
{
    return n ? (uint32_t)(random_next(&w->rng) >> 16) % n : 0;
}

bool chance(struct world *w, uint32_t percent)
{
    return rnd(w, 100) < percent;
}

void world_log(struct world *w, const char *fmt, ...)
{
    if (!w->log)
        return;
    va_list ap;
    va_start(ap, fmt);
    printf("# ");
    vprintf(fmt, ap);
    printf("\n");
    va_end(ap);
    fflush(stdout);
}

void world_act(struct world *w, void (*run)(struct world *, const void *), const void *arg, size_t size)
{
    struct commands *c = w->to;
    if (c->count == c->room) {
        c->room = c->room ? c->room * 2 : 32;
        c->acts = realloc(c->acts, c->room * sizeof(c->acts[0]));
    }
    c->acts[c->count++] = (struct act){run, memcpy(malloc(size), arg, size)};
}

uint8_t *world_bytes(struct world *w, int buffer, VkDeviceSize offset)
{
    const struct buffer *b = &w->buffers[buffer];
    return w->memories[b->memory].model + b->offset + offset;
}

// ---- memories and buffers

static VkDeviceSize align(VkDeviceSize v, VkDeviceSize a)
{
    return (v + a - 1) / a * a;
}

static void fill_random(struct world *w, struct memory *m)
{
    for (VkDeviceSize i = 0; i + 4 <= m->size; i += 4) {
        uint32_t x = (uint32_t)random_next(&w->rng);
        memcpy(m->model + i, &x, 4);
    }
    memcpy(m->map, m->model, m->size);
}

static void make_memory(struct world *w, struct memory *m, VkDeviceSize size, VkBuffer dedicated)
{
    VkMemoryDedicatedAllocateInfo only = {.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
                                          .buffer = dedicated};
    VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                       .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT,
                                       .pNext = dedicated ? &only : NULL};
    VkImportMemoryHostPointerInfoEXT import = {.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT,
                                               .handleType =
                                                   VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT,
                                               .pNext = &flags,
                                               .pHostPointer = m->host};
    m->size = size;
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                 .pNext = m->host ? (void *)&import : &flags,
                                 .allocationSize = m->size};
    vkt_ok(vkAllocateMemory(w->v.device, &info, NULL, &m->handle));
    vkt_ok(vkMapMemory(w->v.device, m->handle, 0, VK_WHOLE_SIZE, 0, (void **)&m->map));
    m->model = malloc(m->size);
    fill_random(w, m);
}

static VkBufferUsageFlags random_usage(struct world *w)
{
    VkBufferUsageFlags usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                               VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    if (chance(w, 70))
        usage |= VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
    if (chance(w, 50))
        usage |= VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
    if (chance(w, 50))
        usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    if (chance(w, 30))
        usage |= VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT;
    return usage;
}

static void make_buffer(struct world *w, int n, bool imported)
{
    struct buffer *b = &w->buffers[n];
    static const uint32_t sizes[] = {4, 36, 256, 1000, 4096, 65536, 200000};
    b->size = sizes[rnd(w, 7)] + rnd(w, 64);
    b->usage = random_usage(w);
    VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT};
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .pNext = imported ? &external : NULL,
                               .size = b->size,
                               .usage = b->usage};
    vkt_ok(vkCreateBuffer(w->v.device, &info, NULL, &b->handle));
}

static void bind_buffer(struct world *w, int n, int memory, VkDeviceSize offset)
{
    struct buffer *b = &w->buffers[n];
    b->memory = memory;
    b->offset = offset;
    vkt_ok(vkBindBufferMemory(w->v.device, b->handle, w->memories[memory].handle, offset));
    if (b->usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT) {
        VkBufferDeviceAddressInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                          .buffer = b->handle};
        b->address = vkGetBufferDeviceAddress(w->v.device, &info);
    }
    world_log(w, "buffer %d: %u bytes at %u of memory %d", n, (unsigned)b->size, (unsigned)offset, memory);
}

// Memory 0: buffers one behind the other; 1: lying across each other; 2: dedicated to one; 3: of the host's.
static void make_buffers(struct world *w)
{
    VkMemoryRequirements req[BUFFERS];
    VkDeviceSize end = 0, most = 0, offset[BUFFERS] = {0};
    for (int n = 0; n < BUFFERS; n++) {
        make_buffer(w, n, n == 7);
        vkGetBufferMemoryRequirements(w->v.device, w->buffers[n].handle, &req[n]);
        if (n < 3) {
            offset[n] = align(end + rnd(w, 3) * 64, req[n].alignment);
            end = offset[n] + req[n].size;
        } else if (n < 6) {
            offset[n] = align(rnd(w, 4) * 1000, req[n].alignment);
            most = offset[n] + req[n].size > most ? offset[n] + req[n].size : most;
        }
    }
    w->memories[3].host = aligned_alloc(65536, align(req[7].size, 65536));
    make_memory(w, &w->memories[0], align(end, 4096), VK_NULL_HANDLE);
    make_memory(w, &w->memories[1], most, VK_NULL_HANDLE);
    make_memory(w, &w->memories[2], req[6].size, w->buffers[6].handle);
    make_memory(w, &w->memories[3], align(req[7].size, 65536), VK_NULL_HANDLE);
    for (int n = 0; n < BUFFERS; n++)
        bind_buffer(w, n, n < 3 ? 0 : n < 6 ? 1 : n - 4, offset[n]);
}

// ---- images

VkExtent3D world_extent(const struct image *i, uint32_t level)
{
#define MINIFY(x) ((x) >> level ? (x) >> level : 1)
    return (VkExtent3D){MINIFY(i->extent.width), MINIFY(i->extent.height), MINIFY(i->extent.depth)};
}

static uint32_t slices(const struct image *i, uint32_t level)
{
    return i->type == VK_IMAGE_TYPE_3D ? world_extent(i, level).depth : i->layers;
}

static uint32_t blocks(uint32_t texels, uint32_t of)
{
    return (texels + of - 1) / of;
}

// The block at x, y (in blocks) of a slice (a layer, or a depth).
uint8_t *world_block(struct world *w, const struct image *i, unsigned plane, uint32_t level, uint32_t slice,
                     uint32_t x, uint32_t y)
{
    const struct plane *p = &i->plane[plane];
    if (i->linear) {
        const VkSubresourceLayout *l = &i->place[level];
        VkDeviceSize pitch = i->type == VK_IMAGE_TYPE_3D ? l->depthPitch : l->arrayPitch;
        return w->memories[i->memory].model + i->offset + l->offset + slice * pitch + y * l->rowPitch +
               (VkDeviceSize)x * p->bytes;
    }
    VkExtent3D e = world_extent(i, level);
    uint32_t width = blocks(e.width, p->width), height = blocks(e.height, p->height);
    return p->texels + p->level[level] + (((VkDeviceSize)slice * height + y) * width + x) * p->bytes;
}

static void make_planes(struct image *i)
{
    const struct random_format *f = i->format;
    const VkImageAspectFlags aspect = f->kind == DEPTH || f->kind == BOTH ? VK_IMAGE_ASPECT_DEPTH_BIT
                                      : f->kind == STENCIL                ? VK_IMAGE_ASPECT_STENCIL_BIT
                                                                          : VK_IMAGE_ASPECT_COLOR_BIT;
    i->plane[0] = (struct plane){.aspect = aspect, .bytes = f->bytes, .width = f->width, .height = f->height};
    if (f->kind == BOTH)
        i->plane[1] =
            (struct plane){.aspect = VK_IMAGE_ASPECT_STENCIL_BIT, .bytes = 1, .width = 1, .height = 1};
    for (unsigned k = 0; k < 2 && i->plane[k].aspect; k++) {
        struct plane *p = &i->plane[k];
        VkDeviceSize size = 0;
        for (uint32_t l = 0; l < i->levels; l++) {
            VkExtent3D e = world_extent(i, l);
            p->level[l] = size;
            size += (VkDeviceSize)blocks(e.width, p->width) * blocks(e.height, p->height) * slices(i, l) *
                    p->bytes;
        }
        p->texels = i->linear ? NULL : calloc(1, size);
    }
}

static bool choose_image(struct world *w, struct image *i, VkImageCreateInfo *info)
{
    const struct random_format *f = &random_formats[rnd(w, random_format_count)];
    static const uint32_t sides[] = {1, 3, 8, 17, 40, 65, 130};
    VkImageType type = rnd(w, 4) ? rnd(w, 4) ? VK_IMAGE_TYPE_2D : VK_IMAGE_TYPE_1D : VK_IMAGE_TYPE_3D;
    *info = (VkImageCreateInfo){.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                .imageType = type,
                                .format = f->vk,
                                .extent = {sides[rnd(w, 7)] + rnd(w, 4), 1, 1},
                                .mipLevels = 1,
                                .arrayLayers = 1,
                                .samples = VK_SAMPLE_COUNT_1_BIT,
                                .tiling = chance(w, 25) ? VK_IMAGE_TILING_LINEAR : VK_IMAGE_TILING_OPTIMAL,
                                .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    if (type != VK_IMAGE_TYPE_1D)
        info->extent.height = chance(w, 20) ? info->extent.width : sides[rnd(w, 7)] + rnd(w, 4);
    if (type == VK_IMAGE_TYPE_3D)
        info->extent.depth = 1 + rnd(w, 9);
    else if (info->tiling == VK_IMAGE_TILING_OPTIMAL && chance(w, 50))
        info->arrayLayers = 1 + rnd(w, 7);
    if (type == VK_IMAGE_TYPE_2D && info->extent.width == info->extent.height && info->arrayLayers >= 6)
        info->flags |= VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    if (info->tiling == VK_IMAGE_TILING_OPTIMAL) {
        uint32_t most = info->extent.width > info->extent.height ? info->extent.width : info->extent.height,
                 n = 1;
        while (most >>= 1)
            n++;
        info->mipLevels = 1 + rnd(w, n);
        if (f->kind == UINT && chance(w, 70))
            info->usage |= VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    }
    *i = (struct image){.format = f,
                        .type = type,
                        .extent = info->extent,
                        .levels = info->mipLevels,
                        .layers = info->arrayLayers,
                        .linear = info->tiling == VK_IMAGE_TILING_LINEAR,
                        .usage = info->usage};
    // A compute queue may not write depths from buffers; the layer is wrong about rows of blocks in linear
    // images.
    if (!w->newer && (f->kind >= DEPTH || (f->height > 1 && i->linear)))
        return false;
    if (w->newer)
        i->usage = info->usage |= VK_IMAGE_USAGE_HOST_TRANSFER_BIT_EXT;
    VkImageFormatProperties p;
    return info->mipLevels <= LEVELS &&
           vkGetPhysicalDeviceImageFormatProperties(w->v.physical, f->vk, type, info->tiling, info->usage,
                                                    info->flags, &p) == VK_SUCCESS &&
           p.maxMipLevels >= info->mipLevels && p.maxArrayLayers >= info->arrayLayers &&
           p.maxExtent.width >= info->extent.width && p.maxExtent.depth >= info->extent.depth;
}

// A linear one has a place in memory 4, which a buffer may look at as well.
static void place_image(struct world *w, struct image *i, VkDeviceSize *end)
{
    VkMemoryRequirements req;
    vkGetImageMemoryRequirements(w->v.device, i->handle, &req);
    i->size = req.size;
    if (i->linear) {
        i->memory = 4;
        i->offset = align(*end, req.alignment);
        // (The layer thinks that a row of blocks is as many rows as it has texels, and one more.)
        *end = i->offset + req.size * i->format->height + 65536;
        for (uint32_t l = 0; l < i->levels; l++) {
            VkImageSubresource sub = {i->plane[0].aspect, l, 0};
            vkGetImageSubresourceLayout(w->v.device, i->handle, &sub, &i->place[l]);
        }
        return;
    }
    VkMemoryDedicatedAllocateInfo only = {.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
                                          .image = i->handle};
    VkDeviceSize offset = chance(w, 50) ? align(rnd(w, 3) * 100, req.alignment) : 0;
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                 .pNext = !offset && chance(w, 50) ? &only : NULL,
                                 .allocationSize = offset + req.size};
    while (!(req.memoryTypeBits >> info.memoryTypeIndex & 1))
        info.memoryTypeIndex++;
    vkt_ok(vkAllocateMemory(w->v.device, &info, NULL, &i->own));
    vkt_ok(vkBindImageMemory(w->v.device, i->handle, i->own, offset));
}

static void make_images(struct world *w)
{
    VkDeviceSize end = 0;
    for (unsigned n = 0; n < IMAGES; n++) {
        VkImageCreateInfo info;
        struct image *i = &w->images[w->image_count];
        if (!choose_image(w, i, &info))
            continue;
        vkt_ok(vkCreateImage(w->v.device, &info, NULL, &i->handle));
        make_planes(i);
        place_image(w, i, &end);
        world_log(w, "image %u: format %d, %u x %u x %u, %u levels, %u layers, usage %x%s", w->image_count,
                  info.format, info.extent.width, info.extent.height, info.extent.depth, info.mipLevels,
                  info.arrayLayers, info.usage, i->linear ? ", linear" : "");
        w->image_count++;
    }
    if (!end)
        return;
    make_memory(w, &w->memories[4], align(end, 4096), VK_NULL_HANDLE);
    for (unsigned n = 0; n < w->image_count; n++)
        if (w->images[n].linear)
            vkt_ok(vkBindImageMemory(w->v.device, w->images[n].handle, w->memories[4].handle,
                                     w->images[n].offset));
}

// ---- all of it

static void make_events(struct world *w)
{
    VkEventCreateInfo event = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    for (unsigned i = 0; i < EVENTS; i++)
        vkt_ok(vkCreateEvent(w->v.device, &event, NULL, &w->events[i]));
}

static void destroy_events(struct world *w)
{
    for (unsigned i = 0; i < EVENTS; i++)
        vkDestroyEvent(w->v.device, w->events[i], NULL);
}

void world_reset_events(struct world *w)
{
    for (unsigned i = 0; i < w->event_count && w->newer; i++)
        vkt_ok(vkResetEvent(w->v.device, w->events[i]));
    if (!w->newer && w->event_count) {
        destroy_events(w);
        make_events(w);
    }
    w->event_count = 0;
}

static void make_rest(struct world *w)
{
    static const VkDescriptorPoolSize sizes[] = {
        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, POOL_SETS * 8},
        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, POOL_SETS},
        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, POOL_SETS * 2},
        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, POOL_SETS},
        {VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, POOL_SETS * 16},
        {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, POOL_SETS},
        {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, POOL_SETS},
    };
    VkDescriptorPoolInlineUniformBlockCreateInfo blocks_too = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO,
        .maxInlineUniformBlockBindings = POOL_SETS};
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .pNext = &blocks_too,
                                       .flags = VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT,
                                       .maxSets = POOL_SETS,
                                       .poolSizeCount = 7,
                                       .pPoolSizes = sizes};
    vkt_ok(vkCreateDescriptorPool(w->v.device, &pool, NULL, &w->descriptors));
    make_events(w);
    VkQueryPoolCreateInfo queries = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                     .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                     .queryCount = 8};
    vkt_ok(vkCreateQueryPool(w->v.device, &queries, NULL, &w->queries));
    w->scratch = vkt_buffer(&w->v, 4 << 20);
}

void world_init(struct world *w, uint64_t seed)
{
    w->rng = w->seed = seed;
    make_buffers(w);
    make_images(w);
    make_rest(w);
}

void world_finish(struct world *w)
{
    VkDevice d = w->v.device;
    for (unsigned i = 0; i < BUFFERS; i++)
        vkDestroyBuffer(d, w->buffers[i].handle, NULL);
    for (unsigned i = 0; i < w->image_count; i++) {
        vkDestroyImage(d, w->images[i].handle, NULL);
        vkFreeMemory(d, w->images[i].own, NULL);
        free(w->images[i].plane[0].texels);
        free(w->images[i].plane[1].texels);
    }
    for (unsigned i = 0; i < MEMORIES; i++) {
        vkFreeMemory(d, w->memories[i].handle, NULL);
        free(w->memories[i].model);
        free(w->memories[i].host);
    }
    destroy_events(w);
    vkDestroyDescriptorPool(d, w->descriptors, NULL);
    vkDestroyQueryPool(d, w->queries, NULL);
    vkt_buffer_free(&w->v, &w->scratch);
    struct vkt v = w->v;
    struct pipelines *p = w->pipelines;
    bool log = w->log, newer = w->newer, primary_only = w->primary_only;
    *w = (struct world){.v = v, .pipelines = p, .log = log, .newer = newer, .primary_only = primary_only};
}

// ---- comparing

static bool check_buffers(struct world *w)
{
    for (int n = 0; n < BUFFERS; n++) {
        const struct buffer *b = &w->buffers[n];
        const uint8_t *got = w->memories[b->memory].map + b->offset, *want = world_bytes(w, n, 0);
        if (!memcmp(got, want, b->size))
            continue;
        VkDeviceSize i = 0;
        while (got[i] == want[i])
            i++;
        return kt_ok(false, "seed %" PRIu64 ": byte %u of buffer %d (%u bytes) is %02x, not %02x", w->seed,
                     (unsigned)i, n, (unsigned)b->size, got[i], want[i]);
    }
    return true;
}

static bool check_texels(struct world *w, unsigned n, unsigned plane, uint32_t level, const uint8_t *got)
{
    const struct image *i = &w->images[n];
    const struct plane *p = &i->plane[plane];
    VkExtent3D e = world_extent(i, level);
    for (uint32_t z = 0; z < slices(i, level); z++)
        for (uint32_t y = 0; y < blocks(e.height, p->height); y++)
            for (uint32_t x = 0; x < blocks(e.width, p->width); x++, got += p->bytes) {
                const uint8_t *want = world_block(w, i, plane, level, z, x, y);
                if (memcmp(got, want, p->bytes))
                    return kt_ok(
                        false,
                        "seed %" PRIu64 ": block %u, %u of slice %u, level %u, plane %u of image %u: "
                        "%02x%02x%02x%02x, not %02x%02x%02x%02x",
                        w->seed, x, y, z, level, plane, n, got[0], p->bytes > 1 ? got[1] : 0,
                        p->bytes > 2 ? got[2] : 0, p->bytes > 2 ? got[3] : 0, want[0],
                        p->bytes > 1 ? want[1] : 0, p->bytes > 2 ? want[2] : 0, p->bytes > 2 ? want[3] : 0);
            }
    return true;
}

static bool check_image(struct world *w, unsigned n)
{
    struct image *i = &w->images[n];
    for (unsigned k = 0; k < 2 && i->plane[k].aspect; k++)
        for (uint32_t l = 0; l < i->levels; l++) {
            VkCommandBuffer cmd = vkt_begin(&w->v);
            struct commands to = {.cmd = cmd};
            w->to = &to;
            random_full_barrier(w, 0);
            VkExtent3D e = world_extent(i, l);
            VkBufferImageCopy r = {.imageSubresource = {i->plane[k].aspect, l, 0, i->layers},
                                   .imageExtent = e};
            VkImageLayout layout =
                i->layout == VK_IMAGE_LAYOUT_GENERAL ? i->layout : VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
            struct access next =
                access_image(w, (int)n, false, VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_READ_BIT);
            random_layout(w, (int)n, layout, &next);
            vkCmdCopyImageToBuffer(cmd, i->handle, layout, w->scratch.buffer, 1, &r);
            random_full_barrier(w, VK_PIPELINE_STAGE_HOST_BIT);
            vkt_run(&w->v, cmd);
            if (!check_texels(w, n, k, l, w->scratch.map))
                return false;
        }
    return true;
}

bool world_check(struct world *w)
{
    bool good = check_buffers(w);
    for (unsigned n = 0; n < w->image_count && good; n++)
        if (w->images[n].defined)
            good = check_image(w, n);
    return good;
}

// ---- first contents

static void define(struct world *w, unsigned n, unsigned plane, uint32_t level)
{
    struct image *i = &w->images[n];
    const struct plane *p = &i->plane[plane];
    VkExtent3D e = world_extent(i, level);
    if (i->format->kind >= DEPTH) {
        host_define(w, i, plane, level);
        return;
    }
    uint8_t *out = w->scratch.map;
    for (uint32_t z = 0; z < slices(i, level); z++)
        for (uint32_t y = 0; y < blocks(e.height, p->height); y++)
            for (uint32_t x = 0; x < blocks(e.width, p->width); x++, out += p->bytes) {
                const uint64_t bits[2] = {random_next(&w->rng), random_next(&w->rng)};
                memcpy(out, bits, p->bytes);
                memcpy(world_block(w, i, plane, level, z, x, y), out, p->bytes);
            }
    VkCommandBuffer cmd = vkt_begin(&w->v);
    struct commands to = {.cmd = cmd};
    w->to = &to;
    struct access next =
        access_image(w, (int)n, true, VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT);
    random_full_barrier(w, 0);
    random_layout(w, (int)n,
                  i->linear || n % 2 ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &next);
    i->defined = true;
    VkBufferImageCopy r = {.imageSubresource = {p->aspect, level, 0, i->layers}, .imageExtent = e};
    vkCmdCopyBufferToImage(cmd, w->scratch.buffer, i->handle, i->layout, 1, &r);
    random_full_barrier(w, 0);
    vkt_run(&w->v, cmd);
}

void world_define(struct world *w)
{
    for (unsigned n = 0; n < w->image_count; n++)
        for (unsigned k = 0; k < 2 && w->images[n].plane[k].aspect; k++)
            for (uint32_t l = 0; l < w->images[n].levels; l++)
                define(w, n, k, l);
}
