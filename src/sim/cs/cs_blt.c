// The blitter: fills and copies of rectangles, linear, X- or Y-tiled; on Gen12.5 Tile4 instead of Y.
//
// A rectangle holds x1 <= x < x2, y1 <= y < y2. Pitches are bytes, of tiled surfaces dwords; a linear one may
// be negative. A raster operation is a truth table of pattern, source and destination, bit by bit; of 32-bit
// pixels the write enables keep RGB or alpha. Copies go from the first pixel of the first row on, so
// rectangles that overlap copy what the hardware's own order would not promise. Surfaces in Tile64 have
// levels. TileYf, TileYs, levels of other surfaces and clipping are refused. Xe2 copies and fills bytes as
// well. Source: PRM SKL vol2a XY_COLOR_BLT, XY_SRC_COPY_BLT, XY_FAST_COPY_BLT; BCS_SWCTRL; intel-gpu-tools
// for use.
#include <string.h>

#include "sim/cs/cs.h"
#include "sim/surface/surface.h"

enum { SWCTRL_SRC_Y = 1, SWCTRL_DST_Y = 2 };
enum { ROP_SOURCE = 0xcc, ROP_PATTERN = 0xf0 };

struct plane {
    uint64_t address;
    int32_t pitch;                     // bytes
    unsigned tiling;                   // enum sim_tiling
    unsigned bytes;                    // a pixel
    bool swizzled;                     // sim_tiled_offset
    const struct sim_surface *surface; // of Tile64; else NULL
    unsigned level, slice;             // of it
};

static uint64_t address_of(const struct plane *p, int32_t x, int32_t y)
{
    if (p->tiling == SIM_TILING_LINEAR)
        return p->address + (uint64_t)((int64_t)y * p->pitch + (int64_t)x * p->bytes);
    if (p->surface)
        return p->address + sim_surface_offset(p->surface, p->level, (uint32_t)x, (uint32_t)y, p->slice);
    return p->address +
           sim_tiled_offset(p->tiling, p->swizzled, (uint64_t)p->pitch, (uint32_t)x * p->bytes, (uint32_t)y);
}

// Bytes that are contiguous from (x, y) on, at most those of `pixels`.
static unsigned run_of(const struct plane *p, int32_t x, unsigned pixels)
{
    unsigned span = p->tiling == SIM_TILING_X        ? (p->swizzled ? 64 : 512)
                    : p->tiling != SIM_TILING_LINEAR ? 16
                                                     : UINT32_MAX;
    unsigned left = p->tiling == SIM_TILING_LINEAR ? span : span - (unsigned)x * p->bytes % span;
    unsigned want = pixels * p->bytes;
    return want < left ? want : left;
}

static uint8_t combine(unsigned rop, uint8_t pattern, uint8_t source, uint8_t dest)
{
    uint8_t out = 0;
    for (unsigned i = 0; i < 8; i++)
        if (rop >> i & 1)
            out |=
                (uint8_t)((i & 4 ? pattern : ~pattern) & (i & 2 ? source : ~source) & (i & 1 ? dest : ~dest));
    return out;
}

// What is left of `old` where a pixel may not be written: bytes of RGB or alpha.
static void keep(uint8_t *out, const uint8_t *old, unsigned bytes, unsigned enables)
{
    for (unsigned i = 0; i < bytes; i++)
        if (!(enables & (i % 4 == 3 ? 2 : 1)))
            out[i] = old[i];
}

enum { ROW = 4096 };

struct blit {
    struct plane dst, src;
    int32_t x1, y1, x2, y2, sx, sy;
    unsigned rop, enables; // enables: 3 writes all
    uint8_t pattern[16];
    bool has_source;
};

