// What lowering makes of the arithmetic that LLVM's optimizer has names for, in each width: no call is left
// but those that selection has rows for, and the values, as LLVM's interpreter computes them, are right.
#include <llvm-c/Core.h>
#include <llvm-c/ExecutionEngine.h>
#include <stdlib.h>

#include "compiler/llvm/lower/prepare.h"
#include "kiln/target.h"
#include "kt.h"

enum kind { COMPARED, SATURATED, WITH_OVERFLOW };

static const struct op {
    const char *name; // 's' or 'u' first, which says whether the numbers have signs
    enum kind kind;
    bool selected; // of 32 bits: selection takes it as it is
    unsigned most; // bits
} ops[] = {
    {"ucmp", COMPARED, false, 64},
    {"scmp", COMPARED, false, 64},
    {"uadd.sat", SATURATED, true, 64},
    {"sadd.sat", SATURATED, true, 64},
    {"usub.sat", SATURATED, true, 64},
    {"ssub.sat", SATURATED, true, 64},
    {"uadd.with.overflow", WITH_OVERFLOW, true, 64},
    {"usub.with.overflow", WITH_OVERFLOW, true, 64},
    {"sadd.with.overflow", WITH_OVERFLOW, false, 64},
    {"ssub.with.overflow", WITH_OVERFLOW, false, 64},
    {"umul.with.overflow", WITH_OVERFLOW, false, 64},
    {"smul.with.overflow", WITH_OVERFLOW, false, 64},
};

static const int64_t numbers[] = {
    0,         1,         -1,        2,         -2,       100,          127,        128,
    -128,      -129,      32767,     -32768,    65535,    INT32_MAX,    INT32_MIN,  3000000,
    -70000000, INT64_MAX, INT64_MIN, 1ll << 32, 0x5a5a5a, -(1ll << 40), UINT32_MAX,
};
enum { NUMBERS = sizeof(numbers) / sizeof(numbers[0]) };

static int64_t narrow(int64_t v, unsigned bits, bool is_signed)
{
    const uint64_t up = (uint64_t)v << (64 - bits);
    return is_signed ? (int64_t)up >> (64 - bits) : (int64_t)(up >> (64 - bits));
}

// What comes out of the kernel below.
static int64_t expect(const struct op *op, int64_t a, int64_t b, unsigned bits)
{
    const bool is_signed = op->name[0] == 's';
    a = narrow(a, bits, is_signed), b = narrow(b, bits, is_signed);
    const __int128 x = is_signed ? a : (__int128)(uint64_t)a, y = is_signed ? b : (__int128)(uint64_t)b;
    const __int128 low = is_signed ? -((__int128)1 << (bits - 1)) : 0,
                   high = ((__int128)1 << (is_signed ? bits - 1 : bits)) - 1;
    if (op->kind == COMPARED)
        return (x > y) - (x < y);
    if (op->name[1] == 'm' && !is_signed) { // which may have all of 128 bits
        const unsigned __int128 p = (unsigned __int128)x * (unsigned __int128)y;
        return narrow((int64_t)p, bits, true) ^ (int64_t)((uint64_t)(p > (unsigned __int128)high) << 63);
    }
    const __int128 r = op->name[1] == 'a' ? x + y : op->name[1] == 's' ? x - y : x * y;
    if (op->kind == SATURATED)
        return narrow((int64_t)(r < low ? low : r > high ? high : r), bits, true);
    return narrow((int64_t)r, bits, true) ^ (int64_t)((uint64_t)(r < low || r > high) << 63);
}

