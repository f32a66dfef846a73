// What an instruction reads and writes, as scoreboard.h wants it: found when code is decoded.
#include "sim/eu/scoreboard.h"

#include "hw/target.h"
#include "hw/waits.h"
#include "sim/eu/send.h"
#include "sim/thread/region.h"

#include <stdlib.h>

enum {
    FUNCTION_SHARED_MEMORY = 0x100,
    FUNCTION_MATH = 0x200,
    FUNCTION_SYSTOLIC = 0x300
}; // else the number of the shared function

static struct sim_span span(unsigned low, unsigned size)
{
    return (struct sim_span){(uint16_t)low, (uint16_t)(low + size)};
}

static bool is_watched(unsigned base)
{
    return base < SIM_RF_GRF_END;
}

static uint64_t units(struct sim_span s)
{
    const unsigned first = s.low / SIM_GRF_BYTES, count = (s.high - 1u) / SIM_GRF_BYTES - first + 1;
    const uint64_t ones = count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
    const unsigned shift = first % 64;
    return shift ? ones << shift | ones >> (64 - shift) : ones;
}

static void reads(struct sim_board_use *x, struct sim_span s)
{
    if (s.high <= s.low || !is_watched(s.low))
        return;
    x->from[x->reads++] = s;
    x->from_units |= units(s);
}

static void writes(struct sim_board_use *x, struct sim_span s)
{
    x->to = s;
    x->to_units = s.high > s.low ? units(s) : 0;
}

static void source(struct sim_board_use *x, const struct sim_uop *u, const struct sim_src *s)
{
    unsigned width = 1u << s->wshift, columns = u->n < width ? u->n : width;
    unsigned rows = (u->n + width - 1u) >> s->wshift;
    if (s->kind == SIM_SRC_REG)
        reads(x, span(s->base, (rows - 1) * s->vs + (columns - 1) * s->hs + s->size));
}

void sim_scoreboard_find_message(struct sim_board_use *x, const struct sim_send *m)
{
    x->function = m->inst->sfid;
    if (m->space == SIM_SEND_SHARED)
        x->function |= FUNCTION_SHARED_MEMORY;
    if (m->inst->src[0].file == EU_FILE_GRF)
        reads(x, span(m->src0, m->mlen * SIM_GRF_BYTES));
    if (m->inst->src[1].file == EU_FILE_GRF)
        reads(x, span(m->src1, m->xlen * SIM_GRF_BYTES));
    if (m->dst != SIM_SEND_NO_RESPONSE)
        writes(x, span(m->dst, m->rlen * SIM_GRF_BYTES));
}

static bool is_control(const struct eu_operand *o)
{
    return o->file == EU_FILE_ARF && (o->reg & 0xf0) == EU_ARF_CONTROL;
}

static bool is_dword(const struct sim_src *s)
{
    return s->size >= 4 && !sim_type_is_float((enum eu_type)s->type);
}

// Whether anything of it has 64 bits, or is a product of doublewords.
static bool is_long(const struct sim_uop *u)
{
    const enum eu_op op = (enum eu_op)u->op;
    bool wide = u->dst.size == 8;
    for (unsigned k = 0; k < 3; k++)
        wide |= u->src[k].kind && u->src[k].size == 8;
    return wide || (op == EU_OP_MUL && is_dword(&u->src[0]) && is_dword(&u->src[1])) ||
           (op == EU_OP_MAD && is_dword(&u->src[1]) && is_dword(&u->src[2]));
}

static unsigned pipe_of(const struct kiln_target *target, const struct sim_uop *u)
{
    const bool is_float = sim_type_is_float((enum eu_type)u->dst.type);
    if (kiln_target_waits(target).pipes == 1)
        return 0;
    if (kiln_target_has_math_pipe(target))
        return u->op == EU_OP_MATH ? SIM_BOARD_MATHS
               : !is_float         ? SIM_BOARD_INTEGERS
               : u->dst.size == 8  ? SIM_BOARD_LONGS
                                   : SIM_BOARD_FLOATS;
    return is_long(u) ? SIM_BOARD_LONGS : is_float ? SIM_BOARD_FLOATS : SIM_BOARD_INTEGERS;
}

