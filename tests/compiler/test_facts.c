// What llvm/facts/facts.c keeps of a kernel that changes, and what it computes again.
#include <llvm-c/IRReader.h>
#include <string.h>

#include "compiler/llvm/facts/facts.h"
#include "kt.h"

// A loop with a branch in it.
static const char text[] =
    "define void @kernel(i32 %n, i1 %c, ptr %p) {\nentry:\n  br label %top\n"
    "top:\n  %i = phi i32 [ 0, %entry ], [ %j, %latch ]\n  br i1 %c, label %a, label %b\n"
    "a:\n  store i32 1, ptr %p\n  br label %latch\nb:\n  br label %latch\n"
    "latch:\n  %j = add i32 %i, 1\n  %t = icmp ult i32 %j, %n\n"
    "  br i1 %t, label %top, label %end\nend:\n  ret void\n}\n";

struct kernel {
    struct arena a;
    LLVMContextRef ctx;
    LLVMModuleRef module;
    LLVMValueRef fn;
    struct llvm_facts f;
};

static bool begin(struct kernel *k)
{
    char *error = NULL;
    arena_init(&k->a);
    k->ctx = LLVMContextCreate();
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "");
    bool parsed = !LLVMParseIRInContext(k->ctx, buffer, &k->module, &error);
    kt_ok(parsed, "%s", error ? error : "");
    LLVMDisposeMessage(error);
    k->fn = parsed ? LLVMGetNamedFunction(k->module, "kernel") : NULL;
    k->f = llvm_facts_of(&k->a, k->fn);
    return parsed;
}

static void end(struct kernel *k)
{
    LLVMContextDispose(k->ctx);
    arena_finish(&k->a);
}

static LLVMBasicBlockRef block(const struct kernel *k, const char *name)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(k->fn); b; b = LLVMGetNextBasicBlock(b))
        if (!strcmp(LLVMGetBasicBlockName(b), name))
            return b;
    return NULL;
}

// ---- changes

static void nothing(struct kernel *k)
{
}

static void instructions(struct kernel *k)
{
    LLVMInstructionEraseFromParent(LLVMGetFirstInstruction(block(k, "a")));
}

static void swap(struct kernel *k)
{
    LLVMValueRef br = LLVMGetBasicBlockTerminator(block(k, "top"));
    LLVMSetSuccessor(br, 0, block(k, "b"));
    LLVMSetSuccessor(br, 1, block(k, "a"));
}

static void leave(struct kernel *k)
{
    LLVMValueRef br = LLVMGetBasicBlockTerminator(block(k, "latch"));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(k->ctx);
    LLVMPositionBuilderBefore(b, br);
    LLVMBuildBr(b, block(k, "end"));
    LLVMInstructionEraseFromParent(br);
    LLVMDisposeBuilder(b);
}

static void split(struct kernel *k)
{
    LLVMBasicBlockRef by = LLVMAppendBasicBlockInContext(k->ctx, k->fn, "by");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(k->ctx);
    LLVMPositionBuilderAtEnd(b, by);
    LLVMBuildBr(b, block(k, "latch"));
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(block(k, "a")), 0, by);
    LLVMDisposeBuilder(b);
}

static void drop(struct kernel *k)
{
    LLVMValueRef br = LLVMGetBasicBlockTerminator(block(k, "top"));
    LLVMSetSuccessor(br, 1, block(k, "a"));
    LLVMDeleteBasicBlock(block(k, "b"));
}

static void move_in_text(struct kernel *k) // where blocks lie is not where they lead
{
    LLVMMoveBasicBlockAfter(block(k, "a"), block(k, "end"));
}

static const struct {
    const char *name;
    void (*change)(struct kernel *k);
    bool again;
    unsigned blocks, loops; // afterwards
} cases[] = {
    {"nothing", nothing, false, 6, 1},       {"an instruction", instructions, false, 6, 1},
    {"the text", move_in_text, false, 6, 1}, {"two ways change places", swap, true, 6, 1},
    {"no loop", leave, true, 6, 0},          {"a block more", split, true, 7, 1},
    {"a block less", drop, true, 5, 1},
};
enum { CASES = sizeof(cases) / sizeof(cases[0]) };

KT_TEST(what_is_in_doubt_is_looked_at)
{
    for (unsigned n = 0; n < CASES; n++) {
        struct kernel k;
        if (begin(&k)) {
            const struct llvm_graph *before = llvm_facts_graph(&k.f);
            cases[n].change(&k);
            llvm_facts_doubt(&k.f);
            const struct llvm_graph *after = llvm_facts_graph(&k.f);
            kt_ok((after != before) == cases[n].again && k.f.found == 1u + cases[n].again,
                  "%s: found %u times", cases[n].name, k.f.found);
            kt_ok(after->count == cases[n].blocks && after->loop_count == cases[n].loops,
                  "%s: %u blocks, %u loops", cases[n].name, after->count, after->loop_count);
            kt_ok(before->count == 6 && before->loop_count == 1, "%s: the old one has changed",
                  cases[n].name);
            kt_eq(k.f.asked, 2);
        }
        end(&k);
    }
}

// A step that says it keeps the graph is found out where that is checked, and only there.
KT_TEST(what_is_kept_is_checked)
{
    for (unsigned n = 0; n < 2 * CASES; n++) {
        struct kernel k;
        if (begin(&k)) {
            k.f.check = n < CASES;
            llvm_facts_graph(&k.f);
            cases[n % CASES].change(&k);
            llvm_facts_kept(&k.f);
            bool wrong = k.f.check && cases[n % CASES].again;
            kt_ok(!k.f.wrong == !wrong, "%s: %s", cases[n % CASES].name, k.f.wrong ? k.f.wrong : "nothing");
        }
        end(&k);
    }
}

KT_MAIN()
