// Images as surfaces: see image.h.
#include "vk/image/image.h"

static enum launch_shape shape(const struct kiln_surface_info *i)
{
    switch (i->type) {
    case VK_IMAGE_VIEW_TYPE_CUBE:
    case VK_IMAGE_VIEW_TYPE_CUBE_ARRAY:
        return i->storage ? LAUNCH_2D : LAUNCH_CUBE;
    case VK_IMAGE_VIEW_TYPE_2D: // also of a 3D image, whose slices lie like layers
    case VK_IMAGE_VIEW_TYPE_2D_ARRAY:
        return LAUNCH_2D;
    default:
        return i->image->type == VK_IMAGE_TYPE_1D   ? LAUNCH_1D
               : i->image->type == VK_IMAGE_TYPE_2D ? LAUNCH_2D
                                                    : LAUNCH_3D;
    }
}

void kiln_surface_image(uint32_t *dw, const struct kiln_surface_info *i)
{
    const struct kiln_image *image = i->image;
    const struct kiln_image_layout *l = &image->layout;
    const struct launch_image surface = {
        .shape = shape(i),
        .format = i->format,
        .storage = i->storage,
        .tiled = l->tiled,
        .tile64 = l->tile64,
        .shared = image->shared,
        .width = image->extent.width,
        .height = image->extent.height,
        .depth = image->extent.depth,
        .level = i->level,
        .levels = i->levels,
        .layer = i->layer,
        .layers = i->layers,
        .pitch = l->pitch,
        .qpitch = l->qpitch,
        .halign = l->halign,
        .valign = l->valign,
        .block_width = image->format->width,
        .block_height = image->format->height,
        .x_offset = i->x_offset,
        .y_offset = i->y_offset,
        .samples = image->samples,
        .swizzle = {i->swizzle[0], i->swizzle[1], i->swizzle[2], i->swizzle[3]},
        .min_lod = i->min_lod,
        .address = image->address,
    };
    launch_surface_image(image->device, dw, &surface);
}
