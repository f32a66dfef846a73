// RENDER_SURFACE_STATE: see launch/stream/surface.h. PRM KBL vol2d "RENDER_SURFACE_STATE"; Mesa
// isl_surface_state.c.
#include "launch/stream/surface.h"

#include "launch/mi/packets.h"
#include "util/math.h"

static const uint16_t formats[] = {
#define FORMAT(name) [LAUNCH_FORMAT_##name] = GEN_FORMAT_##name,
#include "launch/stream/formats.def"
};

static const uint8_t channels[] = {
    [LAUNCH_CHANNEL_ZERO] = GEN_SCS_ZERO, [LAUNCH_CHANNEL_ONE] = GEN_SCS_ONE,
    [LAUNCH_CHANNEL_RED] = GEN_SCS_RED,   [LAUNCH_CHANNEL_GREEN] = GEN_SCS_GREEN,
    [LAUNCH_CHANNEL_BLUE] = GEN_SCS_BLUE, [LAUNCH_CHANNEL_ALPHA] = GEN_SCS_ALPHA,
};

_Static_assert(gen_RENDER_SURFACE_STATE_LENGTH * 4 == LAUNCH_SURFACE_SIZE, "a state");
_Static_assert((int)GEN_TILE_MODE_YMAJOR == (int)GEN_TILE_MODE_GEN125_TILE4, "Tile4 where Y was");

// Gen12.5 counts alignment in bytes, from 16 on, and says what the load-store units cache: as ANV does it.
// Source: Mesa 25.0.7 isl_surface_state.c (halign 128, L1CC_WB).
static void to_compute(const struct launch_device *d, uint32_t *dw)
{
    enum { HALIGN_128 = 3, L1_WRITE_BACK = 2 };
    GEN_PATCH(dw, RENDER_SURFACE_STATE_GEN125, surface_horizontal_alignment, HALIGN_128);
    GEN_PATCH(dw, RENDER_SURFACE_STATE_GEN125, l1_cache_control, L1_WRITE_BACK);
}

void launch_surface_scratch(const struct launch_device *d, uint32_t *dw, uint64_t address, uint64_t bytes,
                            uint32_t bytes_per_thread)
{
    const uint32_t last = (uint32_t)(bytes / bytes_per_thread - 1);
    const struct gen_RENDER_SURFACE_STATE_GEN125 s = {
        .surface_type = GEN_SURFTYPE_SCRATCH,
        .surface_format = GEN_FORMAT_RAW,
        .surface_vertical_alignment = GEN_VALIGN_4,
        .mocs = d->info->devinfo->mocs,
        .width = last & 0x7f,
        .height = (last >> 7) & 0x3fff,
        .depth = last >> 21,
        .surface_pitch = bytes_per_thread - 1,
        .shader_channel_select_red = GEN_SCS_RED,
        .shader_channel_select_green = GEN_SCS_GREEN,
        .shader_channel_select_blue = GEN_SCS_BLUE,
        .shader_channel_select_alpha = GEN_SCS_ALPHA,
        .surface_base_address = address,
    };
    gen_RENDER_SURFACE_STATE_GEN125_pack(dw, &s);
    to_compute(d, dw);
}

// Before Gen8 a state has eight dwords, and says otherwise how the surface is tiled and aligned: by whether
// it is, and by rows, and in steps of 2 by 2 (Mesa 22.3.6 genxml gen75.xml). What follows is for kernels.
static void to_own(const struct launch_device *d, uint32_t *dw)
{
    if (__builtin_expect(d->has_table_pool, 0))
        to_compute(d, dw);
    if (!d->narrow)
        return;
    const struct gen_desc *gen9 = &gen_cmd_table[GEN_CMD_RENDER_SURFACE_STATE];
    const uint64_t tiling = gen_named_get(gen9, "tile_mode", dw, LAUNCH_SURFACE_SIZE / 4);
    uint32_t own[LAUNCH_SURFACE_SIZE / 4 + GEN_OWN_MAX];
    memcpy(own, dw, LAUNCH_SURFACE_SIZE);
    memset(dw, 0, gen_RENDER_SURFACE_STATE_GEN75_LENGTH * 4);
    mi_own(d, GEN_CMD_RENDER_SURFACE_STATE, own);
    GEN_PATCH(own, RENDER_SURFACE_STATE_GEN75, tiled_surface, tiling != GEN_TILE_MODE_LINEAR);
    GEN_PATCH(own, RENDER_SURFACE_STATE_GEN75, tile_walk, tiling == GEN_TILE_MODE_YMAJOR);
    GEN_PATCH(own, RENDER_SURFACE_STATE_GEN75, surface_horizontal_alignment, 0); // 4
    GEN_PATCH(own, RENDER_SURFACE_STATE_GEN75, surface_vertical_alignment, 1);   // 4
    memcpy(dw, own, gen_RENDER_SURFACE_STATE_GEN75_LENGTH * 4);
}