// The pipe that a distance without one is in: what the sources are says which, whatever the result is. Since
// Xe2 qwords are integers as others, here too. Source: Mesa 25.0.7 brw_lower_scoreboard.cpp
// (inferred_sync_pipe), which puts it beside tokens; 26.2's Jay (its function of that name); IGC 2.40
// (isLongPipeType) and its code.
static unsigned pipe_of_sources(const struct kiln_target *target, const struct sim_uop *u)
{
    bool integers = false, longs = false;
    if (kiln_target_waits(target).pipes == 1)
        return 0;
    for (unsigned k = 0; k < 3; k++) {
        const bool is_integer = !sim_type_is_float((enum eu_type)u->src[k].type);
        integers |= u->src[k].kind && is_integer;
        longs |= u->src[k].kind && u->src[k].size == 8 && !(is_integer && kiln_target_has_math_pipe(target));
    }
    return longs ? SIM_BOARD_LONGS : integers ? SIM_BOARD_INTEGERS : SIM_BOARD_FLOATS;
}

// Conversions to doubles execute in their source's type, and go with math like those from doubles. Source:
// Mesa 25.0.7 brw_lower_scoreboard.cpp (is_unordered).
static bool is_unordered(const struct kiln_target *target, const struct sim_uop *u)
{
    const struct eu_inst *in = u->info->inst;
    return (in->op == EU_OP_MATH && !kiln_target_has_math_pipe(target)) || in->op == EU_OP_DPAS ||
           in->op == EU_OP_DPASW ||
           (kiln_target_computes_doubles_in_math(target) &&
            (u->exec == SIM_EXEC_DF || u->dst.type == EU_TYPE_DF));
}

static void systolic(struct sim_board_use *x, const struct sim_uop *u)
{
    x->function = FUNCTION_SYSTOLIC;
    for (unsigned k = 0; k < 3; k++)
        if (u->info->inst->src[k].file == EU_FILE_GRF)
            reads(x, span(u->src[k].base, u->info->systolic[k]));
    writes(x, span(u->dst.base, u->info->systolic[0]));
}

static void find(struct sim_board_use *x, const struct kiln_target *target, const struct sim_uop *u)
{
    const struct eu_inst *in = u->info->inst;
    const bool sends = eu_op_is_send(in->op);
    *x = (struct sim_board_use){.swsb = in->swsb,
                                .syncs = in->op == EU_OP_SYNC,
                                .steps = !eu_op_is_branch(in->op) && in->op != EU_OP_NOP};
    if (in->op == EU_OP_SYNC || in->op == EU_OP_ILLEGAL)
        return;
    x->control = is_control(&in->dst) || is_control(&in->src[0]) || is_control(&in->src[1]);
    x->in_order = !sends && !is_unordered(target, u);
    // Beside a distance, what is unordered sets its token, though the text has `.dst`: doubles that go with
    // math do. Source: Mesa 25.0.7 brw_disasm.c (swsb); IGC 2.40's code, which then waits for it.
    if (!x->in_order && x->swsb.distance && x->swsb.mode == EU_TOKEN_DST)
        x->swsb.mode = EU_TOKEN_SET;
    if (sends) {
        x->late = u->info->send->kind == SIM_SEND_UNKNOWN;
        if (!x->late)
            sim_scoreboard_find_message(x, u->info->send);
        return;
    }
    x->pipe = (uint8_t)pipe_of(target, u);
    x->inferred = (uint8_t)pipe_of_sources(target, u);
    if (in->op == EU_OP_DPAS) {
        systolic(x, u);
        return;
    }
    x->function = FUNCTION_MATH; // of no meaning for others
    for (unsigned k = 0; k < 3; k++)
        source(x, u, &u->src[k]);
    if (!u->dst.null && !u->dst.indirect && is_watched(u->dst.base))
        writes(x, span(u->dst.base, (u->n - 1u) * u->dst.hs + u->dst.size));
}

bool sim_scoreboard_find(struct sim_program *p)
{
    p->board_uses = calloc(p->count, sizeof(*p->board_uses));
    for (uint32_t i = 0; p->board_uses && i < p->count; i++)
        if (!p->infos[i].pseudo) {
            find(&p->board_uses[i], p->target, &p->uops[i]);
            p->infos[i].board_use = &p->board_uses[i];
        }
    return p->board_uses != NULL;
}
