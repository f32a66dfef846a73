// Which reads llvm_speculate_reads moves out of their branch, and which stay.
#include "compiler/ir_pass.h"

#define HEAD                                                                                                 \
    "target datalayout = \"e-p:32:32-p2:64:64:64:32\"\n"                                                     \
    "declare ptr addrspace(2) @kiln.surface(i32) memory(none)\n"                                             \
    "declare i32 @kiln.lane.id() memory(none)\n"                                                             \
    "declare i32 @kiln.workgroup.id(i32) memory(none)\n"                                                     \
    "declare void @kiln.barrier()\n"                                                                         \
    "define void @kernel(i32 %n, i1 %given) {\n"                                                             \
    "%lane = call i32 @kiln.lane.id()\n%group = call i32 @kiln.workgroup.id(i32 0)\n"                        \
    "%c = icmp ugt i32 %lane, 3\n%d = icmp ugt i32 %lane, 5\n%u = icmp ugt i32 %group, 3\n"                  \
    "%a = call ptr addrspace(2) @kiln.surface(i32 0)\n%b = call ptr addrspace(2) @kiln.surface(i32 1)\n"     \
    "%at = getelementptr i8, ptr addrspace(2) %a, i32 48\n"                                                  \
    "%high = getelementptr i8, ptr addrspace(2) %a, i32 -4\n"                                                \
    "%far = getelementptr i8, ptr addrspace(2) %a, i32 %lane\n"
#define TAIL(v) "store i32 " v ", ptr addrspace(2) %b\nret void\n}\n!0 = !{}\n"
#define READ(name) name " = load i32, ptr addrspace(2) %at\n"
#define CONSTANT(name) name " = load i32, ptr addrspace(2) %at, !invariant.load !0\n"
// A side of a branch on `c`, with `body`, which gives %x.
#define SIDE(c, body)                                                                                        \
    "br i1 " c ", label %side, label %end\nside:\n" body                                                     \
    "br label %end\nend:\n%r = phi i32 [0, %0], [%x, %side]\n" TAIL("%r")

static const struct speculate_case {
    const char *name, *body;
    const char *in; // the block that it is in then, by its label; "": the first
} cases[] = {
    {"a constant place", SIDE("%c", CONSTANT("%x")), ""},
    {"a buffer that others write elsewhere", SIDE("%c", READ("%x")), ""},
    {"a condition that all lanes share", SIDE("%u", CONSTANT("%x")), "side:"},
    {"a place that differs", SIDE("%c", "%x = load i32, ptr addrspace(2) %far, !invariant.load !0\n"),
     "side:"},
    {"a place that may be before the buffer",
     SIDE("%c", "%x = load i32, ptr addrspace(2) %high, !invariant.load !0\n"), "side:"},
    {"a volatile read", SIDE("%c", "%x = load volatile i32, ptr addrspace(2) %at\n"), "side:"},
    {"after a write to it", SIDE("%c", "store i32 %n, ptr addrspace(2) %a\n" READ("%x")), ""},
    {"behind a write to that place", SIDE("%c", "store i32 %n, ptr addrspace(2) %at\n" READ("%x")), "side:"},
    {"behind a write to anywhere", SIDE("%c", "store i32 %n, ptr addrspace(2) %far\n" READ("%x")), "side:"},
    {"before a write to anywhere", SIDE("%c", READ("%x") "store i32 %n, ptr addrspace(2) %far\n"), ""},
    {"after a barrier", SIDE("%c", "call void @kiln.barrier()\n" READ("%x")), "side:"},
    {"of what nobody writes, behind a barrier", SIDE("%c", "call void @kiln.barrier()\n" CONSTANT("%x")), ""},
    {"a side in a side",
     "br i1 %c, label %side, label %end\nside:\nbr i1 %d, label %inner, label %join\ninner:\n" CONSTANT(
         "%x") "br label %join\njoin:\n%q = phi i32 [1, %side], [%x, %inner]\nbr label %end\nend:\n"
               "%r = phi i32 [0, %0], [%q, %join]\n" TAIL("%r"),
     "side:"},
    {"the second of two branches",
     "br i1 %c, label %one, label %join\none:\n%y = mul i32 %n, %n\nbr label %join\njoin:\n"
     "%q = phi i32 [1, %0], [%y, %one]\nbr i1 %d, label %side, label %end\nside:\n" CONSTANT(
         "%x") "br label %end\nend:\n%r = phi i32 [%q, %join], [%x, %side]\n" TAIL("%r"),
     ""},
    {"the second of two branches, behind a write in the first",
     "br i1 %c, label %one, label %join\none:\nstore i32 %n, ptr addrspace(2) %far\nbr label %join\njoin:\n"
     "br i1 %d, label %side, label %end\nside:\n" READ(
         "%x") "br label %end\nend:\n%r = phi i32 [1, %join], [%x, %side]\n" TAIL("%r"),
     "join:"},
    {"in a loop", // out of the side, not out of the loop
     "br label %loop\nloop:\n%k = phi i32 [0, %0], [%m, %latch]\nbr i1 %c, label %side, label %latch\n"
     "side:\n" CONSTANT("%x") "br label %latch\nlatch:\n%y = phi i32 [0, %loop], [%x, %side]\n"
                              "%m = add i32 %k, %y\n%t = icmp ult i32 %m, %n\n"
                              "br i1 %t, label %loop, label %end\nend:\n" TAIL("%m"),
     "loop:"},
};

