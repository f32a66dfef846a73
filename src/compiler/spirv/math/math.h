// Arithmetic on LLVM scalars.
#ifndef KILN_COMPILER_SPIRV_MATH_MATH_H
#define KILN_COMPILER_SPIRV_MATH_MATH_H

#include <spirv/unified1/AMD_shader_trinary_minmax.h>
#include <spirv/unified1/GLSL.std.450.h>

#include "compiler/spirv/value/id.h"

// ---- math/operand.c ----

void spv_check_class(struct spv *c, const struct spv_type *t, int cls); // of enum spv_class
// Operand n: a scalar or vector of the class, with as many components as the result.
const struct spv_value *spv_operand(struct spv *c, const struct spv_inst *i, uint32_t n, int cls);
// As above, and of the same component type as `like`.
const struct spv_value *spv_operand_like(struct spv *c, const struct spv_inst *i, uint32_t n, int cls,
                                         const struct spv_value *like);
const struct spv_type *spv_result_of(struct spv *c, const struct spv_inst *i, int cls); // the result's type

// ---- math/matrix.c ----

LLVMValueRef spv_dot(struct spv *c, const struct spv_value *a, const struct spv_value *b);

// ---- math/cooperative.c: how matrices are cut ----

enum {
    SPV_COOPERATIVE_TILE = 8, // rows
    SPV_COOPERATIVE_PACK = 4  // elements of a dword at most
};

struct spv_cut {
    uint32_t down, across;        // tiles of the matrix
    uint32_t columns;             // dwords of a tile's row
    uint32_t blocks;              // of so many lanes
    uint32_t dwords;              // that a lane has of a tile
    uint32_t pack, below, beside; // elements of a dword, below each other and beside each other
};

const struct spv_type *spv_cooperative_matrix(struct spv *c, const struct spv_type *t); // which it must be
struct spv_cut spv_cooperative_cut(const struct spv *c, const struct spv_type *t);
// The first element of a dword in a tile, by its number.
uint32_t spv_cut_element(const struct spv_cut *cut, uint32_t down, uint32_t across, uint32_t dword);
LLVMValueRef spv_cooperative_dword(struct spv *c, const LLVMValueRef *parts,
                                   uint32_t count); // of such elements
LLVMValueRef spv_cooperative_lane(struct spv *c);

// ---- math/cooperative_product.c ----

void spv_cooperative_scale(struct spv *c, const struct spv_inst *i); // OpMatrixTimesScalar

// ---- math/encoding.c: floats that the EU has not ----

// A conversion instruction from or to such floats.
void spv_convert_encoded(struct spv *c, const struct spv_inst *i, uint32_t op);
const struct spv_value *spv_bfloat16_dot(struct spv *c, const struct spv_value *a, const struct spv_value *b);

// ---- extended instructions: GLSL.std.450, SPV_AMD_shader_trinary_minmax ----

void spv_glsl(struct spv *c, const struct spv_inst *i, uint32_t op); // math/glsl.c
void spv_trinary(struct spv *c, const struct spv_inst *i, uint32_t op);
LLVMValueRef spv_clamp(struct spv *c, LLVMValueRef x, LLVMValueRef lo, LLVMValueRef hi);
// 1, -1, or `other` of what is neither more nor less than zero.
LLVMValueRef spv_sign(struct spv *c, LLVMValueRef x, LLVMValueRef other);
// One component (or all arguments for operations on whole vectors) of an elementary function:
// math/elementary.c.
LLVMValueRef spv_math1(struct spv *c, uint32_t op, LLVMValueRef x);
LLVMValueRef spv_math2(struct spv *c, uint32_t op, LLVMValueRef x, LLVMValueRef y);
// Whole instructions: math/split.c, math/pack.c, math/geometry.c.
LLVMValueRef spv_glsl_ldexp(struct spv *c, uint32_t op, LLVMValueRef *x);
void spv_glsl_split(struct spv *c, const struct spv_inst *i, uint32_t op);
void spv_glsl_pack(struct spv *c, const struct spv_inst *i, uint32_t op);
void spv_glsl_pack_double(struct spv *c, const struct spv_inst *i, uint32_t op);
void spv_glsl_geometry(struct spv *c, const struct spv_inst *i, uint32_t op);
void spv_glsl_matrix(struct spv *c, const struct spv_inst *i, uint32_t op);

#endif
