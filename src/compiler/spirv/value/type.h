// Types.
#ifndef KILN_COMPILER_SPIRV_VALUE_TYPE_H
#define KILN_COMPILER_SPIRV_VALUE_TYPE_H

#include "compiler/spirv/module/spv.h"

enum spv_kind {
    SPV_VOID,
    SPV_BOOL,
    SPV_INT,
    SPV_FLOAT,
    SPV_ENCODED, // a float in an encoding that the EU has not: stored and converted; an integer to LLVM
    SPV_VECTOR,
    SPV_MATRIX, // `count` columns of `elem`
    SPV_ARRAY,
    SPV_RUNTIME_ARRAY,
    SPV_STRUCT,
    SPV_POINTER,
    SPV_FUNCTION,
    SPV_IMAGE,
    SPV_SAMPLER,
    SPV_SAMPLED_IMAGE, // `elem` is the image
    SPV_TENSOR,        // of `count` dimensions of `elem`
    SPV_BUFFER,        // a descriptor in a heap; `storage` is that of what it shows
};

// Such an encoding: a sign, an exponent and a mantissa. `largest` number, the infinity or NaN that is
// `beyond` it, and a quiet `nan` are bits without the sign.
struct spv_encoding {
    uint32_t number; // SPIR-V's
    const char *name;
    uint32_t bits, mantissa, bias;
    uint32_t largest, beyond, nan;
};

struct spv_member {
    const struct spv_type *type;
    uint32_t offset;        // explicit layout, from Offset
    uint32_t natural;       // offset in our own layout
    uint32_t matrix_stride; // 0: none given
    bool row_major, has_offset, non_writable;
};

// OpTypeImage. `elem` of the type is the sampled type.
struct spv_image_type {
    SpvDim dim;
    SpvImageFormat format;
    bool depth, arrayed, ms, storage;
};

// OpTypeCooperativeMatrixKHR is a vector to all that works component by component: of what one lane has of
// the matrix (math/cooperative.c). `rows` is 0 for all other types.
struct spv_cooperative_type {
    uint32_t rows, columns;
    enum { SPV_COOPERATIVE_A, SPV_COOPERATIVE_B, SPV_COOPERATIVE_SUM } use;
    uint32_t pack; // elements that lie in one dword for the matrix unit
};

struct spv_type {
    enum spv_kind kind;
    uint32_t id;
    uint32_t bits; // SPV_INT, SPV_FLOAT, SPV_ENCODED
    const struct spv_encoding *encoding;
    bool is_signed;
    bool block, buffer_block;
    uint32_t count;              // components, columns, array length, members, parameters
    const struct spv_type *elem; // component, column, element, pointee, return type
    const struct spv_type **params;
    struct spv_member *members;
    uint32_t stride;  // ArrayStride, 0 if none
    uint32_t storage; // SPV_POINTER: SpvStorageClass
    bool untyped;     // SPV_POINTER: to whatever an instruction says (spv_pointing_to); `elem` is void, or a
                      // variable's type
    struct spv_image_type image;
    struct spv_cooperative_type cooperative;
    // Our own layout, for private and shared variables: every leaf at a multiple of its size.
    uint32_t size, align;
    // How far recursion goes: nesting, types named on the way, scalars of a value (saturated).
    uint32_t depth, nodes, leaves;
};

bool spv_same_type(const struct spv_type *a, const struct spv_type *b);
bool spv_is_scalar(const struct spv_type *t);
bool spv_is_encoded(const struct spv_type *t);                           // SPV_ENCODED, or its components are
const struct spv_encoding *spv_encoding(uint32_t number, uint32_t bits); // NULL: not known
bool spv_all_numbers(const struct spv_type *t); // no pointers or resources, which must lead to their origins
bool spv_is_composite(const struct spv_type *t);
bool spv_is_handle(const struct spv_type *t);         // images, samplers, sampled images, tensors
bool spv_image_is_wide(const struct spv_type *image); // are its texels one integer of 64 bits?
// Of a storage image: are its texels read by address, since typed reads of the chip do not reach 128 bits?
bool spv_image_by_address(struct spv *c, const struct spv_type *image);
// Scalars and vectors: component type and count.
const struct spv_type *spv_component(const struct spv_type *t);
uint32_t spv_components(const struct spv_type *t);
const struct spv_type *spv_elem_type(const struct spv_type *t, uint32_t index); // of a composite
LLVMTypeRef spv_llvm_scalar(struct spv *c, const struct spv_type *t);
unsigned spv_address_space(struct spv *c, uint32_t storage);

#endif
