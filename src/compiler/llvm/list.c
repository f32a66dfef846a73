// Runs the rows of llvm/passes.def. Steps of LLVM's wait until one of ours follows, or a condition that looks
// at the IR: all that wait run in one pass manager, in which LLVM keeps what it has analysed from one to the
// next. What is wanted of a single one of them (its text, its time) is found out on a copy of the module, so
// that asking changes nothing.
#include <string.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/data.h"
#include "compiler/llvm/spelling.h"
#include "compiler/llvm/list.h"
#include "compiler/llvm/lower/prepare.h"
#include "compiler/llvm/opt/opt.h"
#include "compiler/llvm/opt/unroll/unroll.h"
#include "compiler/llvm/shape.h"
#include "compiler/llvm/shield/shield.h"
#include "compiler/support/guard.h"
#include "compiler/support/variant.h"
#include "hw/target.h"
#include "util/log.h"

enum {
    VECTORIZER_ALL = 256, // accesses of a block that stays whole for the vectorizer
    MAX_WAITING = 64,
    ENOUGH = 1 << 22, // instructions that are validated in all
};

struct list {
    struct arena *arena;
    struct llvm_facts *facts;
    const struct llvm_shader *shader;
    const struct llvm_request *request;
    struct llvm_shape shape;
    const struct row *waiting[MAX_WAITING]; // LLVM's, to run
    unsigned waiting_count;
    unsigned seen;                  // runs of the step that the text is wanted of
    char *text;                     // of what it left
    unsigned validated;             // instructions
    const struct row *first, *last; // ran since the module was verified; NULL: none
    bool stopped;
    const char *error;
    struct llvm_hidden hidden; // between hide_isolated and show_isolated
    struct llvm_window *windows;
};

// ---- the table

#define PASTE(a, b) a##b
#define NAME_AT(prefix, line) PASTE(prefix, line)
#define HERE(prefix) NAME_AT(prefix, __LINE__)

enum list_id {
#define LIST(list, why) LIST_##list,
#include "compiler/llvm/passes.def"
};

enum condition {
#define WHEN(name, test, meaning) WHEN_##name,
#define LOOK(name, first, test, meaning) WHEN_##name,
#include "compiler/llvm/when.def"
#undef WHEN
#undef LOOK
};

enum step_number {
    NO_STEP,
#define LLVM(...) HERE(NUMBER_),
#define FORM(...) HERE(NUMBER_),
#define STEP(...) HERE(NUMBER_),
#define DO(...) HERE(NUMBER_),
#define MUST(...) HERE(NUMBER_),
#include "compiler/llvm/passes.def"
};

static void run_passes(struct list *l, const char *passes);

// Each row's call, as a function of its own: true if it changed something.
#define CALL(...)                                                                                            \
    static bool HERE(call_)(struct list * l)                                                                 \
    {                                                                                                        \
        struct arena *a = l->arena;                                                                          \
        struct llvm_facts *f = l->facts;                                                                     \
        const struct llvm_shader *s = l->shader;                                                             \
        LLVMValueRef kernel = s->kernel;                                                                     \
        struct llvm_shape *shape = &l->shape;                                                                \
        (void)a, (void)f, (void)kernel, (void)shape;                                                         \
        __VA_ARGS__;                                                                                         \
    }
#define STEP(name, call, when, then, keeps, why) CALL(return call)
#define DO(name, call, when, keeps, why) CALL(call; return false)
#define MUST(name, call, when, keeps, why) CALL(call; return false)
#include "compiler/llvm/passes.def"

enum manager { FUNCTION, LOOP, LOOP_MSSA };
enum keeps { KEEPS_none, KEEPS_edges };

struct row {
    enum { HEAD, ROW_RUN, ROW_LLVM, ROW_CALL } kind;
    enum list_id list; // HEAD: that begins here; ROW_RUN: that it runs
    enum condition when;
    enum keeps keeps;
    const char *name;
    unsigned number;
    bool needed;
    const char *parameters; // ROW_LLVM
    enum manager manager;
    bool (*call)(struct list *l); // ROW_CALL
    enum list_id then;
    unsigned most; // ROW_RUN
};

