// Queries of selection about LLVM's types and values, and how it fails (isel/operand/ctx.h): beneath
// everything else of it.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "compiler/llvm/ir/type.h"
#include "compiler/isel/operand/ctx.h"

void isel_fail(struct isel_ctx *x, const char *fmt, ...)
{
    if (x->failed)
        return;
    x->failed = true;
    va_list ap;
    va_start(ap, fmt);
    if (x->message && x->message_size)
        vsnprintf(x->message, x->message_size, fmt, ap);
    va_end(ap);
}

const char *isel_inst_text(struct isel_ctx *x, LLVMValueRef v)
{
    char *t = LLVMPrintValueToString(v);
    const char *s = t;
    while (*s == ' ')
        s++;
    char *copy = arena_strndup(x->arena, s, strlen(s) < 160 ? strlen(s) : 160);
    LLVMDisposeMessage(t);
    return copy;
}

// ---- types

static LLVMTypeRef element(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
}

unsigned isel_type_comps(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    if (k == LLVMVoidTypeKind)
        return 0;
    if (k == LLVMStructTypeKind) { // {value, flag} results
        unsigned n = 0;
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            n += isel_type_comps(LLVMStructGetTypeAtIndex(t, i));
        return n;
    }
    unsigned n = k == LLVMVectorTypeKind ? LLVMGetVectorSize(t) : 1;
    LLVMTypeRef e = element(t);
    if (LLVMGetTypeKind(e) != LLVMPointerTypeKind)
        return n;
    unsigned as = LLVMGetPointerAddressSpace(e);
    return as == KILN_AS_SURFACE ? n * 2 : as == KILN_AS_BUFFER ? n * 4 : n;
}

unsigned isel_elem_bits(LLVMTypeRef t)
{
    bool pointer = LLVMGetTypeKind(element(t)) == LLVMPointerTypeKind;
    return pointer ? 8 * (unsigned)eu_type_size(isel_elem_type(t)) : llvm_number_bits(t);
}

enum eu_type isel_elem_type(LLVMTypeRef t)
{
    t = element(t);
    switch (LLVMGetTypeKind(t)) {
    case LLVMHalfTypeKind:
        return EU_TYPE_HF;
    case LLVMFloatTypeKind:
        return EU_TYPE_F;
    case LLVMDoubleTypeKind:
        return EU_TYPE_DF;
    case LLVMPointerTypeKind:
        return kiln_has_long_offsets(LLVMGetPointerAddressSpace(t)) ? EU_TYPE_UQ : EU_TYPE_UD;
    default:
        return isel_elem_bits(t) > 32 ? EU_TYPE_UQ : EU_TYPE_D;
    }
}

bool isel_is_i64(LLVMTypeRef t)
{
    t = element(t);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) > 32;
}

unsigned isel_size(enum eu_type t)
{
    switch (t) {
    case EU_TYPE_UB:
    case EU_TYPE_B:
        return 1;
    case EU_TYPE_UW:
    case EU_TYPE_W:
    case EU_TYPE_HF:
        return 2;
    case EU_TYPE_UQ:
    case EU_TYPE_Q:
    case EU_TYPE_DF:
        return 8;
    default:
        return 4;
    }
}

struct isel_value *isel_val(struct isel_ctx *x, LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v))
        return NULL;
    uint32_t i = llvm_map_get(&x->index, v);
    return i == LLVM_NONE ? NULL : &x->values[i];
}

bool isel_is_dwords(LLVMTypeRef t)
{
    LLVMTypeRef e = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
    return (LLVMGetTypeKind(e) == LLVMIntegerTypeKind || LLVMGetTypeKind(e) == LLVMFloatTypeKind) &&
           isel_elem_bits(t) == 32;
}

struct isel_table *isel_table_of(struct isel_ctx *x, LLVMValueRef pointer)
{
    if (!x->tables.keys)
        return NULL;
    while (LLVMIsAInstruction(pointer) && LLVMGetInstructionOpcode(pointer) == LLVMGetElementPtr)
        pointer = LLVMGetOperand(pointer, 0);
    uint32_t i = llvm_map_get(&x->tables, pointer);
    return i == LLVM_NONE ? NULL : x->table[i];
}
