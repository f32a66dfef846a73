// Rules on a whole kernel: every instruction is valid, branches reach instructions, blocks nest, and the
// thread ends.
#include "isa/validate/validate.h"

#include <stdlib.h>
#include <string.h>

struct walk {
    const struct kiln_target *target;
    const uint8_t *code;
    size_t size;
    uint8_t *starts; // per 8 bytes: an instruction starts here
    struct eu_error *err;
    unsigned depth;       // of if
    bool any_eot, at_end; // the last instruction ends the thread, or returns
    bool hint_open;
    struct eu_operand hint; // destination of the last NoDDClr
};

static bool check_target(const struct walk *w, size_t at, const struct eu_inst *inst, int64_t rel,
                         struct eu_error *err)
{
    int64_t pc = (inst->op == EU_OP_CALLA ? 0 : (int64_t)at) + rel;
    EU_RULE("branch-range", pc < 0 || pc > (int64_t)w->size, "to %lld", (long long)pc);
    EU_RULE("branch-target", pc % 8 || (pc < (int64_t)w->size && !w->starts[pc / 8]),
            "to %lld, inside an instruction", (long long)pc);
    return true;
}

static bool check_branch(struct walk *w, size_t at, const struct eu_inst *inst, struct eu_error *err)
{
    if (!eu_op_is_branch(inst->op))
        return true;
    EU_RULE("else-nesting", inst->op == EU_OP_ELSE && !w->depth, "else without if");
    EU_RULE("endif-nesting", inst->op == EU_OP_ENDIF && !w->depth, "endif without if");
    w->depth += inst->op == EU_OP_IF;
    w->depth -= inst->op == EU_OP_ENDIF;
    if (inst->src[0].file != EU_FILE_NONE)
        return true;
    if (!check_target(w, at, inst, inst->jip, err))
        return false;
    return !eu_has_uip(eu_op_format(w->target->isa, inst->op)) || check_target(w, at, inst, inst->uip, err);
}

static bool same_register(const struct eu_operand *a, const struct eu_operand *b)
{
    return a->file == b->file && a->indirect == b->indirect && a->reg == b->reg;
}

// NoDDClr leaves a register marked until an instruction that writes it without NoDDClr.
static bool check_hints(struct walk *w, const struct eu_inst *inst, struct eu_error *err)
{
    if (w->hint_open && eu_op_is_branch(inst->op))
        return eu_fail(err, "dependency-hint: NoDDClr is not closed before a branch");
    EU_RULE("dependency-hint", inst->no_dd_chk && !w->hint_open, "NoDDChk without NoDDClr before");
    if (inst->no_dd_clr) {
        w->hint_open = true;
        w->hint = inst->dst;
    } else if (w->hint_open && same_register(&inst->dst, &w->hint)) {
        w->hint_open = false;
    }
    return true;
}

static bool check_inst(struct walk *w, size_t at, const struct eu_inst *inst, struct eu_error *err)
{
    w->any_eot |= inst->eot;
    w->at_end = inst->eot || inst->op == EU_OP_RET;
    return eu_validate(w->target, inst, err) && check_branch(w, at, inst, err) && check_hints(w, inst, err);
}

// Padding, or the hash that Intel's compiler for Xe2 writes after a kernel, as moves to null.
static bool does_nothing(const struct eu_inst *inst)
{
    return inst->op == EU_OP_ILLEGAL || inst->op == EU_OP_NOP ||
           (inst->op == EU_OP_MOV && eu_is_null(&inst->dst) && inst->src[0].file == EU_FILE_IMM &&
            !inst->cmod);
}

static bool mark_starts(struct walk *w, size_t *end)
{
    struct eu_error why;
    for (size_t at = 0; at < w->size && !eu_is_padding(w->code, at, w->size);) {
        struct eu_inst inst;
        unsigned len = eu_decode(w->target, w->code + at, w->size - at, &inst, &why);
        if (!len)
            return eu_fail(w->err, "%.200s (at %zu)", why.text, at);
        w->starts[at / 8] = 1;
        at += len;
        if (!does_nothing(&inst))
            *end = at; // what follows is padding
    }
    return true;
}

static bool walk(struct walk *w)
{
    size_t end = 0;
    if (!mark_starts(w, &end))
        return false;
    for (size_t at = 0; at < end;) {
        struct eu_inst inst;
        struct eu_error why = {""};
        unsigned len = eu_decode(w->target, w->code + at, w->size - at, &inst, &why);
        if (!len || !check_inst(w, at, &inst, &why))
            return eu_fail(w->err, "%.200s (at %zu)", why.text, at);
        at += len;
    }
    if (!w->any_eot || !w->at_end)
        return eu_fail(w->err, "end-of-thread: the last instruction is not a message with EOT");
    if (w->depth)
        return eu_fail(w->err, "if-nesting: %u if without endif", w->depth);
    return !w->hint_open || eu_fail(w->err, "dependency-hint: NoDDClr is not closed at the end");
}

bool eu_validate_kernel(const struct kiln_target *target, const void *code, size_t size, struct eu_error *err)
{
    struct walk w = {.target = target, .code = code, .size = size, .err = err};
    w.starts = calloc(size / 8 + 2, 1);
    if (!w.starts)
        return eu_fail(err, "out-of-memory: %zu bytes", size);
    bool ok = walk(&w);
    free(w.starts);
    return ok;
}
