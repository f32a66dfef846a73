// See random.h: transfers, and what they do to the model.
#include "random/random.h"

#define COPY VK_PIPELINE_STAGE_2_COPY_BIT
#define TRANSFER VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT

enum { REGIONS = 3 };

// ---- buffers

struct fill {
    int buffer;
    VkDeviceSize offset, size;
    uint32_t value;
    uint8_t data[1024]; // of an update
};

static void act_fill(struct world *w, const void *arg)
{
    const struct fill *f = arg;
    for (VkDeviceSize i = 0; i < f->size; i += 4)
        memcpy(world_bytes(w, f->buffer, f->offset + i), &f->value, 4);
}

static void act_update(struct world *w, const void *arg)
{
    const struct fill *f = arg;
    memcpy(world_bytes(w, f->buffer, f->offset), f->data, f->size);
}

static bool choose_dwords(struct world *w, struct fill *f, uint32_t most)
{
    f->buffer = (int)rnd(w, BUFFERS);
    uint32_t dwords = (uint32_t)w->buffers[f->buffer].size / 4, first = rnd(w, dwords);
    uint32_t count = 1 + rnd(w, chance(w, 50) ? 20 : dwords);
    count = count > dwords - first ? dwords - first : count;
    f->offset = first * 4;
    f->size = (count > most ? most : count) * 4;
    return dwords > 0;
}

bool op_fill(struct world *w)
{
    struct fill f = {.value = (uint32_t)random_next(&w->rng)};
    if (!choose_dwords(w, &f, UINT32_MAX))
        return false;
    VkDeviceSize size = f.size;
    if (chance(w, 20)) {
        size = VK_WHOLE_SIZE;
        f.size = (w->buffers[f.buffer].size - f.offset) & ~UINT64_C(3);
    }
    // (The layer takes the last bytes of an odd size for written, too.)
    struct access a = access_buffer(w, f.buffer, f.offset,
                                    size == VK_WHOLE_SIZE ? w->buffers[f.buffer].size - f.offset : f.size,
                                    true, TRANSFER, VK_ACCESS_2_TRANSFER_WRITE_BIT);
    if (!random_need(w, &a, 1))
        return false;
    world_log(w, "fill buffer %d from %u, %u bytes", f.buffer, (unsigned)f.offset, (unsigned)f.size);
    vkCmdFillBuffer(w->to->cmd, w->buffers[f.buffer].handle, f.offset, size, f.value);
    world_act(w, act_fill, &f, sizeof(f));
    random_after(w, 1);
    return true;
}

bool op_update(struct world *w)
{
    struct fill f = {0};
    if (!choose_dwords(w, &f, sizeof(f.data) / 4))
        return false;
    for (unsigned i = 0; i < f.size; i++)
        f.data[i] = (uint8_t)rnd(w, 256);
    struct access a =
        access_buffer(w, f.buffer, f.offset, f.size, true, TRANSFER, VK_ACCESS_2_TRANSFER_WRITE_BIT);
    if (!random_need(w, &a, 1))
        return false;
    world_log(w, "update buffer %d from %u, %u bytes", f.buffer, (unsigned)f.offset, (unsigned)f.size);
    vkCmdUpdateBuffer(w->to->cmd, w->buffers[f.buffer].handle, f.offset, f.size, f.data);
    world_act(w, act_update, &f, sizeof(f));
    random_after(w, 1);
    return true;
}

struct copies {
    int from, to;
    unsigned count;
    VkBufferCopy regions[REGIONS];
};

static void act_copy(struct world *w, const void *arg)
{
    const struct copies *c = arg;
    for (unsigned i = 0; i < c->count; i++)
        memmove(world_bytes(w, c->to, c->regions[i].dstOffset),
                world_bytes(w, c->from, c->regions[i].srcOffset), c->regions[i].size);
}

// Whether a region may stand beside those before: no destination may be another's source or destination.
static bool apart(const struct world *w, const struct copies *c, const VkBufferCopy *r)
{
    const struct buffer *from = &w->buffers[c->from], *to = &w->buffers[c->to];
    VkDeviceSize dst = to->offset + r->dstOffset, src = from->offset + r->srcOffset;
    bool same = from->memory == to->memory;
    if (same && overlap(dst, r->size, src, r->size))
        return false;
    for (unsigned i = 0; i < c->count; i++) {
        const VkBufferCopy *o = &c->regions[i];
        if (overlap(dst, r->size, to->offset + o->dstOffset, o->size) ||
            (same && (overlap(dst, r->size, from->offset + o->srcOffset, o->size) ||
                      overlap(src, r->size, to->offset + o->dstOffset, o->size))))
            return false;
    }
    return true;
}

