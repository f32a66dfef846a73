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
    {"of a quotient that is rounded down", "i32",
     "%q = srem i32 %x, 100\n%n = icmp slt i32 %q, 0\n%s = add i32 %q, 100\n%r = select i1 %n, i32 %s, i32 "
     "%q\n"
     "%c = icmp eq i32 %r, 99\n",
     true},
    {"of which the sign is asked besides", "i32",
     "%q = srem i32 %x, 100\n%n = icmp slt i32 %q, 0\n%s = add i32 %q, 100\n%r = select i1 %n, i32 %s, i32 "
     "%q\n"
     "store i1 %n, ptr %other\n%c = icmp eq i32 %r, 99\n",
     false},
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

static void expand(struct llvm_facts *f)
{
    llvm_expand_divisions(f->kernel);
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

// What quotients take: a product of 32 bits or one of 64 (counted in `wide`), and instructions in all.
static const struct quotient_case {
    const char *name, *body;
    bool wide;
    unsigned most; // instructions, with the store and the return
} quotients[] = {
    {"of a byte", "%b = and i32 %x, 255\n%c = udiv i32 %b, 7\n", false, 5},
    {"of a place in the group", "%b = call i32 @kiln.lane.id(), !range !0\n%c = udiv i32 %b, 18\n", false, 5},
    {"by a reciprocal of 32 bits", "%c = udiv i32 %x, 3\n", true, 7},
    {"by an even number", "%c = udiv i32 %x, 1460\n", true, 8},
    {"by a reciprocal of 33 bits", "%c = udiv i32 %x, 7\n", true, 10},
    {"with a sign", "%c = sdiv i32 %x, 10\n", true, 9},
    {"with a sign, by a reciprocal of 33 bits", "%c = sdiv i32 %x, 7\n", true, 10},
    {"without one that is seen", "%b = lshr i32 %x, 8\n%c = sdiv i32 %b, 7\n", true, 8},
};

KT_TEST(quotients_by_constants)
{
    for (size_t k = 0; k < sizeof(quotients) / sizeof(quotients[0]); k++) {
        const struct quotient_case *c = &quotients[k];
        char text[1024];
        unsigned lines = 0;
        snprintf(text, sizeof(text),
                 "declare i32 @kiln.lane.id() memory(none)\ndefine void @kernel(i32 %%x, ptr %%other) {\n%s"
                 "store i32 %%c, ptr %%other\nret void\n}\n!0 = !{i32 0, i32 32}\n",
                 c->body);
        char *after = run_pass(text, expand);
        if (!after)
            continue;
        for (const char *line = strstr(after, "define"); line && *line != '}'; line = strchr(line, '\n') + 1)
            lines += !strncmp(line, "  ", 2);
        kt_ok(!!strstr(after, "mul i64") == c->wide && !strstr(after, "div"), "%s: %s", c->name, after);
        kt_ok(lines <= c->most + 1, "%s: %u, not %u: %s", c->name, lines, c->most, after);
        LLVMDisposeMessage(after);
    }
}

KT_MAIN()
