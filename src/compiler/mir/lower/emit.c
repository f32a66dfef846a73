// Machine IR with registers assigned -> EU code: regions, flags, descriptors, branch offsets, compaction.
//
// Two steps: every instruction is translated, encoded and compacted where it has an 8-byte form (branches
// never: their offsets are not known yet); then, with the places of all blocks known, branches get their
// offsets in bytes. Every instruction passes eu_encode_valid; a refusal is an error with the instruction's
// text.
#include "isa/table/msg.h"
#include "compiler/mir/ir/query.h"
#include "compiler/mir/lower/scoreboard.h"

#include <string.h>

#include "util/math.h"

struct item {
    struct eu_inst inst;
    const struct mir_inst *from;
    uint8_t bytes[16];
    uint32_t offset, size;
};

struct emitter {
    struct mir_shader *s;
    const struct kiln_target *target;
    struct item *items;
    uint32_t count, capacity;
    uint32_t *block_offset; // per block, then the end
    uint32_t *block_first;  // per block: index of its first item
    const char *error;
};

static void fail(struct emitter *e, const struct mir_inst *i, const char *why)
{
    if (!e->error)
        e->error = arena_printf(e->s->arena, "B%u %s: %s", i->block->index, mir_op_name(i->op), why);
}

// ---- operands

static void place_vreg(struct emitter *e, const struct mir_inst *i, uint32_t vreg, uint32_t offset,
                       struct eu_operand *o)
{
    const struct mir_vreg *v = &e->s->vregs[vreg];
    if (v->phys < 0)
        fail(e, i, arena_printf(e->s->arena, "%%%u has no register", vreg));
    uint32_t at = (uint32_t)v->phys + offset;
    switch (v->file) {
    case MIR_GRF:
        o->file = EU_FILE_GRF;
        o->reg = (uint8_t)(at / e->s->reg_bytes);
        o->subreg = at % e->s->reg_bytes;
        break;
    case MIR_FLAG:
        o->file = EU_FILE_ARF;
        o->reg = (uint8_t)(EU_ARF_FLAG + at / 4);
        o->subreg = at % 4;
        break;
    case MIR_ADDR:
        o->file = EU_FILE_ARF;
        o->reg = EU_ARF_ADDR;
        o->subreg = (uint8_t)at;
        break;
    }
}

static struct eu_operand place(struct emitter *e, const struct mir_inst *i, const struct mir_operand *m)
{
    struct eu_operand o = {.type = m->type, .negate = m->negate, .abs = m->abs};
    switch (m->kind) {
    case MIR_OPK_NONE:
        break;
    case MIR_OPK_VREG:
        place_vreg(e, i, m->vreg, m->offset, &o);
        break;
    case MIR_OPK_ARF:
        o.file = EU_FILE_ARF;
        o.reg = m->arf;
        o.subreg = (uint8_t)m->offset;
        break;
    case MIR_OPK_IMM:
        o.file = EU_FILE_IMM;
        o.imm = m->imm;
        break;
    case MIR_OPK_ADDROF:
        o.file = EU_FILE_IMM;
        o.imm = (uint64_t)e->s->vregs[m->vreg].phys + m->offset;
        break;
    case MIR_OPK_PRIVATE:
        o.file = EU_FILE_IMM;
        o.imm = mir_private_offset(e->s);
        break;
    case MIR_OPK_INDIRECT:
        o.file = EU_FILE_GRF;
        o.indirect = true;
        o.addr_subreg = (uint8_t)(e->s->vregs[m->vreg].phys / 2);
        o.addr_imm = (int16_t)m->offset;
        break;
    }
    return o;
}

static void set_region(struct eu_operand *o, unsigned vstride, unsigned width, unsigned hstride)
{
    o->vstride = (uint8_t)vstride;
    o->width = (uint8_t)width;
    o->hstride = (uint8_t)hstride;
}

