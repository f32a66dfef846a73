// How many bits of an integer are used (llvm/ir/width.c): %v of a function out of a table. And whether all
// that read it look at its low half only.
#include "compiler/ir_pass.h"
#include "compiler/llvm/ir/width.h"

static const struct width_case {
    const char *body; // of a block; %x and %y are i64, %a and %b i32
    unsigned bits;
} cases[] = {
    {"%v = zext i32 %a to i64\n", 32},
    {"%v = sext i32 %a to i64\n", 64},
    {"%v = and i64 %x, 4294967295\n", 32},
    {"%v = and i64 %x, 4294967296\n", 33},
    {"%v = and i64 %x, -1\n", 64},
    {"%v = lshr i64 %x, 32\n", 32},
    {"%v = lshr i64 %x, 31\n", 33},
    {"%v = lshr i64 %x, %y\n", 64},
    {"%v = ashr i64 %x, 32\n", 64},
    {"%h = lshr i64 %x, 1\n%v = ashr i64 %h, 31\n", 32},
    {"%h = lshr i64 %x, 40\n%v = shl i64 %h, 8\n", 32},
    {"%h = lshr i64 %x, 40\n%v = shl i64 %h, %y\n", 64},
    {"%h = zext i32 %a to i64\n%g = zext i32 %b to i64\n%v = add i64 %h, %g\n", 33},
    {"%h = zext i32 %a to i64\n%v = sub i64 %h, 1\n", 64},
    {"%h = lshr i64 %x, 48\n%g = lshr i64 %y, 48\n%v = mul i64 %h, %g\n", 32},
    {"%h = zext i32 %a to i64\n%g = zext i32 %b to i64\n%v = mul i64 %h, %g\n", 64},
    {"%h = zext i32 %a to i64\n%v = urem i64 %x, %h\n", 32},
    {"%h = zext i32 %a to i64\n%v = udiv i64 %h, %x\n", 32},
    {"%h = zext i32 %a to i64\n%v = srem i64 %x, %h\n", 64},
    {"%h = zext i32 %a to i64\n%g = and i64 %y, 255\n%c = icmp eq i64 %x, %y\n%v = select i1 %c, i64 %h, i64 "
     "%g\n",
     32},
    {"%c = icmp eq i64 %x, %y\n%h = zext i32 %a to i64\n%v = select i1 %c, i64 %h, i64 -1\n", 64},
    // Less by what it is not less than.
    {"%h = zext i32 %a to i64\n%c = icmp ult i64 %h, %y\n%s = select i1 %c, i64 0, i64 %y\n%v = sub i64 %h, "
     "%s\n",
     32},
    {"%h = zext i32 %a to i64\n%c = icmp uge i64 %h, %y\n%s = select i1 %c, i64 %y, i64 0\n%v = sub i64 %h, "
     "%s\n",
     32},
    {"%h = zext i32 %a to i64\n%c = icmp ult i64 %h, %y\n%s = select i1 %c, i64 %y, i64 0\n%v = sub i64 %h, "
     "%s\n",
     64},
    {"%h = zext i32 %a to i64\n%c = icmp slt i64 %h, %y\n%s = select i1 %c, i64 0, i64 %y\n%v = sub i64 %h, "
     "%s\n",
     64},
    {"%h = zext i32 %a to i64\n%c = icmp ult i64 %h, %x\n%s = select i1 %c, i64 0, i64 %y\n%v = sub i64 %h, "
     "%s\n",
     64},
    // Around a loop: what each round makes of it.
    {"br label %l\nl:\n%v = phi i64 [ 1, %entry ], [ %n, %l ]\n%m = mul i64 %v, %x\n%n = and i64 %m, "
     "4294967295\n"
     "%c = icmp eq i64 %n, %y\nbr i1 %c, label %l, label %o\no:\n",
     32},
    {"br label %l\nl:\n%v = phi i64 [ 1, %entry ], [ %n, %l ]\n%n = add i64 %v, 1\n"
     "%c = icmp eq i64 %n, %y\nbr i1 %c, label %l, label %o\no:\n",
     64},
    {"br label %l\nl:\n%v = phi i64 [ 1, %entry ], [ %w, %l ]\n%w = phi i64 [ 2, %entry ], [ %n, %l ]\n%n = "
     "lshr i64 %v, 1\n"
     "%c = icmp eq i64 %n, %y\nbr i1 %c, label %l, label %o\no:\n",
     32},
    {"br label %l\nl:\n%v = phi i64 [ 1, %entry ], [ %w, %l ]\n%w = phi i64 [ 2, %entry ], [ %n, %l ]\n%n = "
     "mul i64 %v, %w\n"
     "%c = icmp eq i64 %n, %y\nbr i1 %c, label %l, label %o\no:\n",
     64},
};