void launch_surface_null(const struct launch_device *d, uint32_t *dw)
{
    enum { NULL_MOCS = 4 }; // of no memory: the same on every chip

    struct gen_RENDER_SURFACE_STATE s = {
        .surface_type = GEN_SURFTYPE_NULL,
        .surface_format = GEN_FORMAT_RAW,
        .surface_horizontal_alignment = GEN_HALIGN_4,
        .surface_vertical_alignment = GEN_VALIGN_4,
        // "All tiled" is what the PRM wants of a null surface.
        .tile_mode = GEN_TILE_MODE_YMAJOR,
        .mocs = NULL_MOCS,
    };
    gen_RENDER_SURFACE_STATE_pack(dw, &s);
    to_own(d, dw);
}

// The entries minus one have three fields of 7, 14 and 11 bits: of a larger buffer the surface has the start.
static inline void pack_buffer(const struct launch_device *d, uint32_t *dw, uint32_t format, uint32_t bytes,
                               uint64_t address, uint64_t entries, const uint8_t swizzle[4])
{
    uint32_t last = (uint32_t)((entries >> 32 ? LAUNCH_MAX_BUFFER_RANGE : entries) - 1);
    struct gen_RENDER_SURFACE_STATE s = {
        .surface_type = GEN_SURFTYPE_BUFFER,
        .surface_format = format,
        .surface_horizontal_alignment = GEN_HALIGN_4,
        .surface_vertical_alignment = GEN_VALIGN_4,
        .mocs = d->info->devinfo->mocs,
        .width = last & 0x7f,
        .height = (last >> 7) & 0x3fff,
        .depth = last >> 21,
        .surface_pitch = bytes - 1,
        .shader_channel_select_red = channels[swizzle[0]],
        .shader_channel_select_green = channels[swizzle[1]],
        .shader_channel_select_blue = channels[swizzle[2]],
        .shader_channel_select_alpha = channels[swizzle[3]],
        .surface_base_address = address,
        // Without such a surface it is only read by kernels (KILN_STATE_SIZE).
        .auxiliary_surface_base_address = entries << 32 | entries >> 32 << LAUNCH_STATE_MORE_BIT,
    };
    gen_RENDER_SURFACE_STATE_pack(dw, &s);
    to_own(d, dw);
}

void launch_surface_buffer(const struct launch_device *d, uint32_t *dw, uint64_t address, uint64_t size)
{
    static const uint8_t rgba[4] = {LAUNCH_CHANNEL_RED, LAUNCH_CHANNEL_GREEN, LAUNCH_CHANNEL_BLUE,
                                    LAUNCH_CHANNEL_ALPHA};
    if (!size) {
        launch_surface_null(d, dw);
        return;
    }
    // A RAW buffer is whole dwords. The padding is added once more: the kernel computes the size from it.
    uint64_t whole = (size + 3) & ~UINT64_C(3);
    pack_buffer(d, dw, GEN_FORMAT_RAW, 1, address, whole + (whole - size), rgba);
}

bool launch_surface_is_buffer(const struct launch_device *d, const uint32_t *dw)
{
    struct gen_RENDER_SURFACE_STATE s;
    if (d->narrow) {
        struct gen_RENDER_SURFACE_STATE_GEN75 own;
        gen_RENDER_SURFACE_STATE_GEN75_unpack(dw, &own);
        return own.surface_type == GEN_SURFTYPE_BUFFER && own.surface_format == GEN_FORMAT_RAW;
    }
    gen_RENDER_SURFACE_STATE_unpack(dw, &s);
    return s.surface_type == GEN_SURFTYPE_BUFFER && s.surface_format == GEN_FORMAT_RAW;
}

void launch_surface_memory(const struct launch_device *d, uint32_t *dw, const uint32_t *of)
{
    const uint64_t largest = UINT64_C(1) << kiln_target_raw_buffer_log2(kiln_target_of(d->info->devinfo));
    struct gen_RENDER_SURFACE_STATE_GEN75 s;
    gen_RENDER_SURFACE_STATE_GEN75_unpack(of, &s);
    if (!d->narrow || s.surface_type == GEN_SURFTYPE_NULL)
        launch_surface_null(d, dw);
    else
        launch_surface_buffer(d, dw, s.surface_base_address,
                              KILN_MIN(d->info->gtt_size - s.surface_base_address, largest));
}