// A linear region of `n` elements `stride` apart: the widest rows that do not cross a register and can be
// encoded.
static void linear_region(struct eu_operand *o, unsigned n, unsigned stride, unsigned reg)
{
    if (n == 1 || stride == 0) {
        set_region(o, 0, 1, 0);
        return;
    }
    unsigned size = eu_type_size(o->type), width = n < 8 ? n : 8;
    if (size == 2 && stride == 1 && n == 32)
        width = 16;
    for (; width > 1; width /= 2) {
        unsigned row = width * stride * size;
        bool fits = row <= reg ? reg % row == 0 && o->subreg % reg % row == 0 : false;
        if (n == width) // one row: only its own end matters
            fits = o->subreg + ((width - 1) * stride + 1) * size <= reg;
        if (fits && stride <= 4 && width * stride <= 32)
            break;
    }
    if (width > 1)
        set_region(o, width * stride, width, stride);
    else
        set_region(o, stride, 1, 0);
}

static struct eu_operand source(struct emitter *e, const struct mir_inst *i, unsigned k)
{
    const struct mir_operand *m = &i->src[k];
    struct eu_operand o = place(e, i, m);
    if (o.file == EU_FILE_IMM || o.file == EU_FILE_NONE)
        return o;
    int stride = mir_src_stride(m, i->exec_size);
    if (m->kind == MIR_OPK_INDIRECT)
        set_region(&o, m->vstride, m->width < i->exec_size ? m->width : i->exec_size, m->hstride);
    else if (stride >= 0)
        linear_region(&o, i->exec_size, (unsigned)stride, e->s->reg_bytes);
    else
        set_region(&o, m->vstride, m->width, m->width == 1 ? 0 : m->hstride);
    if (o.width == 1)
        o.hstride = 0;
    return o;
}

static struct eu_operand destination(struct emitter *e, const struct mir_inst *i)
{
    struct eu_operand o = place(e, i, &i->dst);
    if (o.file == EU_FILE_NONE) {
        enum eu_type type = i->src[0].kind != MIR_OPK_NONE ? i->src[0].type : EU_TYPE_UD;
        o = (struct eu_operand){.file = EU_FILE_ARF, .type = type, .reg = EU_ARF_NULL};
    }
    o.hstride = (uint8_t)mir_dst_stride(&i->dst);
    o.width = 1;
    return o;
}

// ---- instructions

static void set_flag(struct emitter *e, const struct mir_inst *i, struct eu_inst *o)
{
    const struct mir_operand *f = i->pred.kind == MIR_OPK_VREG ? &i->pred : &i->flag;
    if (f->kind != MIR_OPK_VREG)
        return;
    uint32_t at = (uint32_t)e->s->vregs[f->vreg].phys + f->offset;
    o->flag_reg = (uint8_t)(at / 4);
    o->flag_subreg = (uint8_t)(at % 4 / 2);
    if (i->pred.kind == MIR_OPK_VREG && i->flag.kind == MIR_OPK_VREG &&
        e->s->vregs[i->pred.vreg].phys != e->s->vregs[i->flag.vreg].phys)
        fail(e, i, "predicate and conditional modifier in different flags");
}

static void to_align16(struct eu_inst *o)
{
    o->align16 = true;
    o->dst.writemask = 0xf;
    for (unsigned k = 0; k < 3; k++) {
        bool scalar = o->src[k].vstride == 0 && o->src[k].width == 1;
        o->src[k].rep = scalar;
        o->src[k].swizzle = scalar ? 0 : 0xe4;
        set_region(&o->src[k], 0, 0, 0);
    }
}

static struct eu_inst common(struct emitter *e, const struct mir_inst *i)
{
    struct eu_inst o = {.op = (enum eu_op)i->op,
                        .exec_size = i->exec_size,
                        .chan_offset = i->chan_offset,
                        .nomask = i->nomask,
                        .pred_inv = i->pred_inv,
                        .cmod = i->cmod,
                        .saturate = i->saturate,
                        .acc_wr = i->acc_wr,
                        .math = i->math};
    if (i->pred.kind == MIR_OPK_VREG)
        o.pred = i->pred_ctrl ? i->pred_ctrl : EU_PRED_NORMAL;
    set_flag(e, i, &o);
    return o;
}

