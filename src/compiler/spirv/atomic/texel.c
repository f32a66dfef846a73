// Atomics on texels of storage images (R32i, R32ui, R32f): typed atomic messages. A float image's bits are
// exchanged through its raw surface; its sums, minima and maxima are loops around a compare-and-exchange.
//
// Texels of 64 bits have their atomics by address, as buffers do (spirv/atomic/emulate.c,
// spirv/atomic/atomic.c): it is found from the image's struct kiln_texel_map.
//
// Operation numbers: PRM KBL vol2d "MDC_AOP" (Mesa brw_eu_defines.h); CMPWR takes the expected value first.
#include "compiler/spirv/atomic/atomic.h"
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/value/build.h"

enum { AOP_OR = 2, AOP_CMPWR = 14, AOP_NONE = 0 };

static const struct {
    SpvOp op;
    uint8_t aop;
} rows[] = {
    {SpvOpAtomicLoad, AOP_OR},  {SpvOpAtomicStore, 4},      {SpvOpAtomicExchange, 4},
    {SpvOpAtomicIIncrement, 7}, {SpvOpAtomicIDecrement, 8}, {SpvOpAtomicIAdd, 7},
    {SpvOpAtomicISub, 8},       {SpvOpAtomicSMin, 11},      {SpvOpAtomicUMin, 13},
    {SpvOpAtomicSMax, 10},      {SpvOpAtomicUMax, 12},      {SpvOpAtomicAnd, 1},
    {SpvOpAtomicOr, AOP_OR},    {SpvOpAtomicXor, 3},        {SpvOpAtomicCompareExchange, AOP_CMPWR},
};

static LLVMValueRef bits(struct spv *c, const struct spv_inst *i, uint32_t n, const struct spv_type *t)
{
    const struct spv_value *v = spv_arg(c, i, n);
    spv_check(c, spv_same_type(v->type, t), "the value has another type than the texel");
    return LLVMBuildBitCast(c->b, v->v, c->i32, "");
}

static LLVMValueRef message(struct spv *c, const struct spv_handle *h, unsigned aop, LLVMValueRef a,
                            LLVMValueRef b)
{
    LLVMValueRef args[7] = {
        spv_i32(c, aop), h->raw ? h->raw : h->surface, h->coord[0], h->coord[1], h->coord[2], a, b};
    return spv_call(c, INTRINSIC_IMAGE_ATOMIC, args, 7);
}

static LLVMValueRef combine(struct spv *c, uint32_t op, LLVMValueRef bits, LLVMValueRef value)
{
    LLVMValueRef args[] = {LLVMBuildBitCast(c->b, bits, c->f32, ""),
                           LLVMBuildBitCast(c->b, value, c->f32, "")};
    LLVMValueRef r =
        op == SpvOpAtomicFAddEXT
            ? LLVMBuildFAdd(c->b, args[0], args[1], "")
            : spv_intrinsic(c, op == SpvOpAtomicFMinEXT ? "llvm.minnum" : "llvm.maxnum", args, 2);
    return LLVMBuildBitCast(c->b, r, c->i32, "");
}

// Until nobody has written between reading and writing. Outside of the image everything reads 0: one round.
static LLVMValueRef loop(struct spv *c, const struct spv_handle *h, uint32_t op, LLVMValueRef value)
{
    LLVMValueRef first = message(c, h, AOP_OR, spv_i32(c, 0), LLVMGetPoison(c->i32));
    LLVMBasicBlockRef before = LLVMGetInsertBlock(c->b), body = spv_new_block(c), done = spv_new_block(c);
    LLVMBuildBr(c->b, body);
    LLVMPositionBuilderAtEnd(c->b, body);
    LLVMValueRef old = LLVMBuildPhi(c->b, c->i32, "");
    LLVMValueRef got = message(c, h, AOP_CMPWR, old, combine(c, op, old, value));
    LLVMAddIncoming(old, (LLVMValueRef[]){first, got}, (LLVMBasicBlockRef[]){before, body}, 2);
    LLVMBuildCondBr(c->b, LLVMBuildICmp(c->b, LLVMIntEQ, got, old, ""), done, body);
    LLVMPositionBuilderAtEnd(c->b, done);
    return old;
}

bool spv_image_atomic(struct spv *c, const struct spv_inst *i)
{
    bool store = i->op == SpvOpAtomicStore;
    uint32_t first = store ? 1 : 3; // the pointer, scope, semantics
    const struct spv_value *p = spv_arg(c, i, first);
    if (!p->handle || !p->handle->image || spv_image_is_wide(p->handle->image))
        return false;
    const struct spv_type *t = p->handle->image->elem;
    unsigned aop = AOP_NONE;
    for (unsigned n = 0; n < sizeof(rows) / sizeof(rows[0]); n++)
        if (rows[n].op == i->op)
            aop = rows[n].aop;
    bool moves = i->op == SpvOpAtomicLoad || store || i->op == SpvOpAtomicExchange;
    bool loops = i->op == SpvOpAtomicFAddEXT || i->op == SpvOpAtomicFMinEXT || i->op == SpvOpAtomicFMaxEXT;
    spv_check(c, moves || loops == (t->kind == SPV_FLOAT), "the atomic does not fit the image's texels");
    if (aop == AOP_NONE && !loops)
        spv_unsupported(c, "this atomic on an image");
    uint32_t semantics = spv_const_u32(c, spv_word(c, i, first + 2));
    LLVMValueRef a = LLVMGetPoison(c->i32), b = a;
    switch (i->op) {
    case SpvOpAtomicLoad:
        a = spv_i32(c, 0);
        break;
    case SpvOpAtomicIIncrement:
    case SpvOpAtomicIDecrement:
        a = spv_i32(c, 1);
        break;
    case SpvOpAtomicCompareExchange:
        b = bits(c, i, 7, t);
        a = bits(c, i, 8, t);
        break;
    default:
        a = bits(c, i, first + 3, t);
    }
    spv_fence(c, semantics, SPV_RELEASE);
    LLVMValueRef old = loops ? loop(c, p->handle, i->op, a) : message(c, p->handle, aop, a, b);
    spv_fence(c, semantics, SPV_ACQUIRE);
    if (!store) {
        const struct spv_type *result = spv_result_type(c, i);
        spv_check(c, spv_same_type(result, t), "the result has another type than the texel");
        spv_set(c, i, spv_scalar(c, result, LLVMBuildBitCast(c->b, old, spv_llvm_scalar(c, result), "")));
    }
    return true;
}