static bool run_row(struct sim_cs *cs, const struct blit *b, int32_t y)
{
    for (int32_t x = b->x1; x < b->x2;) {
        uint8_t out[ROW], old[ROW];
        unsigned pixels = (unsigned)(b->x2 - x);
        int32_t sx = b->sx + x - b->x1, sy = b->sy + y - b->y1;
        if (pixels > ROW / b->dst.bytes)
            pixels = ROW / b->dst.bytes;
        unsigned n = run_of(&b->dst, x, pixels);
        if (b->has_source)
            n = run_of(&b->src, sx, n / b->dst.bytes);
        uint64_t to = address_of(&b->dst, x, y);
        if (b->has_source && !sim_cs_read(cs, address_of(&b->src, sx, sy), out, n))
            return false;
        bool plain = b->rop == ROP_SOURCE && b->enables == 3;
        if (!plain) {
            if (!sim_cs_read(cs, to, old, n))
                return false;
            for (unsigned i = 0; i < n; i++)
                out[i] = combine(b->rop, b->pattern[i % b->dst.bytes], b->has_source ? out[i] : 0, old[i]);
            keep(out, old, n, b->enables);
        }
        if (!sim_cs_write(cs, to, out, n))
            return false;
        x += (int32_t)(n / b->dst.bytes);
    }
    return true;
}

static bool run_blit(struct sim_cs *cs, const struct blit *b)
{
    const struct plane *planes[2] = {&b->dst, b->has_source ? &b->src : NULL};
    for (unsigned i = 0; i < 2 && planes[i]; i++) {
        const struct plane *p = planes[i];
        int32_t x = i ? b->sx : b->x1, y = i ? b->sy : b->y1;
        const unsigned width = p->surface                  ? sim_tile_width(&p->surface->tile)
                               : p->tiling == SIM_TILING_X ? 512
                                                           : 128,
                       tile = p->surface ? 1u << p->surface->tile.bits : 4096;
        if (p->tiling == SIM_TILING_LINEAR)
            continue;
        if (x < 0 || y < 0 || p->pitch <= 0 || (unsigned)p->pitch % width || p->address % tile)
            return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "%s on a misplaced tiled surface",
                                cs->desc->name);
    }
    for (int32_t y = b->y1; y < b->y2; y++)
        if (!run_row(cs, b, y))
            return false;
    return true;
}

static unsigned tiling(const struct sim_cs *cs, bool tiled, bool y)
{
    return !tiled                              ? SIM_TILING_LINEAR
           : !y                                ? SIM_TILING_X
           : kiln_target_has_tile4(cs->target) ? SIM_TILING_4
                                               : SIM_TILING_Y;
}

static unsigned pixel_bytes(unsigned depth)
{
    return depth == GEN_BLT_DEPTH_8 ? 1 : depth == GEN_BLT_DEPTH_32 ? 4 : 2;
}

static struct plane plane(const struct sim_cs *cs, uint64_t address, int32_t pitch, unsigned tiling,
                          unsigned bytes)
{
    const bool linear = tiling == SIM_TILING_LINEAR;
    return (struct plane){.address = address,
                          .pitch = linear ? pitch : pitch * 4,
                          .tiling = tiling,
                          .bytes = bytes,
                          .swizzled = cs->job->swizzles && !linear};
}

static bool color_blt(struct sim_cs *cs)
{
    struct gen_XY_COLOR_BLT c;
    gen_XY_COLOR_BLT_unpack(cs->dw, &c);
    unsigned bytes = pixel_bytes(c.color_depth);
    bool y = sim_cs_reg_read(cs, sim_cs_own(cs, GEN_REG_BCS_SWCTRL)) & SWCTRL_DST_Y;
    struct blit b = {.dst = plane(cs, c.dst_address, c.dst_pitch, tiling(cs, c.dst_tiled, y), bytes),
                     .x1 = c.dst_x1,
                     .y1 = c.dst_y1,
                     .x2 = c.dst_x2,
                     .y2 = c.dst_y2,
                     .rop = c.raster_operation,
                     .enables = bytes == 4 ? c.write_enables : 3};
    if (c.clipping_enable)
        return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip, "%s with clipping", cs->desc->name);
    memcpy(b.pattern, &c.color, 4);
    return run_blit(cs, &b);
}

