// Which sums of products llvm_reassociate_products begins at what is added to them, and which it leaves
// alone: the bodies of functions in, the stored values out, written as expressions.
#include <llvm-c/IRReader.h>

#include "compiler/llvm/opt/opt.h"
#include "kt.h"

#define FREE "contract afn float "
#define PRODUCTS                                                                                             \
    "%p = fmul contract float %a, %b\n"                                                                      \
    "%q = fmul contract float %c, %d\n"

static const struct sum_case {
    const char *name, *body, *want;
    uint8_t zero_inf_nan;
} cases[] = {
    {"a sum of products",
     PRODUCTS "%s = fadd " FREE "%p, %q\n%r = fadd " FREE "%x, %s\nstore float %r, ptr %o", "((x+a*b)+c*d)"},
    {"on the left", PRODUCTS "%s = fadd " FREE "%p, %q\n%r = fadd " FREE "%s, %x\nstore float %r, ptr %o",
     "((x+a*b)+c*d)"},
    {"differences",
     PRODUCTS "%s = fsub " FREE "%p, %q\n%r = fadd " FREE "%x, %s\n%t = fsub " FREE "%y, %r\n"
              "store float %t, ptr %o",
     "(y-((x+a*b)-c*d))"},
    {"a difference of a sum",
     PRODUCTS "%s = fsub " FREE "%p, %q\n%r = fsub " FREE "%x, %s\nstore float %r, ptr %o", "((x-a*b)+c*d)"},
    {"what a sum is taken from stays",
     PRODUCTS "%s = fadd " FREE "%p, %q\n%r = fsub " FREE "%s, %x\nstore float %r, ptr %o", "((a*b+c*d)-x)"},
    {"sums of sums",
     PRODUCTS "%p2 = fmul contract float %a, %d\n%q2 = fmul contract float %c, %b\n"
              "%s = fadd " FREE "%p, %q\n%t = fadd " FREE "%p2, %q2\n%u = fadd " FREE "%s, %t\n"
              "%r = fadd " FREE "%u, %x\nstore float %r, ptr %o",
     "((((x+a*b)+c*d)+a*d)+c*b)"},
    {"a sum that others want",
     PRODUCTS "%s = fadd " FREE "%p, %q\n%r = fadd " FREE "%x, %s\n%t = fadd " FREE "%y, %s\n"
              "store float %r, ptr %o\nstore float %t, ptr %o2",
     "(x+(a*b+c*d)) (y+(a*b+c*d))"},
    {"a product alone is a MAD",
     "%p = fmul contract float %a, %b\n%r = fadd " FREE "%x, %p\nstore float %r, ptr %o", "(x+a*b)"},
    {"a product is added to a sum: the order stays",
     PRODUCTS "%p2 = fmul contract float %a, %d\n"
              "%s = fadd " FREE "%p, %q\n%r = fadd " FREE "%s, %p2\nstore float %r, ptr %o",
     "((a*b+c*d)+a*d)"},
    {"a sum is added to a product",
     PRODUCTS "%p2 = fmul contract float %a, %d\n"
              "%s = fadd " FREE "%p, %q\n%r = fadd " FREE "%p2, %s\nstore float %r, ptr %o",
     "(a*d+(a*b+c*d))"},
    {"a product that others want",
     PRODUCTS "%p2 = fmul contract float %a, %d\n"
              "%s = fadd " FREE "%p, %q\n%r = fadd " FREE "%s, %p2\nstore float %r, ptr %o\n"
              "store float %p2, ptr %o2",
     "((a*d+a*b)+c*d) a*d"},
    {"an addition that must stay where it is",
     PRODUCTS "%s = fadd " FREE "%p, %q\n%r = fadd contract float %x, %s\nstore float %r, ptr %o",
     "(x+(a*b+c*d))"},
    {"within the sum",
     PRODUCTS "%s = fadd contract float %p, %q\n%r = fadd " FREE "%x, %s\nstore float %r, ptr %o",
     "(x+(a*b+c*d))"},
    {"a product that is not contracted",
     "%p = fmul float %a, %b\n%q = fmul contract float %c, %d\n"
     "%s = fadd " FREE "%p, %q\n%r = fadd " FREE "%x, %s\nstore float %r, ptr %o",
     "(x+(a*b+c*d))"},
    {"infinities of this width matter",
     PRODUCTS "%s = fadd " FREE "%p, %q\n%r = fadd " FREE "%x, %s\nstore float %r, ptr %o", "(x+(a*b+c*d))",
     32},
    {"those of another do not",
     PRODUCTS "%s = fadd " FREE "%p, %q\n%r = fadd " FREE "%x, %s\nstore float %r, ptr %o", "((x+a*b)+c*d)",
     16 | 64},
    {"one long chain",
     PRODUCTS "%p2 = fmul contract float %a, %d\n%q2 = fmul contract float %c, %b\n"
              "%s = fadd " FREE "%p, %q\n%t = fadd " FREE "%p2, %q2\n%u = fadd " FREE "%x, %s\n"
              "%r = fadd " FREE "%u, %t\nstore float %r, ptr %o",
     "((x+(a*b+c*d))+(a*d+c*b))"},
};

