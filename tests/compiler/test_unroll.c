// Which loops llvm_unroll_in_part takes for adjacent reads of their rounds: a body in, the count of
// rounds at a time out. The loops are larger, and read more, than those that are unrolled for the latency of
// their reads. And which llvm_mark_short_loops unrolls in full for being short.
#include <stdlib.h>

#include "compiler/ir_pass.h"
#include "compiler/llvm/opt/unroll/unroll.h"
#include "hw/target.h"

// %i counts from 0; %x differs between lanes, %n does not.
static const struct merge_case {
    const char *name, *begin, *step, *body;
    const char *want;
} cases[] = {
    {"parts of the counter", "0", "1",
     "%h = udiv i32 %i, 4\n%p = urem i32 %i, 4\n%a = mul i32 %h, %n\n%b = add i32 %a, %x\n"
     "%e = add i32 %b, %p\n%o = shl i32 %e, 2\n",
     "narrow none"},
    {"a row that is longer than a message", "0", "1", "%e = add i32 %x, %i\n%o = shl i32 %e, 4\n", "none"},
    {"rows that lie apart", "0", "1", "%a = mul i32 %i, %n\n%e = add i32 %x, %a\n%o = shl i32 %e, 3\n",
     "none"},
    {"backwards", "0", "1", "%e = sub i32 %x, %i\n%o = shl i32 %e, 3\n", "none"},
    {"in step, all the way", "0", "1", "%e = add i32 %x, %i\n%o = shl i32 %e, 3\n", "2"},
    {"in step, from one on", "1", "1", "%e = add i32 %x, %i\n%o = shl i32 %e, 3\n", "2"},
    {"in step, of four bytes", "0", "1", "%e = add i32 %x, %i\n%o = shl i32 %e, 2\n", "narrow 4"},
    {"counters that skip", "0", "2", "%e = add i32 %x, %i\n%o = shl i32 %e, 3\n", "none"},
    {"where every lane reads the same", "0", "1", "%e = add i32 %n, %i\n%o = shl i32 %e, 3\n", "none"},
    {"one place in all rounds", "0", "1", "%o = shl i32 %x, 3\n", "4"},
    {"one place that every lane reads", "0", "1", "%o = shl i32 %n, 3\n", "none"},
    {"half of what the rounds skip", "0", "1", "%e = add i32 %x, %i\n%o = shl i32 %e, 3\n", "narrow none"},
};

static void loop_of(const struct merge_case *c, bool narrow, char *out, size_t size)
{
    // Work enough, and one load for each component.
    size_t at = (size_t)snprintf(
        out, size,
        "target datalayout = \"e-p2:64:64:64:32\"\n"
        "declare i32 @kiln.lane.id()\n"
        "define void @kernel(ptr addrspace(2) %%buffer, ptr addrspace(2) %%result, i32 %%n) {\n"
        "entry:\n%%x = call i32 @kiln.lane.id()\nbr label %%loop\n"
        "loop:\n%%i = phi i32 [ %s, %%entry ], [ %%i2, %%loop ]\n%%s0 = phi float [ 0.0, %%entry ], [ %%s90, "
        "%%loop ]\n"
        "%s%%q = getelementptr i8, ptr addrspace(2) %%buffer, i32 %%o\n%%v = load float, ptr addrspace(2) "
        "%%q\n",
        c->begin, c->body);
    at += (size_t)snprintf(out + at, size - at,
                           narrow ? "%%w = fneg float %%v\n"
                                  : "%%q2 = getelementptr i8, ptr addrspace(2) %%q, i32 4\n"
                                    "%%w = load float, ptr addrspace(2) %%q2\n");
    for (unsigned k = 0; k < 90; k++)
        at += (size_t)snprintf(out + at, size - at, "%%s%u = f%s float %%s%u, %%%s\n", k + 1,
                               k % 2 ? "add" : "mul", k, k % 3 ? "v" : "w");
    snprintf(out + at, size - at,
             "%%i2 = add i32 %%i, %s\n%%go = icmp ult i32 %%i2, %%n\nbr i1 %%go, label %%loop, label %%end\n"
             "end:\nstore float %%s90, ptr addrspace(2) %%result\nret void\n}\n",
             c->step);
}

static void unroll(struct llvm_facts *f)
{
    llvm_unroll_in_part(f, true);
}

// "2": rounds at a time; "none": the loop stays as it is.
static void marked(const char *text, char *out, size_t size)
{
    char *after = run_pass(text, unroll), *count = after ? strstr(after, "unroll.count\", i32 ") : NULL;
    snprintf(out, size, "%s", after ? "none" : "broken");
    if (count)
        snprintf(out, size, "%lu", strtoul(count + 19, NULL, 10));
    LLVMDisposeMessage(after);
}