static struct item *add_item(struct emitter *e, const struct mir_inst *from, const struct eu_inst *inst)
{
    if (e->count == e->capacity) {
        uint32_t n = e->capacity ? e->capacity * 2 : 64;
        e->items = arena_grow(e->s->arena, e->items, e->count * sizeof(*e->items), n * sizeof(*e->items));
        e->capacity = n;
    }
    struct item *it = &e->items[e->count++];
    *it = (struct item){.inst = *inst, .from = from};
    return it;
}

enum { DESC_WORD = 0, EX_DESC_WORD = 2 }; // places in a0, in words

// Dword `word` of a0 = dword `part` of src[2] | bits.
static void load_descriptor(struct emitter *e, const struct mir_inst *i, unsigned part, unsigned word,
                            uint32_t bits)
{
    struct mir_operand from = i->src[2];
    from.type = EU_TYPE_UD;
    from.offset += 4 * part;
    struct eu_inst or = {.op = EU_OP_OR, .exec_size = 1, .nomask = true};
    or.dst = (struct eu_operand){.file = EU_FILE_ARF,
                                 .type = EU_TYPE_UD,
                                 .reg = EU_ARF_ADDR,
                                 .subreg = (uint8_t)(word * 2),
                                 .hstride = 1};
    or.src[0] = place(e, i, &from);
    set_region(&or.src[0], 0, 1, 0);
    or.src[1] = (struct eu_operand){.file = EU_FILE_IMM, .type = EU_TYPE_UD, .imm = bits};
    add_item(e, i, &or);
}

// The extended descriptor from a register: only SENDS has that.
static void emit_handle(struct emitter *e, const struct mir_inst *i, unsigned part, struct eu_inst *o)
{
    load_descriptor(e, i, part, EX_DESC_WORD, o->ex_desc);
    o->op = i->op == EU_OP_SEND ? EU_OP_SENDS : i->op;
    if (!i->send.ex_mlen)
        o->src[1] =
            (struct eu_operand){.file = EU_FILE_ARF, .type = EU_TYPE_UD, .reg = EU_ARF_NULL, .hstride = 1};
    o->ex_desc_in_reg = true;
    o->ex_desc_subreg = EX_DESC_WORD;
    o->ex_desc &= EU_DESC_MASK(EX_MLEN); // the length is in the instruction too
}

// Reads what a message wrote, to go on no sooner.
static void wait_for(struct emitter *e, const struct mir_inst *i, const struct eu_operand *response)
{
    struct eu_inst o = {.op = EU_OP_MOV, .exec_size = 8, .nomask = true};
    o.dst = (struct eu_operand){.file = EU_FILE_ARF, .type = EU_TYPE_UD, .reg = EU_ARF_NULL, .hstride = 1};
    o.src[0] = *response;
    o.src[0].type = EU_TYPE_UD;
    set_region(&o.src[0], 8, 8, 1);
    add_item(e, i, &o);
}

// Of a message with one: where all have two.
static void two_payloads(struct eu_inst *o)
{
    if (o->op != EU_OP_SEND && o->op != EU_OP_SENDC)
        return;
    o->op = o->op == EU_OP_SEND ? EU_OP_SENDS : EU_OP_SENDSC;
    o->src[1] =
        (struct eu_operand){.file = EU_FILE_ARF, .type = EU_TYPE_UD, .reg = EU_ARF_NULL, .hstride = 1};
}

