// 64-bit atomics on buffers. The data port has them by address only (A64), so the buffer's address and size
// are found first: a surface state lies where its handle says, with the address in dwords 8 and 9. Modules
// that may have such atomics get handles for all their storage buffers (spv_resource.c). An access that does
// not fit into the buffer is skipped, as a surface would: a null descriptor has size zero.
//
// Source: PRM KBL vol2d RENDER_SURFACE_STATE (Surface Base Address).
#include "compiler/spv.h"

enum { BASE_ADDRESS_BYTE = 32, HANDLE_SHIFT = 6 };

LLVMBasicBlockRef spv_new_block(struct spv *c)
{
    return LLVMAppendBasicBlockInContext(c->ctx, c->kernel, "");
}

struct spv_wide_atomic spv_wide_address(struct spv *c, const struct spv_value *p)
{
    struct spv_wide_atomic w = {0};
    LLVMTypeRef pointer = LLVMPointerTypeInContext(c->ctx, KILN_AS_GLOBAL);
    LLVMValueRef bits = LLVMBuildPtrToInt(c->b, p->v, c->i64, "");
    LLVMValueRef offset = LLVMBuildTrunc(c->b, bits, c->i32, "");
    LLVMValueRef handle =
        LLVMBuildTrunc(c->b, LLVMBuildLShr(c->b, bits, LLVMConstInt(c->i64, 32, false), ""), c->i32, "");
    LLVMValueRef state = LLVMBuildLShr(c->b, handle, spv_i32(c, HANDLE_SHIFT), "");
    state = LLVMBuildAdd(c->b, LLVMBuildZExt(c->b, state, c->i64, ""),
                         LLVMConstInt(c->i64, KILN_SURFACE_STATES + BASE_ADDRESS_BYTE, false), "");
    LLVMValueRef base = LLVMBuildLoad2(c->b, c->i64, LLVMBuildIntToPtr(c->b, state, pointer, ""), "");
    LLVMSetAlignment(base, 8);
    LLVMSetMetadata(base, LLVMGetMDKindIDInContext(c->ctx, "invariant.load", 14),
                    LLVMMetadataAsValue(c->ctx, LLVMMDNodeInContext2(c->ctx, NULL, 0)));
    LLVMValueRef size = spv_kiln_call(c, "kiln.surface.size", c->i32, &handle, 1);
    LLVMValueRef last = LLVMBuildSub(c->b, size, spv_i32(c, 8), "");
    LLVMValueRef some = LLVMBuildICmp(c->b, LLVMIntUGE, size, spv_i32(c, 8), "");
    w.fits = LLVMBuildAnd(c->b, some, LLVMBuildICmp(c->b, LLVMIntULE, offset, last, ""), "");
    LLVMValueRef at = LLVMBuildAdd(c->b, base, LLVMBuildZExt(c->b, offset, c->i64, ""), "");
    w.address = LLVMBuildIntToPtr(c->b, at, pointer, "");
    return w;
}

void spv_wide_begin(struct spv *c, struct spv_wide_atomic *w)
{
    if (!w->fits)
        return;
    w->before = LLVMGetInsertBlock(c->b);
    w->after = spv_new_block(c);
    LLVMBasicBlockRef inside = spv_new_block(c);
    LLVMBuildCondBr(c->b, w->fits, inside, w->after);
    LLVMPositionBuilderAtEnd(c->b, inside);
}

LLVMValueRef spv_wide_end(struct spv *c, struct spv_wide_atomic *w, LLVMValueRef result)
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