static void count_of(const struct merge_case *c, char *out, size_t size)
{
    static char text[16384];
    char count[16];
    bool narrow = !strncmp(c->want, "narrow ", 7);
    loop_of(c, narrow, text, sizeof(text));
    marked(text, count, sizeof(count));
    snprintf(out, size, "%s%s", narrow ? "narrow " : "", count);
}

KT_TEST(rounds_that_read_neighbours)
{
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        char got[64];
        count_of(&cases[k], got, sizeof(got));
        kt_ok(!strcmp(got, cases[k].want), "%s: %s, not %s", cases[k].name, got, cases[k].want);
    }
}

static void sum_of(unsigned trips, unsigned step, char *out, size_t size)
{
    snprintf(out, size,
             "target datalayout = \"e-p2:64:64:64:32\"\n"
             "define void @kernel(ptr addrspace(2) %%buffer, ptr addrspace(2) %%result) {\n"
             "entry:\nbr label %%loop\n"
             "loop:\n%%i = phi i32 [ 0, %%entry ], [ %%i2, %%loop ]\n%%s = phi i32 [ 0, %%entry ], [ "
             "%%s2, %%loop ]\n"
             "%%o = shl i32 %%i, 2\n%%q = getelementptr i8, ptr addrspace(2) %%buffer, i32 %%o\n"
             "%%v = load i32, ptr addrspace(2) %%q\n%%s2 = add i32 %%s, %%v\n%%i2 = add i32 %%i, %u\n"
             "%%end = icmp eq i32 %%i2, %u\nbr i1 %%end, label %%out, label %%loop\n"
             "out:\nstore i32 %%s2, ptr addrspace(2) %%result\nret void\n}\n",
             step, trips * step);
}

// How many rounds at a time, by how many there are: what leaves none over, powers of two first; of long loops
// some may be left over.
KT_TEST(rounds_of_short_loops)
{
    static const struct {
        unsigned trips;
        const char *want;
    } counts[] = {{3, "none"},  {8, "8"},     {12, "4"},  {14, "2"}, {16, "8"},   {35, "7"},   {45, "5"},
                  {11, "none"}, {61, "none"}, {64, "16"}, {67, "8"}, {333, "16"}, {1009, "16"}};
    for (size_t k = 0; k < sizeof(counts) / sizeof(counts[0]); k++) {
        char text[2048], got[16];
        sum_of(counts[k].trips, 1, text, sizeof(text));
        marked(text, got, sizeof(got));
        kt_ok(!strcmp(got, counts[k].want), "%u rounds: %s, not %s", counts[k].trips, got, counts[k].want);
    }
}

// Short rounds, of reads that do not hang on what the round before computed: by how many messages are left.
static const struct few_case {
    const char *name, *places[3]; // the index of each read
    bool writes;
    const char *want;
} fews[] = {
    {"neighbours", {"%x4"}, false, "4"},
    {"rows that lie apart", {"%xrow"}, false, "none"},
    {"the same in all lanes", {"%i"}, false, "4"},
    {"rows, the same in all lanes", {"%row"}, false, "none"},
    {"one place in all rounds", {"%x"}, false, "4"},
    {"neighbours, and a row", {"%x4", "%xrow"}, false, "4"},
    {"neighbours, and two rows", {"%x4", "%xrow", "%xrow"}, false, "none"},
    {"neighbours that are written elsewhere", {"%x4"}, true, "4"},
    {"two rows, and a write", {"%xrow", "%row"}, true, "none"},
};

static void few_of(const struct few_case *c, char *out, size_t size)
{
    size_t at = (size_t)snprintf(
        out, size,
        "target datalayout = \"e-p2:64:64:64:32\"\n"
        "declare i32 @kiln.lane.id()\n"
        "define void @kernel(ptr addrspace(2) %%buffer, ptr addrspace(2) %%result, i32 %%n) {\n"
        "entry:\n%%x = call i32 @kiln.lane.id()\n%%apart = mul i32 %%x, 64\nbr label %%loop\n"
        "loop:\n%%i = phi i32 [ 0, %%entry ], [ %%i2, %%loop ]\n%%s0 = phi float [ 0.0, %%entry ], [ %%sum, "
        "%%loop ]\n"
        "%%x4 = add i32 %%apart, %%i\n%%row = mul i32 %%i, %%n\n%%xrow = add i32 %%x, %%row\n");
    unsigned k = 0;
    for (; k < 3 && c->places[k]; k++)
        at +=
            (size_t)snprintf(out + at, size - at,
                             "%%q%u = getelementptr float, ptr addrspace(2) %%buffer, i32 %s\n"
                             "%%v%u = load float, ptr addrspace(2) %%q%u\n%%s%u = fadd float %%s%u, %%v%u\n",
                             k, c->places[k], k, k, k + 1, k, k);
    if (c->writes)
        at += (size_t)snprintf(out + at, size - at,
                               "%%w = getelementptr float, ptr addrspace(2) %%result, i32 %%xrow\n"
                               "store float %%s%u, ptr addrspace(2) %%w\n",
                               k);
    snprintf(out + at, size - at,
             "%%sum = fadd float %%s%u, 1.0\n"
             "%%i2 = add i32 %%i, 1\n%%go = icmp ult i32 %%i2, %%n\nbr i1 %%go, label %%loop, label %%end\n"
             "end:\nstore float %%sum, ptr addrspace(2) %%result\nret void\n}\n",
             k);
}