static void emit_send(struct emitter *e, const struct mir_inst *i)
{
    struct eu_inst o = common(e, i);
    const struct mir_send *m = &i->send;
    if (!kiln_target_has_send(e->target))
        two_payloads(&o);
    o.sfid = m->sfid;
    o.eot = m->eot;
    o.desc =
        EU_DESC_PUT(MLEN, m->mlen) | EU_DESC_PUT(RLEN, m->rlen) | EU_DESC_PUT(HEADER, m->header) | m->desc;
    o.ex_desc =
        EU_DESC_PUT(EX_SFID, m->sfid) | EU_DESC_PUT(EX_EOT, m->eot) | EU_DESC_PUT(EX_MLEN, m->ex_mlen);
    o.dst =
        m->rlen
            ? destination(e, i)
            : (struct eu_operand){.file = EU_FILE_ARF, .type = EU_TYPE_UD, .reg = EU_ARF_NULL, .hstride = 1};
    o.dst.hstride = 1;
    o.src[0] = place(e, i, &i->src[0]);
    set_region(&o.src[0], 8, 8, 1);
    if (m->ex_mlen)
        o.src[1] = place(e, i, &i->src[1]);
    if (i->src[2].kind != MIR_OPK_NONE) {
        if (m->surface != MIR_SURFACE_TABLE)
            emit_handle(e, i, m->surface == MIR_SURFACE_EITHER, &o);
        if (m->surface != MIR_SURFACE_HANDLE) {
            load_descriptor(e, i, 0, DESC_WORD, o.desc);
            o.desc_in_reg = true;
            o.desc = 0;
        }
    }
    add_item(e, i, &o);
    if (m->mem == MIR_MEM_FENCE && kiln_target_has_shared_fence(e->target))
        wait_for(e, i, &o.dst);
}

static void emit_branch(struct emitter *e, const struct mir_inst *i)
{
    struct eu_inst o = common(e, i);
    o.branch_ctrl = i->op == EU_OP_GOTO && i->uip->index <= i->block->index;
    add_item(e, i, &o);
}

// Until all of the group are there.
static void emit_wait(struct emitter *e, const struct mir_inst *i)
{
    struct eu_inst o = {.op = EU_OP_SYNC, .exec_size = 1, .nomask = true, .sync = EU_SYNC_BAR};
    add_item(e, i, &o);
}

static bool is_branch(const struct mir_inst *i)
{
    return i->op < EU_OP_COUNT && eu_op_is_branch((enum eu_op)i->op);
}

static void emit_inst(struct emitter *e, const struct mir_inst *i)
{
    if (i->op == MIR_OP_UNDEF || i->op == MIR_OP_ORDER)
        return;
    if (i->op >= EU_OP_COUNT) {
        fail(e, i, "a pseudo instruction is left");
    } else if (mir_op_is_send(i->op)) {
        emit_send(e, i);
    } else if (is_branch(i)) {
        emit_branch(e, i);
    } else if (i->op == EU_OP_WAIT && !kiln_target_has_scoreboard(e->target)) {
        emit_wait(e, i);
    } else {
        struct eu_inst o = common(e, i);
        if (i->op != EU_OP_WAIT && i->op != EU_OP_NOP)
            o.dst = destination(e, i);
        for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
            o.src[k] = source(e, i, k);
        if (mir_is_ternary(i->op) && kiln_target_has_align16(e->target))
            to_align16(&o);
        add_item(e, i, &o);
    }
}

// The control register is written under a thread switch: the hardware does not wait for it (PRM SKL vol7
// "Control Register").
static void emit_float_mode(struct emitter *e)
{
    struct mir_inst *from = mir_inst_new(e->s, EU_OP_OR, 1);
    from->block = e->s->blocks[0];
    struct eu_inst o = {.op = EU_OP_OR, .exec_size = 1, .nomask = true};
    if (kiln_target_has_scoreboard(e->target))
        o.thread_ctrl = EU_THREAD_SWITCH;
    o.dst = (struct eu_operand){.file = EU_FILE_ARF, .type = EU_TYPE_UD, .reg = EU_ARF_CONTROL, .hstride = 1};
    o.src[0] = o.dst;
    set_region(&o.src[0], 0, 1, 0);
    o.src[1] = (struct eu_operand){.file = EU_FILE_IMM, .type = EU_TYPE_UD, .imm = e->s->float_mode};
    add_item(e, from, &o);
}