bool op_copy_buffer(struct world *w)
{
    struct copies c = {.from = (int)rnd(w, BUFFERS), .to = (int)rnd(w, BUFFERS)};
    uint32_t src = (uint32_t)w->buffers[c.from].size, dst = (uint32_t)w->buffers[c.to].size;
    struct access a[2 * REGIONS];
    for (unsigned n = 1 + rnd(w, REGIONS); n-- > 0;) {
        uint32_t unit = 1u << rnd(w, 5);
        VkBufferCopy r = {rnd(w, src) / unit * unit, rnd(w, dst) / unit * unit, 0};
        uint32_t most = src - (uint32_t)r.srcOffset, also = dst - (uint32_t)r.dstOffset;
        most = most < also ? most : also;
        r.size = 1 + rnd(w, chance(w, 40) && most > 100 ? 100 : most);
        r.size = r.size / unit * unit;
        if (r.size && apart(w, &c, &r)) {
            a[2 * c.count] =
                access_buffer(w, c.from, r.srcOffset, r.size, false, COPY, VK_ACCESS_2_TRANSFER_READ_BIT);
            a[2 * c.count + 1] =
                access_buffer(w, c.to, r.dstOffset, r.size, true, COPY, VK_ACCESS_2_TRANSFER_WRITE_BIT);
            c.regions[c.count++] = r;
        }
    }
    if (!c.count)
        return false;
    if (!random_need(w, a, 2 * c.count))
        return false;
    for (unsigned i = 0; i < c.count; i++)
        world_log(w, "copy buffer %d from %u to %d at %u, %u bytes", c.from, (unsigned)c.regions[i].srcOffset,
                  c.to, (unsigned)c.regions[i].dstOffset, (unsigned)c.regions[i].size);
    vkCmdCopyBuffer(w->to->cmd, w->buffers[c.from].handle, w->buffers[c.to].handle, c.count, c.regions);
    world_act(w, act_copy, &c, sizeof(c));
    random_after(w, 2 * c.count);
    return true;
}

// ---- images

// A range of blocks along one axis of `texels` texels; ends at the image's edge may lie within a block.
static void choose_range(struct world *w, uint32_t texels, uint32_t block, int32_t *offset, uint32_t *extent)
{
    uint32_t n = (texels + block - 1) / block, first = chance(w, 40) ? 0 : rnd(w, n);
    uint32_t count = chance(w, 30) ? n - first : 1 + rnd(w, n - first);
    *offset = (int32_t)(first * block);
    *extent = first + count == n ? texels - first * block : count * block;
}

struct box random_box(struct world *w, const struct image *i)
{
    struct box b = {.level = rnd(w, i->levels), .layers = 1};
    VkExtent3D e = world_extent(i, b.level);
    choose_range(w, e.width, i->format->width, &b.offset.x, &b.extent.width);
    choose_range(w, e.height, i->format->height, &b.offset.y, &b.extent.height);
    choose_range(w, e.depth, 1, &b.offset.z, &b.extent.depth);
    if (i->type != VK_IMAGE_TYPE_3D) {
        b.layer = rnd(w, i->layers);
        b.layers = 1 + rnd(w, i->layers - b.layer);
    }
    return b;
}

static uint32_t blocks(uint32_t texels, uint32_t of)
{
    return (texels + of - 1) / of;
}

struct image_copy {
    int buffer, image;
    unsigned plane;
    bool to_image;
    VkBufferImageCopy region;
};

// Bytes from the first to the last block of the region in the buffer.
static VkDeviceSize place(const struct plane *p, const VkBufferImageCopy *r, VkDeviceSize *pitch,
                          VkDeviceSize *slice)
{
    uint32_t row = r->bufferRowLength ? r->bufferRowLength : r->imageExtent.width;
    uint32_t rows = r->bufferImageHeight ? r->bufferImageHeight : r->imageExtent.height;
    uint32_t n = r->imageExtent.depth * r->imageSubresource.layerCount;
    *pitch = (VkDeviceSize)blocks(row, p->width) * p->bytes;
    *slice = *pitch * blocks(rows, p->height);
    return (n - 1) * *slice + (blocks(r->imageExtent.height, p->height) - 1) * *pitch +
           (VkDeviceSize)blocks(r->imageExtent.width, p->width) * p->bytes;
}

