// Constant data: what llvm_fold_data makes of reads of it, and loops that are unrolled because places in a
// private array are read there.
#include "compiler/ir_pass.h"
#include "compiler/llvm/ir/data.h"
#include "compiler/llvm/opt/unroll/unroll.h"

#define DATA 3 // its surface

static const uint8_t data[32] = {1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0x80, 0x3f, 0xff, 0xfe, 0xfd, 0xfc, 9};

#define HEAD                                                                                                 \
    "target datalayout = \"e-p:32:32-p2:64:64:64:32\"\n"                                                     \
    "declare ptr addrspace(2) @kiln.surface(i32) memory(none)\n"

static struct llvm_shader shader_of(LLVMValueRef kernel)
{
    return (struct llvm_shader){.kernel = kernel,
                                .module = LLVMGetGlobalParent(kernel),
                                .data = data,
                                .data_size = sizeof(data),
                                .data_bti = DATA};
}

static void fold(struct llvm_facts *f)
{
    struct llvm_shader s = shader_of(f->kernel);
    llvm_fold_data(&s);
}

static void unroll(struct llvm_facts *f)
{
    struct llvm_shader s = shader_of(f->kernel);
    llvm_mark_short_loops(f, &s, LLVM_UNROLL_ARRAYS);
}

static const struct fold_case {
    const char *name, *surface, *at, *type;
    const char *want; // NULL: it is read
} folds[] = {
    {"a dword", "3", "4", "i32", "i32 2"},
    {"a float", "3", "8", "float", "float 1.0"},
    {"a word between two dwords", "3", "11", "i16", "i16 -193"},
    {"a byte", "3", "16", "i8", "i8 9"},
    {"a qword", "3", "0", "i64", "i64 8589934593"},
    {"the last dword", "3", "28", "i32", "i32 0"},
    {"beyond the end", "3", "30", "i32", NULL},
    {"in front of it", "3", "-4", "i32", NULL},
    {"of another buffer", "2", "4", "i32", NULL},
    {"a place that is computed", "3", "%n", "i32", NULL},
    {"a vector", "3", "0", "<2 x i32>", NULL},
};

KT_TEST(reads_of_constant_data)
{
    for (size_t k = 0; k < sizeof(folds) / sizeof(folds[0]); k++) {
        const struct fold_case *c = &folds[k];
        char text[1024];
        snprintf(text, sizeof(text),
                 HEAD "define void @kernel(i32 %%n, ptr %%other) {\n"
                      "%%s = call ptr addrspace(2) @kiln.surface(i32 %s)\n"
                      "%%p = getelementptr i8, ptr addrspace(2) %%s, i32 %s\n"
                      "%%v = load %s, ptr addrspace(2) %%p\nstore %s %%v, ptr %%other\nret void\n}\n",
                 c->surface, c->at, c->type, c->type);
        char *after = run_pass(text, fold);
        if (!after)
            continue;
        kt_ok(!!strstr(after, " load ") == !c->want, "%s: %s", c->name, after);
        kt_ok(!c->want || strstr(after, c->want), "%s: no '%s' in %s", c->name, c->want, after);
        LLVMDisposeMessage(after);
    }
}

KT_TEST(places_that_are_read_there)
{
    for (unsigned surface = DATA - 1; surface <= DATA; surface++) {
        char text[4096];
        size_t at = (size_t)snprintf(
            text, sizeof(text),
            HEAD "define void @kernel(i32 %%n) {\nentry:\n%%m = alloca [64 x i8]\n"
                 "%%s = call ptr addrspace(2) @kiln.surface(i32 %u)\nbr label %%loop\n"
                 "loop:\n%%i = phi i32 [ 0, %%entry ], [ %%i2, %%body ]\n%%t = icmp ult i32 %%i, 40\n"
                 "br i1 %%t, label %%body, label %%end\n"
                 "body:\n%%o = shl i32 %%i, 2\n%%p = getelementptr i8, ptr addrspace(2) %%s, i32 %%o\n"
                 "%%v = load i32, ptr addrspace(2) %%p\n%%w = shl i32 %%v, 2\n%%x0 = mul i32 %%n, %%n\n",
            surface);
        for (unsigned k = 0; k < 40; k++) // more than pays for itself
            at += (size_t)snprintf(text + at, sizeof(text) - at, "%%x%u = xor i32 %%x%u, %%n\n", k + 1, k);
        snprintf(text + at, sizeof(text) - at,
                 "%%q = getelementptr i8, ptr %%m, i32 %%w\nstore i32 %%x40, ptr %%q\n"
                 "%%i2 = add i32 %%i, 1\nbr label %%loop\nend:\nret void\n}\n");
        char *after = run_pass(text, unroll);
        if (!after)
            continue;
        kt_ok(!!strstr(after, "llvm.loop.unroll.full") == (surface == DATA), "surface %u: %s", surface,
              after);
        LLVMDisposeMessage(after);
    }
}

KT_MAIN()
