// Where a texel is, for those that typed messages do not reach: 64-bit integers that atomics go to, and on
// Gen8 and before reads of 128 bits. The driver's struct kiln_texel_map says how the image lies. It is found
// by the address of the handle, in the raw surface's state; without bindless surfaces, the raw surface is a
// buffer that holds it. Without addresses of 64 bits the texels are another one.
#include "compiler/kernel/kernel.h"
#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"
#include "compiler/spirv/image/image.h"
#include "hw/target.h"
#include "hw/tile.h"
#include "util/math.h"

static LLVMValueRef map_of(struct spv *c, LLVMValueRef raw)
{
    if (!kiln_target_has_split_sends(kernel_target(c->options)))
        return spv_surface(c, raw);
    LLVMValueRef at =
        LLVMBuildAdd(c->b, spv_state_address(c, raw), LLVMConstInt(c->i64, KILN_STATE_TEXEL_MAP, false), "");
    return LLVMBuildIntToPtr(c->b, at, LLVMPointerTypeInContext(c->ctx, KILN_AS_GLOBAL), "");
}

LLVMValueRef spv_map_word(struct spv *c, LLVMValueRef map, size_t byte, LLVMTypeRef t)
{
    LLVMValueRef at = spv_i32(c, (uint32_t)byte),
                 v = LLVMBuildLoad2(c->b, t, LLVMBuildGEP2(c->b, c->i8, map, &at, 1, ""), "");
    LLVMSetAlignment(v, t == c->i64 ? 8 : 4);
    spv_mark_invariant(c, v);
    return v;
}

static LLVMValueRef bits_of(struct spv *c, LLVMValueRef v, unsigned from, uint32_t mask)
{
    return LLVMBuildAnd(c->b, LLVMBuildLShr(c->b, v, spv_i32(c, from), ""), spv_i32(c, mask), "");
}

// The low bits of v to where `mask` has ones.
static LLVMValueRef deposit(struct spv *c, LLVMValueRef v, uint32_t mask)
{
    LLVMValueRef sum = spv_i32(c, 0);
    for (uint32_t from = 0, run; mask; mask &= ~run) {
        run = kiln_lowest_run(mask);
        const uint32_t to = (uint32_t)__builtin_ctz(run);
        LLVMValueRef part = bits_of(c, v, from, run >> to);
        sum = LLVMBuildAdd(c->b, sum, LLVMBuildShl(c->b, part, spv_i32(c, to), ""), "");
        from += (uint32_t)__builtin_popcount(run);
    }
    return sum;
}

// Tiles lie side by side, so that what is left of a byte's place in its row counts tiles.
static LLVMValueRef byte_in_tiles(struct spv *c, LLVMValueRef x, LLVMValueRef row)
{
    enum { TILE_BYTES = 4096 };
    const struct kiln_tile_bits *tile =
        kiln_target_has_tile4(kernel_target(c->options)) ? &kiln_tile_4 : &kiln_tile_y;
    return LLVMBuildAdd(c->b, deposit(c, x, tile->x | -TILE_BYTES), deposit(c, row, tile->y), "");
}

// Bit 6 takes bit 9 to itself: PRM SNB vol1p2 3.5; Linux i915_drm.h, I915_BIT_6_SWIZZLE_9.
static LLVMValueRef swizzle(struct spv *c, LLVMValueRef byte, LLVMValueRef y)
{
    LLVMValueRef is_swizzled = bits_of(c, y, 30, 1),
                 bit = LLVMBuildAnd(c->b, bits_of(c, byte, 9, 1), is_swizzled, "");
    return LLVMBuildXor(c->b, byte, LLVMBuildShl(c->b, bit, spv_i32(c, 6), ""), "");
}

static LLVMValueRef pointer_to(struct spv *c, const struct spv_handle *h, LLVMValueRef map, LLVMValueRef byte)
{
    if (h->texels)
        return LLVMBuildGEP2(c->b, c->i8, spv_surface(c, h->texels), &byte, 1, "");
    LLVMValueRef base = spv_map_word(c, map, offsetof(struct kiln_texel_map, address), c->i64);
    return LLVMBuildIntToPtr(c->b, LLVMBuildAdd(c->b, base, LLVMBuildZExt(c->b, byte, c->i64, ""), ""),
                             LLVMPointerTypeInContext(c->ctx, KILN_AS_GLOBAL), "");
}

