// VkImageView and VkBufferView: surface states, packed when the view is made.
#include "entrypoints.h"
#include "vk/memory/buffer.h"
#include "vk/object/device.h"
#include "vk/image/image.h"

static uint8_t swizzle(VkComponentSwizzle s, unsigned component, const uint8_t format[4])
{
    static const uint8_t fixed[] = {
        [VK_COMPONENT_SWIZZLE_ZERO] = LAUNCH_CHANNEL_ZERO, [VK_COMPONENT_SWIZZLE_ONE] = LAUNCH_CHANNEL_ONE};
    if (s == VK_COMPONENT_SWIZZLE_ZERO || s == VK_COMPONENT_SWIZZLE_ONE)
        return fixed[s];
    return format[s == VK_COMPONENT_SWIZZLE_IDENTITY ? component : (unsigned)s - VK_COMPONENT_SWIZZLE_R];
}

// Has a surface of one level and layer begin at an element of the image: whole tiles by the address, what is
// left in elements, which are fours (the layout's alignment).
static void begin_at(struct kiln_image *part, struct kiln_surface_info *info, uint32_t x, uint64_t row)
{
    const struct kiln_image_layout *l = &part->layout;
    const uint32_t bytes = part->format->bytes, columns = KILN_TILE_WIDTH / bytes;
    if (l->tiled) {
        part->address +=
            (row / KILN_TILE_HEIGHT * l->pitch + x / columns * KILN_TILE_WIDTH) * KILN_TILE_HEIGHT;
        info->x_offset = x % columns;
        info->y_offset = row % KILN_TILE_HEIGHT;
    } else {
        part->address += row * l->pitch + (uint64_t)x * bytes;
    }
    part->levels = 1;
    info->level = info->layer = 0;
    info->levels = 1;
}

// An uncompressed view of a compressed image: one level and layer, whose texels are the blocks.
static struct kiln_image block_texels(const struct kiln_image *image, const struct kiln_format *format,
                                      struct kiln_surface_info *info)
{
    struct kiln_image part = *image;
    const struct kiln_image_layout *l = &image->layout;
    const struct kiln_format *f = image->format;
    part.format = format;
    part.extent.width = (kiln_minify(image->extent.width, info->level) + f->width - 1) / f->width;
    part.extent.height = (kiln_minify(image->extent.height, info->level) + f->height - 1) / f->height;
    part.extent.depth = kiln_minify(image->extent.depth, info->level);
    begin_at(&part, info, l->level[info->level].x,
             (uint64_t)l->qpitch * info->layer + l->level[info->level].y);
    return part;
}

// A slice of a 3D image of Gen8, where those of a level lie side by side and one below the other.
static struct kiln_image slice_of(const struct kiln_image *image, struct kiln_surface_info *info)
{
    struct kiln_image part = *image;
    const struct kiln_image_layout *l = &image->layout;
    const uint32_t level = info->level;
    const struct kiln_slice_place place = kiln_slice_by_level(l, level, info->layer);
    part.type = VK_IMAGE_TYPE_2D;
    part.extent =
        (VkExtent3D){kiln_minify(image->extent.width, level), kiln_minify(image->extent.height, level), 1};
    part.layout.by_level = false;
    part.layout.level[0].x = part.layout.level[0].y = 0;
    begin_at(&part, info, l->level[level].x + place.x, (uint64_t)l->level[level].y + place.y);
    return part;
}

// Some slices of a level of a 3D image, for storage: an array of them, as they lie.
static void take_slices(const VkImageViewCreateInfo *info, struct kiln_surface_info *s)
{
    const VkImageViewSlicedCreateInfoEXT *sliced =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_IMAGE_VIEW_SLICED_CREATE_INFO_EXT);
    if (!sliced || info->viewType != VK_IMAGE_VIEW_TYPE_3D)
        return;
    s->type = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    s->layer = sliced->sliceOffset;
    s->layers = sliced->sliceCount == VK_REMAINING_3D_SLICES_EXT ? s->layers - s->layer : sliced->sliceCount;
}

// What the conversion from Y'CbCr samples.
static void pack_planes(struct kiln_image_view *view, struct kiln_surface_info *s,
                        const struct kiln_planar *p)
{
    for (uint32_t n = 0; n < kiln_planar_views(p); n++) {
        const struct kiln_plane_view *v = &p->views[n];
        struct kiln_image part = view->image[v->plane];
        part.extent.width /= v->columns;
        s->image = &part;
        s->format = v->surface;
        memcpy(s->swizzle, v->swizzle, sizeof(s->swizzle));
        kiln_surface_image(n ? view->chroma[n - 1] : view->states.sampled, s);
    }
}

_Static_assert(KILN_STATE_TEXEL_MAP + offsetof(struct kiln_texel_map, beside) == LAUNCH_SURFACE_SIZE,
               "the end of a surface state");

