// EU instructions -> bytes.
//
// Two steps: every instruction is encoded and compacted where it has an 8-byte form (branches never: their
// offsets are not known yet); then, with the places of all blocks known, branches get their offsets in bytes.
// Every instruction passes eu_encode_valid; a refusal is an error with the instruction's text.
#include <string.h>

#include "compiler/mir/emit/emit.h"

static void encode_item(struct mir_code *e, struct mir_item *it)
{
    struct eu_error err;
    if (!eu_encode_valid(e->target, &it->inst, it->bytes, &err)) {
        char text[256];
        eu_print(e->target, &it->inst, it->offset, text, sizeof(text));
        mir_code_fail(e, it->from, arena_printf(e->s->arena, "%s: %s", err.text, text));
    }
}

static void layout(struct mir_code *e)
{
    uint32_t at = 0, block = 0;
    for (uint32_t k = 0; k < e->count; k++) {
        struct mir_item *it = &e->items[k];
        while (block < e->s->block_count && e->block_first[block] <= k)
            e->block_offset[block++] = at;
        it->offset = at;
        it->size = 16;
        if (!eu_op_is_branch(it->inst.op)) {
            uint8_t small[8];
            encode_item(e, it);
            if (eu_compact(e->target, it->bytes, small)) {
                memcpy(it->bytes, small, 8);
                it->size = 8;
            }
        }
        at += it->size;
    }
    while (block <= e->s->block_count)
        e->block_offset[block++] = at;
}

// Channels that find nobody left before an ELSE go on at the ELSE itself, not behind it: it wakes the else
// part.
static uint32_t target_offset(const struct mir_code *e, const struct mir_inst *i, const struct mir_block *to)
{
    const struct mir_block *before = to->index ? e->s->blocks[to->index - 1] : NULL;
    if (before && before->last && before->last->op == EU_OP_ELSE && i->op != EU_OP_IF)
        return e->block_offset[to->index] - 16;
    return e->block_offset[to->index];
}

static void resolve_branches(struct mir_code *e)
{
    for (uint32_t k = 0; k < e->count; k++) {
        struct mir_item *it = &e->items[k];
        if (!eu_op_is_branch(it->inst.op))
            continue;
        const struct mir_inst *i = it->from;
        int32_t here = (int32_t)it->offset;
        it->inst.jip = i->jip ? (int32_t)target_offset(e, i, i->jip) - here : 16;
        it->inst.uip = i->uip ? (int32_t)e->block_offset[i->uip->index] - here : it->inst.jip;
        encode_item(e, it);
    }
}

static void list_lines(struct mir_code *e)
{
    struct mir_shader *s = e->s;
    s->lines = arena_array(s->arena, struct mir_line, e->count + 1);
    s->line_count = 0;
    uint32_t last = 0;
    bool last_atomic = false;
    for (uint32_t k = 0; k < e->count; k++) {
        const struct mir_inst *i = e->items[k].from;
        bool atomic = i->relaxed && eu_op_is_send(i->op);
        if (i->line == last && atomic == last_atomic)
            continue;
        last = i->line;
        last_atomic = atomic;
        s->lines[s->line_count++] = (struct mir_line){e->items[k].offset, last, atomic};
    }
}

bool mir_encode(struct mir_code *code, const uint8_t **bytes, size_t *size, const char **error)
{
    layout(code);
    resolve_branches(code);
    *error = code->error;
    if (code->error)
        return false;
    list_lines(code);
    *size = code->block_offset[code->s->block_count];
    uint8_t *out = arena_alloc(code->s->arena, *size);
    for (uint32_t k = 0; k < code->count; k++)
        memcpy(out + code->items[k].offset, code->items[k].bytes, code->items[k].size);
    *bytes = out;
    return true;
}
