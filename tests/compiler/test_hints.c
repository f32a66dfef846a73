// Which loops llvm_mark_hinted_loops takes, of those that a shader asks to unroll, and by how much it says
// that the kernel grows: loops out of a table in, marks and growth out. And that the other passes leave loops
// alone that are to stay.
#include <stdlib.h>

#include "compiler/ir_pass.h"
#include "compiler/llvm/opt/unroll/unroll.h"

#define HEAD                                                                                                 \
    "target datalayout = \"e-p2:64:64:64:32\"\ndefine void @kernel(ptr addrspace(2) %r, i32 %n, i1 %c) "     \
    "{\nentry:\nbr label %loop\n"
#define TAIL                                                                                                 \
    "out:\nret void\n}\n!0 = distinct !{!0, !1}\n!1 = !{!\"kiln.loop.unroll\"}\n!2 = distinct !{!2, !1}\n"
#define STORE "store volatile i32 0, ptr addrspace(2) %r\n"
// Tests last.
#define COUNTED(phi, next, test)                                                                             \
    HEAD "loop:\n%i = phi " phi STORE next "%go = " test                                                     \
         "br i1 %go, label %loop, label %out, !llvm.loop !0\n" TAIL

// `rounds`: as many as the growth tells, 0: it is not marked.
static const struct hint_case {
    const char *name, *text;
    unsigned rounds;
} cases[] = {
    {"counts up",
     COUNTED("i32 [ 0, %entry ], [ %i2, %loop ]\n", "%i2 = add i32 %i, 1\n", "icmp ult i32 %i2, 40\n"), 40},
    {"counts down, by three",
     COUNTED("i32 [ 30, %entry ], [ %i2, %loop ]\n", "%i2 = sub i32 %i, 3\n", "icmp sgt i32 %i2, -2\n"), 11},
    {"counts in 64 bits, beyond 32",
     COUNTED("i64 [ 4294967290, %entry ], [ %i2, %loop ]\n", "%i2 = add i64 %i, 1\n",
             "icmp ult i64 %i2, 4294967300\n"),
     10},
    {"in 16 bits, around",
     COUNTED("i16 [ -3, %entry ], [ %i2, %loop ]\n", "%i2 = add i16 %i, 1\n", "icmp ne i16 %i2, 4\n"), 7},
    {"halves",
     COUNTED("i32 [ 256, %entry ], [ %i2, %loop ]\n", "%i2 = lshr i32 %i, 1\n", "icmp ne i32 %i2, 0\n"), 9},
    {"what nobody steps by a constant",
     COUNTED("i32 [ 1, %entry ], [ %i2, %loop ]\n", "%h = mul i32 %i, 3\n%i2 = xor i32 %h, 1\n",
             "icmp ult i32 %i2, 1000\n"),
     7},
    {"ends at what a kernel gets",
     COUNTED("i32 [ 0, %entry ], [ %i2, %loop ]\n", "%i2 = add i32 %i, 1\n", "icmp ult i32 %i2, %n\n"), 0},
    {"begins there",
     COUNTED("i32 [ %n, %entry ], [ %i2, %loop ]\n", "%i2 = add i32 %i, 1\n", "icmp ult i32 %i2, 9\n"), 0},
    {"never ends",
     COUNTED("i32 [ 0, %entry ], [ %i2, %loop ]\n", "%i2 = add i32 %i, 2\n", "icmp ne i32 %i2, 41\n"), 0},
    {"more rounds than there may be",
     COUNTED("i32 [ 0, %entry ], [ %i2, %loop ]\n", "%i2 = add i32 %i, 1\n", "icmp ult i32 %i2, 5000\n"), 0},
    {"a shift by too much",
     COUNTED("i32 [ 1, %entry ], [ %i2, %loop ]\n", "%i2 = shl i32 %i, 40\n", "icmp ne i32 %i2, 0\n"), 0},
    {"tests first",
     HEAD "loop:\n%i = phi i32 [ 0, %entry ], [ %i2, %body ]\n%go = icmp ult i32 %i, 20\nbr i1 %go, label "
          "%body, label %out\n"
          "body:\n" STORE "%i2 = add i32 %i, 1\nbr label %loop, !llvm.loop !0\n" TAIL,
     20},
    {"leaves in its middle as well",
     HEAD "loop:\n%i = phi i32 [ 0, %entry ], [ %i2, %body ]\n" STORE "br i1 %c, label %body, label %out\n"
          "body:\n%i2 = add i32 %i, 1\n%go = icmp ult i32 %i2, 20\nbr i1 %go, label %loop, label %out, "
          "!llvm.loop !0\n" TAIL,
     20},
    {"counts where not each round comes",
     HEAD "loop:\n%i = phi i32 [ 0, %entry ], [ %i2, %next ]\n%i2 = add i32 %i, 1\n"
          "br i1 %c, label %test, label %next\ntest:\n%go = icmp ult i32 %i, 20\nbr i1 %go, label %next, "
          "label %out\n"
          "next:\n" STORE "br label %loop, !llvm.loop !0\n" TAIL,
     0},
    {"leaves by a switch",
     HEAD "loop:\n%i = phi i32 [ 0, %entry ], [ %i2, %loop ]\n" STORE "%i2 = add i32 %i, 1\n"
          "switch i32 %i2, label %loop [\ni32 12, label %out\n], !llvm.loop !0\n" TAIL,
     12},
    {"goes back from two places",
     HEAD "loop:\n%i = phi i32 [ 0, %entry ], [ %i2, %a ], [ %i2, %b ]\n%i2 = add i32 %i, 1\n"
          "%go = icmp ult i32 %i, 20\nbr i1 %go, label %body, label %out\nbody:\n" STORE
          "br i1 %c, label %a, label %b\n"
          "a:\nbr label %loop, !llvm.loop !0\nb:\nbr label %loop, !llvm.loop !0\n" TAIL,
     20},
};