#define UNROLL(level) "<" level ";no-partial;no-runtime;no-peeling;no-profile-peeling>"
static const struct row rows[] = {
#define LIST(id, why) {.kind = HEAD, .list = LIST_##id},
#define RUN(id, times, if_, after, why)                                                                      \
    {.kind = ROW_RUN, .list = LIST_##id, .most = times, .when = WHEN_##if_, .then = LIST_##after},
#define PASS(pass, params, in, if_, keep, must)                                                              \
    {.kind = ROW_LLVM,                                                                                       \
     .name = pass,                                                                                           \
     .parameters = params,                                                                                   \
     .manager = in,                                                                                          \
     .when = WHEN_##if_,                                                                                     \
     .keeps = KEEPS_##keep,                                                                                  \
     .needed = must,                                                                                         \
     .number = HERE(NUMBER_)},
#define OURS(step, if_, after, keep, must)                                                                   \
    {.kind = ROW_CALL,                                                                                       \
     .name = #step,                                                                                          \
     .call = HERE(call_),                                                                                    \
     .when = WHEN_##if_,                                                                                     \
     .keeps = KEEPS_##keep,                                                                                  \
     .then = LIST_##after,                                                                                   \
     .needed = must,                                                                                         \
     .number = HERE(NUMBER_)},
#define LLVM(pass, params, in, if_, keep, why) PASS(pass, params, in, if_, keep, false)
#define FORM(pass, params, in, if_, keep, why) PASS(pass, params, in, if_, keep, true)
#define STEP(step, call, if_, after, keep, why) OURS(step, if_, after, keep, false)
#define DO(step, call, if_, keep, why) OURS(step, if_, nothing, keep, false)
#define MUST(step, call, if_, keep, why) OURS(step, if_, nothing, keep, true)
#include "compiler/llvm/passes.def"
};
enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

// ---- what is asked of a step

static bool over(const struct list *l)
{
    return l->error || l->stopped;
}

// Is this the run of which the text is wanted?
static bool is_wanted(struct list *l, const struct row *row)
{
    const struct step_run *after = &l->request->after;
    if (!after->run || (after->name ? strcmp(after->name, row->name) != 0 : after->number != row->number))
        return false;
    return ++l->seen == after->run;
}

static void take_text(struct list *l, LLVMModuleRef m)
{
    l->text = llvm_text(l->arena, m);
    l->stopped = l->request->stop;
}

// Large kernels are validated until that has taken enough.
static bool may_validate(struct list *l)
{
    if (!l->request->validate || l->validated > ENOUGH)
        return false;
    llvm_for_each_instruction(i, l->shader->kernel) l->validated++;
    return true;
}

// The facts after steps that ran together.
static void keep_facts(struct list *l, const struct row *const *row, unsigned count)
{
    bool kept = true;
    for (unsigned k = 0; k < count; k++)
        kept &= row[k]->keeps == KEEPS_edges;
    l->facts->check = l->request->validate && l->validated <= ENOUGH;
    if (kept)
        llvm_facts_kept(l->facts);
    else
        llvm_facts_doubt(l->facts);
    if (l->facts->wrong && !l->error)
        l->error = arena_printf(l->arena, "%u %s should have kept the graph, which has %s", row[0]->number,
                                row[0]->name, l->facts->wrong);
}

// Steps are verified together, before LLVM runs on what they left and in the end: most leave it as it is.
static void note(struct list *l, const struct row *row)
{
    l->first = l->first ? l->first : row;
    l->last = row;
}

static void validate(struct list *l)
{
    char *message = NULL;
    const struct row *first = l->first, *last = l->last;
    l->first = NULL;
    if (!first || over(l) || !may_validate(l))
        return;
    if (LLVMVerifyModule(l->shader->module, LLVMReturnStatusAction, &message))
        l->error = first == last ? arena_printf(l->arena, "after %s: %s", first->name, message)
                                 : arena_printf(l->arena, "after one of %u %s to %u %s: %s", first->number,
                                                first->name, last->number, last->name, message);
    LLVMDisposeMessage(message);
}

// ---- LLVM's steps

static void run_on(struct list *l, LLVMModuleRef m, const char *passes)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    guard_check_time();
    LLVMErrorRef error = LLVMRunPasses(m, llvm_spell(l->arena, passes), NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (!error)
        return;
    char *text = LLVMGetErrorMessage(error);
    l->error = arena_printf(l->arena, "LLVM passes: %s", text);
    LLVMDisposeErrorMessage(text);
}

static void run_passes(struct list *l, const char *passes)
{
    run_on(l, l->shader->module, passes);
}

static char *append(char *to, const char *text)
{
    size_t n = strlen(text);
    memcpy(to, text, n + 1);
    return to + n;
}

// As LLVM's textual pipeline: "function(sroa,loop-mssa(loop-rotate<...>,licm),dse)".
static const char *pipeline_of(struct list *l, const struct row *const *row, unsigned count)
{
    static const char *const open[] = {[FUNCTION] = "", [LOOP] = "loop(", [LOOP_MSSA] = "loop-mssa("};
    size_t size = sizeof("function()");
    for (unsigned k = 0; k < count; k++)
        size += strlen(row[k]->name) + strlen(row[k]->parameters) + sizeof("),loop-mssa()");
    char *passes = arena_alloc(l->arena, size), *end = append(passes, "function(");
    enum manager in = FUNCTION;
    for (unsigned k = 0; k < count; k++) {
        bool same = row[k]->manager == in;
        end = append(end, !same && in != FUNCTION ? ")" : "");
        end = append(end, k ? "," : "");
        in = row[k]->manager;
        end = append(end, same ? "" : open[in]);
        end = append(append(end, row[k]->name), row[k]->parameters);
    }
    append(end, in == FUNCTION ? ")" : "))");
    return passes;
}

static void take_text_between(struct list *l, const struct row *const *row, unsigned count)
{
    LLVMModuleRef copy = LLVMCloneModule(l->shader->module);
    run_on(l, copy, pipeline_of(l, row, count));
    if (!l->error)
        take_text(l, copy);
    LLVMDisposeModule(copy);
}

// KILN_DEBUG=time: each by itself, and so without what LLVM keeps from one to the next.
static void time_each(struct list *l, const struct row *const *row, unsigned count)
{
    lap_end(l->request->lap, "  (between steps)");
    LLVMModuleRef copy = LLVMCloneModule(l->shader->module);
    lap_start(l->request->lap);
    for (unsigned k = 0; k < count && !l->error; k++) {
        run_on(l, copy, pipeline_of(l, &row[k], 1));
        lap_end(l->request->lap, "  (%u %s by itself)", row[k]->number, row[k]->name);
    }
    LLVMDisposeModule(copy);
    lap_start(l->request->lap);
}

// What waits runs.
static void flush(struct list *l)
{
    unsigned count = l->waiting_count;
    l->waiting_count = 0;
    if (!count || over(l))
        return;
    validate(l);
    for (unsigned k = 0; k < count && !over(l); k++)
        if (is_wanted(l, l->waiting[k]))
            take_text_between(l, l->waiting, k + 1);
    if (KILN_DEBUG(TIME) && !over(l))
        time_each(l, l->waiting, count);
    if (over(l))
        return;
    run_on(l, l->shader->module, pipeline_of(l, l->waiting, count));
    keep_facts(l, l->waiting, count);
    note(l, l->waiting[0]);
    note(l, l->waiting[count - 1]);
    lap_end(l->request->lap, "LLVM's %u steps from %u %s", count, l->waiting[0]->number, l->waiting[0]->name);
}

// ---- rows

static bool holds(struct list *l, enum condition when)
{
    const struct llvm_shader *s = l->shader;
    const struct llvm_shape *shape = &l->shape;
    LLVMValueRef kernel = s->kernel;
    switch (when) {
#define WHEN(name, test, meaning)                                                                            \
    case WHEN_##name:                                                                                        \
        return test;
#define LOOK(name, first, test, meaning)                                                                     \
    case WHEN_##name:                                                                                        \
        if (!(first))                                                                                        \
            return false;                                                                                    \
        flush(l);                                                                                            \
        return !over(l) && (test);
#include "compiler/llvm/when.def"
    }
    return false;
}

static bool run_list(struct list *l, enum list_id id);

static bool run_call(struct list *l, const struct row *row)
{
    flush(l);
    if (over(l))
        return false;
    guard_check_time();
    bool changed = row->call(l);
    keep_facts(l, &row, 1);
    lap_end(l->request->lap, "%u %s", row->number, row->name);
    note(l, row);
    if (!over(l) && is_wanted(l, row))
        take_text(l, l->shader->module);
    if (changed)
        run_list(l, row->then);
    return changed;
}

// True if something changed.
static bool run_row(struct list *l, const struct row *row)
{
    bool changed = false;
    if (!holds(l, row->when) || (row->name && !row->needed && variant_without_step(row->name, row->number)))
        return false;
    switch (row->kind) {
    case ROW_RUN:
        for (unsigned n = 0; n < row->most && run_list(l, row->list); n++, changed = true)
            run_list(l, row->then);
        return changed;
    case ROW_LLVM:
        if (l->waiting_count == MAX_WAITING)
            flush(l);
        l->waiting[l->waiting_count++] = row;
        return false;
    case ROW_CALL:
        return run_call(l, row);
    case HEAD:
        break;
    }
    return false;
}

static bool run_list(struct list *l, enum list_id id)
{
    bool changed = false;
    unsigned k = 0;
    while (rows[k].kind != HEAD || rows[k].list != id)
        k++;
    for (k++; k < ROWS && rows[k].kind != HEAD && !over(l); k++)
        changed |= run_row(l, &rows[k]);
    return changed && !over(l);
}

const char *llvm_optimize(struct llvm_facts *f, const struct llvm_shader *s, const struct llvm_request *r,
                          char **text)
{
    struct list l = {.arena = f->arena, .facts = f, .shader = s, .request = r};
    run_list(&l, LIST_kernel);
    flush(&l);
    validate(&l);
    if (KILN_DEBUG(TIME))
        kiln_log("the graph of blocks: %u times, of %u uses", f->found, f->asked);
    *text = l.text;
    return l.error;
}

char *llvm_text(struct arena *a, LLVMModuleRef module)
{
    char *text = LLVMPrintModuleToString(module);
    char *copy = arena_strndup(a, text, strlen(text));
    LLVMDisposeMessage(text);
    return copy;
}
