// Which variables llvm_unify_slots makes integers, and which it leaves as they are: what is done with %s in,
// the variable's type and the accesses of that type out.
#include "compiler/ir_pass.h"

#define SLOT "[2 x i8]"

static const struct slot_case {
    const char *name, *type, *body;
    bool integer;
} cases[] = {
    {"a half that is read as its bits", SLOT, "store half %h, ptr %s\n%r = load i16, ptr %s\n", true},
    {"bits that are read as a half", SLOT,
     "store i16 %i, ptr %s\n%v = load half, ptr %s\n%r = bitcast half %v to i16\n", true},
    {"a brain float", SLOT, "store bfloat %b, ptr %s\n%r = load i16, ptr %s\n", true},
    {"read twice", SLOT,
     "store half %h, ptr %s\n%v = load half, ptr %s\n%w = load i16, ptr %s\n%x = bitcast half %v to i16\n"
     "%r = add i16 %w, %x\n",
     true},
    {"two of them", "[4 x i8]", "store half %h, ptr %s\n%r = load i16, ptr %s\n", false},
    {"a byte of it", SLOT, "store i8 %c, ptr %s\n%r = load i16, ptr %s\n", false},
    {"beyond its end", SLOT, "store half %h, ptr %s\n%v = load i32, ptr %s\n%r = trunc i32 %v to i16\n",
     false},
    {"a variable that is to stay one", SLOT, "store volatile half %h, ptr %s\n%r = load i16, ptr %s\n",
     false},
    {"whose address is kept", SLOT, "store ptr %s, ptr %other\n%r = load i16, ptr %s\n", false},
    {"whose second byte is looked at", SLOT,
     "store half %h, ptr %s\n%p = getelementptr i8, ptr %s, i32 1\n%v = load i8, ptr %p\n"
     "%r = zext i8 %v to i16\n",
     false},
};

static void unify(struct llvm_facts *f)
{
    llvm_unify_slots(f->kernel);
}

KT_TEST(halves_and_their_bits)
{
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        const struct slot_case *c = &cases[k];
        char text[1024];
        snprintf(text, sizeof(text),
                 "define void @kernel(half %%h, bfloat %%b, i16 %%i, i8 %%c, ptr %%other) {\n"
                 "%%s = alloca %s\n%sstore i16 %%r, ptr %%other\nret void\n}\n",
                 c->type, c->body);
        char *after = run_pass(text, unify);
        if (!after)
            continue;
        kt_ok(!!strstr(after, "alloca i16") == c->integer, "%s: %s", c->name, after);
        kt_ok(!!strstr(after, "x i8]") != c->integer, "%s: %s", c->name, after);
        kt_ok(!c->integer || (!strstr(after, "load half") && !strstr(after, "store half") &&
                              !strstr(after, "store bfloat")),
              "%s: %s", c->name, after);
        LLVMDisposeMessage(after);
    }
}

KT_MAIN()