static bool src_copy_blt(struct sim_cs *cs)
{
    struct gen_XY_SRC_COPY_BLT c;
    gen_XY_SRC_COPY_BLT_unpack(cs->dw, &c);
    unsigned bytes = pixel_bytes(c.color_depth);
    uint32_t control = sim_cs_reg_read(cs, sim_cs_own(cs, GEN_REG_BCS_SWCTRL));
    struct blit b = {
        .dst = plane(cs, c.dst_address, c.dst_pitch, tiling(cs, c.dst_tiled, control & SWCTRL_DST_Y), bytes),
        .src = plane(cs, c.src_address, c.src_pitch, tiling(cs, c.src_tiled, control & SWCTRL_SRC_Y), bytes),
        .x1 = c.dst_x1,
        .y1 = c.dst_y1,
        .x2 = c.dst_x2,
        .y2 = c.dst_y2,
        .sx = c.src_x1,
        .sy = c.src_y1,
        .rop = c.raster_operation,
        .enables = bytes == 4 ? c.write_enables : 3,
        .has_source = true};
    if (c.clipping_enable)
        return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip, "%s with clipping", cs->desc->name);
    return run_blit(cs, &b);
}

static bool fast_copy_blt(struct sim_cs *cs)
{
    static const uint8_t sizes[8] = {1, 2, 0, 4, 8, 16};
    struct gen_XY_FAST_COPY_BLT c;
    gen_XY_FAST_COPY_BLT_unpack(cs->dw, &c);
    unsigned bytes = sizes[c.color_depth];
    bool src_tiled = c.src_tiling != GEN_FAST_COPY_TILING_LINEAR,
         dst_tiled = c.dst_tiling != GEN_FAST_COPY_TILING_LINEAR;
    if (!bytes)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "%s: reserved colour depth", cs->desc->name);
    if (c.src_tiling == GEN_FAST_COPY_TILING_YS || c.dst_tiling == GEN_FAST_COPY_TILING_YS ||
        (c.src_tile_yf && c.src_tiling == GEN_FAST_COPY_TILING_Y) ||
        (c.dst_tile_yf && c.dst_tiling == GEN_FAST_COPY_TILING_Y))
        return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip, "%s with TileYf, TileYs or Tile64",
                            cs->desc->name);
    struct blit b = {.dst = plane(cs, c.dst_address, (int32_t)c.dst_pitch,
                                  tiling(cs, dst_tiled, c.dst_tiling == GEN_FAST_COPY_TILING_Y), bytes),
                     .src = plane(cs, c.src_address, (int32_t)c.src_pitch,
                                  tiling(cs, src_tiled, c.src_tiling == GEN_FAST_COPY_TILING_Y), bytes),
                     .x1 = c.dst_x1,
                     .y1 = c.dst_y1,
                     .x2 = c.dst_x2,
                     .y2 = c.dst_y2,
                     .sx = c.src_x1,
                     .sy = c.src_y1,
                     .rop = ROP_SOURCE,
                     .enables = 3,
                     .has_source = true};
    return run_blit(cs, &b);
}

// ---- of Gen12.5. Source: Mesa 25.0.7 gen125.xml, blorp_genX_exec_brw.h (blorp_xy_block_copy_blt); of the
// mip tail's level and Tile64 NEO's blit_commands_helper_xehp_and_later.inl.

enum { BLOCK_LINEAR, BLOCK_X, BLOCK_TILE4, BLOCK_TILE64 };

static const uint8_t block_bytes[8] = {1, 2, 4, 8, 12, 16};

// One side of a copy, as the command describes it.
struct block_surface {
    uint64_t address;
    uint32_t pitch, tiling, depth_code;
    uint32_t type, width, height, depth, qpitch, lod, tail, slice;
    uint32_t x_offset, y_offset;
    struct sim_surface surface; // of Tile64
};

// Slices of an array are rows that follow; the surface may begin within a tile.
static int32_t block_row(int32_t y, const struct block_surface *b)
{
    return y + (int32_t)(b->y_offset + (b->tiling == BLOCK_TILE64 ? 0 : b->qpitch * 4 * b->slice));
}

static int32_t block_column(int32_t x, const struct block_surface *b)
{
    return x + (int32_t)b->x_offset;
}

