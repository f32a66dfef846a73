// What llvm_prepare makes of random functions: no critical edges and loop-closed SSA form, as LLVM's own
// passes see it, and the same results, as LLVM's interpreter computes them.
#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "compiler/llvm/lower/prepare.h"
#include "compiler/isel/isel.h"
#include "compiler/llvm/spelling.h"
#include "kt.h"

enum { MAX_VALUES = 256, MAX_DEPTH = 5, SEEDS = 300 };

struct loop {
    unsigned number;
    unsigned floor; // values that every way out of the loop has computed
    unsigned top;   // values where the statement of the loop's body began that is being written
    bool inside;    // of such a statement
};

struct writer {
    char text[1 << 17];
    size_t length;
    uint32_t seed;
    unsigned labels, names, depth, loop_count, budget;
    unsigned values[MAX_VALUES], count; // that dominate what is written next
    struct loop loops[MAX_DEPTH + 1];
};

static uint32_t rnd(struct writer *w, uint32_t n)
{
    w->seed = w->seed * 1664525 + 1013904223;
    return (w->seed >> 8) % n;
}

__attribute__((format(printf, 2, 3))) static void put(struct writer *w, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    w->length += (size_t)vsnprintf(w->text + w->length, sizeof(w->text) - w->length, fmt, ap);
    va_end(ap);
}

static unsigned any(struct writer *w)
{
    return w->values[rnd(w, w->count)];
}

static void compute(struct writer *w)
{
    static const char *const ops[] = {"add", "xor", "mul", "sub"};
    unsigned a = any(w), b = any(w), v = w->names++;
    if (rnd(w, 4) == 0) {
        put(w, "%%v%u = load i32, ptr %%sum\n", v);
    } else {
        put(w, "%%v%u = %s i32 %%v%u, %%v%u\n", v, ops[rnd(w, 4)], a, b);
    }
    if (rnd(w, 3) == 0)
        put(w, "store i32 %%v%u, ptr %%sum\n", v);
    if (w->count < MAX_VALUES)
        w->values[w->count++] = v;
}

static void branch(struct writer *w, unsigned yes, unsigned no)
{
    unsigned c = w->names++;
    put(w, "%%v%u = and i32 %%v%u, %u\n%%c%u = icmp eq i32 %%v%u, 0\n", c, any(w), 1 + rnd(w, 3), c, c);
    put(w, "br i1 %%c%u, label %%l%u, label %%l%u\n", c, yes, no);
}

// Marks the loops around a statement as within it; returns which were not before.
static unsigned enter(struct writer *w)
{
    unsigned entered = 0;
    for (unsigned k = 0; k < w->loop_count; k++)
        if (!w->loops[k].inside) {
            entered |= 1u << k;
            w->loops[k].inside = true;
            w->loops[k].top = w->count;
        }
    return entered;
}

static void leave(struct writer *w, unsigned entered)
{
    for (unsigned k = 0; k < w->loop_count; k++)
        if (entered >> k & 1)
            w->loops[k].inside = false;
}

static void jumps_out(struct writer *w, struct loop *l)
{
    unsigned known = l->inside ? l->top : w->count;
    l->floor = known < l->floor ? known : l->floor;
}

static void statements(struct writer *w, unsigned most);

// Sometimes straight to where a loop around it ends, or to its next round: a critical edge.
static void selection(struct writer *w)
{
    unsigned then = w->labels++, merge = w->labels++, entered = enter(w), known = w->count;
    struct loop *l = w->loop_count && rnd(w, 2) ? &w->loops[rnd(w, w->loop_count)] : NULL;
    if (l && rnd(w, 2)) {
        jumps_out(w, l);
        unsigned c = w->names++;
        put(w, "%%c%u = icmp ult i32 %%v%u, %u\n", c, any(w), 1000000 * rnd(w, 1000));
        put(w, "br i1 %%c%u, label %%%s%u, label %%l%u\n", c, rnd(w, 2) ? "out" : "cont", l->number, merge);
        put(w, "l%u:\n", merge);
        leave(w, entered);
        return;
    }
    branch(w, then, merge);
    put(w, "l%u:\n", then);
    statements(w, 3);
    if (l) {
        const char *to = rnd(w, 2) ? "out" : "cont";
        unsigned c = w->names++;
        jumps_out(w, l);
        if (rnd(w, 2))
            put(w, "br label %%%s%u\n", to, l->number);
        else // by both edges
            put(w, "%%c%u = icmp eq i32 %%v%u, 3\nbr i1 %%c%u, label %%%s%u, label %%%s%u\n", c, any(w), c,
                to, l->number, to, l->number);
    } else {
        put(w, "br label %%l%u\n", merge);
    }
    put(w, "l%u:\n", merge);
    w->count = known;
    leave(w, entered);
}