// ---- the software scoreboard

static void describe(struct emitter *e, struct item *it, struct scoreboard_step *step)
{
    const struct mir_inst *i = it->from;
    const bool message = eu_op_is_send(it->inst.op);
    const uint8_t lengths[3] = {i->send.mlen, i->send.ex_mlen, i->send.rlen};
    scoreboard_describe(step, e->target, &it->inst, message ? lengths : (const uint8_t[3]){0});
    if (it->inst.op != (enum eu_op)i->op) // made here, for a message
        return;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind == MIR_OPK_INDIRECT) {
            const struct mir_vreg *v = &e->s->vregs[i->src[k].base];
            scoreboard_add_indirect(step, (uint32_t)v->phys, v->size, false);
        }
    if (is_branch(i)) {
        step->to[0] = i->jip ? i->jip->index : SCOREBOARD_NOWHERE;
        step->to[1] = i->uip ? i->uip->index : SCOREBOARD_NOWHERE;
    }
}

static void add_sync(struct emitter *e, const struct mir_inst *from, struct eu_swsb swsb)
{
    struct eu_inst o = {.op = EU_OP_SYNC, .exec_size = 1, .nomask = true, .sync = EU_SYNC_NOP, .swsb = swsb};
    add_item(e, from, &o);
}

// Several tokens by one instruction that names them all.
static void add_sync_all(struct emitter *e, const struct mir_inst *from, enum eu_sync sync, uint16_t tokens)
{
    if (tokens & (tokens - 1)) {
        struct eu_inst o = {.op = EU_OP_SYNC, .exec_size = 1, .nomask = true, .sync = sync};
        o.src[0] = (struct eu_operand){.file = EU_FILE_IMM, .type = EU_TYPE_UD, .imm = tokens};
        add_item(e, from, &o);
    } else if (tokens) {
        add_sync(e, from,
                 (struct eu_swsb){.token = (uint8_t)__builtin_ctz(tokens),
                                  .mode = sync == EU_SYNC_ALLWR ? EU_TOKEN_DST : EU_TOKEN_SRC});
    }
}

// True if that changed something.
static bool mark_partial(struct scoreboard_block *blocks, uint32_t first, uint32_t end)
{
    bool changed = false;
    for (uint32_t b = first; b < end; b++) {
        changed |= !blocks[b].partial;
        blocks[b].partial = true;
    }
    return changed;
}

// Between a branch of channels and where they meet again there may be none left. They do not jump ahead then
// if the thread that runs in step on the paired EU goes there: so also in what is before in a loop
// (docs/truth.md, kiln_target_has_fused_pairs).
static void find_partial_blocks(const struct emitter *e, struct scoreboard_block *blocks)
{
    bool again = false;
    for (uint32_t k = 0; k < e->count; k++) {
        const struct mir_inst *i = e->items[k].from;
        if (!is_branch(i) || i->op == EU_OP_JMPI)
            continue;
        const struct mir_block *ways[2] = {i->jip, i->uip};
        for (unsigned w = 0; w < 2; w++) {
            uint32_t here = i->block->index, there = ways[w] ? ways[w]->index : here;
            again |= mark_partial(blocks, there <= here ? there : here + 1, KILN_MAX(there, here + 1));
        }
    }
    while (again) {
        again = false;
        for (uint32_t k = 0; k < e->count; k++) {
            const struct mir_inst *i = e->items[k].from;
            if (is_branch(i) && blocks[i->block->index].partial && i->jip && i->jip->index <= i->block->index)
                again |= mark_partial(blocks, i->jip->index, i->block->index);
        }
    }
}