// i64 kernel(i64, i64): both cut down to `bits`; the result with its sign, a flag as another bit 63.
static LLVMValueRef build(LLVMModuleRef m, const struct op *op, unsigned bits)
{
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMTypeRef i64 = LLVMInt64TypeInContext(c), t = LLVMIntTypeInContext(c, bits), two[] = {t, t},
                wide[] = {i64, i64}, both[] = {t, LLVMInt1TypeInContext(c)};
    LLVMTypeRef type = op->kind == WITH_OVERFLOW ? LLVMStructTypeInContext(c, both, 2, false) : t;
    char name[64];
    int n = snprintf(name, sizeof(name), "llvm.%s.i%u", op->name, bits);
    if (op->kind == COMPARED)
        snprintf(name + n, sizeof(name) - (size_t)n, ".i%u", bits);
    LLVMTypeRef called = LLVMFunctionType(type, two, 2, false);
    LLVMValueRef f = LLVMAddFunction(m, name, called),
                 kernel = LLVMAddFunction(m, "kernel", LLVMFunctionType(i64, wide, 2, false));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, kernel, ""));
    LLVMValueRef args[2];
    for (unsigned k = 0; k < 2; k++)
        args[k] = LLVMBuildTrunc(b, LLVMGetParam(kernel, k), t, "");
    LLVMValueRef r = LLVMBuildCall2(b, called, f, args, 2, ""), flag = NULL;
    if (op->kind == WITH_OVERFLOW) {
        flag = LLVMBuildZExt(b, LLVMBuildExtractValue(b, r, 1, ""), i64, "");
        flag = LLVMBuildShl(b, flag, LLVMConstInt(i64, 63, false), "");
        r = LLVMBuildExtractValue(b, r, 0, "");
    }
    r = LLVMBuildSExt(b, r, i64, "");
    LLVMBuildRet(b, flag ? LLVMBuildXor(b, r, flag, "") : r);
    LLVMDisposeBuilder(b);
    return kernel;
}

static bool has_calls(LLVMValueRef kernel)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i))
                return true;
    return false;
}

// Disposes of the module.
static void compare(LLVMModuleRef m, LLVMValueRef kernel, const struct op *op, unsigned bits,
                    const char *target)
{
    LLVMExecutionEngineRef e;
    char *error = NULL;
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(m));
    if (!kt_ok(!LLVMCreateInterpreterForModule(&e, m, &error), "%s", error ? error : "")) {
        LLVMDisposeModule(m);
        return;
    }
    unsigned wrong = 0, at = 0;
    for (unsigned k = 0; k < NUMBERS * NUMBERS; k++) {
        const int64_t a = numbers[k / NUMBERS], b = numbers[k % NUMBERS];
        LLVMGenericValueRef in[] = {LLVMCreateGenericValueOfInt(i64, (uint64_t)a, true),
                                    LLVMCreateGenericValueOfInt(i64, (uint64_t)b, true)};
        LLVMGenericValueRef out = LLVMRunFunction(e, kernel, 2, in);
        if ((int64_t)LLVMGenericValueToInt(out, true) != expect(op, a, b, bits)) {
            wrong++;
            at = k;
        }
        LLVMDisposeGenericValue(in[0]);
        LLVMDisposeGenericValue(in[1]);
        LLVMDisposeGenericValue(out);
    }
    kt_ok(!wrong, "%s, %s.i%u: %u of %u are wrong, as that of %lld and %lld", target, op->name, bits, wrong,
          NUMBERS * NUMBERS, (long long)numbers[at / NUMBERS], (long long)numbers[at % NUMBERS]);
    LLVMDisposeExecutionEngine(e);
}

KT_TEST(arithmetic_with_names)
{
    static const char *const targets[] = {"skl", "tgl", "bmg"}; // with and without qwords
    LLVMLinkInInterpreter();
    for (unsigned n = 0; n < 3 * sizeof(ops) / sizeof(ops[0]); n++)
        for (unsigned bits = 8; bits <= ops[n / 3].most; bits *= 2) {
            const struct op *op = &ops[n / 3];
            LLVMContextRef c = LLVMContextCreate();
            LLVMModuleRef m = LLVMModuleCreateWithNameInContext("m", c);
            LLVMValueRef kernel = build(m, op, bits);
            llvm_lower(kernel, kiln_target(targets[n % 3]));
            const bool left = has_calls(kernel);
            kt_ok(left == (op->selected && bits == 32), "%s, %s.i%u: %s", targets[n % 3], op->name, bits,
                  left ? "not lowered" : "lowered, though selection has it");
            if (left)
                LLVMDisposeModule(m);
            else
                compare(m, kernel, op, bits, targets[n % 3]);
            LLVMContextDispose(c);
        }
}

int main(int argc, char **argv)
{
    return kt_main(argc, argv);
}