static unsigned growth;

static void mark(struct llvm_facts *f)
{
    growth = 0;
    llvm_mark_hinted_loops(f, &growth);
}

static unsigned count(const char *text, const char *what)
{
    unsigned n = 0;
    for (; (text = strstr(text, what)); text++)
        n++;
    return n;
}

// Instructions of the loop: all but those of the first and the last block.
static unsigned loop_size(const char *text)
{
    return count(text, " = ") + count(text, "store ") + count(text, "br ") + count(text, "switch ") - 1 -
           count(text, "= !{") - count(text, "= distinct ") - count(text, "datalayout = ");
}

KT_TEST(hinted_loops)
{
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        const struct hint_case *c = &cases[k];
        char *after = run_pass(c->text, mark);
        bool marked = after && strstr(after, "llvm.loop.unroll.full");
        // A sum counts as one, a 64-bit product as more: there is none here.
        unsigned rounds = marked ? growth / loop_size(c->text) + 1 : 0;
        kt_ok(marked == (c->rounds > 0) && rounds == c->rounds, "%s: marked %d, %u rounds, not %u", c->name,
              marked, rounds, c->rounds);
        LLVMDisposeMessage(after);
    }
}

static void loop_of(const char *option, unsigned rounds, unsigned size, char *out, size_t room)
{
    size_t at =
        (size_t)snprintf(out, room,
                         "%sloop:\n%%i = phi i32 [ 0, %%entry ], [ %%i2, %%body ]\n"
                         "%%go = icmp ult i32 %%i, %u\nbr i1 %%go, label %%body, label %%out\nbody:\n",
                         HEAD, rounds);
    for (unsigned k = 0; k < size; k++)
        at += (size_t)snprintf(out + at, room - at, "%s", STORE);
    snprintf(out + at, room - at,
             "%%i2 = add i32 %%i, 1\nbr label %%loop, !llvm.loop !0\nout:\nret void\n}\n"
             "!0 = distinct !{!0, !1}\n!1 = !{!\"%s\"}\n",
             option);
}