KT_TEST(rounds_that_save_messages)
{
    for (size_t k = 0; k < sizeof(fews) / sizeof(fews[0]); k++) {
        char text[4096], got[16];
        few_of(&fews[k], text, sizeof(text));
        marked(text, got, sizeof(got));
        kt_ok(!strcmp(got, fews[k].want), "%s: %s, not %s", fews[k].name, got, fews[k].want);
    }
}

static void unroll_and_show(struct llvm_facts *f)
{
    unroll(f);
    llvm_show_ends(f->kernel);
}

// LLVM is not to know how many rounds are left, and is told afterwards. Where the counter skips it would not
// find out how many there are at all.
KT_TEST(ends_that_are_hidden)
{
    static const struct {
        unsigned trips, step;
        bool hidden;
    } loops[] = {{1009, 1, true}, {1024, 1, false}, {1009, 3, false}};
    for (size_t k = 0; k < sizeof(loops) / sizeof(loops[0]); k++) {
        char text[2048], call[64], test[64];
        sum_of(loops[k].trips, loops[k].step, text, sizeof(text));
        snprintf(call, sizeof(call), "@kiln.hidden(i32 %u)", loops[k].trips);
        snprintf(test, sizeof(test), "icmp eq i32 %%i2, %u", loops[k].trips * loops[k].step);
        char *marked = run_pass(text, unroll), *shown = run_pass(text, unroll_and_show);
        bool calls = marked && strstr(marked, call), tests = marked && strstr(marked, test),
             again = shown && !strstr(shown, "kiln.hidden") && strstr(shown, test);
        kt_ok(calls == loops[k].hidden && tests != calls && again,
              "%u rounds, by %u: hidden %d, a constant %d, and then %d", loops[k].trips, loops[k].step, calls,
              tests, again);
        LLVMDisposeMessage(marked);
        LLVMDisposeMessage(shown);
    }
}

// Loops of so many rounds, of so many instructions besides their counter, which pay for nothing else.
static const struct short_case {
    const char *name;
    unsigned rounds, size;
    bool marked;
} shorts[] = {
    {"ten rounds of a generator", 10, 30, true},
    {"sixteen short rounds", 16, 16, true},
    {"seventeen", 17, 16, false},
    {"ten longer rounds", 10, 40, false},
};

static const char *chip = "skl";

static void mark_short(struct llvm_facts *f)
{
    struct llvm_shader s = {
        .target = kiln_target(chip), .kernel = f->kernel, .module = LLVMGetGlobalParent(f->kernel)};
    llvm_mark_short_loops(f, &s, LLVM_UNROLL_SHORT);
}

static void check_marked(const char *name, const char *text, bool marked)
{
    char *after = run_pass(text, mark_short);
    if (!after)
        return;
    kt_ok(!!strstr(after, "llvm.loop.unroll.full") == marked, "%s: %s", name, after);
    LLVMDisposeMessage(after);
}

KT_TEST(short_loops)
{
    for (size_t k = 0; k < sizeof(shorts) / sizeof(shorts[0]); k++) {
        const struct short_case *c = &shorts[k];
        char text[4096];
        size_t at =
            (size_t)snprintf(text, sizeof(text),
                             "define void @kernel(i32 %%n, ptr %%other) {\nentry:\nbr label %%loop\nloop:\n"
                             "%%i = phi i32 [ 0, %%entry ], [ %%i2, %%body ]\n%%x0 = phi i32 [ %%n, %%entry "
                             "], [ %%x%u, %%body ]\n"
                             "%%t = icmp ult i32 %%i, %u\nbr i1 %%t, label %%body, label %%end\nbody:\n",
                             c->size, c->rounds);
        for (unsigned j = 0; j < c->size; j++)
            at += (size_t)snprintf(text + at, sizeof(text) - at, "%%x%u = %s i32 %%x%u, %%n\n", j + 1,
                                   j % 2 ? "mul" : "xor", j);
        snprintf(text + at, sizeof(text) - at,
                 "%%i2 = add i32 %%i, 1\nbr label %%loop\nend:\nstore i32 %%x0, ptr %%other\nret void\n}\n");
        check_marked(c->name, text, c->marked);
    }
}