void launch_surface_texels(const struct launch_device *d, uint32_t *dw, enum launch_format format,
                           uint32_t bytes, uint64_t address, uint64_t count, const uint8_t swizzle[4])
{
    if (!count) {
        launch_surface_null(d, dw);
        return;
    }
    pack_buffer(d, dw, formats[format], bytes, address, KILN_MIN(count, UINT64_C(1) << 27), swizzle);
}

// Depth counts layers from Minimum Array Element on (cubes of a cube map; all slices of a 3D image's level
// 0).
void launch_surface_image(const struct launch_device *d, uint32_t *dw, const struct launch_image *i)
{
    static const uint8_t types[] = {[LAUNCH_1D] = GEN_SURFTYPE_1D,
                                    [LAUNCH_2D] = GEN_SURFTYPE_2D,
                                    [LAUNCH_3D] = GEN_SURFTYPE_3D,
                                    [LAUNCH_CUBE] = GEN_SURFTYPE_CUBE};
    uint32_t depth = i->shape == LAUNCH_3D ? i->depth : i->shape == LAUNCH_CUBE ? i->layers / 6 : i->layers;
    bool in_texels = kiln_target_surfaces_in_texels(kiln_target_of(d->info->devinfo));
    uint32_t halign = i->halign * (in_texels ? i->block_width : 1),
             valign = i->valign * (in_texels ? i->block_height : 1);
    struct gen_RENDER_SURFACE_STATE s = {
        .surface_type = types[i->shape],
        .surface_format = formats[i->format],
        .surface_array = i->shape != LAUNCH_3D && !i->x_offset && !i->y_offset,
        .surface_horizontal_alignment = halign == 16 ? GEN_HALIGN_16 : GEN_HALIGN_4,
        .surface_vertical_alignment = valign == 16 ? GEN_VALIGN_16 : GEN_VALIGN_4,
        .x_offset = i->x_offset / 4,
        .y_offset = i->y_offset / 4,
        .tile_mode = (uint32_t)(i->tile64  ? (int)GEN_TILE_MODE_GEN125_TILE64
                                : i->tiled ? (int)GEN_TILE_MODE_YMAJOR
                                           : (int)GEN_TILE_MODE_LINEAR),
        .cube_face_enable_positive_x = true,
        .cube_face_enable_negative_x = true,
        .cube_face_enable_positive_y = true,
        .cube_face_enable_negative_y = true,
        .cube_face_enable_positive_z = true,
        .cube_face_enable_negative_z = true,
        .mocs = i->shared ? d->info->devinfo->mocs_shared : d->info->devinfo->mocs,
        .surface_qpitch = (i->qpitch * (in_texels ? i->block_height : 1)) >> 2,
        .width = i->width - 1,
        .height = i->height - 1,
        .depth = depth ? depth - 1 : 0,
        .surface_pitch = i->shape == LAUNCH_1D && !in_texels ? 0 : i->pitch - 1,
        .minimum_array_element = i->layer,
        .number_of_multisamples = (uint32_t)__builtin_ctz(i->samples), // GEN_MULTISAMPLECOUNT_*
        .multisampled_surface_storage_format = GEN_MSFMT_MSS,
        .render_target_view_extent = i->storage ? i->layers - 1 : 0,
        .surface_min_lod = i->level,
        .mip_count_lod = i->levels - 1,
        .mip_tail_start_lod = 15,
        .resource_min_lod = i->min_lod,
        .shader_channel_select_red = channels[i->swizzle[0]],
        .shader_channel_select_green = channels[i->swizzle[1]],
        .shader_channel_select_blue = channels[i->swizzle[2]],
        .shader_channel_select_alpha = channels[i->swizzle[3]],
        .surface_base_address = i->address,
    };
    gen_RENDER_SURFACE_STATE_pack(dw, &s);
    to_own(d, dw);
    if (!d->narrow)
        return;
    // Of one level, or what follows from several; and the offset counts pairs of rows.
    const uint32_t rows = i->qpitch * i->block_height, one = (uint32_t)kiln_align(i->height, 4);
    GEN_PATCH(dw, RENDER_SURFACE_STATE_GEN75, surface_array_spacing, rows == one);
    GEN_PATCH(dw, RENDER_SURFACE_STATE_GEN75, y_offset, i->y_offset / 2);
}
