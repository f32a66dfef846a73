// What llvm_split_loop_addresses computes in front of a loop.
#include "compiler/ir_pass.h"

#define HEAD                                                                                                 \
    "target datalayout = \"e-p:32:32-p1:64:64-p2:64:64:64:32\"\n"                                            \
    "declare ptr addrspace(2) @kiln.surface(i32) memory(none)\n"                                             \
    "declare i32 @kiln.lane.id() memory(none)\n"                                                             \
    "declare i32 @kiln.workgroup.id(i32) memory(none)\n"                                                     \
    "define void @kernel(i32 %n, ptr addrspace(1) %far) {\n"                                                 \
    "%lane = call i32 @kiln.lane.id()\n%group = call i32 @kiln.workgroup.id(i32 0)\n"                        \
    "%x = mul i32 %lane, 17\n%y = mul i32 %lane, %n\n"                                                       \
    "%b = call ptr addrspace(2) @kiln.surface(i32 1)\n"
#define PHI(c) "%" c " = phi i32 [0, %0], [%" c ", %loop]\n"
// More values that the loop carries than are few.
#define MANY                                                                                                 \
    PHI("a1")                                                                                                \
    PHI("a2") PHI("a3") PHI("a4") PHI("a5") PHI("a6") PHI("a7") PHI("a8") PHI("a9") PHI("c1") PHI("c2")
#define LOOP(carried, body, after)                                                                           \
    "br label %loop\nloop:\n%i = phi i32 [0, %0], [%j, %loop]\n" carried body                                \
    "%v = load i32, ptr addrspace(3) %p\nstore i32 %v, ptr addrspace(2) %b\n%j = add i32 %i, 1\n"            \
    "%t = icmp ult i32 %j, %n\nbr i1 %t, label %loop, label %end\nend:\n" after "ret void\n}\n"
#define AT(base, offset) "%p = getelementptr i8, ptr addrspace(3) " base ", i32 " offset "\n"
#define USE(v) "store i32 " v ", ptr addrspace(2) %b\n"
#define SUM "%s = add i32 %x, %i\n%o = shl i32 %s, 2\n"
#define OTHER "%s2 = add i32 %x, %i\n%o2 = shl i32 %s2, 2\n"
#define AGAIN(p) "%w = load i32, ptr addrspace(3) " p "\n" USE("%w")

static const struct {
    const char *name, *body;
    unsigned fronts;
} cases[] = {
    {"a multiple of a sum", LOOP("", SUM AT("null", "%o"), ""), 1},
    {"of elements",
     LOOP("",
          "%s = add i32 %x, %i\n%p = getelementptr i32, ptr addrspace(3) inttoptr (i32 64 to ptr "
          "addrspace(3)), i32 %s\n",
          ""),
     1},
    {"a product", LOOP("", "%s = add i32 %i, %x\n%o = mul i32 %s, 12\n" AT("null", "%o"), ""), 1},
    {"an or that adds", LOOP("", "%s = or disjoint i32 %x, %i\n%o = shl i32 %s, 2\n" AT("null", "%o"), ""),
     1},
    {"an or that may not", LOOP("", "%s = or i32 %x, %i\n%o = shl i32 %s, 2\n" AT("null", "%o"), ""), 0},
    {"a difference", LOOP("", "%s = sub i32 %x, %i\n%o = shl i32 %s, 2\n" AT("null", "%o"), ""), 0},
    {"nothing that stays the same", LOOP("", "%o = shl i32 %i, 2\n" AT("null", "%o"), ""), 0},
    {"nothing that changes", LOOP("", "%o = shl i32 %x, 2\n" AT("null", "%o"), ""), 0},
    {"an offset with another use", LOOP("", SUM AT("null", "%o") USE("%o"), ""), 0},
    {"no multiple", LOOP("", "%o = add i32 %x, %i\n" AT("null", "%o"), ""), 0}, // one addition, as now
    {"neighbours",
     LOOP("",
          SUM AT("null", "%o") OTHER
          "%o3 = add i32 %o2, 64\n%q = getelementptr i8, ptr addrspace(3) null, i32 %o3\n" AGAIN("%q"),
          ""),
     1},
    {"addresses of 64 bits",
     LOOP("",
          SUM AT("null", "%i") "%f = getelementptr i8, ptr addrspace(1) %far, i32 %o\nstore i32 %n, ptr "
                               "addrspace(1) %f\n",
          ""),
     0},
    // Registers.
    {"of a value that is free then", LOOP(MANY, SUM AT("null", "%o"), ""), 1},
    {"of one that is used behind", LOOP(MANY, SUM AT("null", "%o"), USE("%x")), 0},
    {"of one that is used within", LOOP(MANY, SUM AT("null", "%o") USE("%x"), ""), 0},
    {"that lanes share",
     LOOP(MANY, "%s = add i32 %group, %i\n%o = shl i32 %s, 2\n" AT("null", "%o"), USE("%group")), 1},
    {"two of one value",
     LOOP(MANY,
          SUM AT("null", "%o") "%s2 = add i32 %x, %i\n%o2 = mul i32 %s2, 12\n%q = getelementptr i8, ptr "
                               "addrspace(3) null, i32 %o2\n" AGAIN("%q"),
          ""),
     0},
    {"two of two values",
     LOOP(MANY,
          SUM AT("null", "%o") "%s2 = add i32 %y, %i\n%o2 = shl i32 %s2, 2\n%q = getelementptr i8, ptr "
                               "addrspace(3) null, i32 %o2\n" AGAIN("%q"),
          ""),
     2},
    {"few values, even if it is used behind", LOOP("", SUM AT("null", "%o"), USE("%x")), 1},
};

