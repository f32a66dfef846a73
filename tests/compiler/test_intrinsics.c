// The intrinsics of the LLVM contract: what the table declares is found again and valid, and a module that
// breaks the contract is refused by name.
#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <string.h>

#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "kt.h"

static struct arena arena;

static LLVMTypeRef param_type(LLVMContextRef c, char letter)
{
    return letter == 'b' ? LLVMInt1TypeInContext(c) : LLVMInt32TypeInContext(c);
}

// What each row is called with, from its letters in the table.
static const char *const params_of[INTRINSIC_COUNT] = {
#define INTRINSIC(id, name, result, params, ...) [INTRINSIC_##id] = params,
#include "compiler/llvm/ir/intrinsics.def"
#undef INTRINSIC
};

KT_TEST(all_rows_come_back)
{
    LLVMContextRef c = LLVMContextCreate();
    LLVMModuleRef m = LLVMModuleCreateWithNameInContext("m", c);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMValueRef f = LLVMAddFunction(m, "kernel", LLVMFunctionType(LLVMVoidTypeInContext(c), NULL, 0, false));
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, f, ""));
    for (unsigned id = 1; id < INTRINSIC_COUNT; id++) {
        LLVMValueRef args[64];
        unsigned n = 0;
        for (const char *p = params_of[id]; *p; p++)
            for (unsigned k = *p == 'N' ? KILN_SAMPLE_ARGS : 1; k--;)
                args[n++] = LLVMConstInt(param_type(c, *p), 0, false);
        LLVMValueRef call = intrinsic_call(b, m, (enum intrinsic)id, args, n);
        kt_ok(intrinsic_of(call) == (enum intrinsic)id, "row %u comes back as %u", id, intrinsic_of(call));
    }
    LLVMValueRef half = LLVMConstReal(LLVMVectorType(LLVMHalfTypeInContext(c), 2), 0);
    LLVMValueRef call = intrinsic_call(b, m, INTRINSIC_OPAQUE, &half, 1);
    size_t n;
    kt_streq(LLVMGetValueName2(LLVMGetCalledValue(call), &n), "kiln.opaque.v2f16");
    kt_ok(intrinsic_of(call) == INTRINSIC_OPAQUE, "an overload of vectors");
    kt_ok(intrinsic_of(half) == INTRINSIC_NONE, "a constant is no call");
    const char *wrong = intrinsic_validate(&arena, m);
    kt_ok(!wrong, "%s", wrong ? wrong : "");
    LLVMDisposeBuilder(b);
    LLVMDisposeModule(m);
    LLVMContextDispose(c);
}

#define PURE " memory(none) nounwind willreturn speculatable nofree nosync nocallback\n"
#define MEETS " convergent nounwind willreturn nocallback memory(inaccessiblemem: readwrite)\n"

static const struct {
    const char *ir, *message; // "": nothing is wrong
} rows[] = {
    {"declare i32 @kiln.lane.id()" PURE
     "define void @kernel() {\n%a = call i32 @kiln.lane.id()\nret void }\n",
     ""},
    {"declare i32 @kiln.lane.number()" PURE
     "define void @kernel() {\n%a = call i32 @kiln.lane.number()\nret void }\n",
     "kiln.lane.number is no intrinsic"},
    {"declare i32 @kiln.lane.id.i32()" PURE
     "define void @kernel() {\n%a = call i32 @kiln.lane.id.i32()\nret void }\n",
     "is no intrinsic"},
    {"declare float @kiln.rcp(float)" PURE
     "define void @kernel() {\n%a = call float @kiln.rcp(float 1.0)\nret void }\n",
     "kiln.rcp is no intrinsic"}, // without the type
    {"declare i64 @kiln.lane.id()" PURE
     "define void @kernel() {\n%a = call i64 @kiln.lane.id()\nret void }\n",
     "kiln.lane.id is of another type"},
    {"declare float @kiln.rcp.f64(float)" PURE
     "define void @kernel() {\n%a = call float @kiln.rcp.f64(float 1.0)\nret void }\n",
     "does not have its parameter's type"},
    {"declare i32 @kiln.lane.id() memory(none)\ndefine void @kernel() {\n%a = call i32 @kiln.lane.id()\nret "
     "void }\n",
     "kiln.lane.id is not nounwind"},
    {"declare i32 @kiln.lane.id() memory(read) nounwind willreturn speculatable nofree nosync nocallback\n"
     "define void @kernel() {\n%a = call i32 @kiln.lane.id()\nret void }\n",
     "kiln.lane.id has another memory"},
    {"declare i32 @kiln.subgroup.ballot(i1)" PURE
     "define void @kernel() {\n%a = call i32 @kiln.subgroup.ballot(i1 true)\nret void }\n",
     "kiln.subgroup.ballot is not convergent"},
    {"declare void @kiln.barrier() nounwind nocallback\ndefine void @kernel() {\ncall void "
     "@kiln.barrier()\nret void }\n",
     "kiln.barrier is not convergent"},
    {"declare void @kiln.fence(i32) nounwind nocallback convergent\n"
     "define void @kernel() {\ncall void @kiln.fence(i32 1)\nret void }\n",
     "kiln.fence must not be convergent"},
    {"declare i32 @kiln.lane.id()" PURE "declare i32 @kiln.workgroup.id(i32)" PURE
     "define void @kernel() {\n%a = call i32 @kiln.lane.id()\n%b = call i32 @kiln.workgroup.id(i32 %a)\nret "
     "void }\n",
     "operand 0 of a call to kiln.workgroup.id is no constant"},
    {"declare i32 @kiln.subgroup.reduce.iadd.i32(i32, i32)" MEETS
     "define void @kernel() {\n%a = call i32 @kiln.subgroup.reduce.iadd.i32(i32 1, i32 4)\nret void }\n",
     ""},
    {"declare i32 @kiln.subgroup.reduce.isub.i32(i32, i32)" MEETS
     "define void @kernel() {\n%a = call i32 @kiln.subgroup.reduce.isub.i32(i32 1, i32 4)\nret void }\n",
     "is no intrinsic"},
    {"declare i32 @kiln.lane.number()" PURE "define void @kernel() {\nret void }\n", ""}, // nobody calls it
    {"declare i32 @other(i32)\ndefine void @kernel() {\n%a = call i32 @other(i32 1)\nret void }\n", ""},
};

KT_TEST(contract)
{
    for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        LLVMContextRef c = LLVMContextCreate();
        LLVMMemoryBufferRef buffer =
            LLVMCreateMemoryBufferWithMemoryRangeCopy(rows[k].ir, strlen(rows[k].ir), "test");
        LLVMModuleRef m = NULL;
        char *error = NULL;
        if (!kt_ok(!LLVMParseIRInContext(c, buffer, &m, &error), "row %u: %s", k, error ? error : ""))
            continue;
        const char *wrong = intrinsic_validate(&arena, m);
        if (rows[k].message[0])
            kt_ok(wrong && strstr(wrong, rows[k].message), "row %u: '%s' does not say '%s'", k,
                  wrong ? wrong : "nothing", rows[k].message);
        else
            kt_ok(!wrong, "row %u: %s", k, wrong ? wrong : "");
        LLVMDisposeModule(m);
        LLVMContextDispose(c);
    }
}

int main(int argc, char **argv)
{
    arena_init(&arena);
    int r = kt_main(argc, argv);
    arena_finish(&arena);
    return r;
}