static void speculate(struct llvm_facts *f)
{
    llvm_speculate_reads(f);
}

// Is the read in the block that begins with the label?
static bool is_in(const char *text, const char *label)
{
    const char *begin = strstr(text, "define"), *read = strstr(begin, " load ");
    begin = *label ? strstr(begin, label) : begin;
    const char *end = begin ? strstr(begin, "\n\n") : NULL; // a block's end
    return begin && read && read > begin && (!end || read < end);
}

KT_TEST(reads_in_front_of_branches)
{
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        char text[4096];
        snprintf(text, sizeof(text), "%s%s", HEAD, cases[k].body);
        char *after = run_pass(text, speculate);
        if (!after)
            continue;
        kt_ok(is_in(after, cases[k].in), "%s: %s", cases[k].name, after);
        LLVMDisposeMessage(after);
    }
}

// %y is read in front of the branch, and so is what `beside` reads; does %x, `bytes` after it, join it?
#define TWO_BEFORE                                                                                           \
    "%low = getelementptr i8, ptr addrspace(2) %far, i32 -8\n"                                               \
    "%z = load i32, ptr addrspace(2) %low, align 4\nstore i32 %z, ptr addrspace(2) %b\n"
static const struct neighbour_case {
    const char *name, *type, *before, *beside;
    int bytes;
    unsigned align, loads; // of %x; loads: in front of the branch, afterwards
} neighbours[] = {
    {"the next dword", "i32", "", "", 4, 4, 2},
    {"one with a hole between them", "i32", "", "", 8, 4, 1},
    {"one that is no longer in the same message", "<4 x i32>", "", "", 16, 4, 1},
    {"the last of four", "<3 x i32>", "", "", 12, 4, 2},
    {"after a write to it", "i32", "store i32 7, ptr addrspace(2) %next\n", "", 4, 4, 1},
    {"after a barrier", "i32", "call void @kiln.barrier()\n", "", 4, 4, 1},
    // Where %y is at the buffer's start, these are before it, and would take it with them.
    {"the dword before it", "i32", "", "", -4, 4, 1},
    {"the first of an aligned pair", "i32", "", "", -4, 8, 2},
    {"the first of three, where pairs are aligned", "<2 x i32>", "", "", -4, 8, 1},
    {"the first of an aligned four", "<3 x i32>", "", "", -4, 16, 2},
    {"the dword before it, after one that is read", "i32", "", TWO_BEFORE, -4, 4, 3},
    {"the dword before that one", "i32", "", TWO_BEFORE, -12, 4, 2},
};

KT_TEST(reads_beside_one_that_is_made_anyway)
{
    for (size_t k = 0; k < sizeof(neighbours) / sizeof(neighbours[0]); k++) {
        const struct neighbour_case *c = &neighbours[k];
        char text[4096];
        int n = snprintf(text, sizeof(text), "%s", HEAD);
        snprintf(text + n, sizeof(text) - (size_t)n,
                 "%%next = getelementptr i8, ptr addrspace(2) %%far, i32 %d\n"
                 "%%y = load %s, ptr addrspace(2) %%far, align 4\n%sbr i1 %%u, label %%side, label %%end\n"
                 "side:\n%s%%x = load i32, ptr addrspace(2) %%next, align %u\nbr label %%end\nend:\n"
                 "%%r = phi i32 [0, %%0], [%%x, %%side]\n"
                 "store %s %%y, ptr addrspace(2) %%b, align 4\n%s",
                 c->bytes, c->type, c->beside, c->before, c->align, c->type, TAIL("%r"));
        char *after = run_pass(text, speculate);
        if (!after)
            continue;
        unsigned loads = 0;
        for (const char *at = after; (at = strstr(at, " load ")) && at < strstr(after, "side:"); at++)
            loads++;
        kt_ok(loads == c->loads, "%s: %s", c->name, after);
        LLVMDisposeMessage(after);
    }
}

// A write on one of the ways from the one to the other; and one after both, which does not matter.
KT_TEST(writes_between_neighbours)
{
    for (unsigned after_both = 0; after_both < 2; after_both++) {
        static const char write[] = "store i32 7, ptr addrspace(2) %next\n";
        char text[4096];
        int n = snprintf(text, sizeof(text), "%s", HEAD);
        snprintf(text + n, sizeof(text) - (size_t)n,
                 "%%next = getelementptr i8, ptr addrspace(2) %%far, i32 4\n"
                 "%%y = load i32, ptr addrspace(2) %%far, align 4\nbr i1 %%u, label %%side, label %%join\n"
                 "side:\n%sbr label %%join\njoin:\n%%x = load i32, ptr addrspace(2) %%next, align 4\n%s"
                 "store i32 %%y, ptr addrspace(2) %%b, align 4\nbr label %%end\nend:\n%s",
                 after_both ? "" : write, after_both ? write : "", TAIL("%x"));
        char *after = run_pass(text, speculate);
        if (!after)
            continue;
        unsigned loads = 0;
        for (const char *at = after; (at = strstr(at, " load ")) && at < strstr(after, "side:"); at++)
            loads++;
        kt_ok(loads == 1 + after_both, "%u: %s", after_both, after);
        LLVMDisposeMessage(after);
    }
}

KT_MAIN()
