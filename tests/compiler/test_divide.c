// What llvm_expand_divisions makes of remainders: what %r is compared with in, a test of the product out, or
// the remainder itself where that is wanted besides.
#include "compiler/ir_pass.h"

static const struct divide_case {
    const char *name, *type, *body;
    bool tested; // otherwise the remainder is computed
} cases[] = {
    {"nothing is left", "i32", "%r = urem i32 %x, 7\n%c = icmp eq i32 %r, 0\n", true},
    {"something is left", "i32", "%r = urem i32 %x, 12\n%c = icmp ne i32 %r, 5\n", true},
    {"of signed numbers", "i32", "%r = srem i32 %x, -10\n%c = icmp eq i32 %r, 0\n", true},
    {"in 64 bits", "i64", "%r = urem i64 %x, 1000000007\n%c = icmp eq i64 %r, 1\n", true},
    {"two comparisons", "i32",
     "%r = urem i32 %x, 7\n%a = icmp eq i32 %r, 0\n%b = icmp eq i32 %r, 1\n%c = or i1 %a, %b\n", true},
    {"three comparisons", "i32",
     "%r = urem i32 %x, 7\n%a = icmp eq i32 %r, 0\n%b = icmp eq i32 %r, 1\n%d = icmp eq i32 %r, 2\n"
     "%e = or i1 %a, %b\n%c = or i1 %d, %e\n",
     false},
    {"beside the quotient", "i32",
     "%r = urem i32 %x, 7\n%q = udiv i32 %x, 7\nstore i32 %q, ptr %other\n%c = icmp eq i32 %r, 0\n", false},
    {"beside itself", "i32", "%r = urem i32 %x, 7\nstore i32 %r, ptr %other\n%c = icmp eq i32 %r, 0\n",
     false},
    {"what is left has a sign", "i32", "%r = srem i32 %x, 7\n%c = icmp eq i32 %r, 1\n", false},
    {"the order of what is left", "i32", "%r = urem i32 %x, 7\n%c = icmp ult i32 %r, 3\n", false},
};

static void expand(struct arena *a, LLVMValueRef kernel)
{
    (void)a;
    llvm_expand_divisions(kernel);
}

KT_TEST(remainders_that_are_compared)
{
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        const struct divide_case *c = &cases[k];
        char text[1024];
        snprintf(text, sizeof(text),
                 "define void @kernel(%s %%x, ptr %%other) {\n%sstore i1 %%c, ptr %%other\nret void\n}\n",
                 c->type, c->body);
        char *after = run_pass(text, expand);
        if (!after)
            continue;
        bool tested = strstr(after, "icmp ule") || strstr(after, "icmp ugt");
        kt_ok(tested == c->tested, "%s: %s", c->name, after);
        kt_ok(!tested || (!strstr(after, "rem") && !strstr(after, "zext") && !strstr(after, "sext")),
              "%s: %s", c->name, after);
        LLVMDisposeMessage(after);
    }
}

KT_MAIN()