struct spv_place spv_texel_address(struct spv *c, const struct spv_handle *h)
{
#define WORD(member) spv_map_word(c, map, offsetof(struct kiln_texel_map, member), c->i32)
    const unsigned size_shift = spv_image_is_wide(h->image) ? 3 : 4;
    spv_check(c, h->raw, "a texel of an image that is only written");
    LLVMValueRef map = map_of(c, h->raw), both = WORD(height), y = WORD(y), at[3],
                 size[] = {WORD(width), bits_of(c, both, 0, 0xffff), bits_of(c, both, 16, 0xffff)};
    struct spv_place w = {.fits = LLVMConstInt(c->i1, 1, false)};
    for (unsigned n = 0; n < 3; n++) {
        at[n] = LLVMIsPoison(h->coord[n]) ? spv_i32(c, 0) : h->coord[n];
        w.fits = LLVMBuildAnd(c->b, w.fits, LLVMBuildICmp(c->b, LLVMIntULT, at[n], size[n], ""), "");
    }
    LLVMValueRef slice = at[2], across = spv_i32(c, 0);
    if (!LLVMIsPoison(h->coord[2]) && !kiln_target_has_split_sends(kernel_target(c->options))) {
        LLVMValueRef beside = WORD(beside), one = spv_i32(c, 1);
        LLVMValueRef mask = LLVMBuildSub(c->b, LLVMBuildShl(c->b, one, beside, ""), one, "");
        slice = LLVMBuildLShr(c->b, at[2], beside, "");
        across = LLVMBuildMul(c->b, LLVMBuildAnd(c->b, at[2], mask, ""), WORD(step), "");
    }
    LLVMValueRef x = LLVMBuildAdd(c->b, WORD(x), LLVMBuildShl(c->b, at[0], spv_i32(c, size_shift), ""), "");
    x = LLVMBuildAdd(c->b, x, across, "");
    LLVMValueRef row = LLVMBuildAdd(
        c->b, LLVMBuildAdd(c->b, bits_of(c, y, 0, ~(KILN_TEXELS_TILED | KILN_TEXELS_SWIZZLED)), at[1], ""),
        LLVMBuildMul(c->b, slice, WORD(slice), ""), "");
    LLVMValueRef tiled = LLVMBuildICmp(c->b, LLVMIntSLT, y, spv_i32(c, 0), "");
    LLVMValueRef whole = LLVMBuildSelect(c->b, tiled, bits_of(c, row, 0, ~31u), row, "");
    LLVMValueRef byte = LLVMBuildSelect(c->b, tiled, byte_in_tiles(c, x, row), x, "");
    // An image has at most 2^31 bytes.
    byte = LLVMBuildAdd(c->b, byte, LLVMBuildMul(c->b, whole, WORD(pitch), ""), "");
    if (kiln_target_may_swizzle(kernel_target(c->options)))
        byte = swizzle(c, byte, y);
    w.address = pointer_to(c, h, map, byte);
    return w;
#undef WORD
}

void spv_place_begin(struct spv *c, struct spv_place *w)
{
    if (!w->fits)
        return;
    w->before = LLVMGetInsertBlock(c->b);
    w->after = spv_new_block(c);
    LLVMBasicBlockRef inside = spv_new_block(c);
    LLVMBuildCondBr(c->b, w->fits, inside, w->after);
    LLVMPositionBuilderAtEnd(c->b, inside);
}

LLVMValueRef spv_place_end(struct spv *c, struct spv_place *w, LLVMValueRef result)
{
    if (!w->fits)
        return result;
    LLVMBasicBlockRef inside = LLVMGetInsertBlock(c->b);
    LLVMBuildBr(c->b, w->after);
    LLVMPositionBuilderAtEnd(c->b, w->after);
    LLVMValueRef v = LLVMBuildPhi(c->b, LLVMTypeOf(result), "");
    LLVMAddIncoming(v, (LLVMValueRef[]){result, LLVMConstNull(LLVMTypeOf(result))},
                    (LLVMBasicBlockRef[]){inside, w->before}, 2);
    return v;
}