// Long chains are made where four are beside each other, and not where there are three.
static const char *chains(unsigned n)
{
    static char text[8192];
    size_t at = 0;
    for (unsigned k = 0; k < n; k++)
        at += (size_t)snprintf(text + at, sizeof(text) - at,
                               "%%p%u = fmul contract float %%a, %%b\n%%q%u = fmul contract float %%c, %%d\n"
                               "%%v%u = fmul contract float %%a, %%d\n%%w%u = fmul contract float %%c, %%b\n"
                               "%%s%u = fadd " FREE "%%p%u, %%q%u\n%%t%u = fadd " FREE "%%v%u, %%w%u\n"
                               "%%u%u = fadd " FREE "%%x, %%s%u\n%%r%u = fadd " FREE
                               "%%u%u, %%t%u\nstore float %%r%u, ptr %%o\n",
                               k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k);
    return text;
}

static void print(LLVMValueRef v, char *out, size_t size)
{
    size_t length;
    if (!LLVMIsAInstruction(v)) {
        snprintf(out, size, "%s", LLVMGetValueName2(v, &length));
        return;
    }
    char a[512], b[512];
    print(LLVMGetOperand(v, 0), a, sizeof(a));
    print(LLVMGetOperand(v, 1), b, sizeof(b));
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (op == LLVMFMul)
        snprintf(out, size, "%s*%s", a, b);
    else
        snprintf(out, size, "(%s%c%s)", a, op == LLVMFAdd ? '+' : '-', b);
}

static void sums_of(const char *body, uint8_t zero_inf_nan, char *out, size_t size)
{
    static char text[16384];
    snprintf(text, sizeof(text),
             "define void @kernel(float %%a, float %%b, float %%c, float %%d, float %%x, float %%y, ptr %%o, "
             "ptr %%o2) {\n%s\nret void\n}\n",
             body);
    LLVMContextRef ctx = LLVMContextCreate();
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "");
    struct llvm_shader s = {.float_modes.zero_inf_nan = zero_inf_nan};
    char *error = NULL;
    out[0] = 0;
    if (!kt_ok(!LLVMParseIRInContext(ctx, buffer, &s.module, &error), "%s", error ? error : "")) {
        LLVMContextDispose(ctx);
        return;
    }
    struct arena a;
    arena_init(&a);
    s.kernel = LLVMGetNamedFunction(s.module, "kernel");
    llvm_reassociate_products(&a, &s);
    LLVMBasicBlockRef block = LLVMGetEntryBasicBlock(s.kernel);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        char one[2048];
        if (!LLVMIsAStoreInst(i))
            continue;
        print(LLVMGetOperand(i, 0), one, sizeof(one));
        snprintf(out + strlen(out), size - strlen(out), "%s%s", *out ? " " : "", one);
    }
    arena_finish(&a);
    LLVMDisposeModule(s.module);
    LLVMContextDispose(ctx);
}

KT_TEST(sums_of_products)
{
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        char got[4096];
        sums_of(cases[k].body, cases[k].zero_inf_nan, got, sizeof(got));
        kt_ok(!strcmp(got, cases[k].want), "%s: %s, not %s", cases[k].name, got, cases[k].want);
    }
}

KT_TEST(long_chains_beside_each_other)
{
    char got[4096];
    sums_of(chains(3), 0, got, sizeof(got));
    kt_ok(strstr(got, "((x+(a*b+c*d))+(a*d+c*b))") == got, "three: %s", got);
    sums_of(chains(4), 0, got, sizeof(got));
    kt_ok(strstr(got, "((((x+a*b)+c*d)+a*d)+c*b)") == got, "four: %s", got);
}

// %NAME: a sum of so many products, one behind the other.
static size_t chain(char *text, size_t size, char name, unsigned products)
{
    size_t at = (size_t)snprintf(text, size, "%%%c1 = fmul contract float %%a, %%b\n", name);
    for (unsigned k = 2; k <= products; k++)
        at += (size_t)snprintf(text + at, size - at,
                               "%%%cp%u = fmul contract float %%a, %%b\n%%%c%u = fadd " FREE
                               "%%%c%u, %%%cp%u\n",
                               name, k, name, k, name, k - 1, name, k);
    return at;
}

// Long sums stay beside each other, how many there may be; short ones, and those to which something else is
// added, become one.
KT_TEST(long_sums_of_two)
{
    static const struct {
        unsigned first, second; // products
        bool one;
    } sums[] = {{8, 8, false}, {12, 8, false}, {12, 4, true}, {4, 12, true}, {4, 4, true}, {0, 12, true}};
    for (size_t k = 0; k < sizeof(sums) / sizeof(sums[0]); k++) {
        char text[8192], got[4096];
        unsigned n = sums[k].first, m = sums[k].second;
        size_t at = n ? chain(text, sizeof(text), 'm', n) : 0;
        at += chain(text + at, sizeof(text) - at, 'n', m);
        at += (size_t)snprintf(text + at, sizeof(text) - at, "%%r = fadd " FREE "%%%s", n ? "m" : "x");
        if (n)
            at += (size_t)snprintf(text + at, sizeof(text) - at, "%u", n);
        snprintf(text + at, sizeof(text) - at, ", %%n%u\nstore float %%r, ptr %%o", m);
        sums_of(text, 0, got, sizeof(got));
        kt_ok(*got && !strstr(got, "+(") == sums[k].one, "%u and %u: %s", n, m, got);
    }
}

KT_MAIN()