static void loop(struct writer *w)
{
    unsigned n = w->labels++, i = w->names++, entered = enter(w);
    struct loop *l = &w->loops[w->loop_count++];
    *l = (struct loop){.number = n, .floor = MAX_VALUES};
    put(w, "store i32 0, ptr %%i%u\nbr label %%head%u\nhead%u:\n", w->loop_count, n, n);
    statements(w, 5);
    jumps_out(w, l);
    put(w, "br label %%cont%u\ncont%u:\n", n, n);
    put(w, "%%v%u = load i32, ptr %%i%u\n%%n%u = add i32 %%v%u, 1\n", i, w->loop_count, i, i);
    put(w, "store i32 %%n%u, ptr %%i%u\n%%c%u = icmp ult i32 %%n%u, %u\n", i, w->loop_count, i, i,
        1 + rnd(w, 4));
    put(w, "br i1 %%c%u, label %%head%u, label %%out%u\nout%u:\n", i, n, n, n);
    w->loop_count--;
    w->count = l->floor < w->count ? l->floor : w->count;
    leave(w, entered);
}

static void statements(struct writer *w, unsigned most)
{
    w->depth++;
    for (unsigned n = 1 + rnd(w, most); n--;) {
        compute(w);
        if (w->depth > MAX_DEPTH || !w->budget)
            continue;
        w->budget--;
        if (rnd(w, 2))
            selection(w);
        else
            loop(w);
    }
    w->depth--;
}

static void write_function(struct writer *w, uint32_t seed)
{
    *w = (struct writer){.seed = seed, .names = 1, .count = 1, .budget = 25};
    put(w, "define i32 @kernel(i32 %%v0) {\n%%sum = alloca i32\nstore i32 7, ptr %%sum\n");
    for (unsigned k = 1; k <= MAX_DEPTH + 1; k++)
        put(w, "%%i%u = alloca i32\n", k);
    statements(w, 6);
    put(w, "%%all0 = load i32, ptr %%sum\n");
    for (unsigned k = 0; k < w->count; k++)
        put(w, "%%all%u = xor i32 %%all%u, %%v%u\n", k + 1, k, w->values[k]);
    put(w, "ret i32 %%all%u\n}\n", w->count);
}

static void run_passes(LLVMModuleRef m, const char *passes)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    struct arena a;
    arena_init(&a);
    LLVMErrorRef failed = LLVMRunPasses(m, llvm_spell(&a, passes), NULL, options);
    arena_finish(&a);
    kt_ok(!failed, "%s", passes);
    LLVMConsumeError(failed);
    LLVMDisposePassBuilderOptions(options);
}

static LLVMModuleRef parse(LLVMContextRef c, const char *text)
{
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
    LLVMModuleRef m = NULL;
    char *error = NULL;
    if (LLVMParseIRInContext(c, buffer, &m, &error)) {
        kt_ok(false, "%s\n%s", error ? error : "", text);
        LLVMDisposeMessage(error);
        return NULL;
    }
    run_passes(m, "function(mem2reg)");
    run_passes(m, "function(lower-switch,mergereturn,fix-irreducible)");
    return m;
}

static void prepare(struct arena *a, LLVMValueRef kernel)
{
    struct llvm_facts f = llvm_facts_of(a, kernel);
    llvm_prepare(&f);
}

// Takes the module.
static void evaluate(LLVMModuleRef m, uint32_t results[4])
{
    LLVMExecutionEngineRef e = NULL;
    char *error = NULL;
    if (LLVMCreateInterpreterForModule(&e, m, &error)) {
        kt_ok(false, "%s", error ? error : "");
        LLVMDisposeMessage(error);
        return;
    }
    for (uint32_t x = 0; x < 4; x++) {
        LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(m));
        LLVMGenericValueRef in = LLVMCreateGenericValueOfInt(i32, x * 0x1234567u, false);
        LLVMGenericValueRef out = LLVMRunFunction(e, LLVMGetNamedFunction(m, "kernel"), 1, &in);
        results[x] = (uint32_t)LLVMGenericValueToInt(out, false);
        LLVMDisposeGenericValue(in);
        LLVMDisposeGenericValue(out);
    }
    LLVMDisposeExecutionEngine(e);
}

static void check_form(LLVMModuleRef m)
{
    char *ours = LLVMPrintModuleToString(m), *why = NULL;
    kt_ok(!LLVMVerifyModule(m, LLVMReturnStatusAction, &why), "%s\n%s", why ? why : "", ours);
    LLVMDisposeMessage(why);
    run_passes(m, "function(break-crit-edges,lcssa)");
    char *theirs = LLVMPrintModuleToString(m);
    kt_ok(!strcmp(ours, theirs), "LLVM finds more to do in\n%s\nand makes\n%s", ours, theirs);
    LLVMDisposeMessage(ours);
    LLVMDisposeMessage(theirs);
}

