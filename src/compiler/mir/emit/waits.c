// The software scoreboard on a shader's EU instructions: what each does, and `sync`s for what it cannot say
// itself.
#include "compiler/mir/emit/emit.h"
#include "compiler/mir/emit/scoreboard.h"
#include "util/math.h"

static void describe(struct mir_code *e, struct mir_item *it, struct scoreboard_step *step)
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
            scoreboard_add_indirect(step, e->target, (uint32_t)v->phys, v->size, false);
        }
    if (i->dst.kind == MIR_OPK_INDIRECT) {
        const struct mir_vreg *v = &e->s->vregs[i->dst.base];
        scoreboard_add_indirect(step, e->target, (uint32_t)v->phys, v->size, true);
    }
    if (mir_is_branch(i)) {
        step->to[0] = i->jip ? i->jip->index : SCOREBOARD_NOWHERE;
        step->to[1] = i->uip ? i->uip->index : SCOREBOARD_NOWHERE;
    }
}

static void add_sync(struct mir_code *e, const struct mir_inst *from, struct eu_swsb swsb)
{
    struct eu_inst o = {.op = EU_OP_SYNC, .exec_size = 1, .nomask = true, .sync = EU_SYNC_NOP, .swsb = swsb};
    mir_code_add(e, from, &o);
}

// Several tokens by one instruction that names them all.
static void add_sync_all(struct mir_code *e, const struct mir_inst *from, enum eu_sync sync, uint32_t tokens)
{
    if (tokens & (tokens - 1)) {
        struct eu_inst o = {.op = EU_OP_SYNC, .exec_size = 1, .nomask = true, .sync = sync};
        o.src[0] = (struct eu_operand){.file = EU_FILE_IMM, .type = EU_TYPE_UD, .imm = tokens};
        mir_code_add(e, from, &o);
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
static void find_partial_blocks(const struct mir_code *e, struct scoreboard_block *blocks)
{
    bool again = false;
    for (uint32_t k = 0; k < e->count; k++) {
        const struct mir_inst *i = e->items[k].from;
        if (!mir_is_branch(i) || i->op == EU_OP_JMPI)
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
            if (mir_is_branch(i) && blocks[i->block->index].partial && i->jip &&
                i->jip->index <= i->block->index)
                again |= mark_partial(blocks, i->jip->index, i->block->index);
        }
    }
}

// What comes before a loop ends before it: or instructions with a mask wait for it in each turn, by `sync`s.
static void drain_before_loops(const struct mir_code *e, const struct scoreboard_block *blocks,
                               struct scoreboard_step *steps)
{
    for (uint32_t k = 0; k < e->count; k++) {
        const struct mir_inst *i = e->items[k].from;
        if (!mir_is_branch(i))
            continue;
        const struct mir_block *ways[2] = {i->jip, i->uip};
        for (unsigned w = 0; w < 2; w++) {
            const uint32_t head = ways[w] ? ways[w]->index : UINT32_MAX;
            if (head <= i->block->index && head > 0 && !blocks[head - 1].partial &&
                blocks[head - 1].first < blocks[head].first)
                steps[blocks[head].first - 1].drains = true;
        }
    }
}

void mir_scoreboard(struct mir_code *e)
{
    struct scoreboard_step *steps = arena_array(e->s->arena, struct scoreboard_step, e->count + 1);
    struct scoreboard_block *blocks =
        arena_array(e->s->arena, struct scoreboard_block, e->s->block_count + 1);
    struct mir_item *items = e->items;
    uint32_t count = e->count, block = 0;
    for (uint32_t k = 0; k < count; k++)
        describe(e, &items[k], &steps[k]);
    for (uint32_t b = 0; b <= e->s->block_count; b++)
        blocks[b].first = b < e->s->block_count ? e->block_first[b] : count;
    find_partial_blocks(e, blocks);
    drain_before_loops(e, blocks, steps);
    const struct kiln_waits waits = kiln_target_waits(e->target);
    scoreboard(e->s->arena, &waits, steps, blocks, e->s->block_count);
    e->items = NULL;
    e->count = e->capacity = 0;
    for (uint32_t k = 0; k < count; k++) {
        while (block < e->s->block_count && blocks[block].first <= k)
            e->block_first[block++] = e->count;
        if (steps[k].distance)
            add_sync(e, items[k].from,
                     (struct eu_swsb){.distance = steps[k].distance, .pipe = steps[k].distance_pipe});
        add_sync_all(e, items[k].from, EU_SYNC_ALLWR, steps[k].wait_dst);
        add_sync_all(e, items[k].from, EU_SYNC_ALLRD, steps[k].wait_src);
        mir_code_add(e, items[k].from, &items[k].inst);
    }
    while (block < e->s->block_count)
        e->block_first[block++] = e->count;
}
