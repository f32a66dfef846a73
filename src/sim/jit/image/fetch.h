// Texels in lanes: where they lie, their dwords, and samples of them. What messages to images
// (jit/image/image.c) and filtered samples (jit/image/sample.c) have in common.
#ifndef KILN_SIM_JIT_FETCH_H
#define KILN_SIM_JIT_FETCH_H

#include "sim/jit/ir/lanes.h"

// The parts of a texel's offset that its column, in texels, and its row decide; `pitch` in lanes.
val jit_image_column(struct jt *j, const struct sim_image_shape *shape, val x);
val jit_image_row(struct jt *j, const struct sim_image_shape *shape, val y, val pitch);
val jit_image_join(struct jt *j, const struct sim_image_shape *shape, val column, val row); // row: or NULL

// ---- jit/image/fetch.c
// The texels' dwords at offsets from `host`, zeros for those that are not inside (NULL: all are).
val jit_gather_dwords(struct jt *j, val host, val offset, val inside);
void jit_fetch_dwords(struct jt *j, unsigned bytes, val host, val offset, val inside, val raw[4]);
// Has the host bring along what is next to these: of tiles whose rows are 16 bytes (Y), which it does not
// foresee.
void jit_image_prefetch(struct jt *j, const struct sim_image_shape *shape, val host, val offset, bool write);
void jit_image_prefetch_span(struct jt *j, const struct sim_image_shape *shape, val host, val offset);
// Spans of a row, as many dwords as there are lanes and four more: whether images have them; where that of a
// texel begins, and so many texels that it has; the bytes from there to its end. (x: in texels.)
bool jit_image_has_spans(const struct sim_image_shape *shape);
val jit_image_span_start(struct jt *j, const struct sim_image_shape *shape, val x);
unsigned jit_image_span_texels(const struct jt *j, const struct sim_image_shape *shape);
unsigned jit_image_span_reach(const struct jt *j, const struct sim_image_shape *shape);
struct jit_span {
    val dwords, more; // more: four, again and again
};
struct jit_span jit_image_load_span(struct jt *j, const struct sim_image_shape *shape, val host, val offset);
// The dwords of its texels, by their numbers in it.
void jit_image_of_span(struct jt *j, const struct sim_image_shape *shape, const struct jit_span *s, val index,
                       val raw[4]);
void jit_image_fetch(struct jt *j, const struct sim_format *f, val host, val offset, val inside, val raw[4]);

// ---- jit/image/codec.c
// The block of a coordinate, of `by` texels, and the place within it; which texel of a block that is.
val jit_codec_split(struct jt *j, unsigned by, val c, val *within);
val jit_codec_texel(struct jt *j, const struct sim_format *f, val x, val y);
// The words of texels of a block format of the image at `image`: red, green, blue, alpha; zeros outside.
void jit_codec_fetch(struct jt *j, const struct sim_format *f, val image, val host, val offset, val inside,
                     val texel, val raw[4]);

// ---- jit/image/bc.c
// Whether texels are decoded in lanes, without a look at decoded blocks; and that, from their blocks' dwords.
bool jit_bc_ok(const struct sim_format *f);
void jit_bc_decode(struct jt *j, const struct sim_format *f, const val block[4], val texel, val raw[4]);

// ---- jit/image/sample.c
// Whether samples of this kind are translated: nearest or linear, of surfaces of one level, or where the
// level of detail is explicit.
bool jit_sample_ok(const struct sim_image_shape *shape, uint64_t sampler, bool is_explicit);
bool jit_compare_ok(const struct sim_image_shape *shape);                 // besides
bool jit_gather_ok(const struct sim_image_shape *shape, unsigned gather); // besides
struct jit_sample_kind {
    const struct sim_image_shape *shape;
    uint64_t sampler; // sim_sampler_key
    unsigned gather;  // of that channel, less one, of four texels
    unsigned moved;   // texel offsets, four bits each as a header has them
    bool compares;    // with a reference
};
// The words of the four channels, for eight channels' coordinates (then the array's index; NULL: zero) and
// level of detail (NULL: 0) of the image at `at`; `reference`: NULL: it compares none.
void jit_sample(struct jt *j, const struct jit_sample_kind *kind, val at, const val coords[3], val detail,
                val reference, val answer[4]);
// Of axis k, of a header's control word.
static inline int jit_texel_offset(unsigned moved, unsigned k)
{
    return (int32_t)((uint32_t)moved << (20 + 4 * k)) >> 28;
}

#endif
