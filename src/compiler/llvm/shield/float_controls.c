// Float controls and LLVM's optimizer: it folds float arithmetic on constants to nearest and keeps denormals,
// and drops additions of zero and multiplications by one. Where the module asks for something else (rounding
// toward zero, flushing), float operations go through the optimizer as calls of pure functions that it knows
// nothing about, kiln.guard.*, and become themselves again behind it. Constants that they have by then are
// hidden from the last clean-up.
#include <stdio.h>
#include <string.h>

#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/shield/shield.h"

#define PREFIX "kiln.guard."
#define MAX_OPERANDS 4

static bool is_float(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMHalfTypeKind || k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind;
}

static const char *type_name(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMHalfTypeKind:
        return "f16";
    case LLVMFloatTypeKind:
        return "f32";
    case LLVMDoubleTypeKind:
        return "f64";
    default:
        return LLVMGetIntTypeWidth(t) == 64   ? "i64"
               : LLVMGetIntTypeWidth(t) == 32 ? "i32"
               : LLVMGetIntTypeWidth(t) == 16 ? "i16"
               : LLVMGetIntTypeWidth(t) == 8  ? "i8"
                                              : "i1";
    }
}

static const char *called_name(LLVMValueRef i)
{
    size_t n;
    LLVMValueRef fn = LLVMGetCalledValue(i);
    return LLVMIsAFunction(fn) ? LLVMGetValueName2(fn, &n) : "";
}

// The operation that a guard stands for; NULL: it is none.
static const char *guarded_name(LLVMValueRef i)
{
    const char *name = LLVMGetInstructionOpcode(i) == LLVMCall ? called_name(i) : "";
    return !strncmp(name, PREFIX, sizeof(PREFIX) - 1) ? name + sizeof(PREFIX) - 1 : NULL;
}

static bool is_guard(LLVMValueRef i)
{
    return guarded_name(i) != NULL;
}

// What moves bits only is not rounded.
static bool rounds(LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMSIToFP:
    case LLVMUIToFP:
        return is_float(LLVMTypeOf(i));
    case LLVMCall: {
        const char *name = called_name(i);
        return is_float(LLVMTypeOf(i)) && !strncmp(name, "llvm.", 5) &&
               strncmp(name, "llvm.fabs.", 10) != 0 && strncmp(name, "llvm.copysign.", 14) != 0 &&
               LLVMGetNumArgOperands(i) <= MAX_OPERANDS;
    }
    default:
        return false;
    }
}

static LLVMValueRef pure_function(LLVMModuleRef m, const char *name, LLVMTypeRef ret, LLVMTypeRef *params,
                                  unsigned count)
{
    static const char *const attributes[] = {"memory", "nounwind", "willreturn", "speculatable",
                                             "nofree", "nosync",   "nocallback"};
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    if (fn)
        return fn;
    fn = LLVMAddFunction(m, name, LLVMFunctionType(ret, params, count, false));
    for (unsigned k = 0; k < sizeof(attributes) / sizeof(attributes[0]); k++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(attributes[k], strlen(attributes[k]));
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(LLVMGetModuleContext(m), kind, 0));
    }
    return fn;
}

static LLVMValueRef call(LLVMBuilderRef b, LLVMValueRef fn, LLVMValueRef *args, unsigned count)
{
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, count, "");
}

static unsigned operands(LLVMValueRef i, LLVMValueRef *out)
{
    unsigned n =
        LLVMGetInstructionOpcode(i) == LLVMCall ? LLVMGetNumArgOperands(i) : (unsigned)LLVMGetNumOperands(i);
    for (unsigned k = 0; k < n; k++)
        out[k] = LLVMGetOperand(i, k);
    return n;
}

// "kiln.guard.OPCODE.TYPE.TYPE OF THE OPERANDS", or with the name of an intrinsic behind the opcode.
static void guard(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef i)
{
    LLVMValueRef args[MAX_OPERANDS];
    LLVMTypeRef types[MAX_OPERANDS];
    unsigned count = operands(i, args);
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    char name[128];
    for (unsigned k = 0; k < count; k++)
        types[k] = LLVMTypeOf(args[k]);
    if (op == LLVMCall)
        snprintf(name, sizeof(name), PREFIX "%s", called_name(i));
    else
        snprintf(name, sizeof(name), PREFIX "%d.%s.%s", (int)op, type_name(LLVMTypeOf(i)),
                 type_name(types[0]));
    LLVMPositionBuilderBefore(b, i);
    LLVMValueRef v = call(b, pure_function(m, name, LLVMTypeOf(i), types, count), args, count);
    if (LLVMCanValueUseFastMathFlags(i))
        LLVMSetFastMathFlags(v, LLVMGetFastMathFlags(i));
    LLVMReplaceAllUsesWith(i, v);
    LLVMInstructionEraseFromParent(i);
}

static LLVMValueRef hide(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef v)
{
    if (!LLVMIsConstant(v))
        return v;
    return intrinsic_call(b, m, INTRINSIC_OPAQUE, &v, 1);
}

static LLVMValueRef rebuild(LLVMModuleRef m, LLVMBuilderRef b, const char *what, LLVMTypeRef t,
                            LLVMValueRef *args, unsigned count)
{
    if (!strncmp(what, "llvm.", 5))
        return call(b, LLVMGetNamedFunction(m, what), args, count);
    int op = 0;
    for (; *what >= '0' && *what <= '9'; what++)
        op = op * 10 + *what - '0';
    if (count == 1)
        return LLVMBuildCast(b, (LLVMOpcode)op, args[0], t, "");
    return LLVMBuildBinOp(b, (LLVMOpcode)op, args[0], args[1], "");
}

static void unguard(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef i)
{
    LLVMValueRef args[MAX_OPERANDS];
    unsigned count = operands(i, args);
    const char *what = guarded_name(i);
    LLVMPositionBuilderBefore(b, i);
    for (unsigned k = 0; k < count; k++)
        if (LLVMTypeOf(args[k]) != LLVMInt1TypeInContext(LLVMGetModuleContext(m)) &&
            (is_float(LLVMTypeOf(args[k])) || count == 1))
            args[k] = hide(m, b, args[k]);
    LLVMValueRef v = rebuild(m, b, what, LLVMTypeOf(i), args, count);
    if (LLVMIsAInstruction(v) && LLVMCanValueUseFastMathFlags(v))
        LLVMSetFastMathFlags(v, LLVMGetFastMathFlags(i));
    LLVMReplaceAllUsesWith(i, v);
    LLVMInstructionEraseFromParent(i);
}

static void for_all(LLVMValueRef kernel, bool (*which)(LLVMValueRef),
                    void (*change)(LLVMModuleRef, LLVMBuilderRef, LLVMValueRef))
{
    LLVMModuleRef m = LLVMGetGlobalParent(kernel);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (which(i))
                change(m, b, i);
        }
    LLVMDisposeBuilder(b);
}

void llvm_guard_floats(LLVMValueRef kernel)
{
    for_all(kernel, rounds, guard);
}

void llvm_unguard_floats(LLVMValueRef kernel)
{
    for_all(kernel, is_guard, unguard);
}