static void make_tile64(const struct sim_cs *cs, struct block_surface *b)
{
    static const uint16_t formats[8] = {GEN_FORMAT_R8_UINT,        GEN_FORMAT_R16_UINT,
                                        GEN_FORMAT_R32_UINT,       GEN_FORMAT_R32G32_UINT,
                                        GEN_FORMAT_R32G32B32_UINT, GEN_FORMAT_R32G32B32A32_UINT};
    const struct gen_RENDER_SURFACE_STATE state = {
        .surface_type = b->type,
        .surface_format = formats[b->depth_code],
        .tile_mode = GEN_TILE_MODE_GEN125_TILE64,
        .surface_array = b->type == GEN_SURFTYPE_2D,
        .width = b->width,
        .height = b->height,
        .depth = b->depth,
        .surface_pitch = (b->pitch + 1) * 4 - 1,
        .surface_qpitch = b->qpitch,
        .mip_count_lod = b->lod,
        .mip_tail_start_lod = b->tail,
    };
    sim_surface_make(&b->surface, &state, cs->target);
}

static struct plane block_plane(const struct sim_cs *cs, const struct block_surface *b)
{
    static const uint8_t tilings[] = {SIM_TILING_LINEAR, SIM_TILING_X, SIM_TILING_4, SIM_TILING_64};
    struct plane p =
        plane(cs, b->address, (int32_t)(b->pitch + 1), tilings[b->tiling], block_bytes[b->depth_code]);
    if (b->tiling == BLOCK_TILE64) {
        p.surface = &b->surface;
        p.level = b->lod;
        p.slice = b->slice;
    }
    return p;
}

// Also describes a surface in Tile64. What is compressed lies as if it were not, here as for ports and
// sampler.
static bool block_refused(struct sim_cs *cs, struct block_surface *b, uint32_t aux, uint32_t mode)
{
    if (!block_bytes[b->depth_code])
        return !sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "%s: reserved colour depth", cs->desc->name);
    if (b->tiling == BLOCK_TILE64)
        make_tile64(cs, b);
    const char *what = b->surface.refused                    ? b->surface.refused
                       : b->lod && b->tiling != BLOCK_TILE64 ? "a level of a surface that is not in Tile64"
                       : aux && aux != GEN_AUX_CCS_E         ? "an auxiliary surface"
                       : mode                                ? "a special mode"
                                                             : NULL;
    return what && !sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip, "%s with %s", cs->desc->name, what);
}

// Of a command's destination or source.
#define BLOCK_SURFACE(c, side)                                                                               \
    {.address = (c).side##_address,                                                                          \
     .pitch = (c).side##_pitch,                                                                              \
     .tiling = (c).side##_tiling,                                                                            \
     .depth_code = (c).color_depth,                                                                          \
     .type = (c).side##_type,                                                                                \
     .width = (c).side##_width,                                                                              \
     .height = (c).side##_height,                                                                            \
     .depth = (c).side##_depth,                                                                              \
     .qpitch = (c).side##_qpitch,                                                                            \
     .lod = (c).side##_lod,                                                                                  \
     .tail = (c).side##_mip_tail_start_lod,                                                                  \
     .slice = (c).side##_array_index,                                                                        \
     .x_offset = (c).side##_x_offset,                                                                        \
     .y_offset = (c).side##_y_offset}

static bool block_copy_blt(struct sim_cs *cs)
{
    struct gen_XY_BLOCK_COPY_BLT c;
    gen_XY_BLOCK_COPY_BLT_unpack(cs->dw, &c);
    struct block_surface dst = BLOCK_SURFACE(c, dst), src = BLOCK_SURFACE(c, src);
    if (block_refused(cs, &dst, c.dst_aux_mode, c.special_mode) ||
        block_refused(cs, &src, c.src_aux_mode, c.special_mode))
        return false;
    struct blit b = {.dst = block_plane(cs, &dst),
                     .src = block_plane(cs, &src),
                     .x1 = block_column(c.dst_x1, &dst),
                     .y1 = block_row(c.dst_y1, &dst),
                     .x2 = block_column(c.dst_x2, &dst),
                     .y2 = block_row(c.dst_y2, &dst),
                     .sx = block_column(c.src_x1, &src),
                     .sy = block_row(c.src_y1, &src),
                     .rop = ROP_SOURCE,
                     .enables = 3,
                     .has_source = true};
    return run_blit(cs, &b);
}

static bool fast_color_blt(struct sim_cs *cs)
{
    struct gen_XY_FAST_COLOR_BLT c;
    gen_XY_FAST_COLOR_BLT_unpack(cs->dw, &c);
    struct block_surface dst = BLOCK_SURFACE(c, dst);
    if (block_refused(cs, &dst, c.dst_aux_mode, c.special_mode))
        return false;
    const uint32_t color[4] = {c.color_0, c.color_1, c.color_2, c.color_3};
    struct blit b = {.dst = block_plane(cs, &dst),
                     .x1 = block_column(c.dst_x1, &dst),
                     .y1 = block_row(c.dst_y1, &dst),
                     .x2 = block_column(c.dst_x2, &dst),
                     .y2 = block_row(c.dst_y2, &dst),
                     .rop = ROP_PATTERN,
                     .enables = 3};
    memcpy(b.pattern, color, sizeof(b.pattern));
    return run_blit(cs, &b);
}

// ---- of Xe2: bytes, in one row or several. Source: NEO's hw_cmds_generated_xe2_hpg_core.inl and
// dispatchBlitMemoryByteFill; intel-gpu-tools' emit_blt_mem_copy, whose linear copies have one row.

static bool bytes_refused(struct sim_cs *cs, uint32_t shape, bool special)
{
    const char *what = special ? "pages" : shape > GEN_MEM_SHAPE_MATRIX ? "a fast clear" : NULL;
    return what && !sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip, "%s of %s", cs->desc->name, what);
}

