// Lookup tables of bytes: before optimization they are constant globals, from which LLVM reads what it can.
// For selection each is a private array that is written once, where the kernel begins, as those of dwords are
// from the start (isel/memory/table.c).
#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/gep.h"
#include "compiler/llvm/lower/prepare.h"

// Puts `v`, which is computed where the kernel begins, in the place of a constant, and of what constants are
// made of it.
static void replace(LLVMBuilderRef b, LLVMValueRef constant, LLVMValueRef v)
{
    LLVMUseRef next;
    for (LLVMUseRef u = LLVMGetFirstUse(constant); u; u = next) {
        LLVMValueRef user = LLVMGetUser(u), index[2];
        next = LLVMGetNextUse(u);
        while (next && LLVMGetUser(next) == user)
            next = LLVMGetNextUse(next);
        if (LLVMIsAInstruction(user)) {
            for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++)
                if (LLVMGetOperand(user, k) == constant)
                    LLVMSetOperand(user, k, v);
        } else if (llvm_is_gep(user) && LLVMGetNumOperands(user) <= 3) {
            unsigned n = (unsigned)LLVMGetNumOperands(user) - 1;
            for (unsigned k = 0; k < n; k++)
                index[k] = LLVMGetOperand(user, k + 1);
            replace(b, user, LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(user), v, index, n, ""));
        }
    }
}

static uint64_t byte_at(LLVMValueRef bytes, unsigned k)
{
    return LLVMConstIntGetZExtValue(LLVMGetAggregateElement(bytes, k));
}

static void write_bytes(LLVMBuilderRef b, LLVMValueRef array, LLVMValueRef bytes, unsigned size)
{
    LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(bytes));
    LLVMTypeRef i8 = LLVMInt8TypeInContext(ctx), i32 = LLVMInt32TypeInContext(ctx);
    for (unsigned at = 0; at < size; at += 4) {
        uint64_t word = 0;
        for (unsigned k = 0; k < 4 && at + k < size; k++)
            word |= byte_at(bytes, at + k) << 8 * k;
        LLVMValueRef offset = LLVMConstInt(i32, at, false),
                     place = at ? LLVMBuildGEP2(b, i8, array, &offset, 1, "") : array;
        LLVMSetAlignment(LLVMBuildStore(b, LLVMConstInt(i32, word, false), place), 4);
    }
}

void llvm_place_tables(const struct llvm_shader *s)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(s->module));
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(s->module));
    LLVMValueRef next;
    for (LLVMValueRef g = LLVMGetFirstGlobal(s->module); g; g = next) {
        next = LLVMGetNextGlobal(g);
        if (LLVMGetPointerAddressSpace(LLVMTypeOf(g)) != KILN_AS_PRIVATE || !LLVMIsGlobalConstant(g))
            continue;
        LLVMValueRef bytes = LLVMGetInitializer(g),
                     first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(s->kernel));
        unsigned size = (unsigned)LLVMGetArrayLength2(LLVMTypeOf(bytes));
        if (LLVMGetFirstUse(g)) {
            LLVMPositionBuilderBefore(b, first);
            LLVMValueRef array = LLVMBuildAlloca(b, LLVMArrayType2(i32, (size + 3) / 4), "table");
            write_bytes(b, array, bytes, size);
            replace(b, g, array);
        }
        LLVMDeleteGlobal(g);
    }
    LLVMDisposeBuilder(b);
}
