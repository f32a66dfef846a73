// Which private arrays llvm_split_arrays makes variables of, and which are left for registers that are found
// by their number (isel/memory/array.c), where an index among many costs less than comparisons do.
#include "compiler/ir_pass.h"

static const struct array_case {
    const char *name;
    unsigned elements;
    const char *body;
    bool split;
} cases[] = {
    {"four elements, two places", 4, "%i = and i32 %n, 3\n%j = and i32 %m, 3\n", true},
    {"eight elements, two places", 8, "%i = and i32 %n, 7\n%j = and i32 %m, 7\n", false},
    {"eight elements, one place", 8, "%i = and i32 %n, 7\n%j = add i32 0, 5\n", true},
};

static void split(struct llvm_facts *f)
{
    llvm_split_arrays(f);
}

KT_TEST(arrays_with_computed_places)
{
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        const struct array_case *c = &cases[k];
        char text[2048], fill[512] = "";
        for (unsigned n = 0, at = 0; n < c->elements; n++)
            at += (unsigned)snprintf(fill + at, sizeof(fill) - at,
                                     "%%p%u = getelementptr i8, ptr %%a, i32 %u\nstore i32 %%n, ptr %%p%u\n",
                                     n, 4 * n, n);
        snprintf(text, sizeof(text),
                 "target datalayout = \"e-p:32:32\"\n"
                 "define void @kernel(i32 %%n, i32 %%m, i1 %%on, ptr addrspace(1) %%other) {\n"
                 "%%a = alloca [%u x i8]\n%sbr label %%loop\nloop:\n%s"
                 "%%q = getelementptr [%u x i32], ptr %%a, i32 0, i32 %%i\n%%v = load i32, ptr %%q\n"
                 "%%r = getelementptr [%u x i32], ptr %%a, i32 0, i32 %%j\nstore i32 %%v, ptr %%r\n"
                 "br i1 %%on, label %%loop, label %%end\nend:\n"
                 "%%w = load i32, ptr %%a\nstore i32 %%w, ptr addrspace(1) %%other\nret void\n}\n",
                 4 * c->elements, fill, c->body, c->elements, c->elements);
        char *after = run_pass(text, split);
        if (!after)
            continue;
        kt_ok(!!strstr(after, "alloca i32") == c->split, "%s: %s", c->name, after);
        LLVMDisposeMessage(after);
    }
}

// A read whose base is beyond the array, whatever its index: none of the elements.
KT_TEST(a_read_beyond_all_elements)
{
    char *after =
        run_pass("target datalayout = \"e-p:32:32\"\n"
                 "define void @kernel(i32 %n, i32 %m, ptr addrspace(1) %other) {\n"
                 "%a = alloca [8 x i8]\nstore i32 %n, ptr %a\n"
                 "%p = getelementptr i8, ptr %a, i32 4\nstore i32 %m, ptr %p\n"
                 "%i = and i32 %n, 1\n%o = shl i32 %i, 2\n"
                 "%past = getelementptr i8, ptr %a, i32 80\n%q = getelementptr i8, ptr %past, i32 %o\n"
                 "%v = load i32, ptr %q\n%w = load i32, ptr %p\n%s = add i32 %v, %w\n"
                 "store i32 %s, ptr addrspace(1) %other\nret void\n}\n",
                 split);
    if (!after)
        return;
    kt_ok(strstr(after, "add i32 0, %"), "%s", after);
    LLVMDisposeMessage(after);
}

KT_MAIN()
