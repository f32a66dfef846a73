// What llvm_find_affine_lanes knows that a thread's lanes have in common: a value of the lane in, and for how
// many lanes its user gets the first one's value out; and for how many a load is said to read what lies
// together.
#include "compiler/ir_pass.h"

// %i is the index in the group; %n anything. What is stored is %r.
static const struct row_case {
    const char *name, *body;
    const char *want; // the logarithm, "none"
} cases[] = {
    {"a row of 16", "%r = lshr i32 %i, 4\n", "4"},
    {"a row of 8", "%r = lshr i32 %i, 3\n", "3"},
    {"rows of 4", "%r = lshr i32 %i, 2\n", "none"},
    {"a row of 64", "%r = lshr i32 %i, 6\n", "5"},
    {"the row's first byte", "%r = and i32 %i, 1008\n", "4"},
    {"the place in the row", "%r = and i32 %i, 15\n", "none"},
    {"a row of what was cut out", "%a = and i32 %i, 127\n%r = lshr i32 %a, 4\n", "4"},
    {"cut within the lane", "%a = and i32 %i, 7\n%r = lshr i32 %a, 3\n", "3"},
    {"in two steps", "%a = lshr i32 %i, 2\n%r = and i32 %a, 252\n", "4"},
    {"of bytes", "%a = shl i32 %i, 2\n%r = lshr i32 %a, 6\n", "4"},
    {"moved by whole rows", "%a = add i32 %i, 48\n%r = lshr i32 %a, 4\n", "4"},
    {"moved by half rows", "%a = add i32 %i, 8\n%r = lshr i32 %a, 4\n", "3"},
    {"moved by one", "%a = add i32 %i, 1\n%r = lshr i32 %a, 4\n", "none"},
    {"moved by anything", "%a = add i32 %i, %n\n%r = lshr i32 %a, 4\n", "none"},
    {"moved by whole rows of anything", "%m = shl i32 %n, 6\n%a = add i32 %i, %m\n%r = lshr i32 %a, 5\n",
     "5"},
    {"below a whole row", "%c = icmp ult i32 %i, 48\n%r = zext i1 %c to i32\n", "4"},
    {"above a whole row", "%c = icmp ugt i32 %i, 31\n%r = zext i1 %c to i32\n", "5"},
    {"below half a row", "%c = icmp ult i32 %i, 20\n%r = zext i1 %c to i32\n", "none"},
    {"equal", "%c = icmp eq i32 %i, 32\n%r = zext i1 %c to i32\n", "none"},
    {"with a sign", "%c = icmp slt i32 %i, 32\n%r = zext i1 %c to i32\n", "none"},
    {"or in place of a sum", "%m = shl i32 %n, 5\n%a = or i32 %m, %lane\n%r = lshr i32 %a, 5\n", "none"},
    {"moved by the lane's own rows",
     "%a = and i32 %i, 7\n%m = shl i32 %a, 5\n%s = add i32 %i, %m\n%r = lshr i32 %s, 5\n", "5"},
    {"or that is a sum", "%m = shl i32 %n, 5\n%a = or disjoint i32 %m, %lane\n%r = lshr i32 %a, 5\n", "5"},
};