static unsigned count(const char *from, const char *to)
{
    unsigned n = 0;
    for (const char *at = from; at && (at = strstr(at, "getelementptr")) && at < to; at++)
        n++;
    return n;
}

KT_TEST(what_is_computed_in_front)
{
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        char text[4096];
        snprintf(text, sizeof(text), "%s%s", HEAD, cases[k].body);
        char *after = run_pass(text, llvm_split_loop_addresses);
        if (!after)
            continue;
        unsigned n = count(strstr(after, "define"), strstr(after, "loop:"));
        kt_ok(n == cases[k].fronts, "%s: %u, not %u: %s", cases[k].name, n, cases[k].fronts, after);
        LLVMDisposeMessage(after);
    }
}

// A loop in a loop: out of both, and out of the inner one, where a value changes in the outer one.
#define NEST(of)                                                                                             \
    "br label %outer\nouter:\n%k = phi i32 [0, %0], [%l, %latch]\n%z = mul i32 %k, %lane\nbr label %loop\n"  \
    "loop:\n%i = phi i32 [0, %outer], [%j, %loop]\n%s = add i32 " of ", %i\n%o = shl i32 %s, 2\n" AT(        \
        "null",                                                                                              \
        "%o") "%v = load i32, ptr addrspace(3) %p\nstore i32 %v, ptr addrspace(2) %b\n"                      \
              "%j = add i32 %i, 1\n%t = icmp ult i32 %j, %n\nbr i1 %t, label %loop, label %latch\nlatch:\n"  \
              "%l = add i32 %k, 1\n%u = icmp ult i32 %l, %n\nbr i1 %u, label %outer, label %end\nend:\nret " \
              "void\n}\n"

KT_TEST(out_of_two_loops)
{
    static const char *const bodies[] = {NEST("%x"), NEST("%z")};
    for (unsigned k = 0; k < 2; k++) {
        char text[4096];
        snprintf(text, sizeof(text), "%s%s", HEAD, bodies[k]);
        char *after = run_pass(text, llvm_split_loop_addresses);
        if (!after)
            continue;
        const char *outer = strstr(after, "outer:"), *loop = strstr(after, "\nloop:");
        unsigned before = count(strstr(after, "define"), outer), between = count(outer, loop);
        kt_ok(before == !k && between == k, "%s: %u, %u", bodies[k], before, between);
        LLVMDisposeMessage(after);
    }
}

// What an address is made of in the inner loop is itself one that becomes another, in the outer loop.
static const char chain[] =
    HEAD "br label %outer\nouter:\n%k = phi i32 [0, %0], [%l, %latch]\n%z = add i32 %x, %k\n"
         "%w = shl i32 %z, 2\n%q = getelementptr i8, ptr addrspace(3) null, i32 %w\nbr label %loop\n"
         "loop:\n%i = phi i32 [0, %outer], [%j, %loop]\n%s = add i32 %y, %i\n%o = shl i32 %s, 3\n" AT(
             "%q", "%o") "%v = load i32, ptr addrspace(3) %p\nstore i32 %v, ptr addrspace(2) %b\n"
                         "%j = add i32 %i, 1\n%t = icmp ult i32 %j, %n\n"
                         "br i1 %t, label %loop, label %latch\nlatch:\n%l = add i32 %k, 1\n"
                         "%u = icmp ult i32 %l, %n\nbr i1 %u, label %outer, label %end\nend:\nret void\n}\n";

// Is the second address behind `from` made of the first?
static bool is_made_of_first(const char *from)
{
    const char *first = strstr(from, " = getelementptr"), *name = first;
    const char *second = first ? strstr(first + 1, " = getelementptr") : NULL,
               *base = second ? strchr(second, '%') : NULL;
    while (base && name > from && name[-1] != ' ')
        name--;
    return base && !strncmp(base, name, (size_t)(first - name)) && base[first - name] == ',';
}

KT_TEST(addresses_of_addresses)
{
    char *after = run_pass(chain, llvm_split_loop_addresses);
    if (!after)
        return;
    const char *outer = strstr(after, "outer:"), *loop = strstr(after, "\nloop:");
    unsigned before = count(strstr(after, "define"), outer), between = count(outer, loop);
    // x * 4 in front of both; the outer address, and y * 8 behind it
    kt_ok(before == 1 && between == 2 && is_made_of_first(outer), "%u, %u: %s", before, between, after);
    LLVMDisposeMessage(after);
}

KT_MAIN()