static void act_buffer_image(struct world *w, const void *arg)
{
    const struct image_copy *c = arg;
    const struct image *i = &w->images[c->image];
    const struct plane *p = &i->plane[c->plane];
    const VkBufferImageCopy *r = &c->region;
    VkDeviceSize pitch, slice;
    place(p, r, &pitch, &slice);
    uint32_t n = r->imageExtent.depth * r->imageSubresource.layerCount;
    for (uint32_t z = 0; z < n; z++)
        for (uint32_t y = 0; y < blocks(r->imageExtent.height, p->height); y++) {
            uint8_t *b = world_bytes(w, c->buffer, r->bufferOffset + z * slice + y * pitch);
            uint8_t *t = world_block(w, i, c->plane, r->imageSubresource.mipLevel,
                                     z + (uint32_t)r->imageOffset.z + r->imageSubresource.baseArrayLayer,
                                     (uint32_t)r->imageOffset.x / p->width,
                                     y + (uint32_t)r->imageOffset.y / p->height);
            size_t size = (size_t)blocks(r->imageExtent.width, p->width) * p->bytes;
            memmove(c->to_image ? t : b, c->to_image ? b : t, size);
        }
}

static VkImageLayout choose_layout(struct world *w, const struct image *i, VkImageLayout other)
{
    if (i->layout == other || (i->layout != VK_IMAGE_LAYOUT_GENERAL && chance(w, 30)))
        return other;
    return chance(w, 80) ? VK_IMAGE_LAYOUT_GENERAL : other;
}

