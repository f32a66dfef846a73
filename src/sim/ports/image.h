// What translated code is given of an image, so that it reads and writes texels without the message's being
// taken apart: its *shape* is a constant of the code (which is compared before each message), the rest is
// looked up once a walker and host thread. Level 0 of surfaces that sim_lanes_can, and buffers of such
// texels, which lie in one piece of host memory. All else is the ports' and the sampler's.
#ifndef KILN_SIM_PORTS_IMAGE_H
#define KILN_SIM_PORTS_IMAGE_H

#include "sim/surface/surface.h"
#include "sim/thread/thread.h"

enum sim_image_use { SIM_IMAGE_SAMPLED, SIM_IMAGE_READ, SIM_IMAGE_WRITTEN, SIM_IMAGE_USES };

enum { SIM_IMAGES_OF_USE = 256, SIM_IMAGES = SIM_IMAGE_USES * SIM_IMAGES_OF_USE };

// Format, tiling, channel selects, in what is not 0; 0: none.
struct sim_image_shape {
    uint32_t key;
    const struct sim_format *format;
    enum sim_tiling tiling;
    struct sim_tile tile; // no bits: linear
    bool swizzled;
    bool raw; // the bits, as a typed read has them that does not convert
    bool one_level, volume, array;
    bool buffer;       // of texels, which have one coordinate
    uint8_t select[4]; // GEN_SCS_*
};

// Of a sampled surface of several levels: coordinates of a level count from its place in the surface.
struct sim_image_levels {
    uint32_t size[3];     // of the surface's largest
    uint32_t base, count; // Surface Min LOD, and levels below that
    uint32_t left[SIM_MAX_LODS], above[SIM_MAX_LODS];
    uint8_t *host;  // of the surface
    uint64_t bytes; // to the end of its last row
};

struct sim_image {
    uint32_t key;                    // of its shape; 0: not known, or not for translated code
    uint32_t last[3];                // the largest x, y and slice within
    uint32_t pitch;                  // bytes from a row of tiles to the next, of linear ones from a row
    uint32_t qpitch;                 // rows from a slice to the next
    uint32_t slices;                 // all ones: the slice counts; 0: it is not looked at
    uint32_t seen;                   // messages so far, while it is not known
    uint8_t *host;                   // of the first texel
    float scale[3];                  // texels of each axis, times 256
    const float *srgb;               // sim_srgb8
    struct sim_image_levels *levels; // SAMPLED: filled in if there are several
    struct sim_blocks *blocks;       // of a block format (surface/blocks.h)
    // WRITTEN: only what is in the window, for pages become dirty when it grows, and texels at offsets from
    // window.lo below `limit`.
    struct sim_window window;
    uint32_t limit;
    uint64_t address, bytes; // of the first texel, and to the end of the last
};

// The shape that a surface has for this use; its key is 0 if there is none.
struct sim_image_shape sim_image_shape(const struct sim_surface *s, enum sim_image_use use,
                                       const struct kiln_target *target);
// Of what is bound when the launch begins.
struct sim_image_shape sim_image_bound(const struct sim_launch *launch, struct sim_tlb *tlb, unsigned index,
                                       enum sim_image_use use, const struct kiln_target *target);
// Fills in an image of the surface, which has a shape; its window stays as it is, and `levels` is where those
// go. False: its memory is not in
// one piece, or what translated code would need besides.
bool sim_image_find(struct sim_image *image, const struct sim_surface *s, enum sim_image_use use,
                    struct sim_tlb *tlb);
// Offset of a texel from the first, or UINT64_MAX outside.
uint64_t sim_image_offset(const struct sim_image *image, const struct sim_surface *s, const uint32_t at[3]);
// Images of a group: those of its worker. Where writes are late, none are written, and none are read while
// something is late; the sampler does not look at what is.
static inline void sim_images_choose(struct sim_group *g, struct sim_image *images, bool read, bool write)
{
    static const struct sim_image none[SIM_IMAGES_OF_USE];
    struct sim_image *nothing = (struct sim_image *)(uintptr_t)none; // never written to
    g->images[SIM_IMAGE_SAMPLED] = images;
    g->images[SIM_IMAGE_READ] = read ? images + SIM_IMAGE_READ * SIM_IMAGES_OF_USE : nothing;
    g->images[SIM_IMAGE_WRITTEN] = write ? images + SIM_IMAGE_WRITTEN * SIM_IMAGES_OF_USE : nothing;
}
// Its memory may be elsewhere for the next message.
static inline void sim_image_lose(struct sim_image *image)
{
    if (image->key)
        image->key = 0;
}
// 4 KiB pages that this has to look at.
uint32_t sim_image_pages(const struct sim_surface *s);

#endif