// Where the texels of a view for storage are.
static struct kiln_texel_map map_texels(const struct kiln_surface_info *s)
{
    const struct kiln_image *image = s->image;
    const struct kiln_image_layout *l = &image->layout;
    uint32_t height = kiln_minify(image->extent.height, s->level), layers = s->layers;
    struct kiln_texel_map m = {
        .address = image->address,
        .pitch = l->pitch,
        .slice = l->qpitch,
        .x = (l->level[s->level].x + s->x_offset) * image->format->bytes,
        .y = l->level[s->level].y + s->layer * l->qpitch + s->y_offset,
        .width = kiln_minify(image->extent.width, s->level),
    };
    if (image->type == VK_IMAGE_TYPE_1D) { // each layer is a row, and not tiled
        height = layers;
        layers = 1;
        m.y = s->layer;
        if (!l->in_a_row) { // is one, among those of other levels
            m.x += l->level[s->level].y * l->pitch;
            m.pitch *= l->qpitch;
        }
    } else if (l->by_level) {
        m.slice = l->level[s->level].height;
        m.beside = s->level;
        m.step = l->level[s->level].width * image->format->bytes;
    }
    m.height = height | layers << 16;
    m.y |= (l->tiled ? KILN_TEXELS_TILED : 0) | (l->swizzled ? KILN_TEXELS_SWIZZLED : 0);
    return m;
}

// Puts a map where the kernel finds it: into memory of the view's, which the raw surface shows.
static VkResult publish(struct launch_device *d, const struct kiln_texel_map *map,
                        struct launch_state *memory, uint32_t *raw)
{
    enum launch_result result = launch_state_alloc(&d->dynamic_pool, LAUNCH_SURFACE_SIZE, 64, memory);
    if (result)
        return kiln_result(result);
    memset(memory->map, 0, LAUNCH_SURFACE_SIZE);
    memcpy(memory->map, map, sizeof(*map));
    launch_surface_buffer(d, raw, memory->address, LAUNCH_SURFACE_SIZE);
    return VK_SUCCESS;
}

// Into the state of the surface.
static void put_texel_map(struct kiln_view_states *states, const struct kiln_texel_map *map)
{
    memcpy(states->raw, states->storage, sizeof(states->raw));
    memcpy((uint8_t *)states->raw + KILN_STATE_TEXEL_MAP, map, offsetof(struct kiln_texel_map, beside));
}

static VkResult pack(struct kiln_device *device, struct kiln_image_view *view,
                     const VkImageViewCreateInfo *info, const struct kiln_format *f)
{
    const VkImageSubresourceRange *r = &info->subresourceRange;
    const struct kiln_image *image = kiln_image_plane(view->image, r->aspectMask);
    if (view->image->stencil)
        f = image->format;
    const VkImageViewMinLodCreateInfoEXT *min_lod =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_IMAGE_VIEW_MIN_LOD_CREATE_INFO_EXT);
    struct kiln_surface_info s = {
        .image = image,
        .format = f->surface,
        .type = info->viewType,
        .level = r->baseMipLevel,
        .levels = kiln_image_level_count(image, r),
        .layer = r->baseArrayLayer,
        .layers = kiln_image_layer_count(image, r),
        .swizzle = {swizzle(info->components.r, 0, f->swizzle), swizzle(info->components.g, 1, f->swizzle),
                    swizzle(info->components.b, 2, f->swizzle), swizzle(info->components.a, 3, f->swizzle)},
        .min_lod = min_lod ? min_lod->minLod : 0,
    };
    struct kiln_image part;
    if (f->planar) {
        pack_planes(view, &s, f->planar);
        return VK_SUCCESS;
    }
    if (image->type == VK_IMAGE_TYPE_3D && info->viewType == VK_IMAGE_VIEW_TYPE_3D)
        s.layers = kiln_minify(image->extent.depth, s.level);
    if (kiln_format_compressed(image->format) && !kiln_format_compressed(f)) {
        part = block_texels(image, f, &s);
        s.image = &part;
    } else if (image->layout.by_level && info->viewType == VK_IMAGE_VIEW_TYPE_2D) {
        part = slice_of(image, &s);
        s.image = &part;
    }
    if (f->caps & KILN_FORMAT_SAMPLE)
        kiln_surface_image(view->states.sampled, &s);
    if (!(f->caps & KILN_FORMAT_WRITE))
        return VK_SUCCESS;
    // Typed messages take no swizzle, and see one level.
    static const uint8_t identity[4] = {LAUNCH_CHANNEL_RED, LAUNCH_CHANNEL_GREEN, LAUNCH_CHANNEL_BLUE,
                                        LAUNCH_CHANNEL_ALPHA};
    memcpy(s.swizzle, identity, sizeof(identity));
    s.storage = true;
    s.levels = 1;
    s.min_lod = 0;
    take_slices(info, &s);
    kiln_surface_image(view->states.storage, &s);
    const struct kiln_texel_map map = map_texels(&s);
    if (kiln_format_by_address(image->device, f))
        return image->usage & VK_IMAGE_USAGE_STORAGE_BIT
                   ? publish(&device->launch, &map, &view->map, view->states.raw)
                   : VK_SUCCESS;
    if (kiln_format_wide(f)) {
        put_texel_map(&view->states, &map);
        return VK_SUCCESS;
    }
    s.format = kiln_format_lowered(image->device, f);
    for (unsigned n = 0; n < 4; n++)
        s.swizzle[n] = kiln_format_raw_kind(f) >> n & 1 ? LAUNCH_CHANNEL_ONE : LAUNCH_CHANNEL_ZERO;
    kiln_surface_image(view->states.raw, &s);
    return VK_SUCCESS;
}