static struct plane byte_plane(uint64_t address, uint32_t pitch)
{
    return (struct plane){
        .address = address, .pitch = (int32_t)pitch + 1, .tiling = SIM_TILING_LINEAR, .bytes = 1};
}

static int32_t byte_rows(uint32_t shape, uint32_t height)
{
    return shape == GEN_MEM_SHAPE_MATRIX ? (int32_t)height + 1 : 1;
}

static bool mem_copy(struct sim_cs *cs)
{
    struct gen_MEM_COPY c;
    gen_MEM_COPY_unpack(cs->dw, &c);
    if (bytes_refused(cs, c.copy_type, c.pages))
        return false;
    struct blit b = {.dst = byte_plane(c.dst_address, c.dst_pitch),
                     .src = byte_plane(c.src_address, c.src_pitch),
                     .x2 = (int32_t)c.width + 1,
                     .y2 = byte_rows(c.copy_type, c.height),
                     .rop = ROP_SOURCE,
                     .enables = 3,
                     .has_source = true};
    return run_blit(cs, &b);
}

static bool mem_set(struct sim_cs *cs)
{
    struct gen_MEM_SET c;
    gen_MEM_SET_unpack(cs->dw, &c);
    if (bytes_refused(cs, c.fill_type, c.mode != 0))
        return false;
    struct blit b = {.dst = byte_plane(c.dst_address, c.dst_pitch),
                     .x2 = (int32_t)c.width + 1,
                     .y2 = byte_rows(c.fill_type, c.height),
                     .rop = ROP_PATTERN,
                     .enables = 3,
                     .pattern = {(uint8_t)c.fill_data}};
    return run_blit(cs, &b);
}

static const sim_cs_handler handlers[GEN_CMD_COUNT] = {
    [GEN_CMD_XY_COLOR_BLT] = color_blt,
    [GEN_CMD_XY_SRC_COPY_BLT] = src_copy_blt,
    [GEN_CMD_XY_FAST_COPY_BLT] = fast_copy_blt,
    [GEN_CMD_XY_BLOCK_COPY_BLT] = block_copy_blt,
    [GEN_CMD_XY_FAST_COLOR_BLT] = fast_color_blt,
    [GEN_CMD_MEM_COPY] = mem_copy,
    [GEN_CMD_MEM_SET] = mem_set,
};

sim_cs_handler sim_cs_blt_handler(enum gen_cmd_id id)
{
    return handlers[id];
}
