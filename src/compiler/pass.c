// What happens around each pass: numbers, times, texts, checks.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/compile.h"
#include "compiler/mir/emit/emit.h"
#include "compiler/support/guard.h"
#include "compiler/support/variant.h"
#include "util/log.h"
#include "util/number.h"
#include "util/safe_text.h"

enum kiln_result compile_fail(struct compile *c, enum kiln_result r, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    kiln_vsnprintf(c->text, sizeof(c->text), fmt, ap);
    va_end(ap);
    c->why = (struct kiln_diagnostic){.instruction = KILN_NO_INSTRUCTION, .message = c->text};
    return r;
}

bool compile_stops_at_llvm(const struct compile *c)
{
    return c->options->stop_after && !strcmp(c->options->stop_after, "llvm");
}

void compile_show(const char *text, const char *fmt, ...)
{
    char title[128];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(title, sizeof(title), fmt, ap);
    va_end(ap);
    flockfile(stderr);
    fprintf(stderr, "kiln: %s\n", title);
    kiln_put_safe(stderr, text, false); // names of the shader are in it
    fputc('\n', stderr);
    funlockfile(stderr);
}

static bool wants_text(const struct compile *c, const struct pass_log *log, const char *pass)
{
    const char *only = c->options->stop_after;
    bool keep = (c->options->dump & KILN_EMIT_MIR) && !log->stopped && (!only || !strcmp(only, pass));
    return keep || KILN_DEBUG(MIR);
}

static void dump(struct compile *c, struct pass_log *log, const struct mir_shader *s, const char *text,
                 const char *pass)
{
    const char *only = c->options->stop_after;
    if (KILN_DEBUG(MIR))
        compile_show(text, "%u SIMD%u after %s", log->number, s->simd, pass);
    if (!(c->options->dump & KILN_EMIT_MIR) || log->stopped || (only && strcmp(only, pass) != 0))
        return;
    struct pass_text *t = arena_new(&c->arena, struct pass_text);
    *t = (struct pass_text){.before = log->texts, .text = text};
    if (!only)
        t->title = arena_printf(&c->arena, "; %u SIMD%u after %s\n", log->number, s->simd, pass);
    log->texts = t;
    log->stopped = only != NULL;
}

static size_t text_length(const struct pass_text *t)
{
    return (t->title ? strlen(t->title) : 0) + strlen(t->text);
}

char *pass_join_texts(const struct pass_log *log)
{
    size_t size = 0;
    for (const struct pass_text *t = log->texts; t; t = t->before)
        size += text_length(t);
    char *all = malloc(size + 1);
    if (!all)
        return NULL;
    char *at = all + size;
    *at = 0;
    for (const struct pass_text *t = log->texts; t; t = t->before) {
        at -= text_length(t);
        char *text = t->title ? stpcpy(at, t->title) : at;
        memcpy(text, t->text, strlen(t->text));
    }
    return all;
}

// Names are only made for those who ask.
bool pass_is_off(const char *call)
{
    return kiln_debug_value(KILN_DEBUG_BIT_WITHOUT) && variant_without(pass_name(call));
}

// A validation takes blocks times values, and there are some 250: of large kernels each sixteenth one is made
// once all have taken that much.
static bool is_validated(struct compile *c, const struct pass_log *log, const struct mir_shader *s)
{
    enum { ENOUGH = 1 << 29, SOME = 16 }; // words of bitsets
    if (!c->validate || (c->validated > ENOUGH && log->number % SOME))
        return false;
    c->validated += (uint64_t)s->block_count * (s->vreg_count / 64 + 1);
    return true;
}

const char *pass_done(struct compile *c, struct pass_log *log, struct mir_shader *s, const char *pass)
{
    log->number++;
    guard_check_time();
    if (!c->validate && !KILN_DEBUG(TIME) && !KILN_DEBUG(MIR) && !(c->options->dump & KILN_EMIT_MIR))
        return NULL;
    pass = pass_name(pass);
    lap_end(&c->lap, "%s", pass);
    if (wants_text(c, log, pass))
        dump(c, log, s, mir_print(&c->arena, s), pass);
    if (!is_validated(c, log, s))
        return NULL;
    const char *bad = mir_validate(&c->scratch, s), *stale = bad ? NULL : mir_facts_check(&c->scratch, s);
    bad = bad     ? arena_printf(&c->arena, "after %s: %s", pass, bad)
          : stale ? arena_printf(&c->arena, "after %s: its row keeps the %s, which have changed", pass, stale)
                  : NULL;
    arena_reset(&c->scratch);
    lap_end(&c->lap, "  (validate)");
    return bad;
}

const char *pass_step_done(void *compile, struct mir_shader *s, const char *step)
{
    struct compile *c = compile;
    mir_facts_keep(s, MIR_KEEPS_LOOPS);
    return pass_done(c, c->log, s, step);
}

void pass_done_code(struct compile *c, struct pass_log *log, const struct mir_code *code, const char *pass)
{
    log->number++;
    guard_check_time();
    lap_end(&c->lap, "%s", pass);
    if (wants_text(c, log, pass))
        dump(c, log, code->s, mir_code_print(&c->arena, code), pass);
}

const char *pass_name(const char *call)
{
    static _Thread_local char name[64];
    call += strncmp(call, "mir_", 4) ? 0 : 4;
    snprintf(name, sizeof(name), "%.*s", (int)strcspn(call, "("), call);
    return name;
}
