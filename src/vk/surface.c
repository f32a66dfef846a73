// See surface.h.
#include "vk/surface.h"

#include "vk/device.h"

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

void kiln_surface_buffer(uint32_t *dw, uint64_t address, uint64_t size)
{
    if (!size) {
        kiln_surface_null(dw);
        return;
    }
    // A RAW buffer is whole dwords. The padding is added once more: the kernel computes the size from it.
    uint64_t whole = (size + 3) & ~UINT64_C(3);
    uint32_t last =
        (uint32_t)(whole + (whole - size) - 1); // entries minus one, in three fields of 7, 14 and 11 bits
    struct gen_RENDER_SURFACE_STATE s = {
        .surface_type = GEN_SURFTYPE_BUFFER,
        .surface_format = GEN_FORMAT_RAW,
        .surface_horizontal_alignment = GEN_HALIGN_4,
        .surface_vertical_alignment = GEN_VALIGN_4,
        .mocs = KILN_MOCS_WB,
        .width = last & 0x7f,
        .height = (last >> 7) & 0x3fff,
        .depth = last >> 21,
        .surface_pitch = 0,
        .shader_channel_select_red = GEN_SCS_RED,
        .shader_channel_select_green = GEN_SCS_GREEN,
        .shader_channel_select_blue = GEN_SCS_BLUE,
        .shader_channel_select_alpha = GEN_SCS_ALPHA,
        .surface_base_address = address,
    };
    gen_RENDER_SURFACE_STATE_pack(dw, &s);
}
