// See surface.h.
#include "vk/image/surface.h"

#include "vk/object/device.h"
#include "vk/image/image.h"

void kiln_surface_null(uint32_t *dw)
{
    struct gen_RENDER_SURFACE_STATE s = {
        .surface_type = GEN_SURFTYPE_NULL,
        .surface_format = GEN_FORMAT_RAW,
        .surface_horizontal_alignment = GEN_HALIGN_4,
        .surface_vertical_alignment = GEN_VALIGN_4,
        // "All tiled" is what the PRM wants of a null surface.
        .tile_mode = GEN_TILE_MODE_YMAJOR,
        .mocs = KILN_MOCS_WB,
    };
    gen_RENDER_SURFACE_STATE_pack(dw, &s);
}

// last: the entries minus one, in three fields of 7, 14 and 11 bits.
static void pack_buffer(uint32_t *dw, uint32_t format, uint32_t bytes, uint64_t address, uint32_t last,
                        const uint8_t swizzle[4])
{
    struct gen_RENDER_SURFACE_STATE s = {
        .surface_type = GEN_SURFTYPE_BUFFER,
        .surface_format = format,
        .surface_horizontal_alignment = GEN_HALIGN_4,
        .surface_vertical_alignment = GEN_VALIGN_4,
        .mocs = KILN_MOCS_WB,
        .width = last & 0x7f,
        .height = (last >> 7) & 0x3fff,
        .depth = last >> 21,
        .surface_pitch = bytes - 1,
        .shader_channel_select_red = swizzle[0],
        .shader_channel_select_green = swizzle[1],
        .shader_channel_select_blue = swizzle[2],
        .shader_channel_select_alpha = swizzle[3],
        .surface_base_address = address,
        // Without such a surface it is only read by kernels (KILN_STATE_SIZE).
        .auxiliary_surface_base_address = (last + UINT64_C(1)) << 32,
    };
    gen_RENDER_SURFACE_STATE_pack(dw, &s);
}

void kiln_surface_buffer(uint32_t *dw, uint64_t address, uint64_t size)
{
    static const uint8_t rgba[4] = {GEN_SCS_RED, GEN_SCS_GREEN, GEN_SCS_BLUE, GEN_SCS_ALPHA};
    if (!size) {
        kiln_surface_null(dw);
        return;
    }
    // A RAW buffer is whole dwords. The padding is added once more: the kernel computes the size from it.
    uint64_t whole = (size + 3) & ~UINT64_C(3);
    pack_buffer(dw, GEN_FORMAT_RAW, 1, address, (uint32_t)(whole + (whole - size) - 1), rgba);
}

void kiln_surface_texels(uint32_t *dw, uint16_t format, uint32_t bytes, uint64_t address, uint64_t count,
                         const uint8_t swizzle[4])
{
    if (!count) {
        kiln_surface_null(dw);
        return;
    }
    pack_buffer(dw, format, bytes, address, (uint32_t)(KILN_MIN(count, UINT64_C(1) << 27) - 1), swizzle);
}

static uint32_t surface_type(const struct kiln_surface_info *i)
{
    switch (i->type) {
    case VK_IMAGE_VIEW_TYPE_CUBE:
    case VK_IMAGE_VIEW_TYPE_CUBE_ARRAY:
        return i->storage ? GEN_SURFTYPE_2D : GEN_SURFTYPE_CUBE;
    case VK_IMAGE_VIEW_TYPE_2D: // also of a 3D image, whose slices lie like layers
    case VK_IMAGE_VIEW_TYPE_2D_ARRAY:
        return GEN_SURFTYPE_2D;
    default:
        return i->image->type == VK_IMAGE_TYPE_1D   ? GEN_SURFTYPE_1D
               : i->image->type == VK_IMAGE_TYPE_2D ? GEN_SURFTYPE_2D
                                                    : GEN_SURFTYPE_3D;
    }
}

// PRM KBL vol2d RENDER_SURFACE_STATE; Mesa isl_surface_state.c. Depth counts layers from Minimum Array
// Element on (cubes of a cube map; all slices of a 3D image's level 0).
void kiln_surface_image(uint32_t *dw, const struct kiln_surface_info *i)
{
    const struct kiln_image *image = i->image;
    const struct kiln_image_layout *l = &image->layout;
    uint32_t type = surface_type(i);
    uint32_t depth = type == GEN_SURFTYPE_3D     ? image->extent.depth
                     : type == GEN_SURFTYPE_CUBE ? i->layers / 6
                                                 : i->layers;
    struct gen_RENDER_SURFACE_STATE s = {
        .surface_type = type,
        .surface_format = i->format,
        .surface_array = type != GEN_SURFTYPE_3D && !i->y_offset,
        .surface_horizontal_alignment = l->halign == 16 ? GEN_HALIGN_16 : GEN_HALIGN_4,
        .surface_vertical_alignment = l->valign == 16 ? GEN_VALIGN_16 : GEN_VALIGN_4,
        .y_offset = i->y_offset / 4,
        .tile_mode = l->tiled ? GEN_TILE_MODE_YMAJOR : GEN_TILE_MODE_LINEAR,
        .cube_face_enable_positive_x = true,
        .cube_face_enable_negative_x = true,
        .cube_face_enable_positive_y = true,
        .cube_face_enable_negative_y = true,
        .cube_face_enable_positive_z = true,
        .cube_face_enable_negative_z = true,
        .mocs = image->shared ? KILN_MOCS_PTE : KILN_MOCS_WB,
        .surface_qpitch = l->qpitch >> 2,
        .width = image->extent.width - 1,
        .height = image->extent.height - 1,
        .depth = depth ? depth - 1 : 0,
        .surface_pitch = type == GEN_SURFTYPE_1D ? 0 : l->pitch - 1,
        .minimum_array_element = i->layer,
        .number_of_multisamples = (uint32_t)__builtin_ctz(image->samples), // GEN_MULTISAMPLECOUNT_*
        .multisampled_surface_storage_format = GEN_MSFMT_MSS,
        .render_target_view_extent = i->storage ? i->layers - 1 : 0,
        .surface_min_lod = i->level,
        .mip_count_lod = i->levels - 1,
        .mip_tail_start_lod = 15,
        .resource_min_lod = i->min_lod,
        .shader_channel_select_red = i->swizzle[0],
        .shader_channel_select_green = i->swizzle[1],
        .shader_channel_select_blue = i->swizzle[2],
        .shader_channel_select_alpha = i->swizzle[3],
        .surface_base_address = image->address,
    };
    gen_RENDER_SURFACE_STATE_pack(dw, &s);
}