// %p is where shared memory is read, as %type. Behind the logarithm: what the first lane's address is.
static const struct run_case {
    const char *name, *type, *body, *want;
} runs[] = {
    {"a row of 16", "i32",
     "%a = and i32 %i, 15\n%o = shl i32 %a, 2\n%p = getelementptr i8, ptr addrspace(3) null, i32 %o\n", "4"},
    {"the index", "float", "%p = getelementptr float, ptr addrspace(3) null, i32 %i\n", "5"},
    {"halves", "half", "%p = getelementptr half, ptr addrspace(3) null, i32 %i\n", "5"},
    {"every second half", "half", "%p = getelementptr float, ptr addrspace(3) null, i32 %i\n", "none"},
    {"every second dword", "i32", "%p = getelementptr i64, ptr addrspace(3) null, i32 %i\n", "none"},
    {"bytes", "i8", "%p = getelementptr i8, ptr addrspace(3) null, i32 %i\n", "none"},
    {"an OWord further", "i32", "%a = add i32 %i, 4\n%p = getelementptr i32, ptr addrspace(3) null, i32 %a\n",
     "5"},
    {"a dword further", "i32", "%a = add i32 %i, 5\n%p = getelementptr i32, ptr addrspace(3) null, i32 %a\n",
     "none"},
    {"a variable further", "i32",
     "%q = getelementptr i8, ptr addrspace(3) inttoptr (i32 2048 to ptr addrspace(3)), i32 16\n"
     "%p = getelementptr i32, ptr addrspace(3) %q, i32 %i\n",
     "5"},
    {"a variable at a dword", "i32",
     "%p = getelementptr i32, ptr addrspace(3) inttoptr (i32 2052 to ptr addrspace(3)), i32 %i\n", "none"},
    {"any row of 256 bytes", "i32",
     "%m = shl i32 %n, 8\n%q = getelementptr i32, ptr addrspace(3) null, i32 %i\n"
     "%p = getelementptr i8, ptr addrspace(3) %q, i32 %m\n",
     "5"},
    {"any dword", "i32",
     "%m = shl i32 %n, 2\n%q = getelementptr i32, ptr addrspace(3) null, i32 %i\n"
     "%p = getelementptr i8, ptr addrspace(3) %q, i32 %m\n",
     "none"},
    {"the lowest bit gone", "i32",
     "%a = lshr i32 %i, 1\n%b = shl i32 %a, 1\n%p = getelementptr i32, ptr addrspace(3) null, i32 %b\n",
     "none"},
    {"backwards", "i32", "%a = sub i32 64, %i\n%p = getelementptr i32, ptr addrspace(3) null, i32 %a\n",
     "none"},
};

static void find(struct llvm_facts *f)
{
    llvm_find_affine_lanes(f->arena, f->kernel);
}

// The constant that ends the arguments of a call: "= call i32 @kiln.row(".
static void found(const char *text, const char *start, char *out, size_t size)
{
    char *after = run_pass(text, find), *call = after ? strstr(after, start) : NULL;
    snprintf(out, size, "%s", after ? "none" : "broken");
    if (call)
        snprintf(out, size, "%.1s", strchr(call, '\n') - 2);
    LLVMDisposeMessage(after);
}

static const char machine[] = "declare i32 @kiln.lane.id()\ndeclare i32 @kiln.subgroup.id()\n"
                              "declare i32 @kiln.subgroup.size()\n"
                              "define void @kernel(ptr addrspace(2) %result, i32 %n) {\n"
                              "%lane = call i32 @kiln.lane.id()\n%id = call i32 @kiln.subgroup.id()\n"
                              "%size = call i32 @kiln.subgroup.size()\n%base = mul i32 %id, %size\n"
                              "%i = add i32 %base, %lane\n";

KT_TEST(what_lanes_have_in_common)
{
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        char text[2048], got[64];
        snprintf(text, sizeof(text), "%s%sstore i32 %%r, ptr addrspace(2) %%result\nret void\n}\n", machine,
                 cases[k].body);
        found(text, "= call i32 @kiln.row(", got, sizeof(got));
        kt_ok(!strcmp(got, cases[k].want), "%s: %s, not %s", cases[k].name, got, cases[k].want);
    }
}

KT_TEST(what_lies_together)
{
    for (size_t k = 0; k < sizeof(runs) / sizeof(runs[0]); k++) {
        char text[2048], got[64];
        snprintf(text, sizeof(text),
                 "%s%s%%v = load %s, ptr addrspace(3) %%p, align 2\nstore %s %%v, ptr addrspace(2) "
                 "%%result\nret void\n}\n",
                 machine, runs[k].body, runs[k].type, runs[k].type);
        found(text, "= call ptr addrspace(3) @kiln.run(", got, sizeof(got));
        kt_ok(!strcmp(got, runs[k].want), "%s: %s, not %s", runs[k].name, got, runs[k].want);
    }
}

KT_MAIN()