KT_TEST(random_functions)
{
    static struct writer w;
    unsigned closed = 0;
    LLVMLinkInInterpreter();
    for (uint32_t seed = 1; seed <= SEEDS && !kt_failures; seed++) {
        struct arena a;
        arena_init(&a);
        LLVMContextRef c = LLVMContextCreate();
        write_function(&w, seed);
        LLVMModuleRef before = parse(c, w.text), after = parse(c, w.text);
        uint32_t want[4] = {0}, got[4] = {1};
        if (before && after) {
            unsigned blocks = LLVMCountBasicBlocks(LLVMGetNamedFunction(after, "kernel"));
            prepare(&a, LLVMGetNamedFunction(after, "kernel"));
            closed += LLVMCountBasicBlocks(LLVMGetNamedFunction(after, "kernel")) > blocks;
            check_form(after);
            evaluate(before, want);
            evaluate(after, got);
            kt_ok(!memcmp(want, got, sizeof(want)), "seed %u: another result", seed);
        }
        LLVMContextDispose(c);
        arena_finish(&a);
    }
    kt_ok(closed > SEEDS / 2, "only %u functions had edges to split", closed);
}

// Of so many incoming values; 0: all.
static unsigned count_phis(LLVMValueRef fn, unsigned incoming)
{
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && LLVMIsAPHINode(i);
             i = LLVMGetNextInstruction(i))
            n += !incoming || LLVMCountIncoming(i) == incoming;
    return n;
}

// Two ways lead into the loop, neither with a value for %u: the block made before it gets no phi for that.
KT_TEST(undefined_before_a_loop)
{
    static const char text[] =
        "define i32 @kernel(i32 %x) {\nentry:\n  %c = icmp eq i32 %x, 0\n  br i1 %c, label %a, label %b\n"
        "a:\n  br label %loop\nb:\n  br label %loop\n"
        "loop:\n  %u = phi i32 [ undef, %a ], [ poison, %b ], [ %v, %loop ]\n"
        "  %n = phi i32 [ 3, %a ], [ 5, %b ], [ %m, %loop ]\n  %v = add i32 %n, 7\n  %m = sub i32 %n, 1\n"
        "  %d = icmp eq i32 %m, 0\n  br i1 %d, label %end, label %loop\nend:\n  ret i32 %u\n}\n";
    struct arena a;
    arena_init(&a);
    LLVMContextRef c = LLVMContextCreate();
    LLVMModuleRef m = parse(c, text);
    if (m) {
        LLVMValueRef fn = LLVMGetNamedFunction(m, "kernel");
        prepare(&a, fn);
        check_form(m);
        unsigned phis = count_phis(fn, 0);
        char *ir = LLVMPrintModuleToString(m);
        kt_ok(phis == 4, "%u phis, not two of %%n, one of %%u and one behind the loop:\n%s", phis, ir);
        LLVMDisposeMessage(ir);
    }
    LLVMContextDispose(c);
    arena_finish(&a);
}

// Three ways go to %end, the two of branches with the same values: one block brings those, unless lanes part
// there.
KT_TEST(edges_that_bring_the_same)
{
    static const struct {
        const char *name, *condition, *other;
        unsigned incoming;
    } cases[] = {
        {"one block for two edges", "%x", "7", 2},
        {"but not with other values", "%x", "8", 3},
        {"nor where lanes part", "%lane", "7", 3},
    };
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        char text[2048];
        snprintf(text, sizeof(text),
                 "declare i32 @kiln.lane.id()\ndefine i32 @kernel(i32 %%x) {\nentry:\n"
                 "  %%lane = call i32 @kiln.lane.id()\n  %%c = icmp ult i32 %s, 4\n"
                 "  br i1 %%c, label %%low, label %%high\n"
                 "low:\n  %%d = icmp eq i32 %%x, 3\n  br i1 %%d, label %%three, label %%end\n"
                 "high:\n  %%e = icmp eq i32 %s, 5\n  br i1 %%e, label %%three, label %%end\n"
                 "three:\n  %%v = phi i32 [ 1, %%low ], [ 2, %%high ]\n  br label %%end\n"
                 "end:\n  %%p = phi i32 [ 7, %%low ], [ %s, %%high ], [ %%v, %%three ]\n"
                 "  %%q = phi i32 [ %%x, %%low ], [ %%x, %%high ], [ 9, %%three ]\n"
                 "  %%s = add i32 %%p, %%q\n  ret i32 %%s\n}\n",
                 cases[k].condition, cases[k].condition, cases[k].other);
        struct arena a;
        arena_init(&a);
        LLVMContextRef c = LLVMContextCreate();
        LLVMModuleRef m = parse(c, text);
        if (m) {
            LLVMValueRef fn = LLVMGetNamedFunction(m, "kernel");
            prepare(&a, fn);
            check_form(m);
            unsigned most = cases[k].incoming;
            kt_ok(count_phis(fn, most) == (most == 2 ? 3 : 2), "%s: %u of %u", cases[k].name,
                  count_phis(fn, most), most);
        }
        LLVMContextDispose(c);
        arena_finish(&a);
    }
}

KT_MAIN()