bool op_buffer_image(struct world *w)
{
    if (!w->image_count)
        return false;
    struct image_copy c = {
        .buffer = (int)rnd(w, BUFFERS), .image = (int)rnd(w, w->image_count), .to_image = chance(w, 50)};
    struct image *i = &w->images[c.image];
    c.plane = i->plane[1].aspect && chance(w, 50);
    const struct plane *p = &i->plane[c.plane];
    if (!i->defined || (c.to_image && i->format->kind >= DEPTH))
        return false;
    struct box b = random_box(w, i);
    VkBufferImageCopy *r = &c.region;
    *r = (VkBufferImageCopy){.imageSubresource = {p->aspect, b.level, b.layer, b.layers},
                             .imageOffset = b.offset,
                             .imageExtent = b.extent};
    if (chance(w, 40))
        r->bufferRowLength = (blocks(b.extent.width, p->width) + rnd(w, 9)) * p->width;
    if (chance(w, 30))
        r->bufferImageHeight = (blocks(b.extent.height, p->height) + rnd(w, 3)) * p->height;
    VkDeviceSize pitch, slice, size = place(p, r, &pitch, &slice), room = w->buffers[c.buffer].size;
    VkDeviceSize unit = i->format->kind >= DEPTH && p->bytes < 4 ? 4 : p->bytes;
    if (size > room)
        return false;
    r->bufferOffset = rnd(w, (uint32_t)(room - size + 1)) / unit * unit;
    struct access a[2] = {
        access_buffer(w, c.buffer, r->bufferOffset, size, !c.to_image, COPY,
                      c.to_image ? VK_ACCESS_2_TRANSFER_READ_BIT : VK_ACCESS_2_TRANSFER_WRITE_BIT),
        access_image(w, c.image, c.to_image, COPY,
                     c.to_image ? VK_ACCESS_2_TRANSFER_WRITE_BIT : VK_ACCESS_2_TRANSFER_READ_BIT)};
    VkImageLayout layout = choose_layout(
        w, i, c.to_image ? VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL : VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    random_layout(w, c.image, layout, &a[1]);
    if (!random_need(w, a, 2))
        return false;
    world_log(w,
              "copy %s buffer %d at %u, row %u, height %u, image %d level %u layer %u+%u: %d,%d,%d %ux%ux%u",
              c.to_image ? "from" : "to", c.buffer, (unsigned)r->bufferOffset, r->bufferRowLength,
              r->bufferImageHeight, c.image, b.level, b.layer, b.layers, b.offset.x, b.offset.y, b.offset.z,
              b.extent.width, b.extent.height, b.extent.depth);
    VkBuffer buffer = w->buffers[c.buffer].handle;
    if (c.to_image)
        vkCmdCopyBufferToImage(w->to->cmd, buffer, i->handle, layout, 1, r);
    else
        vkCmdCopyImageToBuffer(w->to->cmd, i->handle, layout, buffer, 1, r);
    world_act(w, act_buffer_image, &c, sizeof(c));
    random_after(w, 2);
    return true;
}

struct image_image {
    int from, to;
    unsigned planes;
    struct box src, dst;
};

static void act_copy_image(struct world *w, const void *arg)
{
    const struct image_image *c = arg;
    const struct image *s = &w->images[c->from], *d = &w->images[c->to];
    for (unsigned k = 0; k < c->planes; k++) {
        const struct plane *p = &s->plane[k], *q = &d->plane[k];
        uint32_t n = c->src.extent.depth * c->src.layers;
        for (uint32_t z = 0; z < n; z++)
            for (uint32_t y = 0; y < blocks(c->src.extent.height, p->height); y++)
                memcpy(world_block(w, d, k, c->dst.level, z + (uint32_t)c->dst.offset.z + c->dst.layer,
                                   (uint32_t)c->dst.offset.x / q->width,
                                   y + (uint32_t)c->dst.offset.y / q->height),
                       world_block(w, s, k, c->src.level, z + (uint32_t)c->src.offset.z + c->src.layer,
                                   (uint32_t)c->src.offset.x / p->width,
                                   y + (uint32_t)c->src.offset.y / p->height),
                       (size_t)blocks(c->src.extent.width, p->width) * p->bytes);
    }
}

// One axis of a region that fits into both, in blocks; where an end lies within a block, both must end there.
static bool fit(struct world *w, uint32_t src, uint32_t sb, uint32_t dst, uint32_t db, int32_t *so,
                int32_t *to, uint32_t *extent)
{
    uint32_t n = blocks(src, sb), m = blocks(dst, db), x = rnd(w, n), y = rnd(w, m);
    uint32_t most = n - x < m - y ? n - x : m - y, count = 1 + rnd(w, most);
    *so = (int32_t)(x * sb);
    *to = (int32_t)(y * db);
    *extent = x + count == n ? src - x * sb : count * sb;
    bool partial = *extent % sb != 0, partial_dst = y + count == m && dst % db != 0;
    // Of blocks that both images cut off, at the same place, or that neither does.
    if (partial || partial_dst)
        return sb == db && y + count == m && x + count == n && src - x * sb == dst - y * db;
    return true;
}

bool op_copy_image(struct world *w)
{
    if (!w->image_count)
        return false;
    struct image_image c = {
        .from = (int)rnd(w, w->image_count), .to = (int)rnd(w, w->image_count), .planes = 1};
    const struct image *s = &w->images[c.from], *d = &w->images[c.to];
    const struct random_format *f = s->format, *g = d->format;
    if (!s->defined || !d->defined || c.from == c.to || f->bytes != g->bytes ||
        ((f->kind >= DEPTH || g->kind >= DEPTH) && f != g) ||
        (f->width > 1 && g->width > 1 && (f->width != g->width || f->height != g->height)))
        return false;
    if ((s->type == VK_IMAGE_TYPE_1D) != (d->type == VK_IMAGE_TYPE_1D))
        return false;
    if (f->kind == BOTH)
        c.planes = 2;
    c.src.level = rnd(w, s->levels);
    c.dst.level = rnd(w, d->levels);
    VkExtent3D e = world_extent(s, c.src.level), h = world_extent(d, c.dst.level);
    uint32_t from = s->type == VK_IMAGE_TYPE_3D ? e.depth : s->layers, count;
    uint32_t to = d->type == VK_IMAGE_TYPE_3D ? h.depth : d->layers;
    int32_t z, t;
    if (!fit(w, e.width, f->width, h.width, g->width, &c.src.offset.x, &c.dst.offset.x,
             &c.src.extent.width) ||
        !fit(w, e.height, f->height, h.height, g->height, &c.src.offset.y, &c.dst.offset.y,
             &c.src.extent.height) ||
        !fit(w, from, 1, to, 1, &z, &t, &count))
        return false;
    c.src.extent.depth = s->type == VK_IMAGE_TYPE_3D || d->type == VK_IMAGE_TYPE_3D ? count : 1;
    c.src.layers = s->type == VK_IMAGE_TYPE_3D ? 1 : count;
    c.dst.layers = d->type == VK_IMAGE_TYPE_3D ? 1 : count;
    *(s->type == VK_IMAGE_TYPE_3D ? &c.src.offset.z : (int32_t *)&c.src.layer) = z;
    *(d->type == VK_IMAGE_TYPE_3D ? &c.dst.offset.z : (int32_t *)&c.dst.layer) = t;
    const VkImageAspectFlags aspects = s->plane[0].aspect | s->plane[1].aspect;
    VkImageCopy r = {{aspects, c.src.level, c.src.layer, c.src.layers},
                     c.src.offset,
                     {aspects, c.dst.level, c.dst.layer, c.dst.layers},
                     c.dst.offset,
                     c.src.extent};
    struct access a[2] = {access_image(w, c.from, false, COPY, VK_ACCESS_2_TRANSFER_READ_BIT),
                          access_image(w, c.to, true, COPY, VK_ACCESS_2_TRANSFER_WRITE_BIT)};
    VkImageLayout in = choose_layout(w, s, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL),
                  out = choose_layout(w, d, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    random_layout(w, c.from, in, &a[0]);
    random_layout(w, c.to, out, &a[1]);
    if (!random_need(w, a, 2))
        return false;
    world_log(w, "copy image %d level %u slice %d at %d,%d to %d level %u slice %d at %d,%d: %ux%ux%u",
              c.from, c.src.level, z, c.src.offset.x, c.src.offset.y, c.to, c.dst.level, t, c.dst.offset.x,
              c.dst.offset.y, r.extent.width, r.extent.height, count);
    vkCmdCopyImage(w->to->cmd, s->handle, in, d->handle, out, 1, &r);
    // (In the model a slice is a slice.)
    c.src.extent.depth = count;
    c.src.layers = 1;
    world_act(w, act_copy_image, &c, sizeof(c));
    random_after(w, 2);
    return true;
}

struct clear {
    int image;
    VkImageSubresourceRange range;
    uint8_t texel[16];
};

static void act_clear(struct world *w, const void *arg)
{
    const struct clear *c = arg;
    const struct image *i = &w->images[c->image];
    for (uint32_t l = c->range.baseMipLevel; l < c->range.baseMipLevel + c->range.levelCount; l++) {
        VkExtent3D e = world_extent(i, l);
        uint32_t first = i->type == VK_IMAGE_TYPE_3D ? 0 : c->range.baseArrayLayer;
        uint32_t n = i->type == VK_IMAGE_TYPE_3D ? e.depth : c->range.layerCount;
        for (uint32_t z = first; z < first + n; z++)
            for (uint32_t y = 0; y < e.height; y++)
                for (uint32_t x = 0; x < e.width; x++)
                    memcpy(world_block(w, i, 0, l, z, x, y), c->texel, i->format->bytes);
    }
}

bool op_clear(struct world *w)
{
    if (!w->image_count)
        return false;
    struct clear c = {.image = (int)rnd(w, w->image_count)};
    struct image *i = &w->images[c.image];
    VkClearColorValue color;
    if (!i->defined || !random_color(&w->rng, i->format, &color, c.texel))
        return false;
    c.range =
        (VkImageSubresourceRange){VK_IMAGE_ASPECT_COLOR_BIT, rnd(w, i->levels), 0, rnd(w, i->layers), 0};
    VkImageSubresourceRange range = {c.range.aspectMask, c.range.baseMipLevel,
                                     1 + rnd(w, i->levels - c.range.baseMipLevel), 0, 1};
    c.range.levelCount = range.levelCount;
    c.range.baseArrayLayer = range.baseArrayLayer = rnd(w, i->layers);
    c.range.layerCount = range.layerCount = 1 + rnd(w, i->layers - range.baseArrayLayer);
    if (chance(w, 20)) {
        range.levelCount = VK_REMAINING_MIP_LEVELS;
        c.range.levelCount = i->levels - range.baseMipLevel;
    }
    if (chance(w, 20)) {
        range.layerCount = VK_REMAINING_ARRAY_LAYERS;
        c.range.layerCount = i->layers - range.baseArrayLayer;
    }
    struct access a =
        access_image(w, c.image, true, VK_PIPELINE_STAGE_2_CLEAR_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT);
    VkImageLayout layout = choose_layout(w, i, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    random_layout(w, c.image, layout, &a);
    if (!random_need(w, &a, 1))
        return false;
    world_log(w, "clear image %d, level %u+%u, layer %u+%u", c.image, range.baseMipLevel, c.range.levelCount,
              range.baseArrayLayer, c.range.layerCount);
    vkCmdClearColorImage(w->to->cmd, i->handle, layout, &color, 1, &range);
    world_act(w, act_clear, &c, sizeof(c));
    random_after(w, 1);
    return true;
}

// Timestamps, whose values nobody knows: outside of the model.
bool op_query(struct world *w)
{
    uint32_t n = rnd(w, 7);
    vkCmdResetQueryPool(w->to->cmd, w->queries, n, 2);
    vkCmdWriteTimestamp(w->to->cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, w->queries, n);
    if (chance(w, 50))
        vkCmdWriteTimestamp2(w->to->cmd, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, w->queries, n + 1);
    world_log(w, "query %u", n);
    return true;
}
