// Image instructions and the messages that they become.
#ifndef KILN_COMPILER_SPIRV_IMAGE_IMAGE_H
#define KILN_COMPILER_SPIRV_IMAGE_IMAGE_H

#include "compiler/spirv/value/value.h"

enum { // module/ops.def
    SPV_SAMPLE_PLAIN = 0,
    SPV_SAMPLE_DREF = 1,
    SPV_SAMPLE_PROJ = 2,
    SPV_SAMPLE_IMPLICIT = 4
};

// ---- image/message.c ----

// The optional operands of an image instruction; NULL where absent.
struct spv_image_operands {
    const struct spv_value *lod, *dx, *dy, *offset, *const_offset, *const_offsets, *min_lod, *sample, *bias;
    bool is_volatile;
};

struct spv_message {
    enum kiln_sample_op op;
    LLVMValueRef args[KILN_SAMPLE_ARGS];
    uint32_t header;      // constant bits of the message header
    LLVMValueRef offsets; // texel offsets in their place in it, where they are not constant; or NULL
};

// Operand n, an image or sampler of this kind.
const struct spv_value *spv_image_arg(struct spv *c, const struct spv_inst *i, uint32_t n,
                                      enum spv_kind kind);
struct spv_image_operands spv_image_operands(struct spv *c, const struct spv_inst *i, uint32_t n);
uint32_t spv_image_dimensions(const struct spv_image_type *t); // components of a coordinate without the layer
// With the layer; for cubes that typed messages see as arrays, the face and layer.
uint32_t spv_image_coordinates(const struct spv_image_type *t);
LLVMValueRef spv_texel_bits(struct spv *c, LLVMValueRef v); // a number as i32
LLVMValueRef spv_image_component(struct spv *c, const struct spv_value *v, uint32_t n);
void spv_message_set(struct spv *c, struct spv_message *m, enum kiln_sample_arg arg, LLVMValueRef v);
void spv_message_coordinates(struct spv *c, struct spv_message *m, const struct spv_value *v, uint32_t count);
// Four components as i32.
void spv_message_send(struct spv *c, const struct spv_handle *h, const struct spv_message *m,
                      LLVMValueRef out[4]);
// i32 components as a value of the result type (32-bit numbers).
void spv_set_texel(struct spv *c, const struct spv_inst *i, LLVMValueRef bits[4]);

// ---- image/gradient.c ----

// Texels of level 0, as floats.
void spv_image_level_size(struct spv *c, const struct spv_handle *h, LLVMValueRef out[4]);
// By the gradients of the operands, or those that the quad's coordinates imply: makes m a message that has
// them, or, where the sampler does not take them, one of their level.
void spv_message_gradients(struct spv *c, const struct spv_handle *h, struct spv_message *m,
                           const struct spv_image_type *t, const struct spv_image_operands *o,
                           const struct spv_value *coord, bool dref);

// ---- image/format.c ----

uint32_t spv_image_channels(SpvImageFormat format); // 4 if unknown
// Reads of a storage format that typed reads do not convert: the raw texel to components.
bool spv_image_format_raw(struct spv *c, SpvImageFormat format);
// `which`: an enum kiln_raw_format, where the type does not name the format; else NULL.
void spv_image_unpack(struct spv *c, const struct spv_type *image, LLVMValueRef which,
                      const LLVMValueRef raw[4], LLVMValueRef out[4]);

// The other way of unpacking, for a write through the raw surface. How many of `out` there are.
uint32_t spv_image_pack(struct spv *c, const struct spv_type *image, LLVMValueRef which,
                        const LLVMValueRef texel[4], LLVMValueRef out[4]);

// ---- image/place.c ----

// Where an access by address goes.
struct spv_place {
    LLVMValueRef address;
    LLVMValueRef fits; // NULL: no question
    LLVMBasicBlockRef before, after;
};

// A word of a map that the driver made (kiln/compiler.h): nothing writes to it while kernels run.
LLVMValueRef spv_map_word(struct spv *c, LLVMValueRef map, size_t byte, LLVMTypeRef t);
// Where the texel is at the handle's coordinates, of an image of 64-bit integers or of 128 bits a texel.
struct spv_place spv_texel_address(struct spv *c, const struct spv_handle *h);
// Around an access; the result is zero where it does not fit.
void spv_place_begin(struct spv *c, struct spv_place *w);
LLVMValueRef spv_place_end(struct spv *c, struct spv_place *w, LLVMValueRef result);

// ---- image/ycbcr.c ----

// Texels as i32 components of each plane, converted.
void spv_ycbcr_convert(struct spv *c, const struct kiln_ycbcr *y, LLVMValueRef planes[3][4],
                       LLVMValueRef out[4]);

#endif