static unsigned bits;
static bool low;

static void ask(struct llvm_facts *f)
{
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f->kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
            size_t length;
            if (strcmp(LLVMGetValueName2(i, &length), "v"))
                continue;
            bits = llvm_used_bits(i);
            low = llvm_low_half_suffices(i);
        }
}

static void ask_of(const char *body)
{
    char text[2048];
    bits = 0;
    snprintf(text, sizeof(text),
             "define void @kernel(ptr %%p, i64 %%x, i64 %%y, i32 %%a, i32 %%b) {\nentry:\n%sret void\n}\n",
             body);
    LLVMDisposeMessage(run_pass(text, ask));
}

KT_TEST(used_bits)
{
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        ask_of(cases[k].body);
        kt_ok(bits == cases[k].bits, "%u bits, not %u:\n%s", bits, cases[k].bits, cases[k].body);
    }
}

// A value that is made of itself many times is not looked through for ever.
KT_TEST(wide_expressions)
{
    char text[16384];
    size_t at = (size_t)snprintf(text, sizeof(text), "%%s0 = zext i32 %%a to i64\n");
    for (unsigned k = 0; k < 100; k++)
        at += (size_t)snprintf(text + at, sizeof(text) - at, "%%s%u = xor i64 %%s%u, %%s%u\n", k + 1, k,
                               k ? k - 1 : 0);
    snprintf(text + at, sizeof(text) - at, "%%v = xor i64 %%s100, %%s99\n");
    static char whole[20000];
    snprintf(whole, sizeof(whole), "define void @kernel(i32 %%a) {\nentry:\n%sret void\n}\n", text);
    bits = 0;
    LLVMDisposeMessage(run_pass(whole, ask));
    kt_ok(bits == 64, "%u bits", bits);
}

KT_TEST(low_halves)
{
    static const struct {
        const char *body;
        bool low;
    } uses[] = {
        {"%v = mul i64 %x, %y\n%t = trunc i64 %v to i32\n", true},
        {"%v = mul i64 %x, %y\n%t = trunc i64 %v to i48\n", false},
        {"%v = mul i64 %x, %y\n%t = and i64 %v, 4294967295\n%s = trunc i64 %v to i8\n", true},
        {"%v = mul i64 %x, %y\n%t = and i64 255, %v\n", true},
        {"%v = mul i64 %x, %y\n%t = and i64 %v, 4294967296\n", false},
        {"%v = mul i64 %x, %y\n%t = and i64 %v, %x\n", false},
        {"%v = mul i64 %x, %y\n%t = trunc i64 %v to i32\nstore i64 %v, ptr %p\n", false},
        {"%v = mul i64 %x, %y\n", false},
    };
    for (size_t k = 0; k < sizeof(uses) / sizeof(uses[0]); k++) {
        ask_of(uses[k].body);
        kt_ok(low == uses[k].low, "%d, not %d:\n%s", low, uses[k].low, uses[k].body);
    }
}

KT_MAIN()
