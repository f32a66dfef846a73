// Atomics on texels of storage images (R32i, R32ui, R32f): typed atomic messages. A float image's bits are
// exchanged through its raw surface; its sums, minima and maxima are loops around a compare-and-exchange.
//
// Texels of 64 bits have their atomics by address, as buffers do (spirv/atomic/emulate.c,
// spirv/atomic/atomic.c, spirv/image/place.c).
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