// A hint on an enormous loop is none: what a kernel grows by has a bound, one of each loop and of all of
// them.
KT_TEST(growth_is_bounded)
{
    static const struct {
        const char *option;
        unsigned rounds, size;
        bool marked;
    } loops[] = {{"kiln.loop.unroll", 64, 150, true},       {"kiln.loop.unroll", 64, 250, false},
                 {"kiln.loop.unroll", 800, 8, true},        {"kiln.loop.unroll", 1000, 100, false},
                 {"kiln.loop.unroll", 1, 400, true},        {"llvm.mustprogress", 4, 10, false},
                 {"llvm.loop.unroll.disable", 4, 10, false}};
    for (size_t k = 0; k < sizeof(loops) / sizeof(loops[0]); k++) {
        static char text[65536];
        loop_of(loops[k].option, loops[k].rounds, loops[k].size, text, sizeof(text));
        char *after = run_pass(text, mark);
        bool marked = after && strstr(after, "llvm.loop.unroll.full");
        kt_ok(marked == loops[k].marked && growth <= 12000, "%s, %u rounds of %u: marked %d, growth %u",
              loops[k].option, loops[k].rounds, loops[k].size, marked, growth);
        LLVMDisposeMessage(after);
    }
}

// The nodes of loops that name the option: their last operand is its number, "!7 = !{!\"llvm...\"}".
static unsigned count_marked(const char *text)
{
    char node[32];
    const char *option = strstr(text, " = !{!\"llvm.loop.unroll.full\"}");
    while (option && option > text && *option != '\n')
        option--;
    if (!option)
        return 0;
    snprintf(node, sizeof(node), ", !%lu}", strtoul(option + 2, NULL, 10));
    return count(text, node);
}

// Loops in each other: the copies of the inner one are in those of the outer one.
KT_TEST(nests_are_bounded)
{
    static const struct {
        unsigned inner, outer, marked;
    } nests[] = {{16, 16, 2}, {200, 100, 1}, {5000, 16, 1}, {5000, 5000, 0}};
    for (size_t k = 0; k < sizeof(nests) / sizeof(nests[0]); k++) {
        char text[2048];
        snprintf(text, sizeof(text),
                 "%sloop:\n%%j = phi i32 [ 0, %%entry ], [ %%j2, %%next ]\nbr label %%in\n"
                 "in:\n%%i = phi i32 [ 0, %%loop ], [ %%i2, %%in ]\n%s%%i2 = add i32 %%i, 1\n"
                 "%%more = icmp ult i32 %%i2, %u\nbr i1 %%more, label %%in, label %%next, !llvm.loop !2\n"
                 "next:\n%%j2 = add i32 %%j, 1\n%%go = icmp ult i32 %%j2, %u\n"
                 "br i1 %%go, label %%loop, label %%out, !llvm.loop !0\n%s",
                 HEAD, STORE, nests[k].inner, nests[k].outer, TAIL);
        char *after = run_pass(text, mark);
        unsigned marked = after ? count_marked(after) : 9;
        kt_ok(marked == nests[k].marked && growth <= 12000, "%u in %u rounds: %u marked, growth %u",
              nests[k].inner, nests[k].outer, marked, growth);
        LLVMDisposeMessage(after);
    }
}

static void mark_short(struct llvm_facts *f)
{
    struct llvm_shader s = {.kernel = f->kernel, .module = LLVMGetGlobalParent(f->kernel)};
    llvm_mark_short_loops(f, &s, LLVM_UNROLL_SHORT);
}

// A loop that is to stay (DontUnroll) does, however short.
KT_TEST(loops_that_stay)
{
    static const struct {
        const char *option;
        bool marked;
    } loops[] = {{"llvm.mustprogress", true}, {"llvm.loop.unroll.disable", false}};
    for (size_t k = 0; k < sizeof(loops) / sizeof(loops[0]); k++) {
        char text[4096];
        loop_of(loops[k].option, 4, 6, text, sizeof(text));
        char *after = run_pass(text, mark_short);
        kt_ok(after && !strstr(after, "llvm.loop.unroll.full") == !loops[k].marked, "%s", loops[k].option);
        LLVMDisposeMessage(after);
    }
}

KT_MAIN()