// Sixteen rounds of a sample at a place that so many instructions compute, and so many that use it.
static const struct sample_case {
    const char *name, *chip;
    unsigned before, after;
    bool chained, marked; // chained: the place hangs on the sample of the round before
} samples[] = {
    {"a sample whose latency other threads do not fill", "skl", 30, 30, false, true},
    {"one that they fill sooner", "tgl", 30, 30, false, false},
    {"one of rounds that wait for each other", "skl", 30, 30, true, false},
    {"copies that are too many", "skl", 30, 65, false, false},
};

KT_TEST(loops_of_samples)
{
    for (size_t k = 0; k < sizeof(samples) / sizeof(samples[0]); k++) {
        const struct sample_case *c = &samples[k];
        static char text[1 << 14];
        size_t at = (size_t)snprintf(
            text, sizeof(text),
            "declare <4 x i32> @kiln.sample(i32, i32) memory(none)\ndefine void @kernel(i32 %%n, ptr "
            "%%other) {\n"
            "entry:\nbr label %%loop\nloop:\n%%i = phi i32 [ 0, %%entry ], [ %%i2, %%body ]\n"
            "%%last = phi i32 [ %%n, %%entry ], [ %%y%u, %%body ]\n%%t = icmp ult i32 %%i, 16\n"
            "br i1 %%t, label %%body, label %%end\nbody:\n%%x0 = xor i32 %%i, %s\n",
            c->after, c->chained ? "%last" : "%n");
        for (unsigned j = 0; j < c->before; j++)
            at += (size_t)snprintf(text + at, sizeof(text) - at, "%%x%u = mul i32 %%x%u, %%n\n", j + 1, j);
        at += (size_t)snprintf(text + at, sizeof(text) - at,
                               "%%s = call <4 x i32> @kiln.sample(i32 0, i32 %%x%u)\n"
                               "%%y0 = extractelement <4 x i32> %%s, i32 0\n",
                               c->before);
        for (unsigned j = 0; j < c->after; j++)
            at += (size_t)snprintf(text + at, sizeof(text) - at, "%%y%u = xor i32 %%y%u, %%last\n", j + 1, j);
        snprintf(
            text + at, sizeof(text) - at,
            "%%i2 = add i32 %%i, 1\nbr label %%loop\nend:\nstore i32 %%last, ptr %%other\nret void\n}\n");
        chip = c->chip;
        check_marked(c->name, text, c->marked);
    }
    chip = "skl";
}

// Loops whose counters are doubled or halved, of a few instructions.
static const struct span_case {
    const char *name, *begin, *step, *test;
    bool marked;
} spans[] = {
    {"doubled, four rounds", "1", "shl i32 %i, 1", "icmp ult i32 %i, 16", true},
    {"doubled, up to the sign", "1", "shl i32 %i, 1", "icmp sgt i32 %i, 0", true}, // 31 rounds
    {"by four", "1", "shl i32 %i, 2", "icmp ult i32 %i, 65536", true},
    {"halved", "512", "lshr i32 %i, 1", "icmp ne i32 %i, 0", true},
    {"halved from the top bit", "-2147483648", "lshr i32 %i, 3", "icmp ne i32 %i, 0", true}, // 11 rounds
    {"halved, all bits", "-2147483648", "lshr i32 %i, 1", "icmp ne i32 %i, 0", true},
    {"zero, for ever", "0", "shl i32 %i, 1", "icmp ult i32 %i, 16", false},
    {"by nothing", "1", "shl i32 %i, 0", "icmp ult i32 %i, 16", false},
    {"by what is not known", "1", "shl i32 %i, %n", "icmp ult i32 %i, 16", false},
    {"with the sign", "-512", "ashr i32 %i, 1", "icmp ne i32 %i, -1", false}, // not one of those
    {"the constant", "1", "shl i32 1, %i", "icmp ult i32 %i, 16", false},
};

KT_TEST(doubled_counters)
{
    for (size_t k = 0; k < sizeof(spans) / sizeof(spans[0]); k++) {
        const struct span_case *c = &spans[k];
        char text[1024];
        snprintf(text, sizeof(text),
                 "define void @kernel(i32 %%n, ptr %%other) {\nentry:\nbr label %%loop\nloop:\n"
                 "%%i = phi i32 [ %s, %%entry ], [ %%i2, %%body ]\n%%x = phi i32 [ %%n, %%entry ], [ %%y, "
                 "%%body ]\n%%t = %s\nbr i1 %%t, label %%body, label %%end\nbody:\n%%z = mul i32 %%x, "
                 "%%n\n%%y = xor i32 %%z, %%i\n%%i2 = %s\nbr label %%loop\nend:\n"
                 "store i32 %%x, ptr %%other\nret void\n}\n",
                 c->begin, c->test, c->step);
        check_marked(c->name, text, c->marked);
    }
}

KT_MAIN()