VkResult kiln_image_view_init(struct kiln_device *device, struct kiln_image_view *view,
                              const VkImageViewCreateInfo *info)
{
    const struct kiln_format *f = kiln_format_get(info->format);
    if (!f)
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "a view of format %d", info->format);
    view->image = (struct kiln_image *)(uintptr_t)info->image;
    launch_surface_null(&device->launch, view->states.sampled);
    launch_surface_null(&device->launch, view->states.storage);
    launch_surface_null(&device->launch, view->states.raw);
    return pack(device, view, info, f);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateImageView(VkDevice handle, const VkImageViewCreateInfo *info,
                                                    const VkAllocationCallbacks *alloc, VkImageView *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    *out = VK_NULL_HANDLE;
    struct kiln_image_view *view =
        kiln_zalloc(&device->alloc, alloc, sizeof(*view), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!view)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    VkResult result = kiln_image_view_init(device, view, info);
    if (result)
        kiln_free(&device->alloc, alloc, view);
    else
        *out = KILN_TO_HANDLE(VkImageView, view);
    return result;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyImageView(VkDevice handle, VkImageView view_handle,
                                                 const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_image_view, view, view_handle);
    if (view)
        launch_state_free(&device->launch.dynamic_pool, &view->map);
    kiln_free(&device->alloc, alloc, view);
}

static struct kiln_texel_map map_buffer(uint64_t address, uint64_t count)
{
    return (struct kiln_texel_map){
        .address = address, .width = (uint32_t)KILN_MIN(count, UINT64_C(1) << 27), .height = 1 | 1 << 16};
}

void kiln_texel_states(const struct launch_device *d, struct kiln_view_states *states,
                       const struct kiln_format *f, uint64_t address, uint64_t bytes)
{
    uint8_t raw[4];
    launch_surface_null(d, states->sampled);
    launch_surface_null(d, states->storage);
    launch_surface_null(d, states->raw);
    if (!f)
        return;
    uint64_t count = bytes / f->bytes;
    for (unsigned n = 0; n < 4; n++)
        raw[n] = kiln_format_raw_kind(f) >> n & 1 ? LAUNCH_CHANNEL_ONE : LAUNCH_CHANNEL_ZERO;
    launch_surface_texels(d, states->sampled, f->surface, f->bytes, address, count, f->swizzle);
    if (f->caps & KILN_FORMAT_WRITE) {
        launch_surface_texels(d, states->storage, f->surface, f->bytes, address, count, f->swizzle);
        if (kiln_format_wide(f)) {
            const struct kiln_texel_map map = map_buffer(address, count);
            put_texel_map(states, &map);
            return;
        }
        launch_surface_texels(d, states->raw, kiln_format_lowered(d, f), f->bytes, address, count, raw);
    }
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateBufferView(VkDevice handle, const VkBufferViewCreateInfo *info,
                                                     const VkAllocationCallbacks *alloc, VkBufferView *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_buffer, buffer, info->buffer);
    const struct kiln_format *f = kiln_format_get(info->format);
    *out = VK_NULL_HANDLE;
    if (!f || !kiln_format_buffer_features(f))
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "a buffer view of format %d", info->format);
    struct kiln_buffer_view *view =
        kiln_zalloc(&device->alloc, alloc, sizeof(*view), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!view)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    const uint64_t address = buffer->address + info->offset,
                   bytes = kiln_buffer_range(buffer, info->offset, info->range);
    kiln_texel_states(&device->launch, &view->states, f, address, bytes);
    if ((f->caps & KILN_FORMAT_WRITE) && kiln_format_by_address(&device->launch, f)) {
        const struct kiln_texel_map map = map_buffer(address, bytes / f->bytes);
        VkResult result = publish(&device->launch, &map, &view->map, view->states.raw);
        if (result) {
            kiln_free(&device->alloc, alloc, view);
            return result;
        }
    }
    *out = KILN_TO_HANDLE(VkBufferView, view);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyBufferView(VkDevice handle, VkBufferView view_handle,
                                                  const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_buffer_view, view, view_handle);
    if (view)
        launch_state_free(&device->launch.dynamic_pool, &view->map);
    kiln_free(&device->alloc, alloc, view);
}