// ---- 64 bits

enum { HANDLE_SHIFT = 6 };

static LLVMValueRef map_word(struct spv *c, LLVMValueRef map, size_t byte, LLVMTypeRef t)
{
    LLVMValueRef at = LLVMBuildAdd(c->b, map, LLVMConstInt(c->i64, byte, false), "");
    LLVMTypeRef pointer = LLVMPointerTypeInContext(c->ctx, KILN_AS_GLOBAL);
    LLVMValueRef v = LLVMBuildLoad2(c->b, t, LLVMBuildIntToPtr(c->b, at, pointer, ""), "");
    LLVMSetAlignment(v, t == c->i64 ? 8 : 4);
    LLVMSetMetadata(v, LLVMGetMDKindIDInContext(c->ctx, "invariant.load", 14),
                    LLVMMetadataAsValue(c->ctx, LLVMMDNodeInContext2(c->ctx, NULL, 0)));
    return v;
}

static LLVMValueRef bits_of(struct spv *c, LLVMValueRef v, unsigned from, uint32_t mask)
{
    return LLVMBuildAnd(c->b, LLVMBuildLShr(c->b, v, spv_i32(c, from), ""), spv_i32(c, mask), "");
}

// PRM SNB vol1p2 "Tile Y": columns of 16 bytes, 32 rows high, one behind the other.
static LLVMValueRef byte_in_tiles(struct spv *c, LLVMValueRef x, LLVMValueRef row)
{
    LLVMValueRef column = LLVMBuildMul(c->b, LLVMBuildLShr(c->b, x, spv_i32(c, 4), ""), spv_i32(c, 512), "");
    LLVMValueRef in_row = LLVMBuildShl(c->b, bits_of(c, row, 0, 31), spv_i32(c, 4), "");
    return LLVMBuildAdd(c->b, LLVMBuildAdd(c->b, column, in_row, ""), bits_of(c, x, 0, 15), "");
}

struct spv_wide_atomic spv_texel_address(struct spv *c, const struct spv_handle *h)
{
#define WORD(member) map_word(c, map, offsetof(struct kiln_texel_map, member), c->i32)
    spv_check(c, h->raw, "an atomic on an image that is only written");
    LLVMValueRef map =
        LLVMBuildZExt(c->b, LLVMBuildLShr(c->b, h->raw, spv_i32(c, HANDLE_SHIFT), ""), c->i64, "");
    map = LLVMBuildAdd(c->b, map, LLVMConstInt(c->i64, KILN_SURFACE_STATES, false), "");
    struct spv_wide_atomic w = {.fits = LLVMConstInt(c->i1, 1, false)};
    LLVMValueRef at[3];
    for (unsigned n = 0; n < 3; n++) {
        LLVMValueRef size = map_word(c, map, offsetof(struct kiln_texel_map, size) + 4 * n, c->i32);
        at[n] = LLVMIsPoison(h->coord[n]) ? spv_i32(c, 0) : h->coord[n];
        w.fits = LLVMBuildAnd(c->b, w.fits, LLVMBuildICmp(c->b, LLVMIntULT, at[n], size, ""), "");
    }
    LLVMValueRef x = LLVMBuildAdd(c->b, WORD(x), LLVMBuildShl(c->b, at[0], spv_i32(c, 3), ""), "");
    LLVMValueRef row = LLVMBuildAdd(c->b, LLVMBuildAdd(c->b, WORD(y), at[1], ""),
                                    LLVMBuildMul(c->b, at[2], WORD(slice), ""), "");
    LLVMValueRef tiled = LLVMBuildICmp(c->b, LLVMIntNE, WORD(tiled), spv_i32(c, 0), "");
    LLVMValueRef whole = LLVMBuildSelect(c->b, tiled, bits_of(c, row, 0, ~31u), row, "");
    LLVMValueRef byte = LLVMBuildSelect(c->b, tiled, byte_in_tiles(c, x, row), x, "");
    // An image has at most 2^31 bytes.
    byte = LLVMBuildAdd(c->b, byte, LLVMBuildMul(c->b, whole, WORD(pitch), ""), "");
    LLVMValueRef base = map_word(c, map, offsetof(struct kiln_texel_map, address), c->i64);
    w.address = LLVMBuildIntToPtr(c->b, LLVMBuildAdd(c->b, base, LLVMBuildZExt(c->b, byte, c->i64, ""), ""),
                                  LLVMPointerTypeInContext(c->ctx, KILN_AS_GLOBAL), "");
    return w;
#undef WORD
}
