// What is kept out of the load-store-vectorizer's sight, and which kernels dead store elimination is run on.
#include <llvm-c/Analysis.h>

#include "compiler/ir_pass.h"
#include "compiler/llvm/shield/shield.h"

#define HEAD                                                                                                 \
    "target datalayout = \"e-p:32:32-p2:64:64:64:32-p3:32:32\"\n"                                            \
    "declare ptr addrspace(2) @kiln.surface(i32) memory(none)\n"                                             \
    "define void @kernel(i32 %n, i32 %m, float %x) {\n"                                                      \
    "%a = call ptr addrspace(2) @kiln.surface(i32 0)\n%b = call ptr addrspace(2) @kiln.surface(i32 1)\n"
#define TAIL "ret void\n}\n"
#define PLACE(name, base, index) name " = getelementptr i8, ptr addrspace(2) " base ", i32 " index "\n"
#define STORE(value, to) "store float " value ", ptr addrspace(2) " to "\n"
// A number that is reckoned in ten steps, and one beside it.
#define STEP(to, from) to " = mul i32 " from ", 3\n" to "x = add i32 " to ", %m\n"
#define LONG_WAY                                                                                             \
    STEP("%n1", "%n")                                                                                        \
    STEP("%n2", "%n1x")                                                                                      \
    STEP("%n3", "%n2x")                                                                                      \
    STEP("%n4", "%n3x")                                                                                      \
    STEP("%n5", "%n4x")                                                                                      \
    "%i = shl i32 %n5x, 3\n%j = or disjoint i32 %i, 4\n%k = add i32 %j, 64\n"

static const struct neighbour_case {
    const char *name, *body;
    bool any;      // are left
    bool in_sight; // though isolated
} neighbours[] = {
    {"vectors, which may not be atomic",
     PLACE("%p", "%a", "8") PLACE("%q", "%b", "12") "%y = load <2 x i16>, ptr addrspace(2) %p\n"
                                                    "store <2 x i16> %y, ptr addrspace(2) %q\n",
     false, true},
    {"an integer of no whole bytes",
     PLACE("%p", "%a", "8") PLACE("%q", "%b", "12") "%y = load i24, ptr addrspace(2) %p\n"
                                                    "store i24 %y, ptr addrspace(2) %q\n",
     false, true},
    {"constants", PLACE("%p", "%a", "8") PLACE("%q", "%a", "12") STORE("%x", "%p") STORE("%x", "%q"), true},
    {"two buffers", PLACE("%p", "%a", "8") PLACE("%q", "%b", "12") STORE("%x", "%p") STORE("%x", "%q"),
     false},
    {"two numbers", PLACE("%p", "%a", "%n") PLACE("%q", "%a", "%m") STORE("%x", "%p") STORE("%x", "%q"),
     false},
    {"a read and a write", PLACE("%p", "%a", "%n") "%y = load float, ptr addrspace(2) %p\n" STORE("%y", "%p"),
     false},
    {"a number and the next",
     "%k = add i32 %n, 4\n" PLACE("%p", "%a", "%n") PLACE("%q", "%a", "%k") STORE("%x", "%p")
         STORE("%x", "%q"),
     true},
    {"a number of many steps and the next",
     LONG_WAY PLACE("%p", "%a", "%i") PLACE("%q", "%a", "%j") STORE("%x", "%p") STORE("%x", "%q"), true},
    {"and one beyond",
     LONG_WAY PLACE("%p", "%a", "%i") PLACE("%q", "%a", "%k") STORE("%x", "%p") STORE("%x", "%q"), true},
};

static bool any_left;

static void hide(struct llvm_facts *f)
{
    struct llvm_hidden hidden;
    any_left = llvm_hide_isolated(f->arena, f->kernel, &hidden);
    char *wrong = NULL;
    bool broken = LLVMVerifyModule(LLVMGetGlobalParent(f->kernel), LLVMReturnStatusAction, &wrong);
    kt_ok(!broken, "%s", wrong ? wrong : "");
    LLVMDisposeMessage(wrong);
}

KT_TEST(accesses_that_have_neighbours)
{
    for (size_t k = 0; k < sizeof(neighbours) / sizeof(neighbours[0]); k++) {
        char text[4096];
        snprintf(text, sizeof(text), "%s%s%s", HEAD, neighbours[k].body, TAIL);
        char *after = run_pass(text, hide);
        if (!after)
            continue;
        bool hidden = strstr(after, "atomic");
        kt_ok(any_left == neighbours[k].any && hidden == (!any_left && !neighbours[k].in_sight), "%s: %s",
              neighbours[k].name, after);
        LLVMDisposeMessage(after);
    }
}

static const struct store_case {
    const char *name, *body;
    bool may; // one be dead
} stores[] = {
    {"none", "", false},
    {"one", STORE("%x", "%a"), false},
    {"two buffers", STORE("%x", "%a") STORE("%x", "%b"), false},
    {"one place twice", STORE("%x", "%a") STORE("0.0", "%a"), true},
    {"one buffer twice", PLACE("%p", "%a", "%n") STORE("%x", "%a") STORE("%x", "%p"), false},
    {"one number twice", PLACE("%p", "%a", "%n") STORE("%x", "%p") PLACE("%q", "%a", "%n") STORE("0.0", "%q"),
     true},
    {"in part", PLACE("%p", "%a", "%n") STORE("%x", "%p") PLACE("%q", "%p", "2") STORE("0.0", "%q"), true},
    {"far apart", PLACE("%p", "%a", "%n") STORE("%x", "%p") PLACE("%q", "%p", "32") STORE("0.0", "%q"),
     false},
    {"what was read", "%y = load float, ptr addrspace(2) %a\n" STORE("%y", "%a"), true},
    {"what was read elsewhere", "%y = load float, ptr addrspace(2) %b\n" STORE("%y", "%a"), false},
    {"a variable", "%v = alloca float\nstore float %x, ptr %v\n", true},
    {"an address of unknown origin",
     "%c = icmp eq i32 %n, 0\n%p = select i1 %c, ptr addrspace(2) %a, ptr addrspace(2) %b\n" STORE("%x", "%a")
         STORE("%x", "%p"),
     true},
};

static bool may_be_dead;
static unsigned store_count;

static void look(struct llvm_facts *f)
{
    may_be_dead = llvm_may_have_dead_stores(f->kernel, &store_count);
}

KT_TEST(stores_that_may_be_dead)
{
    for (size_t k = 0; k < sizeof(stores) / sizeof(stores[0]); k++) {
        char text[4096];
        snprintf(text, sizeof(text), "%s%s%s", HEAD, stores[k].body, TAIL);
        char *after = run_pass(text, look);
        if (!after)
            continue;
        kt_ok(may_be_dead == stores[k].may, "%s: %s", stores[k].name, after);
        LLVMDisposeMessage(after);
    }
}

KT_MAIN()