static void emit_scoreboard(struct emitter *e)
{
    struct scoreboard_step *steps = arena_array(e->s->arena, struct scoreboard_step, e->count + 1);
    struct scoreboard_block *blocks =
        arena_array(e->s->arena, struct scoreboard_block, e->s->block_count + 1);
    struct item *items = e->items;
    uint32_t count = e->count, block = 0;
    for (uint32_t k = 0; k < count; k++)
        describe(e, &items[k], &steps[k]);
    for (uint32_t b = 0; b <= e->s->block_count; b++)
        blocks[b].first = b < e->s->block_count ? e->block_first[b] : count;
    find_partial_blocks(e, blocks);
    scoreboard(e->s->arena, steps, blocks, e->s->block_count);
    e->items = NULL;
    e->count = e->capacity = 0;
    for (uint32_t k = 0; k < count; k++) {
        while (block < e->s->block_count && blocks[block].first <= k)
            e->block_first[block++] = e->count;
        if (steps[k].distance)
            add_sync(e, items[k].from, (struct eu_swsb){.distance = steps[k].distance});
        add_sync_all(e, items[k].from, EU_SYNC_ALLWR, steps[k].wait_dst);
        add_sync_all(e, items[k].from, EU_SYNC_ALLRD, steps[k].wait_src);
        add_item(e, items[k].from, &items[k].inst);
    }
    while (block < e->s->block_count)
        e->block_first[block++] = e->count;
}

// ---- code

static void encode_item(struct emitter *e, struct item *it)
{
    struct eu_error err;
    if (!eu_encode_valid(e->target, &it->inst, it->bytes, &err)) {
        char text[256];
        eu_print(e->target, &it->inst, it->offset, text, sizeof(text));
        fail(e, it->from, arena_printf(e->s->arena, "%s: %s", err.text, text));
    }
}

static void layout(struct emitter *e)
{
    uint32_t at = 0, block = 0;
    for (uint32_t k = 0; k < e->count; k++) {
        struct item *it = &e->items[k];
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
static uint32_t target_offset(const struct emitter *e, const struct mir_inst *i, const struct mir_block *to)
{
    const struct mir_block *before = to->index ? e->s->blocks[to->index - 1] : NULL;
    if (before && before->last && before->last->op == EU_OP_ELSE && i->op != EU_OP_IF)
        return e->block_offset[to->index] - 16;
    return e->block_offset[to->index];
}

static void resolve_branches(struct emitter *e)
{
    for (uint32_t k = 0; k < e->count; k++) {
        struct item *it = &e->items[k];
        if (!eu_op_is_branch(it->inst.op))
            continue;
        const struct mir_inst *i = it->from;
        int32_t here = (int32_t)it->offset;
        it->inst.jip = i->jip ? (int32_t)target_offset(e, i, i->jip) - here : 16;
        it->inst.uip = i->uip ? (int32_t)e->block_offset[i->uip->index] - here : it->inst.jip;
        encode_item(e, it);
    }
}

static void list_lines(struct emitter *e)
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

bool mir_emit(struct mir_shader *s, const struct kiln_target *target, const uint8_t **code, size_t *size,
              const char **error)
{
    struct emitter e = {.s = s, .target = target};
    e.block_offset = arena_array(s->arena, uint32_t, s->block_count + 1);
    e.block_first = arena_array(s->arena, uint32_t, s->block_count + 1);
    for (uint32_t b = 0; b < s->block_count; b++) {
        e.block_first[b] = e.count;
        if (b == 0 && s->float_mode)
            emit_float_mode(&e);
        mir_foreach_inst(i, s->blocks[b]) emit_inst(&e, i);
    }
    if (!kiln_target_has_scoreboard(target))
        emit_scoreboard(&e);
    layout(&e);
    resolve_branches(&e);
    *error = e.error;
    if (e.error)
        return false;
    list_lines(&e);
    *size = e.block_offset[s->block_count];
    uint8_t *out = arena_alloc(s->arena, *size);
    for (uint32_t k = 0; k < e.count; k++)
        memcpy(out + e.items[k].offset, e.items[k].bytes, e.items[k].size);
    *code = out;
    return true;
}
