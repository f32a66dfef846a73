// Which accesses llvm_join_same_places gives one pointer.
#include "compiler/ir_pass.h"

#define HEAD                                                                                                 \
    "target datalayout = \"e-p:32:32-p1:64:64-p2:64:64:64:32\"\n"                                            \
    "declare ptr addrspace(2) @kiln.surface(i32) memory(none)\n"                                             \
    "define void @kernel(i32 %x, i32 %y, i1 %t, ptr addrspace(1) %far) {\n"                                  \
    "%b = call ptr addrspace(2) @kiln.surface(i32 1)\n%c = call ptr addrspace(2) @kiln.surface(i32 2)\n"
#define AT(p, base, offset) "%" p " = getelementptr i8, ptr addrspace(2) %" base ", i32 " offset "\n"
#define LOAD(v, p) "%" v " = load i32, ptr addrspace(2) " p "\n"
#define STORE(v, p) "store i32 " v ", ptr addrspace(2) " p "\n"
#define FIRST "%o = shl i32 %x, 7\n" AT("p", "b", "%o") LOAD("v", "%p")
#define SECOND LOAD("w", "%q")
#define END "ret void\n}\n"

static const struct {
    const char *name, *body;
    bool joined, twice;
} cases[] = {
    {"a multiple of a multiple", FIRST "%m = shl i32 %x, 5\n%n = shl i32 %m, 2\n" AT("q", "b", "%n") SECOND,
     true, true},
    {"a sum's multiple",
     "%s = add i32 %x, 3\n%o = shl i32 %s, 2\n" AT("p", "b", "%o")
         LOAD("v", "%p") "%m = shl i32 %x, 2\n%n = add i32 %m, 12\n" AT("q", "b", "%n") SECOND,
     true, true},
    {"an or that adds",
     "%m = shl i32 %x, 5\n%s = or disjoint i32 %m, 3\n%o = shl i32 %s, 2\n" AT("p", "b", "%o")
         LOAD("v", "%p") "%k = shl i32 %x, 7\n%n = add i32 %k, 12\n" AT("q", "b", "%n") SECOND,
     true, true},
    {"an or that may not",
     "%s = or i32 %x, 3\n%o = shl i32 %s, 2\n" AT("p", "b", "%o")
         LOAD("v", "%p") "%k = shl i32 %x, 2\n%n = add i32 %k, 12\n" AT("q", "b", "%n") SECOND,
     false, false},
    {"terms in another order",
     "%s = add i32 %x, %y\n%o = mul i32 %s, 12\n" AT("p", "b", "%o")
         LOAD("v", "%p") "%m = mul i32 %y, 12\n%k = mul i32 %x, 12\n%n = add i32 %m, %k\n" AT("q", "b", "%n")
             SECOND,
     true, true},
    {"of elements", FIRST "%m = shl i32 %x, 5\n%q = getelementptr i32, ptr addrspace(2) %b, i32 %m\n" SECOND,
     true, true},
    {"pointers behind pointers", FIRST "%m = shl i32 %x, 6\n" AT("h", "b", "%m") AT("q", "h", "%m") SECOND,
     true, true},
    {"another constant",
     FIRST "%m = shl i32 %x, 5\n%s = add i32 %m, 1\n%n = shl i32 %s, 2\n" AT("q", "b", "%n") SECOND, false,
     false},
    {"another multiple", FIRST "%m = shl i32 %x, 5\n%n = shl i32 %m, 1\n" AT("q", "b", "%n") SECOND, false,
     false},
    {"another buffer", FIRST "%m = shl i32 %x, 5\n%n = shl i32 %m, 2\n" AT("q", "c", "%n") SECOND, false,
     false},
    {"what is written", FIRST "%m = shl i32 %x, 5\n%n = shl i32 %m, 2\n" AT("q", "b", "%n") STORE("%x", "%q"),
     true, false},
    {"on one of two ways",
     "br i1 %t, label %one, label %end\none:\n" FIRST
     "br label %end\nend:\n%m = shl i32 %x, 5\n%n = shl i32 %m, 2\n" AT("q", "b", "%n") SECOND,
     false, false},
    {"behind a branch",
     FIRST "br i1 %t, label %one, label %end\none:\n%m = shl i32 %x, 5\n%n = shl i32 %m, 2\n" AT(
         "q", "b", "%n") SECOND "br label %end\nend:\n",
     true, true},
    {"64 bits",
     FIRST "%l = zext i32 %o to i64\n%p1 = getelementptr i8, ptr addrspace(1) %far, i64 %l\n"
           "%v1 = load i32, ptr addrspace(1) %p1\n%q = getelementptr i8, ptr addrspace(1) %far, i64 %l\n"
           "%w = load i32, ptr addrspace(1) %q\n",
     false, false},
};

static bool twice;

static void pass(struct llvm_facts *f)
{
    twice = llvm_join_same_places(f);
}

KT_TEST(which_are_joined)
{
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        char text[4096];
        snprintf(text, sizeof(text), "%s%s%s", HEAD, cases[k].body, END);
        char *after = run_pass(text, pass);
        if (!after)
            continue;
        bool joined = !strstr(after, "= load i32, ptr addrspace(2) %q") &&
                      !strstr(after, "addrspace(2) %q,") && !strstr(after, "addrspace(1) %q");
        kt_ok(joined == cases[k].joined && twice == cases[k].twice, "%s: %d, %d: %s", cases[k].name, joined,
              twice, after);
        LLVMDisposeMessage(after);
    }
}

// More places than are looked at one by one, each read twice.
KT_TEST(many_places)
{
    enum { PLACES = 200 };
    static char text[PLACES * 400];
    size_t n = (size_t)snprintf(text, sizeof(text), "%s%%o = shl i32 %%x, 7\n%%m = shl i32 %%x, 5\n", HEAD);
    for (unsigned k = 0; k < PLACES; k++)
        n += (size_t)snprintf(
            text + n, sizeof(text) - n,
            "%%a%u = add i32 %%o, %u\n%%p%u = getelementptr i8, ptr addrspace(2) %%b, i32 %%a%u\n"
            "%%v%u = load i32, ptr addrspace(2) %%p%u\n",
            k, 4 * k, k, k, k, k);
    for (unsigned k = 0; k < PLACES; k++)
        n += (size_t)snprintf(text + n, sizeof(text) - n,
                              "%%c%u = add i32 %%m, %u\n%%d%u = shl i32 %%c%u, 2\n"
                              "%%q%u = getelementptr i8, ptr addrspace(2) %%b, i32 %%d%u\n"
                              "%%w%u = load i32, ptr addrspace(2) %%q%u\n",
                              k, k, k, k, k, k, k, k);
    snprintf(text + n, sizeof(text) - n, "%s", END);
    char *after = run_pass(text, pass);
    if (!after)
        return;
    unsigned left = 0;
    for (const char *at = after; (at = strstr(at, "load i32, ptr addrspace(2) %q")); at++)
        left++;
    kt_ok(!left, "%u of %u are read at pointers of their own", left, PLACES);
    LLVMDisposeMessage(after);
}

KT_MAIN()
