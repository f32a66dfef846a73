// Disassembling a kernel, with labels where iga64 puts them: at the start, at branch targets, and after every
// branch and end of thread. A label is L and its byte offset.
#include "isa/table/msg.h"
#include "isa/table/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool append(struct eu_text *t, size_t *capacity, const char *s, size_t n, struct eu_error *err)
{
    if (t->size + n + 1 > *capacity) {
        size_t c = (*capacity ? *capacity * 2 : 4096) + n;
        char *p = realloc(t->data, c);
        if (!p)
            return eu_fail(err, "out-of-memory");
        t->data = p;
        *capacity = c;
    }
    memcpy(t->data + t->size, s, n);
    t->size += n;
    t->data[t->size] = 0;
    return true;
}

// Which offsets need a label, in units of 8 bytes; one beyond the end too.
static bool mark_target(uint8_t *labels, size_t size, const struct eu_inst *inst, size_t at, int64_t rel,
                        struct eu_error *err)
{
    int64_t pc = (inst->op == EU_OP_CALLA ? 0 : (int64_t)at) + rel;
    if (pc < 0 || pc > (int64_t)size || pc % 8)
        return eu_fail(err, "branch-target: at %zu: offset %lld is outside the kernel", at, (long long)pc);
    labels[pc / 8] = 1;
    return true;
}

static bool mark_inst(enum kiln_isa isa, uint8_t *labels, size_t size, const struct eu_inst *inst, size_t at,
                      unsigned len, struct eu_error *err)
{
    if (inst->eot)
        labels[(at + len) / 8] = 1;
    if (!eu_op_is_branch(inst->op))
        return true;
    labels[(at + len) / 8] = 1;
    if (inst->src[0].file != EU_FILE_NONE)
        return true;
    if (!mark_target(labels, size, inst, at, inst->jip, err))
        return false;
    return !eu_has_uip(eu_op_format(isa, inst->op)) || mark_target(labels, size, inst, at, inst->uip, err);
}

static unsigned decode_at(const struct kiln_target *target, const uint8_t *code, size_t size, size_t at,
                          struct eu_inst *inst, struct eu_error *err)
{
    struct eu_error why;
    unsigned len = eu_decode(target, code + at, size - at, inst, &why);
    if (!len)
        eu_fail(err, "at %zu: %.200s", at, why.text);
    return len;
}

static bool print_all(const struct kiln_target *target, const uint8_t *code, size_t size,
                      const uint8_t *labels, struct eu_text *out, struct eu_error *err)
{
    size_t capacity = 0;
    char line[512];
    for (size_t at = 0; at < size;) {
        struct eu_inst inst;
        if (labels[at / 8]) {
            int n = snprintf(line, sizeof(line), "L%zu:\n", at);
            if (!append(out, &capacity, line, (size_t)n, err))
                return false;
        }
        unsigned len = decode_at(target, code, size, at, &inst, err);
        int n = len ? eu_print(target, &inst, (uint32_t)at, line, sizeof(line) - 1) : -1;
        char words[128];
        if (n >= 0 && n < (int)sizeof(line) - 150 && eu_msg_describe(target, &inst, words, sizeof(words)))
            n += snprintf(line + n, sizeof(line) - (size_t)n, "  // %s", words);
        if (n < 0 || n >= (int)sizeof(line) - 1)
            return false;
        line[n] = '\n';
        if (!append(out, &capacity, line, (size_t)n + 1, err))
            return false;
        at += len;
    }
    if (size && labels[size / 8]) {
        int n = snprintf(line, sizeof(line), "L%zu:\n", size);
        return append(out, &capacity, line, (size_t)n, err);
    }
    return append(out, &capacity, "", 0, err);
}

bool eu_disassemble(const struct kiln_target *target, const void *code, size_t size, struct eu_text *out,
                    struct eu_error *err)
{
    *out = (struct eu_text){0};
    if (size > INT32_MAX)
        return eu_fail(err, "kernel-size: %zu bytes", size);
    uint8_t *labels = calloc(size / 8 + 3, 1);
    if (!labels)
        return eu_fail(err, "out-of-memory");
    bool ok = true;
    labels[0] = 1;
    for (size_t at = 0; ok && at < size;) {
        struct eu_inst inst;
        if (eu_is_padding(code, at, size)) {
            size = at;
            break;
        }
        unsigned len = decode_at(target, code, size, at, &inst, err);
        ok = len && mark_inst(target->isa, labels, size, &inst, at, len, err);
        at += len;
    }
    ok = ok && print_all(target, code, size, labels, out, err);
    free(labels);
    if (!ok) {
        free(out->data);
        *out = (struct eu_text){0};
    }
    return ok;
}
